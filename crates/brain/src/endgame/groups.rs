use std::collections::BTreeSet;
use std::ops::Range;

use super::track::Track;

/// The most tokens of a seat.
pub(super) const MOST: usize = 4;

/// Ways to choose: `CHOOSE[n][k]`.
const CHOOSE: [[u32; MOST + 1]; 64] = {
    let mut choose = [[0; MOST + 1]; 64];
    let mut from = 0;
    while from < 64 {
        choose[from][0] = 1;
        let mut take = 1;
        while take <= MOST {
            if from > 0 {
                choose[from][take] = choose[from - 1][take - 1] + choose[from - 1][take];
            }
            take += 1;
        }
        from += 1;
    }
    choose
};

/// How many ways there are for so many tokens that are alike to stand on so many places.
pub(super) fn ways(tokens: u8, places: u8) -> usize {
    CHOOSE[usize::from(places + tokens - 1) & 63][usize::from(tokens).min(MOST)] as usize
}

/// The number of a group of tokens, given in ascending order: ascending by the last token, then the one before it, and so on.
pub(super) fn rank(tokens: &[u8]) -> usize {
    let mut rank = 0;
    for (index, &token) in tokens.iter().enumerate() {
        rank += CHOOSE[(usize::from(token) + index) & 63][(index + 1).min(MOST)];
    }
    rank as usize
}

/// A move of one token of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// The group after it: among those of as many tokens, or of one less where it went home.
    pub(super) to: u32,
    /// The progress it lands on if that is on the track, else 0.
    pub(super) land: u8,
    pub(super) home: bool,
}

/// A group's tokens that fall together.
#[derive(Clone, Copy, Debug, Default)]
struct Fall {
    /// The rival's progress that captures them; 0 for none.
    land: u8,
    /// The group without them.
    to: u32,
}

/// A group that is captured on some square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// Its place in its block.
    pub(super) column: u32,
    /// That of the group after it.
    pub(super) after: u32,
}

impl Hit {
    /// Those of a block that a rival on `square` captures, within some of its columns.
    #[inline(always)]
    pub(super) fn within<'h>(
        hits: &'h [Vec<Self>],
        square: u8,
        columns: &Range<usize>,
    ) -> &'h [Self] {
        let hits = hits.get(usize::from(square)).map_or(&[][..], Vec::as_slice);
        let begin = hits.partition_point(|hit| (hit.column as usize) < columns.start);
        let rest = hits.get(begin..).unwrap_or_default();
        let len = rest.partition_point(|hit| (hit.column as usize) < columns.end);
        rest.get(..len).unwrap_or_default()
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (first < 64).then_some(first as u8)
    })
}

/// All groups of so many tokens that are not home, in the order in which they are worked out: block after block, and
/// within a block the furthest first.
///
/// A block has the same tokens in the home column. They only advance, so no game leads back to an earlier block.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    pub(super) count: u8,
    /// Tokens of each group, ascending; unused ones are 0.
    tokens: Vec<[u8; MOST]>,
    /// Where the group of a rank is.
    place: Vec<u32>,
    /// Moves by a face, one after the other, those of a group from `first` on.
    hops: Vec<Hop>,
    first: Vec<u32>,
    /// For each group how many moves there are up to each face.
    until: Vec<[u8; 6]>,
    /// For each group a bit for each progress on the track where it has a token.
    standing: Vec<u64>,
    falls: Vec<[Fall; MOST]>,
    blocks: Vec<Block>,
    /// The block of each group.
    block_of: Vec<u32>,
    /// How many tokens of each group are on the track.
    on_track: Vec<u8>,
}

/// Groups that can lead to each other.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Groups with the same sum of progress, the greatest sum first.
    pub(super) levels: Vec<(u16, Range<usize>)>,
    pub(super) groups: Range<usize>,
    /// Blocks that a move leads to, others than itself.
    pub(super) next: Vec<usize>,
    /// For each progress of a rival the groups that it captures something of, in order.
    pub(super) hits: Vec<Vec<Hit>>,
}

