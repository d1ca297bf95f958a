use alloc::string::String;
use core::fmt::{self, Write};

use crate::mv::number;
use crate::play::by_progress;
use crate::rules::count;
use crate::seat_list::SeatList;
use crate::{
    BySeat, Due, End, Face, Group, Own, Position, RuleSet, RuleSetError, Rules, Seat, SeatSet,
    Sixes,
};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("field {field}: {reason}")]
pub struct PositionError {
    field: u8,
    reason: Reason,
}

impl PositionError {
    /// The field that is wrong, 1 to 7; the lowest where more are.
    #[must_use]
    pub const fn field(&self) -> u8 {
        self.field
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }
}

/// What is wrong with a field of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The text ends before it.
    #[error("missing; a position has seven fields with single spaces between them")]
    Missing,
    /// More text behind the seventh.
    #[error("text after it; a position has seven fields with single spaces between them")]
    TooLong,
    /// Field 1: not a rule set that can be played.
    #[error("{0}")]
    RuleSet(#[from] RuleSetError),
    /// Field 2: not four groups.
    #[error("the tokens are four groups, r/g/y/b")]
    Groups,
    /// Field 2: a group that is neither `-`, `x` nor four places.
    #[error(
        "the group of {seat} is `-`, `x`, or four numbers from 0 to {goal}, ascending, without leading zeros"
    )]
    Group {
        /// Whose.
        seat: Seat,
        /// The highest place of this board.
        goal: u8,
    },
    /// Field 2: fewer than two seats.
    #[error("a game has two to four seats")]
    TooFewSeats,
    /// Field 2: rivals on one square that is not safe.
    #[error("{0} and {1} stand on one square, where one would have captured the other")]
    Rivals(Seat, Seat),
    /// Field 2: more tokens on a square than the rules allow.
    #[error("{seat} has a token at {place} on a square that holds more than the rules allow")]
    Crowded {
        /// The seat of one of them.
        seat: Seat,
        /// Its progress.
        place: u8,
    },
    /// Field 3: not a seat and not `-`.
    #[error("the turn is r, g, y or b, or - when the game is over")]
    Turn,
    /// Field 3: a seat that does not play, or no longer.
    #[error("it cannot be the turn of {0}, who is not in play")]
    NotInPlay(Seat),
    /// Field 3: nobody's turn, though the game is not over.
    #[error("the game is not over, so it is somebody's turn")]
    NobodysTurn,
    /// Field 3: somebody's turn, though the game is over.
    #[error("the game is over, so it is nobody's turn")]
    TurnWhenOver,
    /// Field 4: none of the words.
    #[error("due is roll, roll2, roll3, move:1 to move:6, bonus:10, bonus:20 or over")]
    Due,
    /// Field 4: bonus steps that these rules do not give.
    #[error("these rules give no bonus of {0} steps")]
    Bonus(u8),
    /// Field 4: a second or third try where there is none.
    #[error(
        "there are further tries only where the rules give three, a token waits, and only the entering roll moves anything"
    )]
    Tries,
    /// Field 4: a token to choose, and none can move.
    #[error("no token can move")]
    NothingMoves,
    /// Field 4: the game is over by its tokens.
    #[error("the game is over: fewer than two seats play on, or one has won")]
    Over,
    /// Field 4: over, and it is somebody's turn.
    #[error("the game is not over, it is the turn of {0}")]
    NotOver(Seat),
    /// Field 5: not a count of sixes.
    #[error("the sixes in a row are 0, 1 or 2, and not over 1 where the rules have no limit")]
    Sixes,
    /// Field 5: a count that does not go with what is due.
    #[error("{sixes} sixes in a row do not go with {due}")]
    SixesDue {
        /// The count.
        sixes: u8,
        /// What is due.
        due: Due,
    },
    /// Field 6: not letters of seats.
    #[error("finished seats are letters in order, or -, then / and those who resigned")]
    Places,
    /// Field 6: other seats than the tokens say.
    #[error("the finished and resigned seats are not those of the tokens")]
    PlacesTokens,
    /// Field 7: not a place or `-`.
    #[error("the token moved last is a place of the board, or -")]
    Last,
    /// Field 7: a place in rules that do not need it.
    #[error("in these rules no third 6 sends a token back, so it is -")]
    LastNotKept,
    /// Field 7: nobody's token, or the mover has none there.
    #[error("no token of the seat whose turn it is stands at {0}")]
    NoSuchToken(u8),
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll { attempt: ..=1 } => f.write_str("roll"),
            Self::Roll { attempt } => write!(f, "roll{attempt}"),
            Self::Move(face) => write!(f, "move:{face}"),
            Self::Bonus(steps) => write!(f, "bonus:{steps}"),
            Self::Over => f.write_str("over"),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_group(self, f)
    }
}

