//! Tests of the site as a whole.

mod course;
mod data;
mod documents;

use std::collections::BTreeSet;
use std::path::Path;

use ptxfp::catalog::{Form, forms_of, opcodes};
use ptxfp::internals::export::{Kind, export};
use ptxfp::link::{parse, parse_sequence, parse_tensor};
use ptxfp_view::library::evidence::EVIDENCE;

use crate::address::Address;
use crate::machine::machine_code;
use crate::play::Cases;
use crate::site::{File, Site};

fn files(address: Option<&str>) -> Vec<File> {
    let address = address.map(|text| Address::parse(text).expect("an address"));
    crate::files::files(&Site { address, sheets: vec!["style-1.css".to_owned()] })
}

/// The values of an attribute, as a browser reads them.
fn values(page: &str, attribute: &str) -> Vec<String> {
    let pattern = format!(" {attribute}=\"");
    let rest = page.split(&*pattern).skip(1);
    let value = |rest: &str| {
        let value = rest.split('"').next().expect("a quote");
        ["&quot;", "&lt;", "&gt;", "&amp;"]
            .into_iter()
            .zip(["\"", "<", ">", "&"])
            .fold(value.to_owned(), |text, (from, to)| text.replace(from, to))
    };
    rest.map(value).collect()
}

fn is(file: &File, extension: &str) -> bool {
    Path::new(&file.path).extension().is_some_and(|own| own == extension)
}

/// The pages of a site, of which there is one for each opcode and more.
fn pages(files: &[File]) -> Vec<&File> {
    let pages: Vec<_> = files.iter().filter(|file| is(file, "html")).collect();
    assert!(pages.len() > opcodes().count(), "{} pages", pages.len());
    pages
}

#[test]
fn every_opcode_has_a_page_that_names_every_form() {
    let files = files(None);
    for opcode in opcodes() {
        let path = format!("i/{opcode}/index.html");
        let page = &files.iter().find(|file| file.path == path).expect(opcode).content;
        assert_eq!(page.matches("<h1").count(), 1, "{opcode}");
        for form in forms_of(opcode) {
            let heading = format!("<code>{}</code></h3>", form.syntax());
            assert!(page.contains(&heading), "{heading}");
            assert!(page.contains(&form.requires.to_string()), "{heading}");
        }
    }
}

