//! Browsers that tests hand on to one another: of those with the same arguments there are at most as
//! many as tests that run at once.
//!
//! Each test has a tab and an origin of its own. Settings of a tab end with it; storage of its
//! origin is deleted, and no later test has this origin (`server.rs`). A browser in which a test
//! failed is not used again.

use std::future::Future;
use std::sync::{Mutex, PoisonError};

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::WindowHandle;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use crate::commands::Command;
use crate::driver::{Driver, ENDS_WITH_US};
use crate::page::{Engine, Page};

/// A browser with its session.
///
/// The session lives in a task of the runtime, which therefore goes with it from test to test.
pub(crate) struct Browser {
    client: Client,
    runtime: Runtime,
    /// The tab that stays, for a session ends with its last one.
    home: WindowHandle,
    arguments: Vec<String>,
    engine: Engine,
    /// Ends the browser: dropped last.
    _driver: Driver,
}

/// The browsers that wait for a test.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

fn idle() -> std::sync::MutexGuard<'static, Vec<Browser>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Browser {
    /// A browser that was started with these arguments, in a new tab.
    pub(crate) fn take(arguments: &[&str]) -> Self {
        let kept = {
            let mut idle = idle();
            let place = idle.iter().position(|browser| browser.arguments == arguments);
            place.map(|place| idle.swap_remove(place))
        };
        // One that has ended since is replaced.
        let kept = kept.filter(|browser| browser.block_on(browser.open_tab()).is_ok());
        kept.unwrap_or_else(|| Self::start(arguments))
    }

    /// A browser that nobody has used, in a new tab.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let driver = Driver::start();
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let client = runtime.block_on(driver.client(arguments));
        let home = runtime.block_on(client.window()).expect("a tab");
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let engine = Engine::Chromium;
        let browser = Self { client, runtime, home, arguments, engine, _driver: driver };
        browser.block_on(browser.open_tab()).expect("a new tab");
        browser
    }

    /// A Firefox, which is not handed on.
    pub(crate) fn firefox() -> Self {
        let driver = Driver::of_firefox();
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let client = runtime.block_on(driver.firefox());
        let home = runtime.block_on(client.window()).expect("a tab");
        let engine = Engine::Firefox;
        Self { client, runtime, home, arguments: Vec::new(), engine, _driver: driver }
    }

    /// The page of this address in it.
    pub(crate) fn page(&self, address: String) -> Page {
        Page::new(self.client.clone(), self.engine, address)
    }

    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    async fn open_tab(&self) -> Result<(), CmdError> {
        let tab = self.client.new_window(true).await?.handle;
        self.client.switch_to_window(tab).await?;
        // A tab in the background is not drawn.
        self.dev_tools("Page.bringToFront", json!({})).await
    }

    async fn dev_tools(
        &self,
        command: &'static str,
        parameters: serde_json::Value,
    ) -> Result<(), CmdError> {
        self.client.issue_cmd(Command::DevTools(command, parameters)).await.map(|_| ())
    }

    /// Hands the browser on to the next test, without what this one has left in it.
    pub(crate) fn keep(self, origin: &str) {
        if ENDS_WITH_US && self.block_on(self.clean(origin)).is_ok() {
            idle().push(self);
        }
    }

    async fn clean(&self, origin: &str) -> Result<(), CmdError> {
        for tab in self.client.windows().await? {
            if tab != self.home {
                self.client.switch_to_window(tab).await?;
                self.client.close_window().await?;
            }
        }
        self.client.switch_to_window(self.home.clone()).await?;
        let all = json!({ "origin": origin, "storageTypes": "all" });
        self.dev_tools("Storage.clearDataForOrigin", all).await?;
        // Cookies belong to the host, whatever its port.
        self.dev_tools("Network.clearBrowserCookies", json!({})).await?;
        // Messages that were reported meanwhile do not concern the next test.
        self.client.issue_cmd(Command::ConsoleLog).await.map(|_| ())
    }
}
