// What counts as text in places that no wire knows.
import { expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { bothBackends } from "../support/native.js";

it.each(bothBackends())("%s: a text in an unknown place counts from 64 chars on", (_, backend) => {
  const charsOf = (chars: number) => {
    const input = [{ type: "new", zz: `two ${"x".repeat(chars - 4)}` }];
    const body = Buffer.from(JSON.stringify({ model: "gpt-5", input }));
    return backend.reduceBody(body, resolvePolicy({}), { wire: "openai-responses", tokens: true }).report.chars?.before;
  };
  expect([charsOf(63), charsOf(64)]).toEqual([0, 64]);
});
