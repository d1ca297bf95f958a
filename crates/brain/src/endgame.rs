//! Exact endgames: what two seats that sit opposite each other win by best play, worked out and stored.

mod checksum;
mod groups;
mod kernel;
mod shelf;
mod solver;
mod table;
mod track;

pub use shelf::Shelf;
pub use solver::{ResumeError, SolveError, Solver, SolverProgress};
pub use table::{Table, TableError};
pub use track::Track;
