//! `ludo backup` and `ludo restore`, the real program, on data that is being served and played with.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod player;
mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Site, ludo};
use ludo_protocol::ErrorCode;
use ludo_table::{End, Phase};
use player::Player;
use program::{backup, refused, restore, said};

#[test]
fn what_was_there_at_the_backup_is_there_after_a_restore() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out, new) = (
        folder.path().join("data"),
        folder.path().join("backup"),
        folder.path().join("new"),
    );
    let site = Site::start(&data);
    let cookie = site.session();
    let (finished, mut over) = Player::sit_at_new(&site, &cookie);
    over.begin();
    over.play(usize::MAX);
    let (running, mut player) = Player::sit_at_new(&site, &cookie);
    player.begin();
    player.play(20);
    player.until(|player| player.turn().is_some());
    let at_backup = (player.seq, player.rolls());
    let (waiting, mut sitter) = Player::sit_at_new(&site, &cookie);
    let before = (sitter.table().game(), sitter.table().server_tip());

    // Somebody plays all the while.
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            let cookie = site.session();
            let mut games = 0;
            while !stop.load(Ordering::SeqCst) || games == 0 {
                let (_, mut player) = Player::sit_at_new(&site, &cookie);
                player.begin();
                player.play(usize::MAX);
                games += 1;
            }
            games
        });
        for n in 0..4 {
            let other = folder.path().join(format!("other {n}"));
            said(&backup(&data, &other, &["--with-key"]));
        }
        let told = said(&backup(&data, &out, &[]));
        assert!(told.contains("does not hold the host's keys"), "{told}");
        stop.store(true, Ordering::SeqCst);
        assert!(busy.join().unwrap() > 0);
    });
    // Life goes on, and is lost.
    player.play(40);
    let ahead = player.seq;
    assert!(ahead > at_backup.0);
    sitter.begin();
    site.kill();
    // What a killed server left can be backed up as it is, with the newest.
    let (dead, late) = (folder.path().join("dead"), folder.path().join("late"));
    said(&backup(&data, &dead, &[]));
    said(&restore(&dead, &late));
    let site = Site::start(&late);
    let mut latest = Player::connect(&site, &running, &cookie, None).unwrap();
    latest.until(Player::is_over);
    assert!(latest.seq > ahead && latest.rolls() >= player.rolls());
    site.stop();
    let told = refused(&restore(&out, &data));
    assert!(
        told.contains("has data") && told.contains("--data"),
        "{told}"
    );

    let told = said(&restore(&out, &new));
    for part in ["0 min ago", "abandoned", "seal.key"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let site = Site::start(&new);
    let tables = site.tables_of(&cookie);
    for code in [&finished, &running, &waiting] {
        assert!(
            tables.contains(code.as_str()),
            "the cookie is known: {tables}"
        );
    }
    let mut again = Player::connect(&site, &finished, &cookie, None).unwrap();
    again.until(|player| player.seq >= over.seq);
    assert!(again.table == over.table, "the finished game is the same");

    // Whoever saw more than there is now is told so.
    let last = player.events.last().unwrap();
    assert_eq!(last.seq, ahead);
    let told = Player::connect(&site, &running, &cookie, Some(last));
    assert_eq!(told.err(), Some(ErrorCode::Ahead));
    let mut again = Player::connect(&site, &running, &cookie, None).unwrap();
    again.until(Player::is_over);
    let Phase::Over { end, places: [] } = again.table().phase() else {
        panic!("{:?}", again.table().phase())
    };
    assert_eq!(end, End::Abandoned);
    assert_eq!(again.rolls(), at_backup.1, "no die was rolled again");
    again.does(ludo_table::Command::Rematch);
    again.begin();
    again.play(usize::MAX);
    // So they are when the table has gone on, past all that they knew; and whoever knows what is there is not.
    assert!(again.seq > ahead);
    let told = Player::connect(&site, &running, &cookie, Some(last));
    assert_eq!(told.err(), Some(ErrorCode::Ahead));
    let known = player.events.iter().find(|event| event.seq == at_backup.0);
    assert!(Player::connect(&site, &running, &cookie, known).is_ok());

    // The dice of before may have been shown since: the game that waited has others, and can be played.
    let mut again = Player::connect(&site, &waiting, &cookie, None).unwrap();
    again.until(|player| player.table().game() != before.0);
    assert_ne!(again.table().server_tip(), before.1);
    again.begin();
    again.play(usize::MAX);
    assert!(matches!(
        again.table().phase(),
        Phase::Over {
            end: End::Normal,
            ..
        }
    ));
    site.stop();
}

