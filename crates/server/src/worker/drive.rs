use ludo_rules::Move;
use ludo_table::{BotKind, DriverCommand, Hand, Refusal};

use super::commit::{Change, NotDone};
use super::deed::Deed;
use super::{Broken, Worker};
use crate::game::NewGame;

/// How it went with a deed.
enum Driven {
    Done,
    Refused(Refusal),
    Failed,
}

impl Worker {
    /// Does what is due. What cannot be done is tried again a little later.
    pub(super) async fn act(&mut self, deed: Deed) -> Result<(), Broken> {
        let driven = match deed {
            Deed::Draw | Deed::DrawWithout => self.drive(&DriverCommand::Draw).await?,
            Deed::Roll => self.drive(&DriverCommand::Roll).await?,
            Deed::Away(seat) => self.drive(&DriverCommand::Away { seat }).await?,
            Deed::Back(seat) => self.drive(&DriverCommand::Back { seat }).await?,
            Deed::TimeOut(seat) => self.drive(&DriverCommand::TimeOut { seat }).await?,
            Deed::Resume => self.drive(&DriverCommand::Resume).await?,
            Deed::Abandon => self.drive(&DriverCommand::Abandon).await?,
            Deed::Renew => self.drive(&DriverCommand::Renew).await?,
            Deed::Close => {
                self.drive(&DriverCommand::Close(Deed::CLOSE_REASON))
                    .await?
            }
            Deed::Autopilot => self.autopilot().await?,
            Deed::Bot(bot) => self.bot(bot).await?,
            Deed::Unload => Driven::Done,
        };
        match driven {
            Driven::Done => return Ok(()),
            Driven::Refused(refusal) => {
                tracing::error!(table = %self.code, ?deed, %refusal, "the table refuses what is due");
            }
            Driven::Failed => {}
        }
        self.hold_off();
        Ok(())
    }

    /// The move of a bot. Whatever is wrong with it, the game goes on with the autopilot's.
    async fn bot(&mut self, bot: BotKind) -> Result<Driven, Broken> {
        let Some(mv) = self.think(bot).await else {
            return self.autopilot().await;
        };
        match self.drive(&DriverCommand::Move { mv }).await? {
            Driven::Refused(refusal) => {
                tracing::error!(table = %self.code, ?bot, %mv, %refusal, "a bot chose a wrong move");
                self.autopilot().await
            }
            driven => Ok(driven),
        }
    }

    /// What a bot wants to do. It thinks in a thread of its own: it may take too long, or panic.
    async fn think(&self, bot: BotKind) -> Option<Move> {
        let (rules, position) = (self.table.rules()?.clone(), *self.table.position()?);
        let seed = self.app.config.entropy.bytes().ok()?;
        let bots = self.app.config.bots.clone();
        let thought =
            tokio::task::spawn_blocking(move || bots.choose(bot, &rules, &position, seed));
        let trouble = match tokio::time::timeout(self.app.config.bot_time, thought).await {
            Ok(Ok(Some(mv))) => return Some(mv),
            Ok(Ok(None)) => "it has no move",
            Ok(Err(_)) => "it died",
            Err(_) => "it takes too long",
        };
        tracing::error!(table = %self.code, ?bot, trouble, "a bot failed");
        None
    }

    async fn autopilot(&mut self) -> Result<Driven, Broken> {
        match self.table.autopilot() {
            Some(mv) => self.drive(&DriverCommand::Move { mv }).await,
            None => Ok(Driven::Refused(Refusal::MoveNotDue)),
        }
    }

    async fn drive(&mut self, command: &DriverCommand) -> Result<Driven, Broken> {
        let now = self.now();
        let needs_link = matches!(command, DriverCommand::Draw | DriverCommand::Roll);
        let next = if matches!(command, DriverCommand::Renew) {
            match NewGame::new(&self.app.config.entropy, &self.app.key) {
                Ok(next) => Some(next),
                Err(error) => {
                    tracing::error!(table = %self.code, %error, "no randomness");
                    return Ok(Driven::Failed);
                }
            }
        } else {
            None
        };
        let needs_answers = matches!(command, DriverCommand::Draw);
        let hand = Hand {
            server_link: if needs_link { self.server_link() } else { None },
            links: if needs_answers {
                self.secrets.answers
            } else {
                Default::default()
            },
            next_game: next.as_ref().map(NewGame::public),
        };
        let (events, table) = match self.table.drive_and_fold(command, now, &hand) {
            Ok(driven) => driven,
            Err(refusal) => return Ok(Driven::Refused(refusal)),
        };
        match self
            .commit(
                Change {
                    events,
                    table,
                    origin: None,
                    answer: None,
                    next,
                },
                now,
            )
            .await
        {
            Ok(events) => {
                self.publish(events);
                Ok(Driven::Done)
            }
            Err(NotDone::Broken(broken)) => Err(broken),
            Err(NotDone::Failed | NotDone::Before(_)) => Ok(Driven::Failed),
        }
    }
}
