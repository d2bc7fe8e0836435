//! [Questions](ptxfp_view::questions::Request) to a worker, one at a time, in turn for the views
//! that ask. The worker is started with the first question, and kept, with the searches that it has
//! begun.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::leptos_dom::helpers::set_timeout;
use ptxfp::internals::messages::decode;
use ptxfp_view::background::{Question, Reply};
use ptxfp_view::questions::Response;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

use super::files::file;
use super::workers::{FAILURE, now, post, unfetched, worker};

/// The name of its program.
const PROGRAM: &str = "questions";
/// The time that the worker should take for one answer, in milliseconds: unwanted work goes on for
/// this long.
const TURN: f64 = 40.0;
/// The number of operands tried first.
const FIRST_BUDGET: u64 = 2000;

/// A view that asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asker {
    /// The playground.
    Playground,
    /// The explorer.
    Explorer,
    /// The program.
    Program,
}

impl Asker {
    /// In the order of their turns.
    const ALL: [Self; 3] = [Self::Playground, Self::Explorer, Self::Program];
}

/// The side of a view that asks.
#[derive(Default)]
struct Desk {
    wanted: Option<Question>,
    receiver: Option<Box<dyn Fn(Reply)>>,
}

/// A question that the worker is busy with.
struct Asked {
    by: Asker,
    question: Question,
    since: f64,
}

#[derive(Default)]
struct Inquiry {
    worker: Option<Worker>,
    is_ready: bool,
    has_failed: bool,
    budget: u64,
    desks: [Desk; Asker::ALL.len()],
    asked: Option<Asked>,
    /// The position of the view whose turn is next.
    next: usize,
}

thread_local! {
    static INQUIRY: RefCell<Inquiry> = RefCell::default();
}

/// Sets who receives answers for a view.
pub fn connect(asker: Asker, receiver: impl Fn(Reply) + 'static) {
    INQUIRY.with_borrow_mut(|inquiry| {
        inquiry.desks[asker as usize].receiver = Some(Box::new(receiver));
    });
}

/// Sets the question of a view to be answered; the answer comes once, and then the question may be
/// asked again.
pub fn want(asker: Asker, question: Option<Question>) {
    let is_possible = INQUIRY.with_borrow_mut(|inquiry| inquiry.want(asker, question));
    if !is_possible {
        // An answer does not arrive while the question is being asked.
        set_timeout(fail, Duration::ZERO);
    }
}

impl Inquiry {
    /// Notes what a view wants; returns whether it can be asked.
    fn want(&mut self, asker: Asker, question: Option<Question>) -> bool {
        let asked = self.asked.as_ref().filter(|asked| asked.by == asker);
        let asked = asked.map(|asked| &asked.question);
        let wanted = question.filter(|wanted| asked != Some(wanted));
        // A new question is a new attempt.
        if self.has_failed && wanted.is_some() {
            self.worker.take().iter().for_each(Worker::terminate);
            (self.has_failed, self.is_ready) = (false, false);
        }
        self.desks[asker as usize].wanted = wanted;
        self.ask()
    }

    /// Asks the next question, if there is one and the worker is free; returns whether it can be asked.
    fn ask(&mut self) -> bool {
        let n_askers = self.desks.len();
        let mut turns = (0..n_askers).map(|turn| (self.next + turn) % n_askers);
        let Some(turn) = turns.find(|turn| self.desks[*turn].wanted.is_some()) else { return true };
        let Some(worker) = &self.worker else { return self.start() };
        if !self.is_ready || self.asked.is_some() {
            return true;
        }
        let Some(question) = self.desks[turn].wanted.take() else { return true };
        let budget = if question.is_search { self.budget } else { 0 };
        post(worker, &(&question.request, budget));
        self.asked = Some(Asked { by: Asker::ALL[turn], question, since: now() });
        self.next = turn + 1;
        true
    }

    fn start(&mut self) -> bool {
        self.budget = FIRST_BUDGET;
        let Some((module, scripts)) = file(PROGRAM) else { return false };
        self.worker = worker(&scripts);
        let Some(worker) = &self.worker else { return false };
        let _ = worker.post_message(&unfetched(&module));
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let bytes = event.data().dyn_into::<Uint8Array>();
            let answer = bytes.ok().map(|bytes| decode(&bytes.to_vec()).map_err(|_| FAILURE));
            if let Some((asker, reply)) = INQUIRY.with_borrow_mut(|inquiry| inquiry.hear(answer)) {
                report(asker, reply);
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        hear.forget();
        let fail = Closure::<dyn Fn()>::new(fail);
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        fail.forget();
        true
    }

    /// Takes a message of the worker: that it is ready, or an answer.
    fn hear(&mut self, said: Option<Result<Response, &'static str>>) -> Option<(Asker, Reply)> {
        self.is_ready = true;
        let reply = self.asked.take().and_then(|Asked { by, question, since }| {
            let answer = said?;
            let time = now() - since;
            if question.is_search && time < TURN / 2.0 {
                self.budget = self.budget.saturating_mul(2);
            } else if question.is_search && time > TURN * 1.5 {
                self.budget = (self.budget / 2).max(1);
            }
            Some((by, Reply { question, answer }))
        });
        self.ask();
        reply
    }

    /// Takes back what cannot be answered.
    fn give_up(&mut self) -> Vec<(Asker, Reply)> {
        self.has_failed = true;
        let asked = self.asked.take();
        let failed = |asker: Asker| {
            let asked = asked.as_ref().filter(|asked| asked.by == asker);
            let question = self.desks[asker as usize].wanted.take();
            let question = question.or_else(|| Some(asked?.question.clone()))?;
            Some((asker, Reply { question, answer: Err(FAILURE) }))
        };
        Asker::ALL.into_iter().filter_map(failed).collect()
    }
}

/// Reports that no question can be answered.
fn fail() {
    for (asker, reply) in INQUIRY.with_borrow_mut(Inquiry::give_up) {
        report(asker, reply);
    }
}

fn report(asker: Asker, reply: Reply) {
    let desk = asker as usize;
    // The receiver may ask something else at once.
    let receiver = INQUIRY.with_borrow_mut(|inquiry| inquiry.desks[desk].receiver.take());
    if let Some(receiver) = &receiver {
        receiver(reply);
    }
    INQUIRY.with_borrow_mut(|inquiry| inquiry.desks[desk].receiver = receiver);
}
