// A request that continues what the provider keeps has results without their calls: each becomes smaller only in ways that suit
// every tool which may have made it.
import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/reduce/reduce.js";

const ORDERS = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({ id, status: "sent", total: id * 7 })),
  null,
  2,
);
const COLOURED = Array.from({ length: 60 }, (_, at) => `\u001b[32mok\u001b[0m test ${at} passed`).join("\n");
/** A program's source that spells escapes and has none. */
const SOURCE = ORDERS.replace("sent", "\\u001b[32m");

const tool = (name: string): object => ({ type: "function", name, parameters: { type: "object", properties: {} } });
const responses = (output: string, tools: object[] | undefined, more: object = { previous_response_id: "resp_1" }) => ({
  model: "gpt-5",
  ...more,
  ...(tools && { tools }),
  input: [{ type: "function_call_output", call_id: "c1", output }],
});
const gemini = (name: string, output: string) => ({
  cachedContent: "cachedContents/x",
  contents: [{ role: "user", parts: [{ functionResponse: { name, response: { output } } }] }],
});

/** What is sent in place of a result; none if the body goes as it came. */
function sent(request: object): string | undefined {
  const body = Buffer.from(JSON.stringify(request));
  const { body: reduced, changed, report } = reduceBody(body);
  if (!changed) return undefined;
  expect(report.skipped).toBeUndefined();
  const again = reduceBody(reduced);
  expect(Buffer.compare(Buffer.from(again.body), Buffer.from(reduced))).toBe(0);
  return Buffer.from(reduced).toString();
}

describe("a result whose call the provider has", () => {
  it.each([{ previous_response_id: "resp_1" }, { conversation: "conv_1" }, { conversation: { id: "conv_1" } }])(
    "loses the white space of JSON where no tool shows files: %j",
    (more) => {
      const text = sent(responses(ORDERS, [tool("get_orders"), tool("get_weather")], more));
      expect(text).toContain(JSON.stringify(JSON.stringify(JSON.parse(ORDERS))));
    },
  );

  it.each(["read_file", "shell", "apply_patch", "mcp__files__read_file"])("keeps it beside the tool %s", (name) => {
    expect(sent(responses(ORDERS, [tool("get_orders"), tool(name)]))).toBeUndefined();
    expect(sent(responses(SOURCE, [tool("get_orders"), tool(name)]))).toBeUndefined();
  });

  it.each(["shell", "local_shell"])("loses a terminal's colours beside the provider's own tool %s", (type) => {
    const text = sent(responses(COLOURED, [{ type }, tool("read_file")]));
    expect(text).toContain("ok test 59 passed");
    expect(text).not.toContain("u001b");
  });

  it("keeps what may be the user's words", () => {
    expect(sent(responses(COLOURED, [tool("get_orders"), tool("AskUserQuestion")]))).toBeUndefined();
  });

  it("keeps everything where no tool is named, or nothing says that the provider has the call", () => {
    for (const tools of [undefined, []]) expect(sent(responses(COLOURED, tools))).toBeUndefined();
    expect(sent(responses(COLOURED, [tool("get_orders")], {}))).toBeUndefined();
    expect(sent(responses(COLOURED, [tool("get_orders")], { previous_response_id: null }))).toBeUndefined();
  });

  it("loses text only if every tool's results may", () => {
    const long = Array.from({ length: 9000 }, (_, at) => `row ${at} of the report, which says ${at * 31}`).join("\n");
    const text = sent(responses(long, [tool("get_orders")]));
    expect(text).toContain("row 0 of the report");
    expect((text as string).length).toBeLessThan(long.length / 2);
    expect(sent(responses(long, [tool("get_orders"), tool("Task")]))).toBeUndefined();
    expect(sent(responses(long, [tool("get_orders"), { type: "shell" }]))).toBeUndefined();
  });

  it("is judged by its own name where it has one", () => {
    expect(sent(gemini("get_orders", ORDERS))).toContain(JSON.stringify(JSON.stringify(JSON.parse(ORDERS))));
    expect(sent(gemini("read_file", ORDERS))).toBeUndefined();
    expect(sent(gemini("run_shell_command", ORDERS))).toBeUndefined();
    expect(sent(gemini("run_shell_command", COLOURED))).not.toContain("u001b");
    expect(sent(gemini("ask_user", COLOURED))).toBeUndefined();
  });

  it("is each of several with one name or one id", () => {
    const two = responses(ORDERS, [tool("get_orders")]);
    const text = sent({ ...two, input: [...two.input, ...two.input] }) as string;
    expect(text).not.toContain("\\n");
    const one = gemini("get_orders", ORDERS);
    const part = one.contents[0]?.parts[0];
    expect(sent({ ...one, contents: [{ role: "user", parts: [part, part] }] })).not.toContain("\\n");
  });
});
