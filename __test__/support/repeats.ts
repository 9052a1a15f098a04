import type { Backend } from "../../ts/contract/backend.js";
import type { ContentReference } from "../../ts/contract/content-reference.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { masksAlone } from "./masks-alone.js";
import { chatOf } from "./on-wire.js";

/** A tool's result: of a read if it has a path. */
export interface SentText {
  text: string;
  callId?: string | undefined;
  path?: string | undefined;
}

/** A result as it was sent. */
export interface Rendered {
  text: string;
  /** Undefined where the result has no pointer. */
  references: readonly ContentReference[] | undefined;
}

/** A policy that puts pointers in the place of repeats, and masks nothing. */
export const pointersAlone = (keep: "first" | "newest" = "first"): PolicyInput => ({
  ...masksAlone({ arrival: { dedupe: keep } }),
  cache: { strategy: "off" },
});

/** A chat in which each turn has one of the results. The result number `n` is in the message `2 * n + 2`. */
export function requestOfResults(results: readonly SentText[]): object {
  const messages = results.flatMap(({ text, callId, path }, at) => {
    const id = callId ?? `call_${at}`;
    const [name, args] = path === undefined ? ["Bash", {}] : ["Read", { file_path: path }];
    return chatOf([{ calls: [{ id, tool: name, args, result: text }] }]);
  });
  return { model: "gpt-5.6", messages: [{ role: "user", content: "go" }, ...messages] };
}

/** What is sent of each result. */
export function renderResults(backend: Backend, results: readonly SentText[], policy: PolicyInput): Rendered[] {
  const request = Buffer.from(JSON.stringify(requestOfResults(results)));
  const { body, report } = backend.reduceBody(request, resolvePolicy(policy), {});
  const { messages } = JSON.parse(Buffer.from(body).toString()) as { messages: { content: string }[] };
  return results.map((_, at) => {
    const index = 2 * at + 2;
    const references = report.references?.filter(({ messageIndex }) => messageIndex === index) ?? [];
    return {
      text: messages[index]?.content ?? "",
      references: references.length === 0 ? undefined : references,
    };
  });
}
