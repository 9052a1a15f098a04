// One reduction of the mock, with every kind of change.
const CODE = Array.from(
  { length: 60 },
  (_, line) => `  const value${line} = read(line, ${line * 3}); // ${"·".repeat(line % 9)}`,
);

/** A text that repeats itself in numbered lines. */
function bigText(chars) {
  const lines = [];
  for (let length = 0, line = 0; length < chars; line++) {
    const next = `${line}: ${"the quick brown fox jumps over the lazy dog ".repeat(1 + (line % 4))}`;
    lines.push(next);
    length += next.length + 1;
  }
  return lines.join("\n");
}

const cut = (text, kind, side) => {
  const rest = text.length - 2000;
  return rest > 0 ? { side, kind, text: text.slice(0, 2000), rest } : { side, kind, text };
};

function blocksOf(text, bigChars) {
  const code = text(CODE.join("\n"));
  const masked = "[Masked: result of Read, 4,120 chars; call it again to see it]";
  const shorter = CODE.filter((_, line) => line % 5 !== 2).join("\n");
  return [
    {
      role: "user",
      change: "kept",
      blocks: [kept("text", text("Repair the parser: it drops the last line.\nKeep the tests as they are."))],
    },
    {
      role: "assistant",
      change: "dropped",
      blocks: [changed("thinking", "dropped", [cut(text("I should look at the parser first."), "dropped", "before")])],
    },
    { role: "assistant", change: "kept", blocks: [kept("call", text('{"path":"src/parser.ts"}'), "Read")] },
    {
      role: "tool",
      change: "masked",
      blocks: [changed("result", "masked", [cut(code, "masked", "before"), cut(masked, "masked", "after")], "Read")],
    },
    {
      role: "tool",
      change: "deduplicated",
      blocks: [
        changed(
          "result",
          "deduplicated",
          [
            cut("parser.ts, read again:\n", "kept", "both"),
            cut(code, "deduplicated", "before"),
            {
              ...cut("⟨ Reference: See message #3 for src/parser.ts ⟩", "deduplicated", "after"),
              pointer: "/messages/4/content",
            },
          ],
          "Read",
        ),
      ],
    },
    {
      role: "tool",
      change: "shortened",
      blocks: [
        changed(
          "result",
          "shortened",
          [cut(code, "shortened", "before"), cut(text(shorter), "shortened", "after")],
          "Bash",
        ),
      ],
    },
    {
      role: "tool",
      change: "clipped",
      blocks: [
        changed(
          "result",
          "clipped",
          [
            cut("npm test\n", "kept", "both"),
            cut(code, "clipped", "before"),
            cut("[… 2,400 chars left out …]", "clipped", "after"),
          ],
          "Bash",
        ),
      ],
    },
    {
      role: "tool",
      change: "consolidated",
      blocks: [
        changed(
          "result",
          "consolidated",
          [
            cut("a.ts\nb.ts\nc.ts", "consolidated", "before"),
            cut("⟨ Consolidated 3 operations: list src ⟩", "consolidated", "after"),
          ],
          "Glob",
        ),
      ],
    },
    {
      role: "assistant",
      change: "summarised",
      blocks: [
        changed("text", "summarised", [
          cut(text("A long account of what was tried."), "summarised", "before"),
          cut("What was tried: two ways.", "summarised", "after"),
        ]),
      ],
    },
    {
      role: "assistant",
      change: "arguments",
      blocks: [
        changed(
          "call",
          "arguments",
          [
            cut(text(`{"content":"${"x".repeat(900)}"}`), "arguments", "before"),
            cut('{"content":"xxxx[…]"}', "arguments", "after"),
          ],
          "Write",
        ),
      ],
    },
    {
      role: "user",
      change: "added",
      blocks: [changed("text", "added", [cut("A summary of the dropped turns.", "added", "after")])],
    },
    {
      role: "tool",
      change: "repaired",
      blocks: [
        changed(
          "result",
          "repaired",
          [cut("\ud800", "repaired", "before"), cut("\ufffd", "repaired", "after")],
          "Bash",
        ),
      ],
    },
    ...(bigChars > 0
      ? [
          {
            role: "tool",
            change: "masked",
            blocks: [
              changed(
                "result",
                "masked",
                [cut(bigText(bigChars), "masked", "before"), cut(masked, "masked", "after")],
                "Bash",
              ),
            ],
          },
        ]
      : []),
    { role: "user", change: "kept", blocks: [kept("text", text("Now the tests."))] },
  ];

  function changed(type, change, spans, toolName) {
    const charsOf = (side) =>
      spans
        .filter((span) => span.side === side || span.side === "both")
        .reduce((sum, span) => sum + span.text.length + (span.rest ?? 0), 0);
    return block(type, change, spans, charsOf("before"), charsOf("after"), toolName);
  }
  function kept(type, content, toolName) {
    return block(type, "kept", [cut(content, "kept", "both")], content.length, content.length, toolName);
  }
  function block(type, change, spans, charsBefore, charsAfter, toolName) {
    return {
      index: 0,
      type,
      ...(toolName === undefined ? {} : { toolName: text(toolName), callId: "call_1" }),
      change,
      ...(change === "kept" ? {} : { why: text("It is older than the newest 8 tool turns.") }),
      charsBefore,
      charsAfter,
      spans,
    };
  }
}

