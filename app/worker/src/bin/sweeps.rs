//! Does long work, in batches where those are faster.

use ptxfp::internals::job::Job;
use ptxfp::internals::messages::{Laborer, Order};

fn main() {
    let mut laborer = Laborer::default();
    ptxfp_worker::serve(move |order: Order| laborer.carry_out(order, Job::run_many));
}
