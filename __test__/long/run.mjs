// `npm run test:long`. What a suite is, and the options: __test__/support/suite-runner.mjs.
import { fileURLToPath } from "node:url";
import { runSuites } from "../support/suite-runner.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.exitCode = await runSuites({ kind: "long", root, args: process.argv.slice(2) });
