// What a log may show of paths.
import { redact } from "../base/redact.js";
import type { Known } from "./context.js";

/** What a log may show: of paths that are not known in detail, the first two parts. */
export function shownPath(route: Known): string {
  const path = withoutQuery(route.path);
  return route.kind !== "pass"
    ? path
    : `${path.split("/").slice(0, 3).join("/")}${path.split("/").length > 3 ? "/…" : ""}`;
}

/** The first part of a path that is none of ours: what follows may be anything. */
export function shownTarget(target: string): string {
  const [, first = "", ...more] = withoutQuery(target.slice(0, 200)).split("/");
  return `/${redact(first).slice(0, 40)}${more.length > 0 ? "/…" : ""}`;
}

/** A path without what follows `?`. */
const withoutQuery = (path: string) => path.replace(/\?.*$/s, "");
