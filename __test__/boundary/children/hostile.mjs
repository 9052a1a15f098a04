// node hostile.mjs ADDON FROM: calls every export of the addon with hostile arguments, from case FROM on. Before each case
// its number and name go to stdout, so that the last line names the case that ended the process.

import { writeSync } from "node:fs";
import { createRequire } from "node:module";

const [path, from] = process.argv.slice(2);
const addon = createRequire(import.meta.url)(path);
const { settings } = JSON.parse(process.env.TAMIS_TEST_SETTINGS ?? "{}");

const TEXT = '{"model":"gpt-4o","messages":[{"role":"user","content":"hello there"}]}';
const body = () => new Uint8Array(Buffer.from(TEXT));
const words = (count = 64) => new Uint32Array(count);
/** Takes a buffer's memory away, and puts something else where it was. */
function detach(view) {
  structuredClone(view.buffer, { transfer: [view.buffer] });
  globalThis.gc?.();
  for (let at = 0; at < 50; at++) new Uint8Array(view.byteLength || 64).fill(255);
}
/** A list whose element `at` runs code when it is read. */
function trap(list, at, code) {
  const trapped = [...list];
  const get = () => {
    code();
    return list[at];
  };
  Object.defineProperty(trapped, at, { get, enumerable: true, configurable: true });
  return trapped;
}
const detachedView = (Type = Uint8Array, length = 64) => {
  const view = new Type(length);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
};
const policy = () => new addon.CompiledPolicy(settings);

const cases = [];
const add = (name, run) => cases.push([name, run]);

/** Values that are no good anywhere. */
const odd = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  "-1": () => -1,
  "2^32-1": () => 2 ** 32 - 1,
  "2^53": () => 2 ** 53,
  bigint: () => 10n,
  symbol: () => Symbol("x"),
  object: () => ({}),
  "object that throws": () => ({
    valueOf: () => {
      throw new Error("no");
    },
    toString: () => {
      throw new Error("no");
    },
  }),
  list: () => [1, 2],
  "huge list": () => new Array(2 ** 32 - 1),
  "list of lists": () => [[[]]],
  proxy: () =>
    new Proxy([], {
      get: () => {
        throw new Error("no");
      },
    }),
  "empty bytes": () => new Uint8Array(0),
  "detached bytes": () => detachedView(),
  "detached words": () => detachedView(Uint32Array),
  "resizable bytes": () => new Uint8Array(new ArrayBuffer(64, { maxByteLength: 128 })),
  "out-of-bounds bytes": () => {
    const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
    const view = new Uint8Array(buffer, 32, 32);
    buffer.resize(16);
    return view;
  },
  "shared bytes": () => new Uint8Array(new SharedArrayBuffer(64)),
  "shared words": () => new Uint32Array(new SharedArrayBuffer(64)),
  doubles: () => new Float64Array(9),
  "data view": () => new DataView(new ArrayBuffer(8)),
  "one word": () => words(1),
  "odd offset": () => new Uint8Array(new ArrayBuffer(70), 3, 60),
  "half pair": () => "\ud800",
  "long text": () => "é".repeat(1_000_000),
  function: () => () => {},
  engine: () => new addon.Engine(),
  policy,
  intake: () => new addon.BodyIntake(10),
  validator: () => new addon.RequestValidator(),
};

/** What `losslessChanges` is told of the body: one result with a label for its groups, and that label. */
const rowWords = (label = 1) => new Uint32Array([1, 1, TEXT.length - 1, 0, 0, 0, 0, 0, label, label, 1]);

