import type { Random } from "./random.js";

const NOUNS = [
  "user",
  "token",
  "request",
  "buffer",
  "session",
  "index",
  "message",
  "cache",
  "window",
  "policy",
] as const;
const VERBS = ["read", "parse", "build", "merge", "update", "render", "fetch", "apply", "check", "write"] as const;
const DIRECTORIES = ["src/core", "src/http", "lib/util", "test/unit", "packages/api/src", "docs"] as const;
const EXTENSIONS = ["ts", "rs", "py", "json", "md"] as const;
const ACCENTED = ["déjà vérifié", "Größe geändert", "ファイルを更新", "проверено ✓", "naïve café — “done” 🚀"] as const;

type LineMaker = (random: Random, number: number) => string;

export function makePath(random: Random): string {
  return `${random.pick(DIRECTORIES)}/${random.pick(VERBS)}_${random.pick(NOUNS)}.${random.pick(EXTENSIONS)}`;
}

export function makeName(random: Random): string {
  const noun = random.pick(NOUNS);
  return `${random.pick(VERBS)}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

const codeLine: LineMaker = (random, number) => {
  const name = makeName(random);
  const indent = "  ".repeat(random.below(4));
  const line = random.pick([
    `${indent}const ${name} = await ${makeName(random)}(${random.pick(NOUNS)}, { limit: ${random.below(5000)} });`,
    `${indent}if (${name}.length > ${random.below(100)} && typeof ${name} === "string") {`,
    `${indent}return ${name}.map((x) => x.${random.pick(NOUNS)} ?? "none").join("\\n");`,
    `${indent}// ${random.pick(VERBS)} the ${random.pick(NOUNS)} before the ${random.pick(NOUNS)} is sent`,
    `${indent}}`,
    "",
  ]);
  return `${String(number).padStart(6)}\t${line}`;
};

const logLine: LineMaker = (random, number) => {
  const time = `2025-03-${String(1 + (number % 28)).padStart(2, "0")}T12:${String(random.below(60)).padStart(2, "0")}:07Z`;
  const level = random.pick(["INFO", "INFO", "DEBUG", "WARN"]);
  return `${time} ${level} ${makeName(random)} took ${random.below(900)}ms path=${makePath(random)} id=${random.below(1e9).toString(36)}`;
};

const searchLine: LineMaker = (random) =>
  `${makePath(random)}:${1 + random.below(900)}:${codeLine(random, 1).slice(7)}`;

const jsonLine: LineMaker = (random, number) =>
  `  {"id": ${number}, "name": "${makeName(random)}", "path": "${makePath(random)}", "size": ${random.below(1e6)}, "ok": ${random.chance(0.8)}},`;

const testLine: LineMaker = (random) =>
  ` ${random.pick(["✓", "✓", "✗"])} ${random.pick(VERBS)}s the ${random.pick(NOUNS)} (${random.below(40)} ms)`;

const MAKERS = [codeLine, codeLine, codeLine, logLine, searchLine, searchLine, jsonLine, testLine] as const;

/** Text as a coding agent's tools return it, about `bytes` long. */
export function makeToolText(random: Random, bytes: number): string {
  const maker = random.pick(MAKERS);
  const accented = random.chance(0.15);
  const lines = random.chance(0.04) ? [`Error: ${makeName(random)} failed with code ${random.below(255)}`] : [];
  if (maker === jsonLine) lines.push("[");
  let size = 0;
  for (let number = 1; size < bytes; number++) {
    const line = accented && random.chance(0.2) ? `${random.pick(ACCENTED)} ${number}` : maker(random, number);
    lines.push(line);
    size += line.length + 1;
  }
  return lines
    .join("\n")
    .slice(0, Math.max(1, bytes))
    .replace(/[\ud800-\udbff]$/, "");
}

/** A few sentences of a model or a user. */
export function makeProse(random: Random, sentences: number): string {
  const made = Array.from({ length: sentences }, () => {
    const tail = random.chance(0.1) ? ` (${random.pick(ACCENTED)})` : "";
    return `I will ${random.pick(VERBS)} the ${random.pick(NOUNS)} in \`${makePath(random)}\`, then ${random.pick(VERBS)} the ${random.pick(NOUNS)}${tail}.`;
  });
  return made.join(" ");
}
