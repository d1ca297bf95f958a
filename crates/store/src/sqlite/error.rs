use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

use crate::StoreError;

/// Why the database could not be opened.
pub(super) enum OpenError {
    Database(rusqlite::Error),
    Io(io::Error),
    Store(StoreError),
    /// A check found damage.
    Damaged(String),
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl OpenError {
    /// With the file, and what to do.
    pub(super) fn at_start(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        let (code, why) = match self {
            Self::Database(error) => (error.sqlite_error_code(), why(&error)),
            Self::Io(error) => (None, error.to_string()),
            Self::Store(error) => return error,
            Self::Damaged(why) => return StoreError::Damaged { path, why },
        };
        match code {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged { path, why }
            }
            Some(ErrorCode::PermissionDenied | ErrorCode::ReadOnly | ErrorCode::CannotOpen) => {
                StoreError::NotWritable { path, why }
            }
            _ => StoreError::Unusable { path, why },
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        if is_damage(&error) {
            return Self::corrupt("a row", &why(&error));
        }
        Self::Failed(why(&error))
    }
}

/// Whether it says that something in the file is not as it was written: then it would say so again.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
    };
    matches!(
        error,
        FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..)
    ) || error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
}

/// What the database says, without the statement.
fn why(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        error => error.to_string(),
    }
}
