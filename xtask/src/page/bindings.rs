//! wasm-bindgen: what stands between the browser and the compiled program.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::{Files, folder, shorten};

/// Writes the bindings of a program into a folder of their own and reads them back as assets: `ludo_web.js` and
/// `ludo_web_bg.wasm` for the stem `ludo_web`.
pub(crate) fn bind(wasm: &Path, stem: &str, out: &Path, dev: bool) -> Result<Files> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(stem)
        .typescript(false)
        .debug(dev)
        .keep_debug(dev)
        .remove_name_section(!dev)
        .remove_producers_section(!dev);
    // The boot module says where the program is: the default path would be a name without its hash.
    bindgen.omit_default_module_path(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(out))
        .with_context(|| format!("wasm-bindgen refused {}", wasm.display()))?;
    let mut files = folder::read(out)?;
    for (path, bytes) in &mut files {
        if path.ends_with(".js") {
            *bytes = absolute_snippets(std::mem::take(bytes));
        }
    }
    if !dev {
        shorten(&mut files, stem)?;
    }
    Ok(files)
}

fn shorten(files: &mut Files, stem: &str) -> Result<()> {
    let (js, wasm) = (format!("{stem}.js"), format!("{stem}_bg.wasm"));
    let (Some(bindings), Some(program)) = (files.get(&js), files.get(&wasm)) else {
        bail!("wasm-bindgen did not write {js} and {wasm}");
    };
    let bindings = std::str::from_utf8(bindings).context("the bindings are not text")?;
    let (bindings, program) = shorten::names(bindings, program)?;
    files.insert(js, bindings.into_bytes());
    files.insert(wasm, program);
    Ok(())
}

/// Snippets are imported by a path relative to the bindings; as references to assets they are hashed like the rest.
fn absolute_snippets(js: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(js) {
        Ok(text) => text
            .replace("from './snippets/", "from '/assets/snippets/")
            .replace("from \"./snippets/", "from \"/assets/snippets/")
            .into_bytes(),
        Err(other) => other.into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_become_assets() {
        let js = b"import { a } from './snippets/x-1/inline0.js'; imports['./snippets/x-1/inline0.js'] = a;".to_vec();
        let text = String::from_utf8(absolute_snippets(js)).unwrap();
        assert_eq!(
            text,
            "import { a } from '/assets/snippets/x-1/inline0.js'; imports['./snippets/x-1/inline0.js'] = a;"
        );
    }
}
