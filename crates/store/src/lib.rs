//! What a server keeps: the events of its tables, the people, the secrets of its dice.
//!
//! The law of this crate: **what [`Store::append`] has acknowledged is never lost**, and an append that does not
//! continue the table's history as the store knows it is refused, whoever asks. So a server that checks a command,
//! appends its events, and only then shows them can be stopped at any moment.
//!
//! There are two stores, and one test suite for both: [`SqliteStore`] keeps everything in one file; [`MemoryStore`]
//! is for tests, and fails when told to.
//!
//! Secrets are kept apart: a game's secret is encrypted under the [`HostKey`] before it gets here, and lies in a table
//! of its own; so is a seat's answer to a begin, until the draw reveals it. A person's token is never kept, only its hash.
//!
//! ```
//! use ludo_store::{MemoryStore, PersonId, Store, TokenHash};
//! use ludo_table::Time;
//!
//! # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
//! # runtime.block_on(async {
//! let store = MemoryStore::new();
//! let token = TokenHash::of(b"what the browser keeps");
//! store.add_person(PersonId([1; 16]), token, Time(1)).await.unwrap();
//! assert_eq!(store.person(token).await.unwrap(), Some(PersonId([1; 16])));
//! # });
//! ```
#![forbid(unsafe_code)]

mod answer;
mod append;
mod backup;
mod dice_count;
mod digest;
mod error;
mod folder;
mod handover;
mod hex;
mod key;
mod manifest;
mod memory;
mod person;
mod private;
mod restore;
mod saved;
mod seal_key;
mod sealed;
mod sqlite;
mod store;
mod unfinished;

pub use answer::KeptAnswer;
pub use append::{Append, Base, CarriedOut, Create, Note, Origin, Standing};
pub use backup::{Backup, BackupError};
pub use dice_count::{DiceCount, EndedGame};
pub use digest::CommandDigest;
pub use error::StoreError;
pub use folder::{DataFolder, FolderError};
pub use handover::{Handover, HandoverHash, NewDevice};
pub use key::{HostKey, KeyError, LostKey};
pub use manifest::{Manifest, ManifestFile};
pub use memory::MemoryStore;
pub use person::{MAX_DEVICES, PersonId, TokenHash};
pub use private::Private;
pub use restore::{RestoreError, restore};
pub use saved::{Due, Head, OwnTable, SavedMember, SavedTable, StoredEvent};
pub use sealed::{SealError, Sealed};
pub use sqlite::{Archive, SqliteStore};
pub use store::Store;
