//! Does jobs in batches: for sweeps over so many operands that this larger program is worth fetching.

use ptxfp::internals::job::Job;
use ptxfp_worker::jobs::answer;

fn main() {
    ptxfp_worker::serve(|message| answer(message, Job::run_many));
}
