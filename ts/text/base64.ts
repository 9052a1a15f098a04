// Leaves out long base64, of which no part says anything.
//
//   shot: data:image/png;base64,iVBORw0KGgo…  ──▶  shot: [image/png data URL of 293 KB left out]

/** Shorter runs stay. */
const LEAST_CHARS = 1_000;
/** Longest front of a data URL that is looked at. */
const FRONT_CHARS = 160;
const RUN = /[A-Za-z0-9+/=_-]+/g;
const FRONT = /data:([\w/.+-]{1,64})(?:;[\w=-]{1,40})*;base64,$/;

/** A text whose runs of base64 with at least 1,000 chars are notes that say what they were. Linear. */
export function withoutBase64(text: string): string {
  let made = "";
  let copied = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length < LEAST_CHARS) continue;
    const front = FRONT.exec(text.slice(Math.max(copied, index - FRONT_CHARS), index));
    if (front === null && !isBase64(run)) continue;
    const what = front === null ? "base64" : `${front[1]} data URL`;
    const kilobytes = Math.ceil((Math.floor((run.length + (front?.[0].length ?? 0)) / 4) * 3) / 1024);
    made += `${text.slice(copied, index - (front?.[0].length ?? 0))}[${what} of ${kilobytes} KB left out]`;
    copied = index + run.length;
  }
  return made + text.slice(copied);
}

/** Whether capitals, small letters and digits change as often as in no words. */
function isBase64(run: string): boolean {
  if (!/[0-9]/.test(run) || !/[a-z]/.test(run) || !/[A-Z]/.test(run)) return false;
  let changes = 0;
  let last = "";
  for (const char of run) {
    const kind = /[0-9]/.test(char) ? "0" : /[a-z]/.test(char) ? "a" : /[A-Z]/.test(char) ? "A" : "";
    if (kind === "") continue;
    if (last !== "" && kind !== last) changes++;
    last = kind;
  }
  return changes * 10 >= run.length;
}
