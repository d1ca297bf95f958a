//! What a server says and does when its disk is not well.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

use ludo_protocol::ErrorCode;

use super::common::Site;
use super::player::Player;
use super::program::{backup, refused};

/// With a limit on how long a file may get, as if the disk were full; the signal that comes with it is ignored.
fn with_room_for(kilobytes: u64, data: &std::path::Path) -> Command {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!(
            "trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" serve --port 0 --bot-pace 0 --data \"$1\""
        ))
        .arg(env!("CARGO_BIN_EXE_ludo"))
        .arg(data)
        .stderr(Stdio::piped());
    command
}

#[test]
fn a_full_disk_is_told_and_nothing_is_half_there() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = Site::start_as(&mut with_room_for(1_200, &data));
    let cookie = site.session();
    let (code, mut player) = Player::sit_at_new(&site, &cookie);
    player.begin();
    // Until there is no room any more.
    let refusal = loop {
        if player.is_over() {
            player.does(ludo_table::Command::Rematch);
            player.begin();
        }
        match player.turn() {
            Some(command) => match player.ask(command) {
                Ok(seq) => player.until(|player| player.seq >= seq),
                Err(code) => break code,
            },
            None => {
                let seq = player.seq;
                if !player.comes(|player| player.seq > seq) {
                    break ErrorCode::Unavailable;
                }
            }
        }
    };
    assert_eq!(refusal, ErrorCode::Unavailable);
    // What asks whether there is room takes some, until there is none for it either.
    while site.status("/health/ready") == 200 {}
    assert_eq!(site.status("/health/ready"), 503);
    assert_eq!(site.status("/health/live"), 200);
    let seen = player.seq;
    let errors = site.stop();
    // What this limit says; a disk that is full says that it is full.
    assert!(errors.contains("ERROR"), "{errors}");
    assert!(errors.contains("disk I/O error"), "{errors}");

    // With room, the game is where everybody saw it.
    let site = Site::start(&data);
    assert_eq!(site.status("/health/ready"), 200);
    let mut player = Player::connect(&site, &code, &cookie, None).unwrap();
    player.until(|player| player.seq >= seen);
    player.play(usize::MAX);
    site.stop();
}

#[test]
fn damaged_pages_and_a_cut_log_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = Site::start(&data);
    let cookie = site.session();
    let (code, mut player) = Player::sit_at_new(&site, &cookie);
    player.begin();
    player.play(30);
    site.kill();

    // What was never on the disk as a whole is not there; the rest is.
    let log = data.join("ludo.db-wal");
    let whole = fs::read(&log).unwrap();
    fs::write(&log, &whole[..whole.len() - 1_000]).unwrap();
    let site = Site::start(&data);
    let mut again = Player::connect(&site, &code, &cookie, None).unwrap();
    again.play(usize::MAX);
    site.stop();

    // A page in the middle.
    let database = data.join("ludo.db");
    let mut bytes = fs::read(&database).unwrap();
    for page in bytes.chunks_mut(4096).skip(2) {
        page[..64].fill(b'x');
    }
    fs::write(&database, bytes).unwrap();
    let out = folder.path().join("backup");
    let told = refused(&backup(&data, &out, &[]));
    assert!(
        told.contains("damaged") || told.contains("malformed"),
        "{told}"
    );
    assert!(!out.exists(), "there is no backup of what is damaged");
    assert!(!folder.path().join("backup.unfinished").exists());
    let told = Command::new(env!("CARGO_BIN_EXE_ludo"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let told = refused(&told);
    for part in ["ludo.db is damaged", "backup"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn a_folder_or_a_file_that_may_not_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = Site::start(&data);
    site.open_table(&site.session(), "{}");
    site.stop();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let all = |mode_of_folder, mode_of_files| {
        for file in fs::read_dir(&data).unwrap() {
            let mode = Permissions::from_mode(mode_of_files);
            fs::set_permissions(file.unwrap().path(), mode).unwrap();
        }
        fs::set_permissions(&data, Permissions::from_mode(mode_of_folder)).unwrap();
    };
    for (of_folder, of_files) in [(0o555, 0o444), (0o777, 0o444), (0o555, 0o666)] {
        all(of_folder, of_files);
        let told = refused(&without_privilege(
            Command::new(env!("CARGO_BIN_EXE_ludo"))
                .args(["serve", "--port", "0", "--data"])
                .arg(&data),
        ));
        assert!(told.contains("data"), "{told}");
        let says = [
            "may not write there",
            "cannot be written",
            "cannot be read or made",
        ];
        assert!(says.iter().any(|part| told.contains(part)), "{told}");
    }
    all(0o755, 0o644);
    Site::start(&data).stop();
}

/// What a command says that modes of files bind, whoever runs the test: root becomes a root like anybody else. A thread
/// of its own gives the right away, for that cannot be undone; processes begun by it lack it too.
fn without_privilege(command: &mut Command) -> Output {
    std::thread::scope(|scope| {
        scope
            .spawn(|| {
                #[cfg(target_os = "linux")]
                if rustix::process::geteuid().is_root() {
                    use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};
                    remove_capability_from_bounding_set(CapabilitySet::DAC_OVERRIDE).unwrap();
                }
                command.output().unwrap()
            })
            .join()
            .unwrap()
    })
}
