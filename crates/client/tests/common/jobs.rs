use ludo_client::{After, Effect};

/// How bad the lines are. One in so many messages or connections; 0 is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Net {
    pub delay: u64,
    /// Connections that fail.
    pub refuse: u64,
    /// Messages with which the line breaks; both ends find out.
    pub cut: u64,
    /// Messages with which the line dies; neither end is told.
    pub mute: u64,
    pub lose: u64,
    pub repeat: u64,
    /// Messages overtake each other on one line too, which TCP does not allow. Between lines they always can.
    pub reorder: bool,
}

/// What people and their devices do besides playing. One in so many looks at the page; 0 is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moods {
    pub reload: u64,
    pub sleep: u64,
    /// The longest sleep, in milliseconds.
    pub night: u64,
    pub hide: u64,
    /// The device's clock is set.
    pub jump: u64,
    pub leave: u64,
    pub press_often: bool,
    pub idle: u64,
    /// One in so many looks, the person says something.
    pub talk: u64,
}

/// What is to happen at some time.
pub enum Job {
    /// A connection gets through to the server.
    Reach {
        line: usize,
        after: Option<After>,
    },
    ToServer {
        line: usize,
        text: String,
    },
    ToClient {
        line: usize,
        text: String,
    },
    Lost {
        device: usize,
        epoch: u32,
        line: usize,
    },
    Up {
        device: usize,
        epoch: u32,
        line: usize,
    },
    Give {
        device: usize,
        epoch: u32,
        effect: Effect,
    },
    Wake {
        device: usize,
        epoch: u32,
        at: u64,
    },
    /// A device that sleeps wakes up.
    Rise {
        device: usize,
        night: u32,
    },
    Look {
        device: usize,
    },
    Drive,
    Watch,
}

/// A line between a device and the server.
pub struct Wire {
    pub device: usize,
    pub epoch: u32,
    pub open: bool,
    pub at_server: bool,
    /// Which process of the server it leads to.
    pub process: u32,
    pub last: [u64; 2],
}
