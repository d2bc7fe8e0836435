//! The few changes that the built page's HTML needs, made on its text.
//!
//! The text is Trunk's output from our own index.html, and so well-formed; Trunk's minifier may
//! have removed quotes.

use std::ops::Range;

use anyhow::Result;

/// A local style sheet that a page links to.
pub(crate) struct Sheet {
    /// Where its `<link>` element stands.
    place: Range<usize>,
    /// The name of its file.
    pub(crate) file: String,
    /// What index.html says of it in `data-sheet`.
    pub(crate) group: Option<String>,
}

/// The local style sheets, in document order.
pub(crate) fn stylesheets(html: &str) -> Vec<Sheet> {
    elements(html, "link")
        .filter(|range| attribute(&html[range.clone()], "rel") == Some("stylesheet"))
        .filter_map(|place| {
            let tag = &html[place.clone()];
            let address = attribute(tag, "href")?;
            let file = address.strip_prefix("./").unwrap_or(address).to_owned();
            let group = attribute(tag, "data-sheet").map(str::to_owned);
            Some(Sheet { place, file, group })
        })
        .collect()
}

/// The page with one style sheet in the place of the first of `sheets`.
pub(crate) fn with_one_stylesheet(html: &str, sheets: &[Sheet], file: &str) -> String {
    let mut result = String::with_capacity(html.len());
    let mut copied = 0;
    for (index, Sheet { place, .. }) in sheets.iter().enumerate() {
        result += &html[copied..place.start];
        if index == 0 {
            result.extend(["<link rel=\"stylesheet\" href=\"./", file, "\">"]);
        }
        copied = place.end;
    }
    result + &html[copied..]
}

/// The page with another name for a file beside it, which must be in it.
pub(crate) fn with_file_renamed(html: &str, file: &str, name: &str) -> Option<String> {
    let address = format!("./{file}");
    html.contains(&address).then(|| html.replace(&address, &format!("./{name}")))
}

/// The page with what the bytes are to be of each file that it loads, or lists in a `meta` element.
///
/// A style sheet is then fetched as scripts are: where the origin of the page is nobody's, as in a
/// frame with a sandbox, browsers could not look at its bytes otherwise.
pub(crate) fn with_integrity(
    html: &str,
    integrity: impl Fn(&str) -> Result<String>,
) -> Result<String> {
    let mut additions = Vec::new();
    for (element, list, name) in [
        ("link", "href", "crossorigin integrity"),
        ("script", "src", "integrity"),
        ("meta", "content", "data-integrity"),
    ] {
        for range in elements(html, element) {
            let tag = &html[range.clone()];
            let is_loaded = element != "link" || attribute(tag, "rel") == Some("stylesheet");
            let Some(files) = attribute(tag, list).filter(|_| is_loaded) else { continue };
            let files: Vec<_> = files.split(' ').collect();
            if files.iter().all(|file| file.starts_with("./") || file.starts_with("../")) {
                let hashes = files.into_iter().map(&integrity).collect::<Result<Vec<_>>>()?;
                let place = range.start + "<".len() + element.len();
                additions.push((place, format!(" {name}=\"{}\"", hashes.join(" "))));
            }
        }
    }
    additions.sort();
    let mut result = html.to_owned();
    for (place, text) in additions.iter().rev() {
        result.insert_str(*place, text);
    }
    Ok(result)
}

/// The `meta` element of that name.
pub(crate) fn meta_tag<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    elements(html, "meta")
        .map(|range| &html[range])
        .find(|tag| attribute(tag, "name") == Some(name))
}

/// What the `meta` element of that name says.
pub(crate) fn meta<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    attribute(meta_tag(html, name)?, "content")
}

/// Whether Trunk put its live-reload script into this page, as it does when it serves it.
pub(crate) fn has_live_reload(html: &str) -> bool {
    html.contains(".well-known/trunk/ws")
}

/// The page with the exceptions from its Content-Security-Policy that live reload needs: an inline
/// script and a WebSocket. `None` if the policy does not have the expected words.
pub(crate) fn with_live_reload_allowed(html: &str) -> Option<String> {
    let exceptions = [("script-src 'self'", " 'unsafe-inline'"), ("connect-src 'self'", " ws:")];
    exceptions.into_iter().try_fold(html.to_owned(), |page, (words, more)| {
        page.contains(words).then(|| page.replacen(words, &format!("{words}{more}"), 1))
    })
}