/** The exports with arguments that work. */
const good = {
  plan: () => [new addon.Engine().number, body(), policy().number, 0, 0, words(), undefined, undefined],
  write: () => [new addon.Engine().number, body(), new Uint8Array(10), new Uint8Array(10)],
  digest: () => [new Uint16Array(40).fill(97), 10, 9, 99],
  estimateOn: () => [body(), 0, "scalar"],
  hashTexts: () => [body(), new Uint32Array([0, 4])],
  arrivedForm: () => [new Uint16Array(40).fill(97), 255, 20, 30, words(4)],
  losslessChanges: () => [body(), rowWords()],
  outlineBody: () => [body(), 4],
  rankedWords: () => [new Uint16Array(40).fill(97), words(80)],
  reduceTask: () => [body(), policy(), new addon.Engine().cpu, 0, 0, undefined, undefined],
  locateTask: () => [body(), new addon.Engine().cpu, 0, 0],
  shownByCall: () => [new Uint16Array(40).fill(97), 10, words(4)],
  shortenOutput: () => [new addon.Engine().number, policy().number, body(), 0, body(), words()],
  tokensOfBytes: () => [body(), 0],
  tokensOfSpans: () => [body(), new Uint32Array([1, 5]), 0, words(1)],
  tokensOfString: () => ["text", 0],
  tokensOfTexts: () => [["a", body()], 0, words(2)],
  tokensOfUnits: () => [new Uint16Array(5), 0],
  weighString: () => ["text", 0],
  weighUnits: () => [new Uint16Array(5), 0],
  zstdDecode: () => [body(), 1000],
  returnLargeMemory: () => [],
  protocolSource: () => [],
  ruleTextsSource: () => [],
  ruleDocsSource: () => [],
  vocabulary: () => [],
};
const classes = {
  BodyIntake: {
    make: [10],
    push: () => [body()],
    absorb: () => [body().buffer],
    pushText: () => ["text"],
    take: () => [],
    release: () => [],
    reduceTask: () => [policy(), new addon.Engine().cpu, 0, 0, undefined],
  },
  CompiledPolicy: { make: [settings] },
  Engine: {
    make: [],
    planIntake: () => [new addon.BodyIntake(10), policy(), 0, 0, words(), undefined],
    writeIntake: () => [new addon.BodyIntake(10), new Uint8Array(10)],
    locate: () => [body(), 0, 0, words()],
    describe: () => [body(), 0, words()],
    detectWire: () => [body()],
    reset: () => [],
  },
  RequestValidator: { make: [], validate: () => [body(), 0, undefined, 10, words()] },
};

// Nothing may be missing from the tables.
const known = new Set([...Object.keys(good), ...Object.keys(classes), "PROTOCOL_VERSION"]);
const unknown = Object.keys(addon).filter((name) => !known.has(name));
for (const [name, table] of Object.entries(classes)) {
  const members = Object.getOwnPropertyNames(addon[name].prototype);
  for (const member of members)
    if (!(member in table) && !["constructor", "number", "cpu"].includes(member)) unknown.push(`${name}.${member}`);
}
if (unknown.length > 0) throw new Error(`not in the tables: ${unknown}`);

function sweep(name, call, args) {
  add(`${name} as intended`, () => call(args()));
  for (let at = 0; at < args().length; at++) {
    for (const [what, value] of Object.entries(odd)) {
      add(`${name} argument ${at}: ${what}`, () =>
        call(args().toSpliced?.(at, 1, value()) ?? args().map((v, i) => (i === at ? value() : v))),
      );
    }
  }
  add(`${name} without arguments`, () => call([]));
}
for (const [name, args] of Object.entries(good)) sweep(name, (given) => addon[name](...given), args);
for (const [name, { make, ...methods }] of Object.entries(classes)) {
  sweep(
    `new ${name}`,
    (given) =>
      Object.values(Object.getOwnPropertyDescriptors(addon[name].prototype)).map(({ get }) =>
        get?.call(new addon[name](...given)),
      ),
    () => make,
  );
  for (const [method, args] of Object.entries(methods)) {
    sweep(`${name}.${method}`, (given) => new addon[name](...make)[method](...given), args);
    for (const [what, value] of Object.entries(odd)) {
      add(`${name}.${method} of ${what}`, () => addon[name].prototype[method].call(value(), ...args()));
    }
    for (const other of Object.keys(classes)) {
      add(`${name}.${method} of a ${other}`, () =>
        addon[name].prototype[method].call(new addon[other](...classes[other].make), ...args()),
      );
    }
    add(`${name}.${method} of an object made by Object.create`, () =>
      Object.create(addon[name].prototype)[method](...args()),
    );
  }
}

