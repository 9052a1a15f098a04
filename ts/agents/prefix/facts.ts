// What is known of each agent's prefix: where its MCP servers and instructions are, and which tools can be left out, and how.
import type { ProfileCondition, ProfilePlace } from "../schema.js";
import places from "./places.json" with { type: "json" };

/** Agents of which the prefix is known. */
const PREFIX_AGENTS = ["claude", "codex", "gemini", "opencode"] as const;

export type PrefixAgent = (typeof PREFIX_AGENTS)[number];

export const isPrefixAgent = (name: string): name is PrefixAgent => PREFIX_AGENTS.some((one) => one === name);

/** The agent's name in logs. */
export const logNameOf = (agent: PrefixAgent): string => places[agent].log;

/** The agent with this name in logs. */
export const agentOfLog = (log: string): PrefixAgent | undefined =>
  PREFIX_AGENTS.find((agent) => places[agent].log === log);

/** How an agent is told to leave a tool out; `{name}` is the tool's or the server's, `{part}` a server's as in its tools' names. */
export interface LeaveOut {
  /** Arguments in front of the user's. */
  arguments?: string[];
  /** An argument with JSON, to which the user's own belongs. */
  argument?: string;
  /** A variable with JSON, or with `file` the path of a file of the launch's own. */
  variable?: string;
  file?: string;
  /** Where in that JSON. */
  path?: string[];
  /** What is added to the list there. */
  add?: string;
  /** What is set there, where nothing is yet. */
  value?: unknown;
}

/** Which tools of an agent can be left out, and how. */
export interface LeanFacts {
  /** What versions send, the oldest first: definitions of tools that most sessions never call, in estimated tokens. */
  versions: LeanVersion[];
  /** Names of a tool in logs, where they are others than its own. */
  calls?: Record<string, string[]>;
  tool: LeaveOut;
  server: LeaveOut;
  /** Settings in which a user names tools that they want. */
  named: ProfilePlace[];
  /** A pattern of arguments without which it is at a terminal. */
  printed?: string;
  /** What makes it impossible. */
  hindrances: { when: ProfileCondition[]; what: string }[];
  resumed: ResumeFacts;
}

/** A version of which a request was looked at, on that day. */
export interface LeanVersion {
  version: string;
  date: string;
  tokens: Record<string, number>;
  /** Further ones that it sends at a terminal alone. */
  terminal?: Record<string, number>;
}

export interface ResumeFacts {
  /** The newest one: a pattern of one argument. */
  last: string;
  /** Options whose value is its id. */
  options: string[];
  /** Commands behind which its id is. */
  words: string[];
  /** A pattern of its id. */
  id: string;
  /** What an option or a command means without an id. */
  without: "last" | "unknown";
  /** A pattern of arguments that resume one in another way. */
  others: string;
}

interface PrefixFacts {
  log: string;
  servers: { file: string; key: string[] }[];
  toolPrefix: string;
  remove: string;
  instructions: string[];
  lean: LeanFacts;
}

/** What is known of an agent's prefix. */
export const prefixFacts = (agent: PrefixAgent): PrefixFacts => places[agent] as PrefixFacts;

/** The newest version that is known. */
export const newestVersion = (agent: PrefixAgent): LeanVersion =>
  prefixFacts(agent).lean.versions.at(-1) ?? { version: "", date: "", tokens: {} };

/**
 * What a version sends: as the newest known one that is no newer. Undefined for one that is older than all known ones.
 *
 * @param version "" where it is not known, which is taken for the newest.
 */
export function versionFacts(agent: PrefixAgent, version: string): LeanVersion | undefined {
  const { versions } = prefixFacts(agent).lean;
  return version === "" ? versions.at(-1) : versions.findLast((one) => isAtLeast(version, one.version));
}

function isAtLeast(version: string, least: string): boolean {
  const [parts, others] = [version, least].map((text) =>
    text.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let at = 0; at < 3; at++) {
    const difference = (parts?.[at] ?? 0) - (others?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
