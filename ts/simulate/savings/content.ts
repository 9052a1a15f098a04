// What a session's input was made of, weighed by what it costs to write each part once and to read it again.
import { isRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import { unitOfBlock } from "../../wires/units.js";
import type { CacheRule } from "../cache-rule.js";
import type { Session } from "../trace.js";

/** Parts of the input; shares or dollars. */
export interface Content {
  /** The system prompt and the tools. */
  system: number;
  /** What the user wrote, and what the agent wrote in the user's name. */
  words: number;
  /** Results of tools. */
  results: number;
  /** The model's thinking. */
  thinking: number;
  /** Arguments of the model's calls. */
  arguments: number;
  /** The model's other text. */
  answers: number;
}

/** No content. */
export const noContent = (): Content => ({
  system: 0,
  words: 0,
  results: 0,
  thinking: 0,
  arguments: 0,
  answers: 0,
});

const THINKING: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking", "reasoning"]);

/** Shares of the input, which sum to 1. Linear. */
export function contentOf(session: Session, rule: CacheRule): Content {
  const { steps, units, ids, messageStarts, prefixIds, firstBilled } = session;
  const [read, write] = [rule.read / 10_000, rule.finding === "none" ? 1 : rule.write / 10_000];
  const content = noContent();
  const billed = steps.cuts.length - firstBilled;
  const add = (part: keyof Content, tokens: number, requests: number, isNew: boolean) => {
    const again = isNew ? requests - 1 : requests;
    if (requests > 0) content[part] += tokens * (again * read + (isNew ? write : 0));
  };
  for (const id of prefixIds) add("system", units.tokens[id] ?? 0, billed, firstBilled === 0);
  const partOf = partReader(session);
  const hasAround = (session.learned?.aroundTokens ?? 0) > 0;
  let message = 0;
  for (const [step, cut] of steps.cuts.entries()) {
    for (; message < cut; message++) {
      const [start, end] = [messageStarts[message] ?? 0, messageStarts[message + 1] ?? 0];
      for (let unit = start; unit < end; unit++) {
        // What stands around a message's texts counts as its last.
        const at = unit - start - (hasAround && unit === end - 1 && unit > start ? 1 : 0);
        const requests = steps.cuts.length - Math.max(step, firstBilled);
        add(partOf(message, at), units.tokens[ids[unit] ?? 0] ?? 0, requests, step >= firstBilled);
      }
    }
  }
  return scaledTo(content, 1);
}

/** The same shares of another sum. */
export function scaledTo(content: Content, sum: number): Content {
  const total = Object.values(content).reduce((all, part) => all + part, 0);
  const scaled = noContent();
  for (const key of Object.keys(scaled) as (keyof Content)[])
    scaled[key] = total === 0 ? 0 : (content[key] * sum) / total;
  return scaled;
}

function partReader(session: Session): (message: number, unit: number) => keyof Content {
  const { wire, transcript, steps, list, units, ids, messageStarts } = session;
  const definition = WIRES.of(wire);
  const results = new Set(
    transcript.results.map(({ messageIndex, blockIndex }) => `${messageIndex}/${unitOfBlock(definition, blockIndex)}`),
  );
  return (message, unit) => {
    if (results.has(`${message}/${unit}`)) return "results";
    const role = steps.roles[message];
    if (role === "system") return "system";
    const value = units.sources[ids[(messageStarts[message] ?? 0) + unit] ?? 0]?.value ?? list[message];
    if (isThinking(value)) return "thinking";
    if (units.fromModel[ids[(messageStarts[message] ?? 0) + unit] ?? 0] !== 1) return "words";
    return isCall(value) ? "arguments" : "answers";
  };
}

const isThinking = (value: unknown): boolean => isRecord(value) && (THINKING.has(value.type) || value.thought === true);

const isCall = (value: unknown): boolean =>
  isRecord(value) &&
  (value.tool_calls !== undefined ||
    value.functionCall !== undefined ||
    (typeof value.type === "string" && /_(?:use|call)$/.test(value.type)));
