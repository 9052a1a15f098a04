import type { Block } from "./pages.js";

/** Blocks of code that are compiled but not run here. Each entry fits at least one block. */
const NOT_RUN: readonly { page: string; contains: string; why: string }[] = [
  { page: "docs/adapters.md", contains: "import ", why: "__test__/adapters/examples.test.ts runs these programs" },
];

/** Commands of ours that are checked for their options but not started. */
export const NOT_STARTED: readonly { command: RegExp; why: string }[] = [
  { command: /^tamis gateway\b/, why: "runs until it is stopped" },
  { command: /^tamis ui\b/, why: "runs until it is stopped" },
  { command: /^tamis mcp\b/, why: "runs until its input ends" },
  { command: /^tamis on\b/, why: "changes the user's settings" },
  { command: /^tamis off\b/, why: "changes the user's settings" },
  { command: /^tamis why\b/, why: "reads the user's ledger" },
  { command: /^tamis chat\b/, why: "needs a model" },
  { command: /^tamis (?:claude|codex|gemini|opencode|run -- aider)\b/, why: "starts an agent" },
];

/** Programs of others, which the blocks name and nothing here starts. */
export const FOREIGN: Readonly<Record<string, string>> = {
  claude: "an agent",
  codex: "an agent",
  gemini: "an agent",
  opencode: "an agent",
  aider: "an agent",
  "my-agent": "an agent",
  docker: "needs Docker",
  gh: "needs a release",
  git: "needs a tag of a release",
  sha256sum: "needs a build for a release",
  seq: "counts for parallel",
  parallel: "starts many processes",
  jq: "reads what tamis wrote",
  less: "waits for keys",
  mkdir: "makes a folder that is there already",
  curl: "needs a network",
  cargo: "compiles Rust",
  rustup: "needs a network",
  pip: "needs a network",
  python: "needs what pip installs",
};

/** Commands of npm itself; all others must be `npm run SCRIPT` or a script's own name. */
export const NPM_COMMANDS: ReadonlySet<string> = new Set(["ci", "install", "audit", "sbom"]);

export const notRun = ({ page, code }: Pick<Block, "page" | "code">): string | undefined =>
  NOT_RUN.find((entry) => entry.page === page && code.includes(entry.contains))?.why;

export const unusedExceptions = (blocks: readonly Block[]) =>
  NOT_RUN.filter(({ page, contains }) => !blocks.some((block) => block.page === page && block.code.includes(contains)));
