import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionStore } from "../../session/index.js";
import { isPrintable } from "../shared/terminal.js";
import { COMMANDS } from "./commands.js";

/** The Tab key's suggestions: commands, names of sessions, names of files. */
export async function complete(line: string, store: SessionStore | undefined): Promise<[string[], string]> {
  const [, command, argument] = /^\/(\w*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (command === undefined) return [[], line];
  if (argument === undefined) {
    return [Object.keys(COMMANDS).flatMap((name) => (name.startsWith(command) ? [`/${name} `] : [])), line];
  }
  const names =
    command === "load" ? await sessionNames(store) : /^(?:im|ex)port$/.test(command) ? fileNames(argument) : [];
  // Readline writes suggestions as they are.
  return [names.filter((name) => name.startsWith(argument) && isPrintable(name)), argument];
}

async function sessionNames(store: SessionStore | undefined): Promise<string[]> {
  try {
    return (await store?.list())?.map(({ id, name }) => (name !== undefined && isPrintable(name) ? name : id)) ?? [];
  } catch {
    return [];
  }
}

function fileNames(begun: string): string[] {
  const folder = begun.endsWith("/") ? begun : dirname(begun);
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = begun.includes("/") ? join(folder, entry.name) : entry.name;
      return entry.isDirectory() ? `${path}/` : path;
    });
  } catch {
    return [];
  }
}
