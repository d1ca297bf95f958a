//! Every bound of the server, by name. `docs/protocol.md` lists those that a client can meet; those that whoever runs a
//! server can change are [`Limit`](crate::Limit)s, with what stands here as their defaults.

use std::time::Duration;

use ludo_table::Time;

/// Bytes of the greatest body of a request.
pub const BODY_BYTES: usize = 4 * 1024;

/// Bytes of the head of a request; also how much a connection reads at once.
pub const HEAD_BYTES: usize = 16 * 1024;

/// Cookies of our name in a request that are looked at.
pub const COOKIES: usize = 8;

/// How long a request's head, and then its body and its answer, may take.
pub const REQUEST_TIME: Duration = Duration::from_secs(15);

/// How long a page waits for what is known of its table. Then it comes without.
pub const PREVIEW_TIME: Duration = Duration::from_millis(500);

/// Connections of all kinds at once.
pub const CONNECTIONS: usize = 10_000;

/// Bytes of a WebSocket message after which it is not read to its end. Frames between
/// [`MAX_FRAME_BYTES`](ludo_protocol::MAX_FRAME_BYTES) and this get a typed error and the connection lives on.
pub const MESSAGE_BYTES: usize = 16 * 1024;

/// Bytes that may come without a whole message in them, and that are still taken from a connection which is being ended.
pub const UNHEARD_BYTES: usize = 64 * 1024;

/// Bytes of a socket's read buffer: frames are small, and there can be many sockets.
pub const READ_BUFFER_BYTES: usize = 1024;

/// Messages that go to the system in one call, if so many wait for a connection.
pub const WRITES_AT_ONCE: usize = 32;

/// Bytes that the system keeps for a connection that does not read them (it may take this twice). Left to itself it would
/// keep megabytes, and a slow reader would be found late.
pub const SEND_BUFFER_BYTES: usize = 128 * 1024;

/// Frames that a connection can send at once.
pub const FRAME_BURST: u32 = 40;

/// Frames a second that a connection can go on with. A roll, move or answer that is carried out costs nothing: a game
/// may be played as fast as both sides can.
pub const FRAMES_PER_SECOND: u32 = 10;

/// What a frame that is not a message costs, in frames.
pub const BAD_FRAME_COST: u32 = 5;

/// Commands that a connection can send at once to set up a table (all but rolls, moves, answers).
pub const SETUP_BURST: u32 = 30;

/// Seconds until a connection can send one such command more.
pub const SETUP_SECONDS: u32 = 1;

/// Things that one person can say at once to others at a table, and seconds until they can say one more.
pub const SAYINGS: (u32, u32) = (5, 2);

/// Messages that wait for a connection from which on it does not hear what people say: it has more important things to
/// catch up with.
pub const SAYINGS_QUEUE: usize = 32;

/// Sockets at one table.
pub const SOCKETS_PER_TABLE: usize = 160;

/// Sockets of people without a seat at one table: those who play always find room.
pub const SPECTATORS_PER_TABLE: usize = 128;

/// Those of them that one address may have: half, so that nobody takes all, and a school class behind one address finds room
/// with two devices each. This machine's own programs have no such limit.
pub const SPECTATORS_PER_ADDRESS: usize = 64;

/// Sockets of one person at one table: tabs and devices.
pub const SOCKETS_PER_PERSON: usize = 8;

/// Messages that wait for a connection. A reader that falls behind further is let go, and comes back when it can.
pub const OUTGOING_QUEUE: usize = 256;

/// How long one message may take to be handed to the network.
pub const WRITE_TIME: Duration = Duration::from_secs(10);

/// Silence after which the server asks a connection whether it is alive.
pub const PING_AFTER: Duration = Duration::from_secs(25);

/// Silence after which a connection is taken for dead.
pub const DEAD_AFTER: Duration = Duration::from_secs(60);

/// What waits for a table: everybody at it can have said something while it is busy.
#[must_use]
pub const fn table_queue(sockets: usize) -> usize {
    2 * sockets
}

/// Tables in memory at once.
pub const LIVE_TABLES: usize = 20_000;

/// Unfinished tables that one person may have opened.
pub const TABLES_PER_PERSON: u64 = 20;

/// Tables that one address can open at once, and seconds until it can open one more. This machine's own programs have
/// no such limits.
pub const TABLES_PER_ADDRESS: (u32, u32) = (60, 1);

/// People that one address can be at once, and seconds until it can be one more.
pub const SESSIONS_PER_ADDRESS: (u32, u32) = (60, 1);

/// Records of games that one address can ask for at once, and seconds until it can ask for one more.
pub const RECORDS_PER_ADDRESS: (u32, u32) = (30, 2);

/// Events that are read at once to make a record.
pub const EVENTS_PER_READ: u32 = 500;

/// Sockets that one address can open at once, and how many more a second: a house may come back all together.
pub const SOCKETS_PER_ADDRESS: (u32, u32) = (200, 5);

/// Hand-over codes that one address can have made at once, and seconds until it can have one more made; and the same for
/// codes that it tries.
pub const HANDOVERS_PER_ADDRESS: (u32, u32) = (10, 6);

