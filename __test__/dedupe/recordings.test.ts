import { expect, it } from "vitest";
import { Repeats } from "../../ts/dedupe/render.js";
import { restoreRepeats } from "../../ts/dedupe/restore.js";
import { WIRES } from "../../ts/wires/index.js";
import { textsOf } from "../../ts/wires/transcript.js";
import { readRecording, recordings } from "../support/recordings.js";

if (recordings === undefined)
  console.log("pointers in recordings: skipped, TAMIS_SHARED names no folder with recordings");

it.runIf(recordings !== undefined)(
  "pointers remove at least 8 % of the bytes of recorded results, which all come back",
  () => {
    let [before, after] = [0, 0];
    for (const recording of (recordings ?? []).filter(({ primary }) => primary)) {
      const wire = WIRES.of(recording.wire);
      const { [wire.listKey]: list = [] } = JSON.parse(readRecording(recording).toString()) as Record<
        string,
        unknown[]
      >;
      const results = wire
        .read(list)
        .results.flatMap(({ messageIndex, callId, toolName, content }) =>
          textsOf(content).map((text) => ({ text, messageIndex, callId, toolName })),
        );
      const rendered = new Repeats(results).render();
      const sent = results.map(({ text }, at) => ({
        text: rendered[at]?.text ?? text,
        references: rendered[at]?.references,
      }));
      const restored = restoreRepeats(sent);
      results.forEach(({ text }, at) => {
        before += Buffer.byteLength(text);
        after += Buffer.byteLength(sent[at]?.text ?? "");
        if (rendered[at] !== undefined && restored[at] !== text) expect.fail(`${recording.file}: result ${at}`);
      });
    }
    expect(before).toBeGreaterThan(10e6);
    expect(1 - after / before).toBeGreaterThan(0.08);
  },
  120_000,
);
