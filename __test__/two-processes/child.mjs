// Reduces requests with the built package, one line of JSON in, one out, until stdin ends.
//
//   in    { body: base64, policy, options, session? }    options without the session; the session as JSON
//   out   { body: base64, report, session? }             or { error }
import { createInterface } from "node:readline";
import { backend, reduceBody } from "../../dist/index.js";

console.log(JSON.stringify({ backend: backend.name }));

for await (const line of createInterface({ input: process.stdin })) {
  const { body, policy, options, session } = JSON.parse(line);
  try {
    const given = { ...options, ...(session === undefined ? {} : { session }) };
    const reduction = reduceBody(Buffer.from(body, "base64"), policy, given);
    const { maskedCount, fits, cache, decisions } = reduction.report;
    const report = { maskedCount, fits, cache, decisions };
    console.log(JSON.stringify({ body: Buffer.from(reduction.body).toString("base64"), report, session }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
