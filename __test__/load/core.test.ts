// Where neither the addon nor WebAssembly loads.
import { expect, it, vi } from "vitest";
import { condense } from "../../ts/condensation/index.js";
import { loadLossless } from "../../ts/load/lossless.js";
import { loadTextBackend } from "../../ts/load/text-backend.js";
import { longConversation } from "../condensation/long-conversation.js";
import { thrownBy } from "../support/thrown.js";

vi.mock("../../ts/load/backend.js", async (original) => ({
  ...(await original<object>()),
  loadBackend: () => ({ reason: "no file; tamis.wasm is not installed" }),
}));

it.each([
  ["texts", loadTextBackend],
  ["the lossless phase", loadLossless],
])("what asks the core of %s fails with the reason and what to do", (_, load) => {
  const { code, message } = thrownBy(load);
  expect(code).toBe("BACKEND_UNAVAILABLE");
  expect(message).toMatch(/^neither the addon nor WebAssembly can be loaded: no file; tamis\.wasm is not installed/);
});

it("a condensation fails the same way: it counts tokens first", async () => {
  const messages = longConversation({ turns: 8 });
  await expect(condense({ messages, wire: "openai-chat" }, { provider: "smart" })).rejects.toMatchObject({
    code: "BACKEND_UNAVAILABLE",
  });
});
