//! Small machines that make a tool's result smaller before it is first sent.

mod chars;
pub mod clip;
mod clip_mark;
pub mod file_tools;
pub mod json;
pub mod paths;
mod shell_command;
mod shell_words;
mod tool_arguments;
