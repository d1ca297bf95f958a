//! The page: WebAssembly, what binds it to the browser, and the files around it, as `crates/web/dist`.
//!
//! `crates/web/static` holds the files written by hand. Those that are asked for by a fixed name (`index.html`,
//! `favicon.ico`, `robots.txt`, …: see [`FIXED_NAMES`]) go to the top of the site as they are; every other one is an
//! asset: `static/app.css` is served as `/assets/app-HASH.css`. So are the words of each language, `locales/pl/page.ftl`
//! as `/assets/words/pl-HASH.ftl`: a visitor fetches one of them; and the nets of the bots, as `/assets/nets/classic-HASH.net`. HTML, CSS and JavaScript refer to an asset as
//! `/assets/app.css`, and every such reference is rewritten; what a style sheet imports is taken into it. `wasm-bindgen` adds two assets for each of the [`PROGRAMS`],
//! `/assets/ludo_web.js` and `/assets/ludo_web_bg.wasm`. Beside each file that gets smaller by it stand `.br` and `.gz`.
//!
//! The folder is made aside and put in place whole; nothing is done when nothing changed.

mod asset;
mod bindings;
mod budget;
mod compress;
mod folder;
mod minify;
mod shorten;
mod stamp;
mod style;
mod version;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;

use crate::process;
use crate::stage::seconds;
use crate::wasm_target::{TARGET, WasmCompiler};
use crate::workspace::Workspace;

/// Files of the page by their path, as `fonts/board.woff2`.
type Files = BTreeMap<String, Vec<u8>>;

/// Files that browsers and crawlers ask for by these names, at the top of the site; so is every `.html`.
const FIXED_NAMES: [&str; 3] = ["favicon.ico", "robots.txt", "sw.js"];

/// A program of the page.
struct Program {
    package: &'static str,
    profile: &'static str,
    /// Whether it is the form of it for browsers with wide registers, `ludo_thinker_simd.wasm`.
    simd: bool,
}

/// The programs: that of every visit, that of whoever asks for the proof of a game, and that which thinks in a worker, which is to be
/// fast before small, in two forms: cargo gives both one name, and the form that keeps it comes last.
const PROGRAMS: [Program; 4] = [
    Program::small("ludo-web"),
    Program::small("ludo-proofs"),
    Program::fast("ludo-thinker", true),
    Program::fast("ludo-thinker", false),
];

impl Program {
    const fn small(package: &'static str) -> Self {
        Self {
            package,
            profile: "page",
            simd: false,
        }
    }

    const fn fast(package: &'static str, simd: bool) -> Self {
        Self {
            package,
            profile: "page-thinker",
            simd,
        }
    }
}

/// How the page is built.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Options {
    /// Quicker to build: less optimised, not compressed, larger
    #[arg(long)]
    pub(crate) dev: bool,
    /// Whether a page above its limits is taken too: who wants to play is not to be kept from it.
    #[arg(skip)]
    pub(crate) heavy: bool,
}

/// Builds the page.
pub(crate) fn page(workspace: &Workspace, options: &Options) -> Result<()> {
    let begun = Instant::now();
    // Two builds at once would swap the folder under each other's feet.
    fs::create_dir_all(workspace.target())?;
    let lock = fs::File::create(workspace.target().join("page.lock"))?;
    lock.lock().context("the lock of the page's build")?;

    version::check(&fs::read_to_string(workspace.at("Cargo.lock"))?)?;
    let programs = PROGRAMS
        .iter()
        .map(|program| compile(workspace, options, program))
        .collect::<Result<Vec<_>>>()?;
    let mut statics = folder::read(&workspace.at("crates/web/static"))?;
    statics.extend(words::of(&folder::read(
        &workspace.at("crates/web/locales"),
    )?));
    statics.extend(nets(&folder::read(&workspace.at("crates/brain/weights"))?));
    let mut compiled = Vec::new();
    for wasm in &programs {
        compiled.extend(
            fs::read(wasm).with_context(|| format!("cargo did not make {}", wasm.display()))?,
        );
    }
    let stamp = stamp::Stamp::of(workspace, options.dev, &compiled, &statics);
    if stamp.holds(workspace) {
        println!("page: up to date ({})", seconds(begun.elapsed()));
        return Ok(());
    }

    let mut bindings = Files::new();
    for wasm in &programs {
        let stem = wasm.file_stem().unwrap_or_default().to_string_lossy();
        let out = wasm.with_file_name(format!("bindings-{stem}"));
        bindings.extend(bindings::bind(wasm, &stem, &out, options.dev)?);
    }
    let site = assemble(statics, bindings)?;
    let site = if options.dev {
        site
    } else {
        compress::with_compressed(site)
    };
    println!("{}", budget::table(&site));
    let too_heavy = if options.dev {
        None
    } else {
        budget::check(&site).err()
    };
    match too_heavy {
        Some(failure) if options.heavy => {
            println!("page: {failure:#}; taken all the same");
            // Whoever builds it next is told again.
            stamp::Stamp::forget(workspace)?;
            folder::replace(&workspace.dist(), &site)?;
        }
        Some(failure) => return Err(failure),
        None => {
            folder::replace(&workspace.dist(), &site)?;
            stamp.write(workspace)?;
        }
    }
    println!(
        "page: {} files in {} ({})",
        site.len(),
        workspace.dist().display(),
        seconds(begun.elapsed())
    );
    Ok(())
}

