import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CliFailure, explainSystemError, FAILED } from "./failure.js";

/**
 * Expands a list of files and folders. Folders are searched for `*.json` or other endings, recursively, in name order;
 * links to folders are not followed. A missing name remains in the list, so that reading it reports the reason.
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
    for (const entry of entriesOf(current)) {
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
  } catch (error) {
    throw new CliFailure(FAILED, `cannot read ${folder}: ${explainSystemError(error)}`);
  }
}
