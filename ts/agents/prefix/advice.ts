// Parts of an agent's prefix that are paid for and not used, each with what helps.
import { existsSync, readFileSync } from "node:fs";
import { estimateTokens } from "../../tokens/index.js";
import { AgentSettings, expand, type Surroundings } from "../settings.js";
import places from "./places.json" with { type: "json" };
import type { CacheLoss, PrefixUsage } from "./usage.js";

/** One finding. */
export interface PrefixAdvice {
  kind: "server" | "instructions" | "expired" | "broken";
  /** What is so. */
  what: string;
  /** What helps. */
  fix: string;
  /** Dollars in the time looked at; undefined where they are not known. */
  dollars: number | undefined;
}

/** Agents of which the prefix is known. */
const PREFIX_AGENTS = ["claude", "codex", "gemini", "opencode"] as const;

/** One of them. */
export type PrefixAgent = (typeof PREFIX_AGENTS)[number];

export const isPrefixAgent = (name: string): name is PrefixAgent => PREFIX_AGENTS.some((one) => one === name);

/** The agent's name in logs. */
export const logNameOf = (agent: PrefixAgent): string => places[agent].log;

/** Findings, the dearest first. Reads the user's settings and instructions; writes nothing. */
export function adviseOnPrefix(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): PrefixAdvice[] {
  const all = [
    ...serverAdvice(agent, around, usage),
    ...instructionAdvice(agent, around, usage),
    ...lossAdvice("expired", usage.expired),
    ...lossAdvice("broken", usage.broken),
  ];
  return all.sort((a, b) => (b.dollars ?? 0) - (a.dollars ?? 0));
}

function serverAdvice(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): PrefixAdvice[] {
  const { servers, toolPrefix, remove } = places[agent];
  // Without sessions nothing can be said to be unused.
  if (usage.sessions === 0) return [];
  const found = new Map<string, string>();
  for (const { file, key } of servers) {
    const settings = new AgentSettings({ settings: { one: [file] } }, around);
    const path = key.map((part) => part.replaceAll("{cwd}", () => around.cwd));
    for (const { name, where } of settings.entries("one", path)) if (!found.has(name)) found.set(name, where);
  }
  return [...found].flatMap(([name, where]) => {
    const prefix = toolPrefix.replaceAll("{name}", () => name.replace(/[^\w-]/g, "_"));
    const called = [...usage.calls].some(([tool]) => tool.startsWith(prefix));
    if (called) return [];
    return [
      {
        kind: "server" as const,
        what: `the MCP server ${name} (${where}) was never called in ${usage.sessions} sessions; each 1,000 tokens of its tools' definitions cost $${usage.thousandTokens.toFixed(3)}`,
        fix: remove.replaceAll("{name}", () => name),
        dollars: undefined,
      },
    ];
  });
}

function instructionAdvice(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): PrefixAdvice[] {
  const files = places[agent].instructions.flatMap((pattern) => expand(pattern, around));
  return files.flatMap((file) => {
    if (!existsSync(file)) return [];
    const tokens = estimateTokens(readFileSync(file, "utf8"));
    return [
      {
        kind: "instructions" as const,
        what: `${file} is about ${tokens} tokens in front of every request`,
        fix: "leave out what most tasks do not need, or move it to a file that the agent reads when it does",
        dollars: (usage.thousandTokens * tokens) / 1000,
      },
    ];
  });
}

const LOSSES = {
  expired: {
    what: "requests came after the cache had expired, and wrote it again",
    fix: "go on within five minutes, or summarise (/compact) before a longer pause; where the agent offers a cache of an hour, use it",
  },
  broken: {
    what: "requests found the cache broken without a pause: something in front of the history had changed",
    fix: "change tools, MCP servers, instructions and settings between sessions, not within one",
  },
} as const;

function lossAdvice(kind: "expired" | "broken", { requests, dollars }: CacheLoss): PrefixAdvice[] {
  if (requests === 0) return [];
  const { what, fix } = LOSSES[kind];
  return [{ kind, what: `${requests} ${what}`, fix, dollars }];
}
