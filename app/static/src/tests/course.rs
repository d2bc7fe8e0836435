//! The list of chapters is what their texts say.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ptxfp_view::learn::chapter::Chapter;
use sha2::{Digest as _, Sha256};

use super::files;
use crate::course::TEXTS;

/// The text above the rows.
const HEAD: &str = include_str!("contents_head.txt");

/// `app/view/src/chapters.rs`, as the chapters have it.
fn contents() -> String {
    let mut text = String::from(HEAD);
    for source in TEXTS {
        let chapter = Chapter::read(source);
        let digest = Sha256::digest(source);
        let mut name = String::new();
        for byte in digest.iter().take(8) {
            let _ = write!(name, "{byte:02x}");
        }
        let lessons = chapter.lessons.iter().map(|slug| format!("\"{slug}\""));
        let _ = write!(
            text,
            "    Listed {{\n        slug: \"{slug}\", title: \"{}\", minutes: \"{}\",\n        \
             words: \"{}\",\n        file: \"learn/{slug}-{name}.txt\",\n        \
             integrity: \"sha256-{}\",\n        lessons: &[{}],\n        pages: &[\n",
            chapter.title,
            chapter.minutes,
            chapter.words,
            STANDARD.encode(digest),
            lessons.collect::<Vec<_>>().join(", "),
            slug = chapter.slug,
        );
        for page in &chapter.pages {
            let _ = writeln!(
                text,
                "            ListedPage {{ slug: \"{}\", title: \"{}\" }},",
                page.slug, page.title
            );
        }
        text.push_str("        ],\n    },\n");
    }
    text + "];\n"
}

#[test]
fn contents_are_up_to_date() {
    expect_test::expect_file!["../../../view/src/chapters.rs"].assert_eq(&contents());
}

/// `core/src/course/pages.tsv`.
#[test]
fn names_of_exercises_are_up_to_date() {
    let chapters = TEXTS.map(Chapter::read);
    let pages = chapters.iter().flat_map(|chapter| &chapter.pages);
    let text: String = pages.flat_map(|page| [&*page.slug, "\t", &page.title, "\n"]).collect();
    expect_test::expect_file!["../../../../core/src/course/pages.tsv"].assert_eq(&text);
}

#[test]
fn every_chapter_has_a_page_with_folded_solutions_and_its_text() {
    let files = files(None);
    for source in TEXTS {
        let chapter = Chapter::read(source);
        let path = format!("learn/{}/index.html", chapter.slug);
        let page = &files.iter().find(|file| file.path == path).expect(&path).content;
        assert_eq!(page.matches("<details>").count(), chapter.pages.len(), "{path}");
        for each in &chapter.pages {
            assert!(page.contains(&format!("id=\"{}\"", each.slug)), "{}", each.slug);
        }
        assert!(files.iter().any(|file| file.content == source), "{path}");
    }
}
