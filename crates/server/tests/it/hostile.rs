//! Whatever is sent, the server answers in words, and nobody else notices.

use hyper::StatusCode;
use ludo_protocol::{ErrorBody, ErrorCode, MAX_FRAME_BYTES, ServerMessage};
use ludo_rules::Seat;
use ludo_table::Command;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tokio_tungstenite::tungstenite::Message;

use crate::support::browser::Socket;
use crate::support::{Host, Player, add_bot, quick, sit};

const GOOD: [&str; 12] = [
    r#"{"type":"ping"}"#,
    r#"{"type":"command","id":"a","command":{"type":"begin"}}"#,
    r#"{"type":"command","id":"b","command":{"type":"sit","seat":"r","name":"Eve","game":null,"tip":null}}"#,
    r#"{"type":"command","id":"c","command":{"type":"add_bot","seat":"y","bot":"simple"}}"#,
    r#"{"type":"command","id":"d","command":{"type":"roll","step":3,"roll":1,"link":null}}"#,
    r#"{"type":"command","id":"e","command":{"type":"move","step":3,"move":"17-20xg"}}"#,
    r#"{"type":"command","id":"f","command":{"type":"rename","name":"Eve"}}"#,
    r#"{"type":"command","id":"g","command":{"type":"set_options","options":{"rules":"modern","length":"quick","seats":"ry","auto_move":true}}}"#,
    r#"{"type":"command","id":"h","command":{"type":"answer","game":"6f1c0a52b3d84e0f9a7be2d4c1580397","link":"2948dabff43a15d011aded8ea23fb560027c5ea1d064faf75e51010b2693e6b6"}}"#,
    r#"{"type":"command","id":"i","command":{"type":"chain","game":"6f1c0a52b3d84e0f9a7be2d4c1580397","tip":"0b86da0a9cdc80f934992c3b7194f60e7442f603fe04c7e1f1eaffb98fd5f77f"}}"#,
    r#"{"type":"command","id":"j","command":{"type":"clear","seat":"y"}}"#,
    r#"{"type":"command","id":"k","command":{"type":"rematch"}}"#,
];

/// A frame that makes no sense, or nearly does.
fn strange_frame(random: &mut ChaCha8Rng) -> Message {
    let mut below = |limit: usize| random.next_u32() as usize % limit;
    let good = GOOD[below(GOOD.len())];
    match below(8) {
        0 => {
            let bytes: Vec<u8> = (0..below(200)).map(|_| below(256) as u8).collect();
            Message::binary(bytes)
        }
        1 => Message::text(
            (0..below(200))
                .map(|_| char::from_u32(below(0x3000) as u32).unwrap_or('x'))
                .collect::<String>(),
        ),
        2 => {
            let depth = below(MAX_FRAME_BYTES / 2);
            Message::text(["[", "{\"a\":", "\""][below(3)].repeat(depth / 2))
        }
        3 => Message::text("9".repeat(below(300)) + "e999"),
        4 => Message::text(good.get(..below(good.len())).unwrap_or_default().to_owned()),
        5 => Message::text(good.replace(
            ['1', '3'],
            ["-1", "1e99", "null", "4294967296", "\"\""][below(5)],
        )),
        6 => Message::text(good.to_owned() + " ".repeat(below(2 * MAX_FRAME_BYTES)).as_str()),
        _ => {
            let mut bytes = good.as_bytes().to_vec();
            for _ in 0..=below(3) {
                let place = below(bytes.len());
                bytes[place] = b' ' + below(95) as u8;
            }
            Message::text(String::from_utf8(bytes).unwrap_or_default())
        }
    }
}

/// The answer to a frame. What else happens at the table is passed over.
async fn answer(socket: &mut Socket) -> ServerMessage {
    loop {
        match socket.next().await {
            Ok(
                ServerMessage::Events { .. }
                | ServerMessage::Presence { .. }
                | ServerMessage::You { .. },
            ) => {}
            Ok(message) => return message,
            Err(code) => panic!("closed with {code}: {:?}", socket.seen.last()),
        }
    }
}

