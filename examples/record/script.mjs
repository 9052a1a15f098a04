// The model of the recording, as data: what it says and which tools it calls, turn by turn. The task is a read-only
// review, so playing it changes nothing. A path that does not exist (any more) gives a real error result.

export const SYSTEM = `You are a careful software engineer working in a repository through tools.
- Look before you conclude: quote file and line for every claim.
- Calls that do not depend on each other go into one message.
- Read ranges of long files. Run the tests that cover what you talk about.
- You may not edit files. End with a short report: what holds, what does not, what to do.`;

const read = (path, start_line, end_line) => [
  "read_file",
  { path, ...(start_line ? { start_line } : {}), ...(end_line ? { end_line } : {}) },
];
const search = (text, path) => ["search", path ? { text, path } : { text }];
const list = (path) => ["list_files", { path }];
const vitest = (filter) => ["run_tests", { runner: "vitest", filter }];
const cargo = (filter) => ["run_tests", { runner: "cargo", filter }];

export const SCRIPT = [
  {
    user: "A user says that a tool result which is a list of text parts is treated differently by the native backend and the TypeScript baseline, and that long error output is sometimes masked although keepErrors is on. Please review both paths from the bytes to the report, run the tests that matter, and tell me what holds.",
  },
  { say: "I will start with the layout and the manifests.", calls: [list("."), read("package.json")] },
  { calls: [read("README.md"), read("Cargo.toml")] },
  { say: "Now the contract that both backends share.", calls: [read("ts/contract/report.ts")] },
  { calls: [read("ts/contract/backend.ts"), read("ts/base/errors.ts")] },
  { say: "The policy comes next: its defaults decide what counts as an error.", calls: [read("ts/policy/policy.ts")] },
  { calls: [read("ts/policy/schema.ts")] },
  { calls: [search("keepErrors", "ts")] },
  { say: "The baseline, bottom up.", calls: [read("ts/wires/transcript.ts")] },
  { calls: [read("ts/text/error-signs.ts"), read("ts/text/clip.ts")] },
  { calls: [read("ts/masking/own-text.ts")] },
  { calls: [read("ts/masking/placeholder.ts"), read("ts/text/glob.ts")] },
  { say: "I expect the decision itself in a file called mask.ts.", calls: [read("ts/baseline/mask-decision.ts")] },
  { say: "Not there; the list will tell.", calls: [list("ts/baseline")] },
  { calls: [read("ts/masking/plan-results.ts"), read("ts/baseline/index.ts")] },
  { calls: [search("not_shorter", "ts")] },
  { say: "The baseline's own tests, before I read the Rust side.", calls: [vitest("baseline")] },
  { say: "Now the core. Its entry, then the index that everything is built on.", calls: [read("crates/core/src/lib.rs")] },
  { calls: [read("crates/core/src/reduce.rs")] },
  { calls: [read("crates/core/src/index.rs")] },
  { calls: [read("crates/core/src/scan/mod.rs"), read("crates/core/src/scan/lanes.rs")] },
  { calls: [read("crates/core/src/scan/structure.rs")] },
  { calls: [read("crates/core/src/scan/x86_64.rs"), read("crates/core/src/scan/aarch64.rs")] },
  { say: "How text is counted without decoding it:", calls: [read("crates/core/src/text.rs")] },
  { calls: [read("crates/core/src/cursor.rs"), read("crates/core/src/transcript.rs")] },
  { say: "The reader of the wire is where list content is recognised.", calls: [read("crates/core/src/wire/openai_chat.rs")] },
  { calls: [read("crates/core/src/wire/pairing.rs"), read("crates/core/src/wire/detect.rs")] },
  { calls: [search("cache_control"), search("Content::Parts", "crates")] },
  { say: "Then the planners.", calls: [list("crates/core/src/plan"), read("crates/core/src/plan/mod.rs")] },
  { calls: [read("crates/core/src/plan/window.rs"), read("crates/core/src/plan/mask.rs")] },
  { calls: [read("crates/core/src/plan/errors.rs"), read("crates/core/src/policy.rs")] },
  { calls: [search("error clipped")] },
  { say: "Both sides clip with the same words. The unit tests of the core should say the same.", calls: [cargo("error")] },
  { calls: [read("crates/core/src/edit.rs"), read("crates/core/src/splice.rs")] },
  { calls: [read("crates/core/src/report.rs")] },
  { calls: [cargo("splice"), cargo("edit")] },
  {
    user: "While you are at it: does the command line pass an unreadable body through unchanged? Somebody pipes binary data into it by mistake now and then.",
  },
  { say: "I will read the command from its entry.", calls: [read("ts/cli/main.cts"), read("ts/cli/program.ts")] },
  { calls: [read("ts/cli/shared/io.ts")] },
  { calls: [read("ts/cli/reduce/run.ts"), read("ts/cli/shared/render-report.ts")] },
  { calls: [list("__test__"), search("written unchanged", "__test__")] },
  { calls: [read("__test__/cli/reduce.test.ts")] },
  { calls: [vitest("__test__/cli/passthrough-binary.test.ts")] },
  { say: "No such test file. The option parsing has one that needs no build:", calls: [vitest("__test__/cli/set-path.test.ts")] },
  { say: "Back to the first question: what do the tests that run on both backends cover?", calls: [search("type: \"text\"", "__test__")] },
  { calls: [vitest("mask-policy")] },
  { calls: [read("ts/index.ts"), read("ts/load/backend.ts"), read("ts/native/backend.ts")] },
  { say: "Where does the native side turn its result into a report?", calls: [search("decisions", "ts"), read("crates/node/src/lib.rs")] },
  { calls: [read("crates/core/src/plan/mask.rs", 9000)] },
  { say: "That range was beyond the end of the file. I have what I need from the first part.", calls: [search("keep_last_k")] },
  { calls: [read("ts/cli/stats/collect.ts", 60, 160), read("ts/cli/bench/corpus.ts")] },
  { say: "One last look at what a release promises.", calls: [read("CHANGELOG.md"), read("docs/design/semantics.md", 1, 60)] },
  {
    say: "Report.\n1. List content: both backends take a list of text parts as one result, keep the part with a cache marker (else the first) and remove the others; any other element leaves the whole result alone with the reason `content`.\n2. Errors: a kept error above keepErrorsMaxChars is clipped, not masked, and says so in a line of its own. What the user saw is the line rule: only lines in the first or last 500 chars count, so an error in the middle of a long log is masked. `mask.errorPatterns` is the way to keep such results.\n3. Command line: an unreadable body is written as it came, with the reason on stderr and exit code 1.\nTo do: name the 500-char rule in the README's section on errors.",
  },
  { user: "Thanks. Which of the files you read has the weakest tests, in your opinion? Check before you answer." },
  { say: "I will compare the clipping code with its tests.", calls: [search("clip", "__test__"), search("fn clip", "crates")] },
  { calls: [read("ts/text/clip.ts"), vitest("clip")] },
  { calls: [cargo("clip")] },
];