/** The block with its whole texts. */
export function wholeBlock(message, _block, text, bigChars) {
  const [found] = blocksOf(text, bigChars)
    .map((one) => one.blocks[0])
    .slice(message, message + 1);
  const isBig = bigChars > 0 && found.charsBefore > 10_000;
  const spans = found.spans.map(({ rest, ...span }) => ({
    ...span,
    text: isBig && span.side === "before" ? bigText(bigChars) : rest === undefined ? span.text : text(CODE.join("\n")),
  }));
  return { ...found, spans };
}

export function createDetail({ id, row, text, bigChars, strategy }) {
  const messages = blocksOf(text, bigChars).map((message, index) => ({ index, ...message }));
  const decisions = messages.map(({ index, blocks: [block] }) => ({
    messageIndex: index,
    blockIndex: 0,
    ...(block.toolName === undefined
      ? {}
      : {
          ...{ toolName: block.toolName, callId: block.callId },
          ...{ role: "file", what: text("text of a file: the tool's name says so") },
        }),
    action:
      { kept: "keep", masked: "mask", clipped: "clip", dropped: "remove", arguments: "trim" }[block.change] ??
      "shorten",
    reason: block.change === "kept" ? "window" : "window",
    why: text(
      block.change === "kept" ? "It is within the newest 8 tool turns." : "It is older than the newest 8 tool turns.",
    ),
    charsBefore: block.charsBefore,
    charsAfter: block.charsAfter,
  }));
  const [tokensBefore, tokensAfter] = [row?.tokensBefore ?? 84_000, row?.tokensAfter ?? 41_000];
  return {
    id,
    strategy,
    doneBy: text("Condensed by Smart (improved)"),
    ...(row === undefined ? {} : { row }),
    feedback: text(
      "Context condensed using Smart strategy:\n - Lossless phase: 84,000 → 61,000 tokens (-27%)\n - Lossy phase: 61,000 → 41,000 tokens (-33%)\n - Total reduction: 51% (saved $0.08)\n - Preserved: 12 user messages, 3 decisions\n - Time: 0.1 seconds",
    ),
    numbers: {
      tokensBefore,
      tokensAfter,
      bytesBefore: 340_000,
      bytesAfter: 166_000,
      costBefore: 0.252,
      costAfter: 0.123,
      messages: 96,
      messagesAfter: 94,
      masked: 14,
      clipped: 2,
      shortened: 9,
      deduplicated: 3,
      consolidated: 1,
      summarised: 1,
      dropped: 1,
      shortenedArguments: 2,
      thinkingRemoved: 1,
      elapsedMicros: 1840,
    },
    phases: [
      { name: "lossless", kind: "lossless", tokensBefore: 84_000, tokensAfter: 61_000, ms: 1.2 },
      {
        name: "tool_results",
        kind: "lossy",
        tokensBefore: 61_000,
        tokensAfter: 41_000,
        ms: 0.6,
        note: text("stopped at the target"),
      },
    ],
    decisions,
    preserved: { userMessages: 12, decisions: 3, pinned: 1 },
    references: [
      {
        messageIndex: 4,
        blockIndex: 0,
        type: "file",
        originalIndex: 3,
        path: text("src/parser.ts"),
        hash: "9f86d081884c7d659a2feaa0c55ad015",
        pointer: "/messages/4/content",
      },
    ],
    scores: messages.slice(0, 8).map(({ index }) => ({
      messageIndex: index,
      type: ["USER_MESSAGE", "ASSISTANT_THINKING", "TOOL_CALL", "TOOL_RESULT"][index % 4],
      score: 0.4 + (index % 5) * 0.3,
      parts: { base: 0.2, recency: 0.1 * index, size: -0.1, decision: index % 3 === 0 ? 0.3 : 0 },
      isCritical: index % 3 === 0,
    })),
    types: [
      { type: "TOOL_RESULT", blocks: 41, tokensBefore: 52_000, tokensAfter: 12_000 },
      { type: "USER_MESSAGE", blocks: 12, tokensBefore: 4000, tokensAfter: 4000 },
    ],
    notes: [text("No model is configured, so texts are extracts.")],
    diff: messages,
  };
}
