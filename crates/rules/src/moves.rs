use alloc::string::ToString;
use core::fmt;
use core::ops::Deref;

use crate::Move;

/// The legal outcomes of a roll or of bonus steps, in ascending order of the token's place: four at most.
#[derive(Clone, Copy)]
pub struct Moves {
    list: [Move; 4],
    len: u8,
}

impl Moves {
    pub(crate) const NONE: Self = Self {
        list: [Move::Pass; 4],
        len: 0,
    };

    pub(crate) const fn one(mv: Move) -> Self {
        Self {
            list: [mv, Move::Pass, Move::Pass, Move::Pass],
            len: 1,
        }
    }

    /// Adds one behind the others. A seat has four tokens, so there is room.
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(place) = self.list.get_mut(usize::from(self.len)) {
            *place = mv;
            self.len += 1;
        }
    }
}

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.list.get(..usize::from(self.len)).unwrap_or(&self.list)
    }
}

impl PartialEq for Moves {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Moves {}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(ToString::to_string))
            .finish()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, 4>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter().take(usize::from(self.len))
    }
}
