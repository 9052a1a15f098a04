// One request on a connection of its own, and what came of it, good or bad.
import { request } from "node:http";

/**
 * @typedef {object} Outcome
 * @property {number} [status]
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {Buffer} bytes of the body, as far as it came
 * @property {boolean} ended whether the body ended as HTTP says it does
 * @property {Error} [error]
 */

/**
 * Never rejects.
 *
 * @param {string} url
 * @param {{ method?: string, headers?: object, body?: Uint8Array | string, agent?: import("node:http").Agent, onData?: (soFar: Buffer) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<Outcome>}
 */
export function ask(url, { method = "POST", headers = {}, body = "", agent, onData = () => {}, signal } = {}) {
  const outcome = { headers: {}, bytes: Buffer.alloc(0), ended: false };
  return new Promise((resolve) => {
    const failed = (error) => resolve({ ...outcome, error });
    const length = { "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...length, ...headers }, agent: agent ?? false, signal });
    sent.on("error", failed);
    sent.on("response", (response) => {
      outcome.status = response.statusCode;
      outcome.headers = response.headers;
      response.on("data", (chunk) => {
        outcome.bytes = Buffer.concat([outcome.bytes, chunk]);
        onData(outcome.bytes);
      });
      response.on("error", failed);
      response.on("end", () => resolve({ ...outcome, ended: response.complete }));
      response.on("close", () => resolve({ ...outcome, ended: response.complete }));
    });
    sent.end(body);
  });
}

/**
 * Compares an answer with the one that the upstream gave: `whole`; `cut`, a part of it without an end; `error event`,
 * some of its events and then one of the gateway's that reports it; `refused`, an answer of the gateway's own.
 * Everything else is `false`: above all a part that looks like the whole.
 *
 * @param {Outcome} outcome
 * @param {Uint8Array} expected
 */
export function kindOf({ status, headers, bytes, ended, error }, expected) {
  if (status === undefined) return error === undefined ? "false" : "cut";
  if (headers["x-tamis-error"] !== undefined) return ended && isError(bytes.toString()) ? "refused" : "false";
  if (status !== 200) return "false";
  if (ended && bytes.equals(expected)) return "whole";
  const isPart = bytes.equals(Buffer.from(expected).subarray(0, bytes.length));
  if (!ended) return isPart ? "cut" : "false";
  const [, before = "", event = ""] =
    /^((?:.*?(?:\n\n|\r\n\r\n))*?)((?:event: error\n)?data: [^\n]*\n\n)$/s.exec(bytes.toString()) ?? [];
  const isPrefix = Buffer.from(before).equals(Buffer.from(expected).subarray(0, Buffer.byteLength(before)));
  return isPrefix && isError(event.replace(/^(event: error\n)?data: /, "")) ? "error event" : "false";
}

/** An error of the gateway's, in any provider's shape. */
function isError(text) {
  try {
    const body = JSON.parse(text);
    return /^tamis gateway: /.test(body.error?.message ?? body.message);
  } catch {
    return false;
  }
}
