import { isLearnedModel } from "../../contract/session-state.js";
import type { LearnedModel } from "../../reduce/record-usage.js";
import { isRecord, parseJson } from "../../text/json-value.js";

/** What was learned of one model in one place: fading sums of tokens, and the number of requests. */
export type Sums = Omit<LearnedModel, "model">;

const FORMAT = "tamis-usage-1";
/** Fading sums of ten requests at any model's limit are smaller. Larger ones would take hundreds of requests to fade. */
const MOST_TOKENS = 100_000_000;
const MOST_REQUESTS = 1_000_000_000;
const MOST_CHARS = 500;

/** Sums as JSON, for other gateways: numbers alone. */
export const sumsText = (sums: Sums): string => JSON.stringify({ format: FORMAT, ...sums });

/** Undefined for all that no gateway of this version has written, and for numbers that no bills give. */
export function parseSums(text: string): Sums | undefined {
  const value = text.length > MOST_CHARS ? undefined : parseJson(text);
  if (!isRecord(value) || value.format !== FORMAT) return undefined;
  const { billed, estimated, observations } = value as unknown as Sums;
  const isBounded = [billed, estimated].every((tokens) => typeof tokens === "number" && tokens <= MOST_TOKENS);
  const isCounted = observations >= 1 && observations <= MOST_REQUESTS;
  if (!isBounded || !isCounted || !isLearnedModel({ model: "", billed, estimated, observations })) return undefined;
  return { billed, estimated, observations };
}
