// What the engine did to each result (`crates/core/src/report/rows.rs` writes it), one number after the other.

import { runNow, type Steps } from "../base/steps.js";
import type { ReferenceLines } from "../contract/content-reference.js";
import type { Decision, PlacedReference } from "../contract/report.js";
import { wellFormed } from "../text/surrogates.js";
import { NumberReader } from "./number-reader.js";
import {
  ACTIONS,
  DECISION_ACTION_MASK,
  DECISION_AROUND,
  DECISION_FIELDS,
  DECISION_IN_MESSAGE,
  DECISION_REASON_MASK,
  DECISION_REASON_SHIFT,
  DECISION_ROLE_FROM_MASK,
  DECISION_ROLE_FROM_SHIFT,
  DECISION_ROLE_MASK,
  DECISION_ROLE_SHIFT,
  DECISION_SNAKE_CASE,
  EDIT_HAS_PART,
  EDIT_HAS_TEXT,
  EDIT_KIND_MASK,
  EDIT_KINDS,
  REASONS,
  REFERENCE_HAS_LINES,
  REFERENCE_IS_RENUMBERED,
  REFERENCE_KIND_MASK,
  REFERENCE_KINDS,
  ROLE_SOURCES,
  ROLES,
} from "./protocol.js";
import type { PlannedRequest } from "./request.js";

/** Rows that one step reads. */
const IN_A_STEP = 500;

/** What was decided on one result. Most are read for their numbers alone: {@link Rows.decisionOf} decodes the rest. */
export class DecisionRow {
  /** @param names Where the names of tool and call stand among the rows. */
  constructor(
    readonly messageIndex: number,
    readonly blockIndex: number,
    readonly code: number,
    readonly names: number,
    readonly charsBefore: number,
    readonly charsAfter: number,
  ) {}

  get action(): Decision["action"] {
    return ACTIONS[this.code & DECISION_ACTION_MASK] ?? "keep";
  }

  get reason(): Decision["reason"] {
    return REASONS[(this.code >> DECISION_REASON_SHIFT) & DECISION_REASON_MASK] ?? "window";
  }

  /** Its edits replace blocks of the message, and the edits' parts are the blocks' indexes. */
  get isMedia(): boolean {
    return (this.code & DECISION_IN_MESSAGE) !== 0;
  }

  /** It is under a name in `snake_case` where the wire has names of both spellings. */
  get isSnakeCase(): boolean {
    return (this.code & DECISION_SNAKE_CASE) !== 0;
  }

  /** Its edits replace fields of the content, and their parts are offsets of the content. */
  get hasFields(): boolean {
    return (this.code & DECISION_FIELDS) !== 0;
  }

  /** Its edits replace members of the object around the content, and their parts are its offset. */
  get isAround(): boolean {
    return (this.code & DECISION_AROUND) !== 0;
  }
}

/** A part of some bytes. */
export interface Range {
  start: number;
  end: number;
}

const HASH_BYTES = 16;

interface EditBase {
  /** What goes, in the body. */
  span: Range;
  /** The list element it edits; where it edits a string in an object, the object's offset. */
  part: number | undefined;
  /** What comes: in the reduced body where that was made, else among the replacements. */
  replacement: Range;
}

export interface ResultEdit extends EditBase {
  kind: "replaces" | "removes";
  /** Index of the decision that it carries out. */
  decision: number;
  /** The text of the body, quotes included, that the span is or has in it. */
  text: Range;
}

export interface MarkerEdit extends EditBase {
  kind: "marks" | "unmarks";
  messageIndex: number;
  blockIndex: number;
}

/** An edit of a member of a tool's definition. Its part is where the member begins in the body. */
export interface DefinitionEdit extends EditBase {
  kind: "defines";
  /** The member's value in the body. */
  text: Range;
}

export type EditRow = ResultEdit | MarkerEdit | DefinitionEdit;

