// A month of somebody's days with one agent in one home: what is done when, the same for every run. Sessions are resumed after minutes
// and days, change their model, are compacted, cleared and rewound, and two projects are worked on at once.
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const SESSIONS = 30;

/** Numbers from 0 to below 1, the same for the same seed. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const MODELS = ["claude-opus-5-5", "claude-opus-5-5", "claude-sonnet-5"];

/**
 * The events in the order of time: `{ at, session, project, do, … }`, where `do` is `launch` (`resumes`: whether the agent is to go on),
 * `prompt` (`model`), `tools`, `compact`, `clear`, `rewind` or `end`. `isLater`: after the upgrade.
 */
export function monthEvents() {
  const events = Array.from({ length: SESSIONS }, (_, index) => sessionEvents(index)).flat();
  return events.sort((a, b) => a.at - b.at || a.session - b.session || a.order - b.order);
}

function sessionEvents(session) {
  const next = random(session * 7_919 + 11);
  const between = (least, most) => least + Math.floor(next() * (most - least + 1));
  // Every fifth session begins while the one before it goes on, in the other project.
  const day = session % 5 === 4 ? session - 1 : session;
  let at = day * DAY + 9 * 60 * MINUTE + (session - day) * 2 * MINUTE;
  const events = [];
  const add = (what, more = {}) =>
    events.push({ at, order: events.length, session, project: session % 5 === 4 ? "two" : "one", do: what, ...more });
  let model = MODELS[session % MODELS.length];
  for (let part = 0; part < 1 + (session % 3); part++) {
    if (part > 0) at += part === 1 ? between(8, 75) * MINUTE : between(1, 3) * DAY;
    add("launch", { resumes: part > 0, isLater: at >= (SESSIONS / 2) * DAY });
    for (let prompt = 0; prompt < between(2, 4); prompt++) {
      if (prompt > 0) at += between(1, 9) * MINUTE;
      const isSecond = part === 0 && prompt === 1;
      if (isSecond && session % 6 === 1) model = model === MODELS[0] ? MODELS[2] : MODELS[0];
      if (isSecond && session % 6 === 2) add("compact");
      if (isSecond && session % 6 === 3) add("clear");
      if (part === 0 && prompt === 2 && session % 6 >= 4) add("rewind");
      add("prompt", { model });
      for (let turn = between(5, 14); turn > 0; turn--) {
        at += between(6, 40) * 1_000;
        add("tools", { model, isLast: turn === 1 });
      }
    }
    at += 20_000;
    add("end");
  }
  return events;
}
