// What a policy's values must be, in words.

export const FRACTION = "expected a number above 0, at most 1";
export const WATERMARK = "expected a number from 0.1 to 1";
export const DIGEST_RATIO = "expected a number from 0.01 to 0.5";
export const COST = "expected a number of US dollars above 0";
export const PIN = "expected a list of texts of 1 to 200 chars, or of { text, role }";
export const PRICES = 'expected "auto", or { read, write } from 0 to 100';
export const RENT = "expected a number from 0 to 1000";