/// Addresses at other hosts that the page would load by itself. Links for readers to follow are
/// none, nor is where the page says that it or its like is.
pub(crate) fn third_party_addresses(html: &str) -> Vec<String> {
    let loads =
        [("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")];
    loads
        .into_iter()
        .flat_map(|(element, name)| {
            elements(html, element)
                .map(move |range| &html[range])
                .filter(|tag| !matches!(attribute(tag, "rel"), Some("canonical" | "alternate")))
                .filter_map(move |tag| attribute(tag, name).map(str::to_owned))
        })
        .filter(|address| address.starts_with("//") || address.contains("://"))
        .collect()
}

/// The places of the start tags of this name.
fn elements<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    html.match_indices('<').filter_map(move |(start, _)| {
        let rest = html[start + 1..].strip_prefix(name)?;
        if !rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/') {
            return None;
        }
        Some(start..start + tag_length(&html[start..])?)
    })
}

/// The length of the tag at the start of this text; `>` in quotes does not end it.
fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return Some(index + 1),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    None
}

/// The value of an attribute in a start tag, with or without quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let pattern = format!("{name}=");
    let (at, _) =
        tag.match_indices(&pattern).find(|(at, _)| tag[..*at].ends_with(char::is_whitespace))?;
    let value = &tag[at + pattern.len()..];
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split(|c: char| c.is_ascii_whitespace() || c == '>').next(),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::{
        has_live_reload, stylesheets, third_party_addresses, with_file_renamed, with_integrity,
        with_live_reload_allowed, with_one_stylesheet,
    };

    const MINIFIED: &str = "<!DOCTYPE html><meta charset=utf-8><link rel=stylesheet href=./a-1.css>\
        <link rel=\"stylesheet\" href=\"./b-2.css\" data-sheet=later title=\"a > b\"/><title>t</title>\
        <link rel=modulepreload href=./app.js>";

    #[test]
    fn style_sheets_are_found_with_and_without_quotes() {
        let sheets: Vec<_> =
            stylesheets(MINIFIED).into_iter().map(|sheet| (sheet.file, sheet.group)).collect();
        assert_eq!(sheets, [("a-1.css".into(), None), ("b-2.css".into(), Some("later".into()))]);
    }

    #[test]
    fn one_style_sheet_takes_the_place_of_all() {
        let page = with_one_stylesheet(MINIFIED, &stylesheets(MINIFIED), "style-3.css");
        assert_eq!(
            page,
            "<!DOCTYPE html><meta charset=utf-8><link rel=\"stylesheet\" href=\"./style-3.css\">\
             <title>t</title><link rel=modulepreload href=./app.js>"
        );
    }

    #[test]
    fn a_file_has_another_name_wherever_the_page_names_it() {
        let page = "<meta name=library content=\"./library.js ./library_bg.wasm\">";
        assert_eq!(
            with_file_renamed(page, "library_bg.wasm", "library-1_bg.wasm").as_deref(),
            Some("<meta name=library content=\"./library.js ./library-1_bg.wasm\">")
        );
        assert_eq!(with_file_renamed(page, "library.wasm", "library-1.wasm"), None);
    }

    #[test]
    fn every_file_has_its_hash() {
        let page = "<link rel=icon href=data:,><link rel=stylesheet href=../a.css><style>x</style>\
            <meta name=p content=\"./p.js ./p.wasm\"><meta name=viewport content=width>\
            <script src=./boot.js type=module></script><a href=./>here</a>";
        let written = with_integrity(page, |file| Ok(file.replace(['.', '/'], ""))).unwrap();
        assert_eq!(
            written,
            "<link rel=icon href=data:,><link crossorigin integrity=\"acss\" rel=stylesheet \
             href=../a.css><style>x</style><meta data-integrity=\"pjs pwasm\" name=p \
             content=\"./p.js ./p.wasm\"><meta name=viewport content=width>\
             <script integrity=\"bootjs\" src=./boot.js type=module></script><a href=./>here</a>"
        );
        assert!(with_integrity(page, |_| bail!("no such file")).is_err());
    }

    #[test]
    fn live_reload_is_allowed_only_by_two_exceptions() {
        let page = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
        assert_eq!(
            with_live_reload_allowed(page).as_deref(),
            Some("script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' ws:")
        );
        assert_eq!(with_live_reload_allowed("script-src *"), None);
        assert!(!has_live_reload(page));
    }

    #[test]
    fn only_what_loads_by_itself_counts_as_a_request() {
        let page = "<a href=https://docs.nvidia.com>ISA</a><link rel=icon href=data:,>\
                    <link rel=\"canonical\" href=\"https://example.org/\">\
                    <script src=//cdn.example/x.js>";
        assert_eq!(third_party_addresses(page), ["//cdn.example/x.js"]);
    }
}
