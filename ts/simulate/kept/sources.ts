// The texts of a session's requests: where they are, and which lines and values stand in them.

import { getOrInsert } from "../../base/maps.js";
import { isRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import { type ToolResult, textsOf } from "../../wires/transcript.js";
import { LastFound, Visible } from "../last-found.js";
import { saidBlocks, spokenIn } from "../said-texts.js";
import type { Session } from "../trace.js";
import type { LineFinder } from "./line-finder.js";
import type { ValueFinder } from "./value-finder.js";

/** A result, or a block that says something. */
export interface Source {
  readonly messageIndex: number;
  /** Absent for a block. */
  readonly result?: ToolResult;
  readonly isCall: boolean;
  /** Whether the model wrote it. */
  readonly isAnswer: boolean;
  /** Its texts as the log has them. */
  texts(): readonly string[];
}

/** The results and the blocks of a session. */
export class Sources {
  /** By message, in order. */
  readonly byMessage: readonly (readonly Source[])[];
  readonly ofResult: ReadonlyMap<ToolResult, Source>;
  /** Of blocks, by unit. */
  readonly ofUnit: ReadonlyMap<number, Source>;

  constructor(session: Session) {
    const wire = WIRES.of(session.wire);
    const ofResult = new Map<ToolResult, Source>();
    const ofUnit = new Map<number, Source>();
    const byMessage: Source[][] = session.list.map(() => []);
    for (const result of session.transcript.results) {
      const { messageIndex } = result;
      const texts = () => textsOf(result.content);
      const source = { messageIndex, result, isCall: false, isAnswer: false, texts };
      byMessage[messageIndex]?.push(source);
      ofResult.set(result, source);
    }
    for (const messageIndex of session.list.keys()) {
      const isAnswer = session.steps.roles[messageIndex] === "assistant";
      for (const { unit, block } of saidBlocks(session, messageIndex)) {
        if (isRecord(block) && wire.isReasoning(block)) continue;
        const isCall = isAnswer && isCallBlock(wire, session.list[messageIndex], block);
        const words = isCall ? wordsBeside(block) : undefined;
        if (words !== undefined)
          byMessage[messageIndex]?.push({ messageIndex, isCall: false, isAnswer, texts: () => spokenIn(words) });
        const called = words === undefined ? block : { ...(block as object), content: undefined };
        const source = { messageIndex, isCall, isAnswer, texts: () => spokenIn(called) };
        byMessage[messageIndex]?.push(source);
        ofUnit.set(unit, source);
      }
    }
    this.byMessage = byMessage;
    this.ofResult = ofResult;
    this.ofUnit = ofUnit;
  }
}

/** What a message that is one unit says beside its calls; undefined where it says nothing. */
const wordsBeside = (block: unknown): unknown =>
  isRecord(block) && block.tool_calls !== undefined && block.content !== null ? block.content : undefined;

function isCallBlock(wire: WireDefinition, message: unknown, block: unknown): boolean {
  if (!isRecord(message)) return false;
  return wire.makesCalls(
    wire.blocks.holdResults && block !== message ? { ...message, [wire.blocks.key]: [block] } : message,
  );
}

export interface Found {
  readonly lines: readonly number[];
  readonly values: readonly number[];
}

export const FOUND_NOTHING: Found = { lines: [], values: [] };

/** Finds lines and values at once. */
export class Finder {
  readonly #lines: LineFinder;
  readonly #values: ValueFinder;
  readonly #known = new WeakMap<Source, Found>();
  readonly #shown = new LastFound<Source, Found>();

  constructor(lines: LineFinder, values: ValueFinder) {
    this.#lines = lines;
    this.#values = values;
  }

  /** What stands in a source as the log has it. */
  of(source: Source): Found {
    return getOrInsert(this.#known, source, () => this.in(source.texts()));
  }

  /** What stands in what a policy shows of a source. Policies often show the same. */
  shown(source: Source, text: string): Found {
    return this.#shown.of(source, text, () => this.in([text]));
  }

  in(texts: readonly string[]): Found {
    const [lines, values] = [new Set<number>(), new Set<number>()];
    for (const text of texts) {
      this.#lines.find(text, lines);
      this.#values.find(text, values);
    }
    return lines.size === 0 && values.size === 0 ? FOUND_NOTHING : { lines: [...lines], values: [...values] };
  }
}

/** Which lines and values the sources of a request have. */
export class VisibleFound {
  readonly lines: Visible;
  readonly values: Visible;

  constructor({ lines, values }: { lines: number; values: number }) {
    this.lines = new Visible(lines);
    this.values = new Visible(values);
  }

  add({ lines, values }: Found, by: 1 | -1): void {
    this.lines.add(lines, by);
    this.values.add(values, by);
  }
}
