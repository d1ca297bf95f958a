//! Players that go by rules of thumb, without a net.

use ludo_rules::{Move, Playout};
use rand_core::RngCore;

use crate::chance::below;
use crate::evaluation::{Fear, outlook};

/// The number of the move that the beginner makes: often a capture if there is one, else the foremost token.
pub(crate) fn beginner<R: RngCore + ?Sized>(game: &Playout<'_>, generator: &mut R) -> usize {
    let moves = game.moves();
    let sees = below(generator, 2) == 0;
    let foremost = |(_, mv): &(usize, &Move)| (sees && !mv.captured().is_empty(), mv.from());
    moves
        .iter()
        .enumerate()
        .max_by_key(foremost)
        .map_or(0, |(choice, _)| choice)
}

/// The number of the move that the casual player makes.
pub(crate) fn casual<R: RngCore + ?Sized>(game: &Playout<'_>, generator: &mut R) -> usize {
    if below(generator, 8) == 0 {
        return below(generator, game.choices() as u32) as usize;
    }
    // Of moves that it likes alike, and without fear those are many, the foremost token's.
    let moves = game.moves();
    (0..game.choices())
        .max_by_key(|&choice| {
            let mut after = game.clone();
            after.choose(choice);
            let liked = outlook(game.rules(), game.position(), after.position(), Fear::None);
            (liked, moves.get(choice).and_then(|mv| mv.from()))
        })
        .unwrap_or(0)
}

/// The number of the move that the simple player makes: that after which the board looks best; the generator decides between equals.
pub(crate) fn simple<R: RngCore + ?Sized>(game: &Playout<'_>, generator: &mut R) -> usize {
    // One for each token, at most.
    let mut best = [0; 4];
    let mut count = 0;
    let mut most = i32::MIN;
    for choice in 0..game.choices() {
        let mut after = game.clone();
        after.choose(choice);
        let liked = outlook(
            game.rules(),
            game.position(),
            after.position(),
            Fear::Threats,
        );
        if liked > most {
            count = 0;
            most = liked;
        }
        if liked == most
            && let Some(place) = best.get_mut(count)
        {
            *place = choice;
            count += 1;
        }
    }
    let drawn = match count {
        0 | 1 => 0,
        _ => below(generator, count as u32) as usize,
    };
    best.get(drawn).copied().unwrap_or(0)
}
