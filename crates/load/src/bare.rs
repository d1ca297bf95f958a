use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::process;
use crate::report::Bare;

/// Groups of four sockets.
const GROUPS: usize = 25;

/// Bytes of what is read: about a command.
const ASKED: usize = 120;

/// Bytes of what is written to each of the four: about what follows from a roll.
const ANSWERED: usize = 420;

/// What this machine does with a roll's frames and nothing else: one thread that reads a frame from one of four sockets
/// and writes one to each, no protocol, no game, nothing stored. It is not a bound for servers: one that writes
/// several messages at once needs fewer calls.
pub(crate) fn measure(length: Duration) -> io::Result<Option<Bare>> {
    let (ready, address) = oneshot::channel();
    let serving = std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
            let _ = ready.send(listener.local_addr()?);
            let mut tasks = tokio::task::JoinSet::new();
            for _ in 0..GROUPS {
                let mut group = Vec::new();
                for _ in 0..4 {
                    let (stream, _) = listener.accept().await?;
                    stream.set_nodelay(true)?;
                    group.push(stream);
                }
                tasks.spawn(serve(group));
            }
            let (began, cpu) = (Instant::now(), process::cpu_of_this_thread());
            let mut count = 0_u64;
            while let Some(served) = tasks.join_next().await {
                count += served.map_err(io::Error::other)??;
            }
            let used = process::cpu_of_this_thread()
                .zip(cpu)
                .map(|(end, begin)| end.saturating_sub(begin));
            io::Result::Ok(used.map(|used| Bare::of(count, used, began.elapsed())))
        })
    });
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = address.await.map_err(io::Error::other)?;
        let mut groups = Vec::new();
        for _ in 0..GROUPS {
            let mut group = Vec::new();
            for _ in 0..4 {
                let stream = TcpStream::connect(address).await?;
                stream.set_nodelay(true)?;
                group.push(stream);
            }
            groups.push(group);
        }
        let end = Instant::now() + length;
        let mut tasks = tokio::task::JoinSet::new();
        for group in groups {
            tasks.spawn(ask(group, end));
        }
        while let Some(asked) = tasks.join_next().await {
            asked.map_err(io::Error::other)??;
        }
        io::Result::Ok(())
    })?;
    serving
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the bare loop died")))
}

/// Answers until the first socket is closed.
async fn serve(mut group: Vec<TcpStream>) -> io::Result<u64> {
    let mut asked = [0; ASKED];
    let answer = [b'x'; ANSWERED];
    let mut count = 0;
    loop {
        let Some(first) = group.first_mut() else {
            return Ok(count);
        };
        if first.read_exact(&mut asked).await.is_err() {
            return Ok(count);
        }
        for stream in &mut group {
            stream.write_all(&answer).await?;
        }
        count += 1;
    }
}

async fn ask(mut group: Vec<TcpStream>, end: Instant) -> io::Result<()> {
    let asked = [b'x'; ASKED];
    let mut answer = [0; ANSWERED];
    while Instant::now() < end {
        if let Some(first) = group.first_mut() {
            first.write_all(&asked).await?;
        }
        for stream in &mut group {
            stream.read_exact(&mut answer).await?;
        }
    }
    Ok(())
}
