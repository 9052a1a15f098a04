// Reports are plain data: what copies, clones, posts or compares one sees every member. Some members are found when they
// are first read, so they are own enumerable accessors. Their functions are shared by all reports, which keeps the
// objects in V8's fast form; each finds its report's data through a private member.
import type { BeforeAfter, Report, Violation } from "./report.js";

const inspected = Symbol.for("nodejs.util.inspect.custom");

type Shown = (value: unknown, options: object) => string;

/** An object with room for a report's members. What reports inherit is only how they are shown. */
export class ReportObject {
  wire: Report["wire"] = undefined;
  backend: Report["backend"] = "native";
  changed = false;
  invariantStatus: Report["invariantStatus"] = "ok";
  fits = true;
  bytes?: BeforeAfter;
  messageCount = 0;
  toolTurnCount = 0;
  toolResultCount = 0;
  maskedCount = 0;
  maskedChars = 0;
  clippedCount = 0;
  clippedChars = 0;
  elapsedMicros = 0;

  constructor(bytes: BeforeAfter) {
    this.bytes = bytes;
  }

  /** All members but the violations, which are not looked for: logs are made of this. */
  toJSON(): object {
    const keys = Object.keys(this).filter((key) => key !== "violations");
    return Object.fromEntries(keys.map((key) => [key, Reflect.get(this, key)]));
  }

  [inspected](depth: number, options: object, inspect: Shown): string {
    if (depth < 0) return "[Object]";
    const { decisions = [], ...rest } = this as unknown as Report;
    return inspect({ ...rest, decisions: decisions.map((decision) => ({ ...decision })) }, { ...options, depth });
  }
}

/** For whoever compares constructors, a report is a plain object. */
Object.defineProperty(ReportObject.prototype, "constructor", { value: Object });

/** The functions that find a report's members, each called at most once. */
export interface ReportSource {
  findCache?: () => Report["cache"];
  findDecisions?: () => Report["decisions"];
  findReferences?: () => NonNullable<Report["references"]>;
  findViolations: () => readonly Violation[] | undefined;
  /** The same without the request's body: it finds what it finds once a body has been transferred. @default nothing */
  withoutBody?: () => ReportSource;
}

const NOTHING: ReportSource = { findViolations: () => undefined };

/** A constructor that returns its argument: a class that extends it adds its private members to any object. */
function Given(report: object): object {
  return report;
}

class Source extends (Given as unknown as new (report: object) => object) {
  #source: ReportSource;
  #cache: Report["cache"] | undefined;
  #decisions: Report["decisions"] | undefined;
  #references: Report["references"];
  #violations: readonly Violation[] | undefined;

  constructor(report: object, source: ReportSource) {
    super(report);
    this.#source = source;
  }

  static cacheOf(receiver: object): Report["cache"] | undefined {
    const own = Source.#holder(receiver);
    own.#cache ??= own.#source.findCache?.();
    return own.#cache;
  }

  static decisionsOf(receiver: object): Report["decisions"] {
    const own = Source.#holder(receiver);
    own.#decisions ??= own.#source.findDecisions?.() ?? [];
    return own.#decisions;
  }

  static referencesOf(receiver: object): Report["references"] {
    const own = Source.#holder(receiver);
    own.#references ??= own.#source.findReferences?.();
    return own.#references;
  }

  static violationsOf(receiver: object): readonly Violation[] | undefined {
    const own = Source.#holder(receiver);
    own.#violations ??= own.#source.findViolations();
    return own.#violations;
  }

  static forgetBody(report: object): void {
    if (#source in report) report.#source = report.#source.withoutBody?.() ?? NOTHING;
  }

  /** The report itself, also for an object that inherits from it. */
  static #holder(receiver: object): Source {
    let holder: object = receiver;
    while (!(#source in holder)) holder = Object.getPrototypeOf(holder) as object;
    return holder as Source;
  }
}

function getCache(this: object): Report["cache"] | undefined {
  return Source.cacheOf(this);
}

function getDecisions(this: object): Report["decisions"] {
  return Source.decisionsOf(this);
}

function getReferences(this: object): Report["references"] {
  return Source.referencesOf(this);
}

function getViolations(this: object): readonly Violation[] | undefined {
  return Source.violationsOf(this);
}

/**
 * Lets go of a report's body, which it otherwise has for as long as it is there. Decisions' hashes and violations that have not
 * been read are lost, as those of a body that was transferred.
 */
export function forgetBody(report: object): void {
  Source.forgetBody(report);
}

/** Cheaper than `Object.defineProperty`, which reads a descriptor. The property is enumerable and can be deleted. */
const { __defineGetter__: defineGetter } = Object.prototype as unknown as {
  __defineGetter__(this: object, key: string, get: () => unknown): void;
};

/** Makes a plain object a report like those of {@link ReportObject}. (The other order costs V8 ten times as much.) */
export function makeLazy(report: Report, source: ReportSource): void {
  defineLazily(report, source);
  Object.setPrototypeOf(report, ReportObject.prototype);
}

/**
 * Gives a report its members that are found when they are first read.
 *
 * @param hasReferences Whether `references` is one of them.
 */
export function defineLazily(report: object, source: ReportSource, hasReferences = false): void {
  new Source(report, source);
  if (source.findCache !== undefined) defineGetter.call(report, "cache", getCache);
  if (source.findDecisions !== undefined) defineGetter.call(report, "decisions", getDecisions);
  if (hasReferences) defineGetter.call(report, "references", getReferences);
  defineGetter.call(report, "violations", getViolations);
}
