import { dollarText } from "../../base/dollars.js";
import { exportToFile, importFromFile, type SessionStats, type SessionStore } from "../../session/index.js";
import { counted, groupDigits, percent, printable } from "../shared/terminal.js";
import { showPlace } from "./show-place.js";
import type { Chat } from "./talk.js";

/** The objects that commands may use, in addition to the chat. */
export interface CommandContext extends Chat {
  store: SessionStore | undefined;
  /** Why there is no store. */
  noStore: string;
  setModel(model: string): void;
  quit(): void;
}

interface ChatCommand {
  usage: string;
  help: string;
  run(context: CommandContext, argument: string): Promise<void> | void;
}

/** The commands of a chat, by name. */
export const COMMANDS: Record<string, ChatCommand> = {
  help: { usage: "/help", help: "these lines", run: ({ screen }) => screen.show(renderHelp()) },
  stats: {
    usage: "/stats",
    help: "tokens, share of the limit, cost, what was trimmed and saved",
    run: ({ session, screen }) => screen.show(renderStats(session.stats())),
  },
  clear: {
    usage: "/clear",
    help: "forget all turns; the session itself stays",
    async run({ session, screen }) {
      await session.clear();
      screen.note("Cleared. The next message starts fresh.");
    },
  },
  undo: {
    usage: "/undo",
    help: "take the last message back, with its answer",
    async run({ session, screen }) {
      const turns = await session.undo();
      const [first] = turns;
      screen.note(first === undefined ? "There is nothing to undo." : `Taken back: ${printable(first.content, 60)}`);
    },
  },
  reduce: {
    usage: "/reduce",
    help: "mask old tool results now",
    async run({ session, screen }) {
      const { tokensBefore, tokensAfter } = await session.reduce();
      const saved = tokensBefore - tokensAfter;
      screen.note(
        saved > 0
          ? `Reduced by ${groupDigits(saved)} tokens (${percent(saved, tokensBefore)}).`
          : "There is nothing to reduce: no old tool results.",
      );
    },
  },
  export: {
    usage: "/export FILE",
    help: "write all turns to a JSON file",
    run({ session, screen }, file) {
      if (file === "") return screen.fail("Which file? /export FILE");
      exportToFile(session, file);
      screen.note(`Exported ${counted(session.stats().turns, "turn")} to ${printable(file, 200)}.`);
    },
  },
  import: {
    usage: "/import FILE [--replace]",
    help: "add the turns of an export or a request, or put them in place of all",
    async run({ session, screen, keep }, argument) {
      const replace = / --replace$/.test(` ${argument}`);
      const file = argument.replace(/(^| )--replace$/, "").trim();
      if (file === "") return screen.fail("Which file? /import FILE [--replace]");
      await keep();
      const { turns, source, ignored } = await importFromFile(session, file, { replace });
      const without = ignored.length === 0 ? "" : ` (without ${printable(ignored.join(", "), 100)})`;
      screen.note(
        `Imported ${counted(turns, "turn")} from ${source === "export" ? "an export" : `a request, ${source}`}${without}.`,
      );
    },
  },
  save: {
    usage: "/save [NAME]",
    help: "keep a copy as it is now; later trims leave it alone",
    async run({ session, store, noStore, screen, keep }, name) {
      if (store === undefined) return screen.fail(`${noStore} /export FILE writes it to a file.`);
      await keep();
      const copy = name === "" ? `saved ${new Date().toISOString().slice(0, 19)}` : name;
      await store.copy(session.id, copy);
      screen.note(
        `Saved ${counted(session.stats().turns, "turn")} as "${printable(copy, 80)}"; /load ${printable(copy, 80)} goes back to them.`,
      );
    },
  },
  load: {
    usage: "/load NAME",
    help: "go on with another session; this one stays in the store",
    async run({ session, store, noStore, screen }, name) {
      if (store === undefined) return screen.fail(noStore);
      if (name === "") return screen.fail("Which session? /load NAME; /sessions lists them.");
      await session.load(store, name);
      screen.note(`Loaded ${counted(session.stats().turns, "turn")} of ${printable(name, 80)}.`);
      showPlace(session, screen);
    },
  },
  sessions: {
    usage: "/sessions [TEXT]",
    help: "list the sessions, or look for a text in them; /sessions delete NAME, /sessions name NAME",
    run: listSessions,
  },
  model: {
    usage: "/model [NAME]",
    help: "show or change the model",
    run({ screen, model, setModel }, name) {
      if (name !== "") setModel(name);
      screen.note(`Model: ${printable(name === "" ? model : name, 80)}`);
    },
  },
  quit: { usage: "/quit", help: "leave; the session is kept", run: ({ quit }) => quit() },
};

