import Gauge from "prom-client/lib/gauge.js";
import Registry from "prom-client/lib/registry.js";
import type { CondensationEvent } from "../../condensation/index.js";
import type { InFlight } from "../in-flight.js";
import { countedTokens, type Finished, skippedOf } from "./finished.js";
import { QuickCounter } from "./quick-counter.js";
import { QuickHistogram } from "./quick-histogram.js";

/** Histogram limits in seconds, from far below the time of a reduction to the longest answers. */
const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 30, 120, 600];

/** What is read when metrics are asked for. */
interface MeasuredNow {
  inFlight: InFlight;
  openRequests: () => number;
}

/** Prometheus metrics of one gateway. Labels have few values, all of them chosen by the gateway. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#counter("tamis_requests_total", "Requests by what became of them", [
    "wire",
    "kind",
    "status",
  ]);
  readonly #upstreams = this.#counter(
    "tamis_upstream_requests_total",
    "Requests to upstreams with a name, by what chose it: path, header or model",
    ["upstream", "by"],
  );
  readonly #skipped = this.#counter("tamis_skipped_total", "Requests sent as they came, by reason", ["wire", "reason"]);
  readonly #refused = this.#counter("tamis_refused_total", "Answers of the gateway's own, by reason", ["reason"]);
  readonly #cut = this.#counter("tamis_answers_cut_total", "Answers that the upstream broke off, by reason", [
    "reason",
  ]);
  readonly #gone = this.#counter("tamis_clients_gone_total", "Clients that left before the answer's end", []);
  readonly #tokens = this.#counter("tamis_tokens_total", "Tokens of requests read, as estimated", ["wire", "when"]);
  readonly #bytes = this.#counter("tamis_request_bytes_total", "Bytes of requests read", ["wire", "when"]);
  readonly #answerBytes = this.#counter("tamis_answer_bytes_total", "Bytes of answers", ["wire"]);
  readonly #recovered = this.#counter(
    "tamis_prefix_recovered_total",
    "Requests sent again without old thinking, because the upstream had refused it",
    [],
  );
  readonly #recoveredFrom = this.#counter(
    "tamis_recovered_total",
    "Requests sent again after a refusal, by what was refused: thinking, reasoning or too_long",
    ["cause"],
  );
  readonly #condensations = this.#counter("tamis_condensations_total", "Condensations made, by provider and outcome", [
    "provider",
    "outcome",
  ]);
  readonly #condensed = this.#counter("tamis_condensed_requests_total", "Requests with a condensed conversation", [
    "wire",
  ]);
  readonly #condensedTokens = this.#counter(
    "tamis_condensation_tokens_total",
    "Estimated tokens of conversations condensed",
    ["provider", "when"],
  );
  readonly #condensationReferences = this.#counter(
    "tamis_condensation_references_total",
    "What condensations found twice, by kind",
    ["kind"],
  );
  readonly #condensationCost = this.#counter(
    "tamis_condensation_cost_dollars_total",
    "What models that condense have cost, in US dollars",
    [],
  );
  readonly #condensationSeconds = this.#histogram("tamis_condensation_seconds", "Time of condensations", "provider");
  readonly #reloads = this.#counter("tamis_reloads_total", "Configurations read anew, by outcome", ["outcome"]);
  readonly #reduceSeconds = this.#histogram("tamis_reduce_seconds", "Time of decoding and reducing", "wire");
  readonly #firstByteSeconds = this.#histogram(
    "tamis_first_byte_seconds",
    "From the arrival to the answer's headers",
    "wire",
  );
  readonly #seconds = this.#histogram("tamis_request_seconds", "From the arrival to the answer's end", "wire");

  constructor({ inFlight, openRequests }: MeasuredNow) {
    const registers = [this.registry];
    new Gauge({
      name: "tamis_in_flight_bytes",
      help: "Bytes of request bodies held now",
      registers,
      collect() {
        this.set(inFlight.bytes);
      },
    });
    new Gauge({
      name: "tamis_open_requests",
      help: "Requests under way now",
      registers,
      collect() {
        this.set(openRequests());
      },
    });
  }

  finished(finished: Finished): void {
    const { kind, status, prepared, failure, relayed, startedAt, firstByteAt } = finished;
    const wire: string = finished.wire ?? "none";
    this.#requests.add([wire, kind, status === undefined ? "none" : String(status)]);
    const { upstream, chosenBy } = finished;
    if (upstream !== undefined) this.#upstreams.add([upstream, chosenBy ?? "path"]);
    if (failure !== undefined) (relayed?.status === undefined ? this.#refused : this.#cut).add([failure.reason]);
    if (relayed?.clientGone) this.#gone.add([]);
    if (finished.recovered === "thinking") this.#recovered.add([]);
    if (finished.recovered !== undefined) this.#recoveredFrom.add([finished.recovered]);
    if (relayed !== undefined) this.#answerBytes.add([wire], relayed.bytesOut);
    const skipped = skippedOf(finished);
    if (skipped !== undefined) this.#skipped.add([wire, skipped]);
    if (prepared !== undefined) {
      const { report, reduceMs, condensed } = prepared;
      if (condensed !== undefined) this.#condensed.add([wire]);
      if (condensed?.event !== undefined) this.#condensation(condensed.event);
      this.#reduceSeconds.observe(wire, reduceMs / 1000);
      const tokens = countedTokens(finished);
      this.#tokens.add([wire, "before"], tokens?.before ?? 0);
      this.#tokens.add([wire, "after"], tokens?.after ?? 0);
      this.#bytes.add([wire, "before"], report?.bytes?.before ?? 0);
      this.#bytes.add([wire, "after"], report?.bytes?.after ?? 0);
    }
    if (firstByteAt !== undefined) this.#firstByteSeconds.observe(wire, (firstByteAt - startedAt) / 1000);
    this.#seconds.observe(wire, (performance.now() - startedAt) / 1000);
  }

  #condensation(event: CondensationEvent): void {
    const { provider, originalTokens, postLosslessTokens, finalTokens, rolledBack, fallback, costUsd } = event;
    const outcome = fallback !== undefined ? "fallback" : rolledBack !== undefined ? "rolled_back" : "done";
    this.#condensations.add([provider, outcome]);
    const tokens = { before: originalTokens, lossless: postLosslessTokens, after: finalTokens };
    for (const [when, count] of Object.entries(tokens)) this.#condensedTokens.add([provider, when], count);
    for (const kind of ["deduplications", "consolidations", "references"] as const)
      this.#condensationReferences.add([kind], event[kind]);
    this.#condensationCost.add([], costUsd ?? 0);
    this.#condensationSeconds.observe(provider, event.durationMs / 1000);
  }

  /** A condensation failed as a whole; its request went on as it came. */
  condensationFailed(): void {
    this.#condensations.add(["none", "failed"]);
  }

  reloaded(outcome: "done" | "refused"): void {
    this.#reloads.add([outcome]);
  }

  #counter(name: string, help: string, labelNames: readonly string[]): QuickCounter {
    return new QuickCounter(this.registry, name, help, labelNames);
  }

  #histogram(name: string, help: string, labelName: string): QuickHistogram {
    return new QuickHistogram(this.registry, name, help, labelName, SECONDS);
  }
}
