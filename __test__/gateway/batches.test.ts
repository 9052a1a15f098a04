// Batches by the vendors' own clients: each request in them is reduced as one whose history is sent once.
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI, { toFile } from "openai";
import { describe, expect, it } from "vitest";
import { definePolicy, reduceBody, type Wire } from "../../ts/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { agentRequest } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

const EVERY_TURN = definePolicy({ cache: { strategy: "every-turn" } });
const KEY = "sk-canary-0123456789";
const text = (value: unknown): string => JSON.stringify(value);
const alone = (request: string): string =>
  Buffer.from(reduceBody(Buffer.from(request), EVERY_TURN).body).toString("utf8");
const request = (wire: Wire): string => text(agentRequest(wire));
const line = (id: string, url: string, body: string) =>
  `{"custom_id":"${id}","method":"POST","url":"${url}","body":${body}}`;
const FILE = [
  line("a", "/v1/chat/completions", request("openai-chat")),
  '{"custom_id":"broken","method":"POST","url":"/v1/chat/completions","body":{"messages":[',
  line("b", "/v1/responses", request("openai-responses")),
  line("c", "/v1/embeddings", '{"model":"m","input":"text"}'),
].join("\n");
const SMALLER = FILE.replace(request("openai-chat"), () => alone(request("openai-chat"))).replace(
  request("openai-responses"),
  () => alone(request("openai-responses")),
);

/** The content of a part of an upload. */
function partOf(body: Buffer, name: string): string | undefined {
  const whole = body.toString("utf8");
  const boundary = whole.slice(0, whole.indexOf("\r\n"));
  const part = whole.split(boundary).find((one) => one.includes(`name="${name}"`));
  return part?.slice(part.indexOf("\r\n\r\n") + 4, -2);
}

