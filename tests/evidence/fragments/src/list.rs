//! The list of fragments.

use std::fmt;

use toml::{Table, Value};

/// A project at a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Project {
    /// Owner and name.
    pub(crate) name: String,
    /// The commit, 40 hexadecimal digits.
    pub(crate) commit: String,
}

/// Lines of a file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The project that has it.
    pub(crate) project: Project,
    /// The file in the project.
    pub(crate) file: String,
    /// The first and the last line, from 1.
    pub(crate) lines: [usize; 2],
    /// The SHA-256 digest of the lines, in hexadecimal digits.
    pub(crate) digest: String,
}

/// Lines of a file, and the results of the statements in them.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    /// The lines.
    pub(crate) place: Place,
    /// The target, such as `sm_90`.
    pub(crate) target: String,
    /// The names of the inputs, as the text has them.
    pub(crate) inputs: Vec<String>,
    /// The names of the outputs.
    pub(crate) outputs: Vec<String>,
    /// The expected results.
    pub(crate) cases: Vec<Case>,
}

/// Inputs with the expected outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The bits of each input.
    pub(crate) inputs: Vec<u64>,
    /// The expected value of each output.
    pub(crate) outputs: Vec<Expected>,
    /// The origin of the expected values.
    pub(crate) oracle: String,
}

/// The expected value of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// These lanes, the highest first.
    Lanes(Vec<Lane>),
    /// Anything permitted, as long as these bits are permitted, too: approximate instructions.
    Permits(u64),
}

/// The expected value of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Bits, and their number.
    Bits(u64, u32),
    /// Any NaN: the bits of infinity, and the width.
    Nan(u64, u32),
}

/// The list.
#[derive(Debug)]
pub(crate) struct List {
    /// The projects.
    pub(crate) projects: Vec<Project>,
    /// The fragments.
    pub(crate) fragments: Vec<Fragment>,
}

impl List {
    /// Reads the list.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (projects, fragments) = entries(text, "fragment", fragment)?;
        Ok(Self { projects, fragments })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:{}", self.project.name, self.file, self.lines[0])
    }
}

/// Reads the projects and the entries of a list.
pub(crate) fn entries<T>(
    text: &str,
    key: &str,
    read: impl Fn(&Table, Place) -> Result<T, String>,
) -> Result<(Vec<Project>, Vec<T>), String> {
    let table: Table = text.parse().map_err(|error| format!("the list: {error}"))?;
    let projects = table.get("project").and_then(Value::as_table).ok_or("no projects")?;
    let projects = projects.iter().map(|(name, value)| {
        let commit = text_of(value.as_table().ok_or("a project without a table")?, "commit")?;
        Ok(Project { name: name.clone(), commit })
    });
    let projects = projects.collect::<Result<Vec<_>, String>>()?;
    let entries = table.get(key).and_then(Value::as_array).ok_or_else(|| format!("no {key}"))?;
    let entry = |value: &Value| {
        let table = value.as_table().ok_or_else(|| format!("a {key} without a table"))?;
        let entry = place(table, &projects).and_then(|place| read(table, place));
        entry.map_err(|problem| format!("{problem}, in {table:?}"))
    };
    let entries = entries.iter().map(entry).collect::<Result<_, _>>()?;
    Ok((projects, entries))
}

fn place(table: &Table, projects: &[Project]) -> Result<Place, String> {
    let project = text_of(table, "project")?;
    let lines = table.get("lines").and_then(Value::as_array).map(Vec::as_slice);
    let number = |value: &Value| value.as_integer().and_then(|it| usize::try_from(it).ok());
    let lines = match lines {
        Some([first, last]) => number(first).zip(number(last)),
        _ => None,
    };
    let (first, last) = lines.filter(|(first, last)| 0 < *first && first <= last).ok_or("lines")?;
    Ok(Place {
        project: projects.iter().find(|it| it.name == project).ok_or("the project")?.clone(),
        file: text_of(table, "file")?,
        lines: [first, last],
        digest: text_of(table, "sha256")?,
    })
}

