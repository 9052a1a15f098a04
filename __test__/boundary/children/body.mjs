// What the child processes of these tests share: a request, a policy, and the right answer.
export const EAGER = {
  mask: { windowTurns: 1, minChars: 0, keepErrors: false },
  cache: { strategy: "every-turn" },
};

/** A request of `turns` turns with results of `chars` chars each. */
export function makeBody(chars, turns = 3, fill = "x") {
  const messages = [{ role: "user", content: "go" }];
  for (let turn = 0; turn < turns; turn++) {
    const call = { id: `call_${turn}`, type: "function", function: { name: "f", arguments: "{}" } };
    messages.push({ role: "assistant", content: null, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: `call_${turn}`, content: fill.repeat(chars) });
  }
  return Buffer.from(JSON.stringify({ model: "m", messages }));
}

/** What {@link makeBody} becomes with that window, worked out without the package. */
export function expectedText(chars, turns = 3, fill = "x", window = 1) {
  const request = JSON.parse(makeBody(chars, turns, fill).toString());
  for (const message of request.messages.filter(({ role }) => role === "tool").slice(0, -window)) {
    message.content = `[old result left out: ${fill.length * chars} chars]`;
  }
  return JSON.stringify(request);
}
