import { statSync } from "node:fs";
import {
  type MissingOriginal,
  openFolderStore,
  parseRestoreReport,
  type Restored,
  restoreBody,
} from "../../restore/index.js";
import { FAILED, WRONG_USAGE } from "../shared/failure.js";
import { readBody, readFileBytes, requireOwnFiles, writeFileAtomic, writeStderr, writeStdout } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

interface RestoreFlags {
  /** A file that `--originals` has written, or a folder of originals. */
  restore: string;
  tenant: string;
  json?: boolean;
  output?: string;
}

/** `tamis reduce --restore`. Resolves to the exit code: 1 if something could not be put back. */
export async function runRestore(file: string | undefined, flags: RestoreFlags): Promise<number> {
  const isFolder = statSync(flags.restore, { throwIfNoEntry: false })?.isDirectory() === true;
  // Not of the body, which may be replaced: of what is needed to put it back.
  requireOwnFiles([["--output", flags.output]], [isFolder ? undefined : flags.restore]);
  const broken: string[] = [];
  const source = isFolder ? openStore(flags, broken) : readReport(flags.restore);
  const restored = await restoreBody(await readBody(file), source);
  if (flags.output === undefined || flags.output === "-") await writeStdout(restored.body);
  else writeFileAtomic(flags.output, restored.body);
  await writeStderr(flags.json ? toJson(restored, broken) : toText(restored, broken));
  return restored.missing.length === 0 ? 0 : FAILED;
}

function readReport(path: string) {
  return parseRestoreReport(readFileBytes(path, WRONG_USAGE).toString("utf8"));
}

function openStore({ restore: folder, tenant }: RestoreFlags, broken: string[]) {
  const store = openFolderStore(folder, { onBroken: (path, reason) => broken.push(`${path}: ${reason}`) });
  return { store, tenant, key: store.key };
}

function toJson({ restoredCount, missing }: Restored, broken: readonly string[]): string {
  return `${JSON.stringify({ restoredCount, missing, broken }, null, 2)}\n`;
}

const REASONS: Record<MissingOriginal["reason"], string> = {
  unknown: "the store does not have it; it was forgotten, never put there, or is another tenant's",
  wrong_hash: "the store has another value under its handle; nothing was put back",
  store_failed: "the store failed",
  body_changed: "the body is not the one of the report, or was changed before its last edit",
};

function toText({ restoredCount, missing }: Restored, broken: readonly string[]): string {
  const lines = missing.map(({ place, handle, reason, detail }) => {
    const name = handle === undefined ? printable(place, 100) : `ref=${handle} at byte ${place.slice(1)}`;
    return `left ${name}: ${REASONS[reason]}${detail === undefined ? "" : `: ${printable(detail, 200)}`}`;
  });
  const ignored = broken.map((text) => `ignored ${printable(text, 400)}`);
  return [`restored ${restoredCount}`, ...lines, ...ignored].map((line) => `tamis: ${line}\n`).join("");
}
