//! The data folder and the key in it.
#![allow(clippy::unwrap_used)]

use ludo_dice::{GameId, Secret};
use ludo_store::{DataFolder, FolderError, HostKey, KeyError, SealError, Sealed};

fn host_key(folder: &DataFolder, byte: u8) -> Result<HostKey, KeyError> {
    let path = folder.key_file();
    match HostKey::load(&path)? {
        Some(key) => Ok(key),
        None => HostKey::make(&path, [byte; 32]),
    }
}

#[test]
fn a_folder_has_one_owner_at_a_time() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("deep/er");
    let folder = DataFolder::open(&path).unwrap();
    let second = DataFolder::open(&path).unwrap_err();
    assert!(matches!(second, FolderError::InUse(_)));
    assert!(
        second
            .to_string()
            .contains("in use by another ludo process"),
        "{second}"
    );
    drop(folder);
    DataFolder::open(&path).unwrap();
}

#[test]
fn a_file_in_the_way_is_told() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("file");
    std::fs::write(&path, "x").unwrap();
    let error = DataFolder::open(&path).unwrap_err();
    assert!(matches!(error, FolderError::NotAFolder(_)), "{error:?}");
    for part in ["cannot be used", "it is a file", "--data", "/file"] {
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    let below = DataFolder::open(&path.join("below")).unwrap_err();
    assert!(below.to_string().contains("--data"), "{below}");
}

#[test]
fn a_database_that_is_gone_beside_its_key_is_noticed() {
    let parent = tempfile::tempdir().unwrap();
    let folder = DataFolder::open(parent.path()).unwrap();
    assert!(!folder.lost_database(), "it is all new");
    host_key(&folder, 7).unwrap();
    drop(folder);
    let file = parent.path().join("ludo.db");
    for gone in [true, false] {
        if gone {
            std::fs::remove_file(&file).unwrap();
        }
        let folder = DataFolder::open(parent.path()).unwrap();
        assert!(folder.lost_database(), "missing: {gone}");
    }
    std::fs::write(&file, "something").unwrap();
    assert!(!DataFolder::open(parent.path()).unwrap().lost_database());
}

#[test]
fn the_key_is_made_once_and_stays() {
    let parent = tempfile::tempdir().unwrap();
    let folder = DataFolder::open(parent.path()).unwrap();
    let game = GameId([1; 16]);
    let made = host_key(&folder, 7).unwrap();
    let sealed = made.seal(game, &Secret::from_entropy([3; 32]), [4; 24]);
    let again = host_key(&folder, 8).unwrap();
    assert_eq!(again.open(game, &sealed).unwrap().expose(), &[3; 32]);
    let file = parent.path().join("host.key");
    assert_eq!(std::fs::read(&file).unwrap(), [7; 32]);

    for wrong in [&b""[..], &[7; 31], &[7; 33]] {
        std::fs::write(&file, wrong).unwrap();
        let error = host_key(&folder, 8).err().unwrap();
        assert!(matches!(error, KeyError::Malformed(_)), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn the_key_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("data");
    let folder = DataFolder::open(&path).unwrap();
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o700);
    assert_eq!(mode(&folder.database()), 0o600);
    host_key(&folder, 7).unwrap();
    let file = path.join("host.key");
    assert_eq!(mode(&file), 0o600);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    host_key(&folder, 7).unwrap();
    assert_eq!(mode(&file), 0o600, "and is made so again");
}

#[test]
fn a_sealed_secret_opens_with_its_key_for_its_game_unchanged() {
    let key = HostKey::from_entropy([1; 32]);
    let game = GameId([2; 16]);
    let sealed = key.seal(game, &Secret::from_entropy([3; 32]), [4; 24]);
    let text = sealed.to_string();
    assert_eq!(text.len(), 2 * (24 + 32 + 16));
    assert_eq!(format!("{sealed:?}"), "Sealed(..)");
    let read: Sealed = text.parse().unwrap();
    assert_eq!(key.open(game, &read).unwrap().expose(), &[3; 32]);

    let other = HostKey::from_entropy([9; 32]);
    assert_eq!(other.open(game, &sealed).err(), Some(SealError::WrongKey));
    assert_eq!(
        key.open(GameId([9; 16]), &sealed).err(),
        Some(SealError::WrongKey)
    );
    for place in 0..text.len() {
        let digit = if text.as_bytes()[place] == b'0' {
            "1"
        } else {
            "0"
        };
        let mut changed = text.clone();
        changed.replace_range(place..=place, digit);
        assert!(
            key.open(game, &changed.parse().unwrap()).is_err(),
            "{place}"
        );
    }
    for wrong in ["", "00", "zz", "0", &text[..47]] {
        assert_eq!(
            wrong.parse::<Sealed>().err(),
            Some(SealError::Malformed),
            "{wrong}"
        );
    }
}
