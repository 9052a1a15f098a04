// Every documented endpoint that takes a request: it is reduced, or says why not. The list of the documentation is what is tried.
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { routeOf } from "../../ts/gateway/routes.js";
import { UNTOUCHED } from "../../ts/gateway/untouched.js";
import { WIRES } from "../../ts/wires/index.js";
import { agentRequest } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { startUpstream } from "./upstream.js";

interface Row {
  vendor: string;
  path: string;
  outcome: string;
}

const DOCS = readFileSync("docs/gateway.md", "utf8");

/** Lines such as: - OpenAI, reduced: `/v1/a`, `/v1/b`. */
function rowsOf(docs: string): Row[] {
  const list = /<!-- endpoints -->([\s\S]*?)<!-- \/endpoints -->/.exec(docs)?.[1] ?? "";
  return [...list.matchAll(/^- ([\w ]+), `?(\w+)`?: (.*)$/gm)].flatMap(([, vendor = "", outcome = "", paths = ""]) =>
    [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => ({ vendor, path, outcome })),
  );
}

const rows = rowsOf(DOCS);

/** The prefix at the gateway, by vendor. */
const PREFIX: Record<string, string> = {
  OpenAI: "/openai",
  Anthropic: "/anthropic",
  Gemini: "/gemini",
  "Azure OpenAI": "/azure",
  "Vertex AI": "/vertex",
  Bedrock: "/bedrock",
};

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, "gpt-5.4");

/** A body of the endpoint's kind. */
function bodyOf({ vendor, path }: Row): { body: string; type: string } {
  const json = (value: unknown) => ({ body: JSON.stringify(value), type: "application/json" });
  const chat = agentRequest("openai-chat");
  if (path.endsWith("/files") && vendor === "OpenAI" && path === "/v1/files") {
    const line = JSON.stringify({ custom_id: "a", method: "POST", url: "/v1/chat/completions", body: chat });
    const part = (name: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    return {
      body: `${part("purpose", "batch")}${part("file", line)}--x--\r\n`,
      type: "multipart/form-data; boundary=x",
    };
  }
  if (path.endsWith("/messages/batches"))
    return json({ requests: [{ custom_id: "a", params: agentRequest("anthropic") }] });
  if (path.endsWith(":batchGenerateContent")) {
    return json({ batch: { input_config: { requests: { requests: [{ request: agentRequest("gemini") }] } } } });
  }
  if (/\/responses(\/|$)/.test(path)) return json(agentRequest("openai-responses"));
  if (/publishers\/anthropic|\/invoke/.test(path) || vendor === "Anthropic") return json(agentRequest("anthropic"));
  return json(vendor === "Gemini" || /publishers\/google/.test(path) ? agentRequest("gemini") : chat);
}

const POLICY = { mask: { windowTurns: 2, minChars: 0 }, cache: { strategy: "every-turn" } } as const;

async function start() {
  const clouds = await startUpstream();
  onTestFinished(() => clouds.close());
  const { url } = clouds;
  const named = {
    azure: { provider: "openai", url },
    vertex: { provider: "gemini", url },
    bedrock: { provider: "anthropic", url },
  } as const;
  const started = await startGateway(undefined, { policies: { default: POLICY }, upstreams: { named } });
  return { ...started, arrived: () => [...started.upstream.arrived, ...clouds.arrived] };
}

/** What became of a request to an endpoint. */
async function outcomeOf(row: Row): Promise<string> {
  const { url, arrived } = await start();
  const { body, type } = bodyOf(row);
  const path = `${PREFIX[row.vendor]}${filled(row.path)}`;
  const { status, headers } = await ask(url, path, { body, headers: { "content-type": type } });
  const sent = arrived()[0]?.body;
  expect([status, sent === undefined]).toEqual([200, false]);
  const skipped = headers.get("x-tamis-skipped");
  if (skipped !== null) expect(sent?.toString()).toBe(body);
  return skipped ?? ((sent?.length ?? 0) < body.length ? "reduced" : "nothing to reduce");
}

describe("the list of endpoints", () => {
  it("has what each of the gateway's own patterns reads", () => {
    const own = WIRES.all.flatMap(({ provider }) =>
      provider.endpoints.flatMap((endpoint) =>
        endpoint.own === undefined ? [] : [{ ...endpoint, own: endpoint.own }],
      ),
    );
    expect(own.length).toBeGreaterThan(4);
    const paths = rows.map(({ path }) => filled(path));
    for (const { own: pattern } of own)
      expect(
        paths.some((path) => pattern.test(path)),
        String(pattern),
      ).toBe(true);
    for (const form of ["requests", "upload"]) {
      const routes = rows.map((row) => routeOf("POST", `${PREFIX[row.vendor]}${filled(row.path)}`));
      expect(
        routes.some((route) => route.kind === "batch" && route.form === form),
        form,
      ).toBe(true);
    }
  });

  it("names every reason by its name", () => {
    expect(rows.length).toBeGreaterThan(60);
    for (const { vendor, outcome } of rows) {
      expect(Object.keys(PREFIX)).toContain(vendor);
      expect(["reduced", "nothing to reduce", ...Object.keys(UNTOUCHED)]).toContain(outcome);
    }
  });

  it.each(rows)("$vendor $path: $outcome", async (row) => {
    expect(await outcomeOf(row)).toBe(row.outcome);
  });
});
