//! Short names for what the compiled program takes from its bindings.
//!
//! wasm-bindgen names each such function by what it does and a hash of 16 digits, in the program and in the bindings. Nobody reads
//! them there, and hashes do not compress.

use anyhow::{Context, Result};
use walrus::Module;

/// The bindings and the program with short names.
pub(crate) fn names(js: &str, wasm: &[u8]) -> Result<(String, Vec<u8>)> {
    let mut module = Module::from_buffer(wasm).context("the compiled program cannot be read")?;
    let mut short = Vec::new();
    for import in module.imports.iter_mut() {
        // A function may be taken twice.
        let known = short.iter().position(|(long, _)| *long == import.name);
        let at = known.unwrap_or(short.len());
        let name = format!("i{at}");
        if known.is_none() {
            short.push((std::mem::take(&mut import.name), name.clone()));
        }
        import.name = name;
    }
    Ok((renamed(js, &short), module.emit_wasm()))
}

/// A text with some of its words by other names. Names in JavaScript are words of letters, digits, `_` and `$`.
fn renamed(js: &str, short: &[(String, String)]) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$');
    let mut text = String::with_capacity(js.len());
    let mut rest = js;
    while let Some(begin) = rest.find(is_part) {
        let (before, from) = rest.split_at(begin);
        let end = from.find(|letter| !is_part(letter)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        text.push_str(before);
        let found = short.iter().find(|(long, _)| long == word);
        text.push_str(found.map_or(word, |(_, short)| short));
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_and_program_agree_on_short_names() {
        let mut module = Module::default();
        let kind = module.types.add(&[], &[]);
        for name in [
            "__wbg_now_0123456789abcdef",
            "__wbg_now_0123",
            "__wbg_now_0123",
        ] {
            module.add_import_func("./a.js", name, kind);
        }
        let js =
            "const import0 = { __wbg_now_0123: function() {}, __wbg_now_0123456789abcdef: 1 };";
        let (js, wasm) = names(js, &module.emit_wasm()).unwrap();
        let read = Module::from_buffer(&wasm).unwrap();
        let imports: Vec<_> = read
            .imports
            .iter()
            .map(|import| import.name.as_str())
            .collect();
        assert_eq!(imports, ["i0", "i1", "i1"]);
        assert_eq!(js, "const import0 = { i1: function() {}, i0: 1 };");
    }

    #[test]
    fn what_is_no_program_is_refused() {
        assert!(names("", b"no").is_err());
    }
}
