use ludo_rules::{Face, Playout, Position, Seat};

use crate::net::{Net, Places, Scratch, settled};

/// What a place is worth to who chooses a move: the first is what is played for; the others decide where it is gone, or
/// as good as equally near.
const WORTH: Places = [1.0, 0.06, 0.01, 0.0];

/// What chances of places are worth.
pub(crate) fn worth(chances: &Places) -> f32 {
    let mut sum = 0.0;
    for (&chance, &worth) in chances.iter().zip(&WORTH) {
        sum += chance * worth;
    }
    sum
}

/// Certainty of a place.
pub(crate) fn certain(place: usize) -> Places {
    std::array::from_fn(|other| if other == place { 1.0 } else { 0.0 })
}

/// The place of a seat, if it has one.
pub(crate) fn place_of(position: &Position, seat: Seat) -> Option<usize> {
    settled(position)
        .find(|&(other, _)| other == seat)
        .map(|(_, place)| place)
}

/// Asks a net, one position after the other.
#[derive(Clone, Debug)]
pub(crate) struct Judge<'n> {
    pub(crate) net: &'n Net,
    pub(crate) scratch: Scratch,
}

impl<'n> Judge<'n> {
    pub(crate) fn new(net: &'n Net) -> Self {
        Self {
            net,
            scratch: Scratch::default(),
        }
    }

    /// The chances of a seat's places.
    pub(crate) fn chances(&mut self, position: &Position, seat: Seat) -> Places {
        match place_of(position, seat) {
            Some(place) => certain(place),
            None => {
                self.scratch.look(self.net, position);
                self.scratch.chances(self.net, seat)
            }
        }
    }

    /// What the game is worth to a seat, with the best of what it can choose now if it is to choose.
    pub(crate) fn value(&mut self, game: &Playout<'_>, seat: Seat) -> f32 {
        if game.choices() > 0
            && let Some((_, value)) = self.best(game)
        {
            return value;
        }
        worth(&self.chances(game.position(), seat))
    }

    /// The number of the best choice; without a look where there is only one.
    pub(crate) fn choice(&mut self, game: &Playout<'_>) -> usize {
        if game.choices() < 2 {
            return 0;
        }
        self.best(game).map_or(0, |(choice, _)| choice)
    }

    /// The game after a roll and the best choices of what it allows.
    pub(crate) fn after<'r>(&mut self, game: &Playout<'r>, face: Face) -> Playout<'r> {
        let mut after = game.clone();
        let mut choices = after.roll(face);
        while choices > 0 {
            choices = after.choose(self.choice(&after));
        }
        after
    }

    /// The number of the best choice and what it is worth to who chooses; the first of equals. Nothing where there is no choice.
    pub(crate) fn best(&mut self, game: &Playout<'_>) -> Option<(usize, f32)> {
        let seat = game.position().turn()?;
        let mut best = None;
        for choice in 0..game.choices() {
            let mut after = game.clone();
            after.choose(choice);
            let value = self.value(&after, seat);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((choice, value));
            }
        }
        best
    }
}
