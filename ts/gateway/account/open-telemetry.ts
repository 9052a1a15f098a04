// Spans and metrics by OpenTelemetry's conventions for generative AI, where the package is there.
import type { Attributes, Context, MeterProvider, TracerProvider } from "@opentelemetry/api";
import {
  instrumentsOf,
  MAX_NAME_CHARS,
  present,
  SCOPE,
  type TelemetryTargets,
} from "../../adapters/opentelemetry-parts.js";
import { TamisError } from "../../base/errors.js";
import { installCommand } from "../../base/install-command.js";
import { requireHere } from "../../base/require-here.js";
import { packageVersion } from "../../base/version.js";
import { billedInAll } from "../../tokens/usage.js";
import { WIRES } from "../../wires/index.js";
import type { RequestAccount } from "./request-account.js";

type Api = typeof import("@opentelemetry/api");

/** Records requests to models. */
export interface TelemetryRecorder {
  /** @param traceparent The client's own header, whose span becomes the parent. */
  add(account: RequestAccount, traceparent: string | undefined): void;
}

/** Seconds and tokens, as the conventions have them. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/**
 * Undefined where the package is not installed. Without providers nothing is recorded, as always with it.
 *
 * @throws TamisError `PEER_MISSING` where a provider is named, and the package is not installed
 */
export function openTelemetry(targets: TelemetryTargets = {}): TelemetryRecorder | undefined {
  let api: Api;
  try {
    api = requireHere("@opentelemetry/api") as Api;
  } catch (cause) {
    if (targets.tracerProvider === undefined && targets.meterProvider === undefined) return undefined;
    const message = `tracerProvider and meterProvider need the package @opentelemetry/api: ${installCommand("@opentelemetry/api")}`;
    throw new TamisError("PEER_MISSING", message, { cause });
  }
  const { tracerProvider = api.trace.getTracerProvider(), meterProvider = api.metrics.getMeterProvider() } = targets;
  const tracer = tracerProvider.getTracer(SCOPE, packageVersion());
  const record = meters(meterProvider);
  const isMeasured = meterProvider.getMeter(SCOPE) !== api.createNoopMeter();
  return {
    add(account, traceparent) {
      if (!isMeasured && !isTraced(api, tracerProvider)) return;
      const attributes = requestAttributes(account);
      record(account, attributes);
      const { at, ms } = account;
      const name = [attributes["gen_ai.operation.name"], account.model?.slice(0, MAX_NAME_CHARS)];
      const options = { kind: api.SpanKind.CLIENT, startTime: at, attributes: { ...attributes, ...spanOnly(account) } };
      const span = tracer.startSpan(name.filter(Boolean).join(" "), options, parentOf(api, traceparent));
      if (attributes["error.type"] !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(at + ms);
    },
  };
}

/** Whether anything takes the spans: the global provider gets its own one when a program sets it, which may be later. */
const isTraced = ({ ProxyTracerProvider }: Api, provider: TracerProvider): boolean =>
  !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The client's span by the header of W3C Trace Context; else what is active. */
function parentOf({ trace, context, ROOT_CONTEXT }: Api, traceparent: string | undefined): Context {
  const [, traceId, spanId, flags = "0"] = TRACEPARENT.exec(traceparent?.trim() ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return context.active();
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** The attributes of every metric; each has few values. */
function requestAttributes({ wire, model, host, status, failure, skipped, replaced }: RequestAccount): Attributes {
  const { provider, key } = WIRES.of(wire);
  const [address, port] = host?.split(/:(?=\d+$)/) ?? [];
  const error = failure ?? (status !== undefined && status >= 400 ? String(status) : undefined);
  return present({
    "gen_ai.operation.name": OPERATIONS[key] ?? "chat",
    "gen_ai.provider.name": provider.telemetryName,
    "gen_ai.response.model": model?.slice(0, MAX_NAME_CHARS),
    "server.address": address,
    "server.port": port === undefined ? undefined : Number(port),
    "error.type": error,
    "tamis.wire": wire,
    "tamis.outcome": replaced ? "reduced" : (skipped ?? "unchanged"),
  });
}

const OPERATIONS: Partial<Record<string, string>> = { gemini: "generate_content" };

/** What a span has beside them: numbers, and names of the configuration. */
function spanOnly(account: RequestAccount): Attributes {
  const { status, report, firstByteMs, reduceMicros, policy, skipped } = account;
  const billed = billedInAll(account);
  const { tokens } = report ?? {};
  return present({
    "http.response.status_code": status,
    "gen_ai.usage.input_tokens": billed?.inputTokens,
    "gen_ai.usage.output_tokens": billed?.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": billed?.cachedTokens,
    "gen_ai.usage.cache_creation.input_tokens": billed?.cacheWriteTokens,
    "tamis.policy": policy,
    "tamis.skip_reason": skipped,
    "tamis.tokens.before": tokens?.before,
    "tamis.tokens.after": tokens?.after,
    "tamis.stage": report?.reductionStage,
    "tamis.first_byte_ms": firstByteMs,
    "tamis.reduce_ms": reduceMicros === undefined ? undefined : reduceMicros / 1000,
  });
}

function meters(provider: MeterProvider) {
  const { histogram, counter } = instrumentsOf(provider);
  const duration = histogram("gen_ai.client.operation.duration", "s", "Time of a request to a model.", SECONDS);
  const usage = histogram("gen_ai.client.token.usage", "{token}", "Tokens that providers billed.", TOKENS);
  const saved = counter(
    "tamis.gateway.saved_tokens",
    "{token}",
    "Tokens that were removed from requests, as estimated.",
  );
  return (account: RequestAccount, attributes: Attributes) => {
    const { ms, replaced } = account;
    const billed = billedInAll(account);
    duration.record(ms / 1000, attributes);
    const { before = 0, after = 0 } = account.report?.tokens ?? {};
    if (replaced && before > after) saved.add(before - after, attributes);
    if (billed === undefined) return;
    usage.record(billed.inputTokens, { ...attributes, "gen_ai.token.type": "input" });
    usage.record(billed.outputTokens, { ...attributes, "gen_ai.token.type": "output" });
  };
}
