import { describe, expect, it } from "vitest";
import { chooseForm, limitObservation, renderPlaceholder, renderToolName } from "../../ts/masking/placeholder.js";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { chat, pair } from "../contract/wires-build.js";
import { expectAgreement } from "../support/agreement.js";
import { native, otherBackend } from "../support/native.js";

const SUBJECT = { callId: "c", toolName: undefined, messageIndex: 0, content: { kind: "text", text: "a\nb" } } as const;

describe("renderToolName", () => {
  it.each([
    [undefined, "unknown"],
    ["", "unknown"],
    ["\n\t", "unknown"],
    ["bash", "bash"],
    ["a\u0000b\u009fc\u00a0d", "abc\u00a0d"],
    ["n".repeat(129), "n".repeat(128)],
    ["😀".repeat(65), "😀".repeat(64)],
    [`n${"😀".repeat(65)}`, `n${"😀".repeat(63)}`],
  ])("%j → %j", (name, shown) => expect(renderToolName(name, "unknown")).toBe(shown));
});

describe("chooseForm", () => {
  const rendered = (family: "conversation" | "observation", locale: "en" | "fr", marker: "unknown" | "no" | "yes") =>
    renderPlaceholder(chooseForm({ family, locale }, marker), SUBJECT);
  it.each([
    ["conversation", "en", "no", "[Observation masked: old tool result (tool_call_id=c, tool=unknown, chars=3)]"],
    [
      "conversation",
      "fr",
      "unknown",
      "[Observation masquée: résultat d’outil ancien (tool_call_id=c, outil=inconnu, chars=3)]",
    ],
    [
      "conversation",
      "en",
      "yes",
      "[Observation masked: old tool error, do not retry without new input (tool_call_id=c, tool=unknown, chars=3)]",
    ],
    [
      "conversation",
      "fr",
      "yes",
      "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée (tool_call_id=c, outil=inconnu, chars=3)]",
    ],
    ["observation", "fr", "yes", "[observation masked — 3 chars]"],
  ] as const)("%s %s, error: %s", (family, locale, marker, text) =>
    expect(rendered(family, locale, marker)).toBe(text),
  );

  it("prefers a template to the error text", () => {
    const form = chooseForm(
      { family: "conversation", locale: "fr", template: "{original_lines} of {tool_name}" },
      "yes",
    );
    expect(renderPlaceholder(form, SUBJECT)).toBe("2 of inconnu");
  });
});

describe("limitObservation", () => {
  const content = { kind: "text", text: "0123456789".repeat(20) } as const;
  it.each([
    [false, null, "[placeholder]"],
    [false, 1, "[placeholder]"],
    [false, 17, "[placeholder]"],
    [false, 18, "[placeholder]\n0..."],
    [false, 27, "[placeholder]\n0123456789..."],
    [true, 80, "[placeholder]"],
    [true, 5, "[plac"],
    [true, 81, `[placeholder]\n${"0123456789".repeat(7).slice(0, 64)}...`],
  ])("limits an observation: %s, limit %s", (observation, limit, text) => {
    expect(limitObservation("[placeholder]", content, observation, limit)).toBe(text);
  });
});

describe("an observation placeholder", () => {
  const turns = ["old", "new"].flatMap((id) => chat.turn(pair(id, `${id} text `.repeat(100))));
  const body = Buffer.from(JSON.stringify(chat.request([chat.user("go"), ...turns])));
  const other = otherBackend();

  it.each([
    [80, false],
    [81, true],
  ])("that %i chars are the limit of has a handle: %j", (maxObservationChars, hasHandle) => {
    const policy = resolvePolicy({
      preset: "none",
      mask: { windowTurns: 1, minChars: 0, placeholder: { family: "observation" }, maxObservationChars },
      cache: { strategy: "every-turn" },
      restore: { handles: true, key: "a key of sixteen chars" },
    });
    const reduced = Buffer.from(other.reduceBody(body, policy, {}).body).toString();
    expect(reduced).toContain("[observation masked — 900 chars");
    expect(reduced.includes(" ref=")).toBe(hasHandle);
    if ("addon" in native) {
      expectAgreement({ native: createNative(native.addon, native.levels.at(-1)), other }, body, policy);
    }
  });
});
