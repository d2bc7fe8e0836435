//! From the PTX that `nvcc` emits for a kernel to the statements that compute its result: without
//! copies of registers and of constants, with guards in place of branches, and with registers in the
//! order in which they are written.

use std::collections::BTreeMap;

/// The arguments of a kernel behind its result.
const PLACES: [&str; 3] = ["a", "b", "c"];

/// A label, or a statement with the condition on which it is run; an empty one always holds.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Label(String),
    Statement(String, String),
}

/// The bodies of the kernels `k0`, `k1` and so on.
pub(super) fn kernels(ptx: &str) -> Vec<&str> {
    let of_kernel = |text: &'_ str| text.starts_with('k');
    let parts = ptx.split(".visible .entry ").skip(1).filter(|text| of_kernel(text));
    parts
        .map(|text| {
            // Functions that a kernel calls are behind it.
            let text = text.split("\n.func").next().unwrap_or(text);
            let start = text.find("\n{\n").expect("a body") + 3;
            // A brace at the beginning of a line may also end inline assembly.
            let end = text.rfind("\n}").expect("the end of a body");
            &text[start..end]
        })
        .collect()
}

/// The statements of a body; their number if it is a routine whose branches are no guards.
pub(super) fn statements(body: &str) -> Result<String, usize> {
    let (items, result) = items(body);
    let count = items.iter().filter(|item| matches!(item, Item::Statement(..))).count();
    let guarded = guarded(&items).ok_or(count)?;
    written(&guarded, &result).ok_or(count)
}

/// Cuts a body into statements, with unique names for the registers of blocks, and those of the
/// arguments; the second is what is stored as the result.
fn items(body: &str) -> (Vec<Item>, String) {
    let lines: Vec<&str> =
        body.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    let text = lines.join(" ");
    let (mut items, mut result) = (Vec::new(), String::new());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut blocks: Vec<BTreeMap<String, String>> = Vec::new();
    let mut n_blocks = 0;
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('{') {
            blocks.push(BTreeMap::new());
            n_blocks += 1;
            rest = inner.trim_start();
            continue;
        }
        if let Some(outer) = rest.strip_prefix('}') {
            blocks.pop();
            rest = outer.trim_start();
            continue;
        }
        if rest.starts_with('$') && rest.find(':') < rest.find(';') {
            let (label, behind) = rest.split_once(':').expect("a label");
            items.push(Item::Label(label.to_string()));
            rest = behind.trim_start();
            continue;
        }
        let (statement, behind) = rest.split_once(';').unwrap_or((rest, ""));
        rest = behind.trim_start();
        let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(declared) = statement.strip_prefix(".reg") {
            let (_, list) = declared.trim_start().split_once(' ').expect("a type");
            if let Some(block) = blocks.last_mut() {
                for name in list.split(',').map(str::trim) {
                    block.insert(name.to_string(), format!("%{name}_{n_blocks}"));
                }
            }
            continue;
        }
        let known = |word: &str| {
            let mut blocks = blocks.iter().rev();
            let found = blocks.find_map(|block| block.get(word)).or_else(|| names.get(word));
            found.map_or_else(|| word.to_string(), Clone::clone)
        };
        let head = statement.find(' ').unwrap_or(statement.len());
        let (operation, operands) = statement.split_at(head);
        let renamed = replaced(operands, &known);
        if operation.starts_with("ld.param") && operands.contains("_param_") {
            names.extend(arguments(operands));
        } else if operation.starts_with("st.global") {
            result = renamed.rsplit(", ").next().unwrap_or_default().to_string();
        } else if !operation.starts_with("cvta") && operation != "ret" {
            items.push(Item::Statement(String::new(), [operation, &renamed].concat()));
        }
    }
    (items, result)
}

/// The names of the arguments that a load of a parameter puts in registers.
fn arguments(operands: &str) -> Vec<(String, String)> {
    let (register, place) = operands.trim().split_once(", [").expect("a parameter");
    let (_, place) = place.trim_end_matches(']').rsplit_once("_param_").expect("its number");
    // The second number of a pair has an offset.
    let (index, offset) = place.split_once('+').unwrap_or((place, ""));
    let index: usize = index.parse().expect("a number");
    let Some(name) = index.checked_sub(1).and_then(|index| PLACES.get(index)) else {
        return Vec::new();
    };
    let registers: Vec<_> = register.trim_matches(['{', '}']).split(',').collect();
    // Each number of a pair is a separate argument.
    let is_pair = registers.len() > 1 || !offset.is_empty();
    let names = registers.iter().enumerate().map(|(place, register)| {
        let number = place + usize::from(!offset.is_empty());
        let name = if is_pair { PLACES[number] } else { *name };
        (register.trim().to_string(), name.to_string())
    });
    names.collect()
}

