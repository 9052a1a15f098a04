// The holdout as Prometheus reads it.
import type { Registry } from "prom-client";
import Gauge from "prom-client/lib/gauge.js";
import { snakeCase } from "../../shape/spelling.js";
import type { Holdout } from "./holdout.js";

/** The Prometheus metric of both groups, read when it is asked for. */
export function addHoldoutMetrics(registry: Registry, holdout: Holdout): void {
  new Gauge({
    name: "tamis_holdout_count",
    help: "What was counted of reduced conversations and of those that holdout_percent leaves alone",
    labelNames: ["group", "what"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [group, counts] of Object.entries(holdout.shown().groups))
        for (const [what, value] of Object.entries(counts)) this.set({ group, what: snakeCase(what) }, value);
    },
  });
}
