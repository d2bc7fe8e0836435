//! The emulated screen, permissions and network of the page, by way of the `DevTools` protocol.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;

use super::{Engine, Page};

impl Page {
    /// Sets the size of the view, also below what a window may have.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        if self.engine == Engine::Firefox {
            return self.resize_firefox(width, height).await;
        }
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.dev_tools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Does something with the mouse over an element, at parts of its width and of its height, with
    /// some keys held: 2 is Control, 8 is Shift.
    pub(crate) async fn mouse(&self, kind: &str, selector: &str, at: [f64; 2], keys: u8) {
        let place = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [box.left + box.width * arguments[1], box.top + box.height * arguments[2]]";
        let place = self.script(place, vec![json!(selector), json!(at[0]), json!(at[1])]).await;
        let buttons = u8::from(kind != "mouseReleased" && kind != "mouseWheel");
        let clicks = u8::from(kind != "mouseMoved");
        let event = json!({
            "type": kind, "x": place[0], "y": place[1], "modifiers": keys, "button": "left",
            "buttons": buttons, "clickCount": clicks, "deltaX": 0, "deltaY": -120,
        });
        self.dev_tools("Input.dispatchMouseEvent", event).await;
    }

    /// Drags the mouse across an element from one part of its width to another.
    pub(crate) async fn drag(&self, selector: &str, [from, to]: [f64; 2], keys: u8) {
        self.mouse("mouseMoved", selector, [from, 0.5], keys).await;
        self.mouse("mousePressed", selector, [from, 0.5], keys).await;
        self.mouse("mouseMoved", selector, [f64::midpoint(from, to), 0.5], keys).await;
        self.mouse("mouseMoved", selector, [to, 0.5], keys).await;
        self.mouse("mouseReleased", selector, [to, 0.5], keys).await;
    }

    /// Pretends that the system prefers `light` or `dark`.
    pub(crate) async fn prefer(&self, scheme: &str) {
        self.emulate("", &[("prefers-color-scheme", scheme)]).await;
    }

    /// Pretends to be drawn on another medium, which may be empty, with these features.
    pub(crate) async fn emulate(&self, media: &str, features: &[(&str, &str)]) {
        let feature = |(name, value): &(_, _)| json!({ "name": name, "value": value });
        let features: Vec<_> = features.iter().map(feature).collect();
        let parameters = json!({ "media": media, "features": features });
        self.dev_tools("Emulation.setEmulatedMedia", parameters).await;
    }

    /// Lets scrollbars take no room, as on a phone.
    pub(crate) async fn hide_scrollbars(&self) {
        self.dev_tools("Emulation.setScrollbarsHidden", json!({ "hidden": true })).await;
    }

    /// A picture of the whole page, including the parts out of view, as a PNG file.
    pub(crate) async fn picture(&self) -> Vec<u8> {
        let size = "scrollTo(0, 0);
            const root = document.documentElement;
            return [root.scrollWidth, root.scrollHeight]";
        let size = self.script(size, vec![]).await;
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 });
        let parameters = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let answer = self.dev_tools("Page.captureScreenshot", parameters).await;
        let data = answer["data"].as_str().expect("a picture");
        BASE64_STANDARD.decode(data).expect("base 64")
    }

    /// Lets the page's scripts run, or not.
    pub(crate) async fn allow_scripts(&self, allowed: bool) {
        let value = json!({ "value": !allowed });
        self.dev_tools("Emulation.setScriptExecutionDisabled", value).await;
    }

    /// Lets requests for addresses of a pattern fail, or none.
    pub(crate) async fn refuse(&self, patterns: &[&str]) {
        self.dev_tools("Network.enable", json!({})).await;
        self.dev_tools("Network.setBlockedURLs", json!({ "urls": patterns })).await;
    }

    /// Lets animations run that many times as fast, from the next document on; not at all with 0.
    pub(crate) async fn animate(&self, rate: u32) {
        self.dev_tools("Animation.enable", json!({})).await;
        self.dev_tools("Animation.setPlaybackRate", json!({ "playbackRate": rate })).await;
    }
}
