use base64ct::{Base64UrlUnpadded, Encoding};
use ludo_dice::{Chain, GameId, Link, MAX_ROLLS, Secret};
use zeroize::{Zeroize, Zeroizing};

/// Bytes: the game, the number of a roll, the state before it, the secret.
const BYTES: usize = 16 + 4 + 32 + 32;

/// What a device hands to another one of the same person, so that this one too can roll with the seat's links: the secret
/// of the seat's chain, and with it how far the game had gone, so that the other device can tell whether it is shown the
/// same game.
///
/// It goes from screen to screen, in the fragment of an address, and to no server. It can neither be cloned nor printed nor
/// serialised by accident: [`to_fragment`](Self::to_fragment) is the one way out. A [`Client`](crate::Client) gives it with
/// [`seat_secret`](crate::Client::seat_secret) and takes it with [`Input::SeatSecret`](crate::Input::SeatSecret).
///
/// ```compile_fail
/// fn printed(secret: &ludo_client::SeatSecret) -> String {
///     format!("{secret:?}")
/// }
/// ```
///
/// ```compile_fail
/// fn copied(secret: &ludo_client::SeatSecret) -> ludo_client::SeatSecret {
///     secret.clone()
/// }
/// ```
///
/// ```compile_fail
/// fn sent(secret: &ludo_client::SeatSecret) -> String {
///     serde_json::to_string(secret).unwrap()
/// }
/// ```
pub struct SeatSecret {
    pub(crate) game: GameId,
    /// The number of the next roll when it was given; 0 before the draw.
    pub(crate) roll: u32,
    /// The state of the dice before that roll, `S[roll - 1]`; none before the draw.
    pub(crate) state: Option<Link>,
    pub(crate) secret: Secret,
}

/// Why a text is no [`SeatSecret`]. Nothing of the text is repeated here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatSecretError {
    /// It is too short or too long; a part of the address was probably lost.
    #[error(
        "the secret part of the link has {found} characters and should have {}; copy the whole link",
        SeatSecret::CHARS
    )]
    Length {
        /// How many bytes the text has.
        found: usize,
    },
    /// It has characters that base64url has not.
    #[error(
        "the secret part of the link has characters that do not belong there; copy the whole link"
    )]
    Letters,
    /// It speaks of a roll that no game has.
    #[error(
        "the secret part of the link speaks of roll {roll}, and no game has more than {MAX_ROLLS}"
    )]
    Roll {
        /// The number of the roll.
        roll: u32,
    },
    /// Before the draw there is no state of the dice, and after it there is one.
    #[error("the secret part of the link does not say how far the game had gone")]
    State,
}

impl SeatSecret {
    /// The number of characters of its text.
    pub const CHARS: usize = 112;

    pub(crate) fn new(game: GameId, at: Option<(u32, Link)>, chain: &Chain) -> Self {
        Self {
            game,
            roll: at.map_or(0, |(roll, _)| roll),
            state: at.map(|(_, state)| state),
            secret: Secret::from_entropy(*chain.secret().expose()),
        }
    }

    /// The game whose seat it is about.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// The text for the fragment of an address: 112 characters of base64url. **It holds the secret.**
    #[must_use]
    pub fn to_fragment(&self) -> Zeroizing<String> {
        let state = self.state.map_or([0; 32], |state| state.0);
        let mut bytes = Zeroizing::new([0; BYTES]);
        let parts: [&[u8]; 4] = [
            &self.game.0,
            &self.roll.to_be_bytes(),
            &state,
            self.secret.expose(),
        ];
        let all = parts.iter().flat_map(|part| part.iter());
        for (to, from) in bytes.iter_mut().zip(all) {
            *to = *from;
        }
        let mut text = Zeroizing::new([0; Self::CHARS]);
        // The buffer has room for it.
        let text = Base64UrlUnpadded::encode(bytes.as_slice(), text.as_mut_slice());
        Zeroizing::new(text.unwrap_or_default().to_owned())
    }

