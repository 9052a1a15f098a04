import { dollarText } from "../../../base/dollars.js";

/** Numbers as people read them. A number that is not known is "–". */

type Maybe = number | null | undefined;

const NONE = "–";
const known = (value: Maybe): value is number => typeof value === "number" && Number.isFinite(value);
const signed = (value: number, text: string) => (value < 0 ? `−${text}` : text);

/** US dollars: cents from a dollar on, below it two digits that count. */
export const money = (value: Maybe): string => (known(value) ? dollarText(value) : NONE);

/** A count, in full. */
export const whole = (value: Maybe): string =>
  known(value) ? signed(value, Math.round(Math.abs(value)).toLocaleString("en")) : NONE;

/** A count, short: 950, 12.3k, 4.5M. */
export function short(value: Maybe): string {
  if (!known(value)) return NONE;
  const size = Math.abs(value);
  if (size < 1000) return signed(value, String(Math.round(size)));
  const [divisor, unit] = size < 999_950 ? [1e3, "k"] : size < 999_950_000 ? [1e6, "M"] : [1e9, "G"];
  const number = size / divisor;
  return signed(value, `${number >= 100 ? Math.round(number) : number.toFixed(1)}${unit}`);
}

/** A share, of 1. */
export function percent(value: Maybe, digits = 0): string {
  if (!known(value)) return NONE;
  return signed(value, `${(Math.abs(value) * 100).toFixed(digits)} %`);
}

/** A share with a digit behind the point. */
export const tenths = (value: Maybe): string => percent(value, 1);

/** A factor, with so many digits. */
export const times =
  (digits: number) =>
  (value: Maybe): string =>
    known(value) ? `${value.toFixed(digits)} ×` : NONE;

/** A time, given in microseconds. */
export function micros(value: Maybe): string {
  if (!known(value)) return NONE;
  if (value < 1000) return `${Math.round(value)} µs`;
  if (value < 1e6) return `${(value / 1e3).toFixed(value < 1e4 ? 1 : 0)} ms`;
  return `${(value / 1e6).toFixed(1)} s`;
}

/** A size, given in bytes. */
export function bytes(value: Maybe): string {
  if (!known(value)) return NONE;
  if (value < 1024) return `${value} B`;
  return value < 1024 ** 2 ? `${(value / 1024).toFixed(1)} KB` : `${(value / 1024 ** 2).toFixed(1)} MB`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** The time of day of a moment, in milliseconds since 1970. */
export function clock(at: Maybe): string {
  if (!known(at)) return NONE;
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Day and time of a moment. */
export function moment(at: Maybe): string {
  if (!known(at)) return NONE;
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(at).slice(0, 5)}`;
}

/** A number and its noun. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${whole(value)} ${value === 1 ? one : many}`;