impl Groups {
    /// All groups of so many tokens, 1 to 4. `lower` are those of one less, if there are.
    pub(super) fn new(track: Track, count: u8, lower: Option<&Groups>) -> Self {
        let all = every(count, track.goal());
        let key = |tokens: &[u8; MOST]| {
            let own = tokens.get(..usize::from(count)).unwrap_or_default();
            let column: Vec<u8> = own.iter().copied().filter(|&t| t > track.lap()).collect();
            let free = own.len() - column.len();
            let inside: u16 = column.iter().map(|&token| u16::from(token)).sum();
            let level: u16 = own.iter().map(|&token| u16::from(token)).sum();
            (free, u16::MAX - inside, column, u16::MAX - level)
        };
        let mut tokens = all;
        tokens.sort_by_cached_key(key);

        let mut place = vec![0; tokens.len()];
        for (index, group) in tokens.iter().enumerate() {
            let own = group.get(..usize::from(count)).unwrap_or_default();
            if let Some(place) = place.get_mut(rank(own)) {
                *place = index as u32;
            }
        }
        let mut groups = Self {
            count,
            tokens,
            place,
            hops: Vec::new(),
            first: Vec::new(),
            until: Vec::new(),
            standing: Vec::new(),
            falls: Vec::new(),
            blocks: Vec::new(),
            block_of: Vec::new(),
            on_track: Vec::new(),
        };
        let mut keys = Vec::new();
        for index in 0..groups.len() {
            groups.list(track, index, lower);
            let (free, _, column, level) = key(&groups.tokens[index]);
            let level = u16::MAX - level;
            if keys.last() == Some(&(free, column.clone()))
                && let Some(block) = groups.blocks.last_mut()
            {
                block.groups.end = index + 1;
                match block.levels.last_mut() {
                    Some((last, range)) if *last == level => range.end = index + 1,
                    _ => block.levels.push((level, index..index + 1)),
                }
            } else {
                keys.push((free, column));
                groups.blocks.push(Block {
                    levels: vec![(level, index..index + 1)],
                    groups: index..index + 1,
                    next: Vec::new(),
                    hits: vec![Vec::new(); 64],
                });
            }
        }
        groups.link();
        groups.aim();
        groups
    }

    fn list(&mut self, track: Track, index: usize, lower: Option<&Self>) {
        let count = usize::from(self.count);
        let group = self.tokens[index];
        let own = &group[..count];
        self.first.push(self.hops.len() as u32);
        let mut until = [0; 6];
        let mut listed = 0;
        for face in 1..=6_u8 {
            let mut before = None;
            for (which, &token) in own.iter().enumerate() {
                if before == Some(token) {
                    continue;
                }
                before = Some(token);
                let to = match (token, face) {
                    (0, 6) => 1,
                    (0, _) => continue,
                    _ => token + face,
                };
                if to > track.goal() {
                    continue;
                }
                let home = to == track.goal();
                let mut after: Vec<u8> = own.to_vec();
                if home {
                    after.remove(which);
                } else {
                    after[which] = to;
                    after.sort_unstable();
                }
                let to_group = if home {
                    lower.map_or(0, |lower| lower.find(&after))
                } else {
                    self.find(&after)
                };
                self.hops.push(Hop {
                    to: to_group as u32,
                    land: if to <= track.lap() { to } else { 0 },
                    home,
                });
                listed += 1;
            }
            until[usize::from(face) - 1] = listed;
        }
        self.until.push(until);

        let mut falls = [Fall::default(); MOST];
        let mut fallen = 0;
        let mut before = 0;
        for &token in own {
            if token == before {
                continue;
            }
            before = token;
            let Some(land) = track.across(token) else {
                continue;
            };
            let mut after: Vec<u8> = own
                .iter()
                .map(|&other| if other == token { 0 } else { other })
                .collect();
            after.sort_unstable();
            falls[fallen] = Fall {
                land,
                to: self.find(&after) as u32,
            };
            fallen += 1;
        }
        let on_track = |token: &&u8| **token > 0 && **token <= track.lap();
        self.on_track
            .push(own.iter().filter(on_track).count() as u8);
        self.standing.push(
            own.iter()
                .filter(on_track)
                .fold(0, |bits, &token| bits | 1 << token),
        );
        self.falls.push(falls);
    }

    /// Finds which blocks lead to which.
    fn link(&mut self) {
        let mut block_of = vec![0; self.len()];
        for (number, block) in self.blocks.iter().enumerate() {
            for index in block.groups.clone() {
                block_of[index] = number as u32;
            }
        }
        for number in 0..self.blocks.len() {
            let mut next = BTreeSet::new();
            for index in self.blocks[number].groups.clone() {
                for hop in self.hops(index) {
                    if !hop.home {
                        next.insert(block_of[hop.to as usize] as usize);
                    }
                }
            }
            next.remove(&number);
            self.blocks[number].next = next.into_iter().collect();
        }
        self.block_of = block_of;
    }