fn fragment(table: &Table, place: Place) -> Result<Fragment, String> {
    let (inputs, outputs) = (texts_of(table, "inputs")?, texts_of(table, "outputs")?);
    let cases = texts_of(table, "cases")?;
    let cases = cases.iter().map(|line| {
        let case = case(line).filter(|case| {
            case.inputs.len() == inputs.len() && case.outputs.len() == outputs.len()
        });
        case.ok_or_else(|| format!("the case `{line}`"))
    });
    Ok(Fragment {
        place,
        target: text_of(table, "target")?,
        cases: cases.collect::<Result<_, _>>()?,
        inputs,
        outputs,
    })
}

pub(crate) fn text_of(table: &Table, key: &str) -> Result<String, String> {
    let text = table.get(key).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("no {key}"))
}

pub(crate) fn texts_of(table: &Table, key: &str) -> Result<Vec<String>, String> {
    let texts = table.get(key).and_then(Value::as_array);
    let texts = texts.and_then(|it| it.iter().map(|it| it.as_str().map(str::to_owned)).collect());
    texts.ok_or_else(|| format!("no {key}"))
}

/// Reads `3f800000 40000000 = 40400000 # fold, numpy`.
fn case(line: &str) -> Option<Case> {
    let (values, oracle) = line.split_once(" # ")?;
    let (inputs, outputs) = values.split_once('=')?;
    let bits = |word| u64::from_str_radix(word, 16).ok();
    Some(Case {
        inputs: inputs.split_whitespace().map(bits).collect::<Option<_>>()?,
        outputs: outputs.split_whitespace().map(expected).collect::<Option<_>>()?,
        oracle: oracle.to_owned(),
    })
}

pub(crate) fn expected(word: &str) -> Option<Expected> {
    if let Some(bits) = word.strip_prefix('~') {
        return Some(Expected::Permits(u64::from_str_radix(bits, 16).ok()?));
    }
    word.split(',').map(lane).collect::<Option<_>>().map(Expected::Lanes)
}

fn lane(word: &str) -> Option<Lane> {
    match word {
        "nan.f16" => Some(Lane::Nan(0x7c00, 16)),
        "nan.bf16" => Some(Lane::Nan(0x7f80, 16)),
        "nan.f32" => Some(Lane::Nan(0x7f80_0000, 32)),
        _ => {
            let width = 4 * u32::try_from(word.len()).ok()?;
            Some(Lane::Bits(u64::from_str_radix(word, 16).ok()?, width))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Case, Expected, Lane, List, case};

    #[test]
    fn a_case_has_inputs_outputs_and_an_oracle() {
        let expected = Case {
            inputs: vec![0x3f80_0000, 1],
            outputs: vec![
                Expected::Lanes(vec![Lane::Nan(0x7c00, 16), Lane::Bits(0x3c00, 16)]),
                Expected::Permits(0x10),
            ],
            oracle: "fold, numpy".to_owned(),
        };
        let found = case("3f800000 00000001 = nan.f16,3c00 ~00000010 # fold, numpy");
        assert_eq!(found, Some(expected));
        for wrong in ["3f800000 = 1", "1 2 # numpy", "x = 1 # numpy", "1 = nan.f8 # numpy"] {
            assert_eq!(case(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_list_names_at_least_100_different_texts_of_six_projects() {
        let list = List::parse(crate::LIST).expect("a list that can be read");
        let is_hex = |text: &str, length| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let digests: BTreeSet<_> =
            list.fragments.iter().map(|it| it.place.digest.as_str()).collect();
        assert!(digests.len() >= 100, "{} texts", digests.len());
        let projects: BTreeSet<_> =
            list.fragments.iter().map(|it| &it.place.project.name).collect();
        assert!(projects.len() >= 6 && projects.len() == list.projects.len(), "{projects:?}");
        assert!(list.projects.iter().all(|it| is_hex(&it.commit, 40)));
        for fragment in &list.fragments {
            assert!(
                is_hex(&fragment.place.digest, 64) && !fragment.cases.is_empty(),
                "{fragment:?}"
            );
        }
    }
}
