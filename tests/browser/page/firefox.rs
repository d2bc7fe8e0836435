//! The console, the size and the colors of Firefox: `WebDriver` has no commands for them, but the browser's own code.

use serde_json::{Value, json};

use super::Page;
use crate::commands::Command;

/// Takes the errors and warnings of pages from the console. Those of the browser's own code are left
/// out, and so are notes, whose flag is 8; that `clipboard-write` needs no permission of the page around
/// a frame; that a frame of another site has a storage of its own; and loads that ended because the page
/// was left, which have the hash of no bytes.
const ERRORS: &str = "
    const notes = ['Feature Policy', 'cookiePartitionedForeign'];
    const ofNoBytes = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
    const all = Services.console.getMessageArray();
    Services.console.reset();
    return all
        .filter(each => each instanceof Ci.nsIScriptError && !(each.flags & 8))
        .filter(each => !notes.includes(each.category) && !each.errorMessage.includes(ofNoBytes))
        .filter(each => /^(https?|file|blob):/.test(each.sourceName))
        .map(each => `${each.category}: ${each.errorMessage} ${each.sourceName}:${each.lineNumber}`)";

/// Sets the size of the page in its window, also below what a window may have.
const RESIZE: &str = "
    const [width, height] = [...arguments].map(length => `${length}px`);
    Object.assign(gBrowser.selectedBrowser.style, { width, height, minWidth: width, maxWidth: width, minHeight: height, maxHeight: height })";

/// Chooses the colors that the system prefers: 0 is dark, 1 is light.
const PREFER: &str =
    "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])";

impl Page {
    /// Runs a script in Firefox itself.
    async fn in_firefox(&self, script: &str, arguments: Vec<Value>) -> Value {
        let context = async |name| {
            let answer = self.client.issue_cmd(Command::Context(name)).await;
            answer.unwrap_or_else(|error| panic!("{name}: {error}"));
        };
        context("chrome").await;
        let found = self.script(script, arguments).await;
        context("content").await;
        found
    }

    pub(super) async fn errors_in_firefox(&self) -> Vec<Value> {
        let found = self.in_firefox(ERRORS, vec![]).await;
        found.as_array().cloned().unwrap_or_default()
    }

    pub(super) async fn resize_firefox(&self, width: u32, height: u32) {
        self.in_firefox(RESIZE, vec![json!(width), json!(height)]).await;
        let size = || async { self.script("return `${innerWidth} ${innerHeight}`", vec![]).await };
        let expected = json!(format!("{width} {height}"));
        self.wait_for(&format!("a view of {expected}"), size, |size| *size == expected).await;
    }

    /// Pretends that the system of Firefox prefers dark colors, or light ones.
    pub(crate) async fn prefer_in_firefox(&self, scheme: &str) {
        self.in_firefox(PREFER, vec![json!(u8::from(scheme != "dark"))]).await;
    }
}
