//! Spaced repetition: exercises that went wrong come again, in intervals that grow while answers are right.
//!
//! Days are counted from 1 January 1970, UTC.

/// The days until an exercise comes again, by the number of right answers since the last wrong one; after
/// one more it is done with.
const INTERVALS: [u32; 4] = [1, 3, 7, 21];

/// Exercises that went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Again {
    /// Those that went wrong last are at the end.
    entries: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// The name of the exercise.
    name: String,
    /// The right answers since the last wrong one.
    n_right: usize,
    /// The day from which it comes again.
    due: u32,
}

impl Again {
    /// Reads a text: an exercise a line, with its right answers and its day.
    pub(super) fn read(text: &str) -> Self {
        let entry = |line: &str| {
            let mut words = line.split(' ');
            let name = words.next().filter(|name| !name.is_empty())?.to_owned();
            let mut number = || words.next().and_then(|word| word.parse().ok());
            let n_right = number().and_then(|number: u32| number.try_into().ok()).unwrap_or(0);
            Some(Entry { name, n_right, due: number().unwrap_or(0) })
        };
        Self { entries: text.lines().filter_map(entry).collect() }
    }

    /// It as such a text.
    pub(super) fn text(&self) -> String {
        let line = |entry: &Entry| {
            [&*entry.name, &entry.n_right.to_string(), &entry.due.to_string()].join(" ")
        };
        self.entries.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Takes notice of an answer. A right one counts only on a day on which it was asked for.
    pub(super) fn answered(&mut self, name: &str, is_right: bool, today: u32) {
        let place = self.entries.iter().position(|entry| entry.name == name);
        match (place, is_right) {
            (place, false) => {
                if let Some(place) = place {
                    self.entries.remove(place);
                }
                self.entries.push(Entry { name: name.to_owned(), n_right: 0, due: today });
            }
            (Some(place), true) => {
                let Some(entry) = self.entries.get_mut(place).filter(|it| it.due <= today) else {
                    return;
                };
                match INTERVALS.get(entry.n_right) {
                    Some(days) => {
                        entry.n_right += 1;
                        entry.due = today.saturating_add(*days);
                    }
                    None => {
                        self.entries.remove(place);
                    }
                }
            }
            (None, true) => {}
        }
    }

    /// The names of the exercises that are due, in the order in which they went wrong.
    pub(super) fn due(&self, today: u32) -> impl Iterator<Item = &str> {
        self.entries.iter().filter(move |entry| entry.due <= today).map(|entry| &*entry.name)
    }

    /// The number of those that come later, and the days until the first of them.
    pub(super) fn later(&self, today: u32) -> Option<(usize, u32)> {
        let waiting = || self.entries.iter().filter_map(|entry| entry.due.checked_sub(today));
        let waiting = || waiting().filter(|days| *days > 0);
        Some((waiting().count(), waiting().min()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_grow_with_right_answers_and_a_wrong_one_begins_again() {
        let mut again = Again::default();
        let mut today = 100;
        again.answered("tie-2049", true, today);
        assert_eq!(again, Again::default(), "nothing went wrong");
        again.answered("tie-2049", false, today);
        let mut waits = Vec::new();
        while again != Again::default() {
            assert_eq!(again.due(today).collect::<Vec<_>>(), ["tie-2049"]);
            again.answered("tie-2049", true, today);
            let Some((count, days)) = again.later(today) else { break };
            assert_eq!((count, again.due(today).count()), (1, 0));
            // Another answer on the same day changes nothing.
            again.answered("tie-2049", true, today);
            assert_eq!(again.later(today), Some((count, days)));
            waits.push(days);
            today += days;
        }
        assert_eq!(waits, [1, 3, 7, 21]);
        again.answered("four", false, today);
        again.answered("four", true, today);
        again.answered("four", false, today);
        assert_eq!(again.due(today).collect::<Vec<_>>(), ["four"]);
    }

    #[test]
    fn a_text_is_read_as_it_was_written() {
        let text = "tie-2049 0 20784\nties/7 3 20790";
        assert_eq!(Again::read(text).text(), text);
        assert_eq!(Again::read("four\n\n").text(), "four 0 0");
        assert_eq!(Again::read("").text(), "");
    }
}
