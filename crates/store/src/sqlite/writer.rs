use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;
use tokio::runtime::{self, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::connection;
use super::error::OpenError;
use super::journal::Journal;
use super::log::Log;
use super::write::{Done, Write, execute, run};
use crate::StoreError;

/// Writes that wait; whoever comes later waits to be let in.
const QUEUE: usize = 1024;

/// The most writes that one transaction takes.
const BATCH: usize = 256;

/// So long nothing has come when what waits in the journal is settled.
const REST: Duration = Duration::from_millis(20);

type Answer = Result<Done, StoreError>;

struct Job {
    write: Write,
    answer: oneshot::Sender<Answer>,
}

/// Hands writes to the one thread that does them.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// `connection` is one to the database at `path`.
    pub(super) fn start(path: &Path, connection: Connection) -> Result<Self, OpenError> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let desk = Desk::new(path, connection)?;
        let waiting = runtime::Builder::new_current_thread()
            .enable_time()
            .build()?;
        let thread = thread::Builder::new()
            .name("ludo-writer".to_owned())
            .spawn(move || desk.work(queue, &waiting))?;
        Ok(Self {
            jobs: Mutex::new(Some(jobs)),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Comes back when the write is on disk, or refused, or has failed.
    pub(super) async fn write(&self, write: Write) -> Answer {
        let jobs = lock(&self.jobs).clone().ok_or(StoreError::Stopped)?;
        let (answer, answered) = oneshot::channel();
        jobs.send(Job { write, answer })
            .await
            .map_err(|_| StoreError::Stopped)?;
        drop(jobs);
        answered.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// Does what was asked, and lets go of the file.
    pub(super) async fn close(&self) {
        drop(lock(&self.jobs).take());
        let Some(thread) = lock(&self.thread).take() else {
            return;
        };
        if !matches!(
            tokio::task::spawn_blocking(|| thread.join()).await,
            Ok(Ok(()))
        ) {
            tracing::error!("the writer of the database has died");
        }
    }
}

fn lock<T>(of: &Mutex<Option<T>>) -> MutexGuard<'_, Option<T>> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the writer's thread has.
struct Desk {
    path: PathBuf,
    /// None after a failure that leaves it in doubt; the next batch opens another one.
    connection: Option<Connection>,
    journal: Journal,
    log: Log,
}

/// Why a transaction failed.
enum Trouble {
    /// One of its writes did.
    Write(StoreError),
    /// It could not be begun or committed, whatever is in it.
    Database(StoreError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}

/// What is wrong with the whole database is told as that: no table whose write was in the transaction is to be taken for damaged.
fn of_all(error: StoreError) -> StoreError {
    if error.is_damage() {
        return StoreError::Failed(error.to_string());
    }
    error
}

impl Desk {
    fn new(path: &Path, mut connection: Connection) -> Result<Self, OpenError> {
        let log = Log::start(path)?;
        log.watch(&mut connection)?;
        Ok(Self {
            path: path.to_owned(),
            connection: Some(connection),
            journal: Journal::default(),
            log,
        })
    }

    fn work(mut self, mut queue: mpsc::Receiver<Job>, waiting: &Runtime) {
        let mut batch = Vec::with_capacity(BATCH);
        // What a server that was killed has left.
        let mut settles = self.settle(Journal::settle_all);
        loop {
            // What came while the last transaction was on its way to the disk is the next batch.
            let coming = queue.recv_many(&mut batch, BATCH);
            let came = if settles && self.journal.waits() {
                waiting.block_on(async { timeout(REST, coming).await })
            } else {
                Ok(waiting.block_on(coming))
            };
            match came {
                Ok(0) => break,
                Ok(_) => {
                    let answers = self.commit(&batch);
                    settles = true;
                    for (job, answer) in batch.drain(..).zip(answers) {
                        // Whoever asked may have gone; the write stands all the same.
                        let _ = job.answer.send(answer);
                    }
                }
                // If it can't be done, not again before something else is written.
                Err(_) => settles = self.settle(Journal::settle_some),
            }
            if let Some(connection) = &self.connection {
                self.log.look_after(connection);
            }
        }
        if self.journal.waits() {
            self.settle(Journal::settle_all);
        }
        self.log.close();
        if let Some(connection) = self.connection
            && let Err((_, error)) = connection.close()
        {
            tracing::warn!(%error, "the database was not closed in order");
        }
    }

    /// All of the batch in one transaction; if the database fails in it, each write in one of its own, so that a write
    /// that cannot be done takes no other with it.
    fn commit(&mut self, batch: &[Job]) -> Vec<Answer> {
        match self.transaction(batch) {
            Ok(answers) => answers,
            // Each alone would fare no better, and may have to wait for its failure as long as this one did.
            Err(Trouble::Database(error)) => {
                tracing::error!(%error, writes = batch.len(), "the database takes no writes");
                let error = of_all(error);
                batch.iter().map(|_| Err(error.clone())).collect()
            }
            Err(Trouble::Write(error)) if batch.len() == 1 => vec![Err(error)],
            Err(Trouble::Write(error)) => {
                tracing::warn!(%error, writes = batch.len(), "a transaction failed; its writes are tried one by one");
                let mut answers = Vec::with_capacity(batch.len());
                for job in batch {
                    answers.push(match self.transaction(std::slice::from_ref(job)) {
                        Ok(mut answers) => answers.pop().unwrap_or(Err(StoreError::Stopped)),
                        Err(Trouble::Write(error)) => Err(error),
                        Err(Trouble::Database(error)) => Err(of_all(error)),
                    });
                }
                answers
            }
        }
    }

    fn transaction(&mut self, batch: &[Job]) -> Result<Vec<Answer>, Trouble> {
        self.without_stuck(|desk| desk.attempt(batch))
    }

    fn attempt(&mut self, batch: &[Job]) -> Result<Vec<Answer>, Trouble> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.open()?,
        };
        run(&connection, "BEGIN IMMEDIATE", ())?;
        self.journal.begin(&connection)?;
        let mut answers = Vec::with_capacity(batch.len());
        for job in batch {
            if let Some(refusal) = self.journal.refusal(&job.write) {
                answers.push(Err(refusal));
                continue;
            }
            match execute(&connection, &mut self.journal, &job.write) {
                Err(error) if !error.is_certain() => {
                    run(&connection, "ROLLBACK", ())?;
                    self.connection = Some(connection);
                    return Err(Trouble::Write(error));
                }
                answer => answers.push(answer),
            }
        }
        self.journal.look_after(&connection)?;
        self.end(connection)?;
        Ok(answers)
    }

    /// Commits.
    fn end(&mut self, connection: Connection) -> Result<(), StoreError> {
        run(&connection, "COMMIT", ())?;
        // After any other way out the connection is in doubt, and dropped, and what the journal has is not sure.
        self.journal.committed();
        self.connection = Some(connection);
        Ok(())
    }

    /// Does something in a transaction, and once more for each table that turned out to be damaged and was set aside.
    fn without_stuck<T, E>(
        &mut self,
        transaction: impl Fn(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        loop {
            let before = self.journal.set_aside_count();
            let done = transaction(self);
            if done.is_ok() || self.journal.set_aside_count() == before {
                return done;
            }
        }
    }

    /// Has the journal settle what waits, and says whether that could be done. If not, nothing is lost: it waits on.
    fn settle(
        &mut self,
        settle: impl Fn(&mut Journal, &Connection) -> Result<(), StoreError>,
    ) -> bool {
        let settled = self.without_stuck(|desk| {
            let connection = match desk.connection.take() {
                Some(connection) => connection,
                None => desk.open()?,
            };
            run(&connection, "BEGIN IMMEDIATE", ())?;
            desk.journal.begin(&connection)?;
            settle(&mut desk.journal, &connection)?;
            desk.end(connection)
        });
        if let Err(error) = &settled {
            tracing::warn!(%error, "what waits in the journal of the database is not settled");
        }
        settled.is_ok()
    }

    fn open(&self) -> Result<Connection, StoreError> {
        let failed = |error: OpenError| error.at_start(&self.path);
        let mut connection = connection::writer(&self.path).map_err(failed)?;
        self.log.watch(&mut connection)?;
        Ok(connection)
    }
}