/** The name and argument of a command line; undefined for a message. */
export function parseCommand(line: string): { name: string; argument: string } | undefined {
  const [, name, argument = ""] = /^\/([a-z]*)(?:\s+([\s\S]*))?$/.exec(line.trim()) ?? [];
  return name === undefined ? undefined : { name, argument: argument.trim() };
}

function renderHelp(): string {
  const lines = Object.values(COMMANDS).map(({ usage, help }) => `  ${usage.padEnd(26)}${help}`);
  const keys = [
    "  Text that is pasted is one message, and is sent with Enter.",
    "  Ctrl-C stops an answer. An empty line sends a message again that has no answer.",
    '  A line that ends in \\ goes on in the next; """ begins and ends a message of several lines.',
    "  A message that begins with / is written with two: //",
  ];
  return [...lines, ...keys].join("\n");
}

async function listSessions(context: CommandContext, argument: string): Promise<void> {
  const { store, noStore, screen, session } = context;
  if (store === undefined) return screen.fail(noStore);
  const [, verb, rest = ""] = /^(delete|name)\s+(.+)$/.exec(argument) ?? [];
  if (verb === "delete") {
    await store.delete(rest);
    return screen.note(`Deleted ${printable(rest, 80)}.`);
  }
  if (verb === "name") {
    await session.save(store, { name: rest });
    return screen.note(`This session is now called ${printable(rest, 80)}.`);
  }
  const lines = argument === "" ? await sessionLines(store, session.id) : await hitLines(store, argument);
  screen.show(lines.length === 0 ? "None." : lines.join("\n"));
}

async function sessionLines(store: SessionStore, current: string): Promise<string[]> {
  return (await store.list()).map(({ id, name, updatedAt, turns, firstWords, inUseBy }) => {
    const here = id === current ? "*" : " ";
    const busy = inUseBy === undefined || id === current ? "" : `  in use by process ${inUseBy}`;
    const title = name ?? id.slice(0, 8);
    const when = printable(updatedAt.slice(0, 16).replace("T", " "), 16);
    return `${here} ${printable(title, 40).padEnd(24)} ${when} ${String(turns).padStart(5)} turns  ${printable(firstWords, 40)}${busy}`;
  });
}

async function hitLines(store: SessionStore, text: string): Promise<string[]> {
  return (await store.search(text)).map(({ id, name, entry, role, excerpt }) => {
    const title = printable(name ?? id.slice(0, 8), 40);
    return `  ${title} #${entry + 1} ${printable(role, 20)}: ${printable(excerpt, 100)}`;
  });
}

/** The answer to /stats, readable without colours. */
export function renderStats(stats: SessionStats): string {
  const { tokens, maxTokens, turns, entries, trims, trimmedTurns, maskedCount, clippedCount, savedTokens } = stats;
  const due = stats.trimDue ? "; a trim is due before the next prompt" : "";
  const rows: [string, string][] = [
    ["session", `${printable(stats.name ?? stats.id, 80)}${stats.stored ? "" : " (in memory only)"}`],
    ["model", printable(stats.model ?? "none", 80)],
    ["turns", `${groupDigits(turns)} (${groupDigits(entries)} entries)`],
    ["tokens", `${groupDigits(tokens)} of ${groupDigits(maxTokens)} (${percent(tokens, maxTokens)})${due}`],
    [
      "trimmed",
      `${counted(trimmedTurns, "turn")} in ${counted(trims, "trim")}; ${counted(maskedCount, "result")} masked, ${counted(clippedCount, "text")} clipped`,
    ],
    ["saved", `${groupDigits(savedTokens)} tokens`],
    ["billed", billed(stats)],
    ["cost", cost(stats)],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(9)}${value}`).join("\n");
}

function billed({ requests, inputTokens, cachedTokens, outputTokens, unreadBills }: SessionStats): string {
  const unread = unreadBills === 0 ? "" : `usage of ${counted(unreadBills, "answer")} not understood`;
  if (requests === 0) return unread === "" ? "nothing reported yet" : unread;
  const cached = cachedTokens === 0 ? "" : ` (${groupDigits(cachedTokens)} from the cache)`;
  return `${groupDigits(inputTokens)} tokens in${cached}, ${groupDigits(outputTokens)} out, ${counted(requests, "answer")}${unread === "" ? "" : `; ${unread}`}`;
}

function cost({ cost: dollars, pricedRequests, requests, unreadBills }: SessionStats): string {
  if (requests + unreadBills === 0) return "none yet";
  if (requests === 0) return "unknown: no usage that is understood";
  if (pricedRequests === 0) return "unknown: no price for this model";
  const missing = requests + unreadBills - pricedRequests;
  return `${dollarText(dollars)}${missing === 0 ? "" : `, ${counted(missing, "answer")} without a price not included`}`;
}
