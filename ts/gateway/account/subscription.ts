import { headerOf } from "../edge.js";

/** A login of a user's whose requests count against limits instead of money. */
export type Subscription = "claude" | "chatgpt";

/** Claude's logins have tokens of their own form: Claude Code sends no other. */
const CLAUDE_TOKEN = /^bearer\s+sk-ant-oat/i;
/** Codex names the account of a ChatGPT login. */
const CHATGPT_ACCOUNT = "chatgpt-account-id";

/** The subscription that a request uses; undefined where it has a key. Nothing of the token is kept. */
export function subscriptionOf(rawHeaders: readonly string[]): Subscription | undefined {
  if (CLAUDE_TOKEN.test(headerOf(rawHeaders, "authorization") ?? "")) return "claude";
  return headerOf(rawHeaders, CHATGPT_ACCOUNT) === undefined ? undefined : "chatgpt";
}

/** How much of a login's limits is used up once a request is answered, in percent; undefined where the answer does not tell. */
export interface Windows {
  fiveHours?: number | undefined;
  week?: number | undefined;
}

/** By minutes of a window, as Codex's answers tell them. */
const BY_MINUTES: Readonly<Record<string, keyof Windows>> = { 300: "fiveHours", 10080: "week" };

/** What an answer's headers, with names in lower case, say of the windows of the login that asked. */
export function windowsOf(subscription: Subscription, headers: Readonly<Record<string, unknown>>): Windows {
  const told: [keyof Windows | undefined, number][] =
    subscription === "claude"
      ? [
          ["fiveHours", 100 * Number(headers["anthropic-ratelimit-unified-5h-utilization"])],
          ["week", 100 * Number(headers["anthropic-ratelimit-unified-7d-utilization"])],
        ]
      : ["primary", "secondary"].map((name) => [
          BY_MINUTES[String(headers[`x-codex-${name}-window-minutes`])],
          Number(headers[`x-codex-${name}-used-percent`]),
        ]);
  const known = told.filter(([name, percent]) => name !== undefined && Number.isFinite(percent));
  return Object.fromEntries(known.map(([name, percent]) => [name, Math.round(100 * percent) / 100]));
}
