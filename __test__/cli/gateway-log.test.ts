// The gateway's log lines: for a person on a terminal, JSON for everything else.
import { describe, expect, it } from "vitest";
import { logFormat, prettyLines } from "../../ts/cli/gateway/log-format.js";
import { createLogger } from "../../ts/gateway/index.js";
import { spawnGateway } from "../gateway/process.js";
import { PATHS } from "../gateway/requests.js";
import { ask } from "../gateway/start.js";
import { tamis } from "./run-cli.js";

/** What a logger with pretty lines writes. */
function written(log: (logger: ReturnType<typeof createLogger>) => void, color = false): string {
  const lines: string[] = [];
  log(
    createLogger(
      "debug",
      prettyLines((line) => lines.push(line), color),
    ),
  );
  return lines.join("");
}

const stripColors = (text: string) => text.split(/\p{Cc}\[\d+m/u).join("");

const REQUEST = {
  kind: "reduce",
  method: "POST",
  path: "/v1/messages",
  status: 200,
  tokensBefore: 12_345,
  tokensAfter: 3210,
  stage: "masking",
  reduceMs: 0.31,
  firstByteMs: 80.4,
  ms: 1234.567,
  answerBytes: 4096,
};
const TIME = String.raw`\d\d:\d\d:\d\d\.\d{3}`;

describe("pretty log lines", () => {
  it("have time, level, message, and of a request what a person looks for", () => {
    const line = written((logger) => logger.info(REQUEST, "request"));
    expect(line).toMatch(
      new RegExp(`^${TIME} INFO  request POST /v1/messages 200 12,345 → 3,210 tokens \\(masking\\) 1,235 ms\\n$`),
    );
  });

  it("name failures, skips and sessions; what is not there is left out", () => {
    const failed = { ...REQUEST, tokensBefore: undefined, tokensAfter: undefined, stage: undefined, status: 502 };
    const line = written((logger) =>
      logger.warn({ ...failed, reason: "upstream_closed", cause: "ECONNRESET", session: "s 1" }, "request failed"),
    );
    expect(line).toMatch(
      new RegExp(
        `^${TIME} WARN  request failed POST /v1/messages 502 1,235 ms reason=upstream_closed cause=ECONNRESET session="s 1"\\n$`,
      ),
    );
    const skipped = written((logger) => logger.info({ ...failed, skipped: "invalid_json" }, "request"));
    expect(skipped).toMatch(/ 502 1,235 ms skipped=invalid_json\n$/);
  });

  it("show every field of other lines", () => {
    expect(written((logger) => logger.info({ url: "http://127.0.0.1:1" }, "listening"))).toMatch(
      new RegExp(`^${TIME} INFO  listening url=http://127.0.0.1:1\\n$`),
    );
    expect(written((logger) => logger.error({ needRestart: ["gateway.port"] }))).toMatch(
      new RegExp(`^${TIME} ERROR needRestart=\\["gateway.port"\\]\\n$`),
    );
  });

  it("cannot be made to command the terminal or to forge a line", () => {
    const evil = "\u001b[2J\u009b\u202e\r\nx";
    const text = written((logger) => {
      logger.info({ ...REQUEST, path: evil, method: evil, session: evil, cause: evil, [evil]: 1 }, "request");
      logger.error(`first${evil}`);
    }, true);
    const plain = stripColors(text);
    expect(plain.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    const lines = plain.trimEnd().split("\n");
    expect(lines.length).toBe(3);
    expect(lines[2]).toMatch(/^ {4}x$/);
  });

  it("have colours only where they are allowed", () => {
    expect(written((logger) => logger.info(REQUEST, "request"), true)).toContain("\u001b[");
    expect(written((logger) => logger.info(REQUEST, "request"))).not.toContain("\u001b");
  });

  it("hide keys as JSON lines do, and keep a line that is no JSON", () => {
    expect(written((logger) => logger.info({ headers: { authorization: "Bearer k-1" } }))).not.toContain("k-1");
    const lines: string[] = [];
    prettyLines((line) => lines.push(line), false).write("not\u001b json\n");
    expect(lines).toEqual(["not\\u{1b} json\n"]);
  });
});

describe("the format of the log", () => {
  it.each([
    [undefined, true, "pretty"],
    [undefined, false, "json"],
    ["", true, "pretty"],
    ["json", true, "json"],
    ["pretty", false, "pretty"],
  ])("is by TAMIS_LOG_FORMAT=%s, terminal %s: %s", (value, terminal, format) => {
    expect(logFormat({ TAMIS_LOG_FORMAT: value }, terminal)).toBe(format);
  });

  it("is an error where it is neither, and nothing starts", () => {
    const { status, stderr } = tamis(["gateway", "--port", "0"], { env: { TAMIS_LOG_FORMAT: "xml" } });
    expect([status, stderr]).toEqual([2, 'tamis: TAMIS_LOG_FORMAT: expected "json" or "pretty", got "xml"\n']);
  });

  it("is JSON where stderr is a pipe, unless the variable says otherwise", async () => {
    const json = await spawnGateway("# the defaults");
    await ask(json.url, "/nowhere", { body: "{}" });
    await expect.poll(json.output).toMatch(/^\{"level":\d+,.*"path":"\/nowhere".*\}$/m);
    const pretty = await spawnGateway("# the defaults", { TAMIS_LOG_FORMAT: "pretty" });
    await ask(pretty.url, `/nowhere${PATHS.anthropic}`, { body: "{}" });
    await expect.poll(pretty.output).toMatch(/^[\d:.]+ WARN {2}request failed POST \/nowhere\S+ 404 .*unknown_path/m);
  });
});