#[tokio::test]
async fn b114_b108_ten_thousand_strange_frames_are_answered_and_another_table_does_not_notice() {
    strange_frames(114, 10_000).await;
}

#[tokio::test]
#[ignore = "long"]
async fn b114_b108_a_million_strange_frames_are_answered_and_another_table_does_not_notice() {
    strange_frames(115, 1_000_000).await;
}

async fn strange_frames(seed: u64, count: u32) {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.against_a_bot(quick()).await;
    ania.play_until(|ania| ania.turn().is_some()).await;
    let before = (ania.seq, ania.table().clone());

    let eve = host.person().await;
    let code = eve.open_table(quick()).await.unwrap();
    let mut socket = eve.socket(code, None).await.unwrap();
    assert!(matches!(socket.next().await, Ok(ServerMessage::Welcome(_))));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut typed = 0;
    for n in 0..count {
        // Enough time for a frame that costs as much as five, and for setting up.
        host.hands.advance(1_000);
        let frame = strange_frame(&mut random);
        socket.send(frame.clone()).await;
        match answer(&mut socket).await {
            ServerMessage::Error {
                code,
                message,
                fatal: false,
            } => {
                assert!(
                    matches!(code, ErrorCode::BadFrame | ErrorCode::TooLong),
                    "{code}"
                );
                assert!(!message.is_empty());
                typed += 1;
            }
            ServerMessage::Refused { message, .. } => {
                assert!(!message.is_empty());
                typed += 1;
            }
            ServerMessage::Done { .. } | ServerMessage::Pong { .. } => {}
            other => panic!("frame {n}, {frame:?}: {other:?}"),
        }
        socket.seen.clear();
    }
    assert!(typed > count / 2, "{typed}");

    ania.say(r#"{"type":"ping"}"#).await;
    while !matches!(ania.listen().await, Ok(ServerMessage::Pong { .. })) {}
    assert_eq!((ania.seq, ania.table().clone()), before);
    ania.play_until(|_| false).await;
}

#[tokio::test]
async fn b108_a_command_without_one_of_its_fields_is_refused() {
    let (host, _) = Host::in_memory().await;
    let eve = host.person().await;
    let code = eve.open_table(quick()).await.unwrap();
    let mut socket = eve.socket(code, None).await.unwrap();
    assert!(matches!(socket.next().await, Ok(ServerMessage::Welcome(_))));
    // What may be left out, since null says the same.
    let optional = [
        "link",
        "name",
        "game",
        "tip",
        "options",
        "rules",
        "length",
        "seats",
        "auto_move",
    ];
    for good in GOOD {
        let frame: serde_json::Value = serde_json::from_str(good).unwrap();
        for path in ["", "/command"] {
            let fields = frame
                .pointer(path)
                .and_then(|value| value.as_object())
                .map(|object| object.keys().cloned());
            for field in fields
                .into_iter()
                .flatten()
                .filter(|field| !optional.contains(&field.as_str()))
            {
                host.hands.advance(1_000);
                let mut without = frame.clone();
                without
                    .pointer_mut(path)
                    .unwrap()
                    .as_object_mut()
                    .unwrap()
                    .remove(&field);
                socket.send(Message::text(without.to_string())).await;
                let answer = answer(&mut socket).await;
                let code = match answer {
                    ServerMessage::Error { code, .. } | ServerMessage::Refused { code, .. } => code,
                    other => panic!("{without}: {other:?}"),
                };
                assert!(
                    matches!(code, ErrorCode::BadFrame | ErrorCode::BadCommand),
                    "{without}: {code}"
                );
            }
        }
    }
    assert_eq!(eve.summary(code).await.open_seats, ludo_rules::SeatSet::ALL);
}

#[tokio::test]
async fn b113_b116_a_flood_ends_the_connection_that_it_comes_from() {
    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    for frame in ["{", r#"{"type":"ping"}"#] {
        let eve = host.person().await;
        let mut socket = eve.socket(ania.code, None).await.unwrap();
        for _ in 0..200 {
            socket.send(Message::text(frame)).await;
        }
        let mut heard = 0;
        let mut last = None;
        let code = loop {
            match socket.next().await {
                Ok(ServerMessage::Error {
                    code: ErrorCode::RateLimited,
                    fatal,
                    ..
                }) => last = Some(fatal),
                Ok(ServerMessage::Error { .. } | ServerMessage::Pong { .. }) => heard += 1,
                Ok(_) => {}
                Err(code) => break code,
            }
        };
        // A connection that is closed on one who goes on writing can be cut off before it has read the reason.
        assert!(
            code == 1006 || (last, code) == (Some(true), 1008),
            "{last:?} {code}"
        );
        assert!(heard <= 40, "{heard}");
    }
    ania.does(add_bot(Seat::Yellow)).await;
}

/// What opens a WebSocket to a player's table, by nobody.
fn handshake(player: &Player) -> String {
    format!(
        "GET /api/tables/{}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        player.code, player.browser.address
    )
}

#[tokio::test]
async fn what_is_no_websocket_frame_ends_its_connection_only() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let (host, _) = Host::in_memory().await;
    let mut ania = host.opener(quick()).await;
    let handshake = handshake(&ania);
    let masked = |first: u8, len: u8, payload: &[u8]| {
        let mut frame = vec![first, 0x80 | len, 0, 0, 0, 0];
        frame.extend_from_slice(payload);
        frame
    };
    let garbage: Vec<Vec<u8>> = vec![
        masked(0x81, 2, &[0xff, 0xfe]), // not UTF-8
        vec![0x81, 2, b'{', b'}'],      // not masked
        masked(0xf3, 1, b"x"),          // reserved bits and opcode
        masked(0x89, 126, b"x"),        // a long ping
        masked(0x80, 1, b"x"),          // a continuation of nothing
        vec![
            0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0,
        ], // 2^63 bytes
        vec![0; 64],
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
    ];
    for bytes in garbage {
        let mut stream = tokio::net::TcpStream::connect(host.address).await.unwrap();
        stream.write_all(handshake.as_bytes()).await.unwrap();
        stream.write_all(&bytes).await.unwrap();
        // What is not whole will not become so.
        stream.shutdown().await.unwrap();
        let mut heard = Vec::new();
        // It is closed, one way or the other.
        let _ = stream.read_to_end(&mut heard).await;
        assert!(heard.starts_with(b"HTTP/1.1 101"));
    }
    ania.does(sit(Seat::Red, "Ania")).await;
}

