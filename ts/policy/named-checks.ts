import { variable } from "../base/environment.js";
import { nameProblem } from "../models/schema.js";
import type { NamedCheck } from "../shape/shape.js";
import { longestLiteralChars, templateFieldProblem } from "./template.js";

/** The environment variable with the secret of handles, where the policy has none. */
export const HANDLE_KEY_VARIABLE = "TAMIS_RESTORE_KEY";
/** A shorter secret could be guessed. */
const MIN_KEY_CHARS = 16;

/** The roles that a policy can give to results of tools by their names. */
export const RESULT_ROLES = [
  "user",
  "instruction",
  "task",
  "state",
  "file",
  "report",
  "failure",
  "observation",
] as const;

/** The checks of a policy that are more than a limit, by the names under which its shape has them. */
export const NAMED_CHECKS = {
  wellFormed: (text) =>
    /\p{Surrogate}/u.test(String(text)) ? "must be well-formed Unicode: it contains a lone surrogate" : undefined,
  template: (text) => templateFieldProblem(String(text)) ?? literalProblem(String(text)),
  globCount: (rules) => (Object.keys(Object(rules)).length > 256 ? "expected at most 256 globs" : undefined),
  roleNames: (roles) => {
    const unknown = Object.keys(Object(roles)).find((role) => !(RESULT_ROLES as readonly string[]).includes(role));
    return unknown === undefined
      ? undefined
      : `${JSON.stringify(unknown)} is no role: expected ${RESULT_ROLES.join(", ")}`;
  },
  budget: (budget) => {
    const { tokens, bytes, images, chars, fraction } = Object(budget);
    const limit = tokens ?? bytes ?? images ?? chars ?? fraction;
    return limit === undefined ? "needs tokens, bytes, images, chars or fraction" : undefined;
  },
  prompt: (text) => (String(text).includes("{data}") ? undefined : "needs {data}, where the conversation goes"),
  handleKey: (restore) => {
    const { handles, key } = Object(restore);
    const isGiven = handles !== true || (key ?? variable(HANDLE_KEY_VARIABLE) ?? "").length >= MIN_KEY_CHARS;
    return isGiven
      ? undefined
      : `handles need restore.key, or ${HANDLE_KEY_VARIABLE} in the environment, of 16 chars or more`;
  },
  folder: (text) => {
    const isPath = /^(?:\/|[A-Za-z]:[/\\]|\\\\)/.test(String(text)) && !/\p{Cc}/u.test(String(text));
    return isPath ? undefined : "must be an absolute path in one line";
  },
  modelName: nameProblem,
} satisfies Record<string, NamedCheck>;

/** A placeholder is recognised by its longest literal text. */
const literalProblem = (template: string) =>
  longestLiteralChars(template) < 8 ? "needs a literal text of at least 8 chars between its fields" : undefined;
