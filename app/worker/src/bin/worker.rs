//! Does jobs.

use ptxfp::internals::job::Job;
use ptxfp_worker::jobs::answer;

fn main() {
    ptxfp_worker::serve(|message| answer(message, Job::run));
}
