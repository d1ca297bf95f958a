use std::fmt::{self, Write};

/// Writes bytes as lower-case hex.
pub(crate) fn write(bytes: &[u8], to: &mut impl Write) -> fmt::Result {
    for byte in bytes {
        write!(to, "{byte:02x}")?;
    }
    Ok(())
}

/// Reads lower- or upper-case hex.
pub(crate) fn read(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    digits
        .chunks_exact(2)
        .map(|pair| match pair {
            [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
            _ => None,
        })
        .collect()
}
