import { type Issue, TamisError } from "../../base/errors.js";
import {
  type ConfigIssue,
  checkSurroundings,
  configError,
  configInvalid,
  type LoadedConfig,
  pathText,
  warningLine,
} from "../../gateway/index.js";
import { readConfig } from "../gateway/config.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { writeJson, writeStderr } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";

/** What `--json` prints. */
interface Findings {
  ok: boolean;
  files: readonly string[];
  errors: readonly Issue[];
  warnings: readonly Issue[];
}

/** `tamis config validate`. Resolves to 2 if the configuration cannot be used. */
export async function validateConfig(file: string | undefined, { json }: { json?: boolean }): Promise<number> {
  if (!json) return validate(file);
  const findings = find(file);
  await writeJson(findings);
  return findings.ok ? 0 : WRONG_USAGE;
}

async function validate(file: string | undefined): Promise<number> {
  const loaded = readConfig(file);
  const { errors, warnings } = checkSurroundings(loaded, process.env);
  const { wrong, overruled } = ofWorkspace(loaded);
  const source = loaded.workspace?.source;
  const lines = [
    ...warnings.map((warning) => warningLine(warning, loaded.trusted)),
    ...overruled.map((warning) => warningLine(warning, source)),
  ];
  await writeStderr(toTerminal(lines.map((line) => `${line}\n`).join("")));
  // Only the trusted file may name files and addresses.
  if (errors.length > 0) throw configInvalid(errors, loaded.trusted);
  const code = wrong.some(({ why }) => why === "untrusted") ? "CONFIG_UNTRUSTED" : "CONFIG_INVALID";
  if (wrong.length > 0) throw configError(code, wrong, source);
  await writeStderr(toTerminal(`${nameOf(loaded)}: fine${butFor(lines.length)}\n`));
  return 0;
}

/** What no workspace may set, or is wrong; and what only the user's own settings overrule. */
function ofWorkspace({ workspace }: LoadedConfig) {
  const ignored = workspace?.ignored ?? [];
  return {
    wrong: ignored.filter(({ why }) => why !== "overruled"),
    overruled: ignored.filter(({ why }) => why === "overruled"),
  };
}

const nameOf = ({ files }: LoadedConfig) =>
  files.length === 0 ? "no configuration file: the defaults" : files.join(", ");

const butFor = (warnings: number) =>
  warnings === 0 ? "" : ` but for ${warnings} ${warnings === 1 ? "warning" : "warnings"}`;

function find(file: string | undefined): Findings {
  try {
    const loaded = readConfig(file);
    const { errors, warnings } = checkSurroundings(loaded, process.env);
    const { wrong, overruled } = ofWorkspace(loaded);
    return {
      ok: errors.length + wrong.length === 0,
      files: loaded.files,
      errors: [...errors, ...wrong].map(asIssue),
      warnings: [...warnings, ...overruled].map(asIssue),
    };
  } catch (error) {
    return { ok: false, files: file === undefined ? [] : [file], errors: problemsOf(error), warnings: [] };
  }
}

const asIssue = ({ path, message }: ConfigIssue): Issue => ({ path: pathText(path), message });

/** A configuration's own problems; any other error is a defect of this program. */
function problemsOf(error: unknown): readonly Issue[] {
  if (error instanceof CliFailure) return [{ path: "", message: error.message }];
  if (!TamisError.isInstance(error)) throw error;
  return error.issues.length > 0 ? error.issues : [{ path: "", message: error.message }];
}