/// Milliseconds for which a hand-over code is good.
pub const HANDOVER_MILLIS: u64 = 2 * 60 * 1000;

/// Games that are taken up at once to count how their dice fell.
pub const GAMES_PER_COUNT: u32 = 64;

/// Weeks that the statistics of the dice tell of one by one.
pub const DICE_WEEKS: usize = 104;

/// Addresses that are remembered for each of the limits above.
pub const ADDRESSES: usize = 10_000;

/// Tables that `/api/me` lists.
pub const OWN_TABLES: u32 = 50;

/// Answers that a table remembers without asking the store; refusals are remembered nowhere else.
pub const REMEMBERED_ANSWERS: usize = 512;

/// Events that a table keeps in memory for clients that come back; older ones are read from the store.
pub const RECENT_EVENTS: usize = 128;

/// Events that a client which comes back is sent rather than a snapshot, though they are of games before the present one.
pub const CATCH_UP_EVENTS: u64 = 2_000;

/// Events that come again to a connection whose command was for an earlier step.
pub const REPEATED_EVENTS: usize = 32;

/// Events in one message to a client.
pub const EVENTS_PER_MESSAGE: u32 = 200;

/// Events after which a table takes no further game. The longest game has some 8,000.
pub const EVENTS_PER_TABLE: u64 = 200_000;

/// Codes that are tried for a new table before the server gives up.
pub const CODE_TRIES: u32 = 16;

/// Milliseconds without a connection after which a person's seat goes on autopilot.
pub const AWAY_MILLIS: u64 = 2 * 60 * 1000;

/// Milliseconds without a connection after which a person's seat becomes open before a game.
pub const GHOST_MILLIS: u64 = 10 * 60 * 1000;

/// Milliseconds that everybody has at least to come back after a restart before something happens for their absence.
pub const RESTART_MILLIS: u64 = 30 * 1000;

/// Milliseconds by which the wall clock may differ from one that only runs before it is said to have been set, or the
/// machine to have slept.
pub const CLOCK_JUMP_MILLIS: i64 = 1_000;

/// What is stored of a later time than this, the end of the year 9999, is no time that any clock has shown.
pub const LATEST: Time = Time(253_402_300_799_999);

/// Milliseconds by which a clock may be behind what is stored, for the time to go on from there. One table with a date that is
/// further ahead must not take all others along: those that nobody is at would be over at once.
pub const BEHIND_MILLIS: u64 = 24 * 60 * 60 * 1000;

/// The first moment of 2026. A clock that shows less knows no date: it is the machine that is wrong, however far it is behind.
pub const FIRST: Time = Time(1_767_225_600_000);

/// What is done to a person because their time is over is done so many milliseconds late at most. Where it is later, the
/// server was away (it was stopped, or the machine slept), and the time is given back: once at each step of a game, so that
/// a server which is always late does not keep a table waiting for ever.
pub const LATE_MILLIS: u64 = 1_000;

/// Milliseconds that the devices of a table have at least to answer a begin after the server was away.
pub const ANSWER_MILLIS: u64 = 3_000;

/// Milliseconds that somebody who watches stays at least before they yield to who has just come and can sit down.
pub const WATCH_MILLIS: u64 = 30_000;

/// Milliseconds after which a table without a connection and without a running game is closed.
pub const IDLE_MILLIS: u64 = 24 * 60 * 60 * 1000;

/// As [`IDLE_MILLIS`], for a table at which nobody ever sat.
pub const NEVER_USED_MILLIS: u64 = 60 * 60 * 1000;

/// Milliseconds after which a table without a connection leaves memory, if it wants nothing before long.
pub const UNLOAD_MILLIS: u64 = 60 * 1000;

/// How far ahead tables are loaded that want to be looked at.
pub const WAKE_AHEAD_MILLIS: u64 = 60 * 1000;

/// Tables that are loaded at once because they want to be looked at. Those that somebody comes to are not counted.
pub const WAKES_AT_ONCE: usize = 4;

/// Tables that are woken with one look at the store.
pub const WAKE_BATCH: u32 = 256;

/// Milliseconds until the server tries again what it could not do for a table.
pub const RETRY_MILLIS: u64 = 1000;

/// The most that such a time grows to, where the tries before it were in vain too: it doubles with each.
pub const MOST_RETRY_MILLIS: u64 = 32 * RETRY_MILLIS;

/// Milliseconds until the server tries again what it could not do for a table, after so many `failures` before this one.
#[must_use]
pub const fn retry_millis(failures: u32) -> u64 {
    let millis = RETRY_MILLIS << if failures < 8 { failures } else { 8 };
    if millis < MOST_RETRY_MILLIS {
        millis
    } else {
        MOST_RETRY_MILLIS
    }
}

/// Tables of which it is remembered that they are damaged, or that they could not be loaded. Whoever is not remembered is
/// tried again, and told again in the log, whenever somebody comes.
pub const TROUBLED_TABLES: usize = 10_000;

/// How long a bot may think, unless configured otherwise.
pub const BOT_TIME: Duration = Duration::from_secs(1);

/// How long connections have to end when the server stops.
pub const STOP_TIME: Duration = Duration::from_secs(10);
