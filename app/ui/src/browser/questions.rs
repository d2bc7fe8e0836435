//! [Questions](ptxfp::internals::messages::Request) to workers, one at a time for each view that asks.
//! A worker is started when its view has a question for the first time, and kept, with the searches
//! that it has begun.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::leptos_dom::helpers::set_timeout;
use ptxfp::internals::messages::{Response, decode};
use ptxfp_view::background::{Question, Reply};
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

#[derive(Default)]
struct Inquiry {
    worker: Option<Worker>,
    is_ready: bool,
    wanted: Option<Question>,
    /// The question that the worker is busy with, and the time since when.
    asked: Option<(Question, f64)>,
    budget: u64,
    has_failed: bool,
    receiver: Option<Box<dyn Fn(Reply)>>,
}

/// A view that asks; each has a worker.
#[derive(Clone, Copy, Debug)]
pub enum Asker {
    /// The playground.
    Playground,
    /// The explorer.
    Explorer,
    /// The program.
    Program,
}

thread_local! {
    static INQUIRIES: [RefCell<Inquiry>; 3] = Default::default();
}

/// Does something with the inquiry of a view.
fn with<T>(asker: Asker, act: impl FnOnce(&mut Inquiry) -> T) -> T {
    INQUIRIES.with(|inquiries| act(&mut inquiries[asker as usize].borrow_mut()))
}

/// Sets who receives answers.
pub fn connect(asker: Asker, receiver: impl Fn(Reply) + 'static) {
    with(asker, |inquiry| inquiry.receiver = Some(Box::new(receiver)));
}

/// Sets the question to be answered; the answer comes once, and then the question may be asked
/// again.
pub fn want(asker: Asker, question: Option<Question>) {
    let failed = with(asker, |inquiry| {
        let asked = inquiry.asked.as_ref().map(|(asked, _)| asked);
        inquiry.wanted = question.filter(|wanted| asked != Some(wanted));
        // A new question is a new attempt.
        if inquiry.has_failed && inquiry.wanted.is_some() {
            inquiry.worker.take().iter().for_each(Worker::terminate);
            (inquiry.has_failed, inquiry.is_ready) = (false, false);
        }
        inquiry.ask(asker)
    });
    if failed {
        // An answer does not arrive while the question is being asked.
        set_timeout(move || fail(asker), Duration::ZERO);
    }
}

impl Inquiry {
    /// Asks the question; returns whether that is impossible.
    fn ask(&mut self, asker: Asker) -> bool {
        if self.wanted.is_none() {
            return false;
        }
        let Some(worker) = &self.worker else { return !self.start(asker) };
        if !self.is_ready || self.asked.is_some() {
            return false;
        }
        let Some(question) = self.wanted.take() else { return false };
        let budget = if question.is_search { self.budget } else { 0 };
        post(worker, &(&question.request, budget));
        self.asked = Some((question, now()));
        false
    }

    fn start(&mut self, asker: Asker) -> bool {
        self.budget = FIRST_BUDGET;
        let Some((module, scripts)) = file(PROGRAM) else { return false };
        self.worker = worker(&scripts);
        let Some(worker) = &self.worker else { return false };
        let _ = worker.post_message(&unfetched(&module));
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let bytes = event.data().dyn_into::<Uint8Array>();
            let answer = bytes.ok().map(|bytes| decode(&bytes.to_vec()).map_err(|_| FAILURE));
            report(asker, with(asker, |inquiry| inquiry.hear(asker, answer)));
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        hear.forget();
        let fail = Closure::<dyn Fn()>::new(move || fail(asker));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        fail.forget();
        true
    }

    /// Takes a message of the worker: that it is ready, or an answer.
    fn hear(
        &mut self,
        asker: Asker,
        said: Option<Result<Response, &'static str>>,
    ) -> Option<Reply> {
        self.is_ready = true;
        let reply = self.asked.take().and_then(|(question, since)| {
            let answer = said?;
            let time = now() - since;
            if question.is_search && time < TURN / 2.0 {
                self.budget = self.budget.saturating_mul(2);
            } else if question.is_search && time > TURN * 1.5 {
                self.budget = (self.budget / 2).max(1);
            }
            Some(Reply { question, answer })
        });
        self.ask(asker);
        reply
    }
}

/// Reports that the question cannot be answered.
fn fail(asker: Asker) {
    let reply = with(asker, |inquiry| {
        inquiry.has_failed = true;
        let asked = inquiry.asked.take().map(|(question, _)| question);
        let question = inquiry.wanted.take().or(asked)?;
        Some(Reply { question, answer: Err(FAILURE) })
    });
    report(asker, reply);
}

fn report(asker: Asker, reply: Option<Reply>) {
    // The receiver may ask something else at once.
    let receiver = with(asker, |inquiry| inquiry.receiver.take());
    if let (Some(reply), Some(receiver)) = (reply, &receiver) {
        receiver(reply);
    }
    with(asker, |inquiry| inquiry.receiver = receiver);
}