/** An upload as a client writes it by hand. */
const upload = (parts: readonly string[], boundary = "b0") => ({
  body: Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`),
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
});
const PURPOSE = 'Content-Disposition: form-data; name="purpose"\r\n\r\nbatch';
const fileOf = (content: string, more = "") =>
  `Content-Disposition: form-data; name="file"; filename="a.jsonl"\r\n${more}\r\n${content}`;

describe("a batch", () => {
  it("of Anthropic's client has smaller requests, which are valid", async () => {
    const answer = { id: "msgbatch_1", type: "message_batch", processing_status: "in_progress" };
    const { url, upstream, gateway, log } = await startGateway(json(answer));
    const client = new Anthropic({ baseURL: url, apiKey: KEY, maxRetries: 0 });
    const params = agentRequest("anthropic") as Anthropic.MessageCreateParamsNonStreaming;
    const short = { model: "m-1", max_tokens: 1, messages: [{ role: "user" as const, content: "hello" }] };
    const { data, response } = await client.messages.batches
      .create({
        requests: [
          { custom_id: "long", params },
          { custom_id: "short", params: short },
        ],
      })
      .withResponse();
    expect(data.id).toBe("msgbatch_1");
    const sent = upstream.arrived[0]?.body.toString("utf8") ?? "";
    const { requests } = JSON.parse(sent) as { requests: { custom_id: string; params: object }[] };
    expect(requests.map(({ custom_id, params }) => [custom_id, text(params)])).toEqual([
      ["long", alone(request("anthropic"))],
      ["short", text(short)],
    ]);
    expect(requests.flatMap(({ params }) => validateRequest(Buffer.from(text(params))))).toEqual([]);
    expect(response.headers.get("x-tamis-batch")).toBe("requests=2, reduced=1, skipped=0");
    expect(response.headers.get("x-tamis-skipped")).toBe(null);
    expect(Number(response.headers.get("x-tamis-tokens-after"))).toBeLessThan(
      Number(response.headers.get("x-tamis-tokens-before")) / 2,
    );
    expect(gateway.totals).toMatchObject({ requests: 1, reduced: 1 });
    expect(log()).toContain('"batch":{"requests":2,"reduced":1,"skipped":0}');
    expect(log() + (await gateway.metrics())).not.toContain(KEY);
  });

  it.each([
    ["the purpose first", (file: File) => ({ purpose: "batch" as const, file })],
    ["the file first", (file: File) => ({ file, purpose: "batch" as const })],
  ])("in a file of OpenAI's client has smaller lines: %s", async (_, made) => {
    const { url, upstream } = await startGateway(json({ id: "file-1", object: "file" }));
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
    const file = (await toFile(Buffer.from(FILE), "batch.jsonl")) as File;
    const { response } = await client.files.create(made(file)).withResponse();
    const [arrived] = upstream.arrived;
    expect(partOf(arrived?.body as Buffer, "file")).toBe(SMALLER);
    expect(partOf(arrived?.body as Buffer, "purpose")).toBe("batch");
    expect(response.headers.get("x-tamis-batch")).toBe("requests=4, reduced=2, skipped=2");
  });

  it("of Gemini's client has smaller inline requests", async () => {
    const { url, upstream } = await startGateway(
      json({ name: "batches/1", metadata: { state: "BATCH_STATE_PENDING" } }),
    );
    const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: url } });
    const { contents } = agentRequest("gemini") as { contents: never };
    await client.batches.create({ model: "gemini-3-pro", src: [{ contents, metadata: { key: "a" } }] });
    const [arrived] = upstream.arrived;
    const sent = JSON.parse(arrived?.body.toString("utf8") ?? "");
    const [one] = sent.batch.inputConfig.requests.requests;
    expect(arrived?.url).toContain("gemini-3-pro:batchGenerateContent");
    expect(one.request.contents).toEqual(JSON.parse(alone(text({ contents }))).contents);
    expect(text(one)).toContain("old result left out");
  });

  it("keeps every other byte, packed or not", async () => {
    const body = ` {"requests" : [ {"custom_id":"\\u0061", "params": ${request("anthropic")} } ,\n7 ] , "later":1.0}\n`;
    const smaller = body.replace(request("anthropic"), () => alone(request("anthropic")));
    const { url, upstream } = await startGateway();
    const plain = await ask(url, "/v1/messages/batches", { body });
    expect(plain.headers.get("x-tamis-batch")).toBe("requests=2, reduced=1, skipped=1");
    const { gzipSync } = await import("node:zlib");
    await ask(url, "/anthropic/v1/messages/batches", {
      body: gzipSync(body),
      headers: { "content-encoding": "gzip" },
    });
    expect(upstream.arrived.map(({ body: sent }) => sent.toString("utf8"))).toEqual([smaller, smaller]);
    expect(upstream.arrived[1]?.headers["content-encoding"]).toBe(undefined);
  });

  it("is reduced by the policy of each request", async () => {
    const config = {
      policies: { default: { mode: "off" }, small: { mask: { windowTurns: 2 } } },
      routes: [{ model: "m-*", policy: "small" }],
    } as const;
    const { url, upstream } = await startGateway(undefined, config);
    const other = request("anthropic").replace('"m-1"', '"other"');
    const body = `{"requests":[{"custom_id":"a","params":${other}},{"custom_id":"b","params":${request("anthropic")}}]}`;
    const answer = await ask(url, "/v1/messages/batches", { body });
    expect(answer.headers.get("x-tamis-batch")).toBe("requests=2, reduced=1, skipped=1");
    expect(upstream.arrived[0]?.body.toString("utf8")).toContain(other);
  });

  it("of a named upstream is reduced, too", async () => {
    const second = await startGateway();
    const named = { lab: { url: second.upstream.url, provider: "openai" } } as const;
    const { url } = await startGateway(undefined, { upstreams: { named } });
    const { body, headers } = upload([PURPOSE, fileOf(FILE)]);
    const answer = await ask(url, "/lab/v1/files", { body, headers });
    expect(answer.headers.get("x-tamis-batch")).toBe("requests=4, reduced=2, skipped=2");
    expect(second.upstream.arrived[0]?.body.toString("utf8")).toContain(SMALLER);
  });
});

const BATCH = `{"requests":[{"custom_id":"a","params":${request("anthropic")}}]}`;
const PATH = "/v1/messages/batches";

describe("a batch goes on as it came, and says why,", () => {
  it.each([
    ["where the client asks for it", PATH, { body: BATCH, headers: { "x-tamis-bypass": "1" } }, {}, "bypass"],
    ["in a dry run", PATH, { body: BATCH, headers: { "x-tamis-dry-run": "1" } }, {}, "dry_run"],
    ["where the gateway observes", PATH, { body: BATCH }, { gateway: { mode: "observe" } }, "observe"],
    ["by a policy that is off", PATH, { body: BATCH }, { policies: { default: { mode: "off" } } }, "disabled"],
    ["that is too large to be read", PATH, { body: BATCH }, { limits: { bodyBytes: 1000 } }, "too_large"],
    ["that is no JSON", PATH, { body: BATCH.slice(0, -1) }, {}, "invalid_json"],
    ["that is empty", PATH, { body: "" }, {}, "empty"],
    [
      "in an encoding that is unknown",
      PATH,
      { body: BATCH, headers: { "content-encoding": "x" } },
      {},
      "unsupported_encoding",
    ],
    ["whose requests are elsewhere", "/v1/batches", { body: text({ input_file_id: "file-1" }) }, {}, "batch"],
    [
      "whose requests are in a file of Gemini's",
      "/v1beta/models/gemini-3-pro:batchGenerateContent",
      { body: text({ batch: { input_config: { file_name: "files/1" } } }) },
      {},
      "batch",
    ],
    [
      "that is a file for something else",
      "/v1/files",
      upload([PURPOSE.replace("batch", "fine-tune"), fileOf(FILE)]),
      {},
      "unread_path",
    ],
    [
      "whose file is packed",
      "/v1/files",
      upload([PURPOSE, fileOf(FILE, "Content-Transfer-Encoding: base64\r\n")]),
      {},
      "unread_path",
    ],
    ["with two files", "/v1/files", upload([PURPOSE, fileOf(FILE), fileOf(FILE)]), {}, "unread_path"],
    ["whose file has no requests", "/v1/files", upload([PURPOSE, fileOf("a,b\n1,2")]), {}, "invalid_json"],
    [
      "that is cut off",
      "/v1/files",
      { ...upload([PURPOSE, fileOf(FILE)]), body: upload([PURPOSE, fileOf(FILE)]).body.subarray(0, -9) },
      {},
      "unread_path",
    ],
  ] as const)("%s", async (_, path, init, config, reason) => {
    const { url, upstream } = await startGateway(undefined, config);
    const answer = await ask(url, path, init as RequestInit);
    expect([answer.status, answer.headers.get("x-tamis-skipped")]).toEqual([200, reason]);
    const sent = upstream.arrived[0];
    expect(sent?.body.equals(Buffer.from(init.body))).toBe(true);
    const { headers = {} } = init as { headers?: Record<string, string> };
    expect(sent?.headers["content-encoding"]).toBe(headers["content-encoding"]);
  });

  it("where nothing says how long it is before it is too large", async () => {
    const { url, upstream } = await startGateway(undefined, { limits: { bodyBytes: 1000 } });
    const stream = new ReadableStream({
      start(controller) {
        for (const part of BATCH.match(/.{1,600}/gs) ?? []) controller.enqueue(Buffer.from(part));
        controller.close();
      },
    });
    const answer = await ask(url, PATH, { body: stream, duplex: "half" });
    expect(answer.headers.get("x-tamis-skipped")).toBe("too_large");
    expect(upstream.arrived[0]?.body.toString("utf8")).toBe(BATCH);
  });

  it("but for one that names an unknown policy", async () => {
    const { url, upstream } = await startGateway();
    const answer = await ask(url, PATH, { body: BATCH, headers: { "x-tamis-policy": "none-such" } });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([400, "bad_control_header"]);
    expect(upstream.arrived).toEqual([]);
  });
});
