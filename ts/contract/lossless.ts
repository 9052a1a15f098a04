// What the lossless phase of a condensation is given, and what it gives.
import type { ContentReference } from "./content-reference.js";

/** A text of a tool's result, with what is known of its call. */
export interface LosslessText {
  text: string;
  /** 0-based index of its message. */
  messageIndex: number;
  /** Id of the call that it answers; undefined where it names none. */
  callId: string | undefined;
  /** Name of the called tool; undefined if it is unknown. */
  toolName: string | undefined;
  /** Path of the file that the call reads; undefined if it reads none. */
  path: string | undefined;
  /** Whether it shows text that agents edit by exact match. */
  isFile: boolean;
  /** Whether it must stay as it is. */
  isFixed: boolean;
  /** Whether the call failed. */
  isError: boolean;
  /** Whether it counts as failed, too, if a line near an end of the text says so. */
  isErrorByLines: boolean;
  /** Whether the model has read it, or its file, so that it may lose most of its line numbers. */
  isSeen: boolean;
  /** Whether it is the whole of its result. Only such texts point, or are pointed at. */
  isWhole: boolean;
  /** The group of those that may contain it, as an index of the groups' labels; undefined for none. */
  contained: number | undefined;
  /** The group of similar ones, likewise. */
  similar: number | undefined;
}

/** How a consolidated result is made of the newest one. */
export type Consolidated =
  | {
      /** Runs of lines of the newest result: first line, 0-based, and count. */
      runs: readonly (readonly [from: number, count: number])[];
    }
  | {
      /** Lines, 0-based, that differ from the newest result's; they follow the pointer, one a line. */
      differing: readonly number[];
    };

/** A result that has another text. */
export interface LosslessChange {
  /** 0-based, among the results. */
  result: number;
  text: string;
}

/** A result that became a pointer to the newest of its group. */
export interface Consolidation extends LosslessChange {
  /** The newest result, which has to stay whole. */
  source: number;
  /** xxh3-128 of the text that the pointer replaced, 32 hex digits. */
  hash: string;
  consolidated: Consolidated;
}

/** The parts of a pointer to an earlier result that the texts decide. The source is an index of a result. */
export type Repeat = Pick<ContentReference, "type" | "hash" | "source" | "lines">;

/** A result in which pointers replace what earlier results have. */
export interface Deduplication extends LosslessChange {
  /** In the order of their pointers. */
  repeats: readonly Repeat[];
}

/** What the phase found: each list in document order, each on what the one before it left. */
export interface LosslessChanges {
  /** Results with a smaller form. */
  shortened: readonly LosslessChange[];
  consolidations: readonly Consolidation[];
  deduplications: readonly Deduplication[];
}

/**
 * Runs the phase over the results of a conversation, in document order. `labels` name the groups. A text with half a
 * surrogate pair stays, and nothing points to it.
 */
export type LosslessBackend = (texts: readonly LosslessText[], labels: readonly string[]) => LosslessChanges;
