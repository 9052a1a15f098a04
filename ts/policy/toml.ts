import { type Issue, TamisError } from "../base/errors.js";
import { policyInvalid } from "../base/issues.js";
import { loadPeer } from "../base/load-peer.js";
import { check } from "../base/option-check.js";
import { requireHere } from "../base/require-here.js";
import { checkPolicy, isPolicyKey, type Policy } from "./policy.js";
import { checkMaskPolicy, isMaskPolicyKey, type MaskPolicySettings, toPolicy } from "./seed-policy.js";

/** A policy file: the library's, or one in the keys of seed 004. `reduceBody` accepts `policy` in either case. */
export type PolicyFile =
  | {
      /** The file has the library's keys. */
      kind: "policy";
      /** The policy for `reduceBody`. */
      policy: Policy;
    }
  | {
      /** The file has the keys of seed 004. */
      kind: "mask-policy";
      /** The settings for `maskOldToolResults`. */
      maskPolicy: MaskPolicySettings;
      /** The policy for `reduceBody`. */
      policy: Policy;
    };

/**
 * Reads a policy in TOML, with keys in snake_case or camelCase. Skips sections of a gateway's configuration. A file
 * with at least one key of seed 004 at top level (`enabled`, `window_turns`, `keep_errors`, `keep_last_k_per_tool`,
 * `placeholder_template`) and no library key is a `MaskPolicy`.
 *
 * @param options.source Name of the file, for messages.
 * @throws TamisError `POLICY_INVALID`: not TOML (with line and column), or not a policy (with the path of each
 * problem). `OPTION_INVALID`: no text.
 */
export function parsePolicyToml(text: string, options: { source?: string } = {}): PolicyFile {
  check("text", text, (value) => typeof value === "string", "the text of a TOML file");
  const table = parseToml(text, options);
  // The file may also have a gateway's sections, which the gateway reads.
  for (const section of GATEWAY_SECTIONS) delete table[section];
  return readPolicyTable(table, { ...options, tables: GATEWAY_SECTIONS });
}

/** Sections of a `tamis.toml` that do not belong to a policy. */
export const GATEWAY_SECTIONS: readonly string[] = [
  "gateway",
  "upstreams",
  "limits",
  "originals",
  "routes",
  "run",
  "policies",
  "summarizer",
  "condensation",
  "keys",
  "shared",
];

/** How a table of a file is read. */
interface TableOptions {
  source?: string;
  /** Tables that the file may have beside the policy's, for suggestions. */
  tables?: readonly string[];
}

/**
 * Works like {@link parsePolicyToml} for a table that has been parsed already.
 *
 * @throws TamisError `POLICY_INVALID`, with the path of each problem.
 */
export function readPolicyTable(table: Record<string, unknown>, options: TableOptions = {}): PolicyFile {
  const keys = Object.keys(table);
  const seedKeys = keys.filter(isMaskPolicyKey);
  if (seedKeys.length === 0) return libraryFile(table, options);
  const libraryKeys = keys.filter(isPolicyKey);
  if (libraryKeys.length > 0) throw mixed(seedKeys, libraryKeys, options);
  const checked = checkMaskPolicy(table);
  if (!checked.ok) throw policyInvalid(checked.issues, options);
  return { kind: "mask-policy", maskPolicy: checked.settings, policy: namingSource(checked.settings, options) };
}

function libraryFile(table: Record<string, unknown>, options: TableOptions): PolicyFile {
  const checked = checkPolicy(table, { isToml: true, tables: options.tables ?? [] });
  if (!checked.ok) throw policyInvalid(checked.issues, options);
  return { kind: "policy", policy: checked.policy };
}

function namingSource(settings: MaskPolicySettings, options: { source?: string }): Policy {
  try {
    return toPolicy(settings);
  } catch (error) {
    throw TamisError.isInstance(error) ? policyInvalid(error.issues.map(seedSpelling), options) : error;
  }
}

/** Only the template can be valid for the seed and invalid for the library. */
function seedSpelling(issue: Issue): Issue {
  return issue.path === "mask.placeholder.template" ? { ...issue, path: "placeholder_template" } : issue;
}

function mixed(seedKeys: readonly string[], libraryKeys: readonly string[], options: { source?: string }): TamisError {
  const issues = seedKeys.map((path) => ({
    path,
    message: `belongs to a MaskPolicy and cannot stand beside ${libraryKeys.join(", ")}; ${path === "enabled" ? 'to switch all off, write mode = "off"' : "use the keys under [mask], or only the keys of a MaskPolicy"}`,
  }));
  return policyInvalid(issues, options);
}

/** smol-toml's error, recognised by shape, because its class is in a lazily loaded module. */
interface TomlProblem {
  line: number;
  column: number;
  message: string;
}

/**
 * Parses a TOML document as a table.
 *
 * @throws TamisError `POLICY_INVALID` with line and column.
 */
export function parseToml(text: string, options: { source?: string }): Record<string, unknown> {
  const toml = library();
  try {
    return toml.parse(text);
  } catch (error) {
    if (!isTomlProblem(error)) throw error;
    const [first] = error.message.split("\n");
    const reason = (first ?? "").replace(/^Invalid TOML document: /, "");
    const message = `not valid TOML at line ${error.line}, column ${error.column}: ${reason}`;
    throw policyInvalid([{ path: "", message }], { ...options, cause: error });
  }
}

const library = () => loadPeer<typeof import("smol-toml")>("smol-toml", "TOML", () => requireHere("smol-toml"));

/** A value as it stands behind a key. */
export const renderTomlValue = (value: unknown): string =>
  library().stringify({ x: value }).trim().slice("x = ".length);

function isTomlProblem(error: unknown): error is TomlProblem {
  return error instanceof Error && "line" in error && "column" in error;
}
