// The first request of each client, without Tamis: its shape by Node and version, and how the shapes differ.
import { problemOf, runOnce } from "./agent-runs.mjs";

/** The shapes by client. */
export async function shapesOf({ startScriptedProvider, check, agents, nodeName, ...both }) {
  const found = {};
  for (const agent of agents)
    found[agent] = await check(`${agent}'s first request, ${nodeName}`, async () => {
      const provider = await startScriptedProvider({ steps: 1, workspace: both.workspace });
      try {
        const name = `shape-${nodeName}`.replaceAll(/[^\w-]+/g, "_");
        const one = await runOnce({ ...both, agent, provider, steps: 1, name }, "direct");
        const problem = problemOf(one, "direct") ?? (one.record.shape === undefined ? "no request" : undefined);
        if (problem !== undefined) throw new Error(problem);
        return one.record.shape;
      } finally {
        await provider.close();
      }
    });
  return found;
}

/** A line for each thing in which two shapes differ. System prompts name folders and days, so that a few chars are none. */
export function differencesOf(one, other, path = "") {
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(one - other) <= NOISE_CHARS ? [] : [`${path}: ${one} chars, ${other} chars`];
  }
  const isTable = (value) => typeof value === "object" && value !== null;
  if (!isTable(one) || !isTable(other)) {
    const shown = (value) => (value === undefined ? "not there" : JSON.stringify(value));
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [`${path}: ${shown(one)}, ${shown(other)}`];
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => differencesOf(one[name], other[name], path === "" ? name : `${path}.${name}`));
}

const NOISE_CHARS = 100;

/** Every client whose shapes are in two parts of a record, each against the first of them. */
export function printDifferences(record, log) {
  const [[first, base] = [], ...others] = Object.entries(record).filter(([, { shapes }]) => shapes !== undefined);
  for (const [title, { shapes, versions }] of others)
    for (const [agent, { from: _, ...shape } = {}] of Object.entries(shapes)) {
      const { from: __, ...before } = base.shapes[agent] ?? {};
      if (before.tools === undefined || shape.tools === undefined) continue;
      const found = differencesOf(before, shape);
      const pair = `${agent} ${base.versions[agent]} (${first}) and ${versions[agent]} (${title})`;
      log(found.length === 0 ? `${pair}: the same first request` : `${pair} differ:\n  ${found.join("\n  ")}`);
    }
}
