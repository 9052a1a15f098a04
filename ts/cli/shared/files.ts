import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Expands a list of files and folders. Folders are searched for `*.json` or other endings, recursively, in name order;
 * links to folders are not followed. A name that is missing, and a folder that cannot be looked at, remain in the list, so
 * that reading them reports the reason, and the rest goes on.
 */
export function expandFiles(paths: readonly string[], endings: readonly string[] = [".json"]): string[] {
  return paths.flatMap((path) => (isFolder(path) ? filesIn(path, endings) : [path]));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function filesIn(folder: string, endings: readonly string[]): string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const entries = entriesOf(current);
    if (entries === undefined) found.push(current);
    for (const entry of entries ?? []) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(path);
    }
  }
  return found.sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
