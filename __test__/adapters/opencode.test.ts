import { describe, expect, it } from "vitest";
import { createOpencodePlugin, TamisPlugin } from "../../ts/adapters/opencode.js";

const COLORED = Array.from({ length: 40 }, (_, at) => `\u001b[32mSTEP\u001b[0m test ${at}   `).join("\n");

const PLAIN = Array.from({ length: 40 }, (_, at) => `STEP test ${at}`).join("\n");

async function runTool(plugin: typeof TamisPlugin, call: { tool: string; args?: unknown }, output: unknown) {
  const result = { title: "t", output, metadata: {} };
  await (await plugin())["tool.execute.after"](call, result);
  return result;
}

describe("opencode's plugin", () => {
  it("makes a tool's output smaller before it is recorded, and changes nothing else", async () => {
    const result = await runTool(TamisPlugin, { tool: "bash", args: { command: "npm test" } }, COLORED);
    expect(result).toEqual({ title: "t", output: PLAIN, metadata: {} });
  });

  it("leaves the text of a file alone", async () => {
    const { output } = await runTool(TamisPlugin, { tool: "read", args: { filePath: "/a.ts" } }, COLORED);
    expect(output).toBe(COLORED);
  });

  it.each([undefined, null, 5, [{ type: "text" }]])("leaves an output alone that is no text: %j", async (output) => {
    expect((await runTool(TamisPlugin, { tool: "bash" }, output)).output).toEqual(output);
  });

  it("tells whoever summarises a conversation what marks in its outputs mean, if outputs of it were shortened", async () => {
    const hooks = await TamisPlugin();
    const compacted = async (sessionID: string) => {
      const compaction = { context: ["theirs"], prompt: undefined };
      await hooks["experimental.session.compacting"]({ sessionID }, compaction);
      return compaction.context;
    };
    await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s-1" }, { output: "short" });
    expect(await compacted("s-1")).toEqual(["theirs"]);
    await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s-1" }, { output: COLORED });
    expect(await compacted("s-1")).toEqual(["theirs", expect.stringContaining("shortened by Tamis")]);
    expect(await compacted("s-2")).toEqual(["theirs"]);
    await expect(
      hooks["experimental.session.compacting"]({ sessionID: "s-1" }, undefined as never),
    ).resolves.toBeUndefined();
  });

  it("takes a policy", async () => {
    const none = createOpencodePlugin({ policy: { mode: "observe" } });
    expect((await runTool(none, { tool: "bash" }, COLORED)).output).toBe(COLORED);
    expect(() => createOpencodePlugin({ policy: { arrival: "everything" } as never })).toThrow("arrival");
  });
});