/** What the edits before have done to offsets. */
interface Progress {
  decision: number;
  /** End of the span. */
  end: number;
  /** Bytes of the replacements. */
  added: number;
  /** Bytes of the spans. */
  removed: number;
}

/** The role in a decision's third number. */
function roleIn(code: number): Pick<Decision, "role" | "roleFrom"> {
  const role = ROLES[((code >> DECISION_ROLE_SHIFT) & DECISION_ROLE_MASK) - 1];
  if (role === undefined) return {};
  return { role, roleFrom: ROLE_SOURCES[(code >> DECISION_ROLE_FROM_SHIFT) & DECISION_ROLE_FROM_MASK] ?? "nothing" };
}

/** The rows of a report, each kind of them decoded when it is first asked for. */
export class Rows extends NumberReader {
  readonly #counts: PlannedRequest["summary"];
  readonly #output: Uint8Array | undefined;
  #decisions: readonly DecisionRow[] | undefined;
  #edits: readonly EditRow[] | undefined;
  #repairOffsets: readonly number[] | undefined;
  #references: readonly PlacedReference[] | undefined;

  /** @param output The reduced body, where it was made; else the replacements stand behind the rows. */
  constructor({ rows, summary }: PlannedRequest, output?: Uint8Array) {
    super(rows);
    this.#counts = summary;
    this.#output = output;
  }

  get decisions(): readonly DecisionRow[] {
    this.#decisions ??= runNow(this.#readDecisions());
    return this.#decisions;
  }

  /** In body order. */
  get edits(): readonly EditRow[] {
    // They stand behind the decisions.
    this.#edits ??= this.decisions && runNow(this.#readEdits());
    return this.#edits;
  }

  /** Reads decisions and edits in steps. */
  *read(): Steps {
    this.#decisions ??= yield* this.#readDecisions();
    this.#edits ??= yield* this.#readEdits();
  }

  /** Where each repaired escape begins in the body, ascending. */
  get repairOffsets(): readonly number[] {
    this.#repairOffsets ??= this.edits && this.#readRepairs();
    return this.#repairOffsets;
  }

  /** Every pointer, in document order. */
  get references(): readonly PlacedReference[] {
    this.#references ??= this.repairOffsets && this.#readReferences();
    return this.#references;
  }

  replacementOf({ replacement: { start, end } }: EditRow): string {
    if (this.#output !== undefined) return textOf(this.#output, start, end);
    // The last of the rows are the references.
    const from = this.references && this.at;
    return textOf(this.bytes, from + start, from + end);
  }

  /** A decision as users see it, without its hash. */
  decisionOf({ messageIndex, blockIndex, code, names, action, reason, isMedia, charsBefore, charsAfter }: DecisionRow) {
    const after = this.at;
    this.at = names;
    const [toolName, callId] = [this.#name(), this.#name()];
    this.at = after;
    const media = isMedia ? { isMedia: true as const } : {};
    const sizes = { charsBefore, charsAfter };
    return { messageIndex, blockIndex, toolName, callId, ...media, action, reason, ...roleIn(code), ...sizes };
  }

  *#readDecisions(): Steps<DecisionRow[]> {
    const rows: DecisionRow[] = [];
    let messageIndex = 0;
    while (rows.length < this.#counts.decisionCount) {
      if (rows.length % IN_A_STEP === IN_A_STEP - 1) yield;
      messageIndex = this.#offsetFrom(messageIndex);
      const [blockIndex, code, names] = [this.number(), this.number(), this.at];
      for (let name = 0; name < 2; name++) {
        const length = this.number();
        this.at += Math.max(0, length - 1);
      }
      rows.push(new DecisionRow(messageIndex, blockIndex, code, names, this.number(), this.number()));
    }
    return rows;
  }

  *#readEdits(): Steps<EditRow[]> {
    const before: Progress = { decision: 0, end: 0, added: 0, removed: 0 };
    const rows: EditRow[] = [];
    while (rows.length < this.#counts.editCount) {
      if (rows.length % IN_A_STEP === IN_A_STEP - 1) yield;
      rows.push(this.#readEdit(before));
    }
    return rows;
  }

  #readEdit(before: Progress): EditRow {
    const code = this.number();
    const kind = EDIT_KINDS[code & EDIT_KIND_MASK] ?? "replaces";
    if (kind === "marks" || kind === "unmarks") {
      const [messageIndex, blockIndex] = [this.number(), this.number()];
      const [part, span] = [this.#readPart(code), this.#readChanged(before)];
      return { kind, messageIndex, blockIndex, part, span, replacement: this.#readReplacement(before) };
    }
    if (kind !== "defines") before.decision = this.#offsetFrom(before.decision);
    const { decision } = before;
    const [part, span] = [this.#readPart(code), this.#readChanged(before)];
    const text = (code & EDIT_HAS_TEXT) === 0 ? span : this.#readSpan(span.start);
    const replacement = this.#readReplacement(before);
    if (kind === "defines") return { kind, part, span, text, replacement };
    return { kind, decision, part, span, text, replacement };
  }

  #readPart(code: number): number | undefined {
    return (code & EDIT_HAS_PART) === 0 ? undefined : this.number();
  }

  #readChanged(before: Progress): Range {
    const span = this.#readSpan(before.end);
    before.end = span.end;
    before.removed += span.end - span.start;
    return span;
  }

  #readReplacement(before: Progress): Range {
    const start = this.#output === undefined ? before.added : before.end - before.removed + before.added;
    const bytes = this.number();
    before.added += bytes;
    return { start, end: start + bytes };
  }

