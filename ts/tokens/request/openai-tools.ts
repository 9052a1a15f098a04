// Tool definitions, as OpenAI counts them.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { jsonTool, plain } from "./json-tools.js";
import type { DraftTool, Sheet } from "./sheet.js";

/**
 * The cost of each function, each list of properties, each property, each list of values and each value in it, and once
 * for all functions. gpt-4 and gpt-3.5 cost more for a function. Source: OpenAI Cookbook, "How to count tokens with
 * tiktoken", section 7. It covers no nested properties; these are counted in the same way.
 */
const COST = { function: 7, olderFunction: 10, properties: 3, property: 3, values: -3, value: 3, end: 12 };
const OLDER = /^(?:gpt-4|gpt-3\.5|gpt-35)(?!o|\.\d)/;

export function writeOpenAiTools(tools: readonly unknown[], sheet: Sheet): void {
  for (const tool of tools) {
    const record = isRecord(tool) ? tool : {};
    // Chat Completions wrap the function, Responses do not. A custom or built-in tool has no documented schema.
    const definition = isRecord(record.function) ? record.function : record;
    const isFunction = record.type === "function" || record.type === undefined;
    sheet.tools.push(isFunction ? functionTool(definition, sheet) : jsonTool(record, sheet));
  }
  if (sheet.tools.length > 0) sheet.toolOverheadTokens = COST.end;
}

function functionTool(definition: JsonRecord, sheet: Sheet): DraftTool {
  const { name, description, parameters } = plain(definition, sheet) as JsonRecord;
  const isOlder = OLDER.test((sheet.model ?? "").replace(/^.*\//, ""));
  const tool: DraftTool = {
    name: textOr(name, undefined),
    texts: [`${textOr(name, "")}:${withoutStop(description)}`],
    chars: textOr(name, "").length + textOr(description, "").length,
    fixedTokens: isOlder ? COST.olderFunction : COST.function,
  };
  const nested = writeSchemas(parameters, tool);
  if (nested) sheet.approximate("tool-definitions");
  return tool;
}

/** Counts the properties of a schema and of its nested schemas. Returns whether it has any. */
function writeSchemas(schema: unknown, tool: DraftTool): boolean {
  const waiting = [schema];
  let lists = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const properties = isRecord(next) && isRecord(next.properties) ? Object.entries(next.properties) : [];
    if (properties.length === 0) continue;
    lists++;
    tool.fixedTokens += COST.properties;
    for (const [name, property] of properties) {
      writeProperty(name, isRecord(property) ? property : {}, tool);
      waiting.push(...schemasIn(property));
    }
  }
  return lists > 1;
}

function writeProperty(name: string, { type, description, enum: values }: JsonRecord, tool: DraftTool): void {
  tool.fixedTokens += COST.property;
  const kind = Array.isArray(type) ? type.join(",") : textOr(type, "");
  tool.texts.push(`${name}:${kind}:${withoutStop(description)}`);
  tool.chars += name.length + kind.length + textOr(description, "").length;
  if (!Array.isArray(values)) return;
  tool.fixedTokens += COST.values + COST.value * values.length;
  for (const value of values) {
    tool.texts.push(String(value));
    tool.chars += String(value).length;
  }
}

const COMBINED = ["anyOf", "oneOf", "allOf"];

function schemasIn(property: unknown): unknown[] {
  if (!isRecord(property)) return [];
  const combined = COMBINED.flatMap((name) => (Array.isArray(property[name]) ? property[name] : []));
  return [property, property.items, ...combined].filter(isRecord);
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === "string" ? value : other;
}

const withoutStop = (description: unknown) => textOr(description, "").replace(/\.$/, "");
