//! The two halves of wasm-bindgen must be of one version.

use anyhow::{Context, Result, bail};

/// Checks the lock file: what the page is compiled with against what this program reads it with.
pub(crate) fn check(lock: &str) -> Result<()> {
    let page = version_of(lock, "wasm-bindgen")
        .context("the page does not depend on wasm-bindgen: Cargo.lock has no such package")?;
    let tool = version_of(lock, "wasm-bindgen-cli-support")
        .context("Cargo.lock has no wasm-bindgen-cli-support, which xtask depends on")?;
    if page != tool {
        bail!(
            "Cargo.lock has wasm-bindgen {page} for the page and wasm-bindgen-cli-support {tool} for xtask, which must be the same: \
             run `cargo update wasm-bindgen --precise {tool}` or `cargo update wasm-bindgen-cli-support --precise {page}`"
        );
    }
    Ok(())
}

fn version_of<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock(page: &str, tool: &str) -> String {
        format!(
            "[[package]]\nname = \"wasm-bindgen\"\nversion = \"{page}\"\n\n[[package]]\nname = \"wasm-bindgen-cli-support\"\nversion = \"{tool}\"\n"
        )
    }

    #[test]
    fn the_same_version_passes() {
        check(&lock("0.2.130", "0.2.130")).unwrap();
    }

    #[test]
    fn two_versions_are_told_apart_with_what_to_do() {
        let failure = check(&lock("0.2.131", "0.2.130")).unwrap_err().to_string();
        assert!(
            failure.contains("0.2.131")
                && failure.contains("0.2.130")
                && failure.contains("cargo update"),
            "{failure}"
        );
    }

    #[test]
    fn a_page_without_it_is_told() {
        assert!(check("").unwrap_err().to_string().contains("wasm-bindgen"));
    }
}
