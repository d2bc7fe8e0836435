//! Short names for the imports that a WebAssembly module and its JavaScript share.
//!
//! wasm-bindgen gives each a name with a digest of 16 digits, which no compression makes shorter: for
//! the playground they are 2 KB of WebAssembly and 1.3 of JavaScript, gzipped.

use anyhow::{Context as _, Result};

/// The pass of wasm-opt that renames in the module, and prints what it renamed.
pub(super) const PASS: &str = "--minify-imports-and-exports-and-modules";

/// The name that the pass gives to the only imported module.
const MODULE: &str = "a";

/// The name of the module's exports in wasm-bindgen's JavaScript.
const EXPORTS: &str = "wasm.";

/// wasm-bindgen's JavaScript with the names that `printed`, the pass's output, says.
///
/// # Errors
///
/// An import that the script does not have once: it is not the module's.
pub(super) fn with_short_names(script: &str, printed: &str) -> Result<String> {
    let mut text = script.to_owned();
    for line in printed.lines() {
        // ["module", "name", "short"] for an import, ["name", "short"] for an export.
        match *line.split('"').skip(1).step_by(2).collect::<Vec<_>>() {
            [module, name, short] => {
                let key = format!("{name}: function(");
                let is_once = text.matches(&key).count() == 1;
                let missing = || format!("the script does not have `{key}` once");
                is_once.then_some(()).with_context(missing)?;
                text = text.replace(&key, &format!("{short}: function("));
                text = text.replace(&format!("\"{module}\""), &format!("\"{MODULE}\""));
            }
            [name, short] => text = with_export_renamed(&text, name, short),
            // "imports", "exports" and brackets.
            _ => {}
        }
    }
    Ok(text)
}

/// The script with another name for an export wherever it is used.
fn with_export_renamed(script: &str, name: &str, short: &str) -> String {
    let used = format!("{EXPORTS}{name}");
    let mut parts = script.split(&used);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The beginning of a longer name is left alone.
        let goes_on = part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        text.extend([EXPORTS, if goes_on { name } else { short }, part]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::with_short_names;

    const PRINTED: &str = r#"{
 "imports": [
  ["./p_bg.js", "__wbg_log_0123456789abcdef", "a"],
  ["./p_bg.js", "__wbg_log_fedcba9876543210", "b"]
 ],
"exports": [
  ["memory", "c"],
  ["__wbindgen_malloc", "d"],
  ["main", "e"]
 ]
}"#;

    #[test]
    fn imports_and_exports_get_short_names() {
        let script = r#"const import0 = {
    __wbg_log_0123456789abcdef: function(arg0) { wasm.memory.buffer; wasm.memory_of; },
    __wbg_log_fedcba9876543210: function() { return memory(wasm.__wbindgen_malloc, 'main'); },
};
return { "./p_bg.js": import0 };"#;
        let expected = r#"const import0 = {
    a: function(arg0) { wasm.c.buffer; wasm.memory_of; },
    b: function() { return memory(wasm.d, 'main'); },
};
return { "a": import0 };"#;
        assert_eq!(with_short_names(script, PRINTED).unwrap(), expected);
    }

    #[test]
    fn another_module_s_script_is_refused() {
        let error = with_short_names("const import0 = {};", PRINTED).unwrap_err();
        assert!(error.to_string().contains("__wbg_log_0123456789abcdef"), "{error}");
    }
}
