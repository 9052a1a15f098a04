// The two spellings of settings' keys: camelCase in programs, snake_case in TOML.

/** `windowTurns` → `window_turns`. */
export const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `window_turns` → `windowTurns`. Keys in other spellings do not change. */
export function camelCase(key: string): string {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key)
    ? key.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
    : key;
}

/** A name as a key in TOML: between quotes where it is no plain word. */
export const tomlKey = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

/** A table of any realm that was written as such. A Map or a Date has no settings as own keys and must not pass as an empty table. */
export function isTable(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
