import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A new folder, which goes when the test file has ended. */
export const temporaryFolder = (): string => mkdtempSync(join(process.env.TAMIS_TEST_FOLDER ?? "", "f-"));

/** Writes a file, and makes what it lies in; returns its path. An object is written as JSON. */
export function writeTo(path: string, content: string | Uint8Array | object): string {
  mkdirSync(dirname(path), { recursive: true });
  const isRaw = typeof content === "string" || content instanceof Uint8Array;
  writeFileSync(path, isRaw ? content : JSON.stringify(content));
  return path;
}

/** The same for names of files in a folder. */
export const writerIn =
  (folder: string) =>
  (name: string, content: string | Uint8Array | object): string =>
    writeTo(join(folder, name), content);
