//! The frame around the content of every page.

use ptxfp::catalog::opcodes;

use crate::markup::Markup;
use crate::site::{COMPANIONS, NAME, Site, folder};

/// The metadata of a page.
pub(crate) struct About<'a> {
    /// Its folder, with a slash at its end.
    pub(crate) folder: &'a str,
    /// Its title.
    pub(crate) title: &'a str,
    /// The description, in a sentence or two.
    pub(crate) description: &'a str,
    /// The opcode that it is about.
    pub(crate) opcode: Option<&'a str>,
}

/// No scripts run, nothing is sent, and only the page's own style sheets are fetched.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/// The path from a folder back to the page.
pub(crate) fn root(folder: &str) -> String {
    "../".repeat(folder.matches('/').count())
}

/// A whole page.
pub(crate) fn page(site: &Site, about: &About<'_>, write: impl FnOnce(&mut Markup)) -> String {
    let root = root(about.folder);
    let mut main = Markup::default();
    main.open_class("main", "wrap").attribute("id", "main");
    write(&mut main);
    let (head, header, main) = (head(site, about, &root), header(&root), main.finish());
    let opcodes = opcode_links(&root, about.opcode);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n{head}</head>\n<body class=\"static\">\n\
         {header}<div class=\"wrap\">{opcodes}</div>\n{main}\n{FOOTER}</body>\n</html>\n"
    )
}

fn head(site: &Site, about: &About<'_>, root: &str) -> String {
    let (title, description) = (escaped(about.title), escaped(about.description));
    let mut head = format!(
        "<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:site_name\" content=\"{NAME}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n"
    );
    for sheet in &site.sheets {
        head.extend(["<link rel=\"stylesheet\" href=\"", root, &escaped(sheet), "\">\n"]);
    }
    if let Some(address) = &site.address {
        let here = escaped(&address.of(about.folder));
        head.extend(["<link rel=\"canonical\" href=\"", &here, "\">\n"]);
        head.extend(["<meta property=\"og:url\" content=\"", &here, "\">\n"]);
    }
    head
}

/// The header of index.html, without the parts that need scripts.
fn header(root: &str) -> String {
    format!(
        "<header class=\"header\"><div class=\"wrap\">\
         <a class=\"brand\" href=\"{root}\">\
         <svg width=\"22\" height=\"22\" viewBox=\"0 0 22 22\" aria-hidden=\"true\">\
         <rect x=\"1\" y=\"3\" width=\"3\" height=\"16\" class=\"sign\"/>\
         <rect x=\"6\" y=\"3\" width=\"6\" height=\"16\" class=\"exponent\"/>\
         <rect x=\"14\" y=\"3\" width=\"7\" height=\"16\" class=\"significand\"/>\
         </svg><span>{NAME}</span></a>\
         <nav class=\"views\" aria-label=\"views\"><a href=\"{root}\">Playground</a>\
         <a href=\"{root}#tensor\">Tensor cores</a><a href=\"{root}#sequence\">Program</a>\
         <a href=\"{root}#reference\">Reference</a><a href=\"{root}#formats\">Formats</a>\
         <a href=\"{root}#learn\">Learn</a></nav></div></header>\n"
    )
}

/// Links to every opcode's page.
fn opcode_links(root: &str, current: Option<&str>) -> String {
    let mut links = Markup::default();
    links.open_class("nav", "opcodes").attribute("aria-label", "instructions").open("ul");
    let mut link = |place: &str, name: &str, is_current: bool| {
        links.open("li").open("a").attribute("href", &[root, place].concat());
        if is_current {
            links.attribute("aria-current", "page");
        }
        links.text(name).close().close();
    };
    link("i/", "All", current.is_none());
    for opcode in opcodes() {
        link(&folder(opcode), opcode, current == Some(opcode));
    }
    link(COMPANIONS, "companions", current == Some("companions"));
    links.finish()
}

const FOOTER: &str = "<footer class=\"footer\"><div class=\"wrap\"><p>No server, no tracking, and \
    these pages need no script. PTX is an NVIDIA instruction set; this site is independent.</p>\
    </div></footer>\n";

/// A text with everything escaped that has a meaning in HTML, also in attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut markup = Markup::default();
    markup.text(text);
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::{About, page, root};
    use crate::address::Address;
    use crate::site::Site;

    fn example(address: Option<&str>) -> String {
        let address = address.map(|text| Address::parse(text).expect("an address"));
        let site = Site { address, sheets: vec!["a-1.css".to_owned()] };
        let about = About {
            folder: "i/x/",
            title: "<title>",
            description: "\"quoted\" & <more>",
            opcode: None,
        };
        page(&site, &about, |markup| {
            markup.leaf("h1", "", "a < b");
        })
    }

    #[test]
    fn text_is_escaped_and_addresses_are_relative() {
        let page = example(None);
        assert!(page.contains("<title>&lt;title&gt;</title>"));
        assert!(page.contains("content=\"&quot;quoted&quot; &amp; &lt;more&gt;\""));
        assert!(page.contains("a &lt; b"));
        assert!(page.contains("<link rel=\"stylesheet\" href=\"../../a-1.css\">"));
        assert!(!page.contains("og:url") && !page.contains("canonical"));
    }

    #[test]
    fn a_known_address_is_written() {
        let page = example(Some("https://example.org/p"));
        for part in [
            "<link rel=\"canonical\" href=\"https://example.org/p/i/x/\">",
            "<meta property=\"og:url\" content=\"https://example.org/p/i/x/\">",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn the_way_back_is_as_long_as_the_way_there() {
        assert_eq!((root("i/"), root("i/fma/")), ("../".to_owned(), "../../".to_owned()));
    }
}
