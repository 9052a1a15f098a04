// The types of settings that a schema describes. Published declarations are made of the same schemas (`make-types.mjs`).
import type * as zod from "zod";

/** Settings with every default filled in, by the function that builds their schema. */
export type SettingsOf<Build extends (z: typeof zod) => zod.ZodType> = Fixed<zod.output<ReturnType<Build>>>;

/** What a caller may write for them. */
export type InputOf<Build extends (z: typeof zod) => zod.ZodType> = BothSpellings<zod.input<ReturnType<Build>>>;

type Fixed<Data> = Data extends object ? { readonly [Key in keyof Data]: Fixed<Data[Key]> } : Data;

type SnakeCase<Key> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? "" : "_"}${Lowercase<First>}${SnakeCase<Rest>}`
  : Key;

/** Data whose tables may have each key in camelCase or in snake_case. */
export type BothSpellings<Data> = Data extends readonly (infer Item)[]
  ? readonly BothSpellings<Item>[]
  : Data extends object
    ? {
        -readonly [Key in keyof Data as Key extends SnakeCase<Key> ? Key : never]: BothSpellings<Data[Key]>;
      } & {
        -readonly [Key in keyof Data as Key extends SnakeCase<Key> ? never : Key | SnakeCase<Key>]?:
          | BothSpellings<Data[Key]>
          | undefined;
      }
    : Data;
