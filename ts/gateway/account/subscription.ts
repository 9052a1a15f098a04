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
