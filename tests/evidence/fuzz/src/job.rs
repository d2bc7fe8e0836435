//! A worker's task: done in parts, and reported in integers; and bytes in place of its messages.

use ptxfp::explore::domain::Domain;
use ptxfp::explore::tally::Tally;
use ptxfp::format::Format;
use ptxfp::format::table::{FIXEDS, FLOATS};
use ptxfp::internals::messages::{Done, Order, decode, encode};
use ptxfp::internals::tasks::{Job, Measured, Task, cells};
use ptxfp_view::questions::{Request, Response};

use crate::input::{Input, assert_inside, assert_plain, numbers};

/// The number of operands of a sweep that are tried.
const N_TRIED: u64 = 32;

/// A format by a byte, and the lines of a task, or the text of a domain.
pub fn job(data: &[u8]) {
    let mut input = Input::new(data);
    let floats = FLOATS.iter().copied().map(Format::Float);
    let formats: Vec<_> = FIXEDS.iter().copied().map(Format::Fixed).chain(floats).collect();
    let format = *input.choose(&formats);
    let text = &*input.text();
    match Domain::parse(text, format) {
        Ok(domain) => {
            let written = domain.text();
            assert_eq!(Domain::parse(&written, format), Ok(domain), "{written}");
            assert!(domain.len() > 0);
            for index in [0, domain.len() / 2, domain.len() - 1] {
                assert_eq!(domain.at(index) & !ptxfp::format::mask(format.width().into()), 0);
            }
        }
        Err(error) => {
            assert_inside(text, &error.span);
            assert_plain(&error.message);
        }
    }
    if let Some(task) = task(text) {
        let order = Order::Begin(1, task.clone());
        let bytes = encode(&order).expect("it is encoded");
        assert_eq!(decode(&bytes), Ok(order));
        if let Some(mut job) = Job::begin(&task) {
            assert!(job.n_indices() > 0);
            assert_done(&mut job);
        }
    }
    // Bytes that the other side did not send.
    let _ = (decode::<Order>(data), decode::<Done>(data));
    let _ = (decode::<Request>(data), decode::<Response>(data));
    // Words that no worker sent.
    let words: Vec<_> = numbers(text).take(text.len() % 512).collect();
    assert!(Tally::from_words(&words).is_none());
    assert_eq!(cells(&words).filter(|(index, _)| *index < 1000).count(), 0);
}

/// The task in some lines: its kind, a link, numbers, and the domain of a sweep.
fn task(text: &str) -> Option<Task> {
    let mut lines = text.lines();
    let kind = lines.next()?;
    let link = lines.next()?.to_owned();
    let numbers: Option<Vec<usize>> =
        lines.next()?.split(' ').map(|number| number.parse().ok()).collect();
    let small = |number: &usize| u8::try_from(*number).ok();
    Some(match (kind, &*numbers?) {
        ("grid", [down, across, lane, bins, samples]) => {
            let (operands, samples) = ([*down, *across], u32::try_from(*samples).ok()?);
            Task::Grid { link, lane: small(lane)?, operands, bins: *bins, samples }
        }
        (kind, [operand, lane, columns]) => {
            let measured = match kind {
                "observe" => Measured::Observed,
                "results" => Measured::Nothing,
                _ => Measured::References,
            };
            let place = (*operand, small(lane)?);
            let domain = lines.next()?.to_owned();
            Task::Sweep { link, place, domain, columns: *columns, measured }
        }
        _ => return None,
    })
}

fn assert_done(job: &mut Job) {
    let last = job.n_indices() - 1;
    match job {
        Job::Sweep(..) => {
            job.run(0..N_TRIED);
            job.run(last..last + 1);
            job.run(last..u64::MAX);
            let words = job.take_words();
            let tally = Tally::from_words(&words).expect("a tally");
            assert_eq!(tally.words(), words);
            assert_eq!(tally.count, N_TRIED.min(last + 1) + 2);
        }
        Job::Grid(..) => {
            job.run(0..1);
            job.run(last..last + 1);
            let words = job.take_words();
            let found: Vec<_> = cells(&words).collect();
            assert_eq!(found.len(), 2);
            assert!(found.iter().all(|(_, cell)| cell.count > 0));
        }
    }
    assert!(match job {
        Job::Sweep(_, tally) => tally.count == 0,
        Job::Grid(_, cells) => cells.is_empty(),
    });
}
