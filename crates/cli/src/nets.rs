use std::fs;
use std::path::{Path, PathBuf};

use ludo_brain::{Brain, Net};

use crate::Failure;

/// A net in a file.
pub(crate) fn read(path: &Path) -> Result<Net, Failure> {
    let bytes = fs::read(path)
        .map_err(|error| Failure::Work(format!("cannot read {}: {error}", path.display())))?;
    Net::from_bytes(&bytes).map_err(|error| Failure::Work(format!("{}: {error}", path.display())))
}

/// The nets that come with the program, those in files in their place.
pub(crate) fn brain(nets: &[PathBuf]) -> Result<Brain, Failure> {
    let mut brain = Brain::learned();
    for path in nets {
        brain.add_net(read(path)?);
    }
    Ok(brain)
}
