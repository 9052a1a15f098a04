// Long tests of tokens: the estimate's identity on a million random texts, exact counts of every recorded text compared
// with gpt-tokenizer's, memory over a million calls, and the fit, which must give the committed weights. Runs on the
// build (`npm run build`); the fit needs cargo.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export const name = "tokens";

const CASES = 1_000_000;
const CALLS = 1_000_000;

export async function run({ log, root, shared }) {
  const require = createRequire(join(root, "package.json"));
  const addon = require("./ts/binding/tamis.linux-x64-gnu.node");
  const { estimateTokens } = await import(join(root, "dist/edge/index.js"));
  const outcome = { passed: 0, failed: 0, record: {} };
  const check = (what, ok) => {
    outcome[ok ? "passed" : "failed"]++;
    log(`${ok ? "passed" : "FAILED"}: ${what}`);
  };
  outcome.record.identity = identity(addon, estimateTokens);
  check(
    `${CASES} random texts: the same estimate on every level, and by WebAssembly`,
    outcome.record.identity.different === 0,
  );
  outcome.record.memory = memory(addon);
  check(`${CALLS} calls: memory is flat`, outcome.record.memory.grownMegabytes < 16);
  const recorded =
    shared && existsSync(join(shared, "traces/manifest.json")) ? differential(addon, require, shared) : undefined;
  if (recorded === undefined) log("no recordings: exact counts are not compared");
  else {
    outcome.record.differential = recorded;
    check(`${recorded.texts} recorded texts: gpt-tokenizer's counts in both encodings`, recorded.different === 0);
    refit({ log, root, shared }, outcome.record, check);
  }
  return outcome;
}

/** xorshift: the same cases everywhere. */
function makeRandom(seed) {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const WORDS = [
  "the ",
  "camelCase",
  "\n  ",
  "1234",
  "é",
  "语言",
  "한국",
  "При",
  "😀",
  "\ud83d",
  '{"a": ',
  "====",
  "\t",
  "\r\n",
];

function makeText(random) {
  const kind = random(3);
  if (kind === 0) return Buffer.from(Array.from({ length: random(260) }, () => random(256)));
  if (kind === 1) return Buffer.from(Array.from({ length: random(260) }, () => 32 + random(95)));
  return Array.from({ length: random(60) }, () => WORDS[random(WORDS.length)]).join("");
}

function identity(addon, estimateTokens) {
  const random = makeRandom(12345);
  let different = 0;
  for (let number = 0; number < CASES; number++) {
    const text = makeText(random);
    const code = number % 2;
    const expected = estimateTokens(text, { encoding: code === 0 ? "o200k_base" : "cl100k_base" });
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const same =
      addon.estimateOn(bytes, code, "scalar") === expected &&
      addon.tokensOfBytes(bytes, code) === expected &&
      (typeof text !== "string" || addon.tokensOfString(text, code) === expected);
    if (!same) different++;
  }
  return { cases: CASES, different };
}

function memory(addon) {
  const bytes = Buffer.from("A line of a tool result, about as long as most are.\n".repeat(4));
  const text = bytes.toString();
  const work = (calls) => {
    for (let call = 0; call < calls; call++) {
      addon.tokensOfBytes(bytes, 0);
      addon.tokensOfString(text, call % 4);
    }
  };
  work(CALLS / 10);
  const before = process.memoryUsage.rss();
  work(CALLS);
  return { calls: CALLS, grownMegabytes: (process.memoryUsage.rss() - before) / 1e6 };
}

function differential(addon, require, shared) {
  const options = { disallowedSpecial: new Set() };
  const others = ["o200k_base", "cl100k_base"].map((encoding) => require(`gpt-tokenizer/encoding/${encoding}`));
  const texts = new Set();
  for (const { file } of JSON.parse(readFileSync(join(shared, "traces/manifest.json"), "utf8"))) {
    collect(JSON.parse(readFileSync(join(shared, "traces", file), "utf8")), texts);
  }
  let different = 0;
  let bytes = 0;
  for (const text of texts) {
    // gpt-tokenizer takes U+FEFF for white space; OpenAI's own tokenizer does not.
    const plain = text.replaceAll("\ufeff", "");
    bytes += Buffer.byteLength(plain);
    others.forEach(({ countTokens }, code) => {
      if (addon.tokensOfString(plain, 2 + code) !== countTokens(Buffer.from(plain).toString(), options)) different++;
    });
  }
  return { texts: texts.size, bytes, different };
}

/** Fits the weights anew, and compares them with the committed ones, bit by bit. */
function refit({ log, root, shared }, record, check) {
  const cargo = spawnSync("cargo", ["--version"]);
  if (cargo.error || cargo.status !== 0) return log("no cargo: the weights are not fitted anew");
  const args = ["run", "--release", "--locked", "-p", "tamis-tokens", "--example", "fit", "--"];
  const { status, stderr } = spawnSync("cargo", [...args, join(shared, "traces"), "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  record.fit = { repeats: status === 0 };
  if (status !== 0) log(stderr.slice(-1000));
  check("the fit gives the committed weights", status === 0);
}

/** Every string that is no encoded data: those are a single run, on which gpt-tokenizer takes minutes. */
function collect(value, texts) {
  if (typeof value === "string") {
    if (value.length < 20_000 || /\s/.test(value.slice(0, 2000))) texts.add(value);
  } else if (typeof value === "object" && value !== null)
    for (const field of Object.values(value)) collect(field, texts);
}
