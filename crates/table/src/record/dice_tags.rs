use ludo_dice::{Link, Tip};
use ludo_rules::{BySeat, Seat, Tag, TagError};

/// The last link that a party has shown, with its number; 0 and nothing where it has shown none.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastLink {
    tip: Tip,
    shown: Option<(u32, Link)>,
}

impl LastLink {
    pub(super) const fn of(tip: Tip) -> Self {
        Self { tip, shown: None }
    }

    pub(super) const fn show(&mut self, index: u32, link: Link) {
        self.shown = Some((index, link));
    }

    fn text(&self) -> String {
        match &self.shown {
            Some((index, link)) => format!("{} {index} {link}", self.tip),
            None => format!("{} 0 -", self.tip),
        }
    }
}

/// `Dice`, `DiceServer`, and the tag of each seat that brought a chain.
pub(super) fn tags(
    server: &LastLink,
    chains: &BySeat<Option<LastLink>>,
) -> Result<Vec<Tag>, TagError> {
    let mut tags = vec![
        Tag::new("Dice", "chain-1")?,
        Tag::new("DiceServer", &server.text())?,
    ];
    for seat in Seat::ALL {
        if let Some(chain) = &chains[seat] {
            tags.push(Tag::new(Tag::dice(seat), &chain.text())?);
        }
    }
    Ok(tags)
}
