use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::appends;
use super::write::{Done, Write, execute};
use crate::StoreError;

/// Writes that wait; whoever comes later waits to be let in.
const QUEUE: usize = 1024;

/// The most writes that one transaction takes.
const BATCH: usize = 256;

type Answer = Result<Done, StoreError>;

struct Job {
    write: Write,
    answer: oneshot::Sender<Answer>,
}

/// Hands writes to the one task that does them.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let task = tokio::spawn(run(options, connection, queue));
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(task)),
        }
    }

    /// Comes back when the write is on disk, or refused, or has failed.
    pub(super) async fn write(&self, write: Write) -> Answer {
        let jobs = self.jobs.lock().await.clone().ok_or(StoreError::Stopped)?;
        let (answer, answered) = oneshot::channel();
        jobs.send(Job { write, answer })
            .await
            .map_err(|_| StoreError::Stopped)?;
        drop(jobs);
        answered.await.unwrap_or(Err(StoreError::Stopped))
    }

    pub(super) async fn close(&self) {
        drop(self.jobs.lock().await.take());
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writer of the database has died");
        }
    }
}

async fn run(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    mut queue: mpsc::Receiver<Job>,
) {
    let mut connection = Some(connection);
    let mut batch = Vec::with_capacity(BATCH);
    // What came while the last transaction was on its way to the disk is the next batch.
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        let answers = commit(&options, &mut connection, &batch).await;
        for (job, answer) in batch.drain(..).zip(answers) {
            // Whoever asked may have gone; the write stands all the same.
            let _ = job.answer.send(answer);
        }
    }
    if let Some(connection) = connection
        && let Err(error) = connection.close().await
    {
        tracing::warn!(%error, "the database was not closed in order");
    }
}

/// Why a transaction failed.
enum Trouble {
    /// One of its writes did.
    Write(StoreError),
    /// It could not be begun or committed, whatever is in it.
    Database(StoreError),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// All of the batch in one transaction; if the database fails in it, each write in one of its own, so that a write that
/// cannot be done takes no other with it.
async fn commit(
    options: &SqliteConnectOptions,
    connection: &mut Option<SqliteConnection>,
    batch: &[Job],
) -> Vec<Answer> {
    match transaction(options, connection, batch).await {
        Ok(answers) => answers,
        // Each alone would fare no better, and may have to wait for its failure as long as this one did.
        Err(Trouble::Database(error)) => {
            tracing::error!(%error, writes = batch.len(), "the database takes no writes");
            batch.iter().map(|_| Err(error.clone())).collect()
        }
        Err(Trouble::Write(error)) if batch.len() == 1 => vec![Err(error)],
        Err(Trouble::Write(error)) => {
            tracing::warn!(%error, writes = batch.len(), "a transaction failed; its writes are tried one by one");
            let mut answers = Vec::with_capacity(batch.len());
            for job in batch {
                let single = transaction(options, connection, std::slice::from_ref(job)).await;
                answers.push(match single {
                    Ok(mut answers) => answers.pop().unwrap_or(Err(StoreError::Stopped)),
                    Err(Trouble::Write(error) | Trouble::Database(error)) => Err(error),
                });
            }
            answers
        }
    }
}

async fn transaction(
    options: &SqliteConnectOptions,
    kept: &mut Option<SqliteConnection>,
    batch: &[Job],
) -> Result<Vec<Answer>, Trouble> {
    let mut connection = match kept.take() {
        Some(connection) => connection,
        None => options.connect().await?,
    };
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(batch.len());
    while let Some((first, _)) = batch.get(answers.len()..).and_then(<[Job]>::split_first) {
        let waiting = batch.iter().skip(answers.len());
        let appends = appends::leading(waiting.map(|job| &job.write));
        let done = if appends.is_empty() {
            match execute(&mut transaction, &first.write).await {
                Err(error) if !error.is_certain() => Err(error),
                answer => Ok(vec![answer]),
            }
        } else {
            appends::execute(&mut transaction, &appends).await
        };
        match done {
            Ok(done) => answers.extend(done),
            Err(error) => {
                transaction.rollback().await?;
                *kept = Some(connection);
                return Err(Trouble::Write(error));
            }
        }
    }
    transaction.commit().await?;
    // After any other way out the connection is in doubt: it is dropped, and the next batch opens another one.
    *kept = Some(connection);
    Ok(answers)
}
