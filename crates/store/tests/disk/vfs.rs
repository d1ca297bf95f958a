//! A shim between SQLite and its own way to the file system: it passes everything on and notes writes, truncations,
//! syncs and deletions of the files in watched folders.
//!
//! It is the default of the whole test program, so that the store under test is the one that runs everywhere. Files
//! elsewhere are left alone.
//!
//! This file, with the C interface of SQLite, is the one place of this crate that needs `unsafe`, in tests only. How it
//! works: SQLite's own VFS opens a file and fills in a table of functions. The shim puts a copy of that table in its
//! place, in which four functions are its own. Each of those finds the file by its address, does its part, and calls the
//! function that it took the place of.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError, Weak};

use rusqlite::ffi;

use super::{Disk, Op};

type Methods = ffi::sqlite3_io_methods;

/// What the shim knows of files and folders.
#[derive(Default)]
struct Known {
    folders: Vec<(String, Weak<Disk>)>,
    /// Open files, by the address of SQLite's structure.
    files: HashMap<usize, Open>,
    /// Tables with functions of the shim, by the address of the table that they were made from.
    tables: HashMap<usize, &'static Methods>,
}

#[derive(Clone)]
struct Open {
    disk: Arc<Disk>,
    name: String,
    methods: &'static Methods,
    /// SQLite's VFS syncs the folder too when such a file is synced for the first time, so that it is there.
    is_new_journal: bool,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a disk know what happens to the files in a folder.
pub(super) fn watch(folder: &Path, disk: &Arc<Disk>) {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(register);
    let folder = folder.canonicalize().expect("the folder is there");
    let folder = folder.to_str().expect("its name is text").to_owned();
    known().folders.push((folder, Arc::downgrade(disk)));
}

fn register() {
    // SAFETY: SQLite is asked for its default VFS, which is initialised by that and lives as long as the process. The
    // copy is leaked, so it lives as long too, and SQLite links it into its list, in which nobody else writes (it takes
    // its own lock). Its other functions are those of the original, which find what they need in the copied `pAppData`.
    unsafe {
        let original = ffi::sqlite3_vfs_find(std::ptr::null());
        assert!(!original.is_null(), "SQLite has a default VFS");
        let shim = Box::leak(Box::new(ffi::sqlite3_vfs {
            zName: c"watched".as_ptr(),
            pNext: std::ptr::null_mut(),
            xOpen: Some(open),
            xDelete: Some(delete),
            ..*original
        }));
        assert_eq!(ffi::sqlite3_vfs_register(shim, 1), ffi::SQLITE_OK);
    }
}

/// The VFS below.
fn original() -> *mut ffi::sqlite3_vfs {
    // SAFETY: the name is a C string; SQLite looks through its list under its own lock.
    let original = unsafe { ffi::sqlite3_vfs_find(c"unix".as_ptr()) };
    assert!(!original.is_null(), "SQLite's VFS is named so on Unix");
    original
}

/// The disk on which a path lies, and the file's name there.
///
/// # Safety
///
/// `path` is null or a C string.
unsafe fn watched(path: *const c_char) -> Option<(Arc<Disk>, String)> {
    if path.is_null() {
        return None;
    }
    // SAFETY: it is a C string, by this function's own condition.
    let path = unsafe { CStr::from_ptr(path) }.to_str().ok()?;
    let (folder, name) = path.rsplit_once('/')?;
    let known = known();
    let (_, disk) = known.folders.iter().find(|(known, _)| known == folder)?;
    Some((disk.upgrade()?, name.to_owned()))
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    path: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let original = original();
    // SAFETY: the arguments are SQLite's, passed on to the VFS below, which has this function. SQLite keeps `file` at its
    // address from here until the file is closed, and after success its `pMethods` is null or a table of static
    // lifetime. `path` is null or a C string (the contract of xOpen).
    unsafe {
        let Some(open) = (*original).xOpen else {
            return ffi::SQLITE_CANTOPEN;
        };
        let result = open(original, path, file, flags, out_flags);
        if result != ffi::SQLITE_OK {
            return result;
        }
        let (Some((disk, name)), Some(methods)) = (watched(path), (*file).pMethods.as_ref()) else {
            return result;
        };
        let mut known = known();
        let table = *known
            .tables
            .entry(std::ptr::from_ref(methods).addr())
            .or_insert_with(|| {
                Box::leak(Box::new(Methods {
                    xClose: Some(close),
                    xWrite: Some(write),
                    xTruncate: Some(truncate),
                    xSync: Some(sync),
                    ..*methods
                }))
            });
        let journals = ffi::SQLITE_OPEN_MAIN_JOURNAL | ffi::SQLITE_OPEN_WAL;
        let opened = Open {
            disk,
            name,
            methods,
            is_new_journal: flags & journals != 0 && flags & ffi::SQLITE_OPEN_CREATE != 0,
        };
        known.files.insert(file.addr(), opened);
        (*file).pMethods = table;
        result
    }
}

unsafe extern "C" fn delete(
    _: *mut ffi::sqlite3_vfs,
    path: *const c_char,
    sync_folder: c_int,
) -> c_int {
    let original = original();
    // SAFETY: the arguments are SQLite's, passed on to the VFS below; `path` is a C string (the contract of xDelete).
    unsafe {
        let Some(delete) = (*original).xDelete else {
            return ffi::SQLITE_IOERR_DELETE;
        };
        let result = delete(original, path, sync_folder);
        if result == ffi::SQLITE_OK
            && let Some((disk, file)) = watched(path)
        {
            disk.note(Op::Delete { file });
            if sync_folder != 0 {
                let of = disk.count();
                disk.note(Op::SyncFolder { of });
            }
        }
        result
    }
}

/// What is known of an open file.
fn opened(file: *mut ffi::sqlite3_file) -> Open {
    let found = known().files.get(&file.addr()).cloned();
    // Unwinding through C is not allowed, and without the file nothing here can be trusted.
    found.unwrap_or_else(|| std::process::abort())
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    let gone = known().files.remove(&file.addr());
    let Some(close) = gone.and_then(|open| open.methods.xClose) else {
        return ffi::SQLITE_IOERR_CLOSE;
    };
    // SAFETY: `file` is the open file that SQLite closes, and the function the one that it was opened with.
    unsafe { close(file) }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    bytes: *const c_void,
    length: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    let open = opened(file);
    if open.disk.is_full() {
        return ffi::SQLITE_FULL;
    }
    let (Some(write), Ok(count), Ok(offset)) = (
        open.methods.xWrite,
        usize::try_from(length),
        u64::try_from(at),
    ) else {
        return ffi::SQLITE_IOERR_WRITE;
    };
    // SAFETY: SQLite hands in an open file and `length` bytes to be written (the contract of xWrite).
    let (result, bytes) = unsafe {
        let copy = std::slice::from_raw_parts(bytes.cast::<u8>(), count).to_vec();
        (write(file, bytes, length, at), copy)
    };
    if result == ffi::SQLITE_OK {
        open.disk.note(Op::Write {
            file: open.name,
            at: offset,
            bytes,
        });
    }
    result
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: ffi::sqlite3_int64) -> c_int {
    let open = opened(file);
    let (Some(truncate), Ok(new)) = (open.methods.xTruncate, u64::try_from(length)) else {
        return ffi::SQLITE_IOERR_TRUNCATE;
    };
    // SAFETY: SQLite hands in an open file (the contract of xTruncate).
    let result = unsafe { truncate(file, length) };
    if result == ffi::SQLITE_OK {
        open.disk.note(Op::Truncate {
            file: open.name,
            length: new,
        });
    }
    result
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    let open = opened(file);
    if open.disk.fails_to_sync() {
        return ffi::SQLITE_IOERR_FSYNC;
    }
    let Some(sync) = open.methods.xSync else {
        return ffi::SQLITE_IOERR_FSYNC;
    };
    let of = open.disk.count();
    // SAFETY: SQLite hands in an open file (the contract of xSync).
    let result = unsafe { sync(file, flags) };
    if result == ffi::SQLITE_OK {
        open.disk.note(Op::Sync {
            file: open.name,
            of,
        });
        if open.is_new_journal {
            open.disk.note(Op::SyncFolder { of });
            if let Some(open) = known().files.get_mut(&file.addr()) {
                open.is_new_journal = false;
            }
        }
    }
    result
}
