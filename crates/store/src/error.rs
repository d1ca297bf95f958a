use std::path::PathBuf;

use ludo_protocol::TableCode;

use crate::CarriedOut;

/// Why the store did not do what was asked.
///
/// [`Stale`](Self::Stale), [`Repeated`](Self::Repeated), [`CodeTaken`](Self::CodeTaken) and [`NoTable`](Self::NoTable)
/// are certain: nothing was written. After any other error of a write it may have happened or not, and the writer has
/// to look.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The history of the table has gone on without this writer.
    #[error("table {code} does not stand at event {expected}: another writer went on")]
    Stale {
        /// The table.
        code: TableCode,
        /// What the writer took for the last event.
        expected: u64,
    },
    /// The command was carried out before.
    #[error("a command with this id was carried out before, up to event {}", .0.seq)]
    Repeated(CarriedOut),
    /// A table with this code exists or has existed.
    #[error("the code {0} is in use")]
    CodeTaken(TableCode),
    /// There is no such table.
    #[error("there is no table {0}")]
    NoTable(TableCode),
    /// What is stored can't be read.
    #[error("what is stored of {what} cannot be read: {why}")]
    Corrupt {
        /// Of what.
        what: String,
        /// Why.
        why: String,
    },
    /// The data was written by a newer version of this program.
    #[error(
        "the data has version {found}, and this program knows versions up to {known}: use a newer program"
    )]
    TooNew {
        /// The version of the data.
        found: i64,
        /// The newest known one.
        known: i64,
    },
    /// The file is not a whole database.
    #[error(
        "the database {path} is damaged ({why}). Restore the data folder from a backup; keep the damaged file until that has worked"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the database says.
        why: String,
    },
    /// The file, or its folder, can't be written.
    #[error(
        "the database {path} cannot be written ({why}). Give it and its folder to the user that runs ludo, or name another folder with --data"
    )]
    NotWritable {
        /// The file.
        path: PathBuf,
        /// What the database says.
        why: String,
    },
    /// The file can't be used for another reason.
    #[error(
        "the database {path} cannot be used ({why}). Look whether the disk is full and whether another program has it open"
    )]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the database says.
        why: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(String),
    /// The store is shut down.
    #[error("the store is shut down")]
    Stopped,
}

impl StoreError {
    /// Whether nothing was written for certain.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        matches!(
            self,
            Self::Stale { .. } | Self::Repeated(_) | Self::CodeTaken(_) | Self::NoTable(_)
        )
    }

    /// Whether it is about one table only, and the store works for all others.
    ///
    /// ```
    /// use ludo_store::StoreError;
    ///
    /// assert!(StoreError::NoTable("K7M2QX".parse()?).is_of_one_table());
    /// assert!(!StoreError::Failed("disk I/O error".to_owned()).is_of_one_table());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_of_one_table(&self) -> bool {
        self.is_certain() || matches!(self, Self::Corrupt { .. })
    }

    /// Whether what is stored is damaged, so that another try does no better.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, Self::Corrupt { .. })
    }

    pub(crate) fn corrupt(what: impl Into<String>, why: &impl ToString) -> Self {
        Self::Corrupt {
            what: what.into(),
            why: why.to_string(),
        }
    }
}
