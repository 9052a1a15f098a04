// Parts the keys of a schema: documented ones stay where they are, all others are written in the same tables below the key
// `experimental`.

const isNamed = (path) => path.join(".");

/**
 * A shape whose experimental keys are marked; a table is marked where all its keys are.
 *
 * @param {object} shape
 * @param {readonly string[]} documented dotted keys; `*` stands for a key of the user's
 * @returns {object}
 */
export function markExperimental(shape, documented) {
  return marked(shape, documented, []);
}

function marked(shape, documented, path) {
  const parts = partsOf(shape);
  // What may not be given, or has one value alone, is no choice.
  if (parts === undefined && (shape.kind === "never" || shape.values?.length === 1)) return shape;
  if (parts === undefined) return documented.includes(isNamed(path)) ? shape : { ...shape, experimental: true };
  const keys = Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [key, marked(part, documented, [...path, key])]),
  );
  const made = shape.kind === "record" ? { ...shape, value: keys["*"] } : { ...shape, keys };
  const isAll = Object.values(keys).every(({ experimental }) => experimental);
  return isAll && !documented.includes(isNamed(path)) ? { ...made, experimental: true } : made;
}

function partsOf({ kind, keys, value }) {
  if (kind === "table") return keys;
  return kind === "record" && value.kind === "table" ? { "*": value } : undefined;
}

/**
 * A JSON Schema whose experimental keys are in the property `experimental`.
 *
 * @param {object} schema
 * @param {readonly string[]} documented as for `markExperimental`
 * @returns {object}
 */
export function withExperimental(schema, documented) {
  const kept = only(schema, (path) => path === documentedAlways || documented.includes(path), []);
  const rest = only(schema, (path) => path !== documentedAlways && !documented.includes(path), []);
  const { properties, additionalProperties, type } = rest;
  const description = "Keys that a release may change or drop.";
  return {
    ...kept,
    properties: { ...kept.properties, experimental: { type, description, properties, additionalProperties } },
  };
}

/** Stands for a key with one value alone. */
const documentedAlways = Symbol("a key with one value");

/** The schema with those of its keys that are wanted; undefined where none is. */
function only(schema, isWanted, path) {
  if (schema.anyOf?.some(isTable)) {
    const table = only(schema.anyOf.find(isTable), isWanted, path);
    if (table === undefined && !isWanted(isNamed(path))) return undefined;
    // A table without documented keys is given as a whole, or not.
    const empty = { type: "object", properties: {}, additionalProperties: false };
    return { ...schema, anyOf: schema.anyOf.map((one) => (isTable(one) ? (table ?? empty) : one)) };
  }
  if (isRecord(schema)) {
    const value = only(schema.additionalProperties, isWanted, [...path, "*"]);
    return value === undefined ? undefined : { ...schema, additionalProperties: value };
  }
  if (schema.const !== undefined) return isWanted(documentedAlways) ? schema : undefined;
  if (!isTable(schema)) return isWanted(isNamed(path)) && schema.not === undefined ? schema : undefined;
  const entries = Object.entries(schema.properties).flatMap(([key, part]) => {
    const left = only(part, isWanted, [...path, key]);
    return left === undefined ? [] : [[key, left]];
  });
  if (entries.length === 0) return undefined;
  const properties = Object.fromEntries(entries);
  const required = schema.required?.filter((key) => Object.hasOwn(properties, key));
  return { ...schema, properties, ...(required !== undefined && { required }) };
}

const isTable = ({ type, properties }) => type === "object" && properties !== undefined;
const isRecord = ({ type, additionalProperties }) =>
  type === "object" && typeof additionalProperties === "object" && isTable(additionalProperties);
