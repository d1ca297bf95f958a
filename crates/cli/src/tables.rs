use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::Path;

use ludo_brain::{Shelf, Table};

use crate::Failure;

/// The endgame tables of a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Table>, Failure> {
    let cannot =
        |error: std::io::Error| Failure::Work(format!("cannot read {}: {error}", folder.display()));
    let mut tables = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_none_or(|extension| extension != "end") {
            continue;
        }
        let file = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            file => file.map_err(cannot)?,
        };
        let table = Table::read(BufReader::new(file))
            .map_err(|error| Failure::Work(format!("{}: {error}", path.display())))?;
        tables.push(table);
    }
    if tables.is_empty() {
        return Err(Failure::Input(format!(
            "there is no table of endgames in {}: make some with `ludo solve 2 2 --out DIR`",
            folder.display()
        )));
    }
    Ok(tables)
}

/// Tables as the truth is asked of them.
pub(crate) fn shelf(tables: Vec<Table>) -> Shelf {
    let mut shelf = Shelf::default();
    for table in tables {
        shelf.add(table);
    }
    shelf
}
