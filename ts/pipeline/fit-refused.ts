// "Prompt is too long": the request is reduced until it fits, and sent once more, where the policy asks for it.
import type { ReduceOptions } from "../contract/backend.js";
import { type Policy, withSettings } from "../policy/policy.js";
import { createReducer } from "./create-reducer.js";

/** What providers say. Numbers are in tokens: what came, and the most that is taken. */
const REFUSALS: readonly RegExp[] = [
  /prompt is too long(?:: (?<came>\d+) tokens > (?<most>\d+) maximum)?/i,
  /input length and `?max_tokens`? exceed context limit: (?<came>\d+) \+ \d+ > (?<most>\d+)/i,
  /maximum context length is (?<most>\d+) tokens\D{1,200}(?<came>\d+) tokens/i,
  /input token count \(?(?<came>\d+)\)? exceeds the maximum number of tokens allowed \(?(?<most>\d+)\)?/i,
  /context_length_exceeded|maximum context length|exceeds the context window|input is too long for requested model/i,
  /request_too_large|request exceeds the maximum size|request entity too large/i,
];

const STATUSES: ReadonlySet<number> = new Set([400, 413]);

/** Whether an answer says that the request is too long. */
export const saysTooLong = (status: number, text: string): boolean =>
  STATUSES.has(status) && REFUSALS.some((pattern) => pattern.test(text));

/** Room for what our estimate and the provider's count differ by. */
const MARGIN = 0.9;
/** How much of a request is tried where the answer names no number. */
const HALF = 0.5;

/** The part of a request that fits, by what the answer says. */
function shareOf(text: string): number {
  for (const pattern of REFUSALS) {
    const { came, most } = pattern.exec(text)?.groups ?? {};
    const share = Number(most) / Number(came);
    if (share > 0 && share < 1) return share * MARGIN;
  }
  return HALF;
}

/** The request in the part of its tokens that fits; undefined if nothing brings it there. */
export async function fitRefused(
  body: Uint8Array,
  answer: string,
  policy: Policy,
  options: ReduceOptions,
): Promise<{ body: Uint8Array; tokens: number | undefined } | undefined> {
  const budgetOf = (tokens: number) => ({ ...policy.settings.budget, tokens: Math.max(1, Math.floor(tokens)) });
  const measured = await createReducer({ policy, budget: budgetOf(Number.MAX_SAFE_INTEGER), stages: [] }).reduce(
    body,
    options,
  );
  const tokens = measured.report.tokens?.before;
  if (tokens === undefined) return undefined;
  // It is to be sent whatever the policy's trigger waits for.
  const eager = withSettings(policy, { trigger: "always" });
  const { body: next, report } = await createReducer({
    policy: eager,
    budget: budgetOf(tokens * shareOf(answer)),
  }).reduce(body, options);
  return report.fits && next.length < body.length ? { body: next, tokens: report.tokens?.after } : undefined;
}
