// The edits of a session whose quoted lines a policy changed or took out of the request.

/**
 * The edits, in order. `inside` has the modules of `ts/simulate`. Each has the lines that it quotes and whether the reduced
 * request has them, and the results and calls that had them, with what became of each.
 */
export function changedEdits(inside, trace) {
  const session = inside.readSession(trace, {});
  if ("reason" in session) return [];
  const needs = inside.needsOf(session);
  if (needs.steps.every(({ edits }) => edits.every(({ lines }) => lines.length === 0))) return [];
  const { stretches } = inside.maskingPolicy("balanced", {}).schedule(session, inside.cacheRuleOf(session));
  const byStep = new Map(stretches.map((stretch) => [stretch.fromStep, stretch]));
  const shown = new Map();
  const found = [];
  for (const [step, { edits }] of needs.steps.entries()) {
    note(shown, needs, byStep.get(step));
    const wanted = edits.filter(({ lines }) => lines.length > 0);
    if (wanted.length === 0) continue;
    const before = needs.sources.byMessage.slice(0, session.steps.cuts[step]).flat();
    for (const [at, edit] of wanted.entries()) {
      const read = readEdit(inside.linesOf(edit.text.old), before, shown);
      const { path = "?" } = edit.text;
      if (read.sources.some(({ isChanged }) => isChanged))
        found.push({ id: `${trace.name}#${step}.${at}`, wire: session.wire, path, ...told(read, session, step) });
    }
  }
  return found;
}

/** Notes what is not as it was from a step on. */
function note(shown, { sources }, { shown: results = [], said = [] } = {}) {
  for (const [result, text] of results) shown.set(sources.ofResult.get(result), text);
  for (const [unit, texts] of said) {
    const source = sources.ofUnit.get(unit);
    if (texts === undefined) shown.delete(source);
    else shown.set(source, texts.join("\n"));
  }
}

/** What has the lines of an edit, and what is left of that. */
function readEdit(quoted, before, shown) {
  const texts = before.map((source) => ({ source, text: source.texts().join("\n"), now: shown.get(source) }));
  const lines = [...quoted].map((text) => ({
    text,
    isThere: texts.some((one) => (one.now ?? one.text).includes(text)),
  }));
  const had = texts.filter(({ text }) => [...quoted].some((line) => text.includes(line)));
  const sources = had.map(({ source, text, now }) => {
    const isChanged = now !== undefined && [...quoted].some((line) => text.includes(line) && !now.includes(line));
    return { source, text, now: now ?? text, isChanged };
  });
  return { lines, sources };
}

function told({ lines, sources }, session, step) {
  const ageOf = ({ messageIndex }) => step - session.steps.cuts.findIndex((cut) => cut > messageIndex);
  return {
    lines,
    lost: lines.filter(({ isThere }) => !isThere).length,
    sources: sources.map(({ source, text, now, isChanged }) => ({
      what: source.result?.toolName ?? (source.isCall ? "a call" : "words"),
      ...{ age: ageOf(source), before: text.length, after: now.length },
      head: isChanged ? now.slice(0, 200).replaceAll("\n", "⏎") : "whole",
    })),
  };
}
