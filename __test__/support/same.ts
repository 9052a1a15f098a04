import { deepStrictEqual } from "node:assert";

/** `deepStrictEqual` for JSON values, of which thousands are compared a second and next to none differ. */
export function expectSame(actual: unknown, expected: unknown, message: string): void {
  if (!isSame(actual, expected)) deepStrictEqual(actual, expected, message);
}

/** Equality of JSON values; never true where `deepStrictEqual` throws; for what is no JSON value it may be false where that does not. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const proto = Object.getPrototypeOf(one);
  if (proto !== Object.getPrototypeOf(other)) return false;
  if (proto === Array.prototype) return isSameList(one as unknown[], other as unknown[]);
  return proto === Object.prototype && isSameObject(one as Record<string, unknown>, other as Record<string, unknown>);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (!isSame(one[index], other[index])) return false;
  return true;
}

function isSameObject(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys) if (!Object.hasOwn(other, key) || !isSame(one[key], other[key])) return false;
  return true;
}
