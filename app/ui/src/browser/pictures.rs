//! Pictures of the page's contents.

use js_sys::encode_uri_component;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, window,
};

/// The number of picture pixels for each page pixel.
const SCALE: u32 = 2;

/// Whether the page is in the dark theme.
pub fn is_dark() -> bool {
    let root = window().and_then(|window| window.document()?.document_element());
    match root.and_then(|root| root.get_attribute("data-theme")).as_deref() {
        Some("dark") => true,
        Some("light") => false,
        _ => window()
            .and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok()?)
            .is_some_and(|query| query.matches()),
    }
}

/// Saves a drawing as a pixel image, under a name.
pub fn save_png(name: &'static str, svg: &str) {
    let Ok(image) = HtmlImageElement::new() else { return };
    let drawn = image.clone();
    let loaded = Closure::once_into_js(move || {
        let _ = draw(name, &drawn);
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    let svg = String::from(encode_uri_component(svg));
    image.set_src(&["data:image/svg+xml,", &svg].concat());
}

fn draw(name: &str, image: &HtmlImageElement) -> Result<(), JsValue> {
    let document = window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    let [width, height] = [image.natural_width(), image.natural_height()].map(|it| it * SCALE);
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d")?.ok_or(JsValue::NULL)?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let [width, height] = [width, height].map(f64::from);
    context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&canvas.to_data_url()?);
    link.set_download(name);
    link.click();
    Ok(())
}