/// Compiles a program of the page; cargo itself knows when there is nothing to do.
fn compile(workspace: &Workspace, options: &Options, program: &Program) -> Result<PathBuf> {
    let compiler = WasmCompiler::get(workspace)?;
    let package = program.package;
    let profile = if options.dev {
        "page-dev"
    } else {
        program.profile
    };
    let mut cargo = compiler.cargo(workspace, "rustc");
    // The crate type is said here so that native builds (its tests) link no library that nobody loads.
    cargo.args([
        "--quiet",
        "--package",
        package,
        "--lib",
        "--crate-type",
        "cdylib",
        "--profile",
        profile,
    ]);
    if program.simd {
        cargo.args(["--features", "simd"]);
    }
    process::run(&mut cargo)?;
    let stem = package.replace('-', "_");
    let folder = compiler.target_folder(workspace).join(TARGET).join(profile);
    let compiled = folder.join(format!("{stem}.wasm"));
    if !program.simd {
        return Ok(compiled);
    }
    let named = folder.join(format!("{stem}_simd.wasm"));
    fs::copy(&compiled, &named)
        .with_context(|| format!("cargo did not make {}", compiled.display()))?;
    Ok(named)
}

/// The nets of the bots, each an asset: `nets/classic.net`.
fn nets(weights: &Files) -> Files {
    weights
        .iter()
        .filter(|(path, _)| path.ends_with(".net"))
        .map(|(path, bytes)| (format!("nets/{path}"), bytes.clone()))
        .collect()
}

/// The whole site: files at the top and hashed assets, every reference rewritten.
fn assemble(statics: Files, bindings: Files) -> Result<Files> {
    let (mut site, mut sources): (Files, Files) =
        statics.into_iter().partition(|(path, _)| is_fixed(path));
    sources.extend(bindings);
    style::join(&mut sources)?;
    for (path, bytes) in &mut sources {
        if path.ends_with(".css") {
            *bytes = minify::css(std::mem::take(bytes));
        } else if words::are(path) {
            *bytes = minify::ftl(std::mem::take(bytes));
        } else if path.ends_with(".js") {
            *bytes = minify::js(std::mem::take(bytes));
        }
    }
    let assets = asset::Assets::hash(&sources)?;
    for (path, bytes) in &mut site {
        if asset::may_refer(path) {
            *bytes = assets.rewrite(path, bytes)?;
        }
    }
    site.extend(
        assets
            .into_files()
            .map(|(path, bytes)| (format!("assets/{path}"), bytes)),
    );
    Ok(site)
}

fn is_fixed(path: &str) -> bool {
    path.ends_with(".html") || FIXED_NAMES.contains(&path)
}

/// Files as tests write them.
#[cfg(test)]
fn files(list: &[(&str, &str)]) -> Files {
    list.iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_are_assets_and_nothing_else_beside_them_is() {
        let weights = files(&[("classic.net", "LUDONET1"), ("README.md", "words")]);
        assert_eq!(nets(&weights), files(&[("nets/classic.net", "LUDONET1")]));
    }

    #[test]
    fn fixed_names_stay_and_all_else_is_hashed() {
        let statics = files(&[
            (
                "index.html",
                r#"<link href="/assets/app.css"><script type="module" src="/assets/boot.js"></script>"#,
            ),
            ("favicon.ico", "icon"),
            ("app.css", "body{}"),
            ("boot.js", r#"import init from "/assets/ludo_web.js";"#),
        ]);
        let site = assemble(statics, files(&[("ludo_web.js", "export default 1;")])).unwrap();
        let names: Vec<&str> = site.keys().map(String::as_str).collect();
        assert_eq!(names.len(), 5, "{names:?}");
        assert!(site.contains_key("index.html") && site.contains_key("favicon.ico"));
        let html = String::from_utf8(site["index.html"].clone()).unwrap();
        for name in names
            .iter()
            .filter(|name| name.starts_with("assets/app") || name.starts_with("assets/boot"))
        {
            assert!(
                html.contains(&format!("\"/{name}\"")),
                "{html} lacks {name}"
            );
        }
    }
}
