//! The built page is part of the program: a new page makes a new program.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A path that is not there would make every build a new one; the folder above it changes when it appears.
    let page = Path::new("../web/dist");
    let watched = if page.exists() {
        page
    } else {
        Path::new("../web")
    };
    println!("cargo:rerun-if-changed={}", watched.display());
}
