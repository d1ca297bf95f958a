use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use hyper::body::Buf;
use ludo_protocol::ErrorCode;
use socket2::SockRef;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::limits;

/// The table's end of a connection: where its messages go. They never wait for it: one that reads too slowly is ended.
#[derive(Debug)]
pub(crate) struct Outgoing(Arc<Outbox>);

/// The end that the connection's own task has.
#[derive(Debug)]
pub(crate) struct Line(Arc<Outbox>);

/// Why a connection is ended from the table's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goodbye {
    /// The table is no more.
    Closed,
    /// The server stops.
    Restarting,
    /// The connection reads too slowly.
    Slow,
    /// Who plays needs the room.
    Full,
    /// The table has to be taken up again.
    Failed,
    /// What the store has of the table is damaged.
    Damaged,
}

/// Why nothing more goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The connection is to end, and everything that came before that is sent.
    Goodbye(Goodbye),
    /// The other side is gone, or as good as gone.
    Gone,
}

/// What both ends share. Whatever is written goes through here, so that no frame gets into another one.
#[derive(Debug)]
struct Outbox {
    writes: OwnedWriteHalf,
    state: Mutex<State>,
    /// Rings for the connection's task when it has something to do.
    bell: Notify,
    progress: AtomicU32,
    is_gone: AtomicBool,
}

#[derive(Debug)]
struct State {
    /// Whether the connection is still being told where the table stands. What happens meanwhile waits.
    is_greeting: bool,
    /// What the system has not taken yet, in order. The first may have been begun.
    waiting: VecDeque<Bytes>,
    /// How many that waited are gone.
    written: u64,
    /// Nothing is taken any more.
    end: Option<Goodbye>,
}

impl Goodbye {
    pub(crate) fn error(self) -> ApiError {
        match self {
            Self::Closed => ApiError::from(&ludo_table::Refusal::Closed),
            Self::Restarting => ApiError::restarting(),
            Self::Slow => ApiError::new(
                ErrorCode::Slow,
                "This connection reads too slowly. Connect again.",
            ),
            Self::Full => ApiError::full(),
            Self::Failed => ApiError::unavailable(),
            Self::Damaged => ApiError::damaged(),
        }
    }
}

/// The two ends of a connection that is still to be greeted.
pub(super) fn new(writes: OwnedWriteHalf) -> (Outgoing, Line) {
    let outbox = Arc::new(Outbox {
        writes,
        state: Mutex::new(State {
            is_greeting: true,
            waiting: VecDeque::new(),
            written: 0,
            end: None,
        }),
        bell: Notify::new(),
        progress: AtomicU32::new(0),
        is_gone: AtomicBool::new(false),
    });
    (Outgoing(outbox.clone()), Line(outbox))
}

impl Outgoing {
    /// Sends whole frames, at once if the system takes them. False if too many wait already.
    pub(crate) fn send(&self, frames: &Bytes) -> bool {
        self.0.send(frames)
    }

    /// Sends whole frames that may be lost, unless so many wait already that they would come late.
    pub(crate) fn offer(&self, frames: &Bytes) {
        if self.0.lock().waiting.len() < limits::SAYINGS_QUEUE {
            self.0.send(frames);
        }
    }

    /// A command of the connection has carried the game on.
    pub(crate) fn credit(&self) {
        self.0.progress.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the connection, after what was sent.
    pub(crate) fn end(self, goodbye: Goodbye) {
        self.0.end(goodbye);
    }

    /// Whether the connection has ended by itself.
    pub(crate) fn is_gone(&self) -> bool {
        self.0.is_gone.load(Ordering::Acquire)
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        // The first reason stands: this is for a worker that died.
        self.0.end(Goodbye::Failed);
    }
}

impl Line {
    /// How many commands have carried the game on since this was asked last.
    pub(crate) fn take_progress(&self) -> u32 {
        self.0.progress.swap(0, Ordering::Relaxed)
    }