// Code that runs while the arguments are read.
const LISTS = [
  ["tokensOfTexts", (texts, out) => addon.tokensOfTexts(texts, 0, out)],
  ["exact tokensOfTexts", (texts, out) => addon.tokensOfTexts(texts, 8, out)],
];
for (const [name, call] of LISTS) {
  for (const size of [16, 4096, 1 << 20]) {
    const big = () => new Uint8Array(size).fill(97);
    add(`${name}: a getter detaches the numbers (${size})`, () => {
      const out = words(size);
      call(
        trap(new Array(size).fill("a"), 0, () => detach(out)),
        out,
      );
    });
    add(`${name}: a getter detaches an earlier text (${size})`, () => {
      const first = big();
      call(
        trap([first, "b"], 1, () => detach(first)),
        words(2),
      );
    });
    add(`${name}: a getter detaches the text that it returns (${size})`, () => {
      const text = big();
      call(
        trap([text, text], 0, () => detach(text)),
        words(2),
      );
    });
  }
  add(`${name}: a getter makes the list shorter`, () => {
    const list = ["a", "b", "c"];
    call(
      trap(list, 0, () => (list.length = 0)),
      words(3),
    );
  });
  add(`${name}: a list that counts its own reads`, () => {
    const list = new Array(3);
    let reads = 0;
    for (let at = 0; at < 3; at++) Object.defineProperty(list, at, { get: () => (reads++ % 2 === 0 ? 7 : "text") });
    call(list, words(3));
  });
  add(`${name}: the numbers are a text`, () => {
    const out = words(2);
    call([new Uint8Array(out.buffer), "b"], out);
  });
}
add("tokensOfSpans: spans that are the numbers", () => {
  const both = new Uint32Array([0, 5, 1, 4]);
  addon.tokensOfSpans(body(), both, 0, both.subarray(0, 2));
});
add("plan: numbers within the body", () => {
  const both = new Uint32Array(100);
  new Uint8Array(both.buffer).set(body());
  addon.plan(new addon.Engine().number, new Uint8Array(both.buffer), policy().number, 0, 0, both);
});
add("write: output and rows are one", () => {
  const engine = new addon.Engine();
  const numbers = words();
  addon.plan(engine.number, body(), policy().number, 0, 0, numbers);
  const same = new Uint8Array(1000);
  addon.write(engine.number, body(), same, same);
});
add("losslessChanges: labels that there are not", () => addon.losslessChanges(body(), rowWords(2 ** 32 - 1)));
add("losslessChanges: more results than a number of words can say", () =>
  addon.losslessChanges(body(), rowWords().fill(2 ** 32 - 1)),
);
add("losslessChanges: numbers within the bytes", () => {
  const numbers = new Uint32Array([1, 0, 40, 0, 0, 0, 0, 0, 0, 0]);
  addon.losslessChanges(new Uint8Array(numbers.buffer), numbers);
});
add("BodyIntake: as many bytes as a number can say", () => new addon.BodyIntake(2 ** 32 - 1));
for (const property of ["onabort", "aborted", "reason"]) {
  add(`reduceTask: ${property} of the signal detaches the body`, async () => {
    const bytes = new Uint8Array(1 << 22).fill(32);
    bytes.set(body(), bytes.length - body().length);
    const run = () => {
      detach(bytes);
      return false;
    };
    const signal = Object.defineProperty({}, property, { get: run, set: run });
    await addon.reduceTask(bytes, policy(), new addon.Engine().cpu, 0, 0, undefined, signal);
  });
  add(`reduceTask: ${property} of a true signal detaches the body`, async () => {
    const bytes = new Uint8Array(1 << 22).fill(32);
    const run = () => {
      detach(bytes);
      return false;
    };
    const { signal } = new AbortController();
    Object.defineProperty(signal, property, { get: run, set: run });
    await addon.reduceTask(bytes, policy(), new addon.Engine().cpu, 0, 0, undefined, signal);
  });
}
add("reduceTask: a signal that is used twice, and aborted", async () => {
  const controller = new AbortController();
  const run = () => addon.reduceTask(body(), policy(), new addon.Engine().cpu, 0, 0, undefined, controller.signal);
  const both = [run(), run()];
  controller.signal.onabort?.call({});
  controller.abort();
  await Promise.allSettled(both);
});
add("BodyIntake.absorb: the same piece twice", () => {
  const intake = new addon.BodyIntake(1);
  const piece = body().buffer;
  intake.absorb(piece);
  intake.absorb(piece);
});
add("a function called with new", () => new addon.tokensOfBytes(body(), 0));
add("a class called without new", () => addon.Engine());
add("a class of another's making", () => Reflect.construct(addon.Engine, [], addon.BodyIntake).take?.());
add("a subclass", () => new (class extends addon.BodyIntake {})(3).take());

for (let at = Number(from); at < cases.length; at++) {
  const [name, run] = cases[at];
  writeSync(1, `${at} ${name}\n`);
  try {
    await run();
  } catch {}
  if (at % 100 === 0) globalThis.gc?.();
}
writeSync(1, `${JSON.stringify({ cases: cases.length })}\n`);
