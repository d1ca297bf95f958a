//! The built page is part of the program: a new page makes a new program.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../web/dist");
}
