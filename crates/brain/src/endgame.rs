//! Exact endgames: what two seats that sit opposite each other win by best play, worked out and stored.

mod check;
mod checksum;
mod fixed;
mod fresh;
mod groups;
mod pass;
mod radius;
mod saved;
mod shelf;
mod solver;
mod sweep;
mod table;
mod track;
mod turn;
mod values;
mod window;
mod work;

pub use saved::ResumeError;
pub use shelf::Shelf;
pub use solver::{SolveError, Solver, SolverProgress};
pub use table::{Table, TableError};
pub use track::Track;
