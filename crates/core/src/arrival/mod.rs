//! Makes a tool result's text smaller before it is first sent: a chain of small machines, one a kind.

pub mod line_numbers;
pub mod long_lines;
pub mod repeats;
pub mod similar;
pub mod terminal;
mod text_lines;

#[cfg(test)]
mod fixture;