#[test]
fn every_link_into_the_playground_is_without_problems() {
    let mut count = 0;
    for page in pages(&files(None)) {
        for link in values(&page.content, "href") {
            let Some((_, fragment)) = link.split_once("#v1") else { continue };
            let fragment = format!("v1{fragment}");
            let (canonical, problems) = if let Some(parsed) = parse_sequence(&fragment) {
                (parsed.state.to_fragment(), parsed.problems)
            } else if let Some(parsed) = parse_tensor(&fragment) {
                let canonical = parsed.state.map_or(String::new(), |state| state.to_fragment());
                (canonical, parsed.problems)
            } else {
                let parsed = parse(&fragment);
                let canonical = parsed.linked.to_fragment();
                (canonical, parsed.sound().err().unwrap_or_default())
            };
            assert_eq!(problems, [], "{}: {fragment}", page.path);
            assert_eq!(canonical, fragment);
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn every_relative_link_leads_to_something_that_is_there() {
    let files = files(None);
    let mut there: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
    // Files of the page itself.
    there.extend(["index.html", "style-1.css"].map(str::to_owned));
    let views = ["tensor", "reference", "formats", "gallery", "learn", "sequence"];
    for page in pages(&files) {
        let ids: BTreeSet<_> = values(&page.content, "id").into_iter().collect();
        assert_eq!(ids.len(), values(&page.content, "id").len(), "{}", page.path);
        for link in values(&page.content, "href") {
            let is_source = EVIDENCE.claims().any(|claim| claim.url == link);
            if link.starts_with("https://docs.nvidia.com/") || link == "data:," || is_source {
                continue;
            }
            let (path, fragment) = link.split_once('#').unwrap_or((&link, ""));
            if path.is_empty() {
                assert!(ids.contains(fragment), "{}: {link}", page.path);
                continue;
            }
            let mut steps: Vec<_> = page.path.split('/').collect();
            steps.pop();
            for step in path.split('/') {
                match step {
                    ".." => assert!(steps.pop().is_some(), "{}: {link}", page.path),
                    step => steps.push(step),
                }
            }
            if steps.last() == Some(&"") {
                steps.pop();
                steps.push("index.html");
            }
            let path = steps.join("/");
            assert!(there.contains(&path), "{}: {link}", page.path);
            // A place on another static page, or a view of the page itself.
            if path != "index.html" {
                let other = files.iter().find(|file| file.path == path);
                let id = ["id=\"", fragment, "\""].concat();
                let is_there = other.is_none_or(|other| other.content.contains(&id));
                assert!(fragment.is_empty() || is_there, "{}: {link}", page.path);
                continue;
            }
            let view = fragment.split('/').next().unwrap_or_default();
            assert!(view.is_empty() || view == "v1" || views.contains(&view), "{link}");
        }
    }
}

#[test]
fn the_whole_code_of_every_listed_opcode_is_a_file_with_its_hash_in_the_name() {
    let files = machine_code().expect("a record");
    let list = files.iter().find(|file| file.path == "machine-code.txt").expect("the list");
    let mut count = 0;
    for line in list.content.lines().filter_map(|line| line.strip_prefix("whole\t")) {
        let [opcode, name, integrity]: [&str; 3] =
            line.split('\t').collect::<Vec<_>>().try_into().expect(line);
        let file = files.iter().find(|file| file.path == name).expect(name);
        assert!(file.content.contains(&format!("\n{opcode}.")), "{line}");
        let digest = name.trim_end_matches(".txt").rsplit('-').next().expect(name);
        assert!(
            name.starts_with(&format!("machine-code/{opcode}-")) && digest.len() == 16,
            "{name}"
        );
        assert!(integrity.starts_with("sha256-"), "{integrity}");
        count += 1;
    }
    assert_eq!(count + 1, files.len());
    assert_eq!(count, opcodes().count());
}

#[test]
fn every_special_case_of_what_can_be_assembled_can_be_seen() {
    for form in opcodes().flat_map(forms_of).filter(|form| form.is_assembled()) {
        let cases = Cases::of(form);
        for corner in form.special_cases() {
            let fragment = cases.fragment(&corner);
            assert!(fragment.is_some(), "{}: {corner:?}", Form::syntax(form));
        }
    }
}

#[test]
fn nothing_runs_and_nothing_is_fetched_from_elsewhere() {
    for page in pages(&files(None)) {
        for forbidden in ["<script", "<style", " style=", " onclick=", " src=", "<iframe"] {
            assert!(!page.content.contains(forbidden), "{}: {forbidden}", page.path);
        }
        assert!(page.content.contains("http-equiv=\"Content-Security-Policy\""));
    }
}

#[test]
fn a_site_without_address_says_nothing_of_one() {
    let files = files(None);
    assert!(!pages(&files).is_empty());
    for file in files {
        assert!(!is(&file, "xml"), "{}", file.path);
        assert!(!file.content.contains("og:url"));
    }
}

#[test]
fn a_site_with_address_has_a_map() {
    let files = files(Some("https://example.org/ptxfp"));
    let map = &files.iter().find(|file| file.path == "sitemap.xml").expect("a map").content;
    for opcode in opcodes() {
        assert!(map.contains(&format!("<loc>https://example.org/ptxfp/i/{opcode}/</loc>")));
    }
}

#[test]
fn the_documented_frame_is_the_one_that_is_exported() {
    let document = include_str!("../../../docs/embed.md");
    let snippet = document.split("```html\n").find(|part| part.contains("<iframe"));
    let snippet = snippet.and_then(|part| part.split("```").next()).expect("a frame");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let state = parse("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000&isa=9.5")
        .sound()
        .expect("a state");
    assert_eq!(words(snippet), words(&export(Kind::Iframe, &state, "https://HOST/")));
}

#[test]
fn the_program_for_gpus_is_there_and_linked() {
    let files = files(None);
    let find = |path: &str| &files.iter().find(|file| file.path == path).expect(path).content;
    assert!(find("capture.py").starts_with("#!/usr/bin/env python3\n"));
    assert!(find("i/evidence/index.html").contains("<a href=\"../../capture.py\">capture.py</a>"));
    assert!(find("llms.txt").contains("(capture.py)"));
}

#[test]
fn the_text_for_programs_has_an_example_that_works() {
    for address in [None, Some("https://example.org/")] {
        let files = files(address);
        let text = &files.iter().find(|file| file.path == "llms.txt").expect("a text").content;
        let link = text.lines().find(|line| line.contains("#v1/")).expect("a link").trim();
        assert_eq!(parse(link).problems, []);
        assert!(link.starts_with(address.unwrap_or("#")), "{link}");
        for opcode in opcodes() {
            assert!(text.contains(&format!("{}i/{opcode}/)", address.unwrap_or_default())));
        }
    }
}