    /// Finds what can be captured where.
    fn aim(&mut self) {
        for block in &mut self.blocks {
            let first = block.groups.start;
            for index in block.groups.clone() {
                for fall in self.falls[index].iter().filter(|fall| fall.land > 0) {
                    block.hits[usize::from(fall.land)].push(Hit {
                        column: (index - first) as u32,
                        after: fall.to - first as u32,
                    });
                }
            }
        }
        self.falls = Vec::new();
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The tokens of a group, ascending.
    pub(super) fn tokens(&self, group: usize) -> &[u8] {
        self.tokens
            .get(group)
            .and_then(|tokens| tokens.get(..usize::from(self.count)))
            .unwrap_or_default()
    }

    /// The group of these tokens, as many as it has, ascending.
    pub(super) fn find(&self, tokens: &[u8]) -> usize {
        self.of_rank(rank(tokens))
    }

    /// How many tokens of a group are on the track.
    #[inline]
    pub(super) fn on_track(&self, group: usize) -> u8 {
        self.on_track.get(group).copied().unwrap_or(0)
    }

    /// The group of a rank.
    #[inline]
    pub(super) fn of_rank(&self, rank: usize) -> usize {
        self.place.get(rank).map_or(0, |&place| place as usize)
    }

    /// The block of a group.
    #[inline]
    pub(super) fn block_of(&self, group: usize) -> usize {
        self.block_of.get(group).map_or(0, |&block| block as usize)
    }

    fn hops(&self, group: usize) -> &[Hop] {
        let first = self.first.get(group).map_or(0, |&first| first as usize);
        let len = self
            .until
            .get(group)
            .map_or(0, |until| usize::from(until[5]));
        self.hops.get(first..first + len).unwrap_or_default()
    }

    /// All moves of a group, and how many of them come up to each face.
    #[inline]
    pub(super) fn moves(&self, group: usize) -> (&[Hop], [u8; 6]) {
        (
            self.hops(group),
            self.until.get(group).copied().unwrap_or([0; 6]),
        )
    }

    /// Whether there is a face that moves nothing.
    pub(super) fn may_pass(&self, group: usize) -> bool {
        self.until.get(group).is_none_or(|until| {
            let mut before = 0;
            until.iter().any(|&end| {
                let passes = end == before;
                before = end;
                passes
            })
        })
    }

    /// A bit for each progress on the track where a group has a token.
    #[inline]
    pub(super) fn standing(&self, group: usize) -> u64 {
        self.standing.get(group).copied().unwrap_or(0)
    }
}

/// All groups in the order of their ranks.
pub(super) fn every(count: u8, places: u8) -> Vec<[u8; MOST]> {
    let mut all = vec![[0; MOST]];
    // The greatest token changes slowest: lists of the others, then one more.
    for index in 0..usize::from(count) {
        let mut longer = Vec::new();
        for top in 0..places {
            for group in &all {
                if index > 0 && group[index - 1] > top {
                    break;
                }
                let mut group = *group;
                group[index] = top;
                longer.push(group);
            }
        }
        all = longer;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_all_groups() {
        for (count, size) in [(1, 57), (2, 1_653), (3, 32_509)] {
            let all = every(count, 57);
            assert_eq!((all.len(), ways(count, 57)), (size, size));
            for (index, group) in all.iter().enumerate() {
                assert_eq!(rank(&group[..usize::from(count)]), index);
            }
        }
        assert_eq!(ways(4, 57), 487_635);
    }

    #[test]
    fn moves_lead_on_and_captures_stay_in_the_block() {
        let one = Groups::new(Track::CLASSIC, 1, None);
        let two = Groups::new(Track::CLASSIC, 2, Some(&one));
        assert_eq!(
            two.blocks()
                .iter()
                .map(|block| block.groups.len())
                .sum::<usize>(),
            two.len()
        );
        for (number, block) in two.blocks().iter().enumerate() {
            assert!(
                block.next.iter().all(|&next| next < number),
                "{number} leads back"
            );
            let sums: Vec<u16> = block.levels.iter().map(|&(sum, _)| sum).collect();
            assert!(sums.is_sorted_by(|one, next| one > next));
            let captured = block.hits.iter().flatten();
            assert!(captured.clone().count() > 0 || block.levels.len() == 1);
            for hit in captured {
                assert!(hit.column < hit.after && (hit.after as usize) < block.groups.len());
            }
        }
        let group = two.find(&[0, 30]);
        let (hops, until) = two.moves(group);
        assert_eq!(until, [1, 2, 3, 4, 5, 7]);
        assert_eq!(two.tokens(hops[0].to as usize), [0, 31]);
        assert_eq!(two.tokens(hops[5].to as usize), [1, 30]);
        let block = two
            .blocks()
            .iter()
            .find(|block| block.groups.contains(&group));
        let first = block.map_or(0, |block| block.groups.start);
        let place = group - first;
        let hits = block.map_or(&[][..], |block| block.hits.as_slice());
        for square in 0..64 {
            let found = Hit::within(hits, square, &(place..place + 1));
            assert_eq!(found.len(), usize::from(square == 4), "{square}");
            for hit in found {
                assert_eq!(two.tokens(first + hit.after as usize), [0, 0]);
            }
        }
        assert_eq!(squares(two.standing(group)).collect::<Vec<_>>(), [30]);
        assert!(two.may_pass(two.find(&[0, 56])) && !two.may_pass(group));
    }
}
