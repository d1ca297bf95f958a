/// A field that a JSON form must have and that is not there, or whose value is not known: `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {0} that is known")]
pub(crate) struct Missing(pub(crate) &'static str);
