// The MCP servers that an agent's settings name.
import { AgentSettings, type Surroundings } from "../settings.js";
import { type PrefixAgent, prefixFacts } from "./facts.js";
import type { PrefixUsage } from "./usage.js";

/** An MCP server of the user's. */
export interface ConfiguredServer {
  name: string;
  /** The file that names it. */
  where: string;
  /** Whether only sessions in this folder have it. */
  isOfFolder: boolean;
}

/** The servers that are configured here, each once. Reads the user's settings; writes nothing. */
export function configuredServers(agent: PrefixAgent, around: Surroundings): ConfiguredServer[] {
  const found = new Map<string, ConfiguredServer>();
  for (const { file, key } of prefixFacts(agent).servers) {
    const settings = new AgentSettings({ settings: { one: [file] } }, around);
    const path = key.map((part) => part.replaceAll("{cwd}", () => around.cwd));
    const isOfFolder = [file, ...key].some((part) => part.includes("{cwd}"));
    for (const { name, where } of settings.entries("one", path))
      if (!found.has(name)) found.set(name, { name, where, isOfFolder });
  }
  return [...found.values()];
}

export function isCalled(agent: PrefixAgent, { name }: ConfiguredServer, { calls }: PrefixUsage): boolean {
  const prefix = prefixFacts(agent).toolPrefix.replaceAll("{name}", () => toolNamePart(name));
  return [...calls.keys()].some((tool) => tool.startsWith(prefix));
}

/** Sessions that could have called the server. */
export const sessionsWith = ({ isOfFolder }: ConfiguredServer, { sessions, projects }: PrefixUsage, cwd: string) =>
  isOfFolder ? (projects.get(cwd) ?? 0) : sessions;

/** A server's name as it is in names of tools. */
export const toolNamePart = (name: string): string => name.replace(/[^\w-]/g, "_");
