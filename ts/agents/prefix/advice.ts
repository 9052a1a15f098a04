// Parts of an agent's prefix that are paid for and not used, each with what helps.

import { existsSync, readFileSync } from "node:fs";
import { dollarText } from "../../base/dollars.js";
import { estimateTokens } from "../../tokens/index.js";
import { expand, type Surroundings } from "../settings.js";
import { newestVersion, type PrefixAgent, prefixFacts } from "./facts.js";
import { optionalTools } from "./lean.js";
import { configuredServers, isCalled, sessionsWith } from "./servers.js";
import type { CacheLoss, PrefixUsage } from "./usage.js";

export interface PrefixAdvice {
  kind: "server" | "tools" | "instructions" | "expired" | "broken";
  /** What is so. */
  what: string;
  /** What helps. */
  fix: string;
  /** Dollars in the time looked at; undefined where they are not known. */
  dollars: number | undefined;
}

/** Findings, the dearest first. Reads the user's settings and instructions; writes nothing. */
export function adviseOnPrefix(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): PrefixAdvice[] {
  const all = [
    ...serverAdvice(agent, around, usage),
    ...toolAdvice(agent, usage),
    ...instructionAdvice(agent, around, usage),
    ...lossAdvice("expired", usage.expired),
    ...lossAdvice("broken", usage.broken),
  ];
  return all.sort((a, b) => (b.dollars ?? 0) - (a.dollars ?? 0));
}

function serverAdvice(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): PrefixAdvice[] {
  return configuredServers(agent, around).flatMap((server) => {
    // Without sessions nothing can be said to be unused.
    const sessions = sessionsWith(server, usage, around.cwd);
    if (sessions === 0 || isCalled(agent, server, usage)) return [];
    const { name, where } = server;
    return [
      {
        kind: "server" as const,
        what: `the MCP server ${name} (${where}) was never called in ${inSessions(sessions)}${usage.thousandTokens === 0 ? "" : `; each 1,000 tokens of its tools' definitions cost ${dollarText(usage.thousandTokens)}`}`,
        fix: prefixFacts(agent).remove.replaceAll("{name}", () => name),
        dollars: undefined,
      },
    ];
  });
}

const inSessions = (count: number): string => `${count} session${count === 1 ? "" : "s"}`;

function toolAdvice(agent: PrefixAgent, usage: PrefixUsage): PrefixAdvice[] {
  const unused = optionalTools(agent, usage).filter(({ calls, sessions }) => calls === 0 && sessions > 0);
  if (unused.length === 0) return [];
  const sessions = Math.max(...unused.map((one) => one.sessions));
  const tokens = unused.reduce((sum, { tokens: some = 0 }) => sum + some, 0);
  const names = unused.map(({ name }) => name).join(", ");
  return [
    {
      kind: "tools" as const,
      what: `${names} ${unused.length === 1 ? "was" : "were"} never called in ${inSessions(sessions)}; in version ${newestVersion(agent).version} their definitions are about ${tokens.toLocaleString("en-US")} tokens in front of every request`,
      fix: `tamis ${agent} --lean leaves them out`,
      dollars: unused.reduce((sum, { dollars = 0 }) => sum + dollars, 0),
    },
  ];
}

function instructionAdvice(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): PrefixAdvice[] {
  const files = prefixFacts(agent).instructions.flatMap((pattern) => expand(pattern, around));
  return files.flatMap((file) => {
    if (!existsSync(file)) return [];
    const tokens = estimateTokens(readFileSync(file, "utf8"));
    return [
      {
        kind: "instructions" as const,
        what: `${file} is about ${tokens.toLocaleString("en-US")} tokens in front of every request`,
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
