//! How codes that people type are made and read.

/// The characters of codes, without those that look alike.
pub(crate) const ALPHABET: &str = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Why a text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is too short or too long.
    Length,
    /// It has a character that no code has.
    Letter(char),
}

/// A code from random bytes; all codes are as likely as each other.
pub(crate) fn draw<const N: usize>(bytes: [u8; 16]) -> [u8; N] {
    let alphabet = ALPHABET.as_bytes();
    let mut number = u128::from_le_bytes(bytes);
    [0; N].map(|_: u8| {
        let base = alphabet.len() as u128;
        let index = usize::try_from(number % base).unwrap_or_default();
        number /= base;
        alphabet.get(index).copied().unwrap_or(b'2')
    })
}

/// Reads a code in capitals; small letters, spaces and hyphens are taken too.
pub(crate) fn read<const N: usize>(text: &str) -> Result<[u8; N], Unread> {
    let mut code = [0; N];
    let mut places = code.iter_mut();
    for c in text.trim().chars().filter(|c| !matches!(c, ' ' | '-')) {
        let capital = c.to_ascii_uppercase();
        let letter = u8::try_from(capital)
            .ok()
            .filter(|_| ALPHABET.contains(capital));
        let letter = letter.ok_or(Unread::Letter(c))?;
        *places.next().ok_or(Unread::Length)? = letter;
    }
    match places.next() {
        Some(_) => Err(Unread::Length),
        None => Ok(code),
    }
}

/// A code as text. Only characters of the [alphabet](ALPHABET) get into one.
pub(crate) fn text(code: &[u8]) -> &str {
    std::str::from_utf8(code).unwrap_or_default()
}
