//! Running many similar tasks on all processors.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::progress::{note, seconds};

/// The time between reports of the progress.
const BETWEEN_NOTES: Duration = Duration::from_secs(20);

/// Processes every item, and prints the progress.
pub(crate) fn map<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let (start, next) = (Instant::now(), AtomicUsize::new(0));
    let reported = Mutex::new(start);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(results) };
            results.push((index, work(item)?));
            let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
            if reported.elapsed() >= BETWEEN_NOTES {
                *reported = Instant::now();
                let (done, all) = (u32::try_from(index + 1)?, u32::try_from(items.len())?);
                let rest = start.elapsed() * (all - done) / done;
                note(&format!("{done} of {all}, about {} left", seconds(rest)));
            }
        }
    };
    let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
    let results = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(joined).collect::<Result<Vec<_>>>()
    })?;
    let mut results: Vec<(usize, T)> = results.into_iter().flatten().collect();
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

fn joined<T>(worker: ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    worker.join().unwrap_or_else(|_| bail!("a thread panicked"))
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::map;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(map(&items, |it| Ok(it * 2)).unwrap()[999], 1998);
        assert!(map(&items, |it| if *it == 500 { bail!("no") } else { Ok(()) }).is_err());
    }
}