/// The position in the notation.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_position(self, &self.rule_set(), f)
    }
}

/// Most positions have fewer characters.
const USUAL: usize = 96;

impl Rules {
    /// A position in the notation; the same as its `Display`, and quicker where it belongs to these rules.
    #[must_use]
    pub fn text(&self, position: &Position) -> String {
        let set = if position.rules == self.packed {
            self.set
        } else {
            position.rule_set()
        };
        let mut text = String::with_capacity(USUAL);
        // A string takes whatever it is given.
        let _ = write_position(position, &set, &mut text);
        text
    }
}

/// Mostly by hand: a server writes and checks one with every roll and move, and formatting costs more than both.
fn write_position(position: &Position, set: &RuleSet, f: &mut impl Write) -> fmt::Result {
    if *set == RuleSet::named(set.base()) {
        f.write_str(set.base().name())?;
    } else {
        write!(f, "{set}")?;
    }
    let mut before = ' ';
    for seat in Seat::ALL {
        f.write_char(before)?;
        write_group(&position.group(seat), f)?;
        before = '/';
    }
    f.write_char(' ')?;
    f.write_char(position.turn.map_or('-', Seat::letter))?;
    match position.due {
        Due::Roll { attempt: ..=1 } => f.write_str(" roll ")?,
        due => write!(f, " {due} ")?,
    }
    write_number(position.sixes, f)?;
    f.write_char(' ')?;
    if let Some(places) = position.places() {
        write_seats(places.into_iter(), f)?;
    } else {
        if position.finished == SeatList::EMPTY {
            f.write_char('-')?;
        }
        write_seats(position.finished.iter(), f)?;
        if position.resigned != SeatList::EMPTY {
            f.write_char('/')?;
        }
        write_seats(position.resigned.iter(), f)?;
    }
    f.write_char(' ')?;
    match position.last {
        0 => f.write_char('-'),
        last => write_number(last, f),
    }
}

fn write_seats(mut seats: impl Iterator<Item = Seat>, f: &mut impl Write) -> fmt::Result {
    seats.try_for_each(|seat| f.write_char(seat.letter()))
}

fn write_group(group: &Group, f: &mut impl Write) -> fmt::Result {
    match group {
        Group::Empty => f.write_char('-'),
        Group::Resigned => f.write_char('x'),
        Group::Tokens([first, rest @ ..]) => {
            write_number(*first, f)?;
            for place in rest {
                f.write_char(',')?;
                write_number(*place, f)?;
            }
            Ok(())
        }
    }
}

fn write_number(number: u8, f: &mut impl Write) -> fmt::Result {
    let digit = |number: u8| char::from(b'0' + number % 10);
    if number >= 100 {
        f.write_char(digit(number / 100))?;
    }
    if number >= 10 {
        f.write_char(digit(number / 10))?;
    }
    f.write_char(digit(number))
}

/// Reads a position in the notation, and works out the rules that it belongs to.
///
/// ```
/// use ludo_rules::{Seat, parse_position};
///
/// let text = "classic 0,0,17,57/-/0,1,1,52/- r roll 0 - -";
/// let (rules, position) = parse_position(text)?;
/// assert_eq!(position.turn(), Some(Seat::Red));
/// assert_eq!(rules.text(&position), text);
///
/// let error = parse_position("classic 0,0,17,58/-/0,1,1,52/- r roll 0 - -").unwrap_err();
/// assert_eq!(error.field(), 2);
/// # Ok::<(), ludo_rules::PositionError>(())
/// ```
///
/// # Errors
/// Where the text is not a position that its rules allow: which field is wrong, and why. Whether a game can get there
/// is not asked.
pub fn parse_position(text: &str) -> Result<(Rules, Position), PositionError> {
    let mut fields = text.splitn(7, ' ');
    let mut next = |field| {
        fields.next().ok_or(PositionError {
            field,
            reason: Reason::Missing,
        })
    };

    let set: RuleSet = next(1)?.parse().map_err(at(1))?;
    let rules = Rules::new(&set);
    let mut position = read_groups(&rules, next(2)?).map_err(at(2))?;
    position.turn = read_turn(&position, next(3)?).map_err(at(3))?;
    position.due = read_due(next(4)?).map_err(at(4))?;
    check_over(&rules, &position)?;
    check_due(&rules, &position).map_err(at(4))?;
    position.sixes = read_sixes(&rules, &position, next(5)?).map_err(at(5))?;
    if position.is_over() {
        read_places(&rules, &mut position, next(6)?).map_err(at(6))?;
    } else {
        read_placed(&mut position, next(6)?).map_err(at(6))?;
    }
    position.last = read_last(&rules, &position, next(7)?).map_err(at(7))?;
    Ok((rules, position))
}

