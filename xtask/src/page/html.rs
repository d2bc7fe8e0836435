//! The few changes that the built page's HTML needs.
//!
//! A tokenizer finds the tags; the changes are made on the text, so that everything else stays as
//! Trunk wrote it.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::Result;
use html5gum::Tokenizer;
use html5gum::emitters::default::{DefaultEmitter, Token};

/// The files of the local style sheets that a page links to, in document order.
pub(crate) fn stylesheets(html: &str) -> Vec<String> {
    let sheets = tags(html, &["link"]);
    let sheets = sheets.iter().filter(|tag| tag.attribute("rel") == Some("stylesheet"));
    let addresses = sheets.filter_map(|tag| tag.attribute("href"));
    addresses.map(without_dot).collect()
}

/// The page with another name for a file beside it, which must be in it.
pub(crate) fn with_file_renamed(html: &str, file: &str, name: &str) -> Option<String> {
    let address = format!("./{file}");
    html.contains(&address).then(|| html.replace(&address, &format!("./{name}")))
}

/// The page with the hash of each file that it loads, or lists in a `meta` element.
///
/// Style sheets are then fetched with CORS, as scripts are: a page with an opaque origin, as in a
/// sandboxed frame, could not verify them otherwise.
pub(crate) fn with_integrity(
    html: &str,
    integrity: impl Fn(&str) -> Result<String>,
) -> Result<String> {
    let mut result = String::with_capacity(html.len());
    let mut copied = 0;
    for tag in tags(html, &["link", "script", "meta"]) {
        let (list, name) = match tag.name.as_str() {
            "link" if tag.attribute("rel") == Some("stylesheet") => {
                ("href", "crossorigin integrity")
            }
            "script" => ("src", "integrity"),
            "meta" => ("content", "data-integrity"),
            _ => continue,
        };
        let Some(files) = tag.attribute(list) else { continue };
        let files: Vec<_> = files.split(' ').collect();
        if files.iter().all(|file| file.starts_with("./") || file.starts_with("../")) {
            let hashes = files.into_iter().map(&integrity).collect::<Result<Vec<_>>>()?;
            let place = tag.place.start + "<".len() + tag.name.len();
            result += &html[copied..place];
            result.extend([" ", name, "=\"", &hashes.join(" "), "\""]);
            copied = place;
        }
    }
    Ok(result + &html[copied..])
}

/// The `meta` element of that name.
pub(crate) fn meta_tag<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    named_meta(html, name).map(|tag| &html[tag.place])
}

/// The content of the `meta` element of that name.
pub(crate) fn meta(html: &str, name: &str) -> Option<String> {
    named_meta(html, name)?.attributes.remove("content")
}

/// A `meta` element with a name and a content.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) content: String,
    /// Whether it lists scripts beside that.
    pub(crate) has_scripts: bool,
}

/// The `meta` elements with a name and a content, in document order.
pub(crate) fn metas(html: &str) -> Vec<Entry> {
    let entry = |mut tag: Tag| {
        let has_scripts = tag.attributes.contains_key("data-scripts");
        let [name, content] = ["name", "content"].map(|key| tag.attributes.remove(key));
        Some(Entry { name: name?, content: content?, has_scripts })
    };
    tags(html, &["meta"]).into_iter().filter_map(entry).collect()
}

/// The files of the `meta` element of that name, by their path from the page.
pub(crate) fn meta_files(html: &str, name: &str) -> Vec<String> {
    let content = meta(html, name).unwrap_or_default();
    content.split_whitespace().map(without_dot).collect()
}

/// The files that a page loads by itself, by their path from the page, and those of its app.
pub(crate) fn start_files(html: &str) -> Vec<String> {
    let mut files = stylesheets(html);
    let scripts = tags(html, &["script"]);
    files.extend(scripts.iter().filter_map(|tag| tag.attribute("src")).map(without_dot));
    files.extend(meta_files(html, super::programs::APP));
    files
}

fn without_dot(file: &str) -> String {
    file.strip_prefix("./").unwrap_or(file).to_owned()
}

fn named_meta(html: &str, name: &str) -> Option<Tag> {
    tags(html, &["meta"]).into_iter().find(|tag| tag.attribute("name") == Some(name))
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

/// Addresses on other hosts that the page would load by itself, so without links that readers follow
/// and without `canonical` and `alternate`.
pub(crate) fn third_party_addresses(html: &str) -> Vec<String> {
    let mut addresses = Vec::new();
    for mut tag in tags(html, &["link", "script", "img", "iframe", "source"]) {
        if !matches!(tag.attribute("rel"), Some("canonical" | "alternate")) {
            let name = if tag.name == "link" { "href" } else { "src" };
            addresses.extend(tag.attributes.remove(name));
        }
    }
    addresses.retain(|address| address.starts_with("//") || address.contains("://"));
    addresses
}

/// A start tag.
struct Tag {
    /// Its name, in lower case.
    name: String,
    /// Its position in the text, from `<` to `>`.
    place: Range<usize>,
    /// Its attributes, without quotes and character references.
    attributes: BTreeMap<String, String>,
}

impl Tag {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}

/// The start tags with one of these names, in document order.
fn tags(html: &str, names: &[&str]) -> Vec<Tag> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    // Text that looks like a tag in a script or a style sheet is not a tag.
    emitter.naively_switch_states(true);
    let mut found = Vec::new();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(Token::StartTag(tag)) = token else { continue };
        let name = text(&tag.name);
        if names.contains(&name.as_str()) {
            let attributes = tag.attributes.iter();
            let attributes = attributes.map(|(name, value)| (text(name), text(value))).collect();
            found.push(Tag { name, place: tag.span.start..tag.span.end, attributes });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::{
        has_live_reload, stylesheets, third_party_addresses, with_file_renamed, with_integrity,
        with_live_reload_allowed,
    };

    const MINIFIED: &str = "<!DOCTYPE html><meta charset=utf-8><link rel=stylesheet href=./a-1.css>\
        <link rel=\"stylesheet\" href=\"./b-2.css\" data-sheet=later title=\"a > b\"/><title>t</title>\
        <link rel=modulepreload href=./app.js>";

    #[test]
    fn style_sheets_are_found_with_and_without_quotes() {
        assert_eq!(stylesheets(MINIFIED), ["a-1.css", "b-2.css"]);
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
    fn only_tags_count() {
        let page = "<!-- <link rel=stylesheet href=no.css> --><script>'<link rel=stylesheet \
            href=no.css>'</script><LINK REL='stylesheet' href='./a.css'>";
        assert_eq!(stylesheets(page), ["a.css"]);
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