/// Pieces of nothing never make a message, so they would never be counted.
#[tokio::test]
async fn b113_a_message_of_empty_pieces_that_never_ends_is_cut_off() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let (host, _) = Host::in_memory().await;
    let ania = host.opener(quick()).await;
    let mut stream = tokio::net::TcpStream::connect(host.address).await.unwrap();
    stream.write_all(handshake(&ania).as_bytes()).await.unwrap();
    let (mut reads, mut writes) = stream.into_split();
    let heard = tokio::spawn(async move {
        let mut heard = Vec::new();
        // It may be cut off in the middle of what we send.
        let _ = reads.read_to_end(&mut heard).await;
        String::from_utf8_lossy(&heard).into_owned()
    });
    // A text without its end, and empty pieces of it: twice as much as is taken, if it is.
    writes.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
    let pieces = [0x00, 0x80, 0, 0, 0, 0].repeat(100);
    for _ in 0..2 * ludo_server::limits::UNHEARD_BYTES / pieces.len() {
        if writes.write_all(&pieces).await.is_err() {
            break;
        }
    }
    drop(writes);
    let heard = heard.await.unwrap();
    assert!(heard.contains(r#""code":"too_long""#), "{heard}");
}

#[tokio::test]
async fn b116_a_reader_that_does_not_read_is_let_go_and_holds_nobody_up() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let (host, _) = Host::in_memory().await;
    let mut ania = host.sitter(quick()).await;
    ania.does(add_bot(Seat::Yellow)).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut sleeper = socket.connect(host.address).await.unwrap();
    let handshake = handshake(&ania);
    sleeper.write_all(handshake.as_bytes()).await.unwrap();
    ania.until(|ania| ania.watching == 1).await;
    for _ in 0..50 {
        ania.does(Command::Begin).await;
        ania.play_until(|ania| ania.watching == 0).await;
        if ania.watching == 0 {
            break;
        }
        ania.does(Command::Rematch).await;
        host.hands.advance(10_000);
    }
    assert_eq!(ania.watching, 0);
    ania.play_until(|_| false).await;
    // When it reads at last, it hears why it was let go, in so many words, and that it may come back at once.
    let mut heard = Vec::new();
    sleeper.read_to_end(&mut heard).await.unwrap();
    let heard = String::from_utf8_lossy(&heard);
    assert!(heard.contains(r#""code":"slow""#), "{}", heard.len());
    let mut again = Player::connect(host.browser(), ania.code).await;
    again.until(|again| again.seq >= ania.seq).await;
    assert!(
        again.table() == ania.table(),
        "the newest state is the first that it sees"
    );
}

#[tokio::test]
async fn random_requests_are_answered_with_typed_errors() {
    let (host, _) = Host::in_memory().await;
    let mut eve = host.person().await;
    let code = eve.open_table(quick()).await.unwrap();
    let paths = [
        "/".to_owned(),
        "/t/x".to_owned(),
        "/api/session".to_owned(),
        "/api/me".to_owned(),
        "/api/tables".to_owned(),
        format!("/api/tables/{code}"),
        format!("/api/tables/{code}/qr.svg"),
        format!("/api/tables/{code}/socket?after=-1"),
        "/health/live".to_owned(),
        "/health/ready".to_owned(),
        "/nothing?a=%ff".to_owned(),
        "/api/tables/%00%ff/qr.svg".to_owned(),
    ];
    let cookie = eve.cookie.clone();
    let mut random = ChaCha8Rng::seed_from_u64(113);
    for _ in 0..1_500 {
        host.hands.advance(1_000);
        let path = &paths[random.next_u32() as usize % paths.len()];
        let method = [
            "GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "X",
        ][random.next_u32() as usize % 8];
        let mut body = vec![0; random.next_u32() as usize % 300];
        random.fill_bytes(&mut body);
        if random.next_u32() % 2 == 0 {
            let mut text =
                br#"{"options":{"rules":"classic","length":"whole","seats":"rgyb"}}"#.to_vec();
            let place = random.next_u32() as usize % text.len();
            text[place] = body.first().copied().unwrap_or_default();
            body = text;
        }
        let mut noise: String = body
            .iter()
            .map(|byte| char::from(b'!' + byte % 94))
            .collect();
        noise.truncate(100);
        eve.cookie = if random.next_u32() % 4 == 0 {
            Some(noise)
        } else {
            cookie.clone()
        };
        let answer = eve
            .request(method, path, &[("content-type", "application/json")], &body)
            .await;
        let is_page = answer.header("content-type").starts_with("text/plain");
        let is_silent = method == "HEAD" || is_page;
        if answer.status.as_u16() >= 400 && !is_silent {
            let error: ErrorBody = serde_json::from_slice(&answer.body)
                .unwrap_or_else(|error| panic!("{method} {path}: {error}: {}", answer.text()));
            assert!(!error.message.is_empty());
        }
        assert_ne!(
            answer.status,
            StatusCode::INTERNAL_SERVER_ERROR,
            "{method} {path}"
        );
    }
}
