//! Work in the background: workers that share a [task](ptxfp::internals::tasks::Task), a range of its
//! indices at a time. They are started when there is work for the first time, and kept.
//!
//! Their program is compiled once, here, and each is sent the compiled module.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::{Promise, Uint8Array, WebAssembly};
use leptos::leptos_dom::helpers::set_timeout;
use ptxfp::internals::messages::{Done, Order, decode, encode};
use ptxfp::internals::tasks::Task;
use ptxfp_view::background::Report;
use serde::Serialize;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType, window};

use super::files::{File, fetch, file};

/// The name of their program.
const PROGRAM: &str = "sweeps";
/// The maximum number of workers.
const MAX_WORKERS: u32 = 8;
/// The time that a worker should take for one range, in milliseconds: unwanted work goes on for
/// this long.
const TURN: f64 = 30.0;
/// The number of indices that a worker is given first.
const FIRST_TURN: u64 = 2048;
/// The message if no worker could be started.
pub(super) const FAILURE: &str = "This browser could not start the background worker.";
/// The time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(60);

/// A job in progress.
struct Running {
    number: u64,
    task: Task,
    len: u64,
    next: u64,
    done: u64,
    turn: u64,
    start: f64,
    words: Vec<Vec<u64>>,
    is_reporting: bool,
}

struct Member {
    worker: Worker,
    is_ready: bool,
    /// Its job.
    job: u64,
    /// The number of indices that it is busy with, and the time since when.
    busy: Option<(u64, f64)>,
}

#[derive(Default)]
struct Pool {
    /// The number of times that workers were ended.
    era: u32,
    members: Vec<Member>,
    running: Option<Running>,
    /// The number of the last job.
    number: u64,
    failure: Option<&'static str>,
    receiver: Option<Box<dyn Fn(Report)>>,
}

thread_local! {
    static POOL: RefCell<Pool> = RefCell::new(Pool::default());
}

/// Sets who receives the progress.
pub fn connect(receiver: impl Fn(Report) + 'static) {
    POOL.with_borrow_mut(|pool| pool.receiver = Some(Box::new(receiver)));
}

/// Ensures that a task is in progress or done, or that none is; with its number of indices.
pub fn want(task: Option<&(Task, u64)>) {
    POOL.with_borrow_mut(|pool| {
        let Some((task, len)) = task else {
            pool.running = None;
            return;
        };
        if pool.running.as_ref().is_some_and(|running| running.task == *task) {
            return;
        }
        // A new task is a new attempt.
        if pool.failure.take().is_some() {
            pool.end();
        }
        if pool.members.is_empty() {
            pool.start();
        }
        pool.number += 1;
        pool.running = Some(Running {
            number: pool.number,
            task: task.clone(),
            len: *len,
            next: 0,
            done: 0,
            turn: FIRST_TURN,
            start: now(),
            words: Vec::new(),
            is_reporting: false,
        });
        for index in 0..pool.members.len() {
            pool.feed(index);
        }
        if pool.failure.is_some() {
            pool.report_soon();
        }
    });
}

/// Does something with the workers, unless those that it is about were ended.
fn in_era(era: u32, act: impl FnOnce(&mut Pool)) {
    POOL.with_borrow_mut(|pool| {
        if pool.era == era {
            act(pool);
        }
    });
}

/// Whole milliseconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are small, and what is not is saturated"
)]
fn whole(time: f64) -> u64 {
    time as u64
}

pub(super) fn now() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |it| it.now())
}

/// A worker, whose name is the address of its script. Its WebAssembly, or the text of
/// [`unfetched`], is to be the first message.
pub(super) fn worker(scripts: &[String]) -> Option<Worker> {
    let [script, glue] = scripts else { return None };
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(glue);
    Worker::new_with_options(script, &options).ok()
}

/// Returns the message to a worker about a program that it fetches itself.
pub(super) fn unfetched(program: &File) -> JsValue {
    JsValue::from_str(&[&program.address, " ", &program.integrity].concat())
}

/// Sends a message to a worker.
pub(super) fn post(worker: &Worker, message: &impl Serialize) {
    if let Ok(bytes) = encode(message) {
        let _ = worker.post_message(&Uint8Array::from(&*bytes));
    }
}

