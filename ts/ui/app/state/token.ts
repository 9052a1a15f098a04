/** The token comes in the address's fragment, is taken out of it at once, and lives as long as the tab. */

const KEY = "tamis-token";
let token = stored();

function stored(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Takes a token out of the address, if it has one. Returns whether it had. */
export function takeToken(): boolean {
  const found = /^#token=([\w-]+)(?:&(\/.*))?$/.exec(location.hash);
  if (found?.[1] === undefined) return false;
  token = found[1];
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // It lives as long as the page then.
  }
  history.replaceState(null, "", `${location.pathname}${location.search}#${found[2] ?? "/"}`);
  return true;
}

/** The token; empty where there is none. */
export const currentToken = (): string => token;
