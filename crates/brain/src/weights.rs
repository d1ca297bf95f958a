//! The nets that come with this crate. docs/strength.md says which commands made them.

/// Their files.
pub(crate) const ALL: [&[u8]; 0] = [];
