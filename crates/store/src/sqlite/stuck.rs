use std::collections::BTreeMap;

use crate::StoreError;

/// Tables whose rows in the journal cannot be settled, whatever is done: something in the file is damaged. They stay as
/// they are until the store is opened anew, so that nobody else has to wait for them.
#[derive(Debug, Default)]
pub(super) struct Stuck(BTreeMap<String, String>);

impl Stuck {
    /// Sets a table aside, and tells it once.
    pub(super) fn add(&mut self, code: &str, why: &impl ToString) {
        let why = why.to_string();
        tracing::error!(
            table = code,
            why,
            "what waits of a table in the journal cannot be settled: the table takes no writes. \
             Restore the data folder from a backup"
        );
        self.0.insert(code.to_owned(), why);
    }

    /// Why a table takes no writes, if it is one of these.
    pub(super) fn refusal(&self, code: &str) -> Option<StoreError> {
        let why = self.0.get(code)?;
        Some(StoreError::corrupt(
            format!("table {code} in the journal"),
            why,
        ))
    }

    pub(super) fn contains(&self, code: &str) -> bool {
        self.0.contains_key(code)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
