use std::fmt;
use std::sync::Arc;

type Source = dyn Fn(&mut [u8]) -> Result<(), EntropyError> + Send + Sync;

/// Where the server draws randomness: the operating system's generator, or a source that a test makes.
#[derive(Clone)]
pub struct Entropy(Arc<Source>);

/// No randomness could be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub struct EntropyError;

impl Entropy {
    /// The operating system's generator.
    #[must_use]
    pub fn system() -> Self {
        Self::from_source(|bytes| getrandom::fill(bytes).map_err(|_| EntropyError))
    }

    /// Another source, for tests: everything secret rests on it.
    #[must_use]
    pub fn from_source(
        source: impl Fn(&mut [u8]) -> Result<(), EntropyError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(source))
    }

    /// `N` random bytes.
    ///
    /// # Errors
    ///
    /// If the source fails.
    pub fn bytes<const N: usize>(&self) -> Result<[u8; N], EntropyError> {
        let mut bytes = [0; N];
        (self.0)(&mut bytes)?;
        Ok(bytes)
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy(..)")
    }
}
