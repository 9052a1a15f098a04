// Requests whose tool outputs are made to be hard for reductions at arrival, in any size, and how the time for them grows.

const LINE = "waiting for the server, which does not answer the call so far 12\n";

/** @type {Record<string, (bytes: number) => string[]>} the outputs of a request of so many bytes */
const OUTPUTS = {
  "one line again and again": (bytes) => [LINE.repeat(bytes / (LINE.length + 1))],
  "two lines in turn": (bytes) => [`${LINE}${LINE.replace("12", "x")}`.repeat(bytes / (2 * LINE.length + 1))],
  "lines that differ in a number": (bytes) => [lines(bytes, 28, (at) => `step ${at + 1e9} of many more`)],
  "equal outputs": (bytes) => Array(Math.floor(bytes / 4300)).fill(LINE.repeat(64)),
  // Lines of equal hashes make each of these a candidate for a pointer, and none is long enough.
  "blocks that begin alike": (bytes) => [lines(bytes, 200, (at) => `${LINE.repeat(3)}${at + 1e6}`)],
  "runs a byte too short to point to": (bytes) => [lines(bytes, 212, (at) => `${"a\n".repeat(99)}${at + 1e6}`)],
  "outputs of one line that end otherwise": (bytes) => ended(bytes, LINE.repeat(64)),
  "outputs of two short lines that end otherwise": (bytes) => ended(bytes, "one\ntwo\n".repeat(150)),
  "one line": (bytes) => ["x".repeat(bytes)],
  "blank lines": (bytes) => ["\n".repeat(bytes / 2)],
  "lines of blanks": (bytes) => [" \n".repeat(bytes / 3)],
  "sequences without end": (bytes) => ["\u001b[3".repeat(bytes / 8)],
  "titles without end": (bytes) => ["\u001b]0;".repeat(bytes / 9)],
  "moves to the right": (bytes) => ["\u001b[9C".repeat(bytes / 9)],
  redraws: (bytes) => ["x\r".repeat(bytes / 3)],
  "hits in one file": (bytes) => [lines(bytes, 32, (at) => `src/module/a.ts:${1e6 + at}:foo()`)],
  "hits in a file each": (bytes) => [lines(bytes, 32, (at) => `src/module/${1e6 + at}a.ts:1:foo()`)],
  "paths that share less and less": (bytes) => [lines(bytes, 64, (at) => `a/${"b/".repeat(20 - (at % 20))}${at}`)],
  "numbered lines": (bytes) => [lines(bytes, 24, (at) => `${String(at + 1).padStart(9)}→x(${at});`)],
  "open brackets": (bytes) => [`${"[ ".repeat(bytes / 2)}]`],
  "beginnings of notes": (bytes) => ["[… 1".repeat(bytes / 7)],
};

/** Outputs of so many bytes together: a text again and again, each with another last line. */
function ended(bytes, text) {
  return Array.from({ length: Math.floor(bytes / (text.length + 8)) }, (_, at) => `${text}${at}`);
}

/**
 * Variables of the environment under which blocks of every size come from memory that the process keeps. By default glibc keeps
 * up to 32 MiB and gives larger blocks back, so that the system has to zero them anew each time: from one size to the next a
 * plain copy then takes four to six times as long.
 */
export const KEPT_MEMORY = {
  GLIBC_TUNABLES: "glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=8589934592",
};

/** The names of the kinds of requests. */
export const HOSTILE_NAMES = Object.keys(OUTPUTS);

/**
 * The outputs of tools of about so many bytes together.
 *
 * @param {string} name one of {@link HOSTILE_NAMES}
 * @param {number} bytes
 */
export function hostileOutputs(name, bytes) {
  const make = OUTPUTS[name];
  if (make === undefined) throw new Error(`no hostile outputs are called ${name}`);
  return make(bytes);
}

/**
 * An OpenAI Chat request of about so many bytes.
 *
 * @param {string} name one of {@link HOSTILE_NAMES}
 * @param {number} bytes
 */
export function hostileRequest(name, bytes) {
  const messages = hostileOutputs(name, bytes).flatMap((content, at) => [
    { role: "assistant", tool_calls: [{ id: `c${at}`, function: { name: "Bash", arguments: "{}" } }] },
    { role: "tool", tool_call_id: `c${at}`, content },
  ]);
  return Buffer.from(JSON.stringify({ model: "gpt-4o", messages }));
}

/**
 * The largest t(2n)/t(n) of CPU times, each the best of `rounds`. With `--expose-gc` each begins without the memory of the one
 * before.
 *
 * @param {(body: Buffer) => unknown} reduce must not remember bodies
 * @param {string} name one of {@link HOSTILE_NAMES}
 * @param {{ sizes: readonly number[], rounds: number, leastBytes?: number }} options sizes in bytes, each twice the one before.
 * A round is of at least `leastBytes`: of a small size several, one after the other, so that caches help them less.
 */
export function largestGrowth(reduce, name, { sizes, rounds, leastBytes = 0 }) {
  const times = sizes.map((bytes) => {
    const bodies = Array.from({ length: Math.max(1, leastBytes / bytes) }, () => hostileRequest(name, bytes));
    const micros = Array.from({ length: rounds }, () => {
      globalThis.gc?.();
      const before = process.cpuUsage();
      for (const body of bodies) reduce(body);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / bodies.length;
    });
    return Math.min(...micros);
  });
  const ratios = times.slice(1).map((time, at) => time / (times[at] ?? Number.NaN));
  return { millis: times.map((time) => time / 1000), ratio: Math.max(...ratios) };
}

/**
 * @param {number} bytes of them all
 * @param {number} lineBytes about those of one
 * @param {(at: number) => string} line
 */
function lines(bytes, lineBytes, line) {
  return Array.from({ length: Math.floor(bytes / (lineBytes + 1)) }, (_, at) => line(at)).join("\n");
}
