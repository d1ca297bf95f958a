use std::path::Path;
use std::process::Output;

use crate::common::ludo;

/// `ludo backup`; what it says must be looked at.
#[must_use]
pub(crate) fn backup(data: &Path, out: &Path, flags: &[&str]) -> Output {
    let mut command = ludo(["backup"]);
    command.args(flags).arg("--data").arg(data).arg(out);
    command.output().unwrap()
}

/// `ludo restore`; what it says must be looked at.
#[must_use]
pub(crate) fn restore(backup: &Path, data: &Path) -> Output {
    let mut command = ludo(["restore"]);
    command.arg(backup).arg("--data").arg(data);
    command.output().unwrap()
}

/// What it printed, of a program that did what it should.
pub(crate) fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it says on the error stream, of a program that refused.
pub(crate) fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}