/// The error of a field.
fn at<R: Into<Reason>>(field: u8) -> impl FnOnce(R) -> PositionError {
    move |reason| PositionError {
        field,
        reason: reason.into(),
    }
}

/// A position with the tokens of field 2, and with the seats that they show to be finished and resigned, in the order
/// of turns for now.
fn read_groups(rules: &Rules, text: &str) -> Result<Position, Reason> {
    let mut position = Position {
        rules: rules.packed,
        tokens: BySeat::new([[0; 4]; 4]),
        seats: SeatSet::EMPTY,
        finished: SeatList::EMPTY,
        resigned: SeatList::EMPTY,
        turn: None,
        due: Due::Roll { attempt: 1 },
        sixes: 0,
        last: 0,
    };
    if text.split('/').count() != 4 {
        return Err(Reason::Groups);
    }
    for (seat, group) in Seat::ALL.into_iter().zip(text.split('/')) {
        match read_group(group, rules.goal).ok_or(Reason::Group {
            seat,
            goal: rules.goal,
        })? {
            Group::Empty => continue,
            Group::Resigned => position.resigned.push(seat),
            Group::Tokens(tokens) => {
                position.tokens[seat] = tokens;
                if tokens.iter().all(|&token| rules.is_home(token)) {
                    position.finished.push(seat);
                }
            }
        }
        position.seats.insert(seat);
    }
    if position.seats.len() < 2 {
        return Err(Reason::TooFewSeats);
    }
    check_squares(rules, &position)?;
    Ok(position)
}

fn read_group(text: &str, goal: u8) -> Option<Group> {
    match text {
        "-" => return Some(Group::Empty),
        "x" => return Some(Group::Resigned),
        _ => {}
    }
    let mut tokens = [0; 4];
    let mut numbers = text.split(',');
    let mut least = 0;
    for token in &mut tokens {
        *token = number(numbers.next()?).filter(|&place| least <= place && place <= goal)?;
        least = *token;
    }
    if numbers.next().is_some() {
        None
    } else {
        Some(Group::Tokens(tokens))
    }
}

/// Refuses tokens together where the rules cannot have them.
fn check_squares(rules: &Rules, position: &Position) -> Result<(), Reason> {
    for (seat, &tokens) in position.tokens.iter() {
        for place in tokens.into_iter().filter(|&token| token > 0) {
            let Some(square) = rules.tables.square(seat, place) else {
                if rules.goal_in_column() && count(tokens, place) > 1 {
                    return Err(Reason::Crowded { seat, place });
                }
                continue;
            };
            let counts = rules.counts(position, square);
            if !rules.is_safe(square.into())
                && let Some((rival, _)) = counts
                    .iter()
                    .find(|&(other, &count)| other != seat && count > 0)
            {
                return Err(Reason::Rivals(seat, rival));
            }
            let crowded = match rules.set.own {
                Own::Free | Own::Block => false,
                Own::Forbidden => counts[seat] > 1,
                Own::Barrier => counts.values().iter().sum::<u8>() > 2,
            };
            if crowded {
                return Err(Reason::Crowded { seat, place });
            }
        }
    }
    Ok(())
}

fn read_turn(position: &Position, text: &str) -> Result<Option<Seat>, Reason> {
    if text == "-" {
        return Ok(None);
    }
    let seat: Seat = text.parse().map_err(|_| Reason::Turn)?;
    if position.contenders().contains(seat) {
        Ok(Some(seat))
    } else {
        Err(Reason::NotInPlay(seat))
    }
}

fn read_due(text: &str) -> Result<Due, Reason> {
    let due = match text {
        "roll" => Some(Due::Roll { attempt: 1 }),
        "roll2" => Some(Due::Roll { attempt: 2 }),
        "roll3" => Some(Due::Roll { attempt: 3 }),
        "over" => Some(Due::Over),
        "bonus:10" => Some(Due::Bonus(10)),
        "bonus:20" => Some(Due::Bonus(20)),
        _ => text
            .strip_prefix("move:")
            .and_then(number)
            .and_then(Face::new)
            .map(Due::Move),
    };
    due.ok_or(Reason::Due)
}

/// Turn and due must agree on whether the game is over, and so must the tokens. A game that its limit ended is over
/// though more could be played.
fn check_over(rules: &Rules, position: &Position) -> Result<(), PositionError> {
    let won = rules.set.end == End::First && position.finished != SeatList::EMPTY;
    let must_end = won || position.contenders().len() < 2;
    match (position.turn, position.due) {
        (None, Due::Over) => Ok(()),
        (Some(_), Due::Over) if must_end => Err(at(3)(Reason::TurnWhenOver)),
        (Some(seat), Due::Over) => Err(at(4)(Reason::NotOver(seat))),
        (_, _) if must_end => Err(at(4)(Reason::Over)),
        (None, _) => Err(at(3)(Reason::NobodysTurn)),
        (Some(_), _) => Ok(()),
    }
}

