//! Folders of files, read and replaced whole.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Files;

/// Every file below a folder by its path with `/`. Hidden files are not part of the page.
pub(crate) fn read(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    read_below(folder, "", &mut files)
        .with_context(|| format!("the folder {} cannot be read", folder.display()))?;
    Ok(files)
}

fn read_below(folder: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry
            .file_name()
            .into_string()
            .ok()
            .context("a file's name is not UTF-8")?;
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            read_below(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Makes the folder hold exactly these files. They are written aside first, so that a reader finds the old ones or
/// the new ones; a folder that holds them already is left as it is, and with it the times that cargo goes by.
pub(crate) fn replace(folder: &Path, files: &Files) -> Result<()> {
    if read(folder).is_ok_and(|there| there == *files) {
        return Ok(());
    }
    let new = folder.with_extension("new");
    let old = folder.with_extension("old");
    for leftover in [&new, &old] {
        if leftover.exists() {
            fs::remove_dir_all(leftover)?;
        }
    }
    for (path, bytes) in files {
        let file = new.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&new))?;
        fs::write(&file, bytes).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    if folder.exists() {
        fs::rename(folder, &old)?;
    }
    fs::rename(&new, folder)?;
    if old.exists() {
        fs::remove_dir_all(&old)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacing_leaves_nothing_stale() {
        let folder = std::env::temp_dir().join(format!("ludo-xtask-folder-{}", std::process::id()));
        let one = Files::from([
            ("index.html".to_owned(), b"1".to_vec()),
            ("assets/a-1.css".to_owned(), b"a".to_vec()),
        ]);
        replace(&folder, &one).unwrap();
        assert_eq!(read(&folder).unwrap(), one);
        let two = Files::from([
            ("index.html".to_owned(), b"2".to_vec()),
            ("assets/a-2.css".to_owned(), b"b".to_vec()),
        ]);
        replace(&folder, &two).unwrap();
        assert_eq!(read(&folder).unwrap(), two);
        let written = fs::metadata(folder.join("index.html"))
            .unwrap()
            .modified()
            .unwrap();
        replace(&folder, &two).unwrap();
        assert_eq!(
            fs::metadata(folder.join("index.html"))
                .unwrap()
                .modified()
                .unwrap(),
            written
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
