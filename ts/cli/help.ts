// What `tamis --help` prints: one screen of a terminal, which says what each command is for.

/** Groups of commands, with a word on each. Commands that other programs call are in none. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Run, with requests reduced on their way to the provider:": {
    claude: "Claude Code",
    codex: "Codex",
    gemini: "Gemini CLI",
    opencode: "opencode",
    run: "any other program: tamis run -- aider",
    gateway: "a gateway for agents, editors and servers",
    ui: "a page with what is sent, saved and set",
  },
  "Look:": {
    savings: "what sessions cost, and would have; --tune, --recordings",
    why: "what was reduced in a session, and why; --ledger: all bills",
    reduce: "one request: bytes in, smaller bytes out; --diff, --stats, --restore",
    validate: "whether a provider would reject a request, and why; --repair",
    models: "what is believed of models: prices, limits, caches",
    doctor: "whether everything works here",
  },
  "Set:": {
    config: "the configuration: show, check, change",
    "on, off": "reduce an agent's requests always, without a command in front",
    plugin: "make tools' outputs smaller inside the agent",
    condense: "a conversation, once; native or smart",
    chat: "talk to a model within its limit",
  },
};

export function helpText(): string {
  const group = ([title, commands]: [string, Readonly<Record<string, string>>]) => [
    title,
    ...Object.entries(commands).map(([name, about]) => `  ${name.padEnd(10)}${about}`),
  ];
  return `${[
    "Usage: tamis COMMAND [options]    (options and examples: tamis COMMAND --help)",
    "",
    ...Object.entries(GROUPS).flatMap(group),
    "Exit codes: 0 done, 1 failed, 2 wrong usage. Version: tamis --version",
  ].join("\n")}\n`;
}

/** Commands that many expect, and how to do what they would. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  diff: "tamis reduce --diff FILE",
  stats: "tamis reduce --stats FILE…",
  restore: "tamis reduce --restore ORIGINALS FILE",
  repair: "tamis validate --repair FILE",
  simulate: "tamis savings --recordings PATH…",
  tune: "tamis savings --tune",
  init: "tamis savings --tune --output tamis.toml",
  ledger: "tamis why --ledger",
  aider: "tamis run -- aider",
  bench: "npm run bench, in a checkout",
  man: "tamis --help",
};

/** How to do what a command would that is not there; undefined for any other name. */
export const elsewhere = (name: string): string | undefined =>
  Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
