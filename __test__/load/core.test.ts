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
  expect(message).toMatch(
    /^neither the addon nor WebAssembly can be loaded: no file; tamis\.wasm is not installed/,
  );
});

it("a smart condensation says so and leaves the work to the next provider", async () => {
  const messages = longConversation({ turns: 8 });
  const { fellBackFrom, report } = await condense({ messages, wire: "openai-chat" }, { provider: "smart" });
  expect(fellBackFrom).toBe("smart");
  expect(report.notes[0]?.code).toBe("provider_failed");
  expect(report.notes[0]?.message).toMatch(/^smart failed: .*neither the addon nor WebAssembly can be loaded: no file/);
});
