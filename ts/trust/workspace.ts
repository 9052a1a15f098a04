// A workspace's tamis.toml as a whole, sorted by who may set its keys.
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { type Ignored, UNTRUSTED } from "./ignored.js";
import { NEVER } from "./judgement.js";
import { readWorkspacePolicy, type WorkspacePolicy } from "./narrow-policy.js";
import { saysSomething } from "./paths.js";
import type { WorkspaceFile } from "./workspace-file.js";

/**
 * The tables of a `tamis.toml` beside the policy. They say where requests, keys, files and logs go, who may ask, and which
 * requests get which policy: all that is the user's alone.
 */
export const SECTION_JUDGEMENTS: Readonly<Record<string, typeof NEVER>> = {
  gateway: NEVER,
  upstreams: NEVER,
  limits: NEVER,
  originals: NEVER,
  routes: NEVER,
  policies: NEVER,
  summarizer: NEVER,
  keys: NEVER,
  shared: NEVER,
  run: NEVER,
};

/** The table with a judgement for each of its keys. */
const CONDENSATION = "condensation";

/** What a workspace's file asks for. */
export interface Workspace {
  file: Pick<WorkspaceFile, "name" | "text">;
  policy: WorkspacePolicy;
  /** The table of condensations. */
  condensation: JsonRecord;
  /** What does not count whatever the user's own configuration is, but for keys of the policy and of condensations. */
  ignored: readonly Ignored[];
}

/** Sorts a file's keys by who may set them. */
export function readWorkspace({ name, text, table, problem }: WorkspaceFile): Workspace {
  const ignored: Ignored[] = [];
  if (problem !== undefined) ignored.push({ path: [], message: `${problem}; the file does not count`, why: "invalid" });
  const policy: JsonRecord = {};
  for (const [key, value] of Object.entries(table)) {
    if (key === CONDENSATION) continue;
    if (!Object.hasOwn(SECTION_JUDGEMENTS, key)) policy[key] = value;
    else if (saysSomething(value)) ignored.push({ path: [key], message: UNTRUSTED, why: "untrusted" });
  }
  const section = table[CONDENSATION];
  if (section !== undefined && !isRecord(section))
    ignored.push({ path: [CONDENSATION], message: "expected a table of settings", why: "invalid" });
  return {
    file: { name, text },
    policy: readWorkspacePolicy(policy),
    condensation: isRecord(section) ? section : {},
    ignored,
  };
}