/// Operands with other words for some.
fn replaced(operands: &str, known: &dyn Fn(&str) -> String) -> String {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "%_$.".contains(c);
    let (mut text, mut word) = (String::new(), String::new());
    for c in operands.chars().chain([' ']) {
        if is_inner(c) {
            word.push(c);
        } else {
            text.push_str(&known(&word));
            word.clear();
            text.push(c);
            // Inline assembly has no space behind its commas.
            if c == ',' {
                text.push(' ');
            }
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { text } else { [" ", &text].concat() }
}

/// The opposite of a condition.
fn opposite(condition: &str) -> String {
    match condition.strip_prefix('!') {
        Some(plain) => plain.to_string(),
        None => ["!", condition].concat(),
    }
}

/// Conditions in place of branches; nothing if some are loops or cross.
fn guarded(items: &[Item]) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    // The condition that holds until a label.
    let mut open: Option<(String, String)> = None;
    let mut rest = items;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match first {
            Item::Label(label) => {
                open.take_if(|(_, end)| end == label)?;
            }
            Item::Statement(_, text) => {
                if let Some((condition, label)) =
                    text.strip_prefix('@').and_then(|it| it.split_once(" bra "))
                {
                    if open.is_some() {
                        return None;
                    }
                    // `@p bra X; bra.uni Y; X:` runs what follows if p holds.
                    open = match rest {
                        [Item::Statement(_, next), Item::Label(at), more @ ..]
                            if at == label && next.starts_with("bra.uni ") =>
                        {
                            rest = more;
                            Some((condition.to_string(), next["bra.uni ".len()..].to_string()))
                        }
                        _ => Some((opposite(condition), label.to_string())),
                    };
                } else if let Some(label) = text.strip_prefix("bra.uni ") {
                    // The other case begins.
                    let (condition, end) = open.take()?;
                    let (next, more) = rest.split_first()?;
                    if *next != Item::Label(end) {
                        return None;
                    }
                    rest = more;
                    open = Some((opposite(&condition), label.to_string()));
                } else if text.starts_with('@') || text.starts_with("call") || text.starts_with('.')
                {
                    return None;
                } else {
                    let condition = open.as_ref().map_or(String::new(), |open| open.0.clone());
                    found.push((condition, text.clone()));
                }
            }
        }
    }
    Some(found)
}

/// A byte in the lower half of a register, or taken from there, as a copy.
fn as_copy(text: &str) -> String {
    let inner = || {
        let operands = text.strip_prefix("mov.b16 ")?;
        if let Some((to, from)) = operands.strip_suffix(", 0}").and_then(|it| it.split_once(", {"))
        {
            return Some(["mov.b16 ", to, ", ", from].concat());
        }
        let (to, from) = operands.strip_prefix('{')?.split_once("}, ")?;
        Some(["mov.b16 ", to.split_once(", ")?.0, ", ", from].concat())
    };
    inner().unwrap_or_else(|| text.to_string())
}

/// The statements as text; nothing if some have vectors or addresses.
fn written(statements: &[(String, String)], result: &str) -> Option<String> {
    let destination =
        |text: &str| Some(as_copy(text).split_once(' ')?.1.split(',').next()?.to_string());
    let mut n_writes: BTreeMap<String, usize> = BTreeMap::new();
    for (_, text) in statements {
        *n_writes.entry(destination(text)?).or_default() += 1;
    }
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut lines: Vec<(String, String, Vec<String>)> = Vec::new();
    for (condition, text) in statements {
        let text = &as_copy(text);
        let (operation, operands) = text.split_once(' ')?;
        if operands.contains(['{', '[']) {
            return None;
        }
        let mut operands = operands.split(", ");
        let written = operands.next()?;
        let known = |name: &str| names.get(name).map_or(name, String::as_str).to_string();
        let sources: Vec<String> =
            operands.map(|source| known(source).trim_end_matches('U').to_string()).collect();
        // A condition matters only where another statement writes the register, too.
        let is_first = !names.contains_key(written);
        let is_free = condition.is_empty() || is_first || n_writes.get(written) == Some(&1);
        let is_copy = operation.starts_with("mov.")
            && (sources[0].starts_with(['a', 'b', 'c', 't'])
                || ["mov.f32", "mov.f64", "mov.b32", "mov.u32"].contains(&operation));
        if is_copy && is_free {
            names.insert(written.to_string(), sources[0].clone());
            continue;
        }
        let guard = if is_free {
            names.insert(
                written.to_string(),
                format!("t{}", lines.iter().filter(|it| it.0.is_empty()).count() + 1),
            );
            String::new()
        } else {
            let (sign, name) = match condition.strip_prefix('!') {
                Some(name) => ("!", name),
                None => ("", condition.as_str()),
            };
            ["@", sign, &names.get(name).cloned()?, " "].concat()
        };
        let target = names.get(written)?.clone();
        lines.push((guard, operation.to_string(), [vec![target], sources].concat()));
    }
    let result = names.get(result).cloned().unwrap_or_else(|| result.to_string());
    let line = |(guard, operation, operands): &(String, String, Vec<String>)| {
        let is_single = operation.strip_suffix(".f32").is_some_and(|stem| !stem.starts_with("cvt"));
        let operand = |text: &String| match text.strip_prefix("0x").filter(|_| is_single) {
            _ if *text == result => "d".to_string(),
            Some(digits) => ["0f", &digits.to_ascii_uppercase()].concat(),
            None => text.clone(),
        };
        let operands: Vec<_> = operands.iter().map(operand).collect();
        [guard, operation, " ", &operands.join(", ")].concat()
    };
    Some(lines.iter().map(line).collect::<Vec<_>>().join("; "))
}
