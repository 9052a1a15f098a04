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

const ROLES: Readonly<Record<ResultRole, string>> = {
  program: "data for a program",
  user: "the user's own words",
  instruction: "instructions",
  task: "the task that the user named",
  state: "the state of the work",
  retrieved: "an original that the model asked for",
  file: "text of a file",
  report: "a sub-agent's report",
  failure: "output of a failure",
  observation: "other output",
};

const SOURCES: Readonly<Record<Exclude<RoleSource, "nothing">, string>> = {
  caller: "a program made the call",
  policy: "the policy says so",
  name: "the tool's name says so",
  arguments: "the call's arguments say so",
  text: "its text says so",
  flag: "it is marked as an error",
};

/** What a result is for and what says so, for people. */
export function roleText(role: ResultRole, from: RoleSource = "nothing"): string {
  return from === "nothing" ? ROLES[role] : `${ROLES[role]}: ${SOURCES[from]}`;
}
