//! Does long work, in batches where those are faster.

use ptxfp::internals::messages::{Order, Runner};

fn main() {
    let mut runner = Runner::default();
    ptxfp_worker::serve(move |order: Order| runner.carry_out(order));
}
