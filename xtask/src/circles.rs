//! The modules of the page: in each folder, no circle of files and folders that name each other.
//!
//! A folder and its contents may name each other: the items that `mod.rs` exports belong to the
//! folder. A name is followed to the file that its path leads through, not to the one that a `pub
//! use` there names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::workspace::root;

/// The sources of the page.
const SOURCES: [&str; 3] = ["app/view/src", "app/ui/src", "app/static/src"];

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// The files and folders of a folder that name each other, by the two names, each with the files
/// that contain the name.
type Arrows = BTreeMap<(String, String), BTreeSet<String>>;

/// The code of each module of a crate, without comments and tests.
fn modules(source: &Path) -> BTreeMap<Module, String> {
    let files = WalkDir::new(source).into_iter().map(|file| file.expect("a file").into_path());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|it| it == "rs");
    let mut modules = BTreeMap::new();
    for file in files.filter(is_source) {
        let name = file.strip_prefix(source).unwrap().with_extension("");
        let mut module: Module =
            name.iter().map(|part| part.to_str().expect("UTF-8").to_owned()).collect();
        module.pop_if(|last| ["mod", "lib", "main"].contains(&&**last));
        modules.insert(module, code(&fs::read_to_string(file).unwrap()));
    }
    let is_test = |module: &Module| {
        let declared = |(parent, code): (&Module, &String)| {
            let rest = module.strip_prefix(&**parent).and_then(<[_]>::first);
            rest.is_some_and(|name| code.contains(&format!("#[cfg(test)]\nmod {name};")))
        };
        module.first().is_some_and(|first| first == "bin") || modules.iter().any(declared)
    };
    let tests: Vec<_> = modules.keys().filter(|module| is_test(module)).cloned().collect();
    modules.retain(|module, _| !tests.contains(module));
    modules
}

/// The code of a file without comments and without the tests at its end.
fn code(text: &str) -> String {
    let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..tests].lines();
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths in the code of a module that start at its crate, its parent or itself.
fn paths(module: &[String], code: &str) -> Vec<Module> {
    let mut paths = Vec::new();
    for (place, _) in code.match_indices("::") {
        let before = &code[..place];
        let start = before.rfind(|c: char| !is_of_name(c)).map_or(0, |end| end + 1);
        let base = match &before[start..] {
            _ if before[..start].ends_with("::") => continue,
            "crate" => Vec::new(),
            "self" => module.to_vec(),
            "super" => module[..module.len() - 1].to_vec(),
            _ => continue,
        };
        tree(&base, &code[place + 2..], &mut paths);
    }
    paths
}

/// Adds the paths that a piece of code continues; returns the rest of the code.
fn tree<'c>(base: &[String], code: &'c str, paths: &mut Vec<Module>) -> &'c str {
    let code = code.trim_start();
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = tree(base, rest, paths).trim_start_matches(|c| !matches!(c, ',' | '}'));
            match rest.strip_prefix(',') {
                Some(more) => rest = more,
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
        }
    }
    let end = code.find(|c| !is_of_name(c)).unwrap_or(code.len());
    let (name, rest) = code.split_at(end);
    let mut path = base.to_vec();
    match name {
        "super" => drop(path.pop()),
        "self" => {}
        _ => path.push(name.to_owned()),
    }
    if let Some(rest) = rest.strip_prefix("::") {
        return tree(&path, rest, paths);
    }
    paths.push(path);
    rest
}

fn is_of_name(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// The names between the files and folders of each folder.
fn folders(modules: &BTreeMap<Module, String>) -> BTreeMap<Module, Arrows> {
    let mut folders: BTreeMap<Module, Arrows> = BTreeMap::new();
    for (module, code) in modules {
        for path in paths(module, code) {
            let is_module = |end: &usize| modules.contains_key(&path[..*end]);
            let Some(end) = (0..=path.len()).rev().find(is_module) else { continue };
            let shared = module.iter().zip(&path[..end]).take_while(|(one, two)| one == two);
            let depth = shared.count();
            if depth < module.len() && depth < end {
                let arrow = (module[depth].clone(), path[depth].clone());
                let named = format!("{} -> {}", module.join("/"), path.join("::"));
                let arrows = folders.entry(module[..depth].to_vec()).or_default();
                arrows.entry(arrow).or_default().insert(named);
            }
        }
    }
    folders
}

/// Leaves the arrows of circles, and of ways from one to another.
fn keep_circles(arrows: &mut Arrows) {
    loop {
        let (from, to): (BTreeSet<_>, BTreeSet<_>) = arrows.keys().cloned().unzip();
        let before = arrows.len();
        arrows.retain(|(one, two), _| to.contains(one) && from.contains(two));
        if arrows.len() == before {
            return;
        }
    }
}

#[test]
fn modules_of_the_page_name_each_other_in_no_circle() {
    let mut wrong = Vec::new();
    for source in SOURCES {
        let modules = modules(&root().join(source));
        assert!(modules.len() > 10, "{source} has the sources");
        for (folder, mut arrows) in folders(&modules) {
            keep_circles(&mut arrows);
            let place = format!("{source}/{}", folder.join("/"));
            wrong.extend(arrows.values().flatten().map(|named| format!("{place}: {named}")));
        }
    }
    assert!(wrong.is_empty(), "circles:\n{}", wrong.join("\n"));
}

#[test]
fn circles_are_found_and_paths_are_read() {
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let modules: BTreeMap<_, _> = [
        ("a", "pub use crate::a::one::{self, Other};"),
        ("a/one", "use super::two::f;\nuse crate::{b::{C, D}, a::E};"),
        ("a/two", "fn f() { crate::a::three::g(); super::super::b::h() }"),
        ("a/three", "use super::{one, two::{F}};"),
        ("b", "use ptxfp::crate_name::a;"),
    ]
    .into_iter()
    .map(|(path, code)| (module(path), code.to_owned()))
    .collect();
    let all = folders(&modules);
    let arrows = |folder: &[String]| all[folder].clone();
    let mut inner = arrows(&module("a"));
    keep_circles(&mut inner);
    let names: Vec<_> = inner.keys().map(|(one, two)| [&**one, &**two]).collect();
    assert_eq!(names, [["one", "two"], ["three", "one"], ["three", "two"], ["two", "three"]]);
    let mut outer = arrows(&[]);
    assert_eq!(outer.keys().next(), Some(&(String::from("a"), String::from("b"))));
    keep_circles(&mut outer);
    assert!(outer.is_empty());
}
