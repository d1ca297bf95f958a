//! Both stores do what a store does.
#![allow(clippy::unwrap_used)]

mod suite;

use std::sync::Arc;

use ludo_store::{MemoryStore, SqliteStore};

mod every {
    pub(crate) use crate::suite::{dice::*, lists::*, people::*, tables::*, writers::*};
}

macro_rules! on_both_stores {
    ($($test:ident,)+) => {
        mod memory {
            use super::*;

            $(#[tokio::test]
            async fn $test() {
                every::$test(Arc::new(MemoryStore::new())).await;
            })+
        }

        mod sqlite {
            use super::*;

            $(#[tokio::test]
            async fn $test() {
                let folder = tempfile::tempdir().unwrap();
                let store = SqliteStore::open(&folder.path().join("ludo.db")).await.unwrap();
                every::$test(Arc::new(store)).await;
            })+
        }
    };
}

on_both_stores! {
    knows_people_by_the_hash_of_their_token,
    knows_a_person_on_several_devices,
    a_seventeenth_device_takes_the_place_of_the_oldest_other,
    hands_over_once_and_in_time,
    of_many_who_take_a_hand_over_one_gets_it,
    lists_all_tables_in_order,
    keeps_a_table_as_it_was_written,
    b083_gives_no_code_twice,
    b078_refuses_a_writer_that_is_behind,
    b078_lets_one_of_many_equal_writers_through,
    carries_a_command_out_once,
    loads_from_the_last_base,
    keeps_a_secret_as_long_as_it_is_needed,
    lists_the_tables_of_a_person,
    lets_a_forgotten_member_join_again,
    tells_which_tables_want_to_be_looked_at,
    remembers_who_is_gone,
    tells_the_newest_moment_at_tables_that_are_not_closed,
    takes_many_tables_at_once,
    a_failed_write_takes_no_other_with_it,
    counts_the_dice_of_a_game_once,
}
