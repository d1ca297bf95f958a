use ludo_protocol::CommandId;
use serde::{Deserialize, Serialize};

use crate::{KeptAnswer, PersonId};

/// What only the server may know of an event. It lies beside the event and is never sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Private {
    /// Who asked for it; nobody where the table did it itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The id of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// The link of an answer to the begin, which nobody may know until the draw reveals it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<KeptAnswer>,
}