#[test]
fn a_backup_says_what_it_holds_and_is_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = Site::start(&data);
    let cookie = site.session();
    let (_, _sitter) = Player::sit_at_new(&site, &cookie);
    let keys = ["host.key", "seal.key"];
    let keys: Vec<_> = keys
        .into_iter()
        .filter(|key| data.join(key).exists())
        .collect();
    assert!(keys.contains(&"host.key"));
    for (name, flags) in [("without", &[][..]), ("with", &["--with-key"])] {
        let out = folder.path().join(name);
        let told = said(&backup(&data, &out, flags));
        let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        let with_key = name == "with";
        assert_eq!(manifest["holds_key"], with_key);
        assert_eq!(manifest["program"], env!("CARGO_PKG_VERSION"));
        assert!(manifest["schema"].as_i64().unwrap() >= 3);
        assert!(manifest["made_at"].as_u64().unwrap() > 1_700_000_000_000);
        assert_eq!(told.contains("as safe as the server"), with_key, "{told}");
        for key in &keys {
            assert_eq!(out.join(key).exists(), with_key);
            if with_key {
                let copied = fs::read(out.join(key)).unwrap();
                assert_eq!(copied, fs::read(data.join(key)).unwrap());
            }
        }
        let listed = manifest["files"].as_array().unwrap().len();
        let files: Vec<_> = fs::read_dir(&out).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), listed + 1);
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0);
        }
        // Its keys and its people come along.
        let new = folder.path().join(format!("{name} restored"));
        said(&restore(&out, &new));
        assert_eq!(new.join("host.key").exists(), with_key);
        let site = Site::start(&new);
        assert!(site.tables_of(&cookie).contains(r#""code""#));
        site.stop();
    }
    // Never over another one.
    let told = refused(&backup(&data, &folder.path().join("with"), &[]));
    assert!(told.contains("is there already"), "{told}");
    let nothing = refused(&backup(folder.path(), &folder.path().join("x"), &[]));
    assert!(
        nothing.contains("no database") && nothing.contains("--data"),
        "{nothing}"
    );
    assert!(!folder.path().join("x").exists());
    site.stop();
}

#[test]
fn what_cannot_be_restored_is_told_and_leaves_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out, new) = (
        folder.path().join("data"),
        folder.path().join("backup"),
        folder.path().join("new"),
    );
    let site = Site::start(&data);
    site.open_table(&site.session(), "{}");
    said(&backup(&data, &out, &["--with-key"]));
    let told = refused(&restore(&out, &data));
    assert!(told.contains("in use by another ludo process"), "{told}");
    site.stop();
    let told = refused(&restore(&out, &data));
    assert!(told.contains("has data"), "{told}");

    let manifest = fs::read(out.join("manifest.json")).unwrap();
    let database = fs::read(out.join("ludo.db")).unwrap();
    let text = String::from_utf8(manifest.clone()).unwrap();
    let mut flipped = database.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let newer = text.replace(r#""format": 1"#, r#""format": 2"#);
    let elsewhere = text.replace(r#""name": "host.key""#, r#""name": "../host.key""#);
    let bad: [(&str, &[u8], &str); 6] = [
        ("ludo.db", &flipped, "damaged: ludo.db"),
        ("ludo.db", &database[..middle], "damaged: ludo.db"),
        ("host.key", &[7; 32], "damaged: host.key"),
        ("manifest.json", &manifest[..40], "not a backup"),
        ("manifest.json", newer.as_bytes(), "newer program"),
        ("manifest.json", elsewhere.as_bytes(), "not a backup"),
    ];
    for (name, bytes, told) in bad {
        let whole = fs::read(out.join(name)).unwrap();
        assert_ne!(whole, bytes, "{told}");
        fs::write(out.join(name), bytes).unwrap();
        let errors = refused(&restore(&out, &new));
        assert!(errors.contains(told), "{told}: {errors}");
        assert!(!new.join("ludo.db").exists());
        fs::write(out.join(name), whole).unwrap();
    }
    let told = refused(&restore(folder.path(), &new));
    assert!(told.contains("not a backup"), "{told}");

    // A key that is there stays there.
    fs::create_dir_all(&new).unwrap();
    fs::write(new.join("host.key"), [9; 32]).unwrap();
    let told = refused(&restore(&out, &new));
    assert!(told.contains("host.key is there already"), "{told}");
    assert_eq!(fs::read(new.join("host.key")).unwrap(), [9; 32]);
    fs::copy(out.join("host.key"), new.join("host.key")).unwrap();
    // What a restoring left that died half-way is no obstacle.
    fs::write(new.join("ludo.db.unfinished"), "half").unwrap();
    said(&restore(&out, &new));
    let again = refused(&restore(&out, &new));
    assert!(again.contains("has data"), "{again}");
    assert!(!new.join("ludo.db.unfinished").exists());
}

#[test]
fn their_help_says_what_becomes_of_keys_and_games() {
    let help = |command| said(&ludo([command, "--help"]).output().unwrap());
    let (backup, restore) = (help("backup"), help("restore"));
    for part in ["--data", "--with-key", "OUT"] {
        assert!(backup.contains(part), "{part}: {backup}");
    }
    for part in ["--data", "BACKUP", "abandoned"] {
        assert!(restore.contains(part), "{part}: {restore}");
    }
}

/// Every command that the host's handbook shows is one, with flags that there are.
#[test]
fn the_commands_of_the_handbook_are_there() {
    let text = include_str!("../../../../docs/operating.md");
    let mut seen = 0;
    for line in text
        .lines()
        .filter(|line| line.starts_with("ludo ") && !line.ends_with('{'))
    {
        let mut words = line.split_whitespace().skip(1);
        let command = words.next().unwrap();
        let help = said(&ludo([command, "--help"]).output().unwrap());
        for flag in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(flag), "{line}: {help}");
        }
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
    let site_needs = [
        "/health/live",
        "/health/ready",
        "ludo.db",
        "host.key",
        "seal.key",
        "ludo.lock",
    ];
    for part in site_needs {
        assert!(text.contains(part), "{part}");
    }
}
