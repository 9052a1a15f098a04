// The least that smart condensation may leave of a conversation, in decision tokens: what the requirements keep word for word,
// and with it the least that their ranges leave of everything else. Ids, keys and media do not count, so it is rather less.

/** Source: requirements document 003, FR-LS-002; the least share that a range leaves of what may be condensed. */
const LEAST_SHARE = { results: 0.1, calls: 0.3, thinking: 0.4, answers: 0.8 };
/** Results of failed calls stay word for word up to so many chars. */
const MAX_ERROR_CHARS = 4_000;

/** @param inside the exports of the modules of {@link FLOOR_MODULES} */
export function floorOf(context, inside) {
  const { classify, openConversation, readBounds, resultTexts, decisionWeight } = inside;
  const typed = classify(openConversation(context));
  const bounds = readBounds(typed);
  const failed = resultTexts(typed).filter(({ isError }) => isError);
  const own = {
    bounds,
    tokens: (text) => Math.floor((decisionWeight(text) + 512) / 1024),
    errors: new Set(failed.map(({ slot }) => slot.block)),
    failedCalls: new Set(failed.map(({ slot }) => slot.block.call?.callId)),
    newest: typed.conversation.roles.lastIndexOf("assistant"),
    removable: new Set(bounds.removable),
    facts: inside.messageFacts(typed.blocks),
  };
  const left = { verbatim: 0, results: 0, calls: 0, thinking: 0, answers: 0 };
  for (const block of typed.blocks) for (const [kind, tokens] of partsOf(block, own, inside)) left[kind] += tokens;
  const rest = Object.entries(LEAST_SHARE).reduce((sum, [kind, share]) => sum + left[kind] * share, 0);
  return { verbatim: left.verbatim, leastByRanges: left.verbatim + rest };
}

export const FLOOR_MODULES = [
  ...["condensation/lossy/classification/classify", "condensation/lossy/classification/sentences"],
  ...["condensation/lossy/classification/verbatim", "condensation/lossless/result-text"],
  ...["condensation/providers/smart/bounds", "condensation/providers/smart/measure"],
];

/** Tokens of a block by what they are. */
function partsOf(block, own, { sentencesOf, staysVerbatim, NO_FACTS }) {
  const { type, texts, source, messageIndex, call } = block;
  const { tokens, bounds, facts } = own;
  const all = texts.length === 0 ? tokens(source.text) : texts.reduce((sum, { text }) => sum + tokens(text), 0);
  if (type === "ASSISTANT_MESSAGE") {
    return texts.flatMap(({ text }) => {
      const sentences = sentencesOf(text);
      const stays = (sentence, at) =>
        staysVerbatim(sentence, { at, count: sentences.length }, facts.get(block) ?? NO_FACTS);
      return sentences.map((one, at) => [stays(one, at) ? "verbatim" : "answers", tokens(one.text)]);
    });
  }
  if (type === "ASSISTANT_THINKING")
    return own.removable.has(block) ? [] : [[texts.length > 0 ? "thinking" : "verbatim", all]];
  if (texts.length === 0 || type === "USER_MESSAGE" || type === "SYSTEM_MESSAGE") return [["verbatim", all]];
  if (type === "TOOL_CALL") {
    const isKept = messageIndex >= bounds.openFrom || own.failedCalls.has(call?.callId);
    return [[isKept ? "verbatim" : "calls", all]];
  }
  const isError = own.errors.has(block) && texts.every(({ text }) => text.length <= MAX_ERROR_CHARS);
  return [[isError || messageIndex > own.newest ? "verbatim" : "results", all]];
}