  #readSpan(from: number): Range {
    const start = this.#offsetFrom(from);
    return { start, end: this.#offsetFrom(start) };
  }

  #readRepairs(): number[] {
    let offset = 0;
    return Array.from({ length: this.#counts.repairCount }, () => {
      offset = this.#offsetFrom(offset);
      return offset;
    });
  }

  #readReferences(): PlacedReference[] {
    let messageIndex = 0;
    return Array.from({ length: this.#counts.referenceCount }, () => {
      messageIndex = this.#offsetFrom(messageIndex);
      return this.#readReference(messageIndex);
    });
  }

  #readReference(messageIndex: number): PlacedReference {
    const blockIndex = this.number();
    const code = this.number();
    const [originalIndex, source] = [this.number(), this.number()];
    const lines = (code & REFERENCE_HAS_LINES) === 0 ? undefined : this.#readLines(code);
    const [path, operation] = [this.#bytesOf(this.number()), this.#name()];
    const hash = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at, HASH_BYTES).toString("hex");
    this.at += HASH_BYTES;
    return {
      ...{ messageIndex, blockIndex, type: REFERENCE_KINDS[code & REFERENCE_KIND_MASK] ?? "output" },
      ...{ originalIndex, hash, source },
      ...(path === undefined ? {} : { path }),
      ...(operation === undefined ? {} : { operation: wellFormed(operation) }),
      ...(lines === undefined ? {} : { lines }),
    };
  }

  #readLines(code: number): ReferenceLines {
    const lines = { at: this.number(), from: this.number(), count: this.number() };
    return (code & REFERENCE_IS_RENUMBERED) === 0 ? lines : { ...lines, isRenumbered: true };
  }

  /** A text of so many bytes less one; undefined for 0. */
  #bytesOf(code: number): string | undefined {
    if (code === 0) return undefined;
    const start = this.at;
    this.at += code - 1;
    return textOf(this.bytes, start, this.at);
  }

  /** A string that may be missing, decoded. */
  #name(): string | undefined {
    const raw = this.#bytesOf(this.number());
    if (raw === undefined) return undefined;
    return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  /** The number whose difference to `base`, modulo 2³², comes next. */
  #offsetFrom(base: number): number {
    return (base + this.number()) >>> 0;
  }
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}
