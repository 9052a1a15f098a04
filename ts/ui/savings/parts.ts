// What calculations over logs answer alike.
import type { PolicyInput } from "../../policy/policy.js";
import type { UnreadableFile } from "../../simulate/index.js";
import type { ApiIssue } from "../api.js";

/** Files and lines that could not be read, as the page lists them. */
export function unreadOf(skipped: readonly UnreadableFile[]): ApiIssue[] {
  return skipped.map(({ name, line, reason: message }) => ({
    path: line === undefined ? name : `${name}:${line}`,
    message,
  }));
}

/** A policy's settings, as the page saves them. */
export const changesOf = (settings: PolicyInput): { key: string; value?: unknown }[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value }));