    /// Reads what [`to_fragment`](Self::to_fragment) wrote, and nothing else.
    ///
    /// # Errors
    ///
    /// If the text is of another length, is not base64url, or what it says cannot be.
    pub fn from_fragment(text: &str) -> Result<Self, SeatSecretError> {
        if text.len() != Self::CHARS {
            return Err(SeatSecretError::Length { found: text.len() });
        }
        let mut bytes = Zeroizing::new([0; BYTES]);
        Base64UrlUnpadded::decode(text, bytes.as_mut_slice())
            .map_err(|_| SeatSecretError::Letters)?;
        let (mut game, mut roll, mut state, mut secret) = ([0; 16], [0; 4], [0; 32], [0; 32]);
        let mut from = bytes.iter();
        let parts: [&mut [u8]; 4] = [&mut game, &mut roll, &mut state, &mut secret];
        for to in parts.into_iter().flatten() {
            *to = from.next().copied().unwrap_or_default();
        }
        let chain_secret = Secret::from_entropy(secret);
        secret.zeroize();
        let roll = u32::from_be_bytes(roll);
        if roll > MAX_ROLLS {
            return Err(SeatSecretError::Roll { roll });
        }
        let state = Some(Link(state)).filter(|state| state.0 != [0; 32]);
        if state.is_some() != (roll > 0) {
            return Err(SeatSecretError::State);
        }
        Ok(Self {
            game: GameId(game),
            roll,
            state,
            secret: chain_secret,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn given(roll: u32, secret: [u8; 32]) -> SeatSecret {
        SeatSecret {
            game: GameId([0x11; 16]),
            roll,
            state: (roll > 0).then_some(Link([0x22; 32])),
            secret: Secret::from_entropy(secret),
        }
    }

    #[test]
    fn the_text_is_what_the_protocol_says() {
        let text = given(7, [0x33; 32]).to_fragment();
        assert_eq!(
            *text,
            "EREREREREREREREREREREQAAAAciIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIjMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMz"
        );
        assert_eq!(text.len(), SeatSecret::CHARS);
    }

    #[test]
    fn other_texts_are_refused_without_being_repeated() {
        let text = given(7, [0x33; 32]).to_fragment();
        let why = |text: &str| SeatSecret::from_fragment(text).err();
        assert_eq!(why(""), Some(SeatSecretError::Length { found: 0 }));
        assert_eq!(
            why(&text[1..]),
            Some(SeatSecretError::Length { found: 111 })
        );
        assert_eq!(
            why(&format!("{}=", *text)),
            Some(SeatSecretError::Length { found: 113 })
        );
        for letter in ["+", "/", "=", " ", "."] {
            assert_eq!(
                why(&format!("{}{letter}", &text[1..])),
                Some(SeatSecretError::Letters),
                "{letter}"
            );
        }
        // A letter of two bytes, so that the length is right.
        assert_eq!(
            why(&format!("{}é", &text[2..])),
            Some(SeatSecretError::Letters)
        );
        let far = given(MAX_ROLLS + 1, [1; 32]).to_fragment();
        let roll = MAX_ROLLS + 1;
        assert_eq!(why(&far), Some(SeatSecretError::Roll { roll }));
        assert!(why(&given(MAX_ROLLS, [1; 32]).to_fragment()).is_none());
        let mut odd = given(0, [1; 32]);
        odd.state = Some(Link([5; 32]));
        assert_eq!(why(&odd.to_fragment()), Some(SeatSecretError::State));
        let mut odd = given(3, [1; 32]);
        odd.state = None;
        assert_eq!(why(&odd.to_fragment()), Some(SeatSecretError::State));
        let text = odd.to_fragment();
        assert!(
            !why(&odd.to_fragment())
                .unwrap()
                .to_string()
                .contains(&text[..8])
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(roll in 0..=MAX_ROLLS, secret: [u8; 32]) {
            let text = given(roll, secret).to_fragment();
            let again = SeatSecret::from_fragment(&text).unwrap();
            prop_assert_eq!((again.roll, again.secret.expose()), (roll, &secret));
            prop_assert_eq!(again.to_fragment(), text);
        }

        #[test]
        fn no_text_is_too_much(text in ".{0,120}") {
            let _ = SeatSecret::from_fragment(&text);
        }

        /// One character more or less, or another one, is never read as something that writes itself differently.
        #[test]
        fn only_one_text_stands_for_a_secret(text in "[A-Za-z0-9_-]{112}") {
            if let Ok(read) = SeatSecret::from_fragment(&text) {
                prop_assert_eq!(read.to_fragment().to_string(), text);
            }
        }
    }
}
