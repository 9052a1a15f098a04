// Reasons of decisions, as sentences for people.

const REASONS: Readonly<Record<string, string>> = {
  window: "older than the window of tool turns",
  early: "in the window, but out of date, or an image before the newest ones",
  tools: "no model needs it of a tool's definition, or it is too long",
  dispatch: "older than the window; its dispatch blocks stay",
  error: "an error, which is kept, cut to its most length",
  budget: "the budget had no room for it",
  thinking: "thinking of earlier turns",
  arguments: "arguments of an old call",
  terminal: "without what a terminal would not show",
  json: "JSON without white space between its tokens",
  paths: "a path that repeats is written once",
  line_numbers: "shorter line numbers",
  long_lines: "lines cut to their most length",
  clip: "cut in its middle",
  report: "a sub-agent's report: its beginning, paths and end stay",
  dedupe: "it repeats what is there already: a pointer leads to it",
  lone_surrogate: "half of a surrogate pair became U+FFFD",
  anchor: "a marker of the provider's cache",
};

const KEPT: Readonly<Record<string, string>> = {
  window: "inside the window of newest tool turns",
  orphan: "no call that it answers",
  duplicate_key: "a key of it is there twice",
  content: "it is not text alone",
  never: "a rule of its tool keeps it",
  keep_last_k: "one of the newest results of its tool",
  placeholder: "it is a placeholder already",
  short: "too short to be worth it",
  error: "it looks like an error",
  not_shorter: "the edit would not make it shorter",
  carried: "it waits until masking it pays",
  pinned: "it has a pinned text",
  bound: "the model checks its thinking against it",
  imitated: "the model has written such a mark itself",
  referenced: "an answer in the window refers to it",
  working_set: "text of a file that the model works on",
  program: "a program alone reads it",
  user: "it has the user's words",
  instruction: "the newest load of these instructions",
  task: "it is the task",
  state: "the newest state of the work",
  retrieved: "the model asked for it again",
  report: "a sub-agent's report",
};

/** The reason of a decision in a sentence. */
export function reasonText(action: string, reason: string): string {
  return (action === "keep" ? KEPT[reason] : REASONS[reason]) ?? reason.replaceAll("_", " ");
}
