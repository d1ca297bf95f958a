use std::path::PathBuf;

use crate::Failure;

/// The data folder that was given, or this system's.
pub(crate) fn folder(given: Option<PathBuf>) -> Result<PathBuf, Failure> {
    if let Some(folder) = given {
        return Ok(folder);
    }
    let folders = directories::ProjectDirs::from("", "", "ludo");
    let folder = folders.map(|folders| folders.data_dir().to_owned());
    folder.ok_or_else(|| {
        Failure::Input("this system has no folder for data: give one with --data".into())
    })
}