fn check_due(rules: &Rules, position: &Position) -> Result<(), Reason> {
    let Some(seat) = position.turn else {
        return Ok(());
    };
    match position.due {
        Due::Roll { attempt: 2.. } if !rules.has_tries(position, seat) => Err(Reason::Tries),
        Due::Move(face) if rules.choices(position, seat, face).is_empty() => {
            Err(Reason::NothingMoves)
        }
        Due::Bonus(steps)
            if ![rules.set.capture, rules.set.home]
                .iter()
                .any(|earns| earns.steps() == Some(steps)) =>
        {
            Err(Reason::Bonus(steps))
        }
        Due::Bonus(steps) if rules.bonus_choices(position, seat, steps).is_empty() => {
            Err(Reason::NothingMoves)
        }
        _ => Ok(()),
    }
}

fn read_sixes(rules: &Rules, position: &Position, text: &str) -> Result<u8, Reason> {
    let most = if rules.set.sixes == Sixes::Free { 1 } else { 2 };
    let sixes = number(text)
        .filter(|&sixes| sixes <= most)
        .ok_or(Reason::Sixes)?;
    let due = position.due;
    let fits = match due {
        Due::Roll { attempt: ..=1 } | Due::Bonus(_) => true,
        Due::Move(Face::Six) => sixes > 0,
        Due::Roll { .. } | Due::Move(_) | Due::Over => sixes == 0,
    };
    if fits {
        Ok(sixes)
    } else {
        Err(Reason::SixesDue { sixes, due })
    }
}

fn letters(text: &str) -> Result<SeatList, Reason> {
    let mut list = SeatList::EMPTY;
    for letter in text.chars() {
        let seat = Seat::from_letter(letter)
            .filter(|&seat| !list.contains(seat))
            .ok_or(Reason::Places)?;
        list.push(seat);
    }
    if list == SeatList::EMPTY {
        Err(Reason::Places)
    } else {
        Ok(list)
    }
}

/// Field 6 while the game goes on.
fn read_placed(position: &mut Position, text: &str) -> Result<(), Reason> {
    let (finished, resigned) = match text.split_once('/') {
        Some((finished, resigned)) => (finished, letters(resigned)?),
        None => (text, SeatList::EMPTY),
    };
    let finished = if finished == "-" {
        SeatList::EMPTY
    } else {
        letters(finished)?
    };
    if finished.set() != position.finished.set() || resigned.set() != position.resigned.set() {
        return Err(Reason::PlacesTokens);
    }
    position.finished = finished;
    position.resigned = resigned;
    Ok(())
}

/// Field 6 when the game is over: those who are home, those who were left by the sum of their progress, those who
/// resigned; or the first of them alone.
fn read_places(rules: &Rules, position: &mut Position, text: &str) -> Result<(), Reason> {
    let places = letters(text)?;
    let home = position.finished.set();
    let left = by_progress(position);
    if rules.set.end == End::First {
        let winner = if home.is_empty() {
            left.iter().next()
        } else {
            home.iter().next()
        };
        if home.len() > 1 || places.iter().next() != winner || places.iter().count() != 1 {
            return Err(Reason::PlacesTokens);
        }
        position.finished = places;
        return Ok(());
    }
    let finished: SeatList = places
        .iter()
        .filter(|&seat| !position.resigned.contains(seat))
        .collect();
    let resigned: SeatList = places
        .iter()
        .rev()
        .filter(|&seat| position.resigned.contains(seat))
        .collect();
    let behind = home.len();
    let as_tokens = places.set() == position.seats
        && finished.iter().take(behind).all(|seat| home.contains(seat))
        && finished.iter().skip(behind).eq(left.iter())
        && finished
            .iter()
            .eq(places.iter().take(finished.iter().count()));
    if !as_tokens {
        return Err(Reason::PlacesTokens);
    }
    position.finished = finished;
    position.resigned = resigned;
    Ok(())
}

fn read_last(rules: &Rules, position: &Position, text: &str) -> Result<u8, Reason> {
    if text == "-" {
        return Ok(0);
    }
    if text.contains(' ') {
        return Err(Reason::TooLong);
    }
    let last = number(text)
        .filter(|&place| place <= rules.goal)
        .ok_or(Reason::Last)?;
    if rules.set.sixes != Sixes::Back {
        return Err(Reason::LastNotKept);
    }
    // A token in the yard has not moved in this turn.
    let there = position
        .turn
        .is_some_and(|seat| last > 0 && position.tokens[seat].contains(&last));
    if there {
        Ok(last)
    } else {
        Err(Reason::NoSuchToken(last))
    }
}