/// Compiles a program and passes it on; if the server does not declare it as WebAssembly, passes
/// its address instead, as the worker can fetch it in another way.
fn compile(program: &File, era: u32) -> Option<()> {
    let promise: Promise = WebAssembly::compile_streaming(&fetch(program)?);
    let take = move |program: &JsValue| in_era(era, |pool| pool.take(program));
    let compiled = Closure::<dyn FnMut(JsValue)>::new(move |program| take(&program));
    let program = unfetched(program);
    let failed = Closure::<dyn FnMut(JsValue)>::new(move |_| take(&program));
    let _ = promise.then2(&compiled, &failed);
    // They are called later, and created once.
    compiled.forget();
    failed.forget();
    Some(())
}

impl Pool {
    fn end(&mut self) {
        self.era += 1;
        self.members.drain(..).for_each(|member| member.worker.terminate());
    }

    fn start(&mut self) {
        let era = self.era;
        let Some((module, scripts)) = file(PROGRAM) else { return self.fail() };
        let cores = window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        let n_workers = (1..MAX_WORKERS).filter(|n| f64::from(*n) < cores).count() + 1;
        for index in 0..n_workers {
            let Some(worker) = worker(&scripts) else { break };
            let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
                in_era(era, |pool| pool.hear(index, &event.data()));
            });
            worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
            hear.forget();
            let fail = Closure::<dyn Fn()>::new(move || in_era(era, Pool::fail));
            worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
            fail.forget();
            self.members.push(Member { worker, is_ready: false, job: 0, busy: None });
        }
        if self.members.is_empty() || compile(&module, era).is_none() {
            self.fail();
        }
    }

    /// Takes the program, and sends it to the workers.
    fn take(&self, program: &JsValue) {
        for member in &self.members {
            let _ = member.worker.post_message(program);
        }
    }

    fn fail(&mut self) {
        self.failure = Some(FAILURE);
        self.report_soon();
    }

    /// Takes a message of a worker, and gives it more work.
    fn hear(&mut self, index: usize, data: &JsValue) {
        let Some(member) = self.members.get_mut(index) else { return };
        member.is_ready = true;
        let busy = member.busy.take();
        if let (Some((count, since)), Some(bytes)) = (busy, data.dyn_ref::<Uint8Array>()) {
            let Ok(Done { number, words }) = decode(&bytes.to_vec()) else { return self.fail() };
            if let Some(running) = self.running.as_mut().filter(|it| it.number == number) {
                running.done += count;
                running.words.extend(words);
                let time = now() - since;
                if time < TURN / 2.0 {
                    running.turn = count.saturating_mul(2);
                } else if time > TURN * 1.5 {
                    running.turn = (count / 2).max(1);
                }
                self.report_soon();
            }
        }
        self.feed(index);
    }

    /// Gives an idle worker more of the job.
    fn feed(&mut self, index: usize) {
        let (Some(member), Some(running)) = (self.members.get_mut(index), &mut self.running) else {
            return;
        };
        if !member.is_ready || member.busy.is_some() || running.next >= running.len {
            return;
        }
        let number = running.number;
        if member.job != number {
            post(&member.worker, &Order::Begin(number, running.task.clone()));
            member.job = number;
        }
        let from = running.next;
        let to = running.len.min(from.saturating_add(running.turn));
        post(&member.worker, &Order::Run(number, from..to));
        member.busy = Some((to - from, now()));
        running.next = to;
    }

    /// Reports progress: at once when everything is done, otherwise at intervals.
    fn report_soon(&mut self) {
        let Some(running) = &mut self.running else { return };
        let delay = if running.done >= running.len { Duration::ZERO } else { REPORT_EVERY };
        if running.is_reporting && !delay.is_zero() {
            return;
        }
        running.is_reporting = true;
        set_timeout(report, delay);
    }
}

/// Reports what has been done since the last report.
fn report() {
    let report = POOL.with_borrow_mut(|pool| {
        let failure = pool.failure;
        let running = pool.running.as_mut()?;
        running.is_reporting = false;
        let words = std::mem::take(&mut running.words);
        let Running { task, done, start, .. } = running;
        let time = whole(now() - *start);
        let is_new = failure.is_some() || !words.is_empty();
        is_new.then(|| Report { task: task.clone(), done: *done, time, words, failure })
    });
    // The receiver may request something else at once.
    let receiver = POOL.with_borrow_mut(|pool| pool.receiver.take());
    if let (Some(report), Some(receiver)) = (report, &receiver) {
        receiver(report);
    }
    POOL.with_borrow_mut(|pool| pool.receiver = receiver);
}
