import { signal } from "@preact/signals";
import { takeToken } from "./token.js";

/** Where the page is: `#/reductions/ID?x=y` is the view `reductions`, the rest `["ID"]`. */
export interface Route {
  view: string;
  rest: readonly string[];
  query: URLSearchParams;
}

export const route = signal<Route>(readRoute());

function readRoute(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view = "", ...rest] = path.split("/").map(decoded);
  return { view: view || "dashboard", rest, query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view, for links. */
export function hrefOf(view: string, ...rest: readonly string[]): string {
  return `#/${[view, ...rest].map(encodeURIComponent).join("/")}`;
}

/** Goes to a view. */
export const go = (view: string, ...rest: readonly string[]): void => {
  location.hash = hrefOf(view, ...rest);
};

/** Follows the address. A token that is pasted into it starts the page anew. */
export function followRoute(): void {
  addEventListener("hashchange", () => {
    if (takeToken()) location.reload();
    else route.value = readRoute();
  });
  route.value = readRoute();
}
