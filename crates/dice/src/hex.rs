use core::fmt;

/// Why a text is not the bytes it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexError {
    /// It has the wrong length.
    Length {
        /// Hex digits that it should have.
        expected: usize,
        /// Bytes that it has.
        found: usize,
    },
    /// Something in it is not a lower-case hex digit.
    Digit {
        /// Where, counted from 0.
        at: usize,
    },
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(
                    f,
                    "{expected} lower-case hex digits are needed, there are {found} bytes"
                )
            }
            Self::Digit { at } => write!(
                f,
                "byte {at} is not one of the hex digits 0 to 9 and a to f"
            ),
        }
    }
}

impl core::error::Error for HexError {}

pub(crate) fn write(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

pub(crate) fn read<const N: usize>(text: &str) -> Result<[u8; N], HexError> {
    let text = text.as_bytes();
    if text.len() != 2 * N {
        return Err(HexError::Length {
            expected: 2 * N,
            found: text.len(),
        });
    }
    let digit = |at: usize| match text.get(at) {
        Some(c @ b'0'..=b'9') => Ok(c - b'0'),
        Some(c @ b'a'..=b'f') => Ok(c - b'a' + 10),
        _ => Err(HexError::Digit { at }),
    };
    let mut bytes = [0; N];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (digit(2 * i)? << 4) | digit(2 * i + 1)?;
    }
    Ok(bytes)
}

/// Text forms of a newtype around bytes: lower-case hex, for people, for `FromStr` and for serde.
macro_rules! hex_text {
    ($type:ident) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::hex::write(&self.0, f)
            }
        }

        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }

        impl core::str::FromStr for $type {
            type Err = crate::HexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                crate::hex::read(text).map(Self)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str("a text of lower-case hex digits")
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}
pub(crate) use hex_text;