    /// Sends a part of the greeting, before whatever the table says. Not to be given up and gone on with.
    pub(crate) async fn greet(&self, mut frames: Bytes) -> Result<(), End> {
        let sending = async {
            while frames.has_remaining() {
                self.0.writes.writable().await?;
                match self.0.writes.try_write(&frames) {
                    Ok(count) => frames.advance(count),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        };
        match timeout(limits::WRITE_TIME, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }

    /// The greeting is done: what the table has said meanwhile goes out, and what it says from now on goes at once.
    pub(crate) fn greeted(&self) {
        self.0.lock().is_greeting = false;
        self.0.bell.notify_one();
    }

    /// Sends whole frames of the connection's own.
    pub(crate) fn say(&self, frames: &Bytes) {
        if !self.0.send(frames) {
            self.0.end(Goodbye::Slow);
        }
    }

    /// Sends what waits, whenever the system takes it, until the connection is to end, all that came before that is sent,
    /// or it cannot be. Can be dropped and called again.
    pub(crate) async fn pump(&self) -> End {
        let outbox = &*self.0;
        loop {
            let Ok(Flushed {
                is_empty,
                written,
                end,
            }) = outbox.flush()
            else {
                return End::Gone;
            };
            match end {
                _ if !is_empty => {}
                Some(goodbye) => return End::Goodbye(goodbye),
                None => {
                    outbox.bell.notified().await;
                    continue;
                }
            }
            let next = async {
                loop {
                    outbox.writes.writable().await?;
                    if outbox.flush()?.written > written {
                        return io::Result::Ok(());
                    }
                }
            };
            match timeout(limits::WRITE_TIME, next).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return End::Gone,
            }
        }
    }

    /// Says the last words after all that waits. The table is not heard any more.
    pub(crate) async fn finish(&self, frames: Bytes) -> End {
        {
            let mut state = self.0.lock();
            state.is_greeting = false;
            state.end.get_or_insert(Goodbye::Failed);
            state.waiting.push_back(frames);
        }
        self.pump().await
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.is_gone.store(true, Ordering::Release);
        self.0.end(Goodbye::Failed);
        // The table may keep its end for a while; the other side need not wait for that. It may be gone before us.
        let _ = SockRef::from(self.0.writes.as_ref()).shutdown(Shutdown::Both);
    }
}

/// How it stands after a flush.
struct Flushed {
    is_empty: bool,
    written: u64,
    end: Option<Goodbye>,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, goodbye: Goodbye) {
        // The first reason stands.
        self.lock().end.get_or_insert(goodbye);
        self.bell.notify_one();
    }

    fn send(&self, frames: &Bytes) -> bool {
        let mut state = self.lock();
        if state.end.is_some() {
            return true;
        }
        if state.waiting.len() >= limits::OUTGOING_QUEUE {
            return false;
        }
        let mut taken = 0;
        if !state.is_greeting && state.waiting.is_empty() {
            match self.writes.try_write(frames) {
                Ok(count) if count == frames.len() => return true,
                Ok(count) => taken = count,
                // Whatever it is, the connection's task will meet it too.
                Err(_) => {}
            }
        }
        state.waiting.push_back(frames.slice(taken..));
        drop(state);
        self.bell.notify_one();
        true
    }

    /// Hands over what waits as far as the system takes it.
    fn flush(&self) -> io::Result<Flushed> {
        let mut state = self.lock();
        while !state.is_greeting && !state.waiting.is_empty() {
            let mut slices = [IoSlice::new(&[]); limits::WRITES_AT_ONCE];
            let count = state.waiting.len().min(limits::WRITES_AT_ONCE);
            for (slice, frames) in slices.iter_mut().zip(&state.waiting) {
                *slice = IoSlice::new(frames);
            }
            let slices = slices.get(..count).unwrap_or_default();
            match self.writes.try_write_vectored(slices) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => state.took(count),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(Flushed {
            is_empty: state.waiting.is_empty(),
            written: state.written,
            end: state.end,
        })
    }
}

impl State {
    /// The system has taken so many bytes of what waits.
    fn took(&mut self, mut count: usize) {
        while let Some(first) = self.waiting.front_mut() {
            if count < first.len() {
                first.advance(count);
                return;
            }
            count -= first.len();
            self.waiting.pop_front();
            self.written += 1;
        }
        if self.waiting.is_empty() {
            // A connection that was slow once does not keep the room for ever.
            self.waiting = VecDeque::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::line::pair;

    /// Each frame has bytes that tell it from the next ones.
    fn frame(number: usize, bytes: usize) -> Bytes {
        let tag = format!("<{number}>");
        tag.bytes().cycle().take(bytes).collect()
    }

    async fn read(client: &mut TcpStream, bytes: usize) -> Vec<u8> {
        let mut read = vec![0; bytes];
        client.read_exact(&mut read).await.unwrap();
        read
    }

    #[tokio::test]
    async fn what_the_table_says_during_the_greeting_comes_after_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (out, line, mut client) = pair(&listener).await;
        assert!(out.send(&frame(2, 30)));
        line.greet(frame(1, 30)).await.unwrap();
        assert!(out.send(&frame(3, 30)));
        line.greeted();
        out.end(Goodbye::Closed);
        assert_eq!(line.pump().await, End::Goodbye(Goodbye::Closed));
        let right: Vec<u8> = (1..4).flat_map(|number| frame(number, 30)).collect();
        assert_eq!(read(&mut client, 90).await, right);
    }

    #[tokio::test]
    async fn a_reader_that_falls_behind_is_let_go_and_hears_why() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (out, line, mut client) = pair(&listener).await;
        line.greeted();
        // Long ones, so that the system's room is used up before the queue's.
        let bytes = 64 * 1024;
        let mut sent = 0;
        while out.send(&frame(sent, bytes)) {
            sent += 1;
        }
        assert!(sent > limits::OUTGOING_QUEUE);
        assert_eq!(line.0.lock().waiting.len(), limits::OUTGOING_QUEUE);
        // Nothing of the connection's own gets between or into them.
        line.say(&frame(sent, 5));
        out.end(Goodbye::Slow);
        let reading = async {
            for number in 0..sent {
                assert!(
                    read(&mut client, bytes).await == frame(number, bytes),
                    "{number}"
                );
            }
            let mut rest = Vec::new();
            client.read_to_end(&mut rest).await.unwrap();
            rest
        };
        let pumping = async {
            assert_eq!(line.pump().await, End::Goodbye(Goodbye::Slow));
            let end = line.finish(frame(9, 7)).await;
            drop(line);
            end
        };
        let (rest, end) = tokio::join!(reading, pumping);
        assert_eq!(rest, frame(9, 7), "what could not wait is not sent");
        assert_eq!(end, End::Goodbye(Goodbye::Slow));
    }

    #[tokio::test]
    async fn a_reader_that_falls_behind_goes_without_what_may_be_lost() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (out, line, _client) = pair(&listener).await;
        for number in 0..limits::OUTGOING_QUEUE {
            out.offer(&frame(number, 30));
        }
        assert_eq!(line.0.lock().waiting.len(), limits::SAYINGS_QUEUE);
        assert!(out.send(&frame(0, 30)), "there is room for what matters");
    }

    #[tokio::test]
    async fn a_table_whose_worker_died_says_nothing_more() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (out, line, _client) = pair(&listener).await;
        line.greeted();
        drop(out);
        assert_eq!(line.pump().await, End::Goodbye(Goodbye::Failed));
    }

    #[tokio::test]
    async fn a_connection_that_ended_is_gone_for_its_table_and_for_the_other_side() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (out, line, mut client) = pair(&listener).await;
        line.greeted();
        assert!(!out.is_gone());
        drop(line);
        assert!(out.is_gone());
        assert!(out.send(&frame(1, 10)), "it is nobody's fault");
        assert_eq!(client.read(&mut [0; 9]).await.unwrap(), 0);
    }
}
