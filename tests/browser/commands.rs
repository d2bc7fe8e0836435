//! The commands of chromedriver and geckodriver beyond `WebDriver`.

use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// A command of a driver's own.
#[derive(Debug)]
pub(crate) enum Command {
    /// The messages on the console since this was last asked.
    ConsoleLog,
    /// A command of the `DevTools` protocol.
    DevTools(&'static str, Value),
    /// Has the next scripts run in Firefox itself, `chrome`, or in the page, `content`.
    Context(&'static str),
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        let path = match self {
            Self::ConsoleLog => "se/log",
            Self::DevTools(..) => "goog/cdp/execute",
            Self::Context(_) => "moz/context",
        };
        base_url.join(&format!("session/{}/{path}", session_id.unwrap_or_default()))
    }

    fn method_and_body(&self, _request_url: &Url) -> (Method, Option<String>) {
        let body = match self {
            Self::ConsoleLog => json!({ "type": "browser" }),
            Self::DevTools(command, parameters) => json!({ "cmd": command, "params": parameters }),
            Self::Context(name) => json!({ "context": name }),
        };
        (Method::POST, Some(body.to_string()))
    }
}
