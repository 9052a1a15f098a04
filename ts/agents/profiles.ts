// The launch profiles that are installed, and those of a user's own file.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import * as z from "zod";
import { TamisError } from "../base/errors.js";
import installed from "./profiles.json" with { type: "json" };
import { type AgentProfile, buildProfile } from "./schema.js";

/** A profile is checked once in a process: compiling the checks would take longer than they do. */
const ONCE = { jitless: true };

let all: readonly AgentProfile[] | undefined;

/** The installed profiles. */
export function agentProfiles(): readonly AgentProfile[] {
  all ??= z.array(buildProfile()).parse(installed, ONCE);
  return all;
}

/** The JSON Schema of a profile, for editors. */
export function profileJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(buildProfile(), { io: "input" });
  return { $schema, title: "Tamis launch profile", ...schema };
}

/** The profile for a program, by its file name without folder and ending; undefined if none is known. */
export function profileFor(program: string): AgentProfile | undefined {
  const name = basename(program.replaceAll("\\", "/")).replace(/\.(exe|cmd|bat|ps1)$/i, "");
  const found = installed.find(({ programs }) => programs.includes(name));
  return found === undefined ? undefined : buildProfile().parse(found, ONCE);
}

/**
 * Reads a profile from a JSON file.
 *
 * @throws TamisError `CONFIG_INVALID` with the file and each wrong member; a system error if it cannot be read.
 */
export function readProfile(file: string): AgentProfile {
  const text = readFileSync(file, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new TamisError("CONFIG_INVALID", `${file}: it is not JSON`, { cause });
  }
  const parsed = buildProfile().safeParse(value, ONCE);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  const lines = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw new TamisError("CONFIG_INVALID", `${file}: ${lines.join("; ")}`, { issues });
}
