/**
 * What a tool result is for. `program`: a program made the call and alone gets the result; `user`: the user's answer,
 * approval or rejection; `instruction`: a skill, a memory, a rules file; `task`: the issue or review that the user's first
 * words name; `state`: lists of what is to be done, references to tools; `retrieved`: an original that the model asked for;
 * `file`: text of a file; `report`: of a sub-agent; `failure`: output of what failed; `observation`: all else.
 */
export type ResultRole =
  | "program"
  | "user"
  | "instruction"
  | "task"
  | "state"
  | "retrieved"
  | "file"
  | "report"
  | "failure"
  | "observation";

/**
 * What says what a result is for: the call's `caller`, the policy's `roles`, the tool's `name`, the call's `arguments`, the
 * result's `text`, the wire's `flag` of an error, or `nothing`.
 */
export type RoleSource = "caller" | "policy" | "name" | "arguments" | "text" | "flag" | "nothing";
