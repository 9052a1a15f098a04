// What plain data must look like, as data itself: the part of a zod schema that checks need. It is made of the schema by
// `ts/shape/make-shapes.mjs`, so that a program which checks a policy does not load zod.

/** What is allowed where nothing is given, and whether null is. */
interface Presence {
  /** Nothing may be given. @default false */
  readonly optional?: true;
  /** Taken where nothing is given, as it is. */
  readonly default?: unknown;
  /** Checked in place of what is not given. */
  readonly prefault?: unknown;
  /** @default false */
  readonly nullable?: true;
}

/** A limit or a named check, with the problem of a value that fails it; a named check tells its own problem. */
export type Limit =
  | { readonly kind: "min" | "max" | "above"; readonly limit: number; readonly problem: string }
  | { readonly kind: "whole"; readonly problem: string }
  | { readonly kind: "pattern"; readonly source: string; readonly problem: string }
  | { readonly kind: "named"; readonly name: string };

interface Checked extends Presence {
  /** The key, with all that is in it, is written below `experimental`. @default false */
  readonly experimental?: true;
  /** What is said of a value of another type. */
  readonly problem: string;
  /** In this order. @default none */
  readonly limits?: readonly Limit[];
}

/** The type of a value, its limits, and the shapes of its parts. */
export type Shape = PlainShape | OneOfShape | ListShape | TableShape | RecordShape | AnyOfShape;

export interface PlainShape extends Checked {
  readonly kind: "number" | "text" | "flag" | "anything" | "never";
}

export interface OneOfShape extends Checked {
  readonly kind: "one of";
  readonly values: readonly unknown[];
}

export interface ListShape extends Checked {
  readonly kind: "list";
  readonly item: Shape;
}

/** A table with these keys and no others. */
export interface TableShape extends Checked {
  readonly kind: "table";
  readonly keys: Readonly<Record<string, Shape>>;
}

/** A table with keys of the user's. */
export interface RecordShape extends Checked {
  readonly kind: "record";
  readonly key: Shape;
  readonly value: Shape;
}

export interface AnyOfShape extends Checked {
  readonly kind: "any of";
  readonly options: readonly Shape[];
}

/** A check that no limit expresses. Gives the problem of a value of the right type; undefined where there is none. */
export type NamedCheck = (value: unknown) => string | undefined;

export type NamedChecks = Readonly<Record<string, NamedCheck>>;
