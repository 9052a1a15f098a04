// Runs the requested parts one after the other, and shows, writes and records their results.
import { writeFileSync } from "node:fs";
import { HELP, type Options, type PartName, parseOptions } from "./options.js";
import { type Part, type PartResult, renderTargets } from "./part.js";
import { measureAdapters } from "./parts/adapters.js";
import { measureArrival } from "./parts/arrival.js";
import { measureArrivalGrowth } from "./parts/arrival-growth.js";
import { measureAsync } from "./parts/async.js";
import { measureBills } from "./parts/bills.js";
import { measureDecision } from "./parts/decision.js";
import { measureGateway } from "./parts/gateway.js";
import { measureGrowth } from "./parts/growth.js";
import { measureHistory } from "./parts/history.js";
import { measureInto } from "./parts/into.js";
import { measureKept } from "./parts/kept.js";
import { measureMemory } from "./parts/memory.js";
import { measureObjects } from "./parts/objects.js";
import { measurePipeline } from "./parts/pipeline.js";
import { measureSavings } from "./parts/savings.js";
import { measureScan } from "./parts/scan.js";
import { measureSessions } from "./parts/session.js";
import { measureSimulation } from "./parts/simulate.js";
import { measureSizes } from "./parts/size.js";
import { measureStartup } from "./parts/startup.js";
import { measureTokens } from "./parts/tokens.js";
import { measureValidation } from "./parts/validate.js";
import { commandOf, makeRecord, writeRecord } from "./record.js";
import { renderTable } from "./table.js";

const PARTS: Record<PartName, Part> = {
  size: measureSizes,
  decision: measureDecision,
  arrival: measureArrival,
  "arrival-growth": measureArrivalGrowth,
  scan: measureScan,
  growth: measureGrowth,
  memory: measureMemory,
  startup: measureStartup,
  into: measureInto,
  async: measureAsync,
  adapters: measureAdapters,
  validate: measureValidation,
  pipeline: measurePipeline,
  objects: measureObjects,
  simulate: measureSimulation,
  kept: measureKept,
  bills: measureBills,
  savings: measureSavings,
  tokens: measureTokens,
  gateway: measureGateway,
  session: measureSessions,
  history: measureHistory,
};

async function main(options: Options): Promise<void> {
  const results = new Map<PartName, PartResult>();
  for (const name of options.only) {
    const result = await PARTS[name](options);
    results.set(name, result);
    for (const table of result.tables) console.log(renderTable(table));
    if (result.skipped !== undefined) console.log(`\nPart ${name} was not measured: ${result.skipped}\n`);
  }
  const targets = Array.from(results.values(), (result) => result.targets).flat();
  if (targets.length > 0) console.log(renderTargets(targets));
  const record = makeRecord(results, commandOf(options));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(record, null, 2)}\n`);
  if (options.record) console.log(`Recorded in ${writeRecord(record)}`);
}

try {
  const options = parseOptions(process.argv.slice(2), process.env.TAMIS_SHARED);
  if (options === "help") console.log(HELP);
  else await main(options);
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
