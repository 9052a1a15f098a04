// ../../smart-imp.ts
import { readFileSync as readFileSync2 } from "node:fs";
import { createHash } from "node:crypto";

// ts/base/errors.ts
var MARK = /* @__PURE__ */ Symbol.for("tamis.error");
var TamisError = class extends Error {
  /** Makes an error of a code, with a message for people. */
  constructor(code, message, details = {}) {
    super(message, details.cause === void 0 ? void 0 : { cause: details.cause });
    /** Always `TamisError`. */
    this.name = "TamisError";
    this.code = code;
    this.issues = details.issues ?? [];
    if (details.bytesNeeded !== void 0) this.bytesNeeded = details.bytesNeeded;
    Object.defineProperty(this, MARK, { value: true });
  }
  /** True for a `TamisError` of any copy of this package in the process, unlike `instanceof`. */
  static isInstance(error) {
    return typeof error === "object" && error !== null && MARK in error;
  }
};

// ts/contract/wires.ts
var WIRE_NAMES = ["openai-chat", "openai-responses", "anthropic", "gemini"];
var isWireName = (value) => WIRE_NAMES.includes(value);
function unknownWire(name, known2 = WIRE_NAMES) {
  return new TamisError("OPTION_INVALID", `wire: expected one of ${known2.join(", ")}, got ${JSON.stringify(name)}`);
}

// ts/text/json-value.ts
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function nonEmpty(value) {
  return typeof value === "string" && value !== "" ? value : void 0;
}
var MAX_NESTING = 1e3;
function isTooDeep(value) {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const next = [];
    for (const one of level) {
      if (typeof one !== "object" || one === null) continue;
      if (depth === MAX_NESTING) return true;
      for (const inner of Object.values(one)) if (typeof inner === "object" && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}
function visitStrings(value, visit, path = []) {
  if (typeof value === "string") visit(value, path);
  if (typeof value !== "object" || value === null) return;
  const children = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, child] of children) {
    path.push(key);
    visitStrings(child, visit, path);
    path.pop();
  }
}
function deepChars(value) {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  for (const child of Object.values(value)) chars += deepChars(child);
  return chars;
}

// ts/wires/anthropic-clearing.ts
var CONTEXT_BETA = "context-management-2025-06-27";
var BINDING_BETA = "thinking-binding-controls-2026-08-01";
var DROP_HEADERS = { "anthropic-beta": BINDING_BETA };
var KEY = "context_management";
var CLEARING = {
  vendor: "anthropic",
  key: KEY,
  listKey: "edits",
  headers: { "anthropic-beta": CONTEXT_BETA },
  placeIn,
  toolUses,
  edit: (kept2, excluded) => ({
    type: "clear_tool_uses_20250919",
    trigger: { type: "input_tokens", value: 1 },
    keep: { type: "tool_uses", value: kept2 },
    clear_at_least: { type: "input_tokens", value: 0 },
    clear_tool_inputs: false,
    ...excluded.length === 0 ? {} : { exclude_tools: excluded }
  }),
  cleared: (callId) => ({ type: "tool_result", tool_use_id: callId, content: "[Old tool result content cleared]" })
};
function placeIn(request) {
  const management = request[KEY];
  const asMember = (edit2) => ({ edits: [edit2] });
  if (management === void 0) return { path: [KEY], valueOf: asMember, around: [`,"${KEY}":{"edits":[`, "]}"] };
  if (management === null || isRecord(management) && Object.keys(management).length === 0) {
    return { path: [KEY], valueOf: asMember, around: ['{"edits":[', "]}"] };
  }
  const edits = isRecord(management) ? management.edits : void 0;
  if (!Array.isArray(edits) || edits.some(isCompaction)) return void 0;
  const { length } = edits;
  return { path: [KEY, "edits", length], valueOf: (edit2) => edit2, around: [length === 0 ? "" : ",", ""] };
}
var isCompaction = (edit2) => isRecord(edit2) && typeof edit2.type === "string" && edit2.type.startsWith("compact");
function toolUses(list) {
  const uses = [];
  let turnIndex = 0;
  for (const message of list) {
    const content = isRecord(message) && message.role === "assistant" ? message.content : void 0;
    const calls = Array.isArray(content) ? content.filter(isCall) : [];
    uses.push(...calls.map(({ name }) => ({ turnIndex, toolName: typeof name === "string" ? name : void 0 })));
    if (calls.length > 0) turnIndex++;
  }
  return uses;
}
var isCall = (block) => isRecord(block) && block.type === "tool_use" && nonEmpty(block.id) !== void 0;

// ts/wires/cache-facts.ts
var SCALE = 1e4;
var scaled = (value) => Math.round(value * SCALE);
var isHourly = (marker) => isRecord(marker) && marker.ttl === "1h";
function partBreakpoints(list, key, messageIndex, blockIndex) {
  if (!Array.isArray(list)) return [];
  return list.flatMap(
    (part2, partIndex) => isRecord(part2) ? breakpointOf(part2[key], messageIndex, blockIndex, partIndex) : []
  );
}
function breakpointOf(marker, messageIndex, blockIndex, partIndex) {
  if (marker === void 0) return [];
  return [{ messageIndex, blockIndex, partIndex, hourly: isHourly(marker), isNull: marker === null }];
}

// ts/estimate/image-size.ts
function readImageSize(bytes) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read7 = FORMATS.find(({ matches: matches2 }) => matches2(view))?.read;
  const size = read7?.(view);
  return size !== void 0 && size.width > 0 && size.height > 0 ? size : void 0;
}
var hasAt = (view, at2, text) => view.toString("latin1", at2, at2 + text.length) === text;
var FORMATS = [
  {
    matches: (view) => hasAt(view, 0, "\x89PNG\r\n\n") && view.length >= 24,
    read: (view) => ({ width: view.readUInt32BE(16), height: view.readUInt32BE(20) })
  },
  {
    matches: (view) => (hasAt(view, 0, "GIF87a") || hasAt(view, 0, "GIF89a")) && view.length >= 10,
    read: (view) => ({ width: view.readUInt16LE(6), height: view.readUInt16LE(8) })
  },
  { matches: (view) => hasAt(view, 0, "RIFF") && hasAt(view, 8, "WEBP") && view.length >= 30, read: readWebp },
  { matches: (view) => view[0] === 255 && view[1] === 216, read: readJpeg }
];
function readWebp(view) {
  switch (view.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: view.readUInt16LE(26) & 16383, height: view.readUInt16LE(28) & 16383 };
    case "VP8L": {
      const bits = view.readUInt32LE(21);
      return { width: (bits & 16383) + 1, height: (bits >>> 14 & 16383) + 1 };
    }
    case "VP8X":
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    default:
      return void 0;
  }
}
function readJpeg(view) {
  let at2 = 2;
  while (at2 + 9 <= view.length) {
    if (view[at2] !== 255) return void 0;
    const marker = view[at2 + 1] ?? 0;
    if (marker === 255) {
      at2++;
      continue;
    }
    const isFrame = marker >= 192 && marker <= 207 && ![196, 200, 204].includes(marker);
    if (isFrame) return { width: view.readUInt16BE(at2 + 7), height: view.readUInt16BE(at2 + 5) };
    const isAlone2 = marker === 1 || marker >= 208 && marker <= 216;
    at2 += isAlone2 ? 2 : 2 + view.readUInt16BE(at2 + 2);
  }
  return void 0;
}

// ts/estimate/opaque.ts
var SEALED = /* @__PURE__ */ new Set([
  ...["signature", "encrypted_content", "thoughtSignature", "thought_signature"]
]);
var DATA = /* @__PURE__ */ new Set(["data", "url", "image_url", "file_data"]);
var SEALED_CHAR = 179;
var sealedTokens = (chars) => Math.ceil(SEALED_CHAR * chars / 1024);
var MEDIUM = 1500 * 1024;
var LEAST_CHARS = 64;
var HEAD_CHARS = 16384;
var DATA_URL = /^data:[!-+\--~]{0,120};base64,/;
var BASE64 = /^[A-Za-z0-9+/_-]*/;
function opaqueWeight(name, value) {
  if (SEALED.has(name)) return SEALED_CHAR * value.length;
  if (!DATA.has(name) || value.length < LEAST_CHARS) return void 0;
  const prefix = DATA_URL.exec(value)?.[0].length ?? 0;
  const head = BASE64.exec(value.slice(prefix, prefix + HEAD_CHARS))?.[0] ?? "";
  if (prefix === 0 && head.length < LEAST_CHARS) return void 0;
  const size = readImageSize(Buffer.from(head, "base64"));
  return size === void 0 ? Math.min(MEDIUM, SEALED_CHAR * value.length) : 1024 * imagePatches(size);
}
var EDGE = 1568;
var MOST_PATCHES = 1568;
var PATCH = 28;
function imagePatches({ width, height }) {
  const long = Math.max(width, height, EDGE);
  const patches2 = (side) => Math.ceil(Math.max(1, Math.floor(side * EDGE / long)) / PATCH);
  return Math.min(MOST_PATCHES, patches2(width) * patches2(height));
}

// ts/wires/text-chars.ts
var SYSTEM = /* @__PURE__ */ new Set(["instructions", "system", "systemInstruction", "system_instruction"]);
var DEFINITIONS = /* @__PURE__ */ new Set([
  ...["tools", "functions", "response_format", "text", "generationConfig", "generation_config", "output_config"]
]);
var TEXTS = /* @__PURE__ */ new Set([
  ...["text", "thinking", "refusal", "content", "parts", "output", "stdout", "stderr", "summary", "tool_calls"],
  ...["thinking_blocks", "reasoning_details"],
  ...["function", "custom", "functionCall", "function_call", "functionResponse", "function_response"]
]);
var FREE = /* @__PURE__ */ new Set([
  ...["arguments", "input", "args", "response", "action", "operation"],
  ...["executableCode", "executable_code", "codeExecutionResult", "code_execution_result"]
]);
var TYPES = /* @__PURE__ */ new Set([
  ...[
    "message",
    "function_call",
    "reasoning",
    "compaction",
    "item_reference",
    "additional_tools",
    "function",
    "custom"
  ],
  ...["text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text", "thinking"],
  ...["tool_use", "tool_result", "tool_reference", "server_tool_use", "mcp_tool_use", "search_result"],
  ...["web_search_result"]
]);
var SEALED_TYPES = /* @__PURE__ */ new Set(["redacted_thinking", "reasoning.encrypted"]);
var TYPE_ENDS = ["_call", "_output", "_tool_result"];
var MEDIA = /* @__PURE__ */ new Set([
  ...["image", "image_url", "input_image", "computer_screenshot", "document", "file", "input_file", "input_audio"]
]);
var INLINE = /* @__PURE__ */ new Set(["inlineData", "inline_data", "fileData", "file_data"]);
var TEXT_CHARS = 64;
var MEDIA_DATA = [
  ...["source", "image_url", "file", "file_id", "file_url", "file_data", "fileData", "input_audio"]
];
var DEPTH = 7;
var LIST_DEPTH = 2;
function restChars(request, listKey) {
  let chars = 0;
  for (const [key, value] of Object.entries(request)) {
    if (key === listKey) continue;
    if (SYSTEM.has(key)) chars += systemChars(value);
    else if (DEFINITIONS.has(key) && typeof value === "object") chars += definitionChars(value);
  }
  return chars;
}
function listSize(list) {
  const size = { chars: 0, media: 0, sealed: 0 };
  addTexts(list, size, LIST_DEPTH);
  return size;
}
function sealedCharsOf(block) {
  let chars = 0;
  for (const [name, value] of Object.entries(block)) if (isSealed(name, value, block.type)) chars += value.length;
  return chars;
}
function tokensOfSize({ chars, media, sealed }, mediumTokens) {
  return Math.ceil(chars / 4) + media * mediumTokens + sealedTokens(sealed);
}
function addTexts(value, size, depth) {
  if (typeof value === "string") size.chars += value.length;
  else if (depth > DEPTH) size.chars += looseChars(value);
  else if (isRecord(value)) addObject(value, size, depth);
  else if (Array.isArray(value)) {
    for (const element of value) if (isRecord(element)) addTexts(element, size, depth + 1);
  }
}
function addObject(object, size, depth) {
  const { type } = object;
  const isMedium = typeof type === "string" && MEDIA.has(type);
  const isUnknown = typeof type === "string" && !isMedium && !isKnown(type);
  if (isMedium && MEDIA_DATA.some((name) => isFilled(object[name]))) size.media++;
  for (const [name, value] of Object.entries(object)) {
    if (TEXTS.has(name)) addTexts(value, size, depth + 1);
    else if (FREE.has(name)) size.chars += deepChars(value);
    else if (name === "tools") size.chars += typeof value === "object" ? definitionChars(value) : 0;
    else if (isSealed(name, value, type)) size.sealed += value.length;
    else if (isUnknown || isMedium && name === "source") size.chars += looseChars(value);
    else if (INLINE.has(name) && isRecord(value) && typeof type !== "string") size.media++;
  }
}
function isSealed(name, value, type) {
  return typeof value === "string" && (SEALED.has(name) || name === "data" && SEALED_TYPES.has(type));
}
var isFilled = (value) => typeof value === "string" || isRecord(value);
var isKnown = (type) => TYPES.has(type) || SEALED_TYPES.has(type) || TYPE_ENDS.some((end) => type.endsWith(end));
function systemChars(system) {
  if (typeof system === "string") return system.length;
  let chars = 0;
  visitStrings(system, (text, path) => {
    if (path.at(-1) === "text") chars += text.length;
  });
  return chars;
}
function looseChars(value) {
  let chars = 0;
  visitStrings(value, (text) => {
    if (text.length >= TEXT_CHARS && text.includes(" ")) chars += text.length;
  });
  return chars;
}
function definitionChars(value) {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  const isList = Array.isArray(value);
  for (const [name, child] of Object.entries(value)) chars += (isList ? 0 : name.length) + definitionChars(child);
  return chars;
}
function textSizes(before, removed, mediumTokens) {
  const after = {
    chars: before.chars - removed.chars,
    media: before.media - removed.media,
    sealed: before.sealed - removed.sealed
  };
  const [tokensBefore, tokensAfter] = [tokensOfSize(before, mediumTokens), tokensOfSize(after, mediumTokens)];
  return {
    chars: { before: before.chars, after: after.chars },
    tokens: { before: tokensBefore, after: tokensAfter, method: "chars4" }
  };
}

// ts/wires/define-wire.ts
var never = () => false;
var none = () => [];
var DEFAULTS = {
  clearing: void 0,
  listMayBeText: false,
  alternates: false,
  joinsCalls: false,
  resultsAreObjects: false,
  mediumTokens: 1229,
  measure: (list) => listSize(list).chars,
  isSnakeCase: never,
  isDelta: never,
  isServerEdited: never,
  isCompaction: never,
  isReasoning: never,
  thinkingIn: none,
  thinksByHand: never,
  dropHeaders: void 0,
  thinkingIsBlock: false
};
function defineWire(given) {
  return { ...DEFAULTS, ...given };
}

// ts/wires/known-calls.ts
function callArguments(...values) {
  return values.find((value) => typeof value === "string" || isRecord(value));
}
function answerTo(callId, calls) {
  const call = callId === void 0 ? void 0 : calls.get(callId);
  return { callId, toolName: call?.toolName, turnIndex: call?.turnIndex, args: call?.args };
}

// ts/wires/read-content.ts
function readContent(content, rules) {
  if (typeof content === "string") return { kind: "text", text: content };
  if (!Array.isArray(content) || content.length === 0) return { kind: "other" };
  const hasSearches = rules.filler !== void 0 && content.some(isSearchResult);
  return hasSearches ? readSearches(content, rules, rules.filler ?? "") : readParts(content, rules);
}
var isSearchResult = (part2) => isRecord(part2) && part2.type === "search_result" && Object.hasOwn(part2, "content");
function readSearches(list, rules, filler) {
  const texts = [];
  const paths = [];
  const add2 = (text, path) => {
    if (text === "" || text === filler) return;
    texts.push(text);
    paths.push(path);
  };
  for (const [index, part2] of list.entries()) {
    if (!isRecord(part2)) return { kind: "other" };
    if (rules.texts.has(part2.type) && typeof part2.text === "string") add2(part2.text, [index, "text"]);
    else {
      const found2 = isSearchResult(part2) && Array.isArray(part2.content) ? textsIn(part2.content) : [];
      if (found2.length === 0) return { kind: "other" };
      for (const { text, at: at2 } of found2) add2(text, [index, "content", at2, "text"]);
    }
  }
  return { kind: "fields", texts, paths, filler };
}
function textsIn(list) {
  return list.flatMap((part2, at2) => isRecord(part2) && typeof part2.text === "string" ? [{ text: part2.text, at: at2 }] : []);
}
function readParts(list, rules) {
  const texts = [];
  const parts = [];
  let firstText = -1;
  let lastMarked = -1;
  for (const [index, part2] of list.entries()) {
    if (!isRecord(part2)) return { kind: "other" };
    const marked = rules.markers.some((key) => part2[key] != null);
    if (rules.texts.has(part2.type) && typeof part2.text === "string") {
      if (firstText < 0) firstText = index;
      if (marked) lastMarked = index;
      texts.push(part2.text);
      parts.push(void 0);
    } else {
      const kind = marked ? void 0 : rules.mediaKind(part2);
      if (kind === void 0) return { kind: "other" };
      parts.push(readMedia(part2, kind));
    }
  }
  const keptPart = lastMarked < 0 ? firstText : lastMarked;
  return texts.length === parts.length ? { kind: "parts", texts, keptPart } : { kind: "media", texts, parts, keptPart };
}
function readFields(list, keys) {
  const found2 = list.flatMap(
    (element, index) => Object.entries(element).flatMap(([key, value]) => {
      const text = keys.includes(key) ? nonEmpty(value) : void 0;
      return text === void 0 ? [] : [{ text, path: [index, key] }];
    })
  );
  return { kind: "fields", texts: found2.map(({ text }) => text), paths: found2.map(({ path }) => path) };
}
var MEDIA_TYPE = /^[A-Za-z0-9.+/-]{1,64}$/;
var TYPE_NAMES = /* @__PURE__ */ new Set(["media_type", "mimeType", "mime_type"]);
function readMedia(part2, kind) {
  let data = "";
  let named;
  visitStrings(part2, (text, path) => {
    if (path.length === 2 && TYPE_NAMES.has(path[1])) named = text;
    else if (text.length > data.length) data = text;
  });
  const candidates = [named, /^data:([^;,]*)/.exec(data)?.[1]];
  const mediaType = candidates.find((type) => type !== void 0 && MEDIA_TYPE.test(type));
  const isImage = mediaType?.startsWith("image/") === true;
  return { kind: kind ?? (isImage ? "image" : "document"), mediaType, dataChars: data.length };
}

// ts/wires/loose-media.ts
function readBesideResults({ messageIndex, blocks, isUsers }, mediaOf2, results) {
  const byBlock = new Map(results.map((result) => [result.blockIndex, result]));
  const found2 = [];
  let beside;
  for (const [blockIndex, block] of blocks.entries()) {
    const result = byBlock.get(blockIndex);
    const medium = result === void 0 ? mediaOf2(block) : void 0;
    if (medium === void 0) beside = result;
    else if (medium !== "other" && (beside !== void 0 || isUsers)) {
      found2.push({ messageIndex, blockIndex, beside, media: [{ index: blockIndex, medium }] });
    }
  }
  return found2;
}
function readUserMedia(messageIndex, content, rules) {
  if (!Array.isArray(content)) return [];
  const media = content.flatMap((part2, index) => {
    const medium = isRecord(part2) ? readMedium(part2, rules) : void 0;
    return medium === void 0 || medium === "other" ? [] : [{ index, medium }];
  });
  return media.length === 0 ? [] : [{ messageIndex, blockIndex: 0, beside: void 0, media }];
}
function readMedium(part2, rules) {
  if (rules.texts.has(part2.type) && typeof part2.text === "string") return void 0;
  const kind = rules.mediaKind(part2);
  if (kind === void 0) return void 0;
  return rules.markers.some((key) => part2[key] != null) ? "other" : readMedia(part2, kind);
}

// ts/wires/anthropic.ts
var ofText = (text) => ({ type: "text", text });
var MARKER = "cache_control";
var CACHE = {
  markerKey: MARKER,
  byClient: true,
  needsBreakpoint: () => true,
  anchorPlace: () => "block",
  marker: (hourly) => hourly ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" },
  breakpoints,
  countInFront: ({ system, tools }) => countMarked(system) + countMarked(tools),
  automatic: ({ [MARKER]: marker }) => marker === void 0 || marker === null ? void 0 : { hourly: isHourly(marker) },
  prices: (_, longLived) => ({ read: 1e3, write: longLived ? 2e4 : 12500 })
};
var PROVIDER = {
  name: "anthropic",
  telemetryName: "anthropic",
  endpoints: [
    { kind: "generate", end: /\/messages$/, own: /^\/v1\/messages$/ },
    { kind: "count", end: /\/messages\/count_tokens$/, own: /^\/v1\/messages\/count_tokens$/ },
    { kind: "generate", end: /\/publishers\/anthropic\/models\/([^/:]+):(?:raw|streamRaw)Predict$/ }
  ],
  images: "anthropic",
  errors: "anthropic",
  streamError: "event"
};
var anthropic = defineWire({
  key: "anthropic",
  listKey: "messages",
  blocks: { key: "content", holdResults: true, textType: "text", isResult, ofText },
  cache: CACHE,
  clearing: CLEARING,
  provider: PROVIDER,
  alternates: true,
  mediumTokens: 1568,
  read,
  roleOf,
  makesCalls: ({ content }) => hasBlock(content, ({ type, id }) => type === "tool_use" && nonEmpty(id) !== void 0),
  contentPath: (blockIndex) => ["content", blockIndex, "content"],
  isServerEdited: ({ context_management: management }) => isRecord(management) && clearsToolUses(management.edits),
  isCompaction: ({ content }) => hasBlock(content, ({ type }) => type === "compaction"),
  thinkingIn,
  thinkingIsBlock: true,
  thinksByHand: ({ thinking }) => isRecord(thinking) && thinking.type === "enabled",
  dropHeaders: DROP_HEADERS,
  userMessage: (texts) => ({ role: "user", content: texts.map(ofText) })
});
var hasBlock = (content, matches2) => Array.isArray(content) && content.some((block) => isRecord(block) && matches2(block));
function roleOf({ role, content }) {
  if (role !== "user") return role === "assistant" || role === "system" ? role : "other";
  return Array.isArray(content) && content.length > 0 && content.every(isResult) ? "tool" : "user";
}
var isThinking = (block) => isRecord(block) && (block.type === "thinking" || block.type === "redacted_thinking");
function thinkingIn({ content }) {
  if (!Array.isArray(content)) return [];
  const isAll = content.every(isThinking);
  return content.flatMap((block, blockIndex) => {
    if (!isThinking(block)) return [];
    const text = typeof block.thinking === "string" ? block.thinking : "";
    return [{ blockIndex, text, stays: isAll || block[MARKER] != null }];
  });
}
function clearsToolUses(edits) {
  return hasBlock(edits, ({ type }) => typeof type === "string" && type.startsWith("clear_tool_uses"));
}
var PARTS = {
  texts: /* @__PURE__ */ new Set(["text"]),
  markers: ["cache_control"],
  mediaKind: ({ type, source }) => isRecord(source) && (type === "image" || type === "document") ? type : void 0,
  // The API refuses empty texts.
  filler: "[masked]"
};
function read(messages) {
  const calls = /* @__PURE__ */ new Map();
  const results = [];
  const looseMedia = [];
  let toolTurnCount = 0;
  let lastUserMessage = -1;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const blocks = Array.isArray(message.content) ? message.content : [];
    if (message.role === "assistant") {
      if (noteCalls(blocks, toolTurnCount, calls)) toolTurnCount++;
    } else if (message.role === "user") {
      const found2 = blocks.flatMap(
        (block, blockIndex) => isResult(block) ? [readResult(block, messageIndex, blockIndex, calls)] : []
      );
      results.push(...found2);
      looseMedia.push(...readBesideResults({ messageIndex, blocks, isUsers: true }, readBlock, found2));
      if (blocks.length === 0 || !blocks.every(isResult)) lastUserMessage = messageIndex;
    }
  });
  return { messageCount: messages.length, toolTurnCount, lastUserMessage, results, looseMedia };
}
function readBlock(block) {
  if (!isRecord(block) || block.type !== "image" && block.type !== "document") return void 0;
  return readMedium(block, PARTS) ?? "other";
}
function noteCalls(blocks, turnIndex, calls) {
  let found2 = false;
  for (const block of blocks) {
    if (!isRecord(block) || block.type !== "tool_use") continue;
    const id = nonEmpty(block.id);
    if (id === void 0) continue;
    const toolName = typeof block.name === "string" ? block.name : void 0;
    calls.set(id, { turnIndex, toolName, args: callArguments(block.input) });
    found2 = true;
  }
  return found2;
}
function isResult(block) {
  return isRecord(block) && block.type === "tool_result";
}
function readResult(block, messageIndex, blockIndex, calls) {
  return {
    messageIndex,
    blockIndex,
    ...answerTo(nonEmpty(block.tool_use_id), calls),
    content: readContent(block.content, PARTS),
    errorMarker: block.is_error === true ? "yes" : "no"
  };
}
function breakpoints(message, messageIndex) {
  if (!Array.isArray(message.content)) return [];
  return message.content.flatMap((block, blockIndex) => {
    if (!isRecord(block)) return [];
    const own2 = breakpointOf(block[MARKER], messageIndex, blockIndex, void 0);
    const isAnswer = isResult(block) && message.role === "user";
    return isAnswer ? [...own2, ...partBreakpoints(block.content, MARKER, messageIndex, blockIndex)] : own2;
  });
}
var countMarked = (list) => Array.isArray(list) ? list.filter((one) => isRecord(one) && one[MARKER] != null).length : 0;

// ts/text/error-line.ts
var LINE_CHARS = 200;
var WORDS = ["error", "fatal", "panic"];
var PROSE = [
  ...["handling", "handled", "handler", "handlers", "recovery", "reporting", "logging", "tracking", "boundary"],
  ...["boundaries", "management", "propagation", "tolerance", "budget", "budgets", "rate", "rates", "states", "cases"],
  ...["codes", "messages", "types", "classes", "pages", "values", "objects", "responses", "conditions", "is", "are"],
  ...["can", "may", "must", "should", "will", "if", "and", "or"]
];
var NONE = ["(none)", "none", "null", "nil", "false", "undefined", "[]", "{}", '""', "''"];
var NAME_ENDINGS = ["error", "exception"];
var BEGINNINGS = [
  ...["Traceback (most recent call last)", "npm ERR!", "npm error", "--- FAIL:", "not ok ", "test result: FAILED"],
  ...["FAILURE: ", "BUILD FAILED", "make: *** ", "##[error]"]
];
var VERDICTS = ["FAIL", "FAILED", " FAIL"];
var COUNTS = [
  ["Found", " error"],
  ["Tests:", " failed"],
  ["Test Suites:", " failed"],
  [" Test Files", " failed"]
];
var EXITS = [
  ...["exit code", "exit_code", "exitcode", "exit status", "exit:", "exit=", "[exit", "exited with code"],
  ...["return code", "return_code", "returncode", "process exited with code", "process exited with exit code"],
  ...["process finished with exit code", "process completed with exit code", "command exited with code"],
  ...["command exited with status", "command failed with exit code", "command finished with exit code"],
  ...["the command completed with exit code"]
];
var MESSAGES = ["): error ", "): fatal error ", ": error:", ": fatal error:"];
var PANIC = { before: "thread '", behind: " panicked at" };
var PATH = "[._-][a-z0-9]|/";
var IN_PROSE = ` +${oneOf(PROSE)}(?![a-z0-9_])`;
var NO_ERROR = ` *[:=] *(?:0(?![a-z0-9_]|\\.[0-9])|${oneOf(NONE)}(?:[,;|\\r]|$))`;
var WORD = new RegExp(`^${oneOf(WORDS)}[a-z]*`, "i");
var HARMLESS = new RegExp(`^(?:${IN_PROSE}|${NO_ERROR})`, "i");
var IN_PATH = new RegExp(`^(?:${PATH})`);
var NAME = /^[A-Za-z_][A-Za-z0-9_.]*(?=:)/;
var NAMED = new RegExp(`.${oneOf(NAME_ENDINGS)}$`, "i");
var BEGINNING = new RegExp(`^(?:${oneOf(BEGINNINGS)}|${oneOf(VERDICTS)}(?![A-Za-z0-9_]))`);
var COUNT = new RegExp(`^(?:${COUNTS.map(([before, behind]) => `${before} +0*[1-9][0-9]*${behind}`).join("|")})`);
var EXIT = new RegExp(`^[[(<]?${oneOf(EXITS)}[ :=>]{0,8}-?0*[1-9][0-9]*(?![a-z0-9_]|\\.[0-9])`, "i");
var MESSAGE = new RegExp(oneOf(MESSAGES));
function oneOf(texts) {
  return `(?:${texts.map((text) => text.replace(/[^\w ]/g, "\\$&")).join("|")})`;
}
function isErrorLine(line) {
  return beginsWithWord(line) || NAMED.test(NAME.exec(line)?.[0] ?? "") || BEGINNING.test(line) || EXIT.test(line) || COUNT.test(line) || line.startsWith(PANIC.before) && line.includes(PANIC.behind) || MESSAGE.test(line);
}
function beginsWithWord(line) {
  const word = WORD.exec(line)?.[0];
  if (word === void 0) return false;
  const rest = line.slice(word.length);
  return !IN_PATH.test(rest) && !HARMLESS.test(rest);
}

// ts/text/error-signs.ts
var EDGE_CHARS = 500;
var SEED_WORDS = compilePatterns([
  "Traceback",
  "Exception",
  { text: "Error", at: "line" },
  '"error"',
  "timeout",
  "connect_error",
  "connection refused"
]);
function compilePatterns(patterns) {
  if (patterns.length === 0) return void 0;
  const sources = patterns.map((p) => typeof p === "string" ? literal(p) : `(?:^|\\n)${literal(p.text)}`);
  return new RegExp(sources.join("|"));
}
function literal(text) {
  return text.replace(/./gs, (c) => {
    if (/[a-zA-Z]/.test(c)) return `[${c.toLowerCase()}${c.toUpperCase()}]`;
    return /[\w\s]/.test(c) || c.charCodeAt(0) > 127 ? c : `\\${c}`;
  });
}
function looksLikeError(text) {
  const json = parseStructured(text, /^[ \t\n\r]*[[{]/);
  return json === void 0 ? hasErrorLine(text) : hasFailure(json.value, isFailure);
}
function looksLikeErrorObject(value) {
  return isObject(value) && isFailure(value, true);
}
function looksLikeSeedError(text) {
  if (SEED_WORDS?.test(text)) return true;
  const json = parseStructured(text, /^[[{]/);
  return json !== void 0 && hasFailure(json.value, isSeedFailure);
}
function hasClipLine(text) {
  return /(?:^|\n)\[error clipped — [0-9]+ chars\](?:\n|$)/.test(text);
}
function parseStructured(text, start) {
  if (!start.test(text)) return void 0;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return void 0;
  }
}
function isErrorValue(value) {
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
var EXIT_CODES = ["exit_code", "exitCode", "returncode", "return_code"];
var MARKS = ["isError", "is_error"];
function hasFailure(value, rule) {
  if (Array.isArray(value)) return value.some((element) => isObject(element) && rule(element, false));
  return isObject(value) && rule(value, true);
}
var isSeedFailure = (object) => Object.hasOwn(object, "error") || own(object, "status") === "error";
var isFailure = (object, isTop) => {
  if (isErrorValue(own(object, "error")) || own(object, "status") === "error") return true;
  if (MARKS.some((mark) => own(object, mark) === true) || hasExitCode(object)) return true;
  const metadata = isTop ? own(object, "metadata") : void 0;
  return isObject(metadata) && hasExitCode(metadata);
};
function hasExitCode(object) {
  return EXIT_CODES.some((name) => {
    const code = own(object, name);
    return typeof code === "number" && code !== 0;
  });
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function own(object, name) {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : void 0;
}
function hasErrorLine(text) {
  const lastEdge = text.length - EDGE_CHARS;
  let start = 0;
  while (start < text.length) {
    if (start >= EDGE_CHARS && start < lastEdge) {
      start = lastEdge - 1;
    } else if (isErrorLine(lineAt(text, start))) {
      return true;
    }
    const newline = text.indexOf("\n", start);
    if (newline < 0) return false;
    start = newline + 1;
  }
  return false;
}
function lineAt(text, start) {
  const head = text.slice(start, start + LINE_CHARS);
  const end = head.indexOf("\n");
  return end < 0 ? head : head.slice(0, end);
}

// ts/wires/gemini-calls.ts
var GeminiCalls = class {
  constructor() {
    this.turnCount = 0;
    this.#byId = /* @__PURE__ */ new Map();
    this.#answered = /* @__PURE__ */ new Set();
    /** Calls of the last turn by tool, and those of them that have no id. */
    this.#last = /* @__PURE__ */ new Map();
    this.#lastWithoutId = /* @__PURE__ */ new Map();
  }
  #byId;
  #answered;
  #last;
  #lastWithoutId;
  /** Takes note of the calls of one content; without any it is no turn. */
  noteTurn(found2) {
    if (found2.length === 0) return;
    const calls = found2.map((call) => ({ ...call, turnIndex: this.turnCount }));
    this.turnCount++;
    for (const call of calls) if (call.id !== void 0) this.#byId.set(call.id, call);
    this.#last = byTool(calls);
    this.#lastWithoutId = byTool(calls.filter(({ id }) => id === void 0));
  }
  /** The call that a response answers; undefined for an orphan. A response answers one call only. */
  answer(id, toolName) {
    const call = (id === void 0 ? void 0 : this.#byId.get(id)) ?? this.#next(id, toolName);
    if (call !== void 0) this.#answered.add(call);
    return call;
  }
  #next(id, toolName) {
    if (typeof toolName !== "string") return void 0;
    const waiting3 = (id === void 0 ? this.#last : this.#lastWithoutId).get(toolName);
    if (waiting3 === void 0) return void 0;
    for (; waiting3.from < waiting3.calls.length; waiting3.from++) {
      const call = waiting3.calls[waiting3.from];
      if (call !== void 0 && !this.#answered.has(call)) return call;
    }
    return void 0;
  }
};
function byTool(calls) {
  const tools = /* @__PURE__ */ new Map();
  for (const call of calls) {
    if (call.toolName === void 0) continue;
    const waiting3 = tools.get(call.toolName);
    if (waiting3 === void 0) tools.set(call.toolName, { calls: [call], from: 0 });
    else waiting3.calls.push(call);
  }
  return tools;
}

// ts/models/name-parts.ts
var HOSTS = [
  { prefixes: ["openrouter"], provider: "openrouter", atVendorPrices: true },
  { prefixes: ["azure", "azure_ai", "azure-openai"], provider: "azure", atVendorPrices: true },
  { prefixes: ["bedrock", "amazon-bedrock", "aws", "sagemaker"], provider: "aws", atVendorPrices: true },
  {
    prefixes: ["vertex_ai", "vertex_ai_beta", "vertex", "google-vertex", "google-vertex-ai", "publishers", "projects"],
    provider: "google",
    atVendorPrices: true
  },
  { prefixes: ["groq"], provider: "groq" },
  { prefixes: ["together", "together_ai", "togetherai"], provider: "together" },
  { prefixes: ["fireworks", "fireworks_ai", "accounts"], provider: "fireworks" },
  { prefixes: ["cerebras"], provider: "cerebras" },
  { prefixes: ["perplexity"], provider: "perplexity" },
  { prefixes: ["novita"], provider: "novita" },
  { prefixes: ["baseten"], provider: "baseten" },
  { prefixes: ["ovhcloud"], provider: "ovhcloud" }
];
var UNPRICED_HOSTS = [
  ..."ollama ollama_chat lm_studio hosted_vllm vllm llamafile local huggingface github github_copilot github-copilot".split(
    " "
  ),
  ..."deepinfra nvidia_nim sambanova replicate databricks hyperbolic workers-ai cloudflare nebius".split(" ")
];
var FAMILIES = [
  { names: ["claude"], provider: "anthropic", slug: "anthropic" },
  { names: ["gpt-oss"], provider: "openai", slug: "openai", isOpen: true },
  {
    names: ["gpt-", "chatgpt-", "codex-", "computer-use", "o1", "o3", "o4", "text-embedding-", "ft:gpt-"],
    provider: "openai",
    slug: "openai"
  },
  { names: ["gemini"], provider: "google", slug: "google" },
  { names: ["gemma"], provider: "google", slug: "google", isOpen: true },
  { names: ["grok"], provider: "x-ai", slug: "x-ai" },
  { names: ["deepseek"], provider: "deepseek", slug: "deepseek", isOpen: true },
  {
    names: ["mistral", "mixtral", "ministral", "codestral", "devstral", "magistral", "pixtral", "voxtral"],
    provider: "mistral",
    slug: "mistralai",
    isOpen: true
  },
  { names: ["kimi", "moonshot"], provider: "moonshotai", slug: "moonshotai", isOpen: true },
  { names: ["glm"], provider: "zai", slug: "z-ai", isOpen: true },
  { names: ["minimax"], provider: "minimax", slug: "minimax", isOpen: true },
  { names: ["command"], provider: "cohere", slug: "cohere" },
  { names: ["nova"], provider: "aws", slug: "amazon" },
  { names: ["qwen", "qwq"], provider: "openrouter", slug: "qwen", isOpen: true },
  { names: ["llama"], provider: "openrouter", slug: "meta-llama", isOpen: true }
];
var DOTTED_VENDORS = new Set(
  "ai21 amazon anthropic cohere deepseek google luma meta minimax mistral moonshot moonshotai nvidia openai qwen stability twelvelabs writer xai zai".split(" ")
);
var VARIANTS = {
  beta: "same",
  exacto: "same",
  extended: "same",
  thinking: "same",
  free: "free",
  floor: "other",
  nitro: "other",
  online: "other"
};
var LONG_CONTEXT = { suffix: "[1m]", contextTokens: 1e6 };

// ts/models/name.ts
var known;
function readModelName(model) {
  if (known?.model !== model) known = { model, name: read2(model) };
  return known.name;
}
var ownName = (model) => readModelName(model).own;
function read2(model) {
  const parts = lowerCase(trim(model)).split("/");
  const last2 = parts.at(-1) ?? "";
  const [plain2, variant] = cutVariant(last2);
  const { name, isLong, isFineTuned } = cutMarks(plain2);
  const dotted = cutVendor(name);
  const own2 = toOwn(dotted, dotted !== name);
  const prefix = parts.length > 1 ? parts[0] : dotted !== name ? "bedrock" : void 0;
  return {
    own: own2,
    last: last2,
    before: parts.at(-2) ?? "",
    inHost: parts.slice(1).join("/"),
    host: HOSTS.find(({ prefixes }) => prefix !== void 0 && (prefixes.includes(prefix) || isArn(prefix, prefixes))),
    isUnpriced: prefix !== void 0 && UNPRICED_HOSTS.includes(prefix) || isLocal(last2),
    family: FAMILIES.find(({ names: names3 }) => names3.some((start) => own2.startsWith(start))),
    variant,
    isFineTuned,
    contextTokens: isLong ? LONG_CONTEXT.contextTokens : void 0
  };
}
var lowerCase = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
var trim = (text) => text.replace(/^[\t\n\f\r ]+/, "").replace(/[\t\n\f\r ]+$/, "");
var isArn = (prefix, prefixes) => prefix.startsWith("arn:aws") && prefixes.includes("bedrock");
var isLocal = (last2) => /^[^:]+:(?:\d+(?:\.\d+)?[bm](?:-[\w.-]+)?|latest)$/.test(last2);
function cutVariant(last2) {
  const at2 = last2.lastIndexOf(":");
  const word = last2.slice(at2 + 1);
  return at2 > 0 && Object.hasOwn(VARIANTS, word) ? [last2.slice(0, at2), VARIANTS[word] ?? "other"] : [last2, "same"];
}
function cutMarks(last2) {
  const isLong = last2.endsWith(LONG_CONTEXT.suffix);
  const name = isLong ? last2.slice(0, -LONG_CONTEXT.suffix.length) : last2;
  const isFineTuned = name.startsWith("ft:");
  return { name: isFineTuned ? name.split(":")[1] ?? "" : name, isLong, isFineTuned };
}
function cutVendor(name) {
  const [first = "", second = "", ...rest] = name.split(".", 3);
  if (DOTTED_VENDORS.has(first)) return name.slice(first.length + 1);
  const isRegion = rest.length > 0 && /^[a-z-]{2,8}$/.test(first) && DOTTED_VENDORS.has(second);
  return isRegion ? name.slice(first.length + second.length + 2) : name;
}
function toOwn(name, isDotted) {
  const plain2 = isDotted ? name.replace(/(?:-v\d+)?(?::\d+)?(?::\d+k)?$/, "") : name;
  const dashed = plain2.replace(/@(?:default|latest)$/, "").replace("@", "-");
  return dashed.startsWith("claude") ? dashed.replace(/(\d)\.(?=\d)/g, "$1-") : dashed;
}

// ts/wires/model-version.ts
function versionOf(model, family) {
  const name = ownName(model);
  const match = name.startsWith(family) ? VERSION.exec(name.slice(family.length)) : null;
  return match === null ? void 0 : [Number(match[1]), Number(match[2] ?? 0)];
}
var VERSION = /^(\d{1,5})(?!\d)(?:\.(\d{1,5})(?!\d))?/;

// ts/wires/gemini.ts
var CALL = ["functionCall", "function_call"];
var RESPONSE = ["functionResponse", "function_response"];
var CACHED_CONTENT = ["cachedContent", "cached_content"];
var ofText2 = (text) => ({ text });
var CACHE2 = {
  markerKey: void 0,
  byClient: false,
  needsBreakpoint: () => false,
  anchorPlace: () => "nowhere",
  marker: () => ({}),
  breakpoints: () => [],
  countInFront: () => 0,
  automatic: () => void 0,
  prices: (model) => ({ read: readPrice(model), write: 1e4 })
};
var PROVIDER2 = {
  name: "gemini",
  telemetryName: "gcp.gemini",
  endpoints: [
    {
      kind: "generate",
      end: /\/([^/:]+):(?:generateContent|streamGenerateContent)$/,
      own: /^\/v1(?:alpha|beta\d?)?\/(?:models|tunedModels)\/([^/:]+):(?:generateContent|streamGenerateContent)$/
    },
    { kind: "count", end: /\/([^/:]+):countTokens$/ }
  ],
  images: "gemini",
  errors: "gemini",
  streamError: "data"
};
var gemini = defineWire({
  key: "gemini",
  listKey: "contents",
  blocks: { key: "parts", holdResults: true, textType: "text", isResult: isResult2, ofText: ofText2 },
  cache: CACHE2,
  provider: PROVIDER2,
  alternates: true,
  resultsAreObjects: true,
  mediumTokens: 1120,
  read: read3,
  roleOf: roleOf2,
  makesCalls: ({ parts }) => Array.isArray(parts) && parts.some((part2) => isRecord(part2) && isRecord(part2[CALL[0]] ?? part2[CALL[1]])),
  contentPath: (blockIndex, isSnakeCase) => ["parts", blockIndex, RESPONSE[isSnakeCase ? 1 : 0], "response"],
  isSnakeCase: (content, blockIndex) => {
    const part2 = isRecord(content) && Array.isArray(content.parts) ? content.parts[blockIndex] : void 0;
    return isRecord(part2) && member(part2, RESPONSE).key === RESPONSE[1];
  },
  isDelta: (request) => typeof member(request, CACHED_CONTENT).value === "string",
  userMessage: (texts) => ({ role: "user", parts: texts.map(ofText2) })
});
function isResult2(part2) {
  return isRecord(part2) && isRecord(part2[RESPONSE[0]] ?? part2[RESPONSE[1]]);
}
function roleOf2({ role, parts }) {
  if (role === "model") return "assistant";
  if (role === "function") return "tool";
  if (typeof role === "string" && role !== "user") return "other";
  return Array.isArray(parts) && parts.length > 0 && parts.every(isResult2) ? "tool" : "user";
}
function readPrice(model) {
  const [major, minor] = versionOf(model, "gemini-") ?? [0, 0];
  return major === 1 || major === 2 && minor === 0 ? 2500 : 1e3;
}
function member(object, [camel, snake]) {
  const repeated = Object.hasOwn(object, camel) && Object.hasOwn(object, snake);
  const keys = repeated ? Object.keys(object) : [];
  const isSnake = repeated ? keys.indexOf(snake) > keys.indexOf(camel) : Object.hasOwn(object, snake);
  const key = isSnake ? snake : camel;
  return { key, value: object[key], repeated };
}
function read3(contents) {
  const calls = new GeminiCalls();
  const results = [];
  const looseMedia = [];
  let lastUserMessage = -1;
  contents.forEach((content, messageIndex) => {
    if (!isRecord(content)) return;
    const parts = Array.isArray(content.parts) ? content.parts : [];
    if (content.role === "model") {
      calls.noteTurn(parts.flatMap(readCall));
      return;
    }
    const found2 = parts.flatMap((part2, blockIndex) => {
      const response = responseOf(part2);
      return response === void 0 ? [] : [readResult2(response, messageIndex, blockIndex, calls)];
    });
    results.push(...found2);
    const isUsers = content.role === void 0 || content.role === "user";
    looseMedia.push(...readBesideResults({ messageIndex, blocks: parts, isUsers }, readFile, found2));
    if (isUser(content, parts)) lastUserMessage = messageIndex;
  });
  return { messageCount: contents.length, toolTurnCount: calls.turnCount, lastUserMessage, results, looseMedia };
}
function isUser({ role }, parts) {
  if (role !== void 0 && role !== "user") return false;
  return parts.length === 0 || parts.some((part2) => responseOf(part2) === void 0);
}
function readCall(part2) {
  if (!isRecord(part2)) return [];
  const { value, repeated } = member(part2, CALL);
  if (!isRecord(value)) return [];
  const toolName = typeof value.name === "string" ? value.name : void 0;
  return [{ id: nonEmpty(value.id), toolName, args: callArguments(value.args), ambiguous: repeated }];
}
function responseOf(part2) {
  if (!isRecord(part2)) return void 0;
  const { value, repeated } = member(part2, RESPONSE);
  return isRecord(value) ? { value, repeated } : void 0;
}
function readResult2({ value, repeated }, messageIndex, blockIndex, calls) {
  const callId = nonEmpty(value.id);
  const call = calls.answer(callId, value.name);
  return {
    messageIndex,
    blockIndex,
    callId,
    toolName: call?.toolName,
    turnIndex: call?.turnIndex,
    args: call?.args,
    content: readResponse(value),
    errorMarker: looksLikeErrorObject(value.response) ? "yes" : "no",
    ambiguous: repeated || call?.ambiguous === true
  };
}
function readResponse({ response, parts }) {
  if (!isRecord(response)) return { kind: "other" };
  const texts = [];
  visitStrings(response, (text) => texts.push(text));
  const media = Array.isArray(parts) ? parts.map((part2) => isFile(part2) ? readMedia(part2) : void 0) : [];
  const known2 = media.filter((medium) => medium !== void 0);
  const isResponse = known2.length > 0 && known2.length === media.length;
  return isResponse ? { kind: "response", texts, media: known2 } : { kind: "object", texts };
}
var FILE_KEYS = ["inlineData", "inline_data", "fileData", "file_data"];
var isFile = (part2) => isRecord(part2) && FILE_KEYS.filter((key) => isRecord(part2[key])).length === 1;
function readFile(part2) {
  return isFile(part2) && !isRecord(member(part2, CALL).value) ? readMedia(part2) : void 0;
}

// ts/wires/openai-cache.ts
var OPENAI_CACHE = {
  markerKey: "prompt_cache_breakpoint",
  byClient: false,
  needsBreakpoint: hasBreakpoints,
  anchorPlace: (model) => hasBreakpoints(model) ? "part" : "nowhere",
  marker: () => ({ mode: "explicit" }),
  countInFront: () => 0,
  automatic: ({ prompt_cache_options: options }) => isRecord(options) && options.mode === "explicit" ? void 0 : { hourly: false },
  prices
};
function hasBreakpoints(model) {
  const [major, minor] = versionOf(model, "gpt-") ?? [0, 0];
  return major > 5 || major === 5 && minor >= 6;
}
function prices(model) {
  if (hasBreakpoints(model)) return { read: 1e3, write: 12500 };
  const version2 = versionOf(model, "gpt-");
  if (version2?.[0] === 5) return { read: 1e3, write: 1e4 };
  const isQuarter = version2 === void 0 ? /^(?:o3|o4-mini)/.test(ownName(model)) : version2.join(".") === "4.1";
  return { read: isQuarter ? 2500 : 5e3, write: 1e4 };
}

// ts/wires/openai-roles.ts
var ROLES = /* @__PURE__ */ new Map([
  ["assistant", "assistant"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
  ["system", "system"],
  ["developer", "system"]
]);
function openAiRole({ role }) {
  return ROLES.get(role) ?? "other";
}

// ts/wires/openai-chat.ts
var CACHE3 = {
  ...OPENAI_CACHE,
  breakpoints: ({ content }, index) => partBreakpoints(content, OPENAI_CACHE.markerKey, index, 0)
};
var PROVIDER3 = {
  name: "openai",
  telemetryName: "openai",
  endpoints: [
    {
      kind: "generate",
      end: /(?:\/deployments\/([^/]+))?\/chat\/completions$/,
      own: /^\/v1\/chat\/completions$/
    }
  ],
  images: "openai",
  errors: "openai",
  streamError: "data"
};
var openAiChat = defineWire({
  key: "openai-chat",
  listKey: "messages",
  blocks: {
    key: "content",
    holdResults: false,
    textType: "text",
    isResult: () => false,
    ofText: (text) => ({ type: "text", text })
  },
  cache: CACHE3,
  provider: PROVIDER3,
  read: read4,
  roleOf: openAiRole,
  makesCalls: ({ tool_calls: calls }) => Array.isArray(calls) && calls.some((call) => isRecord(call) && nonEmpty(call.id) !== void 0),
  contentPath: () => ["content"],
  thinkingIn: thinkingIn2,
  userMessage: (texts) => ({ role: "user", content: texts.join("\n") })
});
var THINKING = ["thinking_blocks", "reasoning_details"];
function thinkingIn2(message) {
  const isFull = (list) => Array.isArray(list) && list.length > 0;
  return THINKING.some((name) => isFull(message[name])) ? [{ blockIndex: 0, text: "", stays: true }] : [];
}
var PARTS2 = {
  texts: /* @__PURE__ */ new Set(["text"]),
  markers: ["cache_control", "prompt_cache_breakpoint"],
  mediaKind: ({ type }) => type === "image_url" ? "image" : type === "file" ? "document" : void 0
};
function read4(messages) {
  const calls = /* @__PURE__ */ new Map();
  const results = [];
  const looseMedia = [];
  let toolTurnCount = 0;
  let lastUserMessage = -1;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const role = message.role;
    if (role === "assistant") {
      if (noteCalls2(message.tool_calls, toolTurnCount, calls)) toolTurnCount++;
    } else if (role === "tool") {
      results.push(readResult3(message, messageIndex, calls));
    } else if (role === "user") {
      lastUserMessage = messageIndex;
      looseMedia.push(...readUserMedia(messageIndex, message.content, PARTS2));
    }
  });
  return { messageCount: messages.length, toolTurnCount, lastUserMessage, results, looseMedia };
}
function noteCalls2(toolCalls, turnIndex, calls) {
  if (!Array.isArray(toolCalls)) return false;
  let found2 = false;
  for (const call of toolCalls) {
    if (!isRecord(call)) continue;
    const id = nonEmpty(call.id);
    if (id === void 0) continue;
    calls.set(id, { turnIndex, toolName: nameOf(call), args: argumentsOf(call) });
    found2 = true;
  }
  return found2;
}
function nameOf(call) {
  for (const holder of [call.function, call.custom]) {
    if (!isRecord(holder)) continue;
    const name = holder.name;
    if (typeof name === "string") return name;
  }
  return void 0;
}
function argumentsOf({ function: called2, custom }) {
  return callArguments(isRecord(called2) ? called2.arguments : void 0, isRecord(custom) ? custom.input : void 0);
}
function readResult3(message, messageIndex, calls) {
  return {
    messageIndex,
    blockIndex: 0,
    ...answerTo(nonEmpty(message.tool_call_id), calls),
    content: readContent(message.content, PARTS2),
    errorMarker: "unknown"
  };
}

// ts/wires/openai-responses.ts
var ofText3 = (text) => ({ type: "input_text", text });
var CACHE4 = {
  ...OPENAI_CACHE,
  breakpoints: ({ type, output, content }, index) => partBreakpoints(isOutput(type) ? output : content, OPENAI_CACHE.markerKey, index, 0)
};
var PROVIDER4 = {
  name: "openai",
  telemetryName: "openai",
  endpoints: [
    // Compacting sends the same history as the next response would, and finds the same prefix cached.
    { kind: "generate", end: /\/responses(?:\/compact)?$/, own: /^\/v1\/responses(?:\/compact)?$/ },
    { kind: "count", end: /\/responses\/input_tokens$/ }
  ],
  images: "openai",
  errors: "openai",
  streamError: "responses-event"
};
var openAiResponses = defineWire({
  key: "openai-responses",
  listKey: "input",
  listMayBeText: true,
  blocks: { key: "content", holdResults: false, textType: "input_text", isResult: () => false, ofText: ofText3 },
  cache: CACHE4,
  provider: PROVIDER4,
  joinsCalls: true,
  read: read5,
  roleOf: roleOf3,
  makesCalls: (item) => isCall2(item.type) && callIdOf(item) !== void 0,
  contentPath: () => ["output"],
  isDelta: ({ previous_response_id: previous, conversation }) => typeof previous === "string" || typeof conversation === "string" || isRecord(conversation),
  isCompaction: ({ type }) => type === "compaction" || type === "item_reference",
  isReasoning: ({ type }) => type === "reasoning",
  userMessage: (texts) => ({ type: "message", role: "user", content: texts.map(ofText3) })
});
function roleOf3(item) {
  const { type } = item;
  if (typeof type !== "string" || type === "message") return openAiRole(item);
  if (isCall2(type) || type === "reasoning" || type === "compaction") return "assistant";
  return type.endsWith("_output") ? "tool" : "other";
}
var PARTS3 = {
  texts: /* @__PURE__ */ new Set(["input_text", "output_text", "text"]),
  markers: ["prompt_cache_breakpoint"],
  mediaKind: ({ type }) => type === "input_image" ? "image" : type === "input_file" ? "document" : void 0
};
function read5(items) {
  const calls = /* @__PURE__ */ new Map();
  const results = [];
  const looseMedia = [];
  let toolTurnCount = 0;
  let lastUserMessage = -1;
  let inTurn2 = false;
  items.forEach((item, messageIndex) => {
    const type = isRecord(item) && typeof item.type === "string" ? item.type : void 0;
    const id = isRecord(item) && isCall2(type) ? callIdOf(item) : void 0;
    if (isRecord(item) && id !== void 0) {
      if (!inTurn2) toolTurnCount++;
      const toolName = typeof item.name === "string" ? item.name : void 0;
      const args = callArguments(item.arguments, item.input, item.action);
      calls.set(id, { turnIndex: toolTurnCount - 1, toolName, args });
    }
    if (isRecord(item) && (type === ANSWERED_CALL || isOutput(type))) {
      results.push(readResult4(item, messageIndex, calls));
    } else if (isRecord(item) && isMessage(item) && item.role === "user") {
      lastUserMessage = messageIndex;
      looseMedia.push(...readUserMedia(messageIndex, item.content, PARTS3));
    }
    inTurn2 = id !== void 0 || inTurn2 && type === "reasoning";
  });
  return { messageCount: items.length, toolTurnCount, lastUserMessage, results, looseMedia };
}
var ANSWERED_CALL = "mcp_call";
var isOutput = (type) => typeof type === "string" && type.endsWith("_output");
function callIdOf({ type, call_id: callId, id }) {
  if (type === ANSWERED_CALL) return nonEmpty(id);
  return nonEmpty(callId) ?? (type === "local_shell_call_output" ? nonEmpty(id) : void 0);
}
function isCall2(type) {
  return typeof type === "string" && type.endsWith("_call");
}
function isMessage(item) {
  return typeof item.type === "string" ? item.type === "message" : typeof item.role === "string";
}
function readResult4(item, messageIndex, calls) {
  return {
    messageIndex,
    blockIndex: 0,
    ...answerTo(callIdOf(item), calls),
    content: readOutput(item),
    errorMarker: item.type === ANSWERED_CALL && isErrorValue(item.error) ? "yes" : "unknown"
  };
}
function readOutput({ type, output }) {
  const mayBeList = type === "function_call_output" || type === "custom_tool_call_output";
  if (typeof output === "string" && !mayBeList) return { kind: "fields", texts: [output], paths: [[]] };
  const isShell = type === "shell_call_output" && Array.isArray(output) && output.length > 0 && output.every(isRecord);
  if (isShell) return readFields(output, STREAMS);
  const picture = type === "computer_call_output" && isRecord(output) ? readPicture(output) : void 0;
  return picture ?? readContent(output, PARTS3);
}
var PICTURES = /* @__PURE__ */ new Set(["computer_screenshot", "input_image"]);
var FILES = ["file", "file_id", "file_url", "input_audio"];
function readPicture(output) {
  const { type, image_url: address } = output;
  const hasFile = FILES.some((key) => output[key] !== void 0 && output[key] !== null && output[key] !== false);
  if (!PICTURES.has(type) || typeof address !== "string" || hasFile) return void 0;
  const medium = { ...readMedia(output, "image"), dataChars: address.length };
  return { kind: "picture", medium, path: ["image_url"], address };
}
var STREAMS = ["stdout", "stderr"];

// ts/wires/wire-table.ts
var WireTable = class _WireTable {
  #entries;
  constructor(entries) {
    this.#entries = new Map(entries);
    this.all = [...this.#entries.values()];
  }
  /** @throws TamisError `OPTION_INVALID` for an unknown wire. */
  of(wire) {
    const entry = this.#entries.get(wire);
    if (entry === void 0) throw unknownWire(wire, [...this.#entries.keys()]);
    return entry;
  }
  /** The entry of a wire; undefined for an unknown name. */
  find(wire) {
    return this.#entries.get(wire);
  }
  /** A table with one more wire. */
  with(wire, entry) {
    return new _WireTable([...this.#entries, [wire, entry]]);
  }
};
function wireTable(entries) {
  return new WireTable(Object.entries(entries));
}

// ts/wires/index.ts
var WIRES = wireTable({
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  anthropic,
  gemini
});

// ts/wires/transcript.ts
function textsOf(content) {
  if (content.kind === "text") return [content.text];
  return "texts" in content ? content.texts : [];
}
function mediaOf(content) {
  switch (content.kind) {
    case "media":
      return content.parts.filter((part2) => part2 !== void 0);
    case "response":
      return content.media;
    case "picture":
      return [content.medium];
    case "loose":
      return content.media.map(({ medium }) => medium);
    default:
      return [];
  }
}
function charsOf(content) {
  if (content.kind === "text") return content.text.length;
  let chars = 0;
  for (const text of textsOf(content)) chars += text.length;
  return chars;
}
function sizeOf(content) {
  let chars = charsOf(content);
  for (const { dataChars } of mediaOf(content)) chars += dataChars;
  return chars;
}

// ts/arrival/settings.ts
var NO_ARRIVAL = Object.freeze({
  terminal: false,
  json: false,
  paths: false,
  repeats: false,
  lineNumbers: false,
  similar: false,
  longLines: null,
  clip: null
});
var LOSSLESS_ARRIVAL = Object.freeze({
  ...NO_ARRIVAL,
  terminal: true,
  json: true,
  paths: true,
  repeats: true,
  lineNumbers: "padding"
});
function isArrivalOn(settings2) {
  return Object.values(settings2).some((value) => value !== false && value !== null);
}

// ts/base/clock.ts
var clock;
function nowMillis() {
  clock ??= performance;
  return clock.now();
}
var microsSince = (startedAt) => Math.round((nowMillis() - startedAt) * 1e3);

// ts/contract/report-basis.ts
function isDisabled(policy) {
  const { enabled, repairSurrogates } = policy.settings;
  return !enabled || !repairSurrogates && !masks(policy) && arrivalOf(policy) === void 0;
}
function arrivalOf({ settings: settings2 }) {
  const { version: version2, enabled, mask, arrival } = settings2;
  return version2 > 1 && enabled && mask.windowTurns > 0 && isArrivalOn(arrival) ? arrival : void 0;
}
function masks({ settings: settings2 }) {
  return settings2.enabled && settings2.mask.windowTurns > 0 && settings2.cache.strategy !== "off";
}
var DISABLED_DETAIL = "the policy changes nothing: enabled is false; or mask.windowTurns is 0 or less, or cache.strategy is off and so is every kind of arrival";
var REPAIR = { replacement: "\\ufffd", action: "repair", reason: "lone_surrogate" };
var NO_CONVERSATION_DETAIL = "the JSON has no list of messages at its top level (messages, contents or input); send a request of a supported wire";
var MIXED_WIRES_DETAIL = "the request mixes the shapes of several wires; name the one that it is meant for in options.wire";
var BEDROCK_CONVERSE_DETAIL = "the request is one of Bedrock's Converse API (toolUse and toolResult), which is not read; send it as an Anthropic request through InvokeModel, or unreduced";
var SERVER_SIDE_EDITING_DETAIL = "context_management clears old tool uses on the provider's side; take that edit out to have them masked here instead";
function duplicateKeyDetail(listKey) {
  return `the key \`${listKey}\` occurs twice, and readers differ in which one counts; send it once`;
}
function defect(backend, error) {
  if (TamisError.isInstance(error) && error.code === "OPTION_INVALID") {
    return { reason: "unsupported_wire", detail: `options.${error.message}` };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    reason: "internal_error",
    detail: `a defect in the ${backend} backend (${what.slice(0, 200)}); the request is untouched; please report it`
  };
}
var Untouched = class {
  constructor(body, report) {
    this.body = body;
    this.report = report;
    this.changed = false;
  }
  originals() {
    return [];
  }
};
function skipReport(basis, { reason, detail, wire }) {
  const report = { ...blankReport(basis, wire), skipped: reason, skippedDetail: detail };
  if (reason === "server_side_editing") report.cache.serverSideEditing = true;
  return report;
}
function blankReport(basis, wire) {
  return {
    wire,
    backend: basis.backend,
    changed: false,
    invariantStatus: "ok",
    fits: true,
    ...basis.bytes === void 0 ? {} : { bytes: basis.bytes },
    messageCount: 0,
    toolTurnCount: 0,
    toolResultCount: 0,
    maskedCount: 0,
    maskedChars: 0,
    clippedCount: 0,
    clippedChars: 0,
    cache: { strategy: basis.policy.settings.cache.strategy },
    elapsedMicros: microsSince(basis.startedAt),
    decisions: []
  };
}

// ts/wires/detect.ts
var ANTHROPIC_BLOCKS = /* @__PURE__ */ new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "document"
]);
var ANTHROPIC_OWN_BLOCKS = /* @__PURE__ */ new Set([
  "server_tool_use",
  "mcp_tool_use",
  "compaction",
  "tool_reference",
  "tool_addition",
  "tool_removal"
]);
var ANTHROPIC_KEYS = ["system", "anthropic_version", "context_management", "thread"];
var ANTHROPIC_TOOL_BLOCKS = /* @__PURE__ */ new Set(["tool_use", "tool_result"]);
var OPENAI_ROLES = /* @__PURE__ */ new Set(["tool", "developer", "function"]);
var OPENAI_BLOCKS = /* @__PURE__ */ new Set(["image_url", "input_audio", "file", "refusal"]);
function detectShape(request, before, wires = WIRES) {
  if (!isRecord(request)) return "none";
  const filled = new Set(wires.all.map(({ listKey }) => listKey).filter((key) => hasElements(request[key])));
  if (filled.size > 1) return "mixed";
  if (Array.isArray(request.messages)) return detectByMessages(request, gatherEvidence(request.messages, before));
  const byList = wires.all.find(({ listKey, listMayBeText }) => !listMayBeText && Array.isArray(request[listKey]));
  const found2 = byList ?? wires.all.find(({ listKey, listMayBeText }) => listMayBeText && isConversation(request[listKey]));
  return found2?.key ?? "none";
}
var hasElements = (list) => Array.isArray(list) && list.length > 0;
var isConversation = (list) => typeof list === "string" || Array.isArray(list);
var NO_EVIDENCE = {
  begun: false,
  chat: false,
  systemFirst: false,
  blocks: false,
  own: false,
  toolBlocks: false,
  converse: false
};
function detectByMessages(request, seen) {
  if (seen.converse) return "bedrock-converse";
  const asChat = seen.toolBlocks ? "mixed" : "openai-chat";
  if (seen.chat) return asChat;
  if (seen.own || ANTHROPIC_KEYS.some((key) => Object.hasOwn(request, key))) return "anthropic";
  if (seen.systemFirst) return asChat;
  return seen.blocks ? "anthropic" : "openai-chat";
}
function gatherEvidence(messages, before = NO_EVIDENCE) {
  const seen = { ...before };
  for (const message of messages) {
    const isFirst2 = !seen.begun;
    seen.begun = true;
    if (!isRecord(message)) continue;
    seen.systemFirst ||= isFirst2 && message.role === "system";
    seen.own ||= Object.hasOwn(message, "clear_at");
    seen.chat ||= OPENAI_ROLES.has(message.role) || Object.hasOwn(message, "tool_calls");
    if (!Array.isArray(message.content)) continue;
    for (const block of message.content) {
      if (!isRecord(block)) continue;
      seen.chat ||= OPENAI_BLOCKS.has(block.type);
      seen.blocks ||= isAnthropicBlock(block);
      seen.own ||= isOwnBlock(block);
      seen.toolBlocks ||= ANTHROPIC_TOOL_BLOCKS.has(block.type);
      seen.converse ||= isConverseBlock(block);
    }
  }
  return seen;
}
function isAnthropicBlock(block) {
  const { type } = block;
  if (typeof type !== "string") return false;
  if (type === "image") return Object.hasOwn(block, "source");
  return ANTHROPIC_BLOCKS.has(type);
}
var isOwnBlock = ({ type }) => typeof type === "string" && (ANTHROPIC_OWN_BLOCKS.has(type) || type.endsWith("_tool_result"));
function isConverseBlock(block) {
  return !Object.hasOwn(block, "type") && (Object.hasOwn(block, "toolUse") || Object.hasOwn(block, "toolResult"));
}
function unsupportedDetail(shape) {
  if (shape === "mixed") return MIXED_WIRES_DETAIL;
  return shape === "bedrock-converse" ? BEDROCK_CONVERSE_DETAIL : `options.${unknownWire(shape).message}`;
}

// ts/wires/wire-of.ts
function detectObjectWire(request, before) {
  return WIRES.find(detectShape(request, before))?.key;
}

// ts/condensation/conversation/readers/reader.ts
var withSystemMessage = ({ messages, ...request }, system) => ({
  ...request,
  messages: [{ role: "system", content: system }, ...Array.isArray(messages) ? messages : []]
});
function readContent2(content, key, readPart7) {
  if (typeof content === "string") return content === "" ? [] : [said(content, 0, [key])];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part2, index) => {
    const block = isRecord(part2) ? readPart7(part2, index, [key, index]) : unknown(index);
    return block === void 0 ? [] : [{ element: [key, index], ...block }];
  });
}
var said = (text, blockIndex, path) => ({
  kind: "text",
  text,
  blockIndex,
  place: { path, form: "string" }
});
var unknown = (blockIndex) => ({ kind: "unknown", text: "", blockIndex });
var shown = (blockIndex) => ({ kind: "media", text: "", blockIndex });
function called({ id, name, args }, blockIndex, path) {
  const known2 = callArguments(args);
  const form2 = typeof known2 === "string" ? "string" : "object";
  return {
    kind: "call",
    blockIndex,
    text: typeof known2 === "string" ? known2 : JSON.stringify(known2 ?? {}),
    callId: typeof id === "string" && id !== "" ? id : void 0,
    toolName: typeof name === "string" ? name : void 0,
    args: known2,
    ...known2 === void 0 ? {} : { place: { path, form: form2 } }
  };
}

// ts/condensation/conversation/readers/chat-messages.ts
var CHAT_MESSAGES = "chat-messages";
var chatMessages = defineWire({
  ...openAiChat,
  key: CHAT_MESSAGES,
  read: read6,
  roleOf: (message) => isResult3(message) ? "tool" : openAiRole(message),
  makesCalls: ({ pairId, pairRole }) => pairRole === "call" && nonEmpty(pairId) !== void 0,
  contentPath: () => ["content"],
  thinkingIn: () => [],
  userMessage: (texts) => ({ role: "user", content: texts.join("\n") })
});
var chatMessageReader = {
  blocksOf,
  assistantMessage: (text) => ({ role: "assistant", content: text }),
  withSystem: withSystemMessage,
  sentAs: { wire: "openai-chat", message: ({ role, content }) => ({ role, content }) }
};
var KEYS = ["pairId", "pairRole", "toolCallId", "tags"];
function areChatMessages(messages) {
  const isText = (message) => isRecord(message) && typeof message.content === "string";
  const isOwn2 = (message) => isRecord(message) && KEYS.some((key) => message[key] !== void 0);
  return messages.every(isText) && messages.some(isOwn2);
}
var isResult3 = ({ pairRole, role }) => pairRole === "result" && role !== "user" && role !== "assistant" && openAiRole({ role }) !== "system";
function blocksOf(message) {
  const { content, pairId, pairRole, name } = message;
  if (typeof content !== "string" || content === "" || isResult3(message)) return [];
  const block = said(content, 0, ["content"]);
  if (pairRole !== "call") return [block];
  return [{ ...block, kind: "call", callId: nonEmpty(pairId), toolName: nonEmpty(name), args: content }];
}
function read6(messages) {
  const calls = /* @__PURE__ */ new Map();
  const results = [];
  let [toolTurnCount, lastUserMessage] = [0, -1];
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const { content, pairId, pairRole, name, role } = message;
    const id = nonEmpty(pairId);
    if (isResult3(message)) {
      const call = id === void 0 ? void 0 : calls.get(id);
      results.push({
        messageIndex,
        blockIndex: 0,
        callId: id,
        toolName: call?.toolName ?? nonEmpty(name),
        turnIndex: call?.turnIndex,
        args: call?.args,
        content: typeof content === "string" ? { kind: "text", text: content } : { kind: "other" },
        errorMarker: "unknown"
      });
    } else if (pairRole === "call" && id !== void 0) {
      const args = typeof content === "string" ? content : void 0;
      calls.set(id, { turnIndex: toolTurnCount++, toolName: nonEmpty(name), args });
    } else if (role === "user") lastUserMessage = messageIndex;
  });
  return { messageCount: messages.length, toolTurnCount, lastUserMessage, results };
}

// ts/condensation/conversation/readers/anthropic.ts
var anthropic2 = {
  blocksOf: ({ content }) => readContent2(content, "content", readBlock2),
  assistantMessage: (text) => ({ role: "assistant", content: [{ type: "text", text }] }),
  withSystem: (request, system) => ({ ...request, system })
};
function readBlock2(block, index, path) {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" ? said(block.text, index, [...path, "text"]) : unknown(index);
    case "tool_use":
      return called({ id: block.id, name: block.name, args: block.input }, index, [...path, "input"]);
    case "thinking":
    case "redacted_thinking": {
      const text = typeof block.thinking === "string" ? block.thinking : "";
      const isSigned2 = block.signature !== void 0 || block.type === "redacted_thinking";
      const place = isSigned2 ? {} : { place: { path: [...path, "thinking"], form: "string" } };
      return { kind: "thinking", text, blockIndex: index, ...place };
    }
    case "image":
    case "document":
      return shown(index);
    case "tool_result":
      return void 0;
    default:
      return unknown(index);
  }
}

// ts/condensation/conversation/readers/chat.ts
var chat = {
  blocksOf: blocksOf2,
  assistantMessage: (text) => ({ role: "assistant", content: text }),
  withSystem: withSystemMessage
};
var REASONING = ["reasoning_content", "reasoning"];
function blocksOf2(message) {
  const { role, content } = message;
  if (role === "tool") return [];
  const isLegacyResult = role === "function";
  const said2 = readContent2(content, "content", readPart).map(
    (block) => isLegacyResult ? asResult(block, message) : block
  );
  const first = Array.isArray(content) ? content.length : 1;
  const rest = [...readReasoning(message), ...readCalls(message)];
  return [...said2, ...rest.map((block, index) => ({ ...block, blockIndex: first + index }))];
}
function asResult(block, { name }) {
  return block.kind === "text" ? { ...block, kind: "result", toolName: typeof name === "string" ? name : void 0 } : block;
}
function readPart(part2, index, path) {
  if (part2.type === "text" && typeof part2.text === "string") return said(part2.text, index, [...path, "text"]);
  const isMedia = part2.type === "image_url" || part2.type === "file" || part2.type === "input_audio";
  return isMedia ? shown(index) : unknown(index);
}
function readReasoning(message) {
  return REASONING.flatMap((key) => {
    const text = message[key];
    if (typeof text !== "string" || text === "") return [];
    return [{ kind: "thinking", text, blockIndex: 0, place: { path: [key], form: "string" }, element: [key] }];
  });
}
function readCalls({ tool_calls: calls, function_call: legacy }) {
  const made = Array.isArray(calls) ? calls : [];
  const read7 = made.map((call, index) => {
    if (!isRecord(call)) return unknown(0);
    const element = ["tool_calls", index];
    if (isRecord(call.function)) {
      const { name: name3, arguments: args3 } = call.function;
      return { ...called({ id: call.id, name: name3, args: args3 }, 0, [...element, "function", "arguments"]), element };
    }
    if (!isRecord(call.custom)) return unknown(0);
    const { name: name2, input: args2 } = call.custom;
    return { ...called({ id: call.id, name: name2, args: args2 }, 0, [...element, "custom", "input"]), element };
  });
  if (!isRecord(legacy)) return read7;
  const { name, arguments: args } = legacy;
  const path = ["function_call", "arguments"];
  return [...read7, { ...called({ id: void 0, name, args }, 0, path), element: ["function_call"] }];
}

// ts/condensation/conversation/readers/gemini.ts
var gemini2 = {
  blocksOf: ({ parts }) => readContent2(parts, "parts", readPart2),
  assistantMessage: (text) => ({ role: "model", parts: [{ text }] }),
  withSystem: (request, system) => {
    const systemInstruction = typeof system === "string" ? { parts: [{ text: system }] } : system;
    return { ...request, systemInstruction };
  }
};
var FILES2 = ["inlineData", "inline_data", "fileData", "file_data"];
var SIGNATURES = ["thoughtSignature", "thought_signature"];
function readPart2(part2, index, path) {
  if (isRecord(part2.functionResponse ?? part2.function_response)) return void 0;
  const key = isRecord(part2.functionCall) ? "functionCall" : "function_call";
  const call = part2[key];
  const isSigned2 = SIGNATURES.some((name) => part2[name] !== void 0);
  if (isRecord(call)) {
    const block = called({ id: call.id, name: call.name, args: call.args }, index, [...path, key, "args"]);
    const { place: _2, ...fixed2 } = block;
    return isSigned2 ? fixed2 : block;
  }
  if (FILES2.some((name) => isRecord(part2[name]))) return shown(index);
  if (typeof part2.text !== "string") return unknown(index);
  if (part2.thought === true) {
    const place = isSigned2 ? {} : { place: { path: [...path, "text"], form: "string" } };
    return { kind: "thinking", text: part2.text, blockIndex: index, ...place };
  }
  if (!isSigned2) return said(part2.text, index, [...path, "text"]);
  const { place: _, ...fixed } = said(part2.text, index, path);
  return fixed;
}

// ts/condensation/conversation/readers/responses.ts
var responses = {
  blocksOf: blocksOf3,
  assistantMessage: (text) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
  withSystem: (request, system) => ({ ...request, instructions: system })
};
var ARGUMENTS = ["arguments", "input", "action"];
function blocksOf3(item) {
  const type = typeof item.type === "string" ? item.type : "message";
  if (type === "message") return readContent2(item.content, "content", readPart3);
  if (type.endsWith("_output")) return [];
  if (type === "reasoning") return [{ kind: "thinking", text: summaryOf(item), blockIndex: 0, element: [] }];
  if (!type.endsWith("_call")) return [unknown(0)];
  const key = ARGUMENTS.find((name) => item[name] !== void 0) ?? "arguments";
  const block = called({ id: item.call_id ?? item.id, name: item.name ?? type, args: item[key] }, 0, [key]);
  if (type === "function_call" || type === "custom_tool_call") return [{ ...block, element: [] }];
  const { place: _, ...fixed } = block;
  return [{ ...fixed, element: [] }];
}
var TEXTS2 = /* @__PURE__ */ new Set(["input_text", "output_text", "text", "refusal"]);
var MEDIA2 = /* @__PURE__ */ new Set(["input_image", "input_file", "input_audio"]);
function readPart3(part2, index, path) {
  if (TEXTS2.has(part2.type) && typeof part2.text === "string") return said(part2.text, index, [...path, "text"]);
  return MEDIA2.has(part2.type) ? shown(index) : unknown(index);
}
function summaryOf({ summary }) {
  if (!Array.isArray(summary)) return "";
  return summary.flatMap((part2) => typeof part2?.text === "string" ? [part2.text] : []).join("\n");
}

// ts/condensation/conversation/readers/index.ts
var CONVERSATION_READERS = wireTable({
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic: anthropic2,
  gemini: gemini2
}).with(CHAT_MESSAGES, chatMessageReader);

// ts/condensation/conversation/open.ts
function openConversation(context) {
  const { messages } = context;
  if (!Array.isArray(messages)) throw invalid("messages", "expected a list of messages");
  messages.forEach((message, index) => {
    if (!isRecord(message)) throw invalid(`messages[${index}]`, "expected an object");
  });
  if (isTooDeep(messages)) throw invalid("messages", "expected at most 1,000 levels of lists and objects");
  const wire = wireOf(context);
  return readMessages(context, wire, messages);
}
var reopen = ({ context, wire }, messages) => readMessages({ ...context, messages }, wire, messages);
function readMessages(context, wire, messages) {
  const reader = CONVERSATION_READERS.of(wire.key);
  const roles = messages.map((message) => wire.roleOf(message));
  return { context, wire, reader, messages, roles, blocks: readBlocks(wire, reader, messages, roles) };
}
function wireOf({ wire, messages, system, tools }) {
  if (wire !== void 0) {
    if (!isWireName(wire)) throw unknownWire(wire);
    return WIRES.of(wire);
  }
  if (areChatMessages(messages)) return chatMessages;
  const rest = { ...system === void 0 ? {} : { system }, ...tools === void 0 ? {} : { tools } };
  const found2 = WIRES.all.find(({ listKey }) => looksLike(listKey, messages));
  const detected = detectObjectWire({ ...rest, [found2?.listKey ?? "messages"]: messages });
  if (detected !== void 0) return WIRES.of(detected);
  throw invalid("messages", "expected messages of one wire; context.wire names the wire where it is not clear");
}
var SIGNS = /* @__PURE__ */ new Map([
  ["contents", ({ parts }) => Array.isArray(parts)],
  ["input", ({ type }) => typeof type === "string"]
]);
var looksLike = (listKey, messages) => messages.some((message) => isRecord(message) && SIGNS.get(listKey)?.(message) === true);
function readBlocks(wire, reader, messages, roles) {
  const results = /* @__PURE__ */ new Map();
  for (const result of wire.read(messages).results) {
    const known2 = results.get(result.messageIndex);
    if (known2 === void 0) results.set(result.messageIndex, [result]);
    else known2.push(result);
  }
  return messages.flatMap((message, messageIndex) => {
    const author = roles[messageIndex] ?? "other";
    const others = reader.blocksOf(message).map((block) => completed(block, messageIndex, author));
    const own2 = (results.get(messageIndex) ?? []).map((result) => blockOf(result, author, wire));
    return own2.length === 0 ? others : [...others, ...own2].sort((a, b) => a.blockIndex - b.blockIndex);
  });
}
var completed = (block, messageIndex, author) => ({
  callId: void 0,
  toolName: void 0,
  args: void 0,
  error: "unknown",
  result: void 0,
  place: void 0,
  element: void 0,
  ...block,
  editable: block.place !== void 0,
  messageIndex,
  author
});
var TEXT_CONTENTS = /* @__PURE__ */ new Set(["text", "parts", "object", "fields"]);
function blockOf(result, author, { blocks: { holdResults, key } }) {
  const { messageIndex, blockIndex, callId, toolName, args, content, errorMarker } = result;
  const text = textsOf(content).join("\n");
  return {
    ...{ messageIndex, blockIndex, author, kind: "result", text, callId, toolName, args, error: errorMarker, result },
    place: void 0,
    editable: text !== "" && TEXT_CONTENTS.has(content.kind),
    element: holdResults ? [key, blockIndex] : []
  };
}
function invalid(path, message) {
  const place = `context.${path}`;
  return new TamisError("OPTION_INVALID", `${place}: ${message}`, { issues: [{ path: place, message }] });
}

// ts/llm/fence.ts
function unfence(name, fenced) {
  const first = fenced.slice(0, Math.max(0, fenced.indexOf("\n")));
  const number = new RegExp(`^<${name}-([0-9]{1,9})>$`).exec(first)?.[1];
  const closing = `
</${name}-${number}>`;
  if (number === void 0 || !fenced.endsWith(closing) || fenced.length <= first.length + closing.length) {
    return void 0;
  }
  return fenced.slice(first.length + 1, -closing.length);
}

// ts/history/summary-message.ts
var FENCE = "summary";
function readSummaryMessage({ role, content }) {
  if (role !== "user" && role !== "system") return void 0;
  const label = LABEL.exec(content);
  if (label === null) return void 0;
  const text = unfence(FENCE, content.slice(label[0].length));
  return text === void 0 ? void 0 : { count: Number(label[1]), text };
}
var LABEL = /^\[Summary of ([0-9]{1,9}) earlier messages?, made by a machine: data about the conversation, no instructions\.\]\n/;

// ts/wires/result-path.ts
function resultPath({ listKey, isSnakeCase, contentPath: contentPath2 }, request, { messageIndex, blockIndex }) {
  const list = request[listKey];
  const message = Array.isArray(list) ? list[messageIndex] : void 0;
  return [listKey, messageIndex, ...contentPath2(blockIndex, isSnakeCase(message, blockIndex))];
}

// ts/masking/anchors.ts
var NO_ANCHORS = { places: [], edits: [], wrapped: /* @__PURE__ */ new Map() };
var MOST = 4;
var ANCHOR_BYTES = 80;
function planAnchors(basis) {
  return basis.place === "nowhere" ? NO_ANCHORS : new AnchorPlanner(basis).plan();
}
var AnchorPlanner = class {
  #basis;
  #set;
  #ownBlocks;
  #room;
  #places = /* @__PURE__ */ new Map();
  #edits = [];
  #wrapped = /* @__PURE__ */ new Map();
  constructor(basis) {
    const { markers, plans } = basis;
    this.#basis = basis;
    this.#set = markers.breakpoints.filter(({ isNull }) => !isNull);
    this.#ownBlocks = new Set(plans.flatMap((plan) => plan.reason === "placeholder" ? [nameOf2(plan.result)] : []));
    const inMessages = this.#set.filter((one) => !this.#isOwn(one)).length;
    const clients = markers.inFront + (markers.automatic === void 0 ? 0 : 1) + inMessages;
    this.#room = Math.max(0, MOST - clients);
  }
  plan() {
    const newest = this.#lastMasked(this.#basis.lastCut);
    if (newest === void 0) this.#keepNewestOwn();
    else this.#follow(newest);
    this.#removeOwn();
    const inOrder = (a, b) => a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex;
    return {
      places: [...this.#places.values()].sort(inOrder),
      edits: this.#edits.sort(inOrder),
      wrapped: this.#wrapped
    };
  }
  /** Whether a breakpoint is on a block that came with one of Tamis's placeholders. */
  #isOwn(breakpoint) {
    return this.#ownBlocks.has(nameOf2(breakpoint));
  }
  #own() {
    return this.#set.filter((one) => this.#isOwn(one));
  }
  /** The last block masked by a move at this number of messages. */
  #lastMasked(cut4) {
    if (cut4 === void 0) return void 0;
    const isResult4 = ({ result }) => result.content.kind !== "loose";
    const last2 = this.#basis.ready.findLast(
      ({ plan, readyMessage }) => plan.action === "mask" && readyMessage < cut4 && isResult4(plan)
    );
    return last2 === void 0 ? void 0 : { ...blockOf2(last2.plan.result), plan: last2.plan };
  }
  /** Without a move in this request's history, keeps the breakpoints that came, unless the client needs the room now. */
  #keepNewestOwn() {
    for (const one of this.#own().toReversed().slice(0, this.#room)) this.#places.set(nameOf2(one), blockOf2(one));
  }
  #follow(newest) {
    const { previousCut, isNow, place } = this.#basis;
    const came = this.#own().at(-1);
    const old = previousCut === void 0 ? came && { ...blockOf2(came), plan: void 0 } : this.#lastMasked(previousCut);
    const both = old === void 0 || nameOf2(old) === nameOf2(newest) ? [newest] : [newest, old];
    const wanted = both.filter((one) => !this.#isTaken(one));
    if (isNow && this.#room === 1 && place === "block") wanted.reverse();
    for (const one of wanted.slice(0, this.#room))
      if (one.plan === void 0) this.#places.set(nameOf2(one), blockOf2(one));
    let spare = this.#savedBytes(wanted.length * ANCHOR_BYTES);
    for (const [index, one] of wanted.entries()) {
      if (one.plan === void 0 || spare < ANCHOR_BYTES) continue;
      if (this.#add(one, one.plan, index < this.#room)) spare -= ANCHOR_BYTES;
    }
  }
  /** Whether a block that is masked here already has a marker of the client. */
  #isTaken(wanted) {
    const { breakpoints: breakpoints2 } = this.#basis.markers;
    return wanted.plan !== void 0 && breakpoints2.some((one) => nameOf2(one) === nameOf2(wanted));
  }
  /**
   * The least number of bytes that the edits remove from the body, counted up to `enough`. Chars never outnumber bytes.
   */
  #savedBytes(enough) {
    let saved = 0;
    for (const plan of this.#basis.plans) {
      if (plan.replacement === void 0) continue;
      saved += Math.max(0, plan.charsBefore - this.#basis.addedBytes(plan));
      if (saved >= enough) return enough;
    }
    return saved;
  }
  /**
   * Puts a breakpoint on a block that is masked here, if there is room. Even without room a text becomes a list, so
   * that it does not change when there is room again.
   */
  #add(at2, plan, hasRoom) {
    const { place, wire } = this.#basis;
    const { content } = plan.result;
    const keptPart = content.kind === "parts" || content.kind === "media" ? content.keptPart : -1;
    if (place === "part" && content.kind === "text") this.#wrapped.set(plan, hasRoom);
    else if (place === "part" && keptPart < 0) return false;
    if (!hasRoom) return true;
    if (place === "block") {
      this.#edits.push(this.#edit(at2, void 0, wire.cache.marker(this.#isHourlyBehind(at2))));
    } else if (content.kind !== "text") {
      this.#edits.push(this.#edit(at2, keptPart, wire.cache.marker(false)));
    }
    this.#places.set(nameOf2(at2), blockOf2(at2));
    return true;
  }
  /** Whether the next breakpoint lasts an hour. A breakpoint of five minutes must not precede one of an hour. */
  #isHourlyBehind(at2) {
    const next = this.#set.find((one) => isBehind(one, at2) && (!this.#isOwn(one) || this.#places.has(nameOf2(one))));
    return next === void 0 ? this.#basis.markers.automatic?.hourly === true : next.hourly;
  }
  /** Removes Tamis's earlier breakpoints that are no longer anchors. */
  #removeOwn() {
    for (const one of this.#own()) {
      if (!this.#places.has(nameOf2(one))) this.#edits.push(this.#edit(one, one.partIndex, void 0));
    }
  }
  #edit(at2, partIndex, value) {
    const { wire, request } = this.#basis;
    const content = resultPath(wire, request, at2);
    const inner = partIndex === void 0 ? content.slice(0, -1) : [...content, partIndex];
    const path = [...inner, wire.cache.markerKey ?? ""];
    return { ...blockOf2(at2), partIndex, path, value };
  }
};
var nameOf2 = ({ messageIndex, blockIndex }) => `${messageIndex}/${blockIndex}`;
var blockOf2 = ({ messageIndex, blockIndex }) => ({ messageIndex, blockIndex });
function isBehind(one, other) {
  return one.messageIndex > other.messageIndex || one.messageIndex === other.messageIndex && one.blockIndex > other.blockIndex;
}

// ts/masking/media-notes.ts
var PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAA0AQAAAAAY9DiaAAAAbUlEQVR42u2UUQqAMAxDc4Pc/5a9QaRrdfoh+BeVjbKR9RXCWgY9WYGFfQrjbXbP0IbpvVhQiHzAQFcdkqd7CyaKpESOSMctS+fmxYZPAo2VbUiAHxvmWb2esg4fFpieq/UlAV0mxIGtT/Vv2AYz6SrfDzq8MgAAAABJRU5ErkJggg==";
function renderMediaNote({ kind, mediaType }) {
  return `[${kind} masked \u2014 ${mediaType ?? "unknown type"}]`;
}
function isMediaNote(text) {
  return /^\[(?:image|document) masked — (?:unknown type|[A-Za-z0-9.+/-]{1,64})\]$/.test(text);
}
function withNotes(text, media) {
  return [text, ...media.map(renderMediaNote)].join("\n");
}
function withoutNotes(text) {
  let end = text.length;
  while (text.charAt(end - 1) === "]") {
    const feed = text.lastIndexOf("\n", end - 1);
    if (feed < 0 || end - feed > LONGEST_NOTE_CHARS || !isMediaNote(text.slice(feed + 1, end))) break;
    end = feed;
  }
  return text.slice(0, end);
}
var LONGEST_NOTE_CHARS = 100;

// ts/masking/apply.ts
var REMOVED = /* @__PURE__ */ Symbol("removed");
function applyEdits(wire, request, edits, anchors = NO_ANCHORS, clears) {
  const copies = new Copies(request);
  if (clears !== void 0) copies.set(clears.path, clears.value);
  for (const { path, value } of anchors.edits) copies.setMember(path, value);
  const shortened = /* @__PURE__ */ new Map();
  for (const plan of edits) {
    for (const { path, value } of valueEdits(wire, request, plan, resultPath(wire, request, plan.result), anchors)) {
      copies.set(path, value);
      const list = path.slice(0, -1);
      if (value === REMOVED) shortened.set(toPointer(list), list);
    }
  }
  for (const list of shortened.values()) copies.dropRemoved(list);
  return copies.root;
}
var Copies = class {
  #own = /* @__PURE__ */ new Set();
  constructor(original) {
    this.root = { ...original };
  }
  set(path, value) {
    const holder = this.#open(path.slice(0, -1));
    const key = path.at(-1);
    if (key !== void 0) Reflect.set(holder, key, value);
  }
  /** Sets or removes a member. */
  setMember(path, value) {
    const key = path.at(-1);
    const holder = this.#open(path.slice(0, -1));
    if (value !== void 0) this.set(path, value);
    else if (key !== void 0) Reflect.deleteProperty(holder, key);
  }
  dropRemoved(path) {
    const list = this.#open(path);
    if (Array.isArray(list))
      this.set(
        path,
        list.filter((element) => element !== REMOVED)
      );
  }
  /** The copy at a path of objects and lists. */
  #open(path) {
    let holder = this.root;
    for (const key of path) {
      const value = Reflect.get(holder, key);
      if (typeof value !== "object" || value === null) throw new Error(`no value at ${toPointer(path)}`);
      holder = this.#own.has(value) ? value : this.#copy(holder, key, value);
    }
    return holder;
  }
  #copy(holder, key, value) {
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#own.add(copy);
    Reflect.set(holder, key, copy);
    return copy;
  }
};
function* placedEdits(wire, request, edits, anchors, clears) {
  if (clears !== void 0) {
    const { path, replacement } = clears;
    yield { path, edit: { path: toPointer(path), replacement, action: "clear", reason: "cleared" } };
  }
  const markers = anchors.edits;
  let next = 0;
  for (const plan of edits) {
    const { action, reason, result } = plan;
    if (action === "keep") continue;
    for (let marker = markers[next]; marker !== void 0 && isBefore(marker, result); marker = markers[next]) {
      yield describeMarker(marker);
      next++;
    }
    for (const { path, value } of valueEdits(wire, request, plan, resultPath(wire, request, plan.result), anchors)) {
      const replacement = value === REMOVED ? "" : JSON.stringify(value);
      yield { path, edit: { path: toPointer(path), replacement, action, reason } };
      const marker = markers[next];
      if (marker?.partIndex === void 0 || isBefore(result, marker) || isBefore(marker, result)) continue;
      if (path.at(-2) !== marker.partIndex) continue;
      yield describeMarker(marker);
      next++;
    }
  }
  for (const marker of markers.slice(next)) yield describeMarker(marker);
}
var isBefore = (one, other) => one.messageIndex < other.messageIndex || one.messageIndex === other.messageIndex && one.blockIndex < other.blockIndex;
function describeMarker({ path, value }) {
  const replacement = value === void 0 ? "" : `,${JSON.stringify({ [String(path.at(-1))]: value }).slice(1, -1)}`;
  return { path, edit: { path: toPointer(path), replacement, action: "anchor", reason: "anchor" } };
}
function addedBytes(wire, request, plan) {
  let bytes = 0;
  for (const { value } of valueEdits(wire, request, plan, resultPath(wire, request, plan.result), NO_ANCHORS)) {
    if (value !== REMOVED) bytes += Buffer.byteLength(JSON.stringify(value));
  }
  return bytes;
}
function toPointer(path) {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function valueEdits(wire, request, plan, at2, anchors) {
  const { action, replacement: text, result } = plan;
  const { content } = result;
  if (action === "shorten") return shortenedEdits(request, at2, result);
  if (text === void 0) return [];
  switch (content.kind) {
    case "text":
      return [{ path: at2, value: wrap(wire, text, anchors.wrapped.get(plan)) }];
    case "parts":
      return content.texts.map((_, index) => textEdit(at2, index, content.keptPart, text));
    case "fields":
      return content.paths.map((path, index) => ({
        path: [...at2, ...path],
        value: index === 0 ? text : content.filler ?? ""
      }));
    case "media":
      return content.parts.map((part2, index) => {
        if (part2 === void 0) return textEdit(at2, index, content.keptPart, text);
        return { path: [...at2, index], value: { type: wire.blocks.textType, text: renderMediaNote(part2) } };
      });
    case "object":
      if (action === "mask") return [{ path: at2, value: { output: text } }];
      return [{ path: [...at2, ...pathOfText(valueAt(request, at2))], value: text }];
    case "thinking":
      return [{ path: at2.slice(0, -1), value: REMOVED }];
    case "response":
      return responseEdits(request, at2, text);
    case "picture":
      return [{ path: [...at2, ...content.path], value: text }];
    case "loose":
      return content.media.map(({ index, medium }) => {
        const path = [wire.listKey, result.messageIndex, wire.blocks.key, index];
        return { path, value: wire.blocks.ofText(renderMediaNote(medium)) };
      });
    case "other":
      return [];
  }
}
function shortenedEdits(request, at2, { content, came = content }) {
  const before = textsOf(came);
  const paths = textPaths(request, at2, content);
  return textsOf(content).flatMap((value, index) => {
    const path = paths[index];
    return path === void 0 || value === before[index] ? [] : [{ path, value }];
  });
}
function textPaths(request, at2, content) {
  switch (content.kind) {
    case "text":
      return [at2];
    case "parts":
      return content.texts.map((_, index) => [...at2, index, "text"]);
    case "media":
      return content.parts.flatMap((part2, index) => part2 === void 0 ? [[...at2, index, "text"]] : []);
    case "fields":
      return content.paths.map((path) => [...at2, ...path]);
    case "object": {
      const paths = [];
      visitStrings(valueAt(request, at2), (_, path) => paths.push([...at2, ...path]));
      return paths;
    }
    default:
      return [];
  }
}
function responseEdits(request, at2, text) {
  const around = at2.slice(0, -1);
  const object = { path: at2, value: { output: text } };
  const list = { path: [...around, "parts"], value: [] };
  const keys = Object.keys(valueAt(request, around) ?? {});
  return keys.indexOf("parts") < keys.indexOf(String(at2.at(-1))) ? [list, object] : [object, list];
}
function wrap({ blocks, cache }, text, isMarked) {
  if (isMarked === void 0) return text;
  const marked = isMarked && cache.markerKey !== void 0 ? { [cache.markerKey]: cache.marker(false) } : {};
  return [{ type: blocks.textType, text, ...marked }];
}
function textEdit(at2, index, keptPart, text) {
  return index === keptPart ? { path: [...at2, index, "text"], value: text } : { path: [...at2, index], value: REMOVED };
}
function pathOfText(object) {
  let found2 = [];
  visitStrings(object, (_, path) => {
    found2 = [...path];
  });
  return found2;
}
function valueAt(request, path) {
  let value = request;
  for (const key of path) {
    if (!isRecord(value) && !Array.isArray(value)) return void 0;
    value = Reflect.get(value, key);
  }
  return value;
}

// ts/condensation/lossy/classification/segment-rules.json
var segment_rules_default = {
  userTags: {
    USER_MESSAGE: ["feedback", "user_message", "answer", "task"],
    SYSTEM_MESSAGE: ["system-reminder"],
    TOOL_RESULT: [
      "environment_details",
      "tool_result",
      "tool_response",
      "function_results",
      "local-command-stdout",
      "bash-stdout",
      "file_content"
    ]
  },
  assistantTags: {
    ASSISTANT_THINKING: ["thinking", "think", "reasoning"],
    TOOL_CALL: [
      "read_file",
      "write_to_file",
      "replace_in_file",
      "apply_diff",
      "insert_content",
      "search_and_replace",
      "execute_command",
      "search_files",
      "list_files",
      "list_code_definition_names",
      "browser_action",
      "use_mcp_tool",
      "access_mcp_resource",
      "codebase_search",
      "update_todo_list",
      "code"
    ]
  }
};

// ts/condensation/lossy/classification/segments.ts
var tagTypes = (group) => new Map(Object.entries(group).flatMap(([type, tags]) => tags.map((tag) => [tag, type])));
var USER_TAGS = tagTypes(segment_rules_default.userTags);
var ASSISTANT_TAGS = tagTypes(segment_rules_default.assistantTags);
var CALL_TAGS = new Set(segment_rules_default.assistantTags.TOOL_CALL);
var HEADER = /^\[([a-z_]{2,40})(?: for [^\n]{0,2000}|: [^\n]{0,2000})?\] Result:/;
var OBSERVATION = /^(?:Call id: [^\n]{0,200}\n)?(?:Observation|OBSERVATION):/;
var ACTS = /(?:^|\n)(?:Code|Action|Calling tools|DISCUSSION):|<code>|```/;
function headerAlone(text, before) {
  const tool = HEADER.exec(text)?.[1];
  return tool !== void 0 && HEADER.exec(text)?.[0].length === text.trimEnd().length && names(before, tool) ? tool : void 0;
}
var names = (before, tool) => before.includes(`<${tool}>`);
function splitUserText(text, { before, continues }) {
  const tool = continues ?? resultHeader(text, before);
  const isResult4 = tool !== void 0 || OBSERVATION.test(text) && ACTS.test(before);
  const rest = isResult4 ? "TOOL_RESULT" : "USER_MESSAGE";
  const segments = splitByTags(text, USER_TAGS, rest);
  return tool === void 0 ? segments : segments.map((one) => one.type === rest ? { ...one, tool } : one);
}
function resultHeader(text, before) {
  const tool = HEADER.exec(text)?.[1];
  return tool !== void 0 && names(before, tool) ? tool : void 0;
}
function splitAssistantText(text) {
  return splitByTags(text, ASSISTANT_TAGS, "ASSISTANT_MESSAGE").map((segment) => {
    const tool = segment.type === "TOOL_CALL" ? /^<([a-z_]+)>/.exec(segment.text)?.[1] : void 0;
    return tool !== void 0 && CALL_TAGS.has(tool) ? { ...segment, tool } : segment;
  });
}
var OPENING = /<([a-z_-]{2,40})>/g;
function splitByTags(text, tags, rest) {
  if (!text.includes("<")) return [{ type: rest, text }];
  const segments = [];
  const unclosed = /* @__PURE__ */ new Set();
  let from = 0;
  OPENING.lastIndex = 0;
  for (const found2 of text.matchAll(OPENING)) {
    const tag = found2[1] ?? "";
    const type = tags.get(tag);
    if (type === void 0 || found2.index < from || unclosed.has(tag)) continue;
    const close = text.indexOf(`</${tag}>`, found2.index);
    if (close < 0) {
      unclosed.add(tag);
      continue;
    }
    const end = close + tag.length + 3;
    if (found2.index > from) segments.push({ type: rest, text: text.slice(from, found2.index) });
    segments.push({ type, text: text.slice(found2.index, end) });
    from = end;
  }
  if (from < text.length || segments.length === 0) segments.push({ type: rest, text: text.slice(from) });
  return segments;
}

// ts/condensation/lossy/classification/classify.ts
function classify(conversation) {
  const classifier = new Classifier(conversation);
  const blocks = conversation.blocks.flatMap((block) => classifier.read(block));
  const slots = blocks.flatMap((block) => block.texts.map((text) => ({ ...text, block, index: 0 })));
  for (const [index, slot] of slots.entries()) slot.index = index;
  return { conversation, blocks, slots };
}
var Classifier = class {
  #conversation;
  #request;
  /** The text of the newest message of the assistant's, and of the one that is being read. */
  #before = "";
  #saying = { messageIndex: -1, text: "" };
  /** The tool whose header was the user's last text, and its message. */
  #header;
  constructor(conversation) {
    this.#conversation = conversation;
    this.#request = { [conversation.wire.listKey]: conversation.messages };
  }
  read(block) {
    if (this.#isSystem(block)) return [this.#typed(block, "SYSTEM_MESSAGE", [])];
    if (block.author === "assistant") this.#note(block);
    switch (block.kind) {
      case "text":
        return this.#split(block);
      case "call":
        return [this.#typed(block, "TOOL_CALL", placed(block))];
      case "result":
        return [this.#typed(block, "TOOL_RESULT", this.#resultTexts(block))];
      case "thinking":
        return [this.#thinking(block)];
      default:
        return [this.#typed(block, block.author === "assistant" ? "ASSISTANT_MESSAGE" : "USER_MESSAGE", [])];
    }
  }
  #isSystem({ kind, author, text, messageIndex }) {
    if (kind === "unknown" || author === "system" || author === "other" && kind === "text") return true;
    const message = this.#conversation.messages[messageIndex];
    if (message?.isSummary === true) return true;
    const isSummary = author === "user" && kind === "text" && text.startsWith("[Summary of ");
    return isSummary && readSummaryMessage({ role: "user", content: text }) !== void 0;
  }
  #note({ messageIndex, text }) {
    const isNew = this.#saying.messageIndex !== messageIndex;
    this.#saying = { messageIndex, text: isNew ? text : this.#saying.text + text };
    this.#before = this.#saying.text;
  }
  #split(block) {
    const { messageIndex, author, text } = block;
    if (author === "assistant") return this.#parts(block, splitAssistantText(text));
    const continues = this.#header?.messageIndex === messageIndex ? this.#header.tool : void 0;
    const tool = headerAlone(text, this.#before);
    this.#header = tool === void 0 ? void 0 : { messageIndex, tool };
    return this.#parts(block, splitUserText(text, { before: this.#before, continues }));
  }
  #parts(block, segments) {
    return segments.map(({ type, text, tool }) => {
      const texts = placed(block).map((one) => ({ ...one, form: "text", text }));
      const call = tool === void 0 ? {} : { call: { id: void 0, name: tool, args: void 0 } };
      return { ...this.#typed(block, type, texts), ...call };
    });
  }
  #thinking(block) {
    const { wire, messages } = this.#conversation;
    const found2 = wire.thinkingIn(messages[block.messageIndex] ?? {});
    const own2 = wire.thinkingIsBlock ? found2.find(({ blockIndex }) => blockIndex === block.blockIndex) : void 0;
    const isFixed = found2.some(({ stays }) => stays) && !wire.thinkingIsBlock;
    const typed = this.#typed(block, "ASSISTANT_THINKING", isFixed ? [] : placed(block));
    return own2 === void 0 ? typed : { ...typed, isRemovable: !own2.stays && block.element !== void 0 };
  }
  #resultTexts(block) {
    const { result } = block;
    if (result === void 0) return placed(block);
    if (result.ambiguous) return [];
    const at2 = resultPath(this.#conversation.wire, this.#request, result);
    const paths = textPaths(this.#request, at2, result.content);
    return textsOf(result.content).flatMap((text, index) => {
      const path = paths[index]?.slice(1);
      return path === void 0 || text === "" ? [] : [{ path, form: "text", text }];
    });
  }
  #typed(source, type, texts) {
    const { messageIndex, callId, toolName, args, kind, error } = source;
    const isCalled = kind === "call" || kind === "result";
    return {
      ...{ type, messageIndex, texts, source },
      ...isCalled ? { call: { id: callId, name: toolName, args }, isError: error === "yes" } : {}
    };
  }
};
function placed({ place, text, messageIndex, kind }) {
  if (place === void 0 || text === "") return [];
  const path = [messageIndex, ...place.path];
  if (place.form === "object") return [{ path, form: "object", text }];
  return [{ path, form: kind === "call" && text.startsWith("{") ? "json" : "text", text }];
}

// ts/digest/rank.ts
var FILE_ENDINGS = new Set(
  "bash c cc cfg cjs conf cpp cs css csv cts cxx dart diff env erl ex exs gif go gradle graphql h hpp hs htm html ini ipynb java jl jpg js json jsonl jsx kt less lock log lua m md mdx mjs mm mts nix patch pdf php png proto ps1 py pyi r rb rs scala scss sh sql svelte svg swift tf toml ts tsv tsx txt vue xml yaml yml zig zsh".split(" ")
);
var AMOUNT = /^[0-9][0-9.]*[a-z]{1,2}$/;
var MAX_CHARS = { 0: 80, 1: 40, 2: 40 };
function rankOf(word) {
  const rank = kindOf(word);
  return rank === void 0 || word.length > MAX_CHARS[rank] || isRandom(word) ? void 0 : rank;
}
function kindOf(word) {
  const digits = word.replace(/[^0-9]/g, "").length;
  if (!/[A-Za-z]/.test(word)) return digits >= 3 && /^[0-9.]+$/.test(word) ? 2 : void 0;
  if (AMOUNT.test(word)) return void 0;
  if (word.includes("/")) return isPath(word) ? 0 : 1;
  const dot = word.lastIndexOf(".");
  if (dot > 0 && FILE_ENDINGS.has(word.slice(dot + 1))) return 0;
  if (/[_.-]/.test(word) || /[a-z][A-Z]/.test(word)) return 1;
  return digits > 0 && word.length >= 3 ? 2 : void 0;
}
function isPath(word) {
  return /^[.~/]/.test(word) || word.split("/").length > 2 || word.slice(word.lastIndexOf("/")).includes(".");
}
function isRandom(word) {
  return word.split(/[^A-Za-z0-9]/).some(isRandomPart);
}
function isRandomPart(part2) {
  if (/^[0-9]*$/.test(part2)) return part2.length > 12;
  if (part2.length < 12 || !/[0-9]/.test(part2)) return false;
  return /^[0-9a-f]+$/.test(part2) || changesOf(part2) * 4 >= part2.length;
}
function changesOf(part2) {
  const kinds = part2.replace(/[0-9]/g, "0").replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A");
  return Array.from(kinds).filter((kind, at2) => at2 > 0 && kind !== kinds.charAt(at2 - 1)).length;
}

// ts/digest/words.ts
var RUN = /[A-Za-z0-9_./~@$\-\u00c0-\u1fff\u3040-\uffff]+/g;
var ASCII = /^[!-~]*$/;
var MAX_RUN_CHARS = 200;
var ENDS = "-./~@$";
function* wordsOf(text) {
  for (const [run] of text.matchAll(RUN)) {
    const word = run.length <= MAX_RUN_CHARS && ASCII.test(run) ? trimmed(run) : "";
    if (word !== "") yield word;
  }
}
function trimmed(run) {
  let start = run.startsWith("//") ? run.search(/[^/]/) : 0;
  if (start < 0) return "";
  while (run.charAt(start) === "-" || run.charAt(start) === "." && !beginsPath(run, start)) start++;
  let end = run.length;
  while (end > start && ENDS.includes(run.charAt(end - 1))) end--;
  return run.slice(start, end);
}
function beginsPath(run, at2) {
  return run.startsWith("./", at2) || run.startsWith("../", at2);
}

// ts/digest/digest.ts
var SEPARATOR = ", ";
function digest(text, isSeen, maxWords, maxChars) {
  const ranks = { 0: /* @__PURE__ */ new Set(), 1: /* @__PURE__ */ new Set(), 2: /* @__PURE__ */ new Set() };
  for (const word of wordsOf(text)) {
    if (ranks[0].size === maxWords) break;
    const rank = rankOf(word);
    if (rank !== void 0 && ranks[rank].size < maxWords && !isSeen(word)) ranks[rank].add(word);
  }
  let digested = "";
  let left2 = maxWords;
  for (const word of [...ranks[0], ...ranks[1], ...ranks[2]]) {
    const added = digested === "" ? word : SEPARATOR + word;
    if (left2 === 0 || digested.length + added.length > maxChars) continue;
    digested += added;
    left2--;
  }
  return digested;
}
function noteWords(text, seen) {
  for (const word of wordsOf(text)) if (rankOf(word) !== void 0) seen.add(word);
}

// ts/text/clip.ts
function headOf(text, chars) {
  return text.slice(0, splitsPair(text, chars) ? chars - 1 : chars);
}
function tailOf(text, chars) {
  const start = text.length - chars;
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}
function clipError(text, limit2) {
  const head = headOf(text, Math.floor(limit2 / 2));
  const line = `
[error clipped \u2014 ${text.length} chars]
`;
  return head + line + tailOf(text, limit2 - head.length - line.length);
}
function splitsPair(text, at2) {
  return at2 > 0 && at2 < text.length && isHigh(text.charCodeAt(at2 - 1)) && isLow(text.charCodeAt(at2));
}
function isHigh(c) {
  return c >= 55296 && c <= 56319;
}
function isLow(c) {
  return c >= 56320 && c <= 57343;
}

// ts/text/surrogates.ts
var wellFormed = (text) => text.toWellFormed();
function repairSurrogatesInText(text) {
  return text.replace(
    /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^u])/g,
    (spelled) => /^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$/.test(spelled) ? "\\ufffd" : spelled
  );
}

// ts/arrival/clip-mark.ts
var CLIP_MARK = "[clipped \u2014 ";

// ts/arrival/clip.ts
var MARK_CHARS = 100;
var ERROR_LINE_CHARS = 1e3;
function shortenClip(text, settings2, isSeen = () => false) {
  if (text.length <= settings2.maxChars || wellFormed(text) !== text) return void 0;
  if (`
${text}`.includes(`
${CLIP_MARK}`)) return void 0;
  const parts = partsOf(text, settings2);
  const { head, tail } = parts;
  const endsLine = head === "" || head.endsWith("\n");
  const errors = errorLines(parts, endsLine);
  const clipped = [
    endsLine ? head : `${head}
`,
    `${markOf(parts, errors, settings2, isSeen)}
`,
    ...errors.map(({ kept: kept2 }) => `${kept2}
`),
    tail
  ].join("");
  const isShorter4 = clipped.length < text.length && Buffer.byteLength(clipped) < Buffer.byteLength(text);
  return isShorter4 ? clipped : void 0;
}
function partsOf(text, { maxChars, original, digest: limits }) {
  const named = (limits?.maxChars ?? 0) + (original?.length ?? 0);
  const room = Math.floor(Math.max(maxChars - MARK_CHARS - named, Math.floor(maxChars / 2)) / 2);
  let head = headOf(text, room);
  let tail = tailOf(text, room);
  const upToLine = head.slice(0, head.lastIndexOf("\n") + 1);
  if (head.includes("\n") && upToLine.length * 2 >= room) head = upToLine;
  const isLine = text.charAt(text.length - tail.length - 1) === "\n";
  const fromLine = tail.slice(tail.indexOf("\n") + 1);
  if (!isLine && tail.includes("\n") && fromLine.length * 2 >= room) tail = fromLine;
  return { head, middle: text.slice(head.length, text.length - tail.length), tail };
}
function errorLines({ middle, tail }, beginsLine) {
  const lines = middle.split("\n");
  const last2 = lines.at(-1) ?? "";
  const rest = last2 === "" ? "" : tail.slice(0, `${tail}
`.indexOf("\n"));
  const whole = lines.map((line, at2) => ({ line: at2 === lines.length - 1 ? line + rest : line, chars: line.length }));
  return whole.slice(beginsLine ? 0 : 1).flatMap(({ line, chars }) => {
    if (!isErrorLine(headOf(line, LINE_CHARS))) return [];
    const kept2 = headOf(line, ERROR_LINE_CHARS);
    return [{ kept: kept2, middleChars: Math.min(kept2.length, chars) }];
  });
}
function markOf({ head, middle, tail }, errors, { original, digest: limits }, isSeen) {
  const leftOut = errors.reduce((left2, { middleChars }) => left2 - middleChars, middle.length);
  let mark = `${CLIP_MARK}${leftOut} chars left out`;
  if (errors.length === 1) mark += "; its error line follows";
  if (errors.length > 1) mark += `; its ${errors.length} error lines follow`;
  if (limits !== void 0) {
    const visible = /* @__PURE__ */ new Set();
    for (const part2 of [head, tail, ...errors.map(({ kept: kept2 }) => kept2)]) noteWords(part2, visible);
    const { maxWords, maxChars } = limits;
    const words2 = digest(middle, (word) => visible.has(word) || isSeen(word), maxWords, maxChars);
    if (words2 !== "") mark += `; mentions: ${words2}`;
  }
  if (original !== void 0) mark += `; original: ${original}`;
  return `${mark}]`;
}

// ts/text/json-strings.ts
function stringEnd(text, at2) {
  let end = text.indexOf('"', at2 + 1);
  while (isEscaped(text, at2, end)) end = text.indexOf('"', end + 1);
  return end;
}
function isEscaped(text, at2, end) {
  let first = end;
  while (first - 1 > at2 && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (end - first) % 2 === 1;
}
var BACKSLASH = 92;

// ts/arrival/json.ts
var isSpace = (char) => char === " " || char === "	" || char === "\n" || char === "\r";
function shortenJson(text) {
  if (wellFormed(text) !== text) return void 0;
  const values = [];
  for (let at2 = 0; at2 < text.length; ) {
    const start = behindSpace(text, at2);
    if (start === text.length) break;
    if (values.length > 0 && !text.slice(at2, start).includes("\n")) return void 0;
    const value = readValue(text, start);
    if (value === void 0) return void 0;
    values.push(value.kept);
    at2 = value.end;
  }
  const shorter = values.join("\n");
  return shorter.length < text.length && values.length > 0 ? shorter : void 0;
}
function behindSpace(text, from) {
  let at2 = from;
  while (at2 < text.length && isSpace(text.charAt(at2))) at2++;
  return at2;
}
function readValue(text, start) {
  if (!"{[".includes(text.charAt(start))) return void 0;
  let kept2 = "";
  let depth = 0;
  let at2 = start;
  do {
    const char = text.charAt(at2);
    const end = char === '"' ? stringEnd(text, at2) + 1 : at2 + 1;
    if (end === 0) return void 0;
    if (char === "{" || char === "[") depth++;
    if (char === "}" || char === "]") depth--;
    if (!isSpace(char)) kept2 += text.slice(at2, end);
    at2 = end;
  } while (depth > 0 && at2 < text.length);
  return depth === 0 && isJson(text.slice(start, at2)) ? { kept: kept2, end: at2 } : void 0;
}
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// ts/arrival/text-lines.ts
function linesOf(text) {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
var withoutFeed = (line) => line.endsWith("\n") ? line.slice(0, -1) : line;
var isWellFormed = (text) => text.isWellFormed();
var isShorter = (out, text) => out.length < text.length && Buffer.byteLength(out) < Buffer.byteLength(text);
var saysError = (line) => isErrorLine(line.slice(0, LINE_CHARS));

// ts/arrival/line-numbers.ts
function shortenLineNumbers(text, mode) {
  if (!isWellFormed(text)) return void 0;
  const lines = linesOf(text);
  const prefixes = prefixesOf(lines);
  if (prefixes === void 0) return void 0;
  const out = lines.map((line, at2) => {
    const prefix = prefixes[at2];
    if (prefix === void 0) return line;
    const keepsNumber = mode === "padding" || isTenth(prefix, prefixes);
    return line.slice(keepsNumber ? prefix.blanks : prefix.length);
  });
  const shorter = out.join("");
  if (mode === "tenth" && losesNumbers(prefixesOf(linesOf(shorter)))) return shortenLineNumbers(text, "padding");
  return isShorter(shorter, text) ? shorter : void 0;
}
var PREFIX = /^( *)([1-9][0-9]{0,14})(→|\t)/;
function prefixOf(line) {
  const [all, blanks, digits, separator] = PREFIX.exec(line) ?? [];
  if (all === void 0 || blanks === void 0 || digits === void 0 || separator === void 0) return void 0;
  return { blanks: blanks.length, digits: digits.length, number: Number(digits), separator, length: all.length };
}
function prefixesOf(lines) {
  const found2 = lines.map(prefixOf);
  const first = found2[0];
  if (first === void 0) return void 0;
  const ends = found2.findIndex((prefix, at2) => prefix === void 0 || !follows(prefix, first, at2));
  if (ends < 0) return found2.filter((prefix) => prefix !== void 0);
  const isNote3 = /^\r?$/.test(withoutFeed(lines[ends] ?? ""));
  if (!isNote3 || found2.slice(ends).some((prefix) => prefix?.separator === first.separator)) return void 0;
  return found2.slice(0, ends).filter((prefix) => prefix !== void 0);
}
function follows(prefix, first, count2) {
  const width = first.blanks + first.digits;
  const isAligned = prefix.blanks === 0 ? prefix.digits >= width : prefix.blanks + prefix.digits === width;
  return prefix.number === first.number + count2 && prefix.separator === first.separator && isAligned;
}
var isTenth = ({ number }, prefixes) => number === prefixes[0]?.number || number % 10 === 0;
var losesNumbers = (prefixes = []) => prefixes.some((prefix) => !isTenth(prefix, prefixes));

// ts/arrival/long-lines.ts
function shortenLongLines(text, maxChars) {
  if (!isWellFormed(text) || /\[… [0-9]+ chars …\]/.test(text)) return void 0;
  const shorter = text.split("\n").map((line) => line.length > maxChars ? cut(line, maxChars) : line).join("\n");
  return shorter === text ? void 0 : shorter;
}
function cut(line, maxChars) {
  const room = Math.max(0, maxChars - noteOf(line.length).length);
  const headRoom = Math.ceil(room / 2);
  const head = headOf(line, saysError(line) ? Math.max(headRoom, LINE_CHARS + 1) : headRoom);
  const behind = line.slice(head.length);
  const tail = tailOf(behind, Math.min(behind.length, Math.max(0, room - head.length)));
  const note = noteOf(behind.length - tail.length);
  return isShorter(note, behind.slice(0, behind.length - tail.length)) ? head + note + tail : line;
}
var noteOf = (chars) => `[\u2026 ${chars} chars \u2026]`;

// ts/arrival/paths.ts
var MIN_HITS = 4;
var MIN_PATHS = 8;
var FORM = new RegExp(`(?:^|\\n)(?:\\[[0-9]+ (?:lines of|paths under) |\\${CLIP_MARK})`);
var PATH_CHARS = `[^\\0- :"'<>|*?\\x7f]+`;
var HIT = new RegExp(`^((?:[A-Za-z]:(?=[\\\\/]))?${PATH_CHARS}):[1-9][0-9]{0,6}:`);
var PATH2 = new RegExp(`^${PATH_CHARS}$`);
var NAMED2 = /[A-Za-z][^\\/]*$/;
var FILE = /\.[A-Za-z][^\\/]*$/;
function shortenPaths(text) {
  if (wellFormed(text) !== text) return void 0;
  const lines = text.split("\n");
  const output = [];
  let isShorter4 = false;
  for (let at2 = 0; at2 < lines.length; ) {
    const group = hitsAt(lines, at2) ?? pathsAt(lines, at2);
    const end = at2 + (group?.count ?? 1);
    const isGrouped = group !== void 0 && isWorth(group);
    if (isGrouped) output.push(group.head);
    for (const line of lines.slice(at2, end)) output.push(isGrouped ? line.slice(group.shared) : line);
    isShorter4 ||= isGrouped;
    at2 = end;
  }
  return isShorter4 && !FORM.test(text) ? output.join("\n") : void 0;
}
function isWorth({ count: count2, least, shared, head }) {
  return count2 >= least && count2 * shared > head.length + 1;
}
function hitsAt(lines, start) {
  const path = hitPath(lines[start]);
  if (path === void 0) return void 0;
  let end = start + 1;
  while (hitPath(lines[end]) === path) end++;
  const count2 = end - start;
  return { count: count2, least: MIN_HITS, shared: path.length + 1, head: `[${count2} lines of ${path}]` };
}
function hitPath(line) {
  const path = line === void 0 ? void 0 : HIT.exec(line)?.[1];
  if (path === void 0 || /^[[(]/.test(path) || !NAMED2.test(path)) return void 0;
  return /[\\/]/.test(path) || FILE.test(path) ? path : void 0;
}
function pathsAt(lines, start) {
  let folder = folderOf(lines[start]);
  let end = start;
  while (folder !== "") {
    end++;
    const next = commonFolder(folder, folderOf(lines[end]));
    if (next === "") break;
    folder = next;
  }
  const count2 = end - start;
  if (count2 === 0) return void 0;
  return { count: count2, least: MIN_PATHS, shared: folder.length, head: `[${count2} paths under ${folder}]` };
}
function folderOf(line) {
  if (line === void 0 || line.length < 2 || !PATH2.test(line)) return "";
  return rootless(line.slice(0, line.lastIndexOf("/", line.length - 2) + 1));
}
function commonFolder(one, other) {
  let same = 0;
  while (same < one.length && one.charAt(same) === other.charAt(same)) same++;
  return same === 0 ? "" : rootless(one.slice(0, one.lastIndexOf("/", same - 1) + 1));
}
var rootless = (folder) => folder === "/" ? "" : folder;

// ts/arrival/repeats.ts
var FEWEST = 4;
function shortenRepeats(text) {
  const lines = linesOf(text);
  if (!isWellFormed(text) || lines.some((line) => isNote(withoutFeed(line)))) return void 0;
  const out = [];
  for (let first = 0, end = 0; first < lines.length; first = end) {
    const line = withoutFeed(lines[first] ?? "");
    end = first + 1;
    while (end < lines.length && withoutFeed(lines[end] ?? "") === line) end++;
    const count2 = end - first;
    const note = `[the line above ${count2} times]${line.endsWith("\r") ? "\r" : ""}`;
    if (count2 >= FEWEST && (count2 - 1) * (line.length + 1) > note.length + 1) {
      out.push(line, "\n", note, lines[end - 1]?.endsWith("\n") ? "\n" : "");
    } else {
      out.push(lines.slice(first, end).join(""));
    }
  }
  const shorter = out.join("");
  return shorter === text ? void 0 : shorter;
}
var isNote = (line) => /^\[the line above [0-9]+ times\]\r?$/.test(line);

// ts/arrival/similar.ts
var FEWEST2 = 4;
var HEX_CHARS = 6;
var ID_CHARS = 16;
var HAS_DIGITS = /(?:[0-9][a-z]*){4}/i;
function shortenSimilar(text) {
  const lines = linesOf(text);
  if (!isWellFormed(text) || lines.some((line) => isNote2(withoutFeed(line)))) return void 0;
  const templates = lines.map((line) => templateOf(withoutFeed(line)));
  const out = [];
  for (let first = 0, end = 0; first < lines.length; first = end) {
    end = first + 1;
    while (end < lines.length && templates[end] === templates[first] && !saysError(withoutFeed(lines[end] ?? "")))
      end++;
    const run = lines.slice(first, end);
    const middle = run.slice(1, -1).join("");
    const note = `[\u2026 ${run.length - 2} similar lines \u2026]${run[0]?.endsWith("\r\n") ? "\r\n" : "\n"}`;
    if (run.length >= FEWEST2 && isVaried(run) && isShorter(note, middle)) {
      out.push(run[0] ?? "", note, run.at(-1) ?? "");
    } else {
      out.push(run.join(""));
    }
  }
  const shorter = out.join("");
  return shorter === text ? void 0 : shorter;
}
var isVaried = (run) => run.some((line) => withoutFeed(line) !== withoutFeed(run[0] ?? ""));
var isNote2 = (line) => /^\[… [0-9]+ similar lines …\]\r?$/.test(line);
var UUID_OR_WORD = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])|[0-9a-z]+/gi;
function templateOf(line) {
  return line.replace(UUID_OR_WORD, (word) => isId(word) ? "0" : word.replace(/[0-9]+/g, "0"));
}
function isId(word) {
  if (word.includes("-") || /^0x[0-9a-f]+$/i.test(word)) return true;
  if (!/[0-9]/.test(word)) return false;
  const isHex = word.length >= HEX_CHARS && /^[0-9a-f]+$/i.test(word);
  return isHex || word.length >= ID_CHARS && HAS_DIGITS.test(word);
}

// ts/arrival/terminal-line.ts
var ESCAPE = "\x1B";
function showLine(line) {
  const still = withoutControls(line);
  if (still !== void 0) return withoutBlanks(still);
  const shown3 = draw(line, true);
  return isShorter(shown3, line) ? shown3 : draw(line, false);
}
function withoutControls(line) {
  const texts = [];
  for (const { text, control } of piecesOf(line)) {
    if (control !== void 0 && moves(control)) return void 0;
    if (text !== "") texts.push(text);
  }
  return texts.join("");
}
function draw(line, hasTabStops) {
  const screen = new Screen(hasTabStops);
  for (const { text, control } of piecesOf(line)) {
    screen.write(text);
    if (control !== void 0) screen.apply(control);
  }
  return withoutBlanks(screen.text());
}
function withoutBlanks(line) {
  let end = line.length;
  while (line[end - 1] === " " || line[end - 1] === "	") end--;
  return line.slice(0, end);
}
function* piecesOf(line) {
  for (let at2 = 0, start = 0; at2 < line.length; start = at2) {
    if (isControl(line[at2])) {
      const control = controlAt(line, at2);
      at2 += control.chars;
      yield { text: "", control };
    } else {
      while (at2 < line.length && !isControl(line[at2])) at2++;
      yield { text: line.slice(start, at2) };
    }
  }
}
var isControl = (char) => char === ESCAPE || char === "\b" || char === "\r";
var moves = ({ kind, number }) => kind === "K" ? number === 1 || number === 2 : kind !== "";
function controlAt(line, at2) {
  const char = line[at2] ?? "";
  if (char !== ESCAPE) return { kind: char, number: 0, chars: 1 };
  const end = sequenceEnd(line, at2);
  const [, digits, kind] = EFFECT.exec(line.slice(at2 + 1, end)) ?? [];
  return { kind: kind ?? "", number: Number(digits ?? 0), chars: end - at2 };
}
var EFFECT = /^\[([0-9]*)([GCDKa`])$/;
function sequenceEnd(line, at2) {
  const next = line[at2 + 1] ?? "";
  if (next === "[") {
    const behind2 = skip(line, skip(line, at2 + 2, "0", "?"), " ", "/", MOST_INTERMEDIATES);
    return isIn(line[behind2], "@", "~") ? behind2 + 1 : at2 + 1;
  }
  if (next !== "" && "]PX^_".includes(next)) {
    const behind2 = skip(line, at2 + 2, " ", "\uFFFF");
    if (line[behind2] === "\x07") return behind2 + 1;
    return line.startsWith(`${ESCAPE}\\`, behind2) ? behind2 + 2 : at2 + 1;
  }
  const behind = skip(line, at2 + 1, " ", "/", MOST_INTERMEDIATES);
  return isIn(line[behind], "0", "~") ? behind + 1 : at2 + 1;
}
var MOST_INTERMEDIATES = 2;
function skip(line, from, first, last2, most = Number.POSITIVE_INFINITY) {
  let at2 = from;
  while (at2 < from + most && isIn(line[at2], first, last2)) at2++;
  return at2;
}
var isIn = (char, first, last2) => char !== void 0 && char >= first && char <= last2;
var TAB_COLUMNS = 8;
var LAST_TAB_STOP = 1024;
var Screen = class {
  /** @param hasTabStops if not, a tab is a char in one column */
  constructor(hasTabStops) {
    this.hasTabStops = hasTabStops;
    this.cells = [];
    /** May be behind the last cell: what is between is blank once something is written here. */
    this.column = 0;
  }
  text() {
    return this.cells.join("");
  }
  write(text) {
    for (const char of text) {
      if (char === "	" && (this.hasTabStops || this.column < this.cells.length)) {
        this.column += this.tabColumns();
        continue;
      }
      while (this.cells.length < this.column) this.cells.push(" ");
      this.cells[this.column] = char;
      this.column++;
    }
  }
  tabColumns() {
    return this.hasTabStops && this.column < LAST_TAB_STOP ? TAB_COLUMNS - this.column % TAB_COLUMNS : 1;
  }
  apply({ kind, number, chars }) {
    const count2 = Math.max(1, number);
    if (kind === "\r") this.column = 0;
    else if (kind === "\b") this.column = Math.max(0, this.column - 1);
    else if (kind === "D") this.column = Math.max(0, this.column - count2);
    else if (kind === "C" || kind === "a") this.moveTo(this.column + count2, chars);
    else if (kind === "G" || kind === "`") this.moveTo(count2 - 1, chars);
    else if (kind === "K") this.erase(number);
  }
  /** Moves past the end of the line by fewer columns than the control has chars, so that a line gets no longer. */
  moveTo(column, chars) {
    this.column = Math.min(column, Math.max(this.column, this.cells.length) + chars - 1);
  }
  /** What is surely gone. Blanks in front of later text are left out: they could be many at each such control. */
  erase(number) {
    if (number === 0) {
      this.cells.length = Math.min(this.cells.length, this.column);
    } else if (number === 2 || number === 1 && this.column >= this.cells.length) {
      this.cells.length = 0;
      this.column = 0;
    }
  }
};

// ts/arrival/terminal.ts
function shortenTerminal(text) {
  if (!isWellFormed(text)) return void 0;
  const out = [];
  let wasBlank = false;
  for (const line of linesOf(text)) {
    const end = /\r?\n?$/.exec(line)?.[0] ?? "";
    const shown3 = showLine(line.slice(0, line.length - end.length));
    const isBlank2 = shown3 === "";
    if (!(isBlank2 && wasBlank)) out.push(shown3, end);
    wasBlank = isBlank2;
  }
  const shorter = out.join("");
  return isShorter(shorter, text) ? shorter : void 0;
}

// ts/arrival/chain.ts
function shortenText(text, arriving, settings2) {
  if (new RegExp("\\p{Surrogate}", "u").test(text)) return void 0;
  const chain = new Chain(text);
  for (let pass = 0; ; pass++) {
    if (pass === PASSES) return void 0;
    const before = chain.text;
    applyAll(chain, arriving, settings2);
    if (chain.text === before) break;
    if (pass === 0 && isLeftAlone(text)) return void 0;
    if (isLeftAlone(chain.text)) break;
  }
  const { kind } = chain;
  return kind !== void 0 && isShorter2(chain.text, text) ? { text: chain.text, kind } : void 0;
}
function applyAll(chain, { isFile: isFile2, mayLose }, settings2) {
  const { lineNumbers, longLines, clip } = settings2;
  if (!isFile2) {
    if (settings2.terminal) chain.apply("terminal", shortenTerminal);
    if (settings2.json) chain.apply("json", shortenJson);
    if (settings2.paths) chain.apply("paths", shortenPaths);
    if (settings2.repeats) chain.apply("repeats", shortenRepeats);
  }
  const mode = isFile2 ? lineNumbers : lineNumbers && "padding";
  if (mode !== false) chain.apply("line_numbers", (text) => shortenLineNumbers(text, mode));
  const loses = settings2.similar || longLines !== null || clip !== null;
  if (isFile2 || !loses || !mayLose(chain.text)) return;
  if (settings2.similar) chain.apply("similar", shortenSimilar);
  if (longLines !== null) chain.apply("long_lines", (text) => shortenLongLines(text, longLines));
  if (clip !== null) chain.apply("clip", (text) => shortenClip(text, { maxChars: clip, digest: CLIP_DIGEST }));
}
var PASSES = 4;
var CLIP_DIGEST = { maxWords: 80, maxChars: 800 };
var LEFT_ALONE = ["[error clipped \u2014 ", "_DISPATCH_RESULT", CLIP_MARK, " chars \u2026]"];
var isLeftAlone = (text) => LEFT_ALONE.some((mark) => text.includes(mark));
var Chain = class {
  constructor(text) {
    this.text = text;
  }
  #most = 0;
  apply(kind, shorten2) {
    const next = shorten2(this.text);
    if (next === void 0) return;
    const removed = Buffer.byteLength(this.text) - Buffer.byteLength(next);
    if (removed <= 0) return;
    this.text = next;
    if (removed <= this.#most) return;
    this.#most = removed;
    this.kind = kind;
  }
};
function isShorter2(text, before) {
  const jsonBytes = (one) => Buffer.byteLength(JSON.stringify(one));
  return text.length < before.length && jsonBytes(text) < jsonBytes(before);
}

// ts/text/glob.ts
function compileGlob(glob) {
  const pattern = Array.from(glob);
  if (pattern.every((c) => c !== "*" && c !== "?")) return (name) => name === glob;
  return (name) => matches(pattern, Array.from(name));
}
function matches(pattern, name) {
  let p = 0;
  let n2 = 0;
  let star = -1;
  let starName = 0;
  while (n2 < name.length) {
    if (pattern[p] === "*") {
      star = p++;
      starName = n2;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n2])) {
      p++;
      n2++;
    } else if (star >= 0) {
      p = star + 1;
      n2 = ++starName;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

// ts/arrival/file-tools.json
var file_tools_default = {
  tools: [
    {
      agents: "Claude Code, Amp, Factory",
      kind: "read",
      names: ["Read", "NotebookRead"]
    },
    {
      agents: "Gemini CLI, Qwen Code, Cline, Roo, Kilo, Cursor, VS Code, Zed, LangChain, deepagents, MCP filesystem, Serena",
      kind: "read",
      offsetBase: 0,
      names: ["read_file", "read_many_files", "readFile", "ReadFile", "read_files", "readFiles"]
    },
    {
      agents: "opencode",
      kind: "read",
      offsetBase: 0,
      names: ["read"]
    },
    {
      agents: "MCP filesystem, GitHub MCP, JetBrains MCP",
      kind: "read",
      names: [
        "read_text_file",
        "read_multiple_files",
        "get_file_contents",
        "get_file_text_by_path",
        "get_file_content",
        "fs_read"
      ]
    },
    {
      agents: "Copilot CLI, Crush, Goose",
      kind: "read",
      names: ["view", "View"]
    },
    {
      agents: "SWE-agent, Windsurf, Continue",
      kind: "read",
      names: [
        "open",
        "open_file",
        "view_file",
        "view_line_range",
        "read_file_range",
        "read_currently_open_file",
        "cat"
      ]
    },
    {
      agents: "Anthropic's text editor, OpenHands, SWE-agent, Goose",
      kind: "edit",
      readsIf: { argument: "command", values: ["view"] },
      names: ["str_replace_based_edit_tool", "str_replace_editor", "text_editor", "editor", "str_replace_based_edit"]
    },
    {
      agents: "Claude Code, Codex, Gemini CLI, opencode, Cline, VS Code",
      kind: "edit",
      names: [
        "Edit",
        "MultiEdit",
        "Write",
        "NotebookEdit",
        "apply_patch",
        "edit",
        "multiedit",
        "write",
        "patch",
        "replace",
        "write_file",
        "edit_file",
        "write_to_file",
        "replace_in_file",
        "apply_diff",
        "insert_content",
        "search_and_replace",
        "create_file",
        "replace_string_in_file",
        "insert_edit_into_file",
        "insert",
        "search_replace"
      ]
    },
    {
      agents: "Claude Code, Gemini CLI, opencode, Cline, Cursor, VS Code, LangChain, MCP filesystem, SWE-agent",
      kind: "search",
      names: [
        "Grep",
        "Glob",
        "LS",
        "grep",
        "glob",
        "list",
        "ls",
        "rg",
        "ripgrep",
        "find",
        "search_file_content",
        "grep_search",
        "file_search",
        "codebase_search",
        "search_files",
        "list_files",
        "list_dir",
        "list_directory",
        "list_directory_with_sizes",
        "directory_tree",
        "find_file",
        "find_files",
        "find_by_name",
        "file_glob_search",
        "search_dir",
        "search_file",
        "search_code",
        "search_for_pattern"
      ]
    },
    {
      agents: "Claude Code, Codex, Gemini CLI, opencode, Cline, Cursor, VS Code, LangChain, OpenHands, Goose",
      kind: "shell",
      names: [
        "Bash",
        "bash",
        "shell",
        "Shell",
        "exec_command",
        "shell_command",
        "local_shell",
        "local_shell_call",
        "container.exec",
        "run_shell_command",
        "execute_command",
        "execute_bash",
        "execute_shell_command",
        "run_terminal_cmd",
        "run_terminal_command",
        "run_in_terminal",
        "run_command",
        "terminal",
        "Execute",
        "execute",
        "powershell",
        "PowerShell"
      ]
    }
  ],
  readGlobs: [
    "*read*file*",
    "*view*file*",
    "*open*file*",
    "*file*read*",
    "*get*file*content*",
    "*file*content*",
    "*cat*file*"
  ],
  arguments: {
    path: [
      "file_path",
      "filePath",
      "path",
      "absolute_path",
      "target_file",
      "filepath",
      "filename",
      "file_name",
      "file",
      "relative_path",
      "AbsolutePath",
      "notebook_path",
      "pathInProject",
      "file_paths",
      "paths",
      "files"
    ],
    first: ["start_line", "startLine", "start_line_one_indexed", "StartLine", "line_start", "start"],
    last: ["end_line", "endLine", "end_line_one_indexed_inclusive", "EndLine", "line_end", "end"],
    offset: ["offset", "line_offset"],
    count: ["limit", "n_lines", "max_lines"],
    pair: ["view_range", "read_range", "line_range", "lines"],
    head: ["head"],
    tail: ["tail"],
    command: ["command", "cmd", "commands", "CommandLine", "script"]
  },
  shell: {
    prefixes: [
      "rtk",
      "command",
      "builtin",
      "exec",
      "nohup",
      "time",
      "do",
      "then",
      "else",
      "elif",
      "if",
      "while",
      "until",
      "!",
      "{"
    ],
    shells: ["sh", "bash", "zsh", "dash", "ash", "ksh", "fish", "pwsh", "powershell"],
    wrappers: [
      "sudo",
      "doas",
      "env",
      "timeout",
      "gtimeout",
      "nice",
      "ionice",
      "stdbuf",
      "unbuffer",
      "xargs",
      "parallel",
      "watch",
      "docker",
      "podman",
      "kubectl",
      "ssh",
      "find",
      "fd",
      "wsl",
      "nix",
      "nix-shell",
      "chroot",
      "su"
    ],
    files: [
      "cat",
      "bat",
      "batcat",
      "head",
      "tail",
      "sed",
      "gsed",
      "nl",
      "less",
      "more",
      "tac",
      "awk",
      "gawk",
      "mawk",
      "type",
      "gc",
      "Get-Content"
    ],
    inPlace: ["-i", "--in-place"],
    filters: [
      "cat",
      "bat",
      "batcat",
      "head",
      "tail",
      "sed",
      "gsed",
      "nl",
      "less",
      "more",
      "tac",
      "awk",
      "gawk",
      "mawk",
      "tee",
      "sort",
      "uniq",
      "cut",
      "tr",
      "column",
      "fold",
      "expand",
      "iconv",
      "dos2unix",
      "Select-Object"
    ],
    search: [
      "grep",
      "egrep",
      "fgrep",
      "zgrep",
      "rg",
      "ag",
      "ack",
      "find",
      "fd",
      "fdfind",
      "ls",
      "exa",
      "eza",
      "tree",
      "dir",
      "locate",
      "which",
      "where",
      "findstr",
      "Select-String",
      "Get-ChildItem"
    ],
    diffs: [
      "diff",
      "colordiff",
      "delta",
      "difft",
      "gh pr diff",
      "glab mr diff",
      "hg diff",
      "svn diff",
      "jj diff",
      "p4 diff"
    ],
    gitFiles: [
      "show",
      "diff",
      "blame",
      "annotate",
      "cat-file",
      "diff-tree",
      "diff-index",
      "difftool",
      "range-diff",
      "format-patch"
    ],
    gitPatches: ["log", "stash", "reflog", "whatchanged"],
    gitPatchOptions: ["-p", "-u", "--patch", "-L", "-G", "-S"],
    gitSearch: ["grep", "ls-files", "ls-tree"],
    gitListOptions: [
      "--stat",
      "--shortstat",
      "--numstat",
      "--name-only",
      "--name-status",
      "--summary",
      "--no-patch",
      "-s",
      "--quiet"
    ],
    gitValueOptions: ["-C", "-c", "--git-dir", "--work-tree"]
  }
};

// ts/arrival/shell-words.ts
var TERMINALS = /* @__PURE__ */ new Set(["/dev/stdout", "/dev/stderr", "/dev/tty"]);
function parseShell(script) {
  return new ShellReader(script).read();
}
var ShellReader = class {
  #text;
  #pipelines = [];
  #pipeline = [];
  #command = { words: [], isRedirected: false };
  #word;
  #role = "word";
  #documents = [];
  #at = 0;
  constructor(text) {
    this.#text = text;
  }
  read() {
    while (this.#at < this.#text.length) this.#next(this.#text.charAt(this.#at));
    this.#endPipeline();
    return this.#pipelines;
  }
  #special = {
    "'": () => this.#add(this.#upTo("'")),
    '"': () => this.#double(),
    "\\": () => this.#escaped(),
    " ": () => this.#endWord(),
    "	": () => this.#endWord(),
    "\r": () => this.#endWord(),
    "\n": () => this.#lineFeed(),
    ";": () => this.#endPipeline(),
    "(": () => this.#endPipeline(),
    ")": () => this.#endPipeline(),
    "&": () => this.#ampersand(),
    "|": () => this.#pipe(),
    ">": () => this.#output(this.#word ?? ""),
    "<": () => this.#input(),
    "#": () => this.#comment()
  };
  #next(char) {
    this.#at++;
    const special = this.#special[char];
    if (special === void 0) this.#add(char);
    else special();
  }
  #add(text) {
    this.#word = (this.#word ?? "") + text;
  }
  #takes(char) {
    const found2 = this.#text.charAt(this.#at) === char;
    if (found2) this.#at++;
    return found2;
  }
  /** Up to a char, which is passed, or the text's end. */
  #upTo(char) {
    const found2 = this.#text.indexOf(char, this.#at);
    const end = found2 < 0 ? this.#text.length : found2;
    const passed = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return passed;
  }
  #double() {
    this.#add("");
    for (let char = ""; this.#at < this.#text.length; this.#add(char)) {
      char = this.#text.charAt(this.#at++);
      if (char === '"') return;
      if (char === "\\") char = this.#text.charAt(this.#at++);
    }
  }
  /** A backslash and a line feed are nothing. */
  #escaped() {
    const char = this.#text.charAt(this.#at++);
    if (char !== "\n") this.#add(char);
  }
  /** A comment begins only where a word could. Its line feed is read next. */
  #comment() {
    if (this.#word !== void 0) {
      this.#add("#");
    } else {
      this.#upTo("\n");
      this.#at--;
    }
  }
  #lineFeed() {
    this.#endPipeline();
    this.#passDocuments();
  }
  #ampersand() {
    if (this.#takes(">")) {
      this.#output("");
    } else {
      this.#takes("&");
      this.#endPipeline();
    }
  }
  #pipe() {
    if (this.#takes("|")) {
      this.#endPipeline();
    } else {
      this.#takes("&");
      this.#endCommand();
    }
  }
  /** `>`, `>>`, `2>`, `&>`; `>&1` goes nowhere else. */
  #output(descriptor) {
    if (/^[0-9]+$/.test(descriptor)) this.#word = void 0;
    this.#endWord();
    if (!this.#takes(">")) this.#takes("|");
    if (this.#takes("&")) this.#role = "input";
    else this.#role = /^[02-9]$/.test(descriptor) ? "input" : "output";
  }
  #input() {
    this.#endWord();
    if (!this.#takes("<")) this.#role = "input";
    else if (this.#takes("<")) this.#role = "input";
    else {
      this.#takes("-");
      this.#role = "document";
    }
  }
  /** Goes behind the texts that the last line announced. */
  #passDocuments() {
    for (const end of this.#documents) {
      while (this.#at < this.#text.length && this.#upTo("\n").replace(/^[ \t]+|[ \t\r]+$/g, "") !== end) ;
    }
    this.#documents = [];
  }
  #endWord() {
    const word = this.#word;
    if (word === void 0) return;
    this.#word = void 0;
    if (this.#role === "word") this.#command.words.push(word);
    if (this.#role === "output" && !TERMINALS.has(word)) this.#command.isRedirected = true;
    if (this.#role === "document") this.#documents.push(word);
    this.#role = "word";
  }
  #endCommand() {
    this.#endWord();
    this.#role = "word";
    if (this.#command.words.length > 0) this.#pipeline.push(this.#command);
    this.#command = { words: [], isRedirected: false };
  }
  #endPipeline() {
    this.#endCommand();
    if (this.#pipeline.length > 0) this.#pipelines.push(this.#pipeline);
    this.#pipeline = [];
  }
};

// ts/arrival/shell-command.ts
var shell = file_tools_default.shell;
var setOf = (names3) => new Set(names3);
var PREFIXES = setOf(shell.prefixes);
var WRAPPERS = setOf(shell.wrappers);
var FILES3 = setOf(shell.files);
var FILTERS = setOf(shell.filters);
var SEARCH = setOf(shell.search);
var DIFFS = shell.diffs.map((words2) => words2.split(" "));
var SHELLS = setOf(shell.shells);
var MAX_DEPTH = 3;
var ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
function judgeCommand(script, depth = 0) {
  return mostOf(parseShell(script).map((commands) => judgePipeline(commands, depth)));
}
function judgeWords(words2) {
  return judge(words2, 0, void 0);
}
function mostOf(all) {
  if (all.includes("file")) return "file";
  return all.includes("search") ? "search" : "other";
}
function judgePipeline(commands, depth) {
  let shown3;
  for (const { words: words2, isRedirected } of commands) {
    shown3 = judge(words2, depth, shown3);
    if (isRedirected) shown3 = "other";
  }
  return shown3 ?? "other";
}
function judge(all, depth, piped) {
  const start = all.findIndex((word) => !PREFIXES.has(word) && !ASSIGNMENT.test(word));
  const words2 = start < 0 ? [] : all.slice(start);
  const program = programOf(words2[0] ?? "");
  if (SHELLS.has(program)) return judgeShell(words2, depth);
  if (program === "git") return judgeGit(words2);
  if (piped !== void 0 && FILTERS.has(program)) return piped;
  if (FILES3.has(program)) return isInPlace(words2) ? "other" : "file";
  if (DIFFS.some((diff) => diff.every((word, at2) => (at2 === 0 ? program : words2[at2]) === word))) return "file";
  const own2 = SEARCH.has(program) ? "search" : "other";
  return WRAPPERS.has(program) ? mostOf([own2, judgeWrapped(words2.slice(1), depth)]) : own2;
}
function programOf(word) {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  return name.endsWith(".exe") ? name.slice(0, -".exe".length) : name;
}
var isInPlace = (words2) => words2.some((word) => shell.inPlace.some((option) => word.startsWith(option)));
function judgeShell(words2, depth) {
  const option = words2.findIndex((word, at2) => at2 > 0 && /^-[A-Za-z]*c$|^-Command$/.test(word));
  const script = option < 0 ? void 0 : words2[option + 1];
  return script === void 0 || depth >= MAX_DEPTH ? "other" : judgeCommand(script, depth + 1);
}
function judgeWrapped(words2, depth) {
  const git = words2.indexOf("git");
  return mostOf([
    git < 0 ? "other" : judgeGit(words2.slice(git)),
    ...words2.map((word) => {
      if (/[ \t\n]/.test(word)) return depth >= MAX_DEPTH ? "other" : judgeCommand(word, depth + 1);
      const program = programOf(word);
      if (FILES3.has(program)) return "file";
      return SEARCH.has(program) ? "search" : "other";
    })
  ]);
}
function judgeGit(words2) {
  let at2 = 1;
  while (words2[at2]?.startsWith("-")) at2 += shell.gitValueOptions.includes(words2[at2] ?? "") ? 2 : 1;
  const command = words2[at2] ?? "";
  const options = words2.slice(at2 + 1);
  if (shell.gitSearch.includes(command)) return "search";
  if (options.some((word) => shell.gitListOptions.some((one) => word === one || word.startsWith(`${one}=`)))) {
    return "other";
  }
  if (shell.gitFiles.includes(command)) return "file";
  const hasPatch = options.some((word) => shell.gitPatchOptions.some((one) => word.startsWith(one)));
  return shell.gitPatches.includes(command) && hasPatch ? "file" : "other";
}

// ts/arrival/file-tools.ts
var ROWS = new Map(file_tools_default.tools.flatMap((row) => row.names.map((name) => [name, row])));
var READ_GLOBS = file_tools_default.readGlobs.map(compileGlob);
var SEPARATORS = ["__", ".", "/", ":"];
function shownByCall(tool, args) {
  const name = ROWS.has(tool) ? tool : ownName2(tool);
  const row = ROWS.get(name);
  if (row === void 0) {
    return READ_GLOBS.some((matches2) => matches2(name)) ? readCall2(membersOf(args) ?? {}, 1) : { kind: "other" };
  }
  if (row.kind === "search") return { kind: "search" };
  const members = membersOf(args);
  if (row.kind === "shell") return { kind: "shell", shows: judgeCall(members, args) };
  if (row.kind === "edit" && !readsInstead(row, members ?? {})) return { kind: "edit", ...pathOf(members ?? {}) };
  return readCall2(members ?? {}, row.offsetBase ?? 1);
}
function showsFileText(call) {
  return call.kind === "read" || call.kind === "edit" || call.kind === "shell" && call.shows === "file";
}
function ownName2(tool) {
  const start = Math.max(...SEPARATORS.map((one) => tool.includes(one) ? tool.lastIndexOf(one) + one.length : 0));
  return tool.slice(start);
}
function membersOf(args) {
  try {
    const value = JSON.parse(args);
    return isRecord(value) ? value : void 0;
  } catch {
    return void 0;
  }
}
function readsInstead({ readsIf }, members) {
  const value = readsIf === void 0 ? void 0 : memberOf(members, [readsIf.argument]);
  return typeof value === "string" && (readsIf?.values.includes(value) ?? false);
}
function memberOf(members, names3) {
  const name = names3.find((one) => Object.hasOwn(members, one));
  return name === void 0 ? void 0 : members[name];
}
function readCall2(members, offsetBase) {
  const lines = linesOf2(members, offsetBase);
  return { kind: "read", ...pathOf(members), ...lines === void 0 ? {} : { lines } };
}
function pathOf(members) {
  const value = memberOf(members, file_tools_default.arguments.path);
  const path = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof path === "string" ? { path: wellFormed(path) } : {};
}
function numberOf(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MAX_LINE ? value + 0 : void 0;
}
var MAX_LINE = 1e9;
function linesOf2(members, offsetBase) {
  const names3 = file_tools_default.arguments;
  const pair = memberOf(members, names3.pair);
  const [first, last2] = Array.isArray(pair) ? pair.map(numberOf) : [];
  if (first !== void 0) return rangeOf(first, last2);
  const number = (list) => numberOf(memberOf(members, list));
  const head = number(names3.head);
  if (head !== void 0) return rangeOf(1, head);
  if (number(names3.tail) !== void 0) return rangeOf(0, void 0);
  const start = number(names3.first);
  const end = number(names3.last);
  if (start !== void 0 || end !== void 0) return rangeOf(start ?? 1, end);
  const offset = number(names3.offset);
  const count2 = number(names3.count);
  if (offset === void 0 && count2 === void 0) return void 0;
  const from = offset === void 0 ? 1 : Math.max(1, offset + 1 - offsetBase);
  return rangeOf(from, count2 === void 0 ? void 0 : from + count2 - 1);
}
function rangeOf(first, last2) {
  return last2 === void 0 ? { first } : { first, last: last2 };
}
function judgeCall(members, args) {
  if (members === void 0) return judgeCommand(wellFormed(args));
  const command = memberOf(members, file_tools_default.arguments.command);
  if (typeof command === "string") return judgeCommand(wellFormed(command));
  if (!Array.isArray(command)) return "other";
  const words2 = command.filter((word) => typeof word === "string").map(wellFormed);
  const isWords = !/[ \t\n]/.test(words2[0] ?? "") || SHELLS.has(words2[0] ?? "");
  return isWords ? judgeWords(words2) : judgeCommand(words2.join("\n"));
}

// ts/text/content-hash.ts
var SECRET = Buffer.from(
  "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e",
  "hex"
);
var PRIME32_1 = 2654435761;
var PRIME64_1 = 0x9e3779b185ebca87n;
var PRIME64_2 = 0xc2b2ae3d27d4eb4fn;
var PRIME64_4 = 0x85ebca77c2b2ae63n;
var MIN_BYTES = 17;
var MAX_MIDDLE_BYTES = 240;
var STRIPE_BYTES = 64;
var STRIPES = (SECRET.length - STRIPE_BYTES) / 8;
var BLOCK_BYTES = STRIPES * STRIPE_BYTES;
var START = [
  [3266489917, 0],
  [2246822535, 2654435761],
  [668265295, 3266489917],
  [2654435833, 374761393],
  [3266489955, 2246822519],
  [2246822519, 0],
  [374761413, 668265263],
  [2654435761, 0]
].flat();
function contentHash(text) {
  const bytes = wholeBytes(text);
  if (bytes.length < MIN_BYTES) throw new RangeError(`a text of at least ${MIN_BYTES} bytes is expected`);
  const [low, high] = bytes.length > MAX_MIDDLE_BYTES ? hashLong(bytes) : hashMiddle(bytes);
  return (high << 64n | low).toString(16).padStart(32, "0");
}
function wholeBytes(text) {
  if (wellFormed(text) === text) return Buffer.from(text);
  const parts = [];
  let from = 0;
  for (const { index } of text.matchAll(new RegExp("\\p{Surrogate}", "gu"))) {
    const code = text.charCodeAt(index);
    parts.push(Buffer.from(text.slice(from, index)));
    parts.push(Buffer.from([237, 128 | code >> 6 & 63, 128 | code & 63]));
    from = index + 1;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from))]);
}
var wrap2 = (value) => BigInt.asUintN(64, value);
var readWord = (bytes, at2) => bytes.readBigUInt64LE(at2);
function avalanche(value) {
  const mixed = wrap2((value ^ value >> 37n) * 0x165667919e3779f9n);
  return mixed ^ mixed >> 32n;
}
function foldProduct(a, b) {
  const product2 = a * b;
  return wrap2(product2) ^ product2 >> 64n;
}
function hashMiddle(bytes) {
  const { length } = bytes;
  let state = [wrap2(BigInt(length) * PRIME64_1), 0n];
  const mix = (first, second, secret) => {
    const [low2, high2] = state;
    const sum2 = (at2) => wrap2(readWord(bytes, at2) + readWord(bytes, at2 + 8));
    state = [
      wrap2(low2 + mixWords(bytes, first, secret)) ^ sum2(second),
      wrap2(high2 + mixWords(bytes, second, secret + 16)) ^ sum2(first)
    ];
  };
  if (length <= 128) {
    for (let at2 = Math.ceil(length / 32) - 1; at2 >= 0; at2--) mix(16 * at2, length - 16 * (at2 + 1), 32 * at2);
  } else {
    for (let round = 0; round < 4; round++) mix(32 * round, 32 * round + 16, 32 * round);
    state = [avalanche(state[0]), avalanche(state[1])];
    for (let round = 4; round < length >> 5; round++) mix(32 * round, 32 * round + 16, 3 + 32 * (round - 4));
    mix(length - 16, length - 32, 136 - 17 - 16);
  }
  const [low, high] = state;
  const sum = low * PRIME64_1 + high * PRIME64_4 + BigInt(length) * PRIME64_2;
  return [avalanche(wrap2(low + high)), wrap2(-avalanche(wrap2(sum)))];
}
function mixWords(bytes, at2, secret) {
  return foldProduct(
    readWord(bytes, at2) ^ readWord(SECRET, secret),
    readWord(bytes, at2 + 8) ^ readWord(SECRET, secret + 8)
  );
}
function hashLong(bytes) {
  const { length } = bytes;
  const lanes = new Uint32Array(START);
  const blocks = Math.floor((length - 1) / BLOCK_BYTES);
  for (let block = 0; block < blocks; block++) {
    for (let stripe = 0; stripe < STRIPES; stripe++) {
      addStripe(lanes, bytes, block * BLOCK_BYTES + stripe * STRIPE_BYTES, stripe * 8);
    }
    scramble(lanes);
  }
  const rest = Math.floor((length - 1 - blocks * BLOCK_BYTES) / STRIPE_BYTES);
  for (let stripe = 0; stripe < rest; stripe++) {
    addStripe(lanes, bytes, blocks * BLOCK_BYTES + stripe * STRIPE_BYTES, stripe * 8);
  }
  addStripe(lanes, bytes, length - STRIPE_BYTES, SECRET.length - STRIPE_BYTES - 7);
  return [
    mergeLanes(lanes, 11, wrap2(BigInt(length) * PRIME64_1)),
    mergeLanes(lanes, SECRET.length - STRIPE_BYTES - 11, wrap2(~(BigInt(length) * PRIME64_2)))
  ];
}
function addStripe(lanes, bytes, at2, secret) {
  for (let lane = 0; lane < 8; lane++) {
    const low = bytes.readUInt32LE(at2 + 8 * lane);
    const high = bytes.readUInt32LE(at2 + 8 * lane + 4);
    const keyLow = (low ^ SECRET.readUInt32LE(secret + 8 * lane)) >>> 0;
    const keyHigh = (high ^ SECRET.readUInt32LE(secret + 8 * lane + 4)) >>> 0;
    addTo(lanes, lane ^ 1, low, high);
    addTo(lanes, lane, Math.imul(keyLow, keyHigh) >>> 0, highProduct(keyLow, keyHigh));
  }
}
function addTo(lanes, lane, low, high) {
  const sum = (lanes[2 * lane] ?? 0) + low;
  lanes[2 * lane] = sum;
  lanes[2 * lane + 1] = (lanes[2 * lane + 1] ?? 0) + high + (sum > 4294967295 ? 1 : 0);
}
function highProduct(a, b) {
  const [aLow, aHigh, bLow, bHigh] = [a & 65535, a >>> 16, b & 65535, b >>> 16];
  const middle = aHigh * bLow + (aLow * bLow >>> 16);
  const carried = aLow * bHigh + (middle & 65535);
  return aHigh * bHigh + Math.floor(middle / 65536) + Math.floor(carried / 65536) >>> 0;
}
function scramble(lanes) {
  const secret = SECRET.length - STRIPE_BYTES;
  for (let lane = 0; lane < 8; lane++) {
    const [low = 0, high = 0] = lanes.subarray(2 * lane, 2 * lane + 2);
    const mixedLow = (low ^ high >>> 15 ^ SECRET.readUInt32LE(secret + 8 * lane)) >>> 0;
    const mixedHigh = (high ^ SECRET.readUInt32LE(secret + 8 * lane + 4)) >>> 0;
    lanes[2 * lane] = Math.imul(mixedLow, PRIME32_1);
    lanes[2 * lane + 1] = highProduct(mixedLow, PRIME32_1) + (Math.imul(mixedHigh, PRIME32_1) >>> 0);
  }
}
function mergeLanes(lanes, secret, start) {
  const words2 = new BigUint64Array(lanes.buffer);
  let sum = start;
  for (let pair = 0; pair < 4; pair++) {
    const a = (words2[2 * pair] ?? 0n) ^ readWord(SECRET, secret + 16 * pair);
    const b = (words2[2 * pair + 1] ?? 0n) ^ readWord(SECRET, secret + 16 * pair + 8);
    sum += foldProduct(a, b);
  }
  return avalanche(wrap2(sum));
}

// ts/condensation/lossless/references/content-reference.ts
var pointerTo = (path) => path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

// ts/condensation/lossless/consolidation/rules.json
var rules_default = [
  { tool: "list_files", keyArgument: "path", merge: "contained" },
  { tool: "list_dir", keyArgument: "path", merge: "contained" },
  { tool: "list_directory", keyArgument: "path", merge: "contained" },
  { tool: "directory_tree", keyArgument: "path", merge: "contained" },
  { tool: "LS", keyArgument: "path", merge: "contained" },
  { tool: "ls", keyArgument: "path", merge: "contained" },
  { tool: "list", keyArgument: "path", merge: "contained" },
  { tool: "Glob", keyArgument: "pattern", merge: "contained" },
  { tool: "glob", keyArgument: "pattern", merge: "contained" },
  { tool: "Grep", keyArgument: "pattern", merge: "contained" },
  { tool: "grep", keyArgument: "pattern", merge: "contained" },
  { tool: "grep_search", keyArgument: "query", merge: "contained" },
  { tool: "search_files", keyArgument: "regex", merge: "contained" },
  { tool: "search_file_content", keyArgument: "pattern", merge: "contained" },
  { tool: "codebase_search", keyArgument: "query", merge: "contained" },
  { tool: "Bash", keyArgument: "command", merge: "contained" },
  { tool: "bash", keyArgument: "command", merge: "contained" },
  { tool: "shell", keyArgument: "command", merge: "contained" },
  { tool: "shell_command", keyArgument: "command", merge: "contained" },
  { tool: "exec_command", keyArgument: "cmd", merge: "contained" },
  { tool: "execute_command", keyArgument: "command", merge: "contained" },
  { tool: "run_shell_command", keyArgument: "command", merge: "contained" },
  { tool: "run_terminal_cmd", keyArgument: "command", merge: "contained" },
  { tool: "*", keyArgument: null, merge: "similar" }
];

// ts/condensation/lossless/consolidation/rules.ts
var CONSOLIDATION_RULES = rules_default;
function compileRules(rules) {
  const compiled2 = rules.map((rule) => ({ rule, matches: compileGlob(rule.tool) }));
  return (tool, args) => {
    const found2 = /* @__PURE__ */ new Map();
    for (const { rule, matches: matches2 } of compiled2) {
      if (found2.has(rule.merge) || !matches2(tool)) continue;
      const value = rule.keyArgument === null ? "" : argumentOf(args, rule.keyArgument);
      found2.set(rule.merge, { rule, key: JSON.stringify([rule.merge, tool, value]), label: labelOf(tool, value) });
    }
    return [...found2.values()];
  };
}
function argumentOf(args, name) {
  try {
    const value = JSON.parse(args);
    const member2 = isRecord(value) && Object.hasOwn(value, name) ? value[name] : "";
    return typeof member2 === "string" ? member2 : JSON.stringify(member2);
  } catch {
    return args;
  }
}
var MAX_LABEL_CHARS = 60;
function labelOf(tool, value) {
  const one = (text) => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]|["\\⟨⟩]/gu, " ").slice(0, MAX_LABEL_CHARS).trim();
  return value === "" ? one(tool) : `${one(tool)} ${one(value)}`;
}

// ts/condensation/lossless/consolidation/consolidate.ts
var MIN_CHARS = 120;
var MAX_RUNS = 8;
var SIMILAR = { fewest: 3, maxChars: 4e3, maxDiffering: 8 };
function consolidate(results, texts, isFixed, rules = CONSOLIDATION_RULES) {
  const textOf4 = ({ slot }) => texts[slot.index] ?? "";
  const mayMerge = results.filter(
    (result) => result.isWhole && !result.isError && !isFixed(result) && textOf4(result).length >= MIN_CHARS
  );
  const pointed = /* @__PURE__ */ new Set();
  const sources = /* @__PURE__ */ new Set();
  const found2 = [];
  for (const group of groupsOf(mayMerge, rules)) {
    const free = group.results.filter((one) => !pointed.has(one) && (group.merge === "contained" || !sources.has(one)));
    const merged = mergeGroup({ ...group, results: free }, textOf4, (one) => sources.has(one));
    for (const one of merged) {
      pointed.add(one.result);
      sources.add(one.source);
      found2.push(one);
    }
  }
  return found2.sort((one, other) => one.result.slot.index - other.result.slot.index);
}
function groupsOf(results, rules) {
  const find = compileRules(rules);
  const groups = /* @__PURE__ */ new Map();
  for (const result of results) {
    for (const { rule, key, label } of find(result.tool, result.args)) {
      const group = groups.get(key) ?? { merge: rule.merge, label, results: [] };
      group.results.push(result);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  return [...all.filter(({ merge }) => merge === "contained"), ...all.filter(({ merge }) => merge === "similar")];
}
function mergeGroup({ merge, label, results }, textOf4, isSource) {
  const source = results.at(-1);
  if (source === void 0 || results.length < (merge === "similar" ? SIMILAR.fewest : 2)) return [];
  const newest = textOf4(source).split("\n");
  const older = results.slice(0, -1).filter((one) => !isSource(one));
  const parts = older.flatMap((result) => {
    const lines = textOf4(result).split("\n");
    const consolidated = merge === "contained" ? runsIn(lines, newest) : differingFrom(lines, newest);
    return consolidated === void 0 ? [] : [{ result, lines, consolidated }];
  });
  if (merge === "similar" && parts.length + 1 < SIMILAR.fewest) return [];
  return parts.flatMap(({ result, lines, consolidated }) => {
    const before = textOf4(result);
    const text = render(label, parts.length + 1, source, consolidated, lines, newest.length);
    if (text.length >= before.length || Buffer.byteLength(text) >= Buffer.byteLength(before)) return [];
    return [{ result, text, source, reference: referenceOf(result, source, before, consolidated) }];
  });
}
function runsIn(lines, newest) {
  const runs = [];
  let at2 = 0;
  for (const line of lines) {
    const last2 = runs.at(-1);
    if (last2 !== void 0 && newest[at2] === line) {
      last2[1]++;
    } else {
      while (at2 < newest.length && newest[at2] !== line) at2++;
      if (at2 === newest.length || runs.length === MAX_RUNS) return void 0;
      runs.push([at2, 1]);
    }
    at2++;
  }
  return { runs };
}
function differingFrom(lines, newest) {
  if (lines.length !== newest.length || charsOf2(lines) > SIMILAR.maxChars) return void 0;
  const differing = lines.flatMap((line, at2) => line === newest[at2] ? [] : [at2]);
  return differing.length <= SIMILAR.maxDiffering && differing.length < lines.length ? { differing } : void 0;
}
var charsOf2 = (lines) => lines.reduce((chars, line) => chars + line.length + 1, 0);
function render(label, count2, { slot }, consolidated, lines, newestLines) {
  const { id } = slot.block.call ?? {};
  const named = id === void 0 ? "" : ` (${id.replace(/[^\w.:-]/g, "").slice(0, 128)})`;
  const where = `message #${slot.block.messageIndex}${named}`;
  if ("runs" in consolidated) {
    const { runs } = consolidated;
    const isAll = runs.length === 1 && runs[0]?.[1] === newestLines;
    const shown4 = runs.map(([from, lineCount]) => rangeText(from + 1, from + lineCount)).join(", ");
    return `\u27E8 Consolidated ${count2} operations: ${label}: ${isAll ? "the same as" : `lines ${shown4} of`} ${where} \u27E9`;
  }
  const { differing } = consolidated;
  const shown3 = differing.map((line) => line + 1).join(", ");
  const heading = `\u27E8 Consolidated ${count2} operations: ${label}: as ${where}${shown3 === "" ? "" : ` but for lines ${shown3}`} \u27E9`;
  return [heading, ...differing.map((line) => lines[line] ?? "")].join("\n");
}
var rangeText = (first, last2) => first === last2 ? String(first) : `${first}\u2013${last2}`;
function referenceOf(result, source, before, consolidated) {
  return {
    type: "tool_result",
    place: pointerTo(result.slot.path),
    originalIndex: source.slot.block.messageIndex,
    operation: source.tool,
    hash: contentHash(before),
    source: pointerTo(source.slot.path),
    consolidated
  };
}

// ts/dedupe/pointer.ts
var FILE_POINTER = "\u27E8 File content already provided above \u27E9";
var REFERENCE_START = "\u27E8 Reference: See message #";
var STARTS = [REFERENCE_START, FILE_POINTER, "\u27E8 Consolidated "];
var isPointerLine = (line) => STARTS.some((start) => line.startsWith(start));
var hasPointer = (text) => STARTS.some((start) => text.includes(start));
function wholePointer(target) {
  const tool = shown2(target.toolName);
  const label = labelOf2(target);
  return pointer(target, tool === void 0 ? `the result of ${label}` : `the result of ${tool} (${label})`);
}
function linesPointer(target, first, last2) {
  return pointer(target, `lines ${first}\u2013${last2} of ${labelOf2(target)}`);
}
var pointer = ({ messageIndex }, what) => `${REFERENCE_START}${messageIndex} for ${what} \u27E9`;
var labelOf2 = ({ callId, place }) => shown2(callId) ?? `tool result ${place}`;
var MAX_NAME_CHARS = 128;
function shown2(name) {
  if (name === void 0) return void 0;
  const text = headOf(wellFormed(name).replace(/[\u0000-\u001f"\\\u007f-\u009f]/g, ""), MAX_NAME_CHARS);
  return text === "" ? void 0 : text;
}

// ts/dedupe/lines.ts
var MAX_LINES = 262144;
function readLines(text, limit2) {
  return text.split("\n", limit2).map(readLine);
}
function readLine(text) {
  const number = numberOf2(text);
  const key = number === void 0 ? text : text.slice(number.spelled.length);
  const shown3 = number === void 0 ? text : key.replace(DELIMITER, "");
  return { text, number, key, isPointer: isPointerLine(shown3) };
}
var DELIMITER = /^(?:→|\t|:| ?\|)/;
var MAX_DIGITS = 7;
function numberOf2(line) {
  let from = 0;
  while (line[from] === " ") from++;
  let end = from;
  while (end - from <= MAX_DIGITS && isDigit(line.charCodeAt(end))) end++;
  if (end === from || end - from > MAX_DIGITS || !DELIMITER.test(line.slice(end, end + 2))) return void 0;
  return { value: Number(line.slice(from, end)), spelled: line.slice(0, end) };
}
var isDigit = (code) => code >= 48 && code <= 57;
function formatOf({ spelled }) {
  if (spelled.startsWith(" ")) return { width: spelled.length, pad: " " };
  return { width: spelled.length > 1 && spelled.startsWith("0") ? spelled.length : 0, pad: "0" };
}
var spellNumber = (value, { width, pad }) => String(value).padStart(width, pad);
function firstOfAscending(lines) {
  const first = lines[0]?.number?.value;
  if (first === void 0) return void 0;
  return lines.every(({ number }, index) => number?.value === first + index) ? first : void 0;
}

// ts/dedupe/match.ts
function matchRun(later, at2, source, sourceAt) {
  const [line, sourceLine] = [later.lines[at2], source.lines[sourceAt]];
  if (line === void 0 || sourceLine === void 0) return void 0;
  const isRenumbered = line.text !== sourceLine.text;
  const equals = isRenumbered ? sameButNumbers(line, sourceLine) : sameText;
  const same = (distance) => {
    const [one, other] = [later.lines[at2 + distance], source.lines[sourceAt + distance]];
    if (one === void 0 || other === void 0 || equals === void 0) return false;
    return later.takes(at2 + distance) && source.takes(sourceAt + distance) && equals(one, other, distance);
  };
  if (!same(0)) return void 0;
  let forward = 1;
  while (same(forward)) forward++;
  let back = 0;
  while (same(-back - 1)) back++;
  return { line: at2 - back, sourceLine: sourceAt - back, count: forward + back, isRenumbered };
}
var sameText = ({ text }, source) => text === source.text;
function sameButNumbers(line, source) {
  const [first, sourceFirst] = [line.number, source.number];
  if (first === void 0 || sourceFirst === void 0) return void 0;
  const format = formatOf(first);
  return (one, other, distance) => one.key === other.key && other.number?.value === sourceFirst.value + distance && one.number?.spelled === spellNumber(first.value + distance, format);
}
function renumber(before, sources) {
  const { number } = before;
  if (number === void 0 || sources.some((source) => source.number === void 0)) return void 0;
  const format = formatOf(number);
  return sources.map(({ key }, index) => spellNumber(number.value + 1 + index, format) + key);
}

// ts/dedupe/sources.ts
var MIN_LINES = 4;
function readAllLines(results) {
  let room = MAX_LINES;
  return results.map(({ text }) => {
    const lines = readLines(text, room);
    room -= lines.length;
    return lines;
  });
}
var Sources = class {
  /** By result and line: whether the line is sent as it is. */
  #literal;
  /** By result: the lines in whose place a pointer is. */
  #pointers;
  /** By result and line: the place of the line in the result as it is sent. */
  #sentAt = [];
  /** By the keys of four lines: where they were sent first. */
  #grams = /* @__PURE__ */ new Map();
  #keys = /* @__PURE__ */ new Map();
  /** By text: the first result that is sent as it is, without anything that looks like a pointer. */
  #wholes = /* @__PURE__ */ new Map();
  /** By path: the one result with content of that file; undefined where several have some. */
  #reads = /* @__PURE__ */ new Map();
  constructor(lines) {
    this.lines = lines;
    this.#literal = lines.map((own2) => own2.map(({ isPointer }) => !isPointer));
    this.#pointers = lines.map(() => []);
  }
  /** Says that a pointer replaces lines of a result; before {@link add}. */
  replace(result, from, count2) {
    this.#literal[result]?.fill(false, from, from + count2);
    this.#pointers[result]?.push(from);
  }
  /** Makes a result known, as it is sent. */
  add(index, result, sent) {
    if (sent === result.text && !hasPointer(sent) && !this.#wholes.has(sent)) this.#wholes.set(sent, index);
    this.#sentAt[index] = this.#sentLines(index);
    this.#addGrams(index);
    const { path } = result;
    if (path !== void 0 && sent !== FILE_POINTER) {
      this.#reads.set(path, this.#reads.has(path) ? void 0 : index);
    }
  }
  #sentLines(result) {
    const pointers = new Set(this.#pointers[result]);
    let next = 0;
    return (this.lines[result] ?? []).map(({ isPointer }, line) => {
      const isShown = isPointer || this.isSent(result, line) || pointers.has(line);
      return isShown ? next++ : next;
    });
  }
  #addGrams(result) {
    const lines = this.lines[result] ?? [];
    for (let line = 0; line + MIN_LINES <= lines.length; line++) {
      const gram = this.#gramAt(result, line);
      if (gram !== void 0 && !this.#grams.has(gram)) this.#grams.set(gram, { result, line });
    }
  }
  /** Whether a line is sent as it is. */
  isSent(result, line) {
    return this.#literal[result]?.[line] ?? false;
  }
  /** Where a line is in its result as it is sent, 0-based. */
  sentLine(result, line) {
    return this.#sentAt[result]?.[line] ?? line;
  }
  /** The first result that is sent with exactly this text. */
  whole(text) {
    return this.#wholes.get(text);
  }
  /** Whether `source` is the only result with content of the file at `path`. */
  isOnlyRead(path, source) {
    return path !== void 0 && this.#reads.get(path) === source;
  }
  /** Where four lines like those from `line` on were sent first; their numbers may differ. */
  find(result, line) {
    const gram = this.#gramAt(result, line);
    return gram === void 0 ? void 0 : this.#grams.get(gram);
  }
  /** Four lines' keys as one; undefined if one of the lines is not sent as it is. */
  #gramAt(result, line) {
    const numbers = [];
    for (let at2 = line; at2 < line + MIN_LINES; at2++) {
      if (!this.isSent(result, at2)) return void 0;
      numbers.push(this.#keyNumber(this.lines[result]?.[at2]?.key ?? ""));
    }
    return numbers.join();
  }
  #keyNumber(key) {
    const number = this.#keys.get(key) ?? this.#keys.size;
    this.#keys.set(key, number);
    return number;
  }
};

// ts/dedupe/render.ts
var MIN_BYTES2 = 200;
var Repeats = class {
  #results;
  #lines;
  /** @param results In document order. */
  constructor(results) {
    this.#results = results;
    this.#lines = readAllLines(results);
  }
  /**
   * Replaces repeated content of the visible results by pointers. `undefined` for each result that stays as it is, and
   * for masked ones. With `keep: "first"` a result depends on nothing behind it, so that appending results changes
   * nothing before them. Rendering its own output again changes nothing. Linear.
   *
   * @param isMasked Whether a result, by its index, is not in the request as sent.
   */
  render(isMasked = () => false, keep2 = "first") {
    const renderer = new Renderer(this.#results, this.#lines, keep2);
    const rendered = this.#results.map(() => void 0);
    const order = this.#results.map((_, index) => index);
    for (const index of keep2 === "first" ? order : order.reverse()) {
      if (!isMasked(index)) rendered[index] = renderer.take(index);
    }
    return rendered;
  }
};
var Renderer = class {
  #results;
  #keep;
  #sources;
  /** By result: its 1-based place among the results of its message. */
  #places;
  constructor(results, lines, keep2) {
    this.#results = results;
    this.#keep = keep2;
    this.#sources = new Sources(lines);
    const counts = /* @__PURE__ */ new Map();
    this.#places = results.map(({ messageIndex }) => {
      const place = (counts.get(messageIndex) ?? 0) + 1;
      counts.set(messageIndex, place);
      return place;
    });
  }
  /** Renders the next result and makes it a source for those that follow. */
  take(index) {
    const result = this.#result(index);
    const rendered = result.isFixed === true ? void 0 : this.#pointWhole(index) ?? this.#pointLines(index);
    this.#sources.add(index, result, rendered?.text ?? result.text);
    return rendered;
  }
  #pointWhole(index) {
    const { text } = this.#result(index);
    const source = this.#sources.whole(text);
    if (source === void 0) return void 0;
    const isFile2 = this.#isOnlyRead(index, source);
    const pointer2 = isFile2 ? FILE_POINTER : wholePointer(this.#target(source));
    if (!isShorter3(pointer2, text)) return void 0;
    this.#sources.replace(index, 0, this.#linesOf(index).length);
    return { text: pointer2, references: [this.#reference(isFile2 ? "file" : "tool_result", source, text)] };
  }
  #pointLines(index) {
    const pieces = this.#findPieces(index);
    const [only] = pieces;
    if (only === void 0) return void 0;
    for (const { line, count: count2 } of pieces) this.#sources.replace(index, line, count2);
    const { text } = this.#result(index);
    return this.#isReread(index, only) ? { text: FILE_POINTER, references: [this.#linesReference("file", only, 0)] } : this.#write(text, pieces);
  }
  /** The runs that pointers replace, in order. */
  #findPieces(index) {
    const pieces = [];
    let from = 0;
    for (let at2 = 0; at2 < this.#linesOf(index).length; at2++) {
      const place = at2 < from ? void 0 : this.#sources.find(index, at2);
      const piece = place === void 0 ? void 0 : this.#pieceAt({ result: index, line: at2 }, place, from);
      if (piece === void 0) continue;
      pieces.push(piece);
      from = piece.line + piece.count;
    }
    return pieces;
  }
  #pieceAt(at2, place, from) {
    const lines = this.#linesOf(at2.result);
    const later = { lines, takes: (line2) => line2 >= from };
    const isSent = (line2) => this.#sources.isSent(place.result, line2);
    const run = matchRun(later, at2.line, { lines: this.#linesOf(place.result), takes: isSent }, place.line);
    if (run === void 0) return void 0;
    const first = run.isRenumbered ? 1 : 0;
    const [line, sourceLine, count2] = [run.line + first, run.sourceLine + first, run.count - first];
    const text = textOf(lines.slice(line, line + count2));
    const piece = { line, sourceLine, count: count2, isRenumbered: run.isRenumbered, source: place.result, text };
    const isLong = count2 >= MIN_LINES && Buffer.byteLength(text) >= MIN_BYTES2;
    return isLong && isShorter3(this.#pointerTo(piece), text) ? piece : void 0;
  }
  /** Whether a result is nothing but lines of the only, and whole, read of the same file. */
  #isReread(index, { source, isRenumbered, text }) {
    if (isRenumbered || text !== this.#result(index).text || !isShorter3(FILE_POINTER, text)) return false;
    return this.#isOnlyRead(index, source) && this.#sources.whole(this.#result(source).text) === source;
  }
  /** Whether "the file's content above" can only mean the content of `source`. */
  #isOnlyRead(index, source) {
    return this.#keep === "first" && this.#sources.isOnlyRead(this.#result(index).path, source);
  }
  #write(text, pieces) {
    const lines = text.split("\n");
    const shown3 = [];
    const references = [];
    let next = 0;
    for (const piece of pieces) {
      while (next < piece.line) shown3.push(lines[next++] ?? "");
      references.push(this.#linesReference("output", piece, shown3.length));
      shown3.push(this.#pointerTo(piece));
      next += piece.count;
    }
    while (next < lines.length) shown3.push(lines[next++] ?? "");
    return { text: shown3.join("\n"), references };
  }
  #pointerTo({ source, sourceLine, count: count2 }) {
    const lines = this.#linesOf(source).slice(sourceLine, sourceLine + count2);
    const first = firstOfAscending(lines) ?? this.#sources.sentLine(source, sourceLine) + 1;
    return linesPointer(this.#target(source), first, first + count2 - 1);
  }
  #linesReference(type, piece, at2) {
    const { source, sourceLine, count: count2, isRenumbered } = piece;
    const lines = { at: at2, from: this.#sources.sentLine(source, sourceLine), count: count2 };
    if (isRenumbered) lines.isRenumbered = true;
    return { ...this.#reference(type, source, piece.text), lines };
  }
  #reference(type, source, replaced) {
    const { messageIndex, path, toolName } = this.#result(source);
    const reference = { type, originalIndex: messageIndex, hash: contentHash(replaced), source };
    if (path !== void 0) reference.path = path;
    if (toolName !== void 0) reference.operation = toolName;
    return reference;
  }
  #target(index) {
    return { ...this.#result(index), place: this.#places[index] ?? 1 };
  }
  #linesOf(index) {
    return this.#sources.lines[index] ?? [];
  }
  #result(index) {
    const result = this.#results[index];
    if (result === void 0) throw new RangeError(`there is no result ${index}`);
    return result;
  }
};
var textOf = (lines) => lines.map(({ text }) => text).join("\n");
function isShorter3(pointer2, text) {
  return pointer2.length < text.length && Buffer.byteLength(pointer2) < Buffer.byteLength(text);
}

// ts/condensation/lossless/deduplication/deduplicate.ts
function deduplicate(results, texts, isFixed) {
  const whole = results.filter(({ isWhole }) => isWhole);
  const repeatables = whole.map((result) => {
    const { block } = result.slot;
    return {
      text: texts[result.slot.index] ?? "",
      messageIndex: block.messageIndex,
      callId: block.call?.id,
      toolName: block.call?.name,
      path: result.path,
      isFixed: isFixed(result) || result.isError
    };
  });
  const rendered = new Repeats(repeatables).render();
  return whole.flatMap((result, index) => {
    const one = rendered[index];
    if (one === void 0) return [];
    const sources = one.references.flatMap(({ source }) => whole[source] ?? []);
    const references = one.references.map((reference) => {
      const source = whole[reference.source];
      return { ...reference, place: pointerTo(result.slot.path), source: pointerTo(source?.slot.path ?? []) };
    });
    return [{ result, text: one.text, references, sources }];
  });
}

// ts/condensation/lossless/result-text.ts
function resultTexts({ slots }) {
  const found2 = [];
  for (const slot of slots) {
    const { block } = slot;
    if (block.type !== "TOOL_RESULT") continue;
    const { name, args = "" } = block.call ?? {};
    const tool = wellFormed(name ?? "shell");
    const spelled = typeof args === "string" ? args : JSON.stringify(args);
    const shown3 = shownByCall(tool, spelled);
    found2.push({
      slot,
      tool,
      args: spelled,
      path: shown3.kind === "read" ? shown3.path : void 0,
      isError: block.isError === true || block.texts.length === 1 && looksLikeError(slot.text),
      isWhole: block.texts.length === 1 && isAlone(slot, slots)
    });
  }
  return found2;
}
function isAlone(slot, slots) {
  const key = slot.path.join("/");
  return slots[slot.index - 1]?.path.join("/") !== key && slots[slot.index + 1]?.path.join("/") !== key;
}

// ts/condensation/lossless/phase.ts
function losslessPhase(conversation, before, { isPinned, rules }) {
  const results = resultTexts(conversation);
  const texts = [...before.texts];
  const isFixed = ({ slot }) => isPinned(slot);
  let shortened = 0;
  for (const result of results) {
    const smaller = isFixed(result) ? void 0 : smallerForm(result, texts[result.slot.index] ?? "");
    if (smaller === void 0) continue;
    texts[result.slot.index] = smaller;
    shortened++;
  }
  const whole = [...texts];
  const sources = /* @__PURE__ */ new Map();
  const references = [];
  const consolidations = consolidate(results, texts, isFixed, rules);
  const settled = /* @__PURE__ */ new Set();
  for (const { result, text, reference, source } of consolidations) {
    texts[result.slot.index] = text;
    sources.set(result.slot.index, [source.slot.index]);
    references.push([result.slot.index, [reference]]);
    settled.add(result).add(source);
  }
  const deduplications = deduplicate(results, texts, (result) => isFixed(result) || settled.has(result));
  for (const one of deduplications) {
    const { index } = one.result.slot;
    texts[index] = one.text;
    sources.set(
      index,
      one.sources.map(({ slot }) => slot.index)
    );
    references.push([index, one.references]);
  }
  return {
    state: { ...before, texts },
    references: references.sort(([one], [other]) => one - other).flatMap(([, list]) => list),
    sources,
    whole,
    counts: { shortened, consolidations: consolidations.length, deduplications: deduplications.length }
  };
}
function smallerForm({ tool, args }, text) {
  const isFile2 = showsFileText(shownByCall(tool, args));
  return shortenText(text, { isFile: isFile2, mayLose: () => false }, LOSSLESS_ARRIVAL)?.text;
}

// ts/dedupe/restore.ts
function restoreRepeats(results) {
  const split = /* @__PURE__ */ new Map();
  const linesOf4 = (index) => {
    const known2 = split.get(index) ?? results[index]?.text?.split("\n");
    if (known2 !== void 0) split.set(index, known2);
    return known2;
  };
  return results.map(({ text, references = [] }, index) => {
    const [first] = references;
    if (text === void 0 || first === void 0) return void 0;
    if (first.lines === void 0) return verified(results[first.source]?.text, first);
    return restoreLines(linesOf4(index) ?? [], references, linesOf4);
  });
}
function restoreLines(sent, references, linesOf4) {
  const restored = [];
  let next = 0;
  for (const reference of references) {
    const original = originalLines(reference, sent, linesOf4);
    const at2 = reference.lines?.at ?? -1;
    if (original === void 0 || at2 < next || at2 >= sent.length) return void 0;
    while (next < at2) restored.push(sent[next++] ?? "");
    for (const line of original) restored.push(line);
    next++;
  }
  while (next < sent.length) restored.push(sent[next++] ?? "");
  return restored.join("\n");
}
function originalLines(reference, sent, linesOf4) {
  const { source, lines } = reference;
  if (lines === void 0) return void 0;
  const sources = linesOf4(source)?.slice(lines.from, lines.from + lines.count) ?? [];
  const found2 = lines.isRenumbered ? renumbered(sent[lines.at - 1], sources) : sources;
  const isWhole = found2?.length === lines.count && verified(found2.join("\n"), reference) !== void 0;
  return isWhole ? found2 : void 0;
}
function renumbered(before, sources) {
  const [line] = readLines(before ?? "", 1);
  const read7 = sources.flatMap((source) => readLines(source, 1));
  return line === void 0 ? void 0 : renumber(line, read7);
}
function verified(text, { hash }) {
  return text !== void 0 && text.length >= SHORTEST_CHARS && contentHash(text) === hash ? text : void 0;
}
var SHORTEST_CHARS = 17;

// ts/condensation/lossless/references/expand.ts
function expandReferences(conversation, references) {
  const slotAt = new Map(conversation.slots.map(({ path, index }) => [pointerTo(path), index]));
  const texts = conversation.slots.map(({ text }) => text);
  const missing2 = [];
  const repeats = groupByPlace(references.filter(({ consolidated }) => consolidated === void 0));
  const results = texts.map((text, index) => {
    const own2 = repeats.get(pointerTo(conversation.slots[index]?.path ?? []));
    return {
      text,
      references: own2?.map((one) => ({ ...one, source: slotAt.get(one.source) ?? -1 }))
    };
  });
  for (const [index, text] of restoreRepeats(results).entries()) {
    const own2 = repeats.get(pointerTo(conversation.slots[index]?.path ?? []));
    if (text !== void 0) texts[index] = text;
    else if (own2 !== void 0) missing2.push(...own2);
  }
  for (const reference of references) {
    const at2 = slotAt.get(reference.place);
    if (reference.consolidated === void 0) {
      if (at2 === void 0) missing2.push(reference);
      continue;
    }
    const source = texts[slotAt.get(reference.source) ?? -1];
    const text = at2 === void 0 ? void 0 : expandConsolidated(texts[at2] ?? "", source, reference);
    if (at2 === void 0 || text === void 0) missing2.push(reference);
    else texts[at2] = text;
  }
  return { texts, missing: missing2 };
}
function groupByPlace(references) {
  const groups = /* @__PURE__ */ new Map();
  for (const reference of references) {
    const group = groups.get(reference.place);
    if (group === void 0) groups.set(reference.place, [reference]);
    else group.push(reference);
  }
  return groups;
}
function expandConsolidated(sent, source, { consolidated, hash }) {
  if (source === void 0 || consolidated === void 0) return void 0;
  const lines = source.split("\n");
  let text;
  if ("runs" in consolidated) {
    text = consolidated.runs.flatMap(([from, count2]) => lines.slice(from, from + count2)).join("\n");
  } else {
    const own2 = sent.split("\n").slice(1);
    for (const [at2, line] of consolidated.differing.entries()) lines[line] = own2[at2] ?? "";
    text = lines.join("\n");
  }
  return contentHash(text) === hash ? text : void 0;
}

// ts/condensation/conversation/insert.ts
function insertTexts({ wire, reader, roles }, kept2, insertions) {
  const out = [];
  const indexes = [];
  let waiting3 = [];
  let next = 0;
  const settle = (following) => {
    for (const insertion of waiting3) {
      const into = wire.alternates ? [following, out.at(-1)].find((one) => one?.author === insertion.author) : void 0;
      if (into !== void 0) join(wire, into, insertion, into === following);
      else out.push(messageOf(insertion));
    }
    waiting3 = [];
  };
  const messageOf = ({ author, text, mark }) => {
    const message = author === "user" ? wire.userMessage([text]) : reader.assistantMessage(text);
    return { message: mark?.(message) ?? message, author, taken: 0 };
  };
  for (const [index, message] of kept2.entries()) {
    for (let one = insertions[next]; one !== void 0 && one.at <= index; one = insertions[next]) {
      waiting3.push(one);
      next++;
    }
    const placed2 = message && { message, author: speakerOf(roles[index]), taken: 0 };
    if (placed2 !== void 0) settle(placed2);
    indexes.push(placed2 === void 0 ? void 0 : out.push(placed2) - 1);
  }
  waiting3.push(...insertions.slice(next));
  settle(void 0);
  return { messages: out.map(({ message }) => message), indexes };
}
function speakerOf(role) {
  if (role === "assistant") return role;
  return role === "user" || role === "tool" ? "user" : "other";
}
function join(wire, into, { text, mark }, isNext) {
  const { key } = wire.blocks;
  const content = into.message[key];
  const blocks = Array.isArray(content) ? content : content ? [wire.blocks.ofText(String(content))] : [];
  const results = blocks.findLastIndex((block) => isRecord(block) && wire.blocks.isResult(block)) + 1;
  const at2 = isNext ? results + into.taken : blocks.length;
  into.taken++;
  const message = { ...into.message, [key]: blocks.toSpliced(at2, 0, wire.blocks.ofText(text)) };
  into.message = mark?.(message) ?? message;
}

// ts/condensation/conversation/edit.ts
function editConversation(conversation, edit2) {
  const written = withoutBlocks(writeTexts(conversation, edit2.texts), edit2.removed);
  const kept2 = written.map((message, index) => edit2.dropped?.has(index) ? void 0 : message);
  const { messages, indexes } = insertTexts(conversation, kept2, edit2.inserted ?? []);
  return { conversation: reopen(conversation, messages), indexes };
}
function writeTexts({ wire, messages }, texts) {
  if (texts === void 0 || texts.size === 0) return [...messages];
  const plans = [];
  const written = [...messages];
  const own2 = /* @__PURE__ */ new Set();
  for (const [block, text] of texts) {
    const { messageIndex, result, place } = block;
    if (!block.editable) throw new Error(`block ${block.blockIndex} of message ${messageIndex} must not change`);
    if (place !== void 0) {
      const value = place.form === "object" ? JSON.parse(text) : text;
      written[messageIndex] = withValue(written[messageIndex] ?? {}, place.path, value, own2);
    } else if (result !== void 0) plans.push(planOf(result, text));
  }
  if (plans.length === 0) return written;
  const request = applyEdits(wire, { [wire.listKey]: written }, plans);
  return request[wire.listKey];
}
var planOf = (result, replacement) => ({
  ...{ result, action: "mask", reason: "window", replacement },
  ...{ charsBefore: 0, charsAfter: replacement.length }
});
function withValue(message, path, value, own2) {
  const copyOf2 = (holder2) => {
    if (typeof holder2 !== "object" || holder2 === null) throw new Error("a path leads through a value");
    if (own2.has(holder2)) return holder2;
    const copy = Array.isArray(holder2) ? [...holder2] : { ...holder2 };
    own2.add(copy);
    return copy;
  };
  const root = copyOf2(message);
  let holder = root;
  for (const key of path.slice(0, -1)) {
    const inner = copyOf2(Reflect.get(holder, key));
    Reflect.set(holder, key, inner);
    holder = inner;
  }
  Reflect.set(holder, path.at(-1) ?? "", value);
  return root;
}
function withoutBlocks(messages, removed) {
  const byMessage = /* @__PURE__ */ new Map();
  for (const { messageIndex, blockIndex, element } of removed ?? []) {
    if (element === void 0) throw new Error(`block ${blockIndex} of message ${messageIndex} must stay`);
    byMessage.set(messageIndex, [...byMessage.get(messageIndex) ?? [], element]);
  }
  return messages.map((message, index) => {
    const elements = byMessage.get(index);
    return elements === void 0 ? message : withoutElements(message, elements);
  });
}
function withoutElements(message, elements) {
  if (elements.some((path) => path.length === 0)) return void 0;
  const copy = { ...message };
  const lists = /* @__PURE__ */ new Set();
  for (const [key, index] of elements) {
    if (typeof index === "number") lists.add(String(key));
    else delete copy[String(key)];
  }
  for (const key of lists) {
    const gone = new Set(elements.filter((path) => path[0] === key).map((path) => path[1]));
    const list = message[key];
    const left2 = Array.isArray(list) ? list.filter((_, index) => !gone.has(index)) : [];
    if (left2.length > 0) copy[key] = left2;
    else if (hasOther(copy, key)) delete copy[key];
    else return void 0;
  }
  return copy;
}
function hasOther(message, key) {
  return CONTENTS.some((name) => {
    const value = message[name];
    if (name === key) return false;
    return Array.isArray(value) || typeof value === "string" ? value.length > 0 : typeof value === "object" && value !== null;
  });
}
var CONTENTS = ["content", "parts", "tool_calls", "function_call"];

// ts/condensation/lossy/classification/render.ts
var asItCame = ({ slots }) => ({
  texts: slots.map(({ text }) => text),
  removed: /* @__PURE__ */ new Set()
});
function renderConversation({ conversation, slots }, state) {
  const { removed } = state;
  const sources = new Set([...removed].map(({ source }) => source));
  const left2 = removed.size === 0 ? conversation : editConversation(conversation, { removed: sources }).conversation;
  const messages = [...left2.messages];
  const copies = /* @__PURE__ */ new Set();
  for (const group of groupsOf2(slots)) {
    const [first] = group;
    if (first === void 0 || group.every(({ index, text: text2 }) => state.texts[index] === text2)) continue;
    const text = group.map(({ index }) => state.texts[index] ?? "").join("");
    const path = pathAfter(first, sources);
    setAt(messages, path, first.form === "object" ? JSON.parse(text) : text, copies);
  }
  return copies.size === 0 ? left2 : reopen(conversation, messages);
}
function pathAfter({ path, block }, removed) {
  const [message, key, at2, ...rest] = path;
  if (removed.size === 0 || message === void 0 || key === void 0 || typeof at2 !== "number") return path;
  let before = 0;
  for (const { messageIndex, element } of removed) {
    const [list, index] = element ?? [];
    if (messageIndex === block.messageIndex && list === key && typeof index === "number" && index < at2) before++;
  }
  return [message, key, at2 - before, ...rest];
}
function groupsOf2(slots) {
  const groups = [];
  for (const slot of slots) {
    const last2 = groups.at(-1);
    if (last2?.[0] !== void 0 && isSamePath(last2[0].path, slot.path)) last2.push(slot);
    else groups.push([slot]);
  }
  return groups;
}
var isSamePath = (one, other) => one.length === other.length && one.every((key, at2) => key === other[at2]);
function setAt(root, path, value, copies) {
  const key = path.at(-1);
  if (key !== void 0) Reflect.set(openAt(root, path.slice(0, -1), copies), key, value);
}
function openAt(root, path, copies) {
  let holder = root;
  for (const key of path) {
    const value = Reflect.get(holder, key);
    if (typeof value !== "object" || value === null) throw new Error(`no value at /${path.join("/")}`);
    const own2 = copies.has(value) ? value : Array.isArray(value) ? [...value] : { ...value };
    copies.add(own2);
    Reflect.set(holder, key, own2);
    holder = own2;
  }
  return holder;
}

// ts/condensation/lossy/classification/sentences.ts
var END = /[.!?](?=\s)|[。！？]/g;
var STRUCTURE = /^\s*(?:#|[-*+] |\d+[.)] |\||>)/;
function sentencesOf(text) {
  const sentences = [];
  let isCode = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    const isStructure = isCode || isFence || STRUCTURE.test(line);
    if (isFence) isCode = !isCode;
    if (isStructure) sentences.push({ text: line, isStructure });
    else for (const one of splitLine(line)) sentences.push({ text: one, isStructure: false });
  }
  return sentences;
}
function splitLine(line) {
  const parts = [];
  let from = 0;
  for (const { 0: mark, index } of line.matchAll(END)) {
    let end = index + mark.length;
    while (end < line.length && /\s/.test(line.charAt(end))) end++;
    parts.push(line.slice(from, end));
    from = end;
  }
  if (from < line.length) parts.push(line.slice(from));
  return parts;
}

// ts/condensation/lossy/classification/decision-rules.json
var decision_rules_default = {
  en: {
    decision: [
      "i decided",
      "we decided",
      "i've decided",
      "we've decided",
      "decided to",
      "decided against",
      "decision:",
      "the decision is",
      "my decision",
      "i chose",
      "we chose",
      "i've chosen",
      "chose to",
      "i'll go with",
      "we'll go with",
      "i will go with",
      "going with",
      "go with",
      "let's use",
      "let's go",
      "let's keep",
      "let's stick",
      "let's switch",
      "we'll use",
      "i'll use",
      "we will use",
      "i will use",
      "should use",
      "settled on",
      "settle on",
      "opted for",
      "opt for",
      "agreed to",
      "we agreed",
      "switch to",
      "switching to",
      "switched to",
      "stick with",
      "sticking with",
      "will keep",
      "we'll keep",
      "i'll keep",
      "instead of",
      "rather than",
      "the plan is",
      "final choice",
      "in conclusion",
      "conclusion:",
      "final answer",
      "i recommend",
      "i'd recommend",
      "the best option",
      "the better option",
      "we won't",
      "i won't"
    ],
    error: [
      "because",
      "root cause",
      "the cause",
      "the problem is",
      "the issue is",
      "failed",
      "fails",
      "error",
      "crash",
      "broken",
      "bug"
    ],
    acknowledgement: [
      "you're right",
      "you are right",
      "got it",
      "understood",
      "i see",
      "good point",
      "as you asked",
      "as you wish",
      "thanks for",
      "noted",
      "sorry"
    ],
    correction: [
      "no,",
      "not what",
      "don't",
      "do not",
      "stop",
      "wrong",
      "instead",
      "actually",
      "i meant",
      "revert",
      "undo",
      "should be",
      "shouldn't"
    ]
  },
  fr: {
    decision: [
      "j'ai d\xE9cid\xE9",
      "nous avons d\xE9cid\xE9",
      "on a d\xE9cid\xE9",
      "d\xE9cid\xE9 de",
      "d\xE9cision :",
      "la d\xE9cision est",
      "je d\xE9cide",
      "nous d\xE9cidons",
      "j'ai choisi",
      "nous avons choisi",
      "on choisit",
      "je choisis",
      "nous choisissons",
      "j'opte",
      "nous optons",
      "optons pour",
      "on opte",
      "je vais utiliser",
      "nous utiliserons",
      "j'utiliserai",
      "on va utiliser",
      "utilisons",
      "gardons",
      "on garde",
      "nous gardons",
      "je garde",
      "partons sur",
      "on part sur",
      "je pars sur",
      "passons \xE0",
      "on passe \xE0",
      "plut\xF4t que",
      "au lieu de",
      "il vaut mieux",
      "je recommande",
      "nous retenons",
      "je retiens",
      "on retient",
      "en conclusion",
      "conclusion :",
      "le plan est",
      "nous abandonnons",
      "j'abandonne",
      "restons sur"
    ],
    error: ["parce que", "car ", "la cause", "le probl\xE8me", "\xE9choue", "\xE9chou\xE9", "erreur", "plante", "bogue"],
    acknowledgement: [
      "vous avez raison",
      "tu as raison",
      "d'accord",
      "compris",
      "bien not\xE9",
      "entendu",
      "d\xE9sol\xE9",
      "merci pour"
    ],
    correction: ["non,", "arr\xEAte", "ne fais pas", "faux", "plut\xF4t", "en fait", "je voulais dire", "annule"]
  },
  de: {
    decision: [
      "habe entschieden",
      "haben entschieden",
      "entschieden,",
      "entscheide mich",
      "entscheiden uns",
      "entschied",
      "entscheidung:",
      "die entscheidung",
      "habe mich f\xFCr",
      "haben uns f\xFCr",
      "habe gew\xE4hlt",
      "wir w\xE4hlen",
      "ich w\xE4hle",
      "gew\xE4hlt",
      "wir nehmen",
      "ich nehme",
      "nehmen wir",
      "wir verwenden",
      "ich verwende",
      "verwenden wir",
      "wir nutzen",
      "ich nutze",
      "nutzen wir",
      "wir bleiben bei",
      "ich bleibe bei",
      "bleiben wir",
      "wechseln zu",
      "wechsle zu",
      "steigen auf",
      "stattdessen",
      "anstelle von",
      "statt ",
      "ich empfehle",
      "wir einigen uns",
      "geeinigt",
      "fazit:",
      "im ergebnis",
      "der plan ist",
      "wir verzichten",
      "ich verzichte",
      "verwerfen",
      "behalten wir",
      "wir behalten",
      "am besten"
    ],
    error: ["weil", "die ursache", "das problem", "schl\xE4gt fehl", "fehlgeschlagen", "fehler", "absturz", "kaputt"],
    acknowledgement: [
      "sie haben recht",
      "du hast recht",
      "verstanden",
      "alles klar",
      "in ordnung",
      "guter punkt",
      "danke f\xFCr",
      "entschuldigung"
    ],
    correction: [
      "nein,",
      "halt",
      "nicht so",
      "falsch",
      "stattdessen",
      "eigentlich",
      "ich meinte",
      "r\xFCckg\xE4ngig",
      "mach das nicht"
    ]
  },
  es: {
    decision: [
      "he decidido",
      "hemos decidido",
      "decid\xED",
      "decidimos",
      "decidido",
      "decisi\xF3n:",
      "la decisi\xF3n es",
      "decido",
      "he elegido",
      "hemos elegido",
      "eleg\xED",
      "elegimos",
      "elijo",
      "escojo",
      "escogimos",
      "opto por",
      "optamos por",
      "optaremos",
      "optar por",
      "vamos a usar",
      "voy a usar",
      "usaremos",
      "usar\xE9",
      "usemos",
      "utilizaremos",
      "nos quedamos con",
      "me quedo con",
      "qued\xE9monos",
      "mantenemos",
      "mantendremos",
      "mantengamos",
      "cambiamos a",
      "cambiaremos a",
      "pasamos a",
      "en lugar de",
      "en vez de",
      "recomiendo",
      "es mejor",
      "en conclusi\xF3n",
      "conclusi\xF3n:",
      "el plan es",
      "descartamos",
      "descarto",
      "acordamos",
      "hemos acordado",
      "renunciamos"
    ],
    error: ["porque", "la causa", "el problema", "falla", "fall\xF3", "error", "roto", "fallo"],
    acknowledgement: [
      "tienes raz\xF3n",
      "tiene raz\xF3n",
      "entendido",
      "de acuerdo",
      "comprendido",
      "buen punto",
      "gracias por",
      "perd\xF3n"
    ],
    correction: ["no,", "detente", "no lo hagas", "mal", "en vez de", "en realidad", "quise decir", "deshaz"]
  },
  zh: {
    decision: [
      "\u51B3\u5B9A",
      "\u9009\u62E9",
      "\u9009\u7528",
      "\u91C7\u7528",
      "\u6539\u7528",
      "\u6539\u4E3A",
      "\u6CBF\u7528",
      "\u5C31\u7528",
      "\u4F7F\u7528\u8FD9\u4E2A\u65B9\u6848",
      "\u6700\u7EC8\u65B9\u6848",
      "\u6700\u7EC8",
      "\u7ED3\u8BBA",
      "\u786E\u5B9A\u7528",
      "\u786E\u5B9A\u91C7\u7528",
      "\u5B9A\u4E3A",
      "\u4E0D\u518D\u4F7F\u7528",
      "\u653E\u5F03",
      "\u4FDD\u7559",
      "\u6211\u5EFA\u8BAE",
      "\u5EFA\u8BAE\u4F7F\u7528",
      "\u800C\u4E0D\u662F",
      "\u5207\u6362\u5230",
      "\u6362\u6210",
      "\u65B9\u6848\u662F",
      "\u8BA1\u5212\u662F",
      "\u8FD8\u662F\u7528",
      "\u8FBE\u6210\u4E00\u81F4",
      "\u6211\u4EEC\u7528",
      "\u6572\u5B9A"
    ],
    error: ["\u56E0\u4E3A", "\u539F\u56E0", "\u95EE\u9898\u662F", "\u5931\u8D25", "\u9519\u8BEF", "\u62A5\u9519", "\u5D29\u6E83"],
    acknowledgement: ["\u4F60\u8BF4\u5F97\u5BF9", "\u60A8\u8BF4\u5F97\u5BF9", "\u660E\u767D", "\u6536\u5230", "\u597D\u7684", "\u4E86\u89E3", "\u62B1\u6B49", "\u8C22\u8C22"],
    correction: ["\u4E0D,", "\u4E0D\u5BF9", "\u4E0D\u8981", "\u522B", "\u9519\u4E86", "\u505C", "\u5176\u5B9E", "\u6211\u7684\u610F\u601D\u662F", "\u64A4\u9500", "\u5E94\u8BE5\u662F"]
  }
};

// ts/condensation/lossy/classification/signals.ts
var WORD2 = /[\p{L}\p{N}]+/gu;
var WORD_CHAR = /^[\p{L}\p{N}]/u;
function phrasesOf(signal) {
  const byWord = /* @__PURE__ */ new Map();
  const anywhere = [];
  for (const [language, lists] of Object.entries(decision_rules_default)) {
    for (const phrase of lists[signal]) {
      const [word = ""] = phrase.match(WORD2) ?? [];
      if (language === "zh") anywhere.push(phrase);
      else byWord.set(word, [...byWord.get(word) ?? [], phrase]);
    }
  }
  return { byWord, anywhere };
}
var KNOWN = /* @__PURE__ */ new Map();
function says(signal, text) {
  let phrases = KNOWN.get(signal);
  if (phrases === void 0) {
    phrases = phrasesOf(signal);
    KNOWN.set(signal, phrases);
  }
  const { byWord, anywhere } = phrases;
  const small = text.toLowerCase().replaceAll("\u2019", "'");
  for (const { 0: word, index } of small.matchAll(WORD2)) {
    if (byWord.get(word)?.some((phrase) => isAt(small, index, phrase)) === true) return true;
  }
  return /[\u4e00-\u9fff]/.test(small) && anywhere.some((phrase) => small.includes(phrase));
}
function isAt(text, at2, phrase) {
  if (!text.startsWith(phrase, at2)) return false;
  const end = at2 + phrase.length;
  return !WORD_CHAR.test(phrase.slice(-1)) || !WORD_CHAR.test(text.slice(end, end + 2));
}

// ts/condensation/lossy/classification/verbatim.ts
var QUESTION = /[?？]\s*(?:$|\n)/;
function messageFacts(blocks) {
  const facts = /* @__PURE__ */ new Map();
  const spoken = blocks.filter(
    ({ type, texts }) => type !== void 0 && type !== "SYSTEM_MESSAGE" && texts.length > 0
  );
  for (const [at2, block] of spoken.entries()) {
    if (block.type !== "ASSISTANT_MESSAGE") continue;
    const text = block.texts.map((one) => one.text).join("");
    facts.set(block, {
      answersUser: spoken[at2 - 1]?.type === "USER_MESSAGE",
      isClarification: spoken[at2 + 1]?.type === "USER_MESSAGE" && QUESTION.test(text)
    });
  }
  return facts;
}
function staysVerbatim({ text, isStructure }, { at: at2, count: count2 }, { answersUser, isClarification }) {
  if (isStructure || isClarification) return true;
  if (at2 === count2 - 1) return true;
  if (at2 === 0 && answersUser) return true;
  return says("decision", text) || says("error", text) || says("acknowledgement", text);
}

// ts/wires/round-trip.ts
var MAX_DEPTH2 = 2e3;
function findRoundTripLoss(text) {
  const open = [];
  let expectsKey = false;
  for (let at2 = 0; at2 < text.length; at2++) {
    const c = text.charCodeAt(at2);
    switch (c) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (open.length >= MAX_DEPTH2) return { problem: "too_deep", offset: at2 };
        open.push(c === OPEN_OBJECT ? new Keys() : void 0);
        expectsKey = c === OPEN_OBJECT;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        expectsKey = false;
        break;
      case COMMA:
        expectsKey = open.at(-1) !== void 0;
        break;
      case QUOTE: {
        const end = stringEnd(text, at2);
        if (expectsKey && isRepeated(open.at(-1), text, at2, end)) return { problem: "repeated_key", offset: at2 };
        expectsKey = false;
        at2 = end;
        break;
      }
      default:
        if (c === MINUS || isDigit2(c)) {
          const end = numberEnd(text, at2);
          const problem = numberLoss(text, at2, end);
          if (problem !== void 0) return { problem, offset: at2 };
          at2 = end - 1;
        }
    }
  }
  return void 0;
}
var QUOTE = 34;
var COMMA = 44;
var MINUS = 45;
var OPEN_LIST = 91;
var CLOSE_LIST = 93;
var OPEN_OBJECT = 123;
var CLOSE_OBJECT = 125;
var FEW_KEYS = 16;
var Keys = class {
  #few = [];
  #many;
  /** Whether the key is new. */
  add(key) {
    if (this.#many === void 0 && this.#few.length < FEW_KEYS) {
      return !this.#few.includes(key) && this.#few.push(key) > 0;
    }
    this.#many ??= new Set(this.#few);
    const before = this.#many.size;
    return this.#many.add(key).size > before;
  }
};
function isRepeated(keys, text, at2, end) {
  if (keys === void 0) return false;
  const raw = text.slice(at2 + 1, end);
  const key = raw.includes("\\") ? String(JSON.parse(text.slice(at2, end + 1))) : raw;
  return !keys.add(key);
}
function numberEnd(text, at2) {
  let end = at2 + 1;
  while (end < text.length && isNumberChar(text.charCodeAt(end))) end++;
  return end;
}
function isNumberChar(c) {
  return isDigit2(c) || c === MINUS || c === 43 || c === 46 || c === 69 || c === 101;
}
function isDigit2(c) {
  return c >= 48 && c <= 57;
}
var EXACT_DIGITS = 15;
function numberLoss(text, at2, end) {
  const negative = text.charCodeAt(at2) === MINUS;
  if (end - at2 <= EXACT_DIGITS && !negative && !/[eE]/.test(text.slice(at2, end))) return void 0;
  const token = text.slice(at2, end);
  const value = Number(token);
  if (!Number.isFinite(value)) return "not_finite";
  if (Object.is(value, -0)) return "negative_zero";
  return /^-?[0-9]+$/.test(token) && token !== decimalDigits(value) ? "big_integer" : void 0;
}
function decimalDigits(value) {
  const [mantissa = "", exponent] = String(value).split("e+");
  if (exponent === void 0) return mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  return whole + fraction.padEnd(Number(exponent), "0");
}

// ts/condensation/lossy/prioritization/marks.ts
var CONDENSED = "[condensed \u2014 ";
var LEFT_OUT = "[\u2026 condensed \u2026]";
var isCondensed = (text) => text.includes(CONDENSED) || text.includes(LEFT_OUT);
var onOneLine = (text, maxChars) => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+|["\\]/gu, " ").slice(0, maxChars).trim();

// ts/condensation/lossy/prioritization/condense-call.ts
var MIN_CHARS2 = 160;
var NOTE_CHARS = 40;
var MAX_WORDS = 80;
var HEAD_SHARE = 0.6;
function condenseArguments({ form: form2, text }, share) {
  if (form2 === "text") return condensePlain(text, share);
  if (form2 === "json" && findRoundTripLoss(text) !== void 0) return void 0;
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return void 0;
  }
  const long = longChars(value);
  if (!isRecord(value) || long === 0) return void 0;
  const room = Math.max(0, text.length * share - (text.length - long));
  const condensed = JSON.stringify(shorten(value, Math.min(1, room / long)));
  return condensed.length < text.length ? condensed : void 0;
}
function longChars(value) {
  if (typeof value === "string") return value.length < MIN_CHARS2 ? 0 : value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum, child) => sum + longChars(child), 0);
}
function shorten(value, share) {
  if (typeof value === "string") return value.length < MIN_CHARS2 ? value : shortenText2(value, share);
  if (Array.isArray(value)) return value.map((child) => shorten(child, share));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shorten(child, share)]));
}
function shortenText2(text, share) {
  const room = Math.max(0, Math.floor(text.length * share) - NOTE_CHARS);
  const forWords = Math.floor(room / 3);
  const edges = cut2(text, room - forWords);
  const mentions = digest(edges.middle, () => false, MAX_WORDS, forWords);
  const { head, middle, tail } = cut2(text, room - mentions.length);
  const note = `${CONDENSED}${middle.length} chars left out${mentions === "" ? "" : `; mentions: ${mentions}`}]`;
  const short = `${head}${note}${tail}`;
  return short.length < text.length ? short : text;
}
function cut2(text, room) {
  const head = headOf(text, Math.floor(room * HEAD_SHARE));
  const tail = tailOf(text, Math.floor(room * (1 - HEAD_SHARE)));
  return { head, middle: text.slice(head.length, text.length - tail.length), tail };
}
var STRUCTURE2 = /^(?:\*\*\* |@@|diff |--- |\+\+\+ |<\/?[a-z_]+>)/;
function condensePlain(text, share) {
  if (text.length < MIN_CHARS2) return void 0;
  let room = text.length * share;
  const lines = text.split("\n");
  const kept2 = lines.map((line) => STRUCTURE2.test(line));
  for (const [at2, line] of lines.entries()) if (kept2[at2]) room -= line.length + 1;
  for (const [at2, line] of lines.entries()) {
    if (kept2[at2] || room < line.length + NOTE_CHARS) continue;
    kept2[at2] = true;
    room -= line.length + 1;
  }
  const out = [];
  let left2 = 0;
  const close = () => {
    if (left2 > 0) out.push(`${CONDENSED}${left2} chars left out]`);
    left2 = 0;
  };
  for (const [at2, line] of lines.entries()) {
    if (kept2[at2]) {
      close();
      out.push(line);
    } else left2 += line.length + 1;
  }
  close();
  const condensed = out.join("\n");
  return condensed.length < text.length ? condensed : void 0;
}

// ts/condensation/lossy/prioritization/condense-result.ts
var HEADER2 = /^(?:\[[a-z_]{2,40}(?: for .*|: .*)?\] Result:|Observation:|OBSERVATION:)/;
var EXIT2 = /^[[(<]?(?:process )?(?:exit(?:ed)?[ _]?(?:with )?(?:code|status)|return[ _]?code)[ :=>]{0,8}-?[0-9]+/i;
var HIT2 = /^([^\s:]{1,200}):([0-9]{1,7})[:-]/;
var MAX_LINE_CHARS = 1e3;
var MIN_DIGEST_CHARS = 20;
var MAX_WORDS2 = 600;
var DIGEST_SHARE = 0.7;
var MIN_EDGE_CHARS = 300;
var MAX_HITS = 8;
function condenseResult(text, { label, share, isSeen }) {
  const [first = "", ...others] = text.split("\n");
  const header = HEADER2.test(first) ? `${first}
` : "";
  const lines = header === "" ? [first, ...others] : others;
  const what = `${label}: ${lines.length} lines, ${text.length} chars`;
  let room = Math.floor(text.length * share) - CONDENSED.length - what.length - 1;
  const places = placesIn(lines, room / 2);
  room -= places.length;
  const words2 = room < MIN_DIGEST_CHARS ? "" : digest(withoutNumbers(lines), isSeen, MAX_WORDS2, Math.floor(room * DIGEST_SHARE));
  const note = `${CONDENSED}${what}${words2 === "" ? "" : `; mentions: ${words2}`}${places}]`;
  const condensed = header + [note, ...keptLines(lines, room - words2.length)].join("\n");
  const isShorter4 = condensed.length < text.length && Buffer.byteLength(condensed) < Buffer.byteLength(text);
  return isShorter4 ? condensed : void 0;
}
function keptLines(lines, room) {
  const half = room < MIN_EDGE_CHARS ? 0 : Math.floor(room / 2);
  const head = fitting(lines, half);
  const tail = lines.length - fitting(lines.toReversed(), half);
  return lines.flatMap((line, at2) => at2 < head || at2 >= tail || isKept(line) ? [headOf(line, MAX_LINE_CHARS)] : []);
}
function fitting(lines, room) {
  let left2 = room;
  const over = lines.findIndex((line) => {
    left2 -= line.length + 1;
    return left2 < 0;
  });
  return over < 0 ? lines.length : over;
}
var withoutNumbers = (lines) => lines.map((line) => line.replace(/^ {0,8}[0-9]{1,7}(?:→|\t| ?\|)/, "")).join("\n");
var isKept = (line) => isErrorLine(line.slice(0, LINE_CHARS)) || EXIT2.test(line);
function placesIn(lines, room) {
  const found2 = /* @__PURE__ */ new Map();
  for (const line of lines) {
    const [, path, number] = HIT2.exec(line) ?? [];
    if (path === void 0 || number === void 0 || !/[./]/.test(path)) continue;
    const numbers = found2.get(path) ?? [];
    if (numbers.length < MAX_HITS) numbers.push(number);
    found2.set(path, numbers);
  }
  let text = "";
  for (const [path, numbers] of found2) {
    const next = `${text === "" ? "; at: " : ", "}${path.replace(/["\\]/g, "")}:${numbers.join(",")}`;
    if (text.length + next.length > room) break;
    text += next;
  }
  return text;
}
function supersededLine(text, label, by) {
  const exit = text.split("\n").find((line) => EXIT2.test(line));
  const code = exit === void 0 ? "" : `; ${headOf(EXIT2.exec(exit)?.[0].replace(/["\\[]/g, "") ?? "", 40)}`;
  return `${CONDENSED}${label}: ${text.split("\n").length} lines${code}; replaced by ${by}]`;
}

// ts/condensation/lossy/prioritization/plan.ts
var PHASES = {
  TOOL_RESULT: { name: "tool_results", types: ["TOOL_RESULT"], range: [80, 90], share: 0.11, leastShare: 0.05 },
  TOOL_CALL: { name: "tool_calls", types: ["TOOL_CALL"], range: [50, 70], share: 0.36 },
  ASSISTANT_THINKING: { name: "thinking", types: ["ASSISTANT_THINKING"], range: [40, 60], share: 0.48 },
  ASSISTANT_MESSAGE: { name: "messages", types: ["ASSISTANT_MESSAGE"], range: [0, 20], share: 0.8 }
};
var DEFAULT_PRIORITY = [
  "USER_MESSAGE",
  "ASSISTANT_MESSAGE",
  "ASSISTANT_THINKING",
  "TOOL_CALL",
  "TOOL_RESULT"
];
function phasesFor(priority) {
  const rest = DEFAULT_PRIORITY.filter((type) => !priority.includes(type));
  return [...priority, ...rest].reverse().flatMap((type) => PHASES[type] ?? []);
}
var UNTYPED = {
  name: "untyped",
  types: ["TOOL_RESULT", "TOOL_CALL", "ASSISTANT_THINKING", "ASSISTANT_MESSAGE"]
};

// ts/condensation/lossy/prioritization/thin-out.ts
var TAGGED = /^(<[a-z]+>)([\s\S]*)(<\/[a-z]+>)$/;
function thinOut(text, thinning) {
  const [, open = "", inner = text, close = ""] = TAGGED.exec(text) ?? [];
  const sentences = sentencesOf(inner);
  const gone = chooseGone(sentences, inner.length, thinning);
  if (gone.size === 0) return void 0;
  let out = "";
  for (const [at2, { text: sentence }] of sentences.entries()) {
    if (!gone.has(at2)) out += sentence;
    else if (!gone.has(at2 - 1)) out += `${LEFT_OUT}${at2 + runFrom(gone, at2) < sentences.length ? "\n" : ""}`;
  }
  const thinned = open + out + close;
  return thinned.length < text.length ? thinned : void 0;
}
function runFrom(gone, at2) {
  let count2 = 0;
  while (gone.has(at2 + count2)) count2++;
  return count2;
}
function chooseGone(sentences, chars, { most, isKept: isKept2, isRepeated: isRepeated2 }) {
  const count2 = sentences.length;
  const free = sentences.flatMap((sentence, at2) => {
    if (isKept2(sentence, { at: at2, count: count2 })) return [];
    const repeated = isRepeated2?.(sentence.text.trim()) === true;
    const fromEnd = Math.min(at2, count2 - 1 - at2);
    return [{ at: at2, chars: sentence.text.length, rank: (repeated ? count2 : 0) + fromEnd }];
  });
  free.sort((one, other) => other.rank - one.rank || one.at - other.at);
  const gone = /* @__PURE__ */ new Set();
  let room = Math.floor(chars * most);
  for (const one of free) {
    if (one.chars > room) continue;
    gone.add(one.at);
    room -= one.chars;
  }
  for (const at2 of gone) {
    const run = gone.has(at2 - 1) ? 0 : runFrom(gone, at2);
    const runChars = sentences.slice(at2, at2 + run).reduce((sum, sentence) => sum + sentence.text.length, 0);
    if (run > 0 && runChars <= LEFT_OUT.length + 1) for (let next = at2; next < at2 + run; next++) gone.delete(next);
  }
  return gone;
}

// ts/condensation/lossy/prioritization/condenser.ts
var NO_FACTS = { answersUser: false, isClarification: false };
var MAX_LABEL_CHARS2 = 100;
var MAX_ERROR_CHARS = 4e3;
var MIN_MESSAGE_CHARS = 400;
var BlockCondenser = class {
  #results;
  #stale;
  #facts;
  #failed = /* @__PURE__ */ new Set();
  /** Words that the model has outside results, or that a note names already. */
  #seen = /* @__PURE__ */ new Set();
  /** By slot: the words that its note is the first to name. */
  #noted = /* @__PURE__ */ new Map();
  #said = /* @__PURE__ */ new Set();
  constructor({ slots, blocks }, results, stale) {
    this.#results = new Map(results.map((result) => [result.slot.index, result]));
    this.#stale = stale;
    this.#facts = messageFacts(blocks);
    for (const slot of slots) if (slot.block.type !== "TOOL_RESULT") noteWords(slot.text, this.#seen);
    for (const { isError: isError2, slot } of results) {
      const id = slot.block.call?.id;
      if (isError2 && id !== void 0) this.#failed.add(id);
    }
  }
  /**
   * The shorter text of a slot; undefined if it stays.
   *
   * @param text The slot's text without pointers.
   * @param isAgain Whether it was condensed before, which was not enough.
   */
  condense(slot, text, isPointedAt, isAgain = false) {
    const { type } = slot.block;
    if (isCondensed(text)) return void 0;
    const share = (isAgain ? PHASES[type]?.leastShare : PHASES[type]?.share) ?? 1;
    switch (type) {
      case "TOOL_RESULT":
        return this.#result(slot, text, share, isPointedAt);
      case "TOOL_CALL":
        return this.#failed.has(slot.block.call?.id ?? "") ? void 0 : condenseArguments({ ...slot, text }, share);
      case "ASSISTANT_THINKING":
      case "ASSISTANT_MESSAGE":
        return this.#prose(slot, text, type, share);
      default:
        return void 0;
    }
  }
  #result(slot, text, share, isPointedAt) {
    const result = this.#results.get(slot.index);
    if (result === void 0 || result.isError && text.length <= MAX_ERROR_CHARS) return void 0;
    const label = labelOf3(result);
    const stale = this.#stale.get(result);
    if (stale?.kind === "superseded" && !isPointedAt) {
      const { messageIndex, call } = stale.by.slot.block;
      const line = supersededLine(
        text,
        label,
        `message #${messageIndex}${call?.id === void 0 ? "" : ` (${onOneLine(call.id, 128)})`}`
      );
      if (line.length < text.length) return line;
    }
    const own2 = this.#noted.get(slot.index);
    const isSeen = (word) => this.#seen.has(word) && own2?.has(word) !== true;
    const condensed = condenseResult(text, { label, share, isSeen });
    if (condensed !== void 0 && own2 === void 0) this.#noteWords(slot.index, condensed);
    return condensed;
  }
  /** Words that a note is the first to name. */
  #noteWords(slot, condensed) {
    const words2 = /* @__PURE__ */ new Set();
    noteWords(condensed, words2);
    this.#noted.set(slot, new Set([...words2].filter((word) => !this.#seen.has(word))));
    for (const word of words2) this.#seen.add(word);
  }
  #prose({ block }, text, type, share) {
    if (text.length < MIN_MESSAGE_CHARS) {
      this.#note(text);
      return void 0;
    }
    const facts = this.#facts.get(block) ?? NO_FACTS;
    const thinned = thinOut(text, {
      most: 1 - share,
      isKept: (sentence, place) => type === "ASSISTANT_THINKING" ? staysVerbatim({ ...sentence, isStructure: false }, place, NO_FACTS) : staysVerbatim(sentence, place, facts),
      isRepeated: (sentence) => this.#said.has(sentence)
    });
    this.#note(text);
    return thinned;
  }
  #note(text) {
    for (const sentence of sentencesOf(text)) this.#said.add(sentence.text.trim());
  }
};
function labelOf3({ tool, args }) {
  return onOneLine(`${tool} ${args.replace(/[{}"\\]/g, "")}`, MAX_LABEL_CHARS2);
}

// ts/condensation/lossy/prioritization/draft.ts
var LossyDraft = class {
  /** @param tokens Tokens of the whole conversation as `start` has it. */
  constructor(conversation, start, tokens2, weight) {
    this.conversation = conversation;
    this.start = start;
    this.#weight = weight;
    this.#texts = [...start.state.texts];
    this.#removed = new Set(start.state.removed);
    this.#tokens = this.#texts.map((text) => this.tokensOf(text));
    this.tokens = tokens2;
    for (const [pointing, sources] of start.sources) {
      for (const source of sources) this.#pointers.set(source, [...this.#pointers.get(source) ?? [], pointing]);
    }
  }
  #weight;
  #texts;
  #removed;
  #tokens;
  #dropped = /* @__PURE__ */ new Set();
  /** Slots that point to a slot. */
  #pointers = /* @__PURE__ */ new Map();
  tokensOf(text) {
    return Math.floor((this.#weight(text) + 512) / 1024);
  }
  textOf(slot) {
    return this.#texts[slot] ?? "";
  }
  tokensAt(slot) {
    return this.#tokens[slot] ?? 0;
  }
  /** The slots that point to a slot, as it is now. */
  pointersTo(slot) {
    return (this.#pointers.get(slot) ?? []).filter((one) => this.isPointing(one));
  }
  /** Whether a slot has pointers of the lossless phase. */
  isPointing(slot) {
    return this.start.sources.has(slot) && !this.#dropped.has(pointerTo(this.conversation.slots[slot]?.path ?? []));
  }
  /** Replaces a text. Its own pointers count no longer. */
  write(slot, text) {
    if (this.isPointing(slot)) this.#dropped.add(pointerTo(this.conversation.slots[slot]?.path ?? []));
    const tokens2 = this.tokensOf(text);
    this.tokens += tokens2 - this.tokensAt(slot);
    this.#texts[slot] = text;
    this.#tokens[slot] = tokens2;
  }
  /** Leaves a block out. */
  remove(block, tokens2) {
    this.#removed.add(block);
    this.tokens -= tokens2;
  }
  get state() {
    return { texts: [...this.#texts], removed: new Set(this.#removed) };
  }
  /** By slot with pointers that still count: the slots that these lead to. */
  get sources() {
    return new Map([...this.start.sources].filter(([slot]) => this.isPointing(slot)));
  }
  get references() {
    return this.start.references.filter(({ place }) => !this.#dropped.has(place));
  }
};

// ts/condensation/lossy/prioritization/run-phase.ts
function runPhase({ types }, input) {
  const { draft, maxPercent, targetTokens } = input;
  const own2 = draft.conversation.slots.filter(({ block }) => types.includes(block.type));
  const removable = types.includes("ASSISTANT_THINKING") ? input.removable : [];
  let tokensBefore = 0;
  for (const slot of own2) tokensBefore += draft.tokensAt(slot.index);
  for (const block of removable) tokensBefore += input.removableTokens(block);
  const least = draft.tokens - Math.floor(tokensBefore * maxPercent / 100);
  const start = draft.tokens;
  for (const block of removable) {
    const tokens2 = input.removableTokens(block);
    if (draft.tokens <= targetTokens || draft.tokens - tokens2 < least) break;
    draft.remove(block, tokens2);
  }
  own2.sort((one, other) => input.rankOf(one.block) - input.rankOf(other.block) || one.index - other.index);
  for (const isAgain of [false, true]) {
    for (const slot of own2) {
      if (draft.tokens <= targetTokens) break;
      if (!input.isProtected(slot.block)) condenseSlot(slot, input, least, isAgain);
    }
  }
  return { tokensBefore, tokensAfter: tokensBefore - (start - draft.tokens) };
}
function condenseSlot(slot, input, least, isAgain) {
  const { draft, condenser, isProtected } = input;
  if (isAgain && !(isCondensed(draft.textOf(slot.index)) && PHASES[slot.block.type]?.leastShare !== void 0)) return;
  const group = pointingTo(slot, draft);
  const [, ...others] = group;
  if (draft.isPointing(slot.index) && others.length === 0 && draft.tokensAt(slot.index) < MIN_TOKENS) return;
  const written = group.map((one) => {
    const text = one.block.type === "TOOL_RESULT" ? draft.start.whole[one.index] ?? one.text : draft.textOf(one.index);
    if (one !== slot && isProtected(one.block)) return text;
    const condensed = condenser.condense(one, text, one === slot && others.length > 0, isAgain);
    return condensed ?? (one === slot ? void 0 : text);
  });
  if (written[0] === void 0) return;
  let change = 0;
  for (const [at2, one] of group.entries()) change += draft.tokensOf(written[at2] ?? "") - draft.tokensAt(one.index);
  if (change >= 0 || draft.tokens + change < least) return;
  for (const [at2, one] of group.entries()) draft.write(one.index, written[at2] ?? "");
}
function pointingTo(slot, draft) {
  const group = /* @__PURE__ */ new Set([slot.index]);
  for (const index of group) for (const one of draft.pointersTo(index)) group.add(one);
  return [...group].flatMap((index) => draft.conversation.slots[index] ?? []);
}
var MIN_TOKENS = 60;
function staleRank(results, stale) {
  const ranks = /* @__PURE__ */ new Map();
  for (const result of results) {
    const found2 = stale.get(result);
    if (found2 !== void 0) ranks.set(result.slot.block, found2.kind === "superseded" ? -2e3 : -1e3);
  }
  return ranks;
}

// ts/condensation/lossy/prioritization/superseded.ts
function findStale(results) {
  const found2 = /* @__PURE__ */ new Map();
  const newest = /* @__PURE__ */ new Map();
  const touched = /* @__PURE__ */ new Set();
  for (const result of results.toReversed()) {
    const { tool, args, path, isError: isError2, isWhole } = result;
    const key = JSON.stringify([tool, args]);
    const later = args === "" ? void 0 : newest.get(key);
    if (later !== void 0 && isWhole) found2.set(result, { kind: "superseded", by: later });
    else if (path !== void 0 && touched.has(path)) found2.set(result, { kind: "stale" });
    if (isError2) continue;
    if (later === void 0) newest.set(key, result);
    const shown3 = shownByCall(tool, args);
    if ((shown3.kind === "read" || shown3.kind === "edit") && shown3.path !== void 0) touched.add(shown3.path);
  }
  return new Map([...found2].reverse());
}

// ts/condensation/lossy/tree-scoring/tree.ts
function buildTree({ blocks }) {
  const parents = /* @__PURE__ */ new Map();
  const calls = /* @__PURE__ */ new Map();
  let intent;
  let decision;
  let call;
  for (const block of blocks) {
    const { type } = block;
    const id = block.call?.id;
    if (type === "USER_MESSAGE") {
      parents.set(block, void 0);
      intent = block;
      decision = void 0;
      call = void 0;
    } else if (type === "ASSISTANT_MESSAGE" || type === "ASSISTANT_THINKING") {
      parents.set(block, call === void 0 ? intent : intent ?? decision);
      decision = block;
    } else if (type === "TOOL_CALL") {
      parents.set(block, decision ?? intent);
      if (id !== void 0) calls.set(id, block);
      call = block;
    } else if (type === "TOOL_RESULT") {
      parents.set(block, (id === void 0 ? void 0 : calls.get(id)) ?? call ?? intent);
    }
  }
  return { parents, criticalPath: pathTo(lastOf(blocks, parents), parents) };
}
var lastOf = (blocks, parents) => blocks.findLast((block) => parents.has(block));
function pathTo(leaf, parents) {
  const path = /* @__PURE__ */ new Set();
  for (let at2 = leaf; at2 !== void 0 && !path.has(at2); at2 = parents.get(at2)) path.add(at2);
  return path;
}

// ts/condensation/lossy/tree-scoring/score.ts
var IMPORTANCE_WEIGHTS = Object.freeze({
  base: Object.freeze({
    USER_MESSAGE: 1,
    ASSISTANT_MESSAGE: 0.6,
    ASSISTANT_THINKING: 0.3,
    TOOL_CALL: 0.4,
    TOOL_RESULT: 0.2,
    SYSTEM_MESSAGE: 1
  }),
  recency: 1,
  halfLife: 0.25,
  reference: 0.1,
  topic: 0.2,
  size: 0.1,
  decision: 0.3,
  error: 0.2,
  correction: 0.3
});
function scoreImportance(conversation, weights = IMPORTANCE_WEIGHTS, tree = buildTree(conversation)) {
  const { blocks } = conversation;
  const words2 = blocks.map((block) => distinctWords(textOf2(block)));
  const uses = laterUses(blocks, words2);
  const topics = topicWords(blocks, words2);
  const corrected = correctedBlocks(blocks);
  return blocks.map((block, index) => {
    const { type = "SYSTEM_MESSAGE" } = block;
    const age = blocks.length <= 1 ? 0 : (blocks.length - 1 - index) / (blocks.length - 1);
    const parts = {
      base: weights.base[type],
      recency: weights.recency * 0.5 ** (age / weights.halfLife),
      reference: weights.reference * Math.log2(1 + (uses[index] ?? 0)),
      topic: weights.topic * Math.log2(1 + (topics[index] ?? 0)),
      size: -weights.size * Math.log2(1 + textOf2(block).length / SIZE_CHARS),
      decision: isDecision(block) ? weights.decision : 0,
      error: failed(block) || failed(tree.parents.get(block)) ? weights.error : 0,
      correction: corrected.has(block) ? weights.correction : 0
    };
    const score = Object.values(parts).reduce((sum, part2) => sum + part2, 0);
    return { block, score, parts, isCritical: tree.criticalPath.has(block) };
  });
}
function failed(block) {
  if (block?.type !== "TOOL_RESULT") return false;
  return block.isError === true || block.texts.length === 1 && looksLikeError(textOf2(block));
}
var textOf2 = ({ texts }) => texts.map(({ text }) => text).join("\n");
var DECIDES = /* @__PURE__ */ new Set(["ASSISTANT_MESSAGE", "ASSISTANT_THINKING"]);
var isDecision = (block) => DECIDES.has(block.type) && says("decision", textOf2(block));
var USES = /* @__PURE__ */ new Set(["ASSISTANT_MESSAGE", "TOOL_CALL", "USER_MESSAGE"]);
var MAX_WORDS3 = 2e3;
var SIZE_CHARS = 400;
var TOPIC_HALF_LIFE = 0.1;
function laterUses(blocks, words2) {
  const first = /* @__PURE__ */ new Map();
  const uses = new Array(blocks.length).fill(0);
  for (const [index, block] of blocks.entries()) {
    const isUse = USES.has(block.type);
    for (const word of words2[index] ?? []) {
      const owner = first.get(word);
      if (owner === void 0) first.set(word, index);
      else if (isUse) uses[owner] = (uses[owner] ?? 0) + 1;
    }
  }
  return uses;
}
function topicWords(blocks, words2) {
  const used = /* @__PURE__ */ new Map();
  const sums2 = new Array(blocks.length).fill(0);
  for (const [age, block] of blocks.toReversed().entries()) {
    const index = blocks.length - 1 - age;
    const weight = USES.has(block.type) ? 0.5 ** (age / (TOPIC_HALF_LIFE * blocks.length)) : 0;
    let sum = 0;
    for (const word of words2[index] ?? []) {
      const known2 = used.get(word) ?? 0;
      sum += Math.min(1, known2);
      if (weight > 0) used.set(word, known2 + weight);
    }
    sums2[index] = sum;
  }
  return sums2;
}
function distinctWords(text) {
  const words2 = /* @__PURE__ */ new Set();
  for (const word of wordsOf(text)) {
    if (words2.size === MAX_WORDS3) break;
    if (rankOf(word) !== void 0) words2.add(word);
  }
  return words2;
}
function correctedBlocks(blocks) {
  const found2 = /* @__PURE__ */ new Set();
  for (const [index, block] of blocks.entries()) {
    if (block.type !== "USER_MESSAGE" || index === 0 || !says("correction", textOf2(block).slice(0, 400))) continue;
    for (const one of [blocks[index - 1], block, blocks[index + 1]]) if (one !== void 0) found2.add(one);
  }
  return found2;
}

// ts/validate/validate.ts
import { isUint8Array } from "node:util/types";

// ts/base/version.ts
import { createRequire } from "node:module";
var IS_BUILT = typeof BUILT_VERSION === "string";
var version;
function packageVersion() {
  version ??= typeof BUILT_VERSION === "string" ? BUILT_VERSION : readManifest().version;
  return version;
}
function readManifest() {
  return createRequire(import.meta.url)("../../package.json");
}

// ts/models/find-name.ts
var MAX_NAME_BYTES = 256;
var canonical = (name) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[._ ]/g, "-");
function findName(model, names3, end) {
  let [best, bestAt] = ["", Number.POSITIVE_INFINITY];
  const text = canonical(model);
  const isWhole = (at2, name) => isStart(model, at2) && (end === "version" ? isVersionEnd : isWordEnd)(text, at2 + name.length);
  for (const name of names3) {
    const at2 = placeOf(text, name, isWhole);
    if (at2 < bestAt || at2 === bestAt && name.length > best.length) [best, bestAt] = [name, at2];
  }
  return Number.isFinite(bestAt) ? best : void 0;
}
function placeOf(text, name, isWhole) {
  for (let at2 = text.indexOf(name); at2 >= 0; at2 = text.indexOf(name, at2 + 1)) {
    if (isWhole(at2, name)) return at2;
  }
  return Number.POSITIVE_INFINITY;
}
var HOSTS2 = /^(?:anthropic|aws|azure|bedrock|databricks|google|openai|vertex)[-_]$/i;
function isStart(model, at2) {
  const before = model.slice(0, at2);
  const word = before.slice(before.search(/[A-Za-z0-9_-]*$/));
  return word === "" || HOSTS2.test(word);
}
var isWordEnd = (model, at2) => !isLetter(model.charCodeAt(at2));
function isVersionEnd(model, at2) {
  if (isAlphanumeric(model.charCodeAt(at2))) return false;
  if (model[at2] !== "-") return true;
  let end = at2 + 1;
  while (isDigit3(model.charCodeAt(end))) end++;
  const digits = end - at2 - 1;
  return digits === 0 || digits > 2 || isAlphanumeric(model.charCodeAt(end));
}
var isDigit3 = (code) => code >= 48 && code <= 57;
var isLetter = (code) => code >= 97 && code <= 122;
var isAlphanumeric = (code) => isDigit3(code) || isLetter(code);

// ts/models/facts.json
var facts_default = {
  wires: {
    "openai-chat": { named: "openai-compatible", unnamed: "openai-compatible" },
    "openai-responses": { named: "openai-compatible", unnamed: "openai-compatible" },
    anthropic: { named: "anthropic-compatible", unnamed: "claude-fable-5-2" },
    gemini: { named: "gemini-pro", unnamed: "gemini-pro" }
  },
  vendors: [
    { id: "anthropic", title: "Anthropic", names: ["claude", "anthropic"], hosts: ["api.anthropic.com"] },
    {
      id: "openai",
      title: "OpenAI",
      names: ["gpt", "chatgpt", "codex", "o1", "o3", "o4"],
      hosts: ["api.openai.com", "chatgpt.com"]
    },
    { id: "google", title: "Google", names: ["gemini"], hosts: ["generativelanguage.googleapis.com"] },
    { id: "x-ai", title: "xAI", names: ["grok"], hosts: ["api.x.ai"] },
    { id: "deepseek", title: "DeepSeek", names: ["deepseek"], hosts: ["api.deepseek.com"] },
    {
      id: "moonshot",
      title: "Moonshot",
      names: ["kimi", "moonshot"],
      hosts: ["api.moonshot.ai", "api.moonshot.cn", "api.kimi.com"]
    },
    { id: "zai", title: "Z.ai", names: ["glm"], hosts: ["api.z.ai", "open.bigmodel.cn"] },
    { id: "minimax", title: "MiniMax", names: ["minimax"], hosts: ["api.minimax.io", "api.minimaxi.com"] },
    {
      id: "qwen",
      title: "Alibaba",
      names: ["qwen", "qwq"],
      hosts: ["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com"]
    },
    {
      id: "mistral",
      title: "Mistral",
      names: ["mistral", "mixtral", "devstral", "magistral", "ministral", "codestral"],
      hosts: ["api.mistral.ai"]
    },
    { id: "unknown", title: "unknown", names: [], hosts: [] }
  ],
  models: [
    {
      id: "claude-fable-5-2",
      vendor: "anthropic",
      names: ["claude-fable-5-2", "claude-mythos-5-2"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.025,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 512
      },
      thinking: { history: "bound", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25",
      newest: true
    },
    {
      id: "claude-fable-5-1",
      vendor: "anthropic",
      names: ["claude-fable-5-1", "claude-mythos-5-1"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.025,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 512
      },
      thinking: { history: "bound", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-opus-5-5",
      vendor: "anthropic",
      names: ["claude-opus-5-5"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.05,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 512
      },
      thinking: { history: "bound", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-sonnet-5-5",
      vendor: "anthropic",
      names: ["claude-sonnet-5-5"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "bound", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25",
      note: "Sources disagree on the price of a cached token, 0.05 or 0.1."
    },
    {
      id: "claude-haiku-5-5",
      vendor: "anthropic",
      names: ["claude-haiku-5-5"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "bound", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25",
      dear: { aboveTokens: 1e5, times: 5 }
    },
    {
      id: "claude-opus-5",
      vendor: "anthropic",
      names: ["claude-opus-5", "claude-fable-5", "claude-mythos-5"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 512
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-sonnet-5",
      vendor: "anthropic",
      names: ["claude-sonnet-5"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-opus-4-8",
      vendor: "anthropic",
      names: ["claude-opus-4-8"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-opus-4-7",
      vendor: "anthropic",
      names: ["claude-opus-4-7"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 2048
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-opus-4-6",
      vendor: "anthropic",
      names: ["claude-opus-4-6", "claude-4-6-opus"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 4096
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-opus-4-5",
      vendor: "anthropic",
      names: ["claude-opus-4-5", "claude-4-5-opus"],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 4096
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-sonnet-4-6",
      vendor: "anthropic",
      names: ["claude-sonnet-4-6", "claude-4-6-sonnet"],
      contextTokens: 1e6,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-sonnet-4-5",
      vendor: "anthropic",
      names: ["claude-sonnet-4-5", "claude-4-5-sonnet"],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "dropped", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25",
      dear: { aboveTokens: 2e5, times: 2 }
    },
    {
      id: "claude-haiku-4-5",
      vendor: "anthropic",
      names: ["claude-haiku-4-5", "claude-4-5-haiku"],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 4096
      },
      thinking: { history: "dropped", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-4",
      vendor: "anthropic",
      names: [
        "claude-opus-4",
        "claude-opus-4-0",
        "claude-opus-4-1",
        "claude-4-opus",
        "claude-sonnet-4",
        "claude-sonnet-4-0",
        "claude-4-sonnet"
      ],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "dropped", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-3-7",
      vendor: "anthropic",
      names: ["claude-3-7-sonnet", "claude-sonnet-3-7"],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "dropped", openLoop: "required" },
      clearing: true,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-3-haiku",
      vendor: "anthropic",
      names: ["claude-3-5-haiku", "claude-3-haiku", "claude-haiku-3-5", "claude-haiku-3"],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 2048
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "claude-3",
      vendor: "anthropic",
      names: [
        "claude-3-5-sonnet",
        "claude-3-opus",
        "claude-3-sonnet",
        "claude-opus-3",
        "claude-sonnet-3-5",
        "claude-sonnet-3"
      ],
      contextTokens: 2e5,
      cache: {
        finding: "look-back",
        marker: "needed",
        read: 0.1,
        write: 1.25,
        writeLong: 2,
        lifeSeconds: 300,
        longLifeSeconds: 3600,
        minimumTokens: 1024
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "Anthropic: Prompt caching; Pricing; Preserved thinking",
      date: "2026-11-25"
    },
    {
      id: "gpt-6-1",
      vendor: "openai",
      names: ["gpt-6-1"],
      contextTokens: 105e4,
      cache: {
        finding: "exact",
        marker: "optional",
        write: 1.25,
        lifeSeconds: 1800,
        minimumTokens: 1024,
        stepTokens: 1,
        read: 0.05,
        writeLong: 2.5,
        longLifeSeconds: 43200,
        matchedBreakpoints: 80
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25",
      dear: { aboveTokens: 272e3, times: 2 },
      newest: true
    },
    {
      id: "gpt-5-6",
      vendor: "openai",
      names: ["gpt-6", "gpt-5-6"],
      contextTokens: 105e4,
      cache: {
        finding: "exact",
        marker: "optional",
        write: 1.25,
        lifeSeconds: 1800,
        minimumTokens: 1024,
        stepTokens: 1,
        read: 0.1,
        writeLong: 2.5,
        longLifeSeconds: 43200,
        matchedBreakpoints: 80
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25",
      dear: { aboveTokens: 272e3, times: 2 }
    },
    {
      id: "gpt-5-5",
      vendor: "openai",
      names: ["gpt-5-5"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 1024,
        stepTokens: 512,
        read: 0.1,
        stepOffsetTokens: 128
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25",
      dear: { aboveTokens: 272e3, times: 2 },
      note: "Found lengths of 384, 896, 1,408 \u2026 tokens in recorded sessions; entries were found after 13 minutes and not after 4 hours."
    },
    {
      id: "gpt-5-4",
      vendor: "openai",
      names: ["gpt-5-4"],
      contextTokens: 105e4,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25",
      dear: { aboveTokens: 272e3, times: 2 }
    },
    {
      id: "gpt-5-4-mini",
      vendor: "openai",
      names: ["gpt-5-4-mini", "gpt-5-4-nano"],
      contextTokens: 4e5,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-5-3",
      vendor: "openai",
      names: ["gpt-5-3"],
      contextTokens: 128e3,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-5",
      vendor: "openai",
      names: ["gpt-5", "gpt-5-1", "gpt-5-2", "gpt-5-3-codex"],
      contextTokens: 4e5,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-4-1",
      vendor: "openai",
      names: ["gpt-4-1"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.25
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-4o",
      vendor: "openai",
      names: ["gpt-4o", "chatgpt-4o", "gpt-4-5"],
      contextTokens: 128e3,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-4-turbo",
      vendor: "openai",
      names: ["gpt-4-turbo"],
      contextTokens: 128e3,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-4",
      vendor: "openai",
      names: ["gpt-4"],
      contextTokens: 8192,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-4-32k",
      vendor: "openai",
      names: ["gpt-4-32k"],
      contextTokens: 32768,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-3-5",
      vendor: "openai",
      names: ["gpt-3-5", "gpt-35"],
      contextTokens: 16385,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gpt-oss",
      vendor: "openai",
      names: ["gpt-oss"],
      contextTokens: 131072,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "o3",
      vendor: "openai",
      names: ["o3", "o4-mini", "codex-mini"],
      contextTokens: 2e5,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.25
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "o1",
      vendor: "openai",
      names: ["o1", "o3-mini"],
      contextTokens: 2e5,
      cache: {
        finding: "prefix",
        marker: "none",
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128,
        read: 0.5
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "OpenAI: Prompt caching; Pricing; Reasoning models",
      date: "2026-11-25"
    },
    {
      id: "gemini-4",
      vendor: "google",
      names: ["gemini-4"],
      contextTokens: 1048576,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.1,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 2048,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Google: Gemini API, Context caching; Pricing",
      date: "2026-11-25",
      note: "0.05 to 0.1 by model; the dearer one."
    },
    {
      id: "gemini-pro",
      vendor: "google",
      names: ["gemini-3-pro", "gemini-3-1-pro", "gemini-2-5-pro"],
      contextTokens: 1048576,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.1,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 4096,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Google: Gemini API, Context caching; Pricing",
      date: "2026-11-25",
      dear: { aboveTokens: 2e5, times: 2 },
      newest: true
    },
    {
      id: "gemini-flash",
      vendor: "google",
      names: [
        "gemini-3-flash",
        "gemini-3-1-flash",
        "gemini-3-5-flash",
        "gemini-3-6-flash",
        "gemini-3-7-flash",
        "gemini-3-8-flash",
        "gemini-2-5-flash",
        "gemini-3",
        "gemini-3-1",
        "gemini-3-5",
        "gemini-2-5"
      ],
      contextTokens: 1048576,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.1,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 2048,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Google: Gemini API, Context caching; Pricing",
      date: "2026-11-25"
    },
    {
      id: "gemini-2",
      vendor: "google",
      names: ["gemini-2-0", "gemini-2", "gemini-1-5-flash", "gemini-flash-1-5"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 2048,
        stepTokens: 1
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "Google: Gemini API, Context caching; Pricing",
      date: "2026-11-25"
    },
    {
      id: "gemini-1",
      vendor: "google",
      names: ["gemini-1-5-pro", "gemini-pro-1-5", "gemini-1-5", "gemini-1"],
      contextTokens: 2e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 4096,
        stepTokens: 1
      },
      thinking: { history: "none", openLoop: "free" },
      clearing: false,
      source: "Google: Gemini API, Context caching; Pricing",
      date: "2026-11-25",
      dear: { aboveTokens: 128e3, times: 2 }
    },
    {
      id: "grok-4-6",
      vendor: "x-ai",
      names: ["grok-4-6"],
      contextTokens: 5e5,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25",
      dear: { aboveTokens: 2e5, times: 2 },
      newest: true
    },
    {
      id: "grok-4-5",
      vendor: "x-ai",
      names: ["grok-4-5"],
      contextTokens: 5e5,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.15,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25",
      dear: { aboveTokens: 2e5, times: 2 }
    },
    {
      id: "grok-4-3",
      vendor: "x-ai",
      names: ["grok-4-3", "grok-4-20"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.16,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25",
      dear: { aboveTokens: 2e5, times: 2 }
    },
    {
      id: "grok-4-1-fast",
      vendor: "x-ai",
      names: ["grok-4-1-fast", "grok-4-fast", "grok-4-1"],
      contextTokens: 2e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25"
    },
    {
      id: "grok-4",
      vendor: "x-ai",
      names: ["grok-4"],
      contextTokens: 256e3,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25"
    },
    {
      id: "grok-code",
      vendor: "x-ai",
      names: ["grok-code", "grok-code-fast", "grok-build"],
      contextTokens: 256e3,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.2,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25",
      note: "0.1 on grok-code-fast, 0.2 on grok-build; the dearer one."
    },
    {
      id: "grok-3",
      vendor: "x-ai",
      names: ["grok-3", "grok-2"],
      contextTokens: 131072,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "xAI: Models and pricing",
      date: "2026-11-25"
    },
    {
      id: "deepseek-v4",
      vendor: "deepseek",
      names: ["deepseek-v4", "deepseek-v4-pro", "deepseek-v4-flash"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.033,
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 64,
        stepTokens: 64
      },
      thinking: { history: "kept", openLoop: "required", removal: "refused" },
      clearing: false,
      source: "DeepSeek: Models and pricing; Anthropic API",
      date: "2026-11-25",
      newest: true
    },
    {
      id: "deepseek-v3",
      vendor: "deepseek",
      names: ["deepseek-v3", "deepseek-v3-1", "deepseek-v3-2", "deepseek-chat", "deepseek-reasoner", "deepseek-r1"],
      contextTokens: 128e3,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.26,
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 64,
        stepTokens: 64
      },
      thinking: { history: "kept", openLoop: "required", removal: "refused" },
      clearing: false,
      source: "DeepSeek: Models and pricing; Anthropic API",
      date: "2026-11-25"
    },
    {
      id: "kimi-k3",
      vendor: "moonshot",
      names: ["kimi-k3"],
      contextTokens: 1048576,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.1,
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 256,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Moonshot: Pricing; Context caching",
      date: "2026-11-25",
      newest: true
    },
    {
      id: "kimi-k2-5",
      vendor: "moonshot",
      names: ["kimi-k2-5", "kimi-k2-6", "kimi-k2-7"],
      contextTokens: 262144,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.2,
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 256,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Moonshot: Pricing; Context caching",
      date: "2026-11-25",
      note: "0.167 to 0.2 by model; the dearer one."
    },
    {
      id: "kimi-k2",
      vendor: "moonshot",
      names: ["kimi-k2", "moonshot-v1"],
      contextTokens: 262144,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.25,
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 256,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Moonshot: Pricing; Context caching",
      date: "2026-11-25"
    },
    {
      id: "glm-5",
      vendor: "zai",
      names: ["glm-5", "glm-5-1", "glm-5-2", "glm-5-3", "glm-4-7", "glm-4-6", "glm-4-5"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.2,
        write: 1,
        lifeSeconds: 3600,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Z.ai: Pricing; Context caching",
      date: "2026-11-25",
      newest: true,
      note: "0.186 to 0.2 by model; the dearer one."
    },
    {
      id: "minimax-m3",
      vendor: "minimax",
      names: ["minimax-m3"],
      contextTokens: 1e6,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.2,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 512,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "MiniMax: Pricing; Prompt caching",
      date: "2026-11-25",
      newest: true,
      dear: { aboveTokens: 512e3, times: 2 }
    },
    {
      id: "minimax-m2",
      vendor: "minimax",
      names: ["minimax-m2", "minimax-m2-1", "minimax-m2-5", "minimax-m2-7", "minimax-m1"],
      contextTokens: 204800,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.2,
        write: 1.25,
        lifeSeconds: 300,
        minimumTokens: 512,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "MiniMax: Pricing; Prompt caching",
      date: "2026-11-25",
      note: "0.05 to 0.2 by model; the dearer one."
    },
    {
      id: "qwen",
      vendor: "qwen",
      names: ["qwen3", "qwen3-5", "qwen3-6", "qwen-max", "qwen-plus", "qwen-flash", "qwen-turbo", "qwen2-5", "qwq"],
      contextTokens: 262144,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.2,
        write: 1.25,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Alibaba Cloud: Model Studio, Context cache",
      date: "2026-11-25",
      newest: true,
      note: "Reads at 0.1 to 0.2 and writes at 1 to 1.33 by model and kind of cache."
    },
    {
      id: "mistral",
      vendor: "mistral",
      names: ["mistral-large", "mistral-medium", "mistral-small", "devstral", "magistral", "ministral", "codestral"],
      contextTokens: 262144,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.1,
        write: 1,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "Mistral: Pricing",
      date: "2026-11-25",
      newest: true
    },
    {
      id: "openai-compatible",
      vendor: "unknown",
      names: [],
      contextTokens: 128e3,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.5,
        write: 1,
        lifeSeconds: 600,
        minimumTokens: 1024,
        stepTokens: 128
      },
      thinking: { history: "dropped", openLoop: "free" },
      clearing: false,
      source: "No provider: the middle of what OpenAI-compatible and Anthropic-compatible hosts charge",
      date: "2026-11-25"
    },
    {
      id: "anthropic-compatible",
      vendor: "unknown",
      names: [],
      contextTokens: 2e5,
      cache: {
        finding: "prefix",
        marker: "none",
        read: 0.1,
        write: 1.25,
        lifeSeconds: 300,
        minimumTokens: 1024,
        stepTokens: 1
      },
      thinking: { history: "kept", openLoop: "required" },
      clearing: false,
      source: "No provider: the middle of what OpenAI-compatible and Anthropic-compatible hosts charge",
      date: "2026-11-25"
    }
  ]
};

// ts/models/rows.ts
var MODEL_TABLE = facts_default;

// ts/models/facts.ts
function factsOf(question, own2 = []) {
  const { model = "", host = "", wire = "" } = question;
  if (Buffer.byteLength(model) > MAX_NAME_BYTES) return factsOf({ ...question, model: NO_MODEL }, own2);
  const key = `${wire}
${host}
${model}`;
  const known2 = own2.length === 0 ? found.get(key) : void 0;
  if (known2 !== void 0) return known2;
  const answer = byName(model, own2) ?? byVendor(model, host, own2) ?? byWire(model, wire, own2);
  if (own2.length > 0) return answer;
  if (found.size >= MOST_FOUND) found.clear();
  found.set(key, answer);
  return answer;
}
var NO_MODEL = "?";
var found = /* @__PURE__ */ new Map();
var MOST_FOUND = 1e3;
function byName(model, own2) {
  for (const rows of [own2, MODEL_TABLE.models]) {
    const match = findName(model, namesOf(rows), "version");
    const row = match === void 0 ? void 0 : rows.find(({ names: names3 }) => names3.includes(match));
    if (row !== void 0) return { row, by: "name" };
  }
  return void 0;
}
function byVendor(model, host, own2) {
  const { vendors } = MODEL_TABLE;
  const match = findName(
    model,
    vendors.flatMap(({ names: names3 }) => names3),
    "word"
  );
  const named = vendors.find(({ names: names3 }) => match !== void 0 && names3.includes(match));
  const hosting = vendors.find(({ hosts }) => hosts.includes(host.toLowerCase()));
  const vendor = named ?? hosting;
  const row = vendor === void 0 ? void 0 : newestOf(vendor.id, own2);
  return row === void 0 ? void 0 : { row, by: named === void 0 ? "host" : "vendor" };
}
function byWire(model, wire, own2) {
  const { wires, models } = MODEL_TABLE;
  const names3 = Object.hasOwn(wires, wire) ? wires[wire] : void 0;
  const id = (model === "" ? names3?.unnamed : names3?.named) ?? UNKNOWN;
  const row = [...own2, ...models].find((one) => one.id === id);
  if (row === void 0) throw new Error(`the table of models has no row ${id}`);
  return { row, by: "wire" };
}
var UNKNOWN = "openai-compatible";
var newestOf = (vendor, own2) => [...own2, ...MODEL_TABLE.models].find((row) => row.vendor === vendor && row.newest === true);
var names2 = /* @__PURE__ */ new WeakMap();
function namesOf(rows) {
  const known2 = names2.get(rows) ?? rows.flatMap((row) => row.names);
  names2.set(rows, known2);
  return known2;
}

// ts/wires/believed-row.ts
function believedRow({ wire, model, host }, own2, isMarked) {
  const found2 = factsOf({ model, host, wire: wire.key }, own2);
  return found2.by === "wire" && wire.cache.byClient && isMarked() ? factsOf({ wire: wire.key }, own2) : found2;
}
var REASONS = {
  name: "the row lists this model",
  vendor: "no row lists this model: it is taken for its vendor's newest",
  host: "the model's name says nothing: it is taken for the newest of the vendor whose host it is",
  wire: "neither the model's name nor a host says anything: only the wire is known"
};
function ruleOf(destination, { version: version2, models, cache }, isMarked) {
  if (version2 === 1) return void 0;
  const { row, by } = believedRow(destination, models, isMarked);
  const isOwn2 = models.includes(row);
  const prices2 = cache.prices === "auto" ? "" : "; its prices are those of cache.prices";
  const source = isOwn2 ? " (a row of the policy's models)" : "";
  return { row: row.id, by: isOwn2 ? "policy" : by === "name" ? "model" : by, reason: REASONS[by] + source + prices2 };
}

// ts/wires/markers.ts
function readMarkers({ listKey, cache }, request) {
  const list = request[listKey];
  const messages = Array.isArray(list) ? list : [];
  const breakpoints2 = messages.flatMap(
    (message, index) => isRecord(message) ? cache.breakpoints(message, index) : []
  );
  const set = breakpoints2.filter(({ isNull }) => !isNull);
  const inFront = cache.countInFront(request);
  const automatic = cache.automatic(request);
  const any = set.length > 0 || inFront > 0 || cache.byClient && automatic !== void 0;
  return { any, hourly: set.some(({ hourly }) => hourly), inFront, automatic, breakpoints: breakpoints2 };
}
function isCached({ cache }, model, { any, automatic }) {
  return any || automatic !== void 0 || !cache.needsBreakpoint(model ?? "");
}

// ts/masking/build-report.ts
function outcomeReport(basis, outcome) {
  const { transcript, edits, anchors, changed, clears } = outcome;
  const blank = blankReport(basis, outcome.wire.key);
  const masked = sumOf(edits, "mask");
  const clipped = sumOf(edits, "clip");
  const thinking = sumOf(edits, "remove");
  const shortened = sumOf(edits, "shorten");
  const removed = {
    chars: masked.chars + clipped.chars + shortened.chars + thinking.chars,
    media: mediaIn(edits),
    sealed: sealedIn(edits, outcome)
  };
  return {
    ...blank,
    fits: outcome.fits,
    cache: { ...blank.cache, ...outcome.cache, ...extrasOf(basis, outcome) },
    ...outcome.model === void 0 ? {} : { model: outcome.model },
    ...outcome.isDelta ? { delta: true } : {},
    changed,
    ...changed && (clears !== void 0 || edits.length + anchors.edits.length > 0) ? { reductionStage: "masking" } : {},
    ...outcome.repairs === void 0 ? {} : { repairedSurrogates: countHalves(outcome.repairs) },
    ...outcome.sizeBefore === void 0 ? {} : textSizes(outcome.sizeBefore, removed, outcome.wire.mediumTokens),
    messageCount: transcript.messageCount,
    toolTurnCount: transcript.toolTurnCount,
    toolResultCount: transcript.results.length,
    maskedCount: masked.count,
    maskedChars: masked.chars,
    clippedCount: clipped.count,
    clippedChars: clipped.chars,
    ...shortened.count === 0 ? {} : { shortenedCount: shortened.count, shortenedChars: shortened.chars },
    ...changed && clears !== void 0 ? { headers: outcome.wire.clearing?.headers ?? {} } : {},
    ...thinking.count === 0 ? {} : { thinkingRemoved: thinking.count, thinkingRemovedChars: thinking.chars },
    decisions: (outcome.explain ? outcome.plans : edits).map(toDecision)
  };
}
function extrasOf({ policy }, outcome) {
  const { wire, request, clearing, mayDrop: mayDrop2 } = outcome;
  const rule = ruleOf(outcome, policy.settings, () => readMarkers(wire, request).any);
  return {
    ...rule === void 0 ? {} : { rule },
    ...mayDrop2 ? { thinkingNet: { headers: wire.dropHeaders ?? {} } } : {},
    ...clearing === void 0 ? {} : { clearing }
  };
}
function mediaIn(edits) {
  return edits.reduce(
    (count2, { action, result }) => count2 + (action === "mask" ? mediaOf(result.content).length : 0),
    0
  );
}
function sealedIn(edits, { wire, list, sizeBefore }) {
  if (sizeBefore === void 0 || sizeBefore.sealed === 0) return 0;
  return edits.reduce((chars, { action, result: { messageIndex, blockIndex } }) => {
    const message = action === "remove" ? list[messageIndex] : void 0;
    const blocks = isRecord(message) ? message[wire.blocks.key] : void 0;
    const block = Array.isArray(blocks) ? blocks[blockIndex] : void 0;
    return isRecord(block) ? chars + sealedCharsOf(block) : chars;
  }, 0);
}
function countHalves(places) {
  return places.reduce((count2, { halves }) => count2 + halves.length, 0);
}
function sumOf(edits, action) {
  let count2 = 0;
  let chars = 0;
  for (const edit2 of edits) {
    if (edit2.action !== action) continue;
    count2++;
    chars += edit2.charsBefore - edit2.charsAfter;
  }
  return { count: count2, chars };
}
function toDecision({ result, action, reason, charsBefore, charsAfter }) {
  const { messageIndex, blockIndex, toolName, callId, content } = result;
  const kind = content.kind === "loose" ? { isMedia: true } : {};
  return { messageIndex, blockIndex, toolName, callId, ...kind, action, reason, charsBefore, charsAfter };
}

// ts/wires/steps.ts
function readSteps(wire, list) {
  const roles = list.map((message) => isRecord(message) ? wire.roleOf(message) : "other");
  const cuts = [];
  for (let index = 1; index < roles.length; index++) {
    if (roles[index] === "assistant" && roles[index - 1] !== "assistant") cuts.push(index);
  }
  if (list.length > 0) cuts.push(list.length);
  return { roles, cuts, turnStarts: readTurnStarts(wire, list, roles) };
}
function readTurnStarts(wire, list, roles) {
  const starts = [];
  let inTurn2 = false;
  list.forEach((message, index) => {
    const isCall3 = roles[index] === "assistant" && isRecord(message) && wire.makesCalls(message);
    if (isCall3 && !inTurn2) starts.push(index);
    inTurn2 = wire.joinsCalls && (isCall3 || inTurn2 && isRecord(message) && wire.isReasoning(message));
  });
  return starts;
}

// ts/wires/thinking.ts
function readThinking(wire, list) {
  return list.flatMap((message, messageIndex) => {
    if (!isRecord(message) || wire.roleOf(message) !== "assistant") return [];
    return wire.thinkingIn(message).map((block) => ({ messageIndex, ...block }));
  });
}
function promptCuts(wire, list, { roles, cuts }) {
  return cuts.filter((cut4) => isPrompt(wire, list, roles, cut4));
}
function isPrompt(wire, list, roles, cut4) {
  let at2 = cut4 - 1;
  let spoke = false;
  for (; at2 >= 0 && roles[at2] !== "assistant"; at2--) {
    if (holdsResults(wire, list[at2], roles[at2])) return false;
    spoke ||= roles[at2] === "user";
  }
  if (!spoke) return false;
  for (; at2 >= 0 && roles[at2] === "assistant"; at2--) {
    const message = list[at2];
    if (isRecord(message) && wire.makesCalls(message)) return false;
  }
  return true;
}
function holdsResults({ blocks }, message, role) {
  if (role === "tool") return true;
  const content = isRecord(message) && blocks.holdResults ? message[blocks.key] : void 0;
  return Array.isArray(content) && content.some((block) => blocks.isResult(block));
}

// ts/masking/locate-session.ts
var SYSTEM_KEYS = ["system", "instructions", "systemInstruction", "system_instruction"];
function locateInObject(value, options, step, wires = WIRES) {
  const wire = wires.find(options.wire ?? detectShape(value, void 0, wires));
  if (wire === void 0 || !isRecord(value)) return void 0;
  const list = value[wire.listKey];
  if (!Array.isArray(list)) return void 0;
  const steps = readSteps(wire, list);
  const { cuts, roles } = steps;
  const cut4 = cuts[step - 1] ?? 0;
  const { results } = wire.read(list);
  const answers = results.filter(({ turnIndex }) => turnIndex !== void 0);
  const newest = answers.findLast(({ messageIndex }) => messageIndex < cut4);
  const { hourly, any, automatic } = readMarkers(wire, value);
  return {
    steps: cuts.length,
    callId: newest?.callId ?? null,
    firstCallId: answers[0]?.callId ?? null,
    opening: [systemOf(value), list.slice(0, Math.max(0, roles.indexOf("user")) + 1)],
    hourly,
    cacheByClient: wire.cache.byClient,
    wire: wire.key,
    model: typeof value.model === "string" ? value.model : null,
    marked: any || automatic !== void 0,
    isPrompt: list.length > 0 && promptCuts(wire, list, { ...steps, cuts: [list.length] }).length > 0,
    byHand: wire.thinksByHand(value)
  };
}
function systemOf(request) {
  const key = Object.keys(request).findLast((name) => SYSTEM_KEYS.includes(name));
  return key === void 0 ? null : request[key];
}

// ts/masking/originals.ts
function repairsOutside(request, places) {
  const { wire, original, edits, anchors, clears } = request;
  const edited = new Set(Array.from(placedEdits(wire, original, edits, anchors, clears), ({ edit: edit2 }) => edit2.path));
  const isEdited = (path) => path.some((_, at2) => edited.has(toPointer(path.slice(0, at2 + 1))));
  return edited.size === 0 ? [...places] : places.filter(({ path, isName }) => !isEdited(isName ? path.slice(0, -1) : path));
}
function describeEdits(request) {
  return Array.from(readOriginals(request), ({ edit: edit2 }) => edit2);
}
function* readOriginals(request) {
  const { wire, original, edits, anchors, clears, repairs = [] } = request;
  const placed2 = placedEdits(wire, original, edits, anchors, clears);
  let next = placed2.next();
  for (const { path, isName, halves } of repairs) {
    for (; !next.done && isBefore2(next.value.path, path, isName, original); next = placed2.next()) {
      yield new EditOriginal(next.value, original);
    }
    for (const half of halves) yield repairOriginal(path, half);
  }
  for (; !next.done; next = placed2.next()) yield new EditOriginal(next.value, original);
}
function repairOriginal(path, half) {
  const spelled = JSON.stringify(half).slice(1, -1);
  return { edit: { path: toPointer(path), ...REPAIR }, bytes: new TextEncoder().encode(spelled) };
}
function isBefore2(a, b, isName, request) {
  const fork = a.findIndex((key, depth) => key !== b[depth]);
  if (fork < 0) return !isName;
  const [left2, right] = [a[fork], b[fork]];
  if (typeof left2 === "number" && typeof right === "number") return left2 < right;
  const holder = valueAt(request, a.slice(0, fork));
  for (const key of Object.keys(holder ?? {})) if (key === left2 || key === right) return key === left2;
  return false;
}
var EditOriginal = class {
  #path;
  #request;
  constructor({ edit: edit2, path }, request) {
    this.edit = edit2;
    this.#path = path;
    this.#request = request;
  }
  get bytes() {
    return new TextEncoder().encode(JSON.stringify(valueAt(this.#request, this.#path)) ?? "");
  }
};

// ts/base/limits.ts
var LIMITS = {
  /** Largest body in bytes. It is V8's longest string, so that both backends accept the same requests. */
  bodyBytes: 2 ** 29 - 24,
  messages: 1e6,
  /**
   * Most bytes of bodies that `reduceBodyAsync` copies and reduces at one time, in one thread. One body alone may be
   * larger. Further calls run at once, on the JavaScript thread.
   */
  asyncBytes: 2 ** 28
};

// ts/policy/template.ts
var TEMPLATE_FIELDS = [
  "tool_call_id",
  "tool_name",
  "original_chars",
  "original_lines",
  "original_tokens",
  "message_index"
];
var FIELDS = new Set(TEMPLATE_FIELDS);
function isField(name) {
  return FIELDS.has(name);
}
function parseTemplate(template) {
  const parts = [];
  const unknown2 = [];
  let literal2 = "";
  let at2 = 0;
  for (const match of template.matchAll(/\{([^{}]*)\}/g)) {
    literal2 += template.slice(at2, match.index);
    at2 = match.index + match[0].length;
    const name = match[1] ?? "";
    if (isField(name)) {
      if (literal2 !== "") parts.push({ kind: "literal", text: literal2 });
      literal2 = "";
      parts.push({ kind: "field", field: name });
    } else {
      unknown2.push(name);
      literal2 += match[0];
    }
  }
  literal2 += template.slice(at2);
  if (literal2 !== "") parts.push({ kind: "literal", text: literal2 });
  return { parts, unknown: unknown2 };
}

// ts/masking/placeholder.ts
var MAX_PLACEHOLDER_CHARS = 1e3;
var CLIPPED_UP_TO_CHARS = 80;
var MAX_TOOL_NAME_CHARS = 128;
var ELLIPSIS = "...";
function form(template, unknownTool = "unknown") {
  return { parts: parseTemplate(template).parts, unknownTool };
}
var FORMS = {
  observation: form("[observation masked \u2014 {original_chars} chars]"),
  dispatch: form("[dispatch output masked \u2014 {original_chars} chars]"),
  en: form(
    "[Observation masked: old tool result (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]"
  ),
  fr: form(
    "[Observation masqu\xE9e: r\xE9sultat d\u2019outil ancien (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]",
    "inconnu"
  ),
  enError: form(
    "[Observation masked: old tool error, do not retry without new input (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]"
  ),
  frError: form(
    "[Observation masqu\xE9e: ancienne erreur d\u2019outil, ne pas r\xE9essayer sans nouvelle entr\xE9e (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]",
    "inconnu"
  )
};
function chooseForm(style, marker) {
  if (style.template !== void 0) return form(style.template, FORMS[style.locale].unknownTool);
  if (style.family === "observation") return FORMS.observation;
  if (marker !== "yes") return FORMS[style.locale];
  return style.locale === "fr" ? FORMS.frError : FORMS.enError;
}
function renderPlaceholder(placeholder, subject) {
  let text = "";
  for (const part2 of placeholder.parts) {
    text += part2.kind === "literal" ? part2.text : fieldText(part2.field, placeholder, subject);
  }
  return text;
}
function fieldText(field, placeholder, subject) {
  switch (field) {
    case "tool_call_id":
      return subject.callId;
    case "tool_name":
      return renderToolName(subject.toolName, placeholder.unknownTool);
    case "original_chars":
      return String(charsOf(subject.content));
    case "original_lines":
      return String(linesOf3(subject.content));
    case "original_tokens":
      return String(Math.ceil(charsOf(subject.content) / 4));
    case "message_index":
      return String(subject.messageIndex);
  }
}
function renderToolName(name, unknown2) {
  if (name === void 0) return unknown2;
  const shown3 = headOf(name.replace(/[\u0000-\u001f\u007f-\u009f]/g, ""), MAX_TOOL_NAME_CHARS);
  return shown3 === "" ? unknown2 : shown3;
}
function linesOf3(content) {
  let lines = 0;
  for (const text of textsOf(content)) {
    lines++;
    for (let at2 = text.indexOf("\n"); at2 >= 0; at2 = text.indexOf("\n", at2 + 1)) lines++;
  }
  return lines;
}
function limitObservation(placeholder, content, observation, maxChars) {
  if (maxChars === null) return placeholder;
  if (observation && maxChars <= CLIPPED_UP_TO_CHARS) return placeholder.slice(0, maxChars);
  if (maxChars < placeholder.length + 5) return placeholder;
  const room = maxChars - placeholder.length - 1 - ELLIPSIS.length;
  return `${placeholder}
${headOfTexts(textsOf(content), room)}${ELLIPSIS}`;
}
function headOfTexts(texts, chars) {
  let head = "";
  for (const text of texts) {
    const shown3 = headOf(text, chars - head.length);
    head += shown3;
    if (shown3.length < text.length) break;
  }
  return head;
}
function clipsPlaceholder(observation, maxChars) {
  return observation && maxChars !== null && maxChars <= CLIPPED_UP_TO_CHARS;
}
function dispatchLine(maskedChars, maxChars) {
  return `[dispatch output masked \u2014 ${maskedChars} chars]`.slice(0, maxChars);
}
function isDispatchLine(line, maxChars) {
  return isPlaceholderLine(line, (digits) => dispatchLine(digits, Infinity), maxChars);
}
var MAX_LINE_CHARS2 = 60;
function isPlaceholderLine(line, render2, maxChars) {
  if (line === "" || line.length > MAX_LINE_CHARS2) return false;
  const whole = render2(/[0-9]+/.exec(line)?.[0] ?? "0");
  return line === whole || line.length === maxChars && whole.startsWith(line);
}

// ts/masking/dispatch.ts
var ANYWHERE = /(?:BEGIN|END)_DISPATCH_RESULT/g;
var AT_LINE_START = /(?<=^|\n)(?:BEGIN|END)_DISPATCH_RESULT/g;
var NO_BLOCKS = [];
function findDispatchBlocks(content, place) {
  if (!content.includes("_DISPATCH_RESULT")) return NO_BLOCKS;
  const blocks = [];
  let open;
  for (const { 0: delimiter, index } of content.matchAll(place === "anywhere" ? ANYWHERE : AT_LINE_START)) {
    const isBegin = delimiter.startsWith("BEGIN");
    if (isBegin !== (open === void 0)) return void 0;
    if (isBegin) open = index;
    else if (open !== void 0) {
      blocks.push({ start: open, end: index + delimiter.length });
      open = void 0;
    }
  }
  return open === void 0 ? blocks : void 0;
}
function dispatchText(content, settings2, policy) {
  if (!settings2.dispatch) return void 0;
  const blocks = [];
  let holders = 0;
  for (const text of textsOf(content)) {
    const found2 = findDispatchBlocks(text, "line-start");
    if (found2 === void 0) return void 0;
    if (found2.length > 0) holders++;
    for (const { start, end } of found2) blocks.push(text.slice(start, end));
  }
  const kept2 = blocks.reduce((chars, block) => chars + block.length, 0);
  const hasOrder = content.kind !== "object" && content.kind !== "response" || holders === 1;
  if (blocks.length === 0 || !hasOrder || kept2 > policy.dispatchMaxChars) return void 0;
  const line = dispatchLine(charsOf(content) - kept2, lineLimit(settings2, policy));
  return [line, ...blocks].join("\n");
}
function isDispatchText(text, settings2, policy) {
  const lineEnd = text.indexOf("\n");
  if (!settings2.dispatch || !isDispatchLine(text.slice(0, Math.max(0, lineEnd)), lineLimit(settings2, policy))) {
    return false;
  }
  const blocks = findDispatchBlocks(text, "line-start");
  if (blocks === void 0 || !areLines(text, lineEnd, blocks)) return false;
  return blocks.reduce((chars, { start, end }) => chars + end - start, 0) <= policy.dispatchMaxChars;
}
function areLines(text, end, blocks) {
  let at2 = end;
  for (const block of blocks) {
    if (block.start !== at2 + 1 || text[at2] !== "\n") return false;
    at2 = block.end;
  }
  return blocks.length > 0 && at2 === text.length;
}
function lineLimit({ maxObservationChars }, { observation }) {
  return clipsPlaceholder(observation, maxObservationChars) ? maxObservationChars : Number.POSITIVE_INFINITY;
}

// ts/masking/own-text.ts
var BUILT_IN = Object.values(FORMS);
function isOwnText(text, owner, rules) {
  if (text.length === rules.clippedChars && isClippedObservation(text)) return true;
  const mayGoOn = rules.maxObservationChars !== null && text.length <= rules.maxObservationChars;
  if (text.length > MAX_PLACEHOLDER_CHARS && !mayGoOn) return false;
  const accepts = (end) => end <= MAX_PLACEHOLDER_CHARS && (end === text.length || mayGoOn && text.charCodeAt(end) === NEWLINE);
  if (rules.template !== void 0 && matchForm(text, rules.template, owner, accepts)) return true;
  return text.startsWith("[") && BUILT_IN.some((form2) => matchForm(text, form2, owner, accepts));
}
var NEWLINE = 10;
function isClippedObservation(text) {
  const rest = text.slice(OBSERVATION_START.length);
  if (rest === "") return OBSERVATION_START.startsWith(text);
  return text.startsWith(OBSERVATION_START) && OBSERVATION_END.startsWith(rest.replace(/^[0-9]+/, "")) && /^[0-9]/.test(rest);
}
var OBSERVATION_START = "[observation masked \u2014 ";
var OBSERVATION_END = " chars]";
function matchForm(text, form2, owner, accepts) {
  const first = form2.parts[0];
  if (first?.kind === "literal" && !text.startsWith(first.text)) return false;
  let ends = [0];
  for (const step of stepsOf(form2, owner)) {
    ends = "literal" in step ? afterLiteral(text, ends, step.literal) : afterDigits(text, ends);
    if (ends.length === 0) return false;
  }
  return ends.some(accepts);
}
function stepsOf(form2, owner) {
  const steps = [];
  for (const part2 of form2.parts) {
    const step = stepOf(part2, form2, owner);
    const last2 = steps.at(-1);
    if (last2 !== void 0 && "literal" in last2 && "literal" in step) last2.literal += step.literal;
    else steps.push(step);
  }
  return steps;
}
function stepOf(part2, form2, owner) {
  if (part2.kind === "literal") return { literal: part2.text };
  if (part2.field === "tool_call_id") return { literal: owner.callId };
  if (part2.field === "tool_name") return { literal: renderToolName(owner.toolName, form2.unknownTool) };
  return { digits: true };
}
function afterLiteral(text, ends, literal2) {
  return ends.filter((end) => text.startsWith(literal2, end)).map((end) => end + literal2.length);
}
function afterDigits(text, ends) {
  const next = [];
  let done = 0;
  for (const end of ends) {
    for (let at2 = Math.max(end, done); at2 < MAX_PLACEHOLDER_CHARS && isDigit4(text.charCodeAt(at2)); at2++) {
      next.push(at2 + 1);
      done = at2 + 1;
    }
  }
  return next;
}
function isDigit4(c) {
  return c >= 48 && c <= 57;
}

// ts/masking/shorter.ts
function isShorterText(text, content) {
  const charsBefore = charsOf(content);
  if (text.length >= charsBefore) return false;
  if (text.length * LONGEST_ESCAPE < charsBefore) return true;
  const bytesAfter = Buffer.byteLength(text);
  if (bytesAfter >= charsBefore && bytesAfter >= sumOver(content, Buffer.byteLength)) return false;
  if (!NEEDS_ESCAPES.test(text)) return true;
  const jsonBytesAfter = jsonBytesOf(text);
  return jsonBytesAfter < charsBefore || jsonBytesAfter < sumOver(content, jsonBytesOf);
}
var NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;
var LONGEST_ESCAPE = 6;
var OUTPUT_BYTES = 13;
function isShorterObject(text, content) {
  if (text.length >= charsOf(content)) return false;
  if (Buffer.byteLength(text) >= sumOver(content, Buffer.byteLength)) return false;
  return jsonBytesOf(text) + OUTPUT_BYTES < sumOver(content, (one) => jsonBytesOf(one) + 2) + 5;
}
function mediaCharsAfter(text, content) {
  let chars = takesText(content) ? text.length : 0;
  for (const medium of mediaOf(content)) chars += renderMediaNote(medium).length;
  return chars;
}
var takesText = (content) => content.kind === "media" && content.keptPart >= 0;
var NOTE_BYTES = 31;
var MEDIUM_BYTES = 7;
function isShorterMedia(text, content) {
  const charsBefore = sizeOf(content);
  if (mediaCharsAfter(text, content) >= charsBefore) return false;
  let growth = takesText(content) ? jsonBytesOf(text) : 0;
  for (const medium of mediaOf(content)) growth += NOTE_BYTES + jsonBytesOf(renderMediaNote(medium)) - MEDIUM_BYTES;
  return growth < charsBefore;
}
var LIST_BYTES = 2;
function isShorterResponse(text, content) {
  const charsBefore = sizeOf(content);
  return text.length < charsBefore && jsonBytesOf(text) + OUTPUT_BYTES + LIST_BYTES < charsBefore;
}
function sumOver(content, size) {
  let sum = 0;
  for (const text of textsOf(content)) sum += size(text);
  return sum;
}
function jsonBytesOf(text) {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

// ts/masking/plan-loose.ts
function withLooseMedia(basis) {
  const { transcript, policy, plans } = basis;
  const isWanted = ({ beside }) => beside === void 0 ? policy.maskUserMedia : policy.maskMedia;
  const found2 = (transcript.looseMedia ?? []).filter(isWanted);
  if (found2.length === 0) return plans;
  const byOwner = new Map(plans.map((plan) => [plan.result, plan]));
  const all = [...plans, ...found2.map((media) => planLoose(media, byOwner, basis))];
  return all.sort(({ result: a }, { result: b }) => a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex);
}
function planLoose(media, byOwner, { policy, transcript, answers, reasonToStay: reasonToStay2 }) {
  const result = asResult2(media);
  const { beside } = media;
  const reason = beside === void 0 ? reasonOfUser(result, answers, transcript, policy) : reasonToStay2(result, beside) ?? reasonOfOwner(byOwner.get(beside));
  return reason === void 0 ? planEdit(result, policy) : keep(result, reason);
}
function asResult2({ messageIndex, blockIndex, beside, media }) {
  return {
    messageIndex,
    blockIndex,
    callId: beside?.callId,
    toolName: beside?.toolName,
    turnIndex: beside?.turnIndex,
    content: { kind: "loose", media },
    errorMarker: "unknown",
    ambiguous: beside?.ambiguous ?? false,
    beside
  };
}
function reasonOfOwner(owner) {
  return owner?.reason === "error" || owner?.reason === "pinned" ? owner.reason : void 0;
}
function reasonOfUser({ messageIndex }, answers, { lastUserMessage }, policy) {
  if (answerAfter(answers, messageIndex, policy.mask.windowTurns) === void 0) return "window";
  return policy.protectOpenLoop && messageIndex >= lastUserMessage ? "open_loop" : void 0;
}
function answerAfter(answers, messageIndex, count2) {
  let [low, high] = [0, answers.length];
  while (low < high) {
    const middle = low + high >> 1;
    if ((answers[middle] ?? 0) <= messageIndex) low = middle + 1;
    else high = middle;
  }
  return answers[low + count2 - 1];
}
function planEdit(result, policy) {
  const { content } = result;
  if (sizeOf(content) < policy.mask.minChars) return keep(result, "short");
  if (!isShorterMedia("", content)) return keep(result, "not_shorter");
  const charsAfter = mediaCharsAfter("", content);
  return { result, action: "mask", reason: "window", charsBefore: 0, charsAfter, replacement: "" };
}
function keep(result, reason) {
  return { result, action: "keep", reason, charsBefore: 0, charsAfter: 0 };
}

// ts/masking/plan-results.ts
function planResults(transcript, policy, answers = []) {
  const settingsOf = policy.toolResolver();
  const ranks = policy.ranksNeeded ? rankFromNewest(transcript.results) : void 0;
  const stays = (result, owner) => reasonToStay(
    result,
    settingsOf(result.toolName),
    transcript,
    policy,
    ranks?.get(owner) ?? Number.POSITIVE_INFINITY
  );
  const plans = transcript.results.map((original) => {
    const result = policy.maskMedia ? original : withoutMedia(original);
    const settings2 = settingsOf(result.toolName);
    const reason = stays(result, original) ?? contentReason(result, settings2, policy);
    return reason === void 0 ? planEdit2(result, settings2, policy) : keepResult(result, reason);
  });
  return withLooseMedia({ transcript, policy, plans, answers, reasonToStay: stays });
}
function withoutMedia(result) {
  const { content } = result;
  if (content.kind === "response") return { ...result, content: { kind: "object", texts: content.texts } };
  const hasMedia = content.kind === "media" || content.kind === "picture";
  return hasMedia ? { ...result, content: { kind: "other" } } : result;
}
function rankFromNewest(results) {
  const counts = /* @__PURE__ */ new Map();
  const ranks = /* @__PURE__ */ new Map();
  for (const result of results.toReversed()) {
    if (result.turnIndex === void 0) continue;
    const rank = counts.get(result.toolName) ?? 0;
    ranks.set(result, rank);
    counts.set(result.toolName, rank + 1);
  }
  return ranks;
}
function reasonToStay(result, settings2, transcript, policy, rank) {
  if (result.turnIndex === void 0) return "orphan";
  if (result.ambiguous) return "duplicate_key";
  if (result.content.kind === "other") return "content";
  return placeReason(result, result.turnIndex, settings2, transcript, policy, rank);
}
function placeReason(result, turnIndex, settings2, transcript, policy, rank) {
  if (settings2.excluded) return "excluded";
  if (settings2.never) return "never";
  if (turnIndex >= transcript.toolTurnCount - settings2.windowTurns) return "window";
  if (policy.protectOpenLoop && isInOpenLoop(result, transcript)) return "open_loop";
  return settings2.keepLastK !== null && rank < settings2.keepLastK ? "keep_last_k" : void 0;
}
function isInOpenLoop(result, { lastUserMessage }) {
  return lastUserMessage >= 0 && result.messageIndex > lastUserMessage;
}
function contentReason(result, settings2, policy) {
  if (isOwn(result, settings2, policy)) return "placeholder";
  if (sizeOf(result.content) < policy.mask.minChars) return "short";
  return textsOf(result.content).some((text) => policy.pins?.test(text)) ? "pinned" : void 0;
}
function isOwn(result, settings2, policy) {
  const { content } = result;
  if (content.kind === "picture") return content.address === PICTURE;
  if (content.kind === "media" || content.kind === "response") return false;
  const texts = content.kind === "object" ? content.texts.map(withoutNotes) : textsOf(content);
  const isList = content.kind === "parts";
  if (texts.length !== 1 && !(isList && texts.some(isMediaNote))) return false;
  const { maxObservationChars } = settings2;
  const rules = {
    template: policy.template,
    maxObservationChars,
    clippedChars: clipsPlaceholder(policy.observation, maxObservationChars) ? maxObservationChars : null
  };
  let dispatched = 0;
  return texts.every((text) => {
    if (isList && isMediaNote(text)) return true;
    if (isDispatchText(text, settings2, policy)) return ++dispatched === 1;
    return isOwnText(text, ownerOf(result), rules);
  });
}
function ownerOf(result) {
  return { callId: result.callId ?? "unknown", toolName: result.toolName };
}
function planEdit2(result, settings2, policy) {
  const { content } = result;
  if (settings2.keepErrors !== false) {
    if (isClipped(result, policy.keepErrorsMaxChars)) return keepResult(result, "error");
    if (isError(result, settings2, policy)) return planError(result, policy);
  }
  const dispatched = dispatchText(content, settings2, policy);
  if (dispatched !== void 0) return planMask(result, dispatched, "dispatch") ?? keepResult(result, "not_shorter");
  const form2 = policy.formFor(result.errorMarker);
  const came = result.came ?? content;
  const placeholder = renderPlaceholder(form2, { ...ownerOf(result), messageIndex: result.messageIndex, content: came });
  const isWritten = content.kind !== "picture" && (content.kind !== "media" || content.keptPart >= 0);
  if (isWritten && placeholder.length > MAX_PLACEHOLDER_CHARS) return keepResult(result, "not_shorter");
  const text = limitObservation(placeholder, content, policy.observation, settings2.maxObservationChars);
  return planMask(result, text, "window") ?? keepResult(result, "not_shorter");
}
function isClipped({ content }, maxChars) {
  return charsOf(content) <= maxChars && textsOf(content).some(hasClipLine);
}
function isError(result, settings2, policy) {
  if (result.errorMarker === "yes") return true;
  return textsOf(result.content).some((text) => isErrorText(text, result, settings2, policy));
}
function isErrorText(text, { errorMarker }, { keepErrors: rule }, { errorPatterns }) {
  if (rule === false || errorMarker === "yes") return rule !== false;
  const judge2 = rule === "seed" ? looksLikeSeedError : looksLikeError;
  const judged = rule === "seed" || errorMarker === "unknown";
  return errorPatterns?.test(text) === true || judged && judge2(text);
}
function planError(result, policy) {
  const { content } = result;
  const [text, another] = textsOf(content);
  const limit2 = policy.keepErrorsMaxChars;
  const hasMedia = content.kind === "media" || content.kind === "response";
  if (text === void 0 || another !== void 0 || text.length <= limit2 || hasMedia) {
    return keepResult(result, "error");
  }
  const clipped = clipError(text, limit2);
  if (!isShorterText(clipped, content)) return keepResult(result, "error");
  return edit(result, "clip", "error", clipped, clipped.length);
}
function planMask(result, text, reason) {
  const { content } = result;
  switch (content.kind) {
    case "media":
      if (!isShorterMedia(text, content)) return void 0;
      return edit(result, "mask", reason, text, mediaCharsAfter(text, content));
    case "picture":
      return content.address.length > PICTURE.length ? edit(result, "mask", reason, PICTURE, 0) : void 0;
    case "response": {
      const full = withNotes(text, content.media);
      return isShorterResponse(full, content) ? edit(result, "mask", reason, full, full.length) : void 0;
    }
    case "object":
      return isShorterObject(text, content) ? edit(result, "mask", reason, text, text.length) : void 0;
    default: {
      const fillers = content.kind === "fields" ? (content.filler ?? "").repeat(content.texts.length - 1) : "";
      const length = text.length + fillers.length;
      return isShorterText(text + fillers, content) ? edit(result, "mask", reason, text, length) : void 0;
    }
  }
}
function keepResult(result, reason) {
  const chars = charsOf(result.content);
  return { result, action: "keep", reason, charsBefore: chars, charsAfter: chars };
}
function edit(result, action, reason, replacement, charsAfter) {
  return { result, action, reason, charsBefore: charsOf(result.came ?? result.content), charsAfter, replacement };
}

// ts/masking/arrive.ts
function arrive(transcript, settings2, policy) {
  const settingsOf = policy.toolResolver();
  const results = transcript.results.map((given) => {
    const result = policy.maskMedia ? given : withoutMedia(given);
    const tool = settingsOf(result.toolName);
    if (result.turnIndex === void 0 || result.ambiguous || isOwn(result, tool, policy)) return given;
    const mayLose = (text) => !tool.excluded && !tool.never && policy.pins?.test(text) !== true && !isErrorText(text, result, tool, policy);
    return shortenResult(result, settings2, mayLose) ?? given;
  });
  return { ...transcript, results, looseMedia: besides(transcript, results) };
}
function besides({ looseMedia = [], results }, arrived) {
  const now = new Map(results.map((result, index) => [result, arrived[index]]));
  return looseMedia.map((media) => media.beside === void 0 ? media : { ...media, beside: now.get(media.beside) });
}
function arrivedRequest(wire, request, { results }) {
  const plans = results.flatMap(
    (result) => result.came === void 0 ? [] : [sentSmaller(keepResult(result, "window"))]
  );
  return plans.length === 0 ? request : applyEdits(wire, request, plans);
}
function sentSmaller(plan) {
  const { came, arrivalKind, content } = plan.result;
  if (plan.action !== "keep" || came === void 0 || arrivalKind === void 0) return plan;
  return { ...plan, action: "shorten", reason: arrivalKind, charsBefore: charsOf(came), charsAfter: charsOf(content) };
}
function asItCame2(result) {
  const { came, arrivalKind: _, ...rest } = result;
  return came === void 0 ? result : { ...rest, content: came };
}
function shortenResult(result, settings2, mayLose) {
  const isFile2 = showsFileText(shownByCall(toolOf(result), argumentsOf2(result)));
  let kind;
  let most = 0;
  const shorten2 = (text) => {
    const smaller = shortenText(text, { isFile: isFile2, mayLose }, settings2);
    if (smaller === void 0) return text;
    const removed = text.length - smaller.text.length;
    if (removed > most) [kind, most] = [smaller.kind, removed];
    return smaller.text;
  };
  const content = mapTexts(result.content, shorten2);
  return kind === void 0 ? void 0 : { ...result, content, came: result.content, arrivalKind: kind };
}
var toolOf = ({ toolName = "shell" }) => wellFormed(toolName);
function argumentsOf2({ args = "" }) {
  return typeof args === "string" ? args : JSON.stringify(args);
}
function mapTexts(content, map) {
  switch (content.kind) {
    case "text":
      return { ...content, text: map(content.text) };
    case "parts":
    case "object":
    case "fields":
    case "media":
      return { ...content, texts: content.texts.map(map) };
    default:
      return content;
  }
}

// ts/estimate/byte-classes.ts
var CHARS = [
  ...[..."aoeiuystrlnmdcpbhfgw"].map((letter, at2) => [at2 + 2, letter]),
  [22, "kv"],
  [23, "jqxz"],
  [26, "AEIOU"],
  [27, "BCDFGHJKLMNPQRSTVWXYZ"],
  [28, "0"],
  [29, "123456789"],
  [30, " "],
  [31, "	"],
  [32, "\n"],
  [33, "\r"],
  [34, "_"],
  [35, "-"],
  [36, "."],
  [37, "/"],
  [38, '"'],
  [39, "'`"],
  [40, "("],
  [41, "[{"],
  [42, ")"],
  [43, "]}"],
  [44, ","],
  [45, ":;"],
  [46, "="],
  [47, "<>"],
  [48, "*#"],
  [49, "\\|"],
  [50, "!?"]
];
var OTHER_PUNCTUATION = 51;
var RANGES = [
  ...Array.from({ length: 8 }, (_, at2) => [128 + 8 * at2, 52 + at2]),
  [192, 24],
  [208, 25],
  [212, 24],
  [226, 61],
  [227, 62],
  [228, 63],
  [234, 60],
  [240, 1]
];
function makeTable() {
  const table = new Uint8Array(256);
  table.fill(OTHER_PUNCTUATION, 33, 127);
  for (const [class_, chars] of CHARS) for (const char of chars) table[char.charCodeAt(0)] = class_;
  for (const [first, class_] of RANGES) table.fill(class_, first);
  return table;
}
var CLASS_OF = makeTable();

// ts/estimate/token-beginnings.ts
var TOKEN_BEGINNINGS = {
  o200k_base: "JP0PVLTFei8KPlVvdVPdNFjdNPiC6KluGmwQTX+IBo0nU9002CB6GkSDxpzbILrRmAwaT8bsmzlT3fSHDaJp2GjQ7JNpEA16djJoPBlP5sysBtGgMblodjI7mTOz0HhyTW7mjsnk3pWZdWet+dV3dnb2+vyE7vetqud5fn+qnjK9JV2kjOdPGp9Tg47rSoiszuoCFxFBeaOL1mpJ+956heKcUYH0+S5ZdhupUolKOZH0aISHf0j5Jm9STD2s40oTKSK7d1qvlokOudCCyazcZIGsytd0mDNT2jKhGr7P5o01+I2dSKSnm9dp5jfJ7hJR8nKLqut7KfKvBu7mm6pI9KWkBR2Saa3SaT04aSQ/Fg/ydJGH6KfybC4VEOOGUy1KqpYn+oFsix2wAyXpKZLVKgmvaMj+/qWiQC/Vynu3rwZYxjx4j2T27hw1WeyeK9Vw8KFjxQ2Xb9WmM4flujbBuyhH9RynVm1FJk3e85zG88mg1M2yqqrUkDErjC2Zn7dxERiLBmj2T6j/oFWS2SfiVKQ6V5Zx2Vg/NBQvSc9S4RfjRNFzGyEdVYssWEmS0IZ3qSbHY1OcPqzkbfHApJeFHvH0VrKef6vJSvTqTcUFRVXTm7GHm28W+1bkPWY7TVRf+kcS8Tmr1fDa+3rgTH2q6IEWEaYypePqhiqR8brPjI93HJ5k/KGIteZjbY+bA0kulMyUNmIXXVW+vG0zyc+EYOLZMyu8Rjsef7sayUiWlN2akpLUUdRoFX013trj+XPxVCvFJM+bTiKBd90qvJSWMRWKXvqnnjTvRVcLC0VbFMesl5mbTZ1W6O7kU2aRaOtvR7HGqBBS5kc36StSH9RreX/7h8veujWnNnL3MzLILDGbE9LEbH+GUqkpZth2Ub9I+CVVEHKgXg8flCrCmpBIdVoStwx90kLdnFScnkvTcnShQK9r/COlgoOWB9c073qDZNNKWa4Rt7zOCh5xzO0ubX8XmBoK5JIY49kajSSSxLqocE7rtZk8HyPKxMhgOmuE2ZW2PEqcr9LuyOihmKrUk7kLS42kosxQRlryEpfpBblEN1azQwfpKscsH+3zwMeW9iwt67TlXFOGuPdqu7SxhLb2v4ZKSin8iWrqZbKLBR6jxUevahaTaSoLTIRvoxTL67lQva9YeHvW4sUHgjzRr2qx5sSx4IRgNUWfplNkMoHLHD4q2krkk/22f80IpTpVtDMe/NFYUBi7VEkQlQaGicIZL1ydjFEWUdqenSDe9BNbATZLZWkbfZpYRaZjf/x8mtHoTpB+P8b41u/go28IfFBs2k5/KJo5JQokSmKalE3H6GpMRDFvpE2ogrdsBg7+Rq3vhXKLpPG3zWOF6deKGb01FB4JDDYoOB4TJ8R7TDiPMe5+l+oPe4V8I5zKK9rL744oE7UYwqdOI6ta74cyg5yStmkS8yapT+83Wa0DN6u+eIBHuJDsakSvhbHc+dwgSSVlqMQbNPKqeFg1RSu1UNA0tE7UmvLeyhzFtwbkjbVyhSqMHUSzlsrlgtqIjweE4kgacY6FWjER8fdal1peSW75T8mllBwzpHlN3YawrkuZ0oLigjRVq91XETH4jxdPuUD/mqRW8kkyHcFknRqzBxmTUnk9Wqe+iuSpr3k6g/FSvHDIVTaHfFnOk6RbUrQmiIUat4kZIoQCxXNhyoXS9xUFzaQ9a8MTsWqZZf63zTAlmsvn7YT4nG0p86SKK0/KZE59w2gSj8EN+3O3tJayRCz1uB6i7EUjzyjWQyrJ4iOCvFm5PkzJ8JmoqblCSoYU2UrG6jleOKupKIWrulHXU4wOSoEe0SVZhfcLRoHMX2WYH9JXMY+ktW4ktDZTYt9yJuiDck5WNWMR21DEtF9P5iPshLJNJGuqmcOUDiBbrBZ3N6r09gQry2jR5TyKVKNsmGL0dn6UijyBFX8Sym1vllVYadsgnT/ihT66F/G1HUG4HQTLBaL8AtGYuJLv1juU2BXITaacIMOiZSnVEiGeWsxkcDVJiWQlLBKcWPQDxk2NrLYnO6psEa8918IuNyrINEOFKqWVYFaOHxOlb2AUbdBKWlpZIbeqyBv2KJpfJjE2fFJ+lBgz+yJtUL9s+7plqozc3UlSGhUuJbYUz20oQ+WCbvAyzXwW/JaaFK0u7ntU0QGVDSVXU2oknrlA9hSDmKr8h5ICFpkkUaUt8V0sQRGxlYjpUEPnLncZXcaWNVZmuXIfoumAoSZRvrLHqkXJikbK2OPyV9spQpuMYQxE8MO6oZ/IvDV0dzzJfBPN1jCTzYlMvG7Yoghi6U5g3cmDDYpkYqMe7T894eE9GQDAGGVpU1K0txRPNZ4SYiaOukVDhuR+cZh4B6vLC2brWDBYwq8mUixgK4Yq0eTt2jJ8xj31DG2thnaEm3b6wJabtvp5OD4boZEfqcEQUESGtcQ+yCbS/qHgu01Ov6YwKX6wB4MXK7b1BxWTBa1aaPhtzxeBMySVdsqnehL/RXsqjZA1SuhJYiu8HFGzacpU8T14I6IVkZaamaIQAUGp2LxhO6GijK9Zknmq8qxJIxXZG/eJTdRzFSGPct5BHANKCTt1EH7flOp17klBp42ANlawUMwMlhptmP+z0I3RllBVcqsaSL65dFrkrOWJokHdVgu9JIOzGE9k4ZDKrwaNW0uE//anm6eUFpJCycZ06cYnnpOSCplc+aMMaRlvfBtGzsRE4EPOxjAy+gla04wjG2i6wun4uWfqNJwJ2p5FPcvYfHdNnP6THaBoBIOvKT1vDihXIyYp2LhYD9FSmArlYH1v/p6tSDpg28JSh8VcF3VOrYTX38YI+bfoO7x0IlfuNOFqFPNTTDar3e1vW/+glJNBDKOkwd2hdP8VvL8uhWPGKBtIBHlGStST0znD78vWKSXbP1OzokqfRaTUdrShKbtN/ytBlZDsxOtYk43qderYMvwMK/zJfIwaghm7kaE7qWEYoBGi/Kgc4/KbM6pgzlAGY4CJWhr6h2KydBynHspTTdPWTPgKVpXmKyKInFNRMX414daZOppNb0QJg4bE1pwrWq6QQyjKXUwjByaSt6me+BjxGruKnBKm7bBmidMw8mSEmPGexmqXqoJqGa7nhkqmIpKPjcYpO9OnC8EIs9mnnseEkleZKjzMGomzUi4bJrml41X5HLGreomGgrKp3br71aDsw8c8WDAh1eDZAkuISp1aPcDCKsDO0wkWVrwiUKn9ZcJqQsFFcIhg0lBbFFljk14XNcrv2zfkuYznkh1YkZRC0mdcjFfyY50UK5pPiPHGfAWZNi0pn18WDZ6LNqo7FExTdLiQfZtQ/TRL0m+eZyxdJ1cA5JF7prn6fCWQyphwajQoI16RDHJqlmVCAMYyuxaWdz8t12ZZjC36GLYYYLKIR/Enkc0nRDU684io03igTnKEKd7N8PhV00iJw7dvp6HAVYf+pPV4Y6aceoiKx3pOibYstZykqK+zOZ/7lNZd/qxw5QPxvlul4bBQxQoyaYMbUgdpKfvjS4wnImd0nxWBVCqJaGNyd4Bq4a5g3BBynZpCPUxWE34UJay6jrWlJA+qUxbmJZMPU1XbMmgEqeo+/r98RFYZMTsOtmKyTVVb5CGetx+VJ/jr8d+i5yJAif9kVzRWSzJSsrQ6lKGzHmaTWSm7arSb0r+J5N7ZproUjVXDuk1ptm2zUZKJK1TQMpS3shXFodntvUYKJc2I1ze65rjvJvbmm0OidGn22qWrn1brIgtnCh8Vk6TYscYQ7Jsj5OjDZ9YFb1vgMbn3aFuwG3gBv5u89Fg++MJeLt6YP7ShoaIvCy6heiVp9xXSs5R2DxV9QPbQ8DFP+Jnk17USUYgdERa/rJsxrgNhmbihPWh0gkdnd1lww+i1GLjZZI5+G8PI/l0KlXqaUJsydErmZH+TREXL/sZKgmy9kvBqWgTYkQao7BOicMznC2clZLfLtVeAyscJwc/D+0w3zjtdji35jZfKGO8wCdkm1GtWqmOTlZUiRlfRALHlg48aBfIAn0eMqu5oLVWm2TsY58uYWiZmMbiqzddm3epK/kFmA+VKhu0MBooMCDRcM3QamG7RS6aWLCK6T3jAFph86+ZkRHjeuTVmXUsm4zrEANHXtOlbIm3NS03U40+RCMDvEm8rG+fHoAMrLWxfm5pWut4Mha4qLV3KCIsqIjNWP0fK9mx3qRS9WkPciwqnalvseaH/BSVkvkJqKqxS5wR0TuoRaQLTDSYqozwmZNkkwIvzpzHeaP0sAco4N/OQypG9RSFH+1zxJKP3yoQkacivSZNt25XZ30+k60hcasbvCJmfwQolmeQBRpLvDgxU64EkXQ0q/MJv4hlvO1swNkSqawOr4XGFX6Oc1uwXKzbTHsqYwUyOxF9T/UmaLs4aoqx0a9IWsry9Sn+XqIRDb9gRJOt64N1nIlzKKkUX2ZaL9aJZxiDx2Jn+n9fsV9wIvVrVXtFLsyQTASk6jKZ8cL+AH8LTA1cMfEtHb9q04UWV6xXLJ0IFJdI5AccUmxSRRo8xJq/WswvalJDTHdlJSfrNWixZpvnCDYeldNJWaHvmG0w+DVZktRQ9fKGrHMJjz6b4rChUG/ZnK6lU8KP3WO+w2RJdVWTMlI7SkCIxj6SoS0t5XU5/HBuxE5JS3TVfyt1kl/2dQusmcGHmvwVM/bjB/lQuXP56NNci1Jh8ooZ0duNNOp21DUGrFFWT+9qPiuhRu5QsA9RD41KDAI4dq0buBMieCIgRI04MwMeko+2WWxakQqysbE2ElKIn9rsQmaAKYROeeqvwnP00g7oHVUD1JmOxVp8Rn55v3fh7m/ylCuflynuaOoEP6TVkzOvcBxeNNo3esl5u4X18PtpNPPoXaTD65ImxRfpTASJx4DcGKFiLCfpigcSGsgPeruE3PCFDJsyz1ahfjJNdYzzng7lLpstW8Y4y0gSnSM+G4fPCDFOzjshgo1j1LU7BoSTNeWahsJa7OluoAncETihg0pX9L6c2lhyZ5x4GkN0X/OZrZM86ysSOLX1vgmqXMSuaeHAdpi9NS1hieZAI1Ucs1SSmqLVIc/h0Q4UjP/CjCGLmM/VvMGVhGqN9DpTjNxyOpogKbag3Ymy6oC8QnrKnYztrBCB6Jm+rlfpBPOqDqfvJJf+2bEJMybPkL0tQ9opZtMA8eM9jj1ufm9dKxOMF/S20hbgRzYI4Vc0iG0F5QwixbQ1WHUlIEc9koHgEV56zfPg2NhimydVmUfVgyuPdSm9T/oE7lTHvkG7kkiAjZfGUX6JYPR09p1guMz3oR2WIPkgCYPJpTluvN4C3LsjUhXeQBQQh+iJQBtirlhvp97kWwIw6vVOESkZcqxhxhGJdgKoga5BOUCLc/Ani8KU245IBsZNM5FSlNXAP0SVAAfQnAk+N5gp13exqVs9i8YRoBZO4dfXAHw+SSt3xtFZBTJN6nm0b4T7E8EiMz1roMbRbUPwmQSctiZsAOet99D5nan9AVaq/lr3eFi0VbdpSHPNk6XibxC4KZdmMZJ5nBV+mkglSWw1eB1pOhRu2d6Mg4uWAZ1+UXLftoWhUvk8ZjIS1DMF7CkDjMDdoIKMrxehl138vyoDhMdaQ63o+ysoE9anJfWn1NydfBAwmRsfSM1QGnagY85UBBIz9Rr5kZXUVFOjI41q3Ao7V5B5WoEr0XFSLzSTFSi1gO9nn/GCazwYu09BKEGkRqhYKhzZIqyYlQI1lOBYxIG/pUsEKCxIM+N6RkE9QSEKSjLOyB5xv/qpBEpFk+xkbQ8DUs1XSwWagIhyMlPxMZciEKGNRyndEkJqOJ3lVxZA7kzwl1pQdp+28PrgtWWXZP75H3tlMxFmDp4zFwlPKlBiVAyh2083KWN5i1SRUQRXMcLSkNYqKeUUl6uHj4Nr3xasxXqLs2pqx31eR4TptnTVBbXqlA14ugXOWGcyrOv7JNkm8Uu4IQUjktIy/kKnIvVRfSVfw43UPOaeVnydVDItBeI5y2M36b+bKwsbkQyVrriCs7n/4HCmtMd/Rs9j/frTrx3PiJSy5xhWMyLMUGsg2wNZT1KafOXGcEJ/wu5ZVg25+PiCzKsVzvbnI6kb2ieYP5IR4sCmynL5IFaMQYXU4rl9/MV67Nc7aeGtJ8f2qEe26xnULqb/mtWo+G6qIiAqUYyKBrOsrIReDU4bCVyBbJlDUMuNP58qs4UBfAoB8SGcEvWVFtPcIGK+0XL5k0SwEyIcCTGkFbFiCuiqtFb3Q0q7P2JSb9Kvl6puGgmoZFec+1KpoZ8D+Ib0021BlX9UQNMvBs0K5+3l2fTaP2bG0Eqe+Eqno5bP93UAr3TEN/vCTjBxllIWm6EPXSSV0XQeNWBreGxsRw1mrWHQhqqiLqwyWufqFVSA6/siRfyRsG/mvRZhoxvW4I6JXfpjZFj85JubqP/1SHppVkIUkZYWPWpOU6QsIBtWbS4a/HQhOlqsbHvVH8hOgPnKGr9SsEj6rqtvfM7ocBQqBZCEhEsXTsqEjj9dWt2qVoZFHIBhDoQs7oQMSiSxdBHk2s8OWIyU+HsUiOQdzUbpp6CueyRWJxfagvQG9/YGyxtPdCTbLpSqfSbGx045VVxyJUDer/Bjr74QSedOo3tbgVYznRoBzXvvD1W+6rVrlHo2mdqAq2BTV/oPIpbfXyqmJZoV4I13Ao3iNAEpNHzAeHlk+NCJ7TCGuoJbINwq65CXHIA6MoT5Va3pXs+BU3QTTpjZR8HVbzNihfTCaM1fEQdLbmfdzq+lsIyOq1j6xySEw5c14BgKqT4JlLP+isfxzWKEP0c8X9iO24iFMYkprjEe6S/gVq9QglZBlORcI5cIW3puCuSR//IQKyzTyVVbkNkWNiZSOREg1qNWPiFxgkCqUY/ifQVOxkuQZZsUCW6+bJXrVvtoPxfNQ9Y1aWTIyog9jIF0nMfFAlpzq+sBmyJ5wqX9XFVGdRGCfLIhvMI48qctUhLHCuDZPrUOii/E4crfFr8GxuAsZT1fMncAMkiegYEqXWKvIAniuGhgnlKfyDVNkS0PUkFfeB+S6q+CU4cjVjBg5LFKHzMTpXVOfq5FO89+mm0uai+7b037jQRPW5+ZA9NIceQOsUA9BsoQCHDeVRiDSjPbm2DdDSPmV0EaUh1H4UTcQQ29rnaNUKNYQaUEZVSruJGgymX2rB0v/JZLhV0RXazSpelFFHgBCmEN+ZcsU3J1G+n67UZRfkk3YuaEwYvrZLW/hS+pXYq38gwEr/IlUy3gqeRvRUgffIltT10ESEblkZPsffwBNkabIZeFHH6aezTDyn6nzkJ7JZfqKkRSlIQifvoXiAw0cOFcTUG3SYRK6GIk+bCmR9VAQP60Xy9wAD9legfGu2ILIejxmeUoOxoAijM0MvYMlnN86lvN9efUJVSvSB8n8fjQHVdBEGxGDoBqRIS2zLbYu9afatFeun2noeLmtmhK2jO+sQzP+gOwOWKYTMyqV5gJSU20NJTIZRdzTdelEF5RUupqc9Tswqt6nlT8g6EUvA/jpzqpfiPyQ+olfZcHPls2+dwc5+RzkArViEx/YR+nrjEpJ/SbWXPD5dnylDeWLWzYqhG13KwSy1RKUIPgl46mNCv5xO9N5YB3mPtY7Sh2rj0C8a/U1FIs1kH2WNrfTmmfEM9RTMbUSAG2sn8Ossdl2oUllFX2o6vVgsUFRT9uq/aNleoYKvg1ujhjqSdL1LCJ3jGfF964vMJaCFPgiO5H7B9k32L13Ie5yZYpVbNMpZz5dZUaGI4uZaMy8oaNlNyCNgk72xOeL54q+AKvZxtvPFCDpgCv0T9By8/iuvxFegRYjp5fUdeJ/QtEOJD8VTS3yBkMl7oKJReOUrpgvRnyhTukXGFY3vKQAOOXuR0n60oMPkAglMTafjE2jhOdXUciZBl6AkckLP+S16B+AaWMy8L/NAouLxkJTJ6oFs7XHZCY5FTaI1cRAfIanqVq77zbEJxsqZWgHsAzKR/GEz8iiUK3TSuqdngRYsi9vR9wyjXWns0C7/WHJGqWrDbhPt0Ozq6dgPJibCJJHXVq2CIkSKb3sxHn2806xoaIMPbRAOVTAf5WPlKiR4HDJgC3JW19z9ePzainXNgTYxTxazZH22CjRE/I+U8mmMOdBikda1rA2PvpZuXZ7fc8L2l5UniRcV3hlpFfwXBG8MLS98OtISrZKL1UxUwEuCz+G/Of0BcodA61usjLXwUahbuutlD6dxZrQNR/rIhD6iaxalxhsBcaKe/YQ3s/S7vkhfr8w/i9gzIhNWEpbbznqGQ3WRr7Fy5qQ2bKN0JA5mLNXrDoGtuKxIPchZBfzg3GK3yILzSFImSOhfQEtIv6rY/ZE7/YAB4tAFRoiR8oegHqT7bHSZOYkTSlqbVJThejzFUSSOv6ICRO64tMvYxyBRigU+tEoZDObr838gaSkTqrydUokyb2mL+B4pm7VxY75XTDrq4NVJ53CmDasoAe8nlwQ8ZufnnyVWICuqtFZmVJBzKtoaptne3XMVCJfZi+XuH88RF8n4cqFIMnrd+FYq7fDn636PJdnwBthZuLtdR4D3LO87Qo068KV6pVAFWuqS3TD+dVSQsRuCvnHJmXrkwO1JlzJRnPa2h2TYx+ZlroTT5B4m0Q/ZCO6ZS+eKmq3ZFAIFooicm3eA/Q8izl4SEkU4Bc1fckbcZJlAO8TCukgmVi6DoTcEvBQt1urot7utZ2ptSZl2oAVZb7ahNPX/CEVoAh1/g/lhCihMgxRLGm7qi1KKMqlw2JvCZMwfrjyg6r6q0+QlsYBCyGD06PAXVIGhusWfm+8lpPNq0bJqfrlF07bzUxXPCVN8tC5h4K+UhMkf4+6yhFnwCh5nQjRwJh+p2hrz6XiolRnEBkZ/QzL9bAwtSFHQ3KYvbcGcof/hOiRWtg8vzYoqK6rub+YV+DK0A9QB8iHSUkf5O6IKZtPbIfpxzfjc3JR0PB8iOL3O8NRP0o3cDIQuVBnOmkLYoCJgZj8eGBnulkTst14YWHvhBFXqMM0Cs8XahBH6CyYBdVVWxRuSQ1yoBseqBXgDF6geCbgZD7IWLRIlZ5CiZ4V6yaN+D5WKQwbJsmm6j5deTr+6QyFEcI/wbdTx3t0yE1gyOVtMzHECtnz00xenQLVI7A6G8ZErjd0vS6K8xq9lPv9B+tX+33VPJwz6yAB3RnKhlrDk4hqIMwBEYSiKZ9U2yMIFp0qxenvVLD9HnmUom765/f+NV2BtDdusXo/gaWWbCYoe0xRPZugWHvK/l4kkf3z5uBWkT4OOy4JRpcrDLSbd6ppYFYeeQFS88sx07pQgEptAh8CAWh4DluM/hk0qb21+dZpRGbVFi9W1GNheMA2CFYG+B5P9fNGVcEbkiZYf6Ljxg/wsOHA6/KdSFeBZBrrkMoRuigOyXBRw1EIpl6lt9K6VMNjF5DrvWT4oRmGBAYL9xxSZyYLnDTt0dwKSKY8OXnVVi7uDnDNTanvUlQbf/QfsODpkWgY5ViAuBJYUvI/tD2MKd79E2g3Par4gzPq13qGtn+JHUgEHxbXgkkkTj5vC6KI8h5ooygqPaFT9bKwJl8NzoVEAkx4/QAeV1v5cWtHKVcJSOcwBZSXZ02udEnMQ4hX9GIqXqXELRWNMhxoqLo+Ahn4saJhkpniSsyjZcOKjagV6/Kxkjo412YfGhCtYDyVtQfcHq6NjD5Or4aN9KKUSdvKehBKpvR4ks6e0ElgRBT2MFI0cnHoHPHt03Mi+FTeKQtg1DtAHDGGV4c4XaHdMKwjbjYG30sMYFp9ewS9kSbCkfHViZdpu74pRG5dVZA7XOEZdNqEjASKCI4xJ8pDkwC81r1Nof9e6XQGjHICc6Io4rhXFm531E5laJQE3l+bGKTQevKL0qHvzILjp3uKPwfTNQuzGNJVcRlhMLT/YI6mv+Gr9B4CEY5GbTF9Xy2i6XtsE8VCPywcSGtOyXg5VgH8YdTvH8G/kSzaRiqdMn8n23ar2qkdKg5RheS52eDFZINQ9yXdX9pLh874EUUlTKDxdI0nTao1njpb1yx88T2+bix9yT5FoXLpnyFnjMI4egLjNlLoMyluUTCcnPH8sT0zK6xivV1VYxZ/5U/LW+O3Qy8p9CYZABdwu8Skn62V7objN/kwxQKiNvwujeaWqwWK6OHHXstDwz6watpQJhG/hW5moClAL6m/vJFUyE9yfnpDSsB7lREV9umQYnkqpTsjLAvZoP4dAASpkUIYWJdXzNlSaLj9ezWKnyg60Of4JAhoakakvxuipnk+/KI1jZg8YgYreCZWZzy0RTwBeylFhU6tCtEYAj/1Ta0h87y0RqYKpGVTfC9zG5XM4enN1kV5qJer+rPUfpwu/fx0I7CX4WId1pz27I2mqU4A57J5oFCZM2ypZExKfgOXJ10pHnbvIjy9sZVKrgx7IrMhEFy2GhdFmgFzJeop0ouRIOmOtAeik54o+cp+mM3/cC7sy9HqTAtkIB4JLPEUvQYAJmnnoKJzk1QJ3lQuJfT/BUuQ5qPX/e8N5TxPZFGj4I7rB56m3NPI94lqVHXxF2KAsZaWc4MgnPSgk/kDHRTPeSogCiob8QM6w3Tbf6sz/zdgrUj+xW3b+zRZJDAvDVRPd4Em+ZMAKkNxLHrnn7LGEB75STZdaSYYLDnyILPl9a12PNWGwR3Ul6Hup6EkDsbDH1x+ntWnkWg3+B1MRPU1UtPTVRFGtFPtCKt0dZP+0KRv/woLIJmWb1nteJx92isVZ3t1yddMlMvdmxBaqq/6g1749plB/BKYJVjzZyUv+2xQaQzLGVZ5qOJYIkgmJnSBdvpgtWndCLwAwToc3AjzrfyfcQk1hoIbzOoa0w/5ucsk8y6OBfgEbcNUKKxBuK9vQBGrJihQmwMVBTf65OtUPLigqHKxA5KLZPKXCqlL1pFq6Uj9sKGfU8FyW1Q9aq/0PmWQ2gvwTyQmvgpCDa3ovhDKTgXaC6ZE5KVIjvc0S0lXR1ZkjlpiIZghtc4vnweiQJCJdOwFKirx29lIUYOpymRDjqdm7HwIeokKnWSyuYJKyMAkD0aS7A5oOppHIfqJRp5g64nsdRBrpjT7QOtK5jHZEVWuNqer5+wpFu47pDdZF0KkuzpM4jP1Ao+YAQhKMJaElkmoDcmso/DA3uIzEbtL1IJhSb+BPE7PWWfEhuh+RCF9VDoD+eNKXc40Q0JoHj5mz+ZPO20TvpcqBrfx5oJkbkO3CbPEI6u8kq2lC/8FyxnFofhn8A9cntEfA6LX83u1IgQqoENgllSjGFLsfwWAUu3vko9nw41sRjzqIXNo7Tf9J5IAkAVj7AvNCIZ/1vIqL4LREE/63CZljFKdYdMlVpKe00BYVbj1fi8bu/gLyrDXvA6nOUZZ91gBAirM9AFUSlvah12hBW/EOofCslzQUEVg/ZzuORcRhgKBxV+yGgU/jaabeVSCVZJvtrM47+0vpuCMLaUgo135NT8GgztlTBW0gW2HdtlEWqavsNMSgzyoIvGzWz9jPhCWhZc2EY7nRqgHS6JcOxFwmRLORqa2ZiKWSZnvEX/DNCDslpy6Epe5j7Gyf2tQDnme5dIT3x6V5YewcEGOFvU/5mEt2DgqcxoOna5E6gGwbZsHCM4JCzsdsu4b3VUZKpp8J2C+p29HPW3SPLIWiV5h+A+ewIMn6Xd1zSZnUv+fahx1UdgarIEfy3Bz8Jb2BhUDIluxWWHSBioEFalqEzGyx615qVJV+PBUtux7o6AhPHnKJaQVWPYJfge4jq4eVCMERVl6dVIoM9qGIEtkOXAA+7FpLeTpKJ6gjgNFeXjfdqoZgN/TOItUoFvoJBz7dToPbrVHKDSya5ms403VN7obZJHKDwkYsuXKOMjaVrm5Yi3yS1sqH0qCx/Z7Xq4W3/k/6W+h4OhfceuW2HxETs3vyKawdliAHUZlTyJEM3SlEaJUVA+NuQ2aEpL49sF6qJhBLMBBTN6OwlkALo2XKxWWHU5quk8Uf+1GckS1xEDRENhQJKu1LqbalcfiK9Goi/fnN1FKzdfA29TGw3yeO2AkFJQWf5cn7JK6w57Hfz8kqFz0GcOSLUIQ3uquXT4wBMC+KxQM+fCrcC46NsQDdRvNimIRakBS9Ph4gTeyzDk9ehBc7X91QX/j4Xmq1quZDQT4a8hdgkaCmr82GSILvj0Tzgy1/rtvm98j1Q4TykiMRyDeQtnCLP/C+fETYwDPFukj5T85qXkhi7hCfS/lGlOA4TdlfGpE5oKsxDcrn4PtRSkpN/iu9yWK6cP6futBLPiEdAXfBmnMM/fH+Nj1CSNpXIgdUs0/Ayk7M5tmOVk22QSKLuUfAZbLsEs8XmbDywLVID//BFUqdNGHiAbar02oanbwKVVSNxUi1HVL5CPO+9KoOklqG2Qaco4pmSitkZjFoiU9qdMiOqFg76SSHvge/yKGZBzNNRya/efat/BI6KIJcAXvnGxjwsDSAa6pXZU0q5w6Be5uSldt7AHDF7I8+t/ZXlOJWS+AT5epQrsTneCf94EFRlFK/pEuoaLKA9N/yqP8n5nb0LiFNWPT4TiQnd+M1HImkBV6JBHyFC+v1Yed9/4WPDTdyMN2UG630wCqVjQc66wy3cAvud2oPCroUzIR2oQqNv9ChMFupk+kZsADFMzD0CwZp6ThaUyciUQ6ZYWadPSkbOP+D8f+iDREpzJj4nYlYkW8GkrKtjG1oHlkJpZHHlRwP1APoSk9h/krhe+5pmb/Lw7zMx54J0ql0ZSqMPdjFIZ6WuhTV9Xs9yKAnDVowEZNmfieoA5HiEheocVdx2UXqnnNdCGam9Rs+jMPctIBXiLhN0by3OwE6cdUExW2/jLGsbRiLBjvTcidAci39bH/LEKG4acxUILPFhFusHDiB6SvevpS5imsRE5mk3ANj1LWRDvKD7VTKzNuJ07vV78xzyS/NPT0d2ADcVovbyRMTSxqpEYs81ABSguMw1x2X6Si3utD9+tK/ByF4O3TmIFAEQ7BbEjkaQmKchADiVpngGjrlDk2mEfILjuPyhRdCsu+XoqkRDp/EaClP7LS9ndDxKcM4LYMhYCNipaVnM+QY8xmiRexyquU7jk2JyuyVoJde58WLUlp7oY1rk+G7DvWK6q/QayutjtfH5ZAzs8GzNCOb46fyUSMz7cGREthkrdxgVWYlNG/lNojA1FmC1mlVKZRZFsrHt8A3ivA7sspKqm9KaD8+UKpqTINhg8/lci70AYyVDu2MviS201tywpfJ7x0UetY0O2nn1usZgHFc89ACk3pZxTL+2lnEBN1cCCYBocu0AzMTZTouIZVkUpTpVMXSARLpyjKEZkSiz9WjU8AcCeQ5CwNDi3BjpEMlWgOkO1ZVE6B7NUAuWHVJgbchGrlhw3j4bL074xp5zdRugFdg3kmmgVc/k7/p4fly8j3/2CeVzzWAI+DFGZOYYFWAhla5P/PnIiE74KQyfXmNeICkQh8rvNFijZnCmBCJ2lixeTQ/yYHTlU7Fupmxn62X0BZSdVUgtKIqkxAxnomQxlkgMzRYTwQDZFpTxv4yMj9WQyaq8tEm4eIrhhPSsQvxtGjj/NsxhaKN1hzJGkmtQ/axwKJW+PDsVzShnwLfbOEfNFQvJiWyWAX2bGoF2/wAIZuqPAC5mxYrlVUXBt4i2m3P9ScRODeJ6NJzI7fa1gpXrFJt51WJWqshGKw43+l0v9r+wbJYj6xOI2VjxTPxbkeN8kAyCiSiVIjSuSZ6Kf01R7xQiBRFvoHeZFkTuNXTlUBikvzMSB5czvnOV1m+Xtk+nFT7yoTG4cHdEMZ6bVQuR7af/I/SxXS0xNZ1ue2UP4VfZVsUhpuRyY3lvktdpPuhnvmh0yGjqWYb2YOaa/BRqhv+WvLv3ulcRgZE9nsoE6DKGNmkB+G2RrYIRw+iu21hfBH4Pg4Xw9nhULCyzmhPvzfCAdscnQAmaCeyYdpcQDEvfWda7v7j9tblsfhM7e5qf6u4SoN0DrEQgmUkJbOzhYmdxm8Yh6U9JbeDa63dqDi3vUFsn1z4lWgHQMy3BQUPANkLkUij5zQobE9IapfR4ABRn829v+FVgDdmp5R4iKukHh9JSlzshH5ZRScZEn2TwHjPgdGWrnvF1OAkSsqb2sTC0U8TCDkqr4PSWcBalmOq50savMuxYfdyRXAmfig276ps3uorAEokawSdKJU1SzTAQUWkEzjRrYDPKm4MSYXVaNUZ/L1dqPKFCpjBRaRiz/7pqZ8Ngnkrx5o8Cv8r/sGTcb4TzlDhJKjt9qv8wuN8e0cVoPMvKrj+w9g4ULJKLe5vMb34dXxFiT9SSUsv5PU+/MBkyeWzhTqA4gSQaE+t5vznnqhWqQ5VU6qoS/GIQzYIxTRTfGiwOifSDP4XI5CScNUsI9G+Hkg1wTDQ77g6uypSzIJ/DGDB2qYKRq9FOWv4ao17mlAWXidH0eCvROU403j9G2nrbzTSOwDZOhZYWUj9GMENMAmZb8Jd5YZBBf4xxVTJlgjvVGm8elstVaUJRTHdEHYldLNTiSNi34Rhvevxg62GzLaM11ZpBbkHFT0YqXsb4hUMytTkIvvxipZwcqxnW5XKQxGKPWiD+plrpi86vZL6LBWy2A4tAI/1mIBUchfajwnu2Rkx4aFTGkI87Ae6ot4kiDyfF4tJKNir7B6Lop/iYITruVZoUEiwuY6VCF86vMGFcIR+vCcE0SaIIMplLkCjRWLZq67maPBswAkvGTkypy+XadiV+JQp3RIYrkmthKU+HiOZajcIX4CoTsUDjnwnh0F3pnl+utGBWu87+osoidLTYnMNfKbNx5RvqJjg2v696nEEU8Uiqu6qy72TUqwOk9UJvTjRfP9KDnKzS+fvNF+KTbn1pgur9RbKNlJE1jlIsPMNIkZDgigGd5I5X86k0Z8sstfAb4Qy4Y/xQO/qS1AUIoCgcp2UD5/vTMZE3FPlNLifRtMl20uFaJQNvWDJB3xfDnM9A1YqnPX1KOoedu50IV9h10g74D9jyawPvN5qt9LZt8vbF7/Ikp7NJ8uCrF3NV1jRSWROGbJxVl2fUDIRvIHyMgprpAyZbypOrtM2tqNeoLZBT2Er1qDLb/bDtYSTHy4CAYco1KB/GRIZYtWwRbVYrxSeDRByxWolrYJuva52yJLHU81jhquhNGrvJZWWSrm3k/25WxzPJTRFSV6sNzB6xs+NBHl06v5s9nxOXssvibxzm8DB9ybsyaX2vxvy3s/uq7AyiwCS/u4Er22Va44KqC8Co36YiyqI2clBfID84y+FLG7p3hJQCluUlb9m7tIFVt7LXleEDb9HQ/xZoWFaAni+XykYTc3PVT4pOqqaRdv2Q5rQ4sQValX2w9JdTbuKLu9ZDD0eeydmynbS6WpAm0yG5teHa/8vO6OPMSj7RuUmfyqTU+L9nw/qF9KUnAimYHQSFdRQSt6h75sMuh6lDdrqaUzyNbl8Tlgm0weub0VqqipJzP0m7qSv+7PAhK6VI5DntnfpgsqeY85eDTqqaK/UoLoL3x5lDGlRtVkexc3KKATfMernMEKvfFQ0mrUP3u/U4YqbveJNQFRzdZjLDc3K+kBFMv+7Xmsk7CVSwiRCMo8qkpGPZZKZzjk7PYrzG0ds3Lb2ZkoDYURGR8gPlTDJMpUYJuqjKofIeLr+S9uI11H6f5adMS4mIKjBY2nfrkkEC6QI85iWbvKA6mSoIhhLLSfqtOTJoiZtikmjZQJGQ1MABhAKRGLvyz0qdu6LYRglXAuRKwVijfwFUBtp6aafzYtlyyAPvB7nBrR29+CopF99/+eJAgaU3jUMSNU+KbMilQFs67yLclccPbhd5o2sPcz5EUwaNOm1qCNaZGfZyHBlqnGmrv7t4l8lE0wlL3uBr3lPE4Vj48Ec9lg2j4oru0xXNE10RgATqfHsgyjkMglVQICTW5POzVMLDfu8IowpsqZxN/RjNGD8Xq8S/Y/nSOeS8QhbEsYPW+pDrfbydhiWC9Jd+z0/vFGVpWhgbUJkSqAEIhfkLdaRENIvMUjPY/BjQ/qZQeFwdNBy0GjI7AVid/jjp4cX9B4noK7A/VtQRdhyh9kaFJDqR3wYqFFZ8fKiNG7AnJeUzV1pga3F/QYj39xCBumtTkJy47xDIr4VVa8KNAKgaxsQ65ELqKnPoOveyqpwtI339/La0lKEwqvjcUyvA1pH497FDzRzdWoLDrfJ/JBG1ABbyi5Ut5V0PsX/bKAoFsahvgPMQbF0F+XppPb7l4qHIjnw6/rRV2mHyg4/GqFixH4f56jYw/CPI9wPaueN7SunaPMVENyaIru5GJSzB9RIvzM3hWMVynZfZJJZcRRTM6VkBFqBQlVrJuCM1OGABMzbyW6ozcvUeXGy0vmwA+ZHcZZNjETz7rTm+DVHBzCUrahTbbvZIACP6Tlh5rcTIUa9fmmM+776IYLp8NpWcQHKO9fLjs+12qvMUcopa0U1Ot1YYs8mgHog9UNYZJni+6sVycvNMGNM1T5Cg8vgYFCoQxX8/jb1xDfAePrqYB5LyB6M00GFuyr9rKxH5AnZClqar+rPLscY+M+kP7DoiHLY/9m8XakuiDUL5DfGH7OOjYQtodU1Jzv6FQlAgJFoRKrsZDctlwN1BKva3l+kN0tqkFxj63UT5cL+fYsowX8ettSXbbk6cc8lJK3IWrBfZWuUjy/BxTrzghYHlqH1Dt5D0VaVublLudLDbGZCdtfyiAGcz6dugNBkMLbwKTUeo7+BhCN0WWWvM/Lh6fq6Bjcj/Fy0Skl23q8bkUujLi3ZLr0Ab+ahLZR/ZCtH69Sc4jk1SVGf4N4t6izXAu1jxmTVYhlWJKCmTbQeh3ejLpN5FnoMXCrfgQ+lI7XhrE8gwVJr5PbULFdXmwys2+o4MmNfDiaED+A15PWSbaQhO52Q9aFNdLIiNvP+shRB544Nm9yph1cl5r5fXmxbisyJoH2qy/L+8Ud/JOQkMGgKF1VlBDRnPYBPtMmTPKNV5opCKAGBR+CSnih+CfAbCLfy6CqLiwGUjQf/vDS0+DB5O3BwE+Xy6IUCmp3UvLwNylh4xnLom6DbDkA1yPOTaNZKigBaRROmJYDNRShSByLHKC/+SHRjwoBdi9riAKTW5oHwztBX5Z3+d5EkpcrGlpEdfciprOFcfY0VUq8WSC2++RVUYOSHn5ww9CMteLvsYYQLmbWynBjd7PAzV/DEPJL/xQd0HT2D2VLDadEBNZtarAQ3vS5wo9nZqwf5HqR1O7UdRtUxUSXpwrWMj1daU8fRU/NRMZA/om/79dUPFAiWLafvP35uAHTLL1O9OmJLKXpJWP5kxzJdq7kIW10z3GVLoIhBrRxcozbFgTyDk8+blsnIOBBrwuhggMix54bIDo2iaxtNuEQ3AkDDKj/jeiyZK+A9rgtcdWzpyt12SxqE1loVCsqZV9j+R6u57CyZfLeWsBkl3rxwMeiwcozGzGpWMjnPHL7k7ogCMmY9j+tg+fruaa4tRQqLNn8xw94bpcY9PkuyJI/fIiqlZW+UoKaWwrGf4sYi87eC9U63xE5p3MQa0IQUzW3UI/ICOdPRMumzWrkwyLlAkFexIuHEAkz5XOIoVy1sHDgeqNDGhOaqES7mLyxRjGHlgTj916lytJimV/k7j4o1qI1zn3Dr7DNoEjv6BhE963GGrWXBlooml+NlUk3y00yvhyPJ6V4SdakmH5BF0OpQtXIvUquAgV5D4JxTU7RRSNYSeGZ0nSuaoHCkSWw53AYPuHkFtWUihZV1/OeuBGA0u12/iulAV3VmLSMLQQBXZn0zHihSiVYjIab4oIcl77MTDXg04wjHCZokK46XcrQS5qd2tgvnytEehb6SnTTG7dp6Hl+aszL6wUZLnsgaEQbERGbg3sGn0I1c+Jpqs3YjVDNe3akE9p6E74OVMpQdLnmdqDmInS8P8r2Qm7Hux4cBZ4B3iD6U7jFN9y8JFpr8u8dlfMKtVyi6NUuaul8OAYbMvg5Y6vPQkWiEctehcLDf/3e+qU3zM35NjUB/n3JNxU46QI+UMpWCm/C1tl3fsQsJtJPpkbdeUnT5LZY1gsiEmvYs8FugJIEXBQURvCrKLKTaCbzHwWCEZSOP+lB2cbars5o8TWDADOQxIriMg4u9kgnz+zSj/28lqrIvjF+lXfSPQO8l+R+TCbbbPAU5ClSJBX4DhWnCXy+r8qyi1MgjRxUmSqoa/olT11KJ97EPgDTucgXYCx5x7aBFBJtemW3nRI6X6zxYT19QyGd1omKqrb3YKHdy+IyHGCNwddLPJfKpsy1LfbW5JVnuOW5Wprmrz4JVZNROoNHBPWSZsq6PDy5HJP7bKBhLWeR07Su2nqRDa42KOGO7uBXUN2hKvtwazkUj/rn81UOrCfuH6EmiW3YXENz9Ku2fqNKxaWOdsnnPFSlmtvZplQ5WJ3lySsUGbJVrT6awZSLQ6beQtaMByCkFHb3E7zGyymapl0WRUV4Qshsd5oNptzpdpoapyPU9aWvoO5QLgqHpmTxwV2mrl4ugHxDGInZGc0qHL5fFOZIdM1RVD5E++4lG7dHK9WwSKHekwFk+5Ty308I1lRSlXOpV3kAS6sm06eoavV9SLkS+H1S8uUO+KcBX8ZMoi/dWgtR4zFRkBeAMAn4ADXUjFTj2URt/rZymteFmcU8dYcWrsgR8NlGU8+30HWIEtWINIG/VXEwm4nnqfERk6yTFjrtLcHHONPZBkQL9o47yB1PJOShKQ8+4k5Q64zhg6YVq6SekY83lvyhdX1ZYng2zFZpaZOataVGEBm6wZWOZGt98bQJqpwmlb4hGtY33Tg/1LCUiQ1lcvbHPFDY4pG510y+nqLeQA3qJ5QhCbAo3+ymRriyBdKfmZeydom8a6a4zhT9UTtzVBChkLii4M7Lmuleivvv6lHwCSxgseZH+IcJThksnwJP0P7P2jK1y67EDfB98FTCrKew5mzusVPWV9LqBTK3COCzkNn+ZzPAo5CRmuZgvJX+SaSZcXqGoXy/HvUCtbL414cq/Upf0nwq3+Y8CicN1X8/B+jhDWJEA50WqKzjS3xRsLnq29jLRi6wBH1r4rmQVmVoRzag/MiB4AXoTKptbeos3huKbRHtPamycIBQwGVee4knwozE0bwHlGNThToUBhnwIm1KVdJ0JIUEmg5025UJkCQd0KE9J+ewngiS5p+xtsBlnr4WwSRrrttonvyEhYq6xW9EukdCZIMqWwrskjgHZHIkZ5Ni0Sg/DYrJ71i+1uDl2wGmui0SbtDRHQ3qCjqwDtXUpyy++TGobo6PVPXqEiCjKUPQP5e5xbfVsbIjpC5TebVm7K0Czu0++3NaQ4QkU6mDfw2XnxZLmQyXldgm8VTN7S8SoRhdIfqjUZIht0s5yOSlUt3TFGs1ARNwFidltZ+ebszxfCqN7BvvL+6T/koCzDwIR4qFouNVlHKSAehATWrAh0QRKhFfPX4gJ9nDZOtcZA3PyHPKcLjCaxW4vrGszu+WKLkbEkkPopL4g19LaDlZJ296Ltc60S9kAo4AnI1ssBGUsepbpgoCyKZK29lBmYn1ph3LctsZ80PnJJo8vQEhIh3MR3W6ussplpArtCGLwj91pKTdjNPmjzDc3bc1AFukWosFPqVaikLpp85NEtP8nGETlA2omW563RaTJl7Sk8APlPcVJM64/zzAWhE2sK6K1QRNdQEZUSkR62Gpvv14TnRYStmnuk2jtpYobuTTHbGjFbeRUAVMMT+Rn6Uk/3K3IpnXRFF4iOsSpOGbeqU8/0GTUy8bqrCMvTnTrCyNA1thUmUT/qqJJ7uMYzRvGMEebH1SqLfg4jQUa0DFseKDesBWav4e+TC2xpoNNmSgVUKe5566z2nxjYnX3vHKYJXLwb3qvmtnALUiwSZOGxTw4BBA3gxyN/6p/nTK0Basj4XqHH9cPvhlr2Sq8nH30wKTgKp2ac47YfdWeP71q0Uq1UAddyg2XDJ80gnrQOq6kHUHBSMJL7DNvCVAgBrL5C/ELcGPgpQYtC2iE9G8zLRVAdiK5OAWOGOVrtuvscQvJY/+lZyy8xbuznBijMo/JecCNSCJYhGKNVPQfga80eQ/iqKx06iE8OcwHx/S2sK1jY9I/naRv1xPFWSnNbGfuINvhqHaLjPFMzChC0IHSW+9hzdeADqIK80yiQmZYgYOgtZXkxkNrJZBrhDk9hOyBbxSAJbrQ2WNRcBUtDLD9VgUbulmLpI4RG1c0k8zlUuF6QqH2bNNSbUAgzjqNqLqB1gu2IzlXX+B8apIBzg9gjf4wVlsK7Tl+iPYU7e7vwyLgWDsQZs1rE5ft7UHmpLVSgtJ27+Wtr13yPJ+LOntCZZ5/hFwwCNdnfQFPALqMO64PmXO90QeqkPHHvIwDyEiq08hoQCMlL7ZjrwTYdkBLyEuwMnpofJFfc7tW3EmSf8lbcGJsxKaqaU3pYaiisQk92r7OlOqm4UoODOEFKr8mOoVmLRB2rEJ74dgMwVlwgwZGlMXrqwlZCEDv3h2lD3su3PR+ZqB9idAkYQ58+2P0v6zulCZwY80nUlEf0h/ffBuAgBL6DjTg4mAFotUv0E2o/QOD6eyrJTxlm0uwwF74KSfU77QS/SLQArBr+yG/q/nHalYtTRVfDIOOPnHqpLibMT8vZkxvuLqPP5MZ1+oTrtN17EGlrcfsbrqZ7SKX85BI1mkeKAtYjcgBIKNJJXN0fvq6XzE/BJKK160gxqlFocoJbAMqbFDFQs7m9KdZICZ2BXk1/bWS11K4XcNLAsdC7iDACxW5ZS3vff/oQ/RVwbqOmTfleuAJ2MBbZcChmZ3tYK6andRzrKvlP4tFwX75l/L/SczPD4fuA+gLzfG2Ays/GAyrBhP73oy3claIHWIL/4RD0FpeI+N3yW6GxwZejBF8c8J8jEr8l0WVQEte1jtFf70vqB/AG2iniQAHfOb5YehLfIZd+7KiIHsAtV915tkJPTfp0HOep00GxJCxhqmFnc9A9qnATLI1KtQfxl7jlso6tAa3T4mLU8o5CWnv6b3cj9eUDVjLtvDM0+tPM/T+/veVUstnLfmdDqaD0blzbGUFhM+S+soq2lWpvqvIy8Z+y8idNh/6Gay0BZj6kb74QnWGiDRxBnBTxmiVf0GUhGAQfvrGGI74UfzA3z6ZnosIMQSjH13RhHaYxYANA67RsUwBPx9dv5eVxUwRRXqkRMlkwYIyldBAfpUfjvIRQwyWC6FBc8fSaAM/WtvG6HwpHr+G+K+7jY3NxIFvslSOqNebJJnKxD+GsqDC4VYUxvNRBhZr6+j7a7thuiHGtpPbL547fwCbQ4iCiGNT1ZlZgzGFMWnI/D2wRNunoSa9a/dXlN/2yyc60KuYqi3JNojY6pZhwJSVYdfeHRV98Of8zp5bclTEb3GNv7xfXU16ASQpgISOFFtlPunZJOH6rJY1YUkEiD0+Po31Ghdb2ToSuLHekgqPpSuqOAdrWQ9OHRKVHgJBmeV3fZg1CIctE0LNUP0aNir5IMdMbG24fcCmulcRlzo6Hhk9/rLMJldrU0MYjGP64Z5epVXS9D5pnXKqIDCGojNfU1nphIVF8i7ADTEht3JE/u8zUIA2ckDQlKrwoM+d60Lk+mUxQ8RTWMe3vzGynrClmOJ5t0wv/ziMJ/gFxkqwvOALC6+cra3ECUAuRyHCpCeAvaA0Z3c9HRuGlhZ+5H2MnXqO7v7qZSdHqJcehvEdG1dBdZqjFubKAluU6VsGOHaJ7PuTDHdtUv292v5VhYN7ZmYZBaaB6V3bsXnPpL3/FTWnQscetYdjhX+fOygjTEL3TWrLObPDAeAxW3jXD3q6lVcJ21MHMHlYWGpQ/5rgNKug8bhYvLV3UAK2aHTpk1igr25dnjMx1PbCZtXNz9XysEPJNlc5HfX83QDlQ6ubWKTPj0Ay50MPqKQHBGs4OG7WQZ1vu3yM86vIKG8JQsv0spQIkSXutHOknvmSw2h8qDI9waQv/FQ6lL9E8Ua4tqZm9a64bkz2XTQMgpFZQPilttC+B9LGdNXPKBrmwrkbcCjKMbVHKSTGG+wq8MiGhyVooW3VqtOgK7RwQSUArrnptqaUa0zkx+/CDcyQ5HFEupGNUl1cIFFPWvo32d5i1Qo/Edk0mWqIZUq6pdSpkQz8iOoIc24b6QpC1mUYkzd3R8wfVf0/4W+1HaAN63/D8T2KTICq8DWyEssN+rsGJDnxoU6qX8c+RaITQXlAvmur45VKYiVLDVYdKbrawmavhqgVIQVNEb1DMtuStcHA+7YXi3i2G2ZD6HW5qWwe1Ct40AAKRZ5XVdnSxSMKIG1/GjlPAfFFuthmmYeTRUNVBkRaT6wvFs/jVfyTxaLBWWHgTFf6/QhONVeBGAUTXe+LpY/ew1cKfADQPMPHoGG6Y6iGe+TStJ3MiO0gYHZHRgDaZOJQC5oyi9aWbmap8HoICU4JMwNq2D8joXNwgCVR2PW6fHuI1TfhvS06s+0aB2F9kIPqg/N9p6Sf2bSqfp2lb51VnGwE6hlFUb6AJZzRq/ciF8tzKkJuqmqq/xpc9dp1DUvc9AtXGsaNivVHsshB9Jtpvi2mBL/djtDf1IEbndf2YK6UDR+NmriTmGZKYiD/CCvjXzAkvpwd8dKkafu+fpQAXpUjS5yp9aZhg0qrmSiAPoimm5Vweb6y4MJmUQ2kHBPra7vWrKPbUNmYoKXwZOKkUJGB2cQ0xA0ZZoVyiCDynKjYCp/GFNhLXT2R/KhCczMguqCt+ll16neAUSl2C2G5uSoqlaOLevd45Az4m1C1VyG3M6IoZTMWBhNEPfiUprJtIICTdozgBmS8gHAvfLXhfnzB8AUUVZU16jbdWPaZXU7YzMfx7Myot91+1z7ORX+ZSKUrKo0vUz8krfvziGRXlS2wWNeET3C1hZF6cA7cg2Kops/hwQ4oPmCUOcvZ13vhcAERFQUz89LM+fu7JjoGPh9/PVsovZklOvl1bg6gKvjQjJgQiZsumqWRZq2pCKbJZl3Y0m69LmtSkxqU9M66XSrhkHhtkQALZb+tYBduRqxPU1p1WGAzBjUzN8co5419bCtvgJ81FJ8IPWsoDE2bsqH0HFSHSU1Xk6SHabrqvzUzOAxx/RVcJMicsHPqHRYx5r8pFS3m9UQquZ+idfyxOsRyPE/DS1U0iS05S8rN+v1uH6c5Yy/BZGuTxoBcKECtAq/ixWrawnjKvhsIQwadifyAaTcrZZ4bUJTZyNYOi5Jlmr8LcK1NI0F8GYyr7QU13H5TOxnK9eOEUarE66hGt4c2oZ+c1l6CafJ4FNnJOXaSeW2fS/PIVc1wCwEv8fjrquCtgfhn0z2Zus6jH+eWOXjIZO/CW7iwYcRh9lcDUKgF2gsI7/Y9G4jkRlEYtvukK6ppMwLFUq5jU1IL9o7KNSweC9YquKvkl28KemL5KG+jegOOqx0tmGtpfO6f3qb8f9wAA0/W9YmT/v0syntmnTEget//1iGoKvr4Rstcox9bF3Zmn6gl//w2tHiGs8l6S236+44C/CWhGYbdhZFaD2cRii8IQh1ml2pE/CZDkr+D6nw2Q+l20fVKVnshvS90r+uKQMcOlIutQApvCHrdYwS6hSP3YAKEItEEDR3iotQ7YPvbD+b8s2X73F9d47KQgFafQl/ohD3FlVTFsQiU6rBIkgxF7Z1RZu05h9BEKhe63Rm+QMqEDIyUjxgk+X6pgPwMVpQMVkpU8odTi7mqxekkhUI4RRZ/sAdLoVmAtkW0JjvNaiqcoL1RUKXSLAczGPffCC1OfRpN1xmOk4j0Pd7h5exHONyOJKp1ggI85Fgc35t9XZjkkfABJWmzf56C3K4xEOOQNvfYYwVeK6PfnToeqeEdjUNeVssntrg70e8i6E02A0IOkF/z8VcH1Q8cza6GbY7dzOVTbgWpkb1MB4XrwX27Z2RdZp+OL8nG1RoqnHkPt0mYK28LNSnQZaff12aLmVoUcWra6bFczMV4+4Q3wXv+dSU1DFdM3R0qEbVER9LaNKa6k9EIvAL8xhH9oCYooZzyOH968OJ4VSt7Np6khwPpWBH1KkuQ8HSFYi33KSjh5aNrEK21//tzab5v+/FDNfyZb9PPMcFGy6QOPks/09VQi73haoIQNMNiFFBhLMu2RyEiZNStLof6jlZUBmY3iVEQJ5OFlv+G6NmsHBP4Q4ne/YCsCXcZtYHnpDD1Ngm/kQoGVyka70CF2cFqPXT4Kp09RfdxhTPZCBXh+Hu8lvmAvi9TBgMk1HPF5u/G2wFlaRo+iifPeTljmK59qtc5ljpnlphF75x7X6tlBaNKoPgacSNtnenWrKua2hefAtTbIteXClpaFxwIcNsucjicdBGWRooliLuGGXJiaGaKh5SCuz7fwGsVn7DLseRKWz4owdo2Oc/siig1+L78mADXs5kJrLyeu9Z896FwpXI8P0y0Ec5qeV6ISRlleev7WJSlI+Q2zlISEdJLtmPC3jbYnafO2qTsXl8HAAUAv7/zORJXIdG6NC8QfWPUkhQdwUqGWAc1vqJlME7XIecg566yjJYI8mBNWkGZfAfyOPpR/lEdDKZ7AvFrzRMsFNI7/zTo6+NPTN8VcZ4SWF6qraG4Ry30OamPKlj7A8PswXyI7FwtJKXzS54tsY/4urvjIz5dykpagF/VIW4GEQeMTfDMCna68yJOyfTxaqgV7C4yh29McYPiyl5JyWLBkp6q7EibpFpiu7AqwqXU4Y/JTZecafy36QPtTs8OTLZlJBFIbNeX6JUKG30NvspqKDqp8ZzQeRot4fTAcgc/MTJrNRpwLaYiVeC9YnhgMXqKPaqlYiwj37Oc02YAniiaOOabA5j8dOgCRpKGXkghW4zUGDqbm9tAt9/Ti1+rmUGfiMebRFiA7Sx55kOpely7xH20tN9+JRzjQVOMaNYMepRtlQ/irDLj3TAVGcLvsrVYR0R9X867M4we/E5yM+KOcGQQserXAigaitC23FZ+BZ/KGKeHX6J3atf+iZyrZljpvohcLLywi3EDvL0i7tAx3QnL91gjFwVcRlplhNAau1/pHTtdlGXtng3kFe2THNgyXnMCl5oGNINfcchFAt2G8UWMu3y+zU6zucNy4UDqeWkTSfn2yM+j8JPKguI24yW7Q1RVtHDJp4hCD4gBl60mHxPUpHRttXOj37Nu87QGMDYEuoEqwjrmtxSGtnIdmX0O9xCDSbdRndh4o7Tq5vKnei8+lEl+GY0OtIIxGtCFbqZbo1d68oxKTvejIFbICcOBOgLhjBs0tADnRa/LfWzbLeoMpqbuL+MZf23r5a0kdfz9R7E61Y0SeyJTsRalPevAfqS2ePWhA8eLxSRHsTnTL5+K/mx7Fy00LBFEQL7C3Ju6nsNcQYvib5FUq0p3rXYpb/M9rUjabjaQbtQYIn9Nipl8cqCjpS06OKc1XrpfCCLlFmP8pouULQ3VhgDoNfJZZAzuGGdNThj/AbF7DfmKtL2yUvSbbGBCGDA8qB1JRkcqYdzc5RPXCa+o+JHMuUOBiS82fAuxZ6WLKc6lkpFmSoAKDKI3yVqgMEelJHHJIcyRVkhwiW9p2wp+Gg+DCXYS3A3uUGLYlm2XITHKVH+72hBR5+0sdkvBNuhqfkSZqMbomE7nZbelk7YdE2Mr3yLWRtN/6Pb97+tKLxncoacN4PJytOSNyxpb4QXiz64xsk6LFKbVJuBHeXHA/8OGaa8h/LSTTkkdzaVzBbYKjjqK8tU/QxrJAexRdr+E0/o0qqaVHQV6H+vRwaZg1MxChSKu3YpzMaigko6A2FYiGWuBJ/G8rRiZ89tcOWF5KhMGJ6vwW+yvWsW5VJMxjquh2VcHyH6i3aT8GSTHtwWbnPnOe1xdvU4zaYBULD8V/A3FiSIf6lmY2NTNCNkCr46QwbPQE58HMC1wMMRKj5BXXySsXkBVJLyspB47JKjqPNvRcu90IdI1IPFC8+20XGUzUJfrNwHHfNAVUaxQtKn2XpIABayVykNNfoHJhz/bzQm9kWUznVOuzX4AmZMrAnbBITPU1f0DxYkq4oFVFt2HkHGKegiaP4sFoqOuG5KXr22xUUckOz8FuD0ei35roxAZq5nz37mvyqHnxAtBKUseOSZRETGeeMwk7pIsi5T8/NxGBMSjmg6JzsbC9CZQCnEk0VpzP2MXwceV3KKsZlzmy+EmNL6w5iwKtS2w+16+DpnHNPpaN38K+4N3Zv9KpdvPyedofdoAASUnIeyKBraQKVRyWMpcut/VzrUAOLCBk3porl2pGCVA201pCimoAtPkf8jlxxsNiRuoAC7dv7Y7AFRBaNxoxdRtYeslMX5wV38Ub5q13zq05RZSxF/x6IYBYVaq0Mrwwgap5kEYM6fIhnZLuQHQYGcSXTjG6Np1MmCDwVvscmoGDQQeagkKJ6K1BHIF5QvGaNh1eOBksBDmEZfhVk4CbvKzI5FSl6S05EyOk1a/ORCFPsWzS1Zc0a/V3uuHMQDyWHxMUV50B3nob5TX9tS28AuNMXWe7Gqy3Kbde/Jd7SXNUvWhDjlDlXv1eDJgQfbVTtfvpSKWe7ThtuHkyeQNLd/VB8bHh2IPWkGAyG3YT7dEUYECgf/pWwLUMNzO7bxAZYPLIZELYhVTQhcrhNLM4ci5/Fms0svDml3Nn+iAviws1cXAUUHoKfECzTDozb9BgjET2eapgYlT+qIoXHhlOKaChr48zHSuTC+4AWJLEd+cJvWZmGgUyzvwPvw+uTyOTfZn/LS5+K+On8Mls7WvOl8zvOcHhu+AG930wLw+E0x5/Y7U2NHxctS+4Klvm/lu34x4ikgLREwbbPJTTaij0DxkhUWrQj+X7tYx7/qqHltcr+PWjF0jU69B2jI27BWnevuOqDFrzxL38Xig3lV5T10nPSEs9Ux34r/IZTmF+AjREJ/hJGjatkPmWRgFeP7GXAbz8Xd6dETLXzXElmYB90hIvUfhxcDCQuOJxmHoF2Lcv8oKPVro5qc6TUMHqPVPEbh9Vj79FeqYKciUJqDvtvb5jobvYvvh31+e2eCZMq69s6D/a9VfWq2sRCI7MUNyNbcnYSwXxaenXU98xvKh9rw1x+hqiod6jqvsLhPi59JNTGxItWIsl0sq19VBkXk5AXmgwyF5yj0O7TIxQxwcejemDlIU3MP3PDWCIRfxqdDBXcuVsZlSerNTCmyprYLjWbXmbwC/yTQ1mkbGMHMVH18CAblyBwKcXwoQD+U4kbhBAVAVLzOjIEY4CZhCKAWHEQWKJnQ5bgPzKzh2vBUcTsehpxduCFz6dFwVKc4DyRtNv1zMv3iVbFPwZPX9QkWLBjUoi9jCYhIiW/KE2KhBux0sqGhicdtOIysyGwgfOfW0ow+kQsYHLOPxH3VBLXHVA2OWN5U+0qBoOEvZ90DBSJhKa8q3qQ4kGy1VhM5guxAxebrwFyeZK536JkNxzrCUKgzNXm1cjW/DswoezOwUOIHrqnGLqtUJoyqo1J8lsjQshqGbNdE7b9GJVmodENoIPBCWe9OlTZy7pzQ78uq9mtfSbfbmWevUime1oE1oiPXhT0MKnxVgEwWBu6I/FrRrXy/V5ocwFkCTK2E5Haba3J2xfi9tSQ1M1kDBoWqo2SdghAvEh+XBuBp1K78q4FyNKbtbTF3+uWD2rV+maZ6GH4zyNqtx27k94iZiNAtim0uovRvtbvz8g3hTtvzKJT9O6kQ9SrXv0f1WwZ0fLfv4WqTHZOCdjgqrgCvD6R+wsqmWKgUlFepmmKYbrgShQMxyB4CPmsmR4H4mGM9mtgRnu5XqqYR4txjPDU/ERvoyF4TKPiWs+wOPFtXtjlTbGCAcpvQPJCS/uc9cVVXIV1iHvOWOyc0wIJqv/n8CbOlLne2smbLGcor3kAUd9iAZbFoRqaBSmtUcE0Mc3+qkJoisRK3ryFFFd+iDj9fz+elrYy5o1Ag1kKWgZda9x4q50WwtYXiMYu1n4tBZO8WLH0soDwx/c8bQjS/UTsUMnHmuqmR+NR0wWaCEf7eumZZ4iI6H1TzrmF4qPUK64EgIyS7Kxmzs+5Af9g5luqW+nkvlPk0E+dhHZlRbPp9kPuQSUj+KcXWPfo4ss+XaSCCJdqPtKTWmd2WEVsKZ3X+g+AtQ2mq7NJaabqN5NvUIjvXrS/oTUo1tWEN4X9WRPkordJlWq60xRImVWBfU7uFOfsrfyoyjKZ56NsSL6F+fgEQU2SmaldlEtIoIXQxM9WGzb1Rva8TFSiP9VlcYDbL2e4EmOim0XXel2A/NGJeolTn8vhLeXy1wEw6uR1w3SaTdddnRUBVKrOCOhp2m+HUq/BHShyC4+cFaDVuy62sJJuisuRHf77nQkjXXeyOgoEdZlYgFqb8lcH5cgWllZfJK0MsnOHNQLjZaCtm5FkoPbRsNlMBKnI8cwnFnfJ+yQpvgaqnolCXs9VKSd55QXKq0aM30y30qlmaMpdnO9Gm+poqS4fmlgu9+a3b0O4dpdYobpCgmoOAKnkETVj555cdnPF8Om5jYGPrNCZiMY5cckd2H3Qr3dJllxrmisj00WHX3XZiCAzjSjNZoIBihdRvFUBts0lralrkb9yT0+U67Leo15sJgmyU86k39SLcRk41EbtOq1l5Uy6z/KNAOv4WzQ3dCawyZUcFZwXg1OLJVcrXGmCxRzaXbslToVE2foi9VdnL5sYfoeJh3qMrlWYSwXEXNLWyZIXIhpKPsZHgxudZv59khqmwxxqgh0WvmUECgYoBGlRPDJsoE/JrFVnwqD/k0xYrBq3u1B+49pq/ez0qHLcIn3hk/Z2hBkWQVVU9TgJeo9ky81aHynFWxzz3kPhl6b0S1gWt2G+K9GpozLVsvIyfcWafOBYxyMEXcVTbIFOvZcq2ttYciyUToVWAVBVX9Ld9zi5k/z75MurMBop9RYzvMlewryI1sCoF5pPw3lcijYKpLEYLNfC8oGvm6utoPt2SpMSToKJxWBhrWs9qJDVKGnAlL7XNz2NLtj4ZenNWikrUd32zkdZFVM7FAVR/1mlXX94IT1lOkgj+tgT0Z4OrdhCsAL5SOaLDphkMr0yZxTS9Dy8w1PMU0YqRe5Ei5VbabidXuKFgeLYgMPQvLk9ptlHIvc+rIEpH0n1Mo2gNGzOBCC9nK+CaNwmXSdKwd96jghgPhcwIOBgkIhY5iq5zHbwVNqDsScpaM9VYRyErz5otpe0DAa/2uOqKfsZ2gn7T9r2kQvhgAJNPUHuye8++vSsvDFSaq7qHkoGJepm6YWIp+EnNNDIin8g5t23P6HwVVu80mEsr4txO8n9WXXnUhr1f0XlvGsOWYIpv2Cu+aqs3AVT5Zh2D1vydmGfCVGokUOhzK7u+Sgt6OdRqMzWblWUj6iikoxsh5DsN2kR9xS6QJ9sjU73J556iqqxmK5Tt8fdDiWA6p6Y8ihW8ZSWKN7qrpAblyU4xNnBX1TWHPw0Yc731a8Tb4f1Grl2MRjfD94y4VraoIopDYKJwwjV2+Ytb3BH73LAsz0m1kIYtruf8eFB/1JAL62TKYFGqIaLmOJ79XGhK6pEcs8uB7A8RW71tdTpFNpvnfDu6AjTGTSwgnjJqxZKqt2ecffJUvxxFRhThVCYTf+J552Fre5lna1eO3Ul3LBSDLEQ3asHKQT+fsKGSnq874IY0uFLgn84CFKp9VK14CDpZvBa9HfqZBDXqcwfyRyldg3YazMtnnqLeuo0GoMVdgbtqA/Q7UjSULU6z48lP8tnhwAlqZOaKVQBKspYmDyFm+pFa5e03OvQTc8eM6Quq/XeWhXNUV8HGr+pKAiSZ4vHg51UNU7uaPZZK9FQn+ZpQPjxA+79A+vBZjMlcUFaodEE7FIHl4ota+Nq1IeH6HnSQRuNrclsM9A+2dNN+9OxgjxjUI7/NKDv52UYphUHf38JnEAh4otQimX9IbEIIrfkq70uVkj+mEHxkeKIWzvabvetKpWAo0zoIh/hGXcO58SnApLdvAUocCHggCUVebtAO+IzrKHk32bliMorwgeW/yuwoq7tLWmqh4e5Q6z3gDlXJH0UtGJbNktXvH7LpXfvMWB/LsKxhfiF7Eepu9ByNgi1O3YeUn2IO2wD+a1PKq8EkOziw44G8cCpIpofLVX4p1WhDFqtu7RmpQi8DvyQ4O2n8LMErhrBh7oQzxgBiAvTiJNP6GWhRE6yCd3kTc0YNDlZpYyWmH4IA+8m5WFc8BD3x41v2Lp5QgrXlk1rGSiIkLJtyvcnh5SBnhTmTCOrSXst+oGBt+cDtVvuQaGsudldQMNXqOirR1giQbycyIzwUPRkwNc4ovOp6pWQdOoKKW7gf6vwqM3Tm402zNgIy2m5hCyBV6HUK8uqmjtrakGTZXE4X3WEOr67yJoLXASvU5ZSTSiPDna492Em5bdSYi6wfqiod9dyuoOz9fwtJUJQmo7Lmh9qHik48H2zLtkLWFwBd4pTTdeuu84uMlpFcgG3odR03ylTOI28Gj6DkudOYecz/qLXXB87z7rAvz7pxKE16T5HYi0HDUAUIPxM0+yDL3i5zmIkpXdUSyougofNwJMPnnkSGQASmGQ0X+0qFhM0GbvgnE4v34gWOwWf7Q0KZB9vFD8AqrBxqhty5UddK5NcBqBM/IPXyZMqdmLen0BtZUrkz8guQOUK3mzGiHx1PePvteN0SIM6/oNwEm1WLBfCEzD+qcuJqOA7XdmtJyt/zYQX7tZb670oA18wMslaYnZdpUMtq5snEuA2pVgZoi3qad7IKniHCxTvGLG+S/vwC3LP5X1Ar7tOwRvThiS2l3cD90MTW8jTOmkNITIlhLb7Ao5twSbiu74CiH4ifEQVdAPXii6cxmrZ9RldYZ/OCrRRmzs1nDVqaDThorXlzEAaZmhAVDv+I5GZHjWt14VSLZhOCNG22Ri2rf9LrzJ12XTadi/dbQrSV4DWk4Xyw6M6qnmZm0Y9nUcTMu8pEIgWCWnbHqrs6AObnv4Wu37QyKgrtdI0wdwSBM5CR8jmtre26hb0cEPFcumbbrOhjgG1vcMozWS89bE5oBsmnfmt7sfIeHZKnWLNQr1BEPBbgxxNsOfatot06ImS8di7UWJIer3H+Yurez/wwxdqJNTd8ekfUEwkaW4hag8T4P9mOUM7dKyOkCBdC51Id5pK1iPxrUZng9BuMlZlH5gI6WOVSuJ6SmYwX0iYoNigYEK7HqPHW/185k+HhKkih6+7Aj5N7yX2Qr8D0W5VqxbnkKXjHWovum8RV6CgAcxLx+aTybZ5BtC+8D1KQH8+Yl+GWBQZ5gb0jPkENVUz6QkuzB19nc3leQOOztd28EjoB/eAc1M6dLNVBNmNmM+EF1z+YopOFgnxv3+oza6L50WzgqGRZ3n7io7L+tGyGmTtTGeXSrlMyWJP6Zu1FLzZ0XCWGaEqxduUIvGuzI4ZrlHvNPa2OuqYfXrx2XjB1e80XqoCfd4fmayYUHEyFKzeRqfvpMpuGaDkJHkBcyeLMtR61m3+JtOaOCnkE0BfvVdZP1JUoR2h1KH8CbQ92DrdC2f9QnoVU0kk2m4EyMEtue4DMoOhCxsjAmfkumKj9pPSPdK82j7KMudHU4zGXZZo2TBjjG6ibs9waFB4alR8/Tp8OClv/Hinv49/uVL8aoA99tr2leTUZa0sMZVLBpogGuARzP0EJb3ATlopikPTyMptqgakXjJRq4ch2l7D2QCVrVMpl/GTla6L5w9wr8VShL3c2FOPL3+iIXCv5yZsrt+RqgTplkQttJiwmAXp6j/ta6Txdpb8yiwmQBWCkfx/tIZMhKP+L06wyl0Rx+qUsJf5wEsPqS+g3r+CnBjL1k4KsRiNXwVFVu5sOHeuLDVFcDaD8uXZ/MhkeDW+ejL0MzNPuYZI+3YNXZN4qfsNjeWs9FNghOTRgbJpneSUp3zgM6gtKL6LSAoMM/kaIXevxsxgP22V5z0f0JIK+li1GMtKqsliGzTheTQZcb82AWsxwUYHZWc5lX9nRJ2YWC/+bQtuS+Vs1GW3wN60n7K+oKdfzZcBOXe2tqbghc5aWbcOo6w22tvkoy3Vrb81Uk6t1quqy7pO00x2JsaL1eqRYkfdoZUQrVVEVm0+FIN1mMyFX2DV57niIaxECaSZ0iPW9+d2FdBeg9EsxMg0zJ0lmViRMITwUg0cYbGVp+4RgHMb3uewgd4DcNenXwfoQmKYqKpu/pNKVBP9Eo3hFwtwURDYc33IHfo9EBGkAMZZNKPtMZTVF3VjrBb2U5u/a/Mn71jUOQgnOhFpjIGfFTOGaXuOrSqID/0ao0wTG9MOkf1dtai/7DiOeexF+EtNdIXfYR7t6yFBCep0te6Td9TZVzWBYjdwBqfQu6DyBN2Es2bkzoLYfUWDOuCa8rnnID5quf0m0opoRHgB1c9l3ngcLKnIe8sB3NqUw71s69ax4rArlTwjEEZ3t0VAFCpehGeZ2N46a3V655HcKQf/YHvD+QqdTNTjd00qp8qYa7afnUFSxXJGogkhR9v2Q/8j9Jtvm8xDqPiZj/kWxbZeVkbu63aasF2NjBRlA7JcDKhwXeEckJM0aTp9ppFYNvrSEZQZlqPbWwId/EA4lp7MOL3ieFwo/Ts3KvjWCD7u1GE0Py/9TCnMcKi/to+bB+PWiTVF1qdfIly0Fq8GpoQWyZuVV1zoqAIk3qYOUfnvW5qNIR+evS/z0yVSRyVvAsCDkc6gPZ3EAH8pmWS1XybIz16PeozJfLkNe6c3CBg/xH0XZEj1hx6PZmcjwv1RbT8BdMIXKcnCU+SgeYwvhy+I/RINgi9PbYfs6gMiVytO+VtXa+fsmk0AdqI+JmuoiVubVIsZt3J0ogBGQOgjwXndH1Ms/zb8tP9r5O09lAT+rL5NKg4vtmBpVnzmTPPKWovophiAoy57T36M09yuc2lX9pxDs38oZjOix2+zWXGzWyHa4a2oEY1E158DwDZcwPZ+rVEzImM9Q9VWSs6K20O62zIReg7byL4B7puEg5SlVNekOII56TDqqZAG1YwetCmBbwgraUmzpQRvh5gn39L02RZ2tZsi4qzEHGofqWMMpkbr74tpZmgnoV8UXUBpucI1f3qnYfHqbAnfGQ7zcGi4MX+/XtdHNHpVVrxBLu4Z6/tFmoH0oNCtz6d/v1PD1AvE6KniOpVxvSaDZt8+YNAv8WcnzdL9tQgFWUwuUztK0HPQ9DpC2LVqoGFBF4VrAjM7QFzXN7zRJxjMngxSS3QF30CEoAtTbGqzQo0ibkfPIS7Kn6uyEBBOxD4giM7JuvqHX1mkuYIuLbocL1VybymmEYyq8iFJ0pTsB+gEWTGeaYYlVTRtwPV12eSnXZDC0Ab1sLHpTjEpu6+I8LHwEJEyGqyDVo2ZJijiCCtqi6wzsi7nqN+9m3oY5y4PGv42y6SPiJdZWYdoUmyIXbYhPbEXNWvp3kAvl5AEVh0F4ULzF7NobFCvqTaDY6zSgZIxWLG9PkfZ6HqN3KmeS3B1RzmdcBEHsW5cv3k5Xe8F3RPICsBHzVgV7qbjbLGrx8O6TfMDfK9ZUxOpCrgSpUXSwy7tcAhvM2tuSmSfd+UaPrwVlJItMTOw0y1+ABxBp/F+F+hi4/PcoOR69ditmNK9rUZ0gnln03n89wIMj6RJdbaUMG/8H4tNAgp4yr2Foo6JMkWVmap81loMn8zKsTTUa9IMUoSfGO0P719Yyzw9To6h1gXVGv4XNFK0+sBxMVCCZV34pUbmmiKd1PilhG1ZDEakq57JUAD9zbXZgDymbrlAgkU6rHtlFt8af6gnSRNsoZvMhafNjPhf9kFMl0lrhO5r4jxhcuWlesql2ZZypV09VTmaIZZOFDPK78o+glFFFhCuWrsoqr9UpFSv0sYTOmnzJQo/JUq1Y+7F/VSJKcvGynRwS6QZ/CFVwZB1vq4bophLorKESFmohi6Wk+sRaZaCwUxkzaifspHjwikPy55ujKUr9/NyVwmAtOtrzOW/cHQYT466jej+nlAqsk+/lFaqKNTamf6UUy02WjpDLn6KzzZ+QfuhwTtT1a/jAoqYByrtlkCR31xFA8pTVUcFr8NLfTp5j0gI/Bcnfj0HfKbVFh6JKm6y0dsbtZ4Xj3L/kAAFzJ5N2aswOFsDmNktwNk6QKa56wezIGGo6/b3YrBdjZbdhzDUUC+ybQ+LdNAAzqJqo8oTbGHMdXYlBVMiXoNefNujW7tx9NYhcvCnDoNJjMPQpWWss2TgrBKot5H/CNNc2c3+m2flZhev8zmK2jY0XfFHSD0VzO4UBmmwA+pb/HjbUt3YxGVtwRXiWljEqlzplhskE+LCuX83ANsXYykZhq8oCw6yUfRIZMpAEdKVIZ5zqj5yHLKrwGbSw44LJUk9ya/M5FOQz4053k1rXzRIrN5kyExV3bTi1x2yxAvNLP90TZyk6BR56ss7Sgpegp4kG+/frN8PqAeh7qx/5pWZvaM2Y+CNFdeKHH+fdu5H0sVcOvMifmSWzGgjEI5RkYyIL5giYWqM5fcHWmE7XrxeUqw0MyAcL+IIjz0fpxZTLbOx7dBrUDOrU4b0PgcQihzNo41LHn9sMXBO7tNoIyQfcTujVpY8hcu7lxhzbl0UnRqynXvo/lmUH85tF14ryCAwk/3x2NAT5CsAzAu8d2pH/i8FgPZqKQyHg9e589fiG0o6tXevqd33rVtNeTW6W0ufDL/0hz4aR0Oj6VNjXnQ2WETPpbucB9Hwj4n0/kYWNKAXHsAybwf+6iY/G+4174BavZvukpBWElaJa94Bq2Lly44Kei/Buk26fsMCcSbK5Aq042W47U/WiHouYGziNJgWMk+eF+QEZv8HXdKZQc3dbX/zb1lTqoo1spy34dWeUGOCQJGgZyf40u4NCCYDIavh5kcwfys5lsVhhyYg76uwUx3xZhtO8suOOQnfyfEzO4JcFv4LcVkcFj8lG5dYgrXsTsDPKA7o60ur2dKlFDy5bsrXH9VcD0xJPWrYk/esUXZzVQZAj4ut8CSHIRTmWKUzLPXeLa+gr+jTirr8hOhM8HuEtte1bKPikzk5f6+mCJN5YeuDUPmPsobvTo0q+u6MKwUlXKLVe7aqIxnURANh1ElEbLmZa/sTdGgQrddvIWIDlPS1yz6E6pnlTYYTnhc1/wwpubUyFYeG+/GyGsScqHP/O8EZuqqJQD/ozmqsohFH1eCyrbYFazmTj/8lWeuzL1J5zpA062/GDCIpfXMZKLRSN5I2gPm9clOCvJ0zQ2LciQ0CkVxCB8Vrl2tU/OvHplLLf7fy+2eZmBcvZGZlIKL8Ka7zuOkhStjwPqeUYPlBtW/8yqUVlU0EqQEm39tUHUDH/+xkwXm0XADTK9grIhNIr1rW1rUf33eUMcF6BkY/181FjkqlSDetmet6WR4iWqEO5K6KQ9OPZAb9fyd0aRrOUudszGzLAqsF4HdlN5NLuqNqpwOKY9gv1Zl79j9Pk1DEnFe9BZLDM3vfrIv3gjVhR+5Kgia5JO50x7k2KD0xWquR98x2ZLhWC9H2vbFw+4vGtZK/bAX6qVmcaqyNpCPemwseZFdrcZdhx+O5wpU+q4hNabLScmDv2gOdZxRF3UYU4UwuU3QUrxOFZo0y9iGXx+9d6yCnKTcKnvZHsCe9ZJL2lkwFdabIw7buzHYEAQFwbMmGkESAVMmr8Ac5KR/TnIA2Hlyib1a0ED+UnZbxudcUTss0Xx3UeconbdWaZcyewqWFs3bJgoKYK9pI4UumyKiP/FNj13C0EPCG+pLpmxygHPXvYJCtF0Id/xwpzkPthDbhGPqP5/rLYLIdu/YpMyki5dpDJFbiN11edm7DcVqpVDmGt0pnVThBVaS7zhWzcTgao4ktZdstn4nNA1Vr9GyglC3YE8JYXJ+2jkbINYjCMOr59T+GxkrG5Hm542F3aqEtxvZ4o7Mhz6vxCJS6S1isU7gIm2Hb7G0XPPkWxJBQbeQUEZO1bmndGsXFNKoL0n7Agb05nntCwGq571t1eVMs5pbequ1m30u7YZDdXgZRQabUXtPduWfqhDNkIO09qL3MKBe7r5QYzmsHRydOszelq4jjvOoBlSZzrYelOrEAUZ9qrYFXan1kZ34KNk1bqbvM6idzVKJOp4G5W+UmkSr4cYIXS/6ah06FF/Hz4u+SGfblXngC88dIuiTkeM7naNChdQ6+53tr8gabF181LmQWQhxH+7GSMeFLHZhXnx0hxgoVqGFiU6DfByoshb0O5Y7smdzKeDSyW9VqoqPzPZctkki5EtArFPSufzCr5LX5ahvhcAdrYPFwLCAh5uSnqlVMkqiGbeN3L681oBjU0EYeoPlZ8g493k5YJaK9arj9rThu3UzDeXqNoHeS4tcLzqlRMcTkCITKJ0pUzokc+ThAm98T/79ph3tIj7T1Ss0J4H3au2wIERZk30mG9dm338pLJ3pGlVUx3hU6xqktLiPoI3Z+JmKXTGk2KIg/JAibCxB/iu6OUXA8fODNnu2SbjSh72/qvNK1+5freSbLr+nZHp/9kP0I/lWTxuTjq0axw251uS5DZrR2Avc6TjCEFxkLbXZbHEl2xK9aurJA+KkDJtxT31FQEdSiRCeBtntImBCOzEpv46xUYBFm8kC2Uj3dq3nFUWab/8+v21gfgggVtpkxLUjXd7ejQ4FnWL3jV1FXbrn6k2VSgSUVCsoaYSD/NH6tQ9JFkQqvnDffVta6Z45paRfuwjovaNitoCGTzmUDRbUOS1f4KNMO/t04fuVqwFQR1oS2FlNKcgWYrEurHwJrrL7rGZD3eCOu9dlUoVyJ5+0oQswE27vb+QB8Qw8hJ3AxjOMVGzeZL8Z5MSoPTy2j6WZKD1u/uy4VAGetekp+HwyJ5BGcT1J7fUnG3kyQDd8WYXQr42zWrZmkzs9ZQ8qNWkUAVSNOvs7tqBk6sLcQpzM9pq4G6VFZheMwyzjHTcV/e9WRmNkX5CM8L07eEqEkgdApJ07BJ4ae9FT4SDpZWzsyef8igXy6A+HSpd7lrLKPhuJAaS1+FNCAztuQ2YlcplQvF3dHloxTrpshXek/9Qz/ti0CUPS1dc8oSZQvGRKGQPJdHVdP6G4YCUVi3ptTPdErHBvezb7mbVZNKpNOJb9NaZ14LbXFV8J7hqbKNGHcvQkhjVo1s84h7rXEobw3XjDihL/EdYZjNckUuiU9gLny7aeqlJhS/Ky81ye3mHJRCZo4EVfO3z0bYWKYVied+XoKb7e5VovCIioHoivCrKBNYW4Bs3wdZYzyiPixGv1+k53t+i+pPNIHZs+4ACj5yBrn9eMylHmrGx7V5UtGGdxGK0vEpCPK1w+DsUungpNvHj/++PcVO4rI+B6jMsSzLQ85e1lL9lzHGxJVA5M7dtatPEQPwi7Q0WB/JtRqsYTYWbnJIMRcyMmShYqNWPjqt6N5/QREbbh0KSzYgk3tTYLwYZS8AUO4M03zG7c1LqNDc+pXNAP+g6W5K1t0ryGfhqvHgCT5XjDSPLirvrOH9s96jG7m3xlCW81qr2uS4gtjrsy2RnYqW790l/adzWEiiFK5W/GFrNvN3XeWsAdUPeLGkMzS1AXsMk0u1lkt3V9Mr/WoFMtH7cjbb4GpDmwx7uWx5NMyef83trzyD06NAt9x1hg+c1Jo5KNLs+iBHqPgCg5ImVpi5AknBctEYSfwwjvXFqJXV1h/48dUQq6f5SvDhDLmzhtn1hlTVHTeFr1bHm3ElvO0SMIa/Qa/XmgO/tTUmgyfUxGwk+t5u69bWXbrFz+PQHc3OH3X8H5g5XBFu65qImMgu/Cgkj3ML/AJZN0WL+dKMuz3pBmKB/1PZXVdSSzWbqlEfqts3HQMM5GRXGD8c5TWH11GlIlQ2ceih2y2Q0XXUyUdmLNhFpjsLMoa3WyPVpNvMY1WZ8T2xI+Mp2spn8g9k6rRqb++Lrl/Krq8wnBQUc41Pg5ToGKNq0Z694ZsroDQAEBCRhB9o5stBVeL/FgSPH1fS4kF9JRbuD5Wp9B/u5tMnJMsjLJGqeyIIJ+lbVdaVrmbsGxGNvUS2lMpGKBMSC/C+xOhoFvzHRF+P0ON/CH3JHQFkAD136bWU2NqBmkLP2fejcs40coHFIhKIpKtcoI5XKF0Vd+ZolNFB1yi93AqcbZl/Q5kpYU88jTUkoHIawNB/uoyduWPbbrOzjSBz4pfnB/uoWs5kbJyLHTgW1f/8W7aG55Ki5PYKw8oYV+rNkews1bKid0Tl83EZDe8zOo/1YyCNOK9T3/zgqmujTvXok/bQXHnRqBB4Upg3uXTtDylwx9V85hb4rflS8MBQ9D5UVDM+Ffw9LFR4521YrkNJJJGXrGs20FCwyGsM8v2w60egwWDzdAwEa9+DOTKqRCLSTLpbFVl6hEeGfWtme7kwHa5p4X+x4dpWyYZEczHC6ntZ0i9DDj6JwPYwTcOFvI028rOiJZcTmQhwHTzSQEolo3RG+uBQ8Qp3PboOjfLL6yNdlVfNlKGJjIZWE/tiUc4CLUwy+40Nn9dXRR2/U/YSVLOUWY9MQj+MBsdFRAqdag4mRUPsWHFwxOIhUNMOZPxa0m6zrC7cGOSm9WjMv83PJnTr05qCd0pv83GmM9+JsazVYUqHixB6ahd6lYdg9HJE6bBrs9K93VDHK/HG1aUPxJxMFK/l9D+A/etuyXqJztd7FmN4y6hNXIfBeATi+6uNUqdhgRAF035p0ogzxTbkkU5HqU2w/g53SJXED2/SQCt5XVXvso+T0Mk08XB5R92yLWtK5qktO3rnD7W7NdY08FjG9UCiFmuK3Ok+XgPgsyjKZycxd3o8cY6kZ589s5G6ftHft80ksaV1FWzuTUVT8BruZ5l6YMA1an2OQVGi/X2YtEUWqdTS/zzO/zz4e+cjxE7cDatZujkK8UtCkbSxyGTs6lLVisvc9oQ6RVKXagDPGSy764sN4HVSxWf6iG7jIVQgCAOi/ULdYmSUnHbTiPrfBvz2sLZDeXczurzYzajXCBK2+TdfoKKXzDs3gky+y3lZaRsPHDZQXlFfvLaSOGe7QIspdx9vhT7T9vK32dKQAi9KjeoZ9Vb9rdnFRl6WlE1GJBDFc2F9dTty8xrv2z0MaQrVgg7ArmTAK0SbSTZQvFTLc9Oov6zxYBmz2u3b+AeFcNYPCx9lUrQnaoBF8PFlNFnml9fO3vUuDpWAOD9HdjsNW4Id97s0kjffQYiFU4gf5iKth7fu19fOdhzloUWnQ6xKG1Cdu/ua/M34vBDPFvSqSQbdoZAmHUBkNzUIJLBkqWQTZzCcbEsi2FiibFw/8gwNmWSz89hE3jXB+s/GtqFGy7JeL6Yd53wiYCgdV5HsY9YC3iL0UWtF0PabOautkJV7y7VhHqZMYrZw6DYxxWdiPpk2Za1J+P0SzxAVjgmS2gqth+iT2gggsL6YvbYd3776Y6j5+VVKZrP3wHPPiLR45Vb1n90JWeN2R4Apmr+ytRYKKz1UWdTUDJgwZD8Y2mkpu9QHlU+gw0SdZ1SoUo9PMgsKZPJjGw1hmWfOsewW6NflAWSFa/1EYxXXoloLReG6PDEdovbcbmu+II7Dk5FH7arte0vX+/4luywHiyZ1likaZU397/nCqbtLGVy2stmMc05FXnktIXliL0ZLBracu13t2gmDVB5uMn/IsU/DdEyCwE+Ia3dM0mqT31qFc6W3irv2CyzmWzOS586zhxQXBdCzbVpO6D4SpbxPp3ANcuIzpr9GZeAVZv6E9hFsVDiINos6bt2VjtblCVkxrfIZLLxIzt16Jstff0upnhLHq5rE6C5j8jeIx/eOklVeyVIoPJMIih1GszmBegsW+BZgKNbfJmp4lNStXweGD20eloJMpm16YenrrWHqal64glVtiMkB5h0IdfkfIMEEqWmp/Ua7zj6lp4KpU/N56SVDHzZOjqi7IOL3XdujbYJrotwQdFZXtH/eud09sOCjoO1bO+D6HUHSyOk3T0+t+UaIT8nEdHib9v+5B6JXDa5g6vd8SXsQO5Rt+DZbGACSl988AfDb2My5W9ztaoOm8kiN0Hs2GOWHKJhktIk8lkApeOMXZlZ3CU6MgyBeEyS1z2b0bE5lTu7gx3OUag3GBOQUEdecX2XbElOSANc4UhiRA/6/CL5Cpa3KtlRdxjEVYzsKE3naRFZpOi0W0WpXKZu6T6iSsBu0vMaaNFsTjWi12bZtonZhzwYUk9Vw8TVg3Z4EzHFZbMHkpQauNqBov0iOA6ksszmJIooFi/xuQ7Uq2/qPgr5CzofIuKR1HIzgmAdVuEvxNOzLK24H3xu98r+x55TPCYj2CMsSy/zGcAd/AaIW0+Fow8tG3NW7kfB+lXZWxVQmH/mIlkPbdHRv6LHt5+MBVRfJhiQA/Rdlm9sRmtpGsOVl/uizpNOXsq1vnQ8ku/+Cfz96QSJuKbpIhf/sWu+beg9VzDFLDYajyS1bVwtDwnTLVS+nqYUFdSTIWh8yG5j+rWXzy9lwq7CyBwOYKP59fwm6/L+I3uMuM7e+u5NqwlVBrOP92iF7xYaN2ruyN4gpE5qVnDWez20X6L0gXebvAqpwxrK6We0ENd9ODCSdGVnwzGl+LnGUrTa2jPCMHxTGwJaLyCufNi+R/a7womkYvTapq82rCbBgNhyEwNQftjB+9MsmqhuFEykW3x3+Ob6/nIESNEfBIber1F5JsWwC6UxmvBAd1H6QuUJXrCwEUROZYCeAX5z9uarDHDb30tU2CbIUfgn2qBVup5FzjDvvorcOlGK2MN2Q9gTyOwSJXzEHLI1XvtaRFLFQny4mfkuIcXUviYPvskzEs/QoSp8nfYx4MQDLc78S+7SToqK2yOJSiGpoQcdKfU7xc9Aufl7WKHHl2GyUNUNePJ0JZ6DA5Vlw00F1h8y6jMwpsJxuP51MNk4S92ngAv1J0VG5OotXm00wTXGZPcmrSs3oY3jyup2+X68FPXb9ody+AL9hlXR4kPYWLv18fQHpP3BE/yrpDtug9ha+S0Lj224JVEZ2Uu509C/AkCfZl9X8qz8KyOiUM85ZS1sIxHzTlmBTyJubXRnOG0tQIIHUhc3ezdb4vzsxG4kCaohNpJHJi/C23ofEH0k4Kb9HRkx8Xu7C9CS9saKPmH+z8T+GqypL8t0UcETflwF7W6/2JkWLO8CdBsJgUXqZ2UQ0qSlXrryMFZwBbQtIlTpLXPnTnQL08WmfKkna3ic7SYWVR2EeNEvidZ6f4IKyJQSJbb4etOWrn6Zc4r2CeloqA4d+yEVupvlXwjgPq8z+GQpgzIOTd7b+ZjQDhbcPSlim7uU+C4VTHJzO9AXoOFj3vCrMhe9kIcAOvgr16zcyX4+V/+JS2I9Rck0ipILX7vmDm6/lKtHzoOiuAxkUGvrNOL1NhqlCOWToX1KC+67TSTKf2V6pFRP0t9KdC1MZsybrTZFxh6lFfQ+AlN3L9E6yGupCJoGSMyIW8rwECW+ESohEvQU7o96UHuUlkFvFVRZ4e6ye8FQICYf6RewPF6+WISU2n94W2652xOvlTqqOgJcUtPFl74jPXrmyghf4LMnTY6jT5TAecRMYO/J6MBaGlXvygQoHx9chKBYLvMeHqVbjoIojdSoWqFxLpM1oSD8OzMTgvm5W8VcdoUK+x5rWOmj/aHMWKs6pGxWp0sBYpQ7ZG1Feg+ttHQuEWxaV2I3PN4aonuDib8NFILxFABzXDDUEVODJ4O4GzxkWzpcMIE6jYaEM7O/OgwArxksyzeOwn+JhU/4J1ebqI7xIlexjzeBSqXcoa+0761So05MDSmYfbj9wmMbQOAurTpk4jiRTHSPm6zVRdJ2zwH3TTnZKxROs2rShUxF4lk9XNQ+0lF815RHenLvzf2jm07a2xCJap0f0T9uEEexwkMHmjZLoRDE4BUD5uZqqzWcWWDe3NvVBvi2aVG/LzBkFVpVTOL51l3X3dEiw+a3T7EqMZK5RiFFaRnvFIpI08dQSsGp8ThI4wmQXqdH5kYz/Z0ZFgeMh/xtdvhm0MpszoA9leiw74g7fbNxRkPeamJR8QvFq5BIATVQL2ZprgSh86L5RHgqlfG/I0Jt+rjfXTD5G6W59EwqpyX7p6ti10h7r+U6+xE3AtnC6NdWdziQblD6FazuYjokLrOhqPdZE+SuLmqJ0Swzai+y/uzqdokkzDJ9v2abdCY0Zevh8QOEZ6EdPmf6au5CB9RXLEPd0+AptFeLqr8g/VZF68gUxHv4c6mvCeSUj/XT5Z+xT0R6nJ1F55IXmOT/kPFzdQ+VrrdhTtFG6AEvZjNeoVHOdlksnzTIWZFglsGaSZpx+0I/Y2PQG67ziY20gW9fNUq1pw2yUToDBvM2AnYzqJK+mLEgZyc8b9G0T4opMWfNqXjZgLlFVUvb14qEn/0MdwVyYmvR555XTZ8Rj9Uojmb0f4mweM9GxSmFQtK1viwa6TCjWIHca8CWTUO9wtdoCO0o3q0WEYkBNB8L+EP2olmYVWpkruuYajtyWm0gE55EtjIzMHSv6vVoq5vz9TFW8NZ4uL0hxWo/LrEgiRahw/aHIkJ5u3eag34MHQd545TJXMDwur5cSOqO76MpG+EZZ5KBNFSBh3Kd3n5HHX6AiR2s/8lmMFuyJ28W4RCy9Ec+mroRURFbz+iGSG4p+QUADkfEEUpYHUB6V4g7hybzNYgjq1xzU2HQqrP8mDU811XOM2kU/9X84ct3XqH79+NBl5fIc4gDCQ1HGXln0wo9+81F058sAf0KsMt3D5ux71Hd6pCioo/1VnX0aAyM27s6bBGgDMrsTu9MjMsH4mBr1TUhldymZMg7qBpIlxr9Lh2JmVE3Qx2C49XpEIu1rej3LkS7yQOXm6wWZSWbpBztBpG2dDYsisWAy8liOSW/yBxIlIGKPM8wdHtavYVH2k1nKq5E4vJZ0jvytPhOENdrfBL+u66RuSTxWAdz4e/misjq9V+QMRmwaCXWoHDhABQ+aI947POyxohz/RymupGxiPJOm3ecanLtW9PGQBz5AuZRHaryp5gVzCIp+2t3SHkvESs0fWbebmEtefb3dl6d2CNUKaZWtI7BjK1ZB440PKFSCQDoOK7QsEojm0M8WIeoNuW2vuqbfeKthGilYiTdpIQJBr1dlIJtU8u64eSIa12N0L/wJGgw2xL2moA/1nTRKMay/HaKZAiYZsWIiP4HoTG/NR1TQFvWSa/MepyF3gvd+6La2tF7/DIHkdhKzLx9sRBdv++axY31jEvKzMY1NYfuIb1XPpLpBdLxrhZkbc5c1O8/rWpO8gNqncCBvxaHmnSdBcyho81d40IxB73kK8ieFs6YSiNRPgu1xvRHTJqxV5s5O5jYzagsWavdTLcGnNY+bDysA3E0ofMZemQm77WaDLAcLbaEJNNKwldF0qWzOfysvBQ9KneLTIdeMBpQJi3dF/qTsxtLKc5QO1NzOtZykUFEk3SH/mMEHfXMzjWbtqhg7pl837hCtlG4/Uz2RcNfM28X0APTU5INxYOA6nb2DSnlvJZAQ13p0XHKdP0qHO496SV7lTcCLIHTfipHhbDDcx1OmisQYcDcM/vxKIJKs+2FK7SdtJuxuaFvjkVghJTvzs3ilDfr8f5oRNEeH1qdH0uyP4jMf58W+4vF4qkZFO9aCYUksDKcp4iixnW++EEV5XYeT6GsToQcq1nXGYHnY+YxleCP/xmBHXCOANtfMsLYGqYflaKdZO5Y2yGRw1rYYNmXhc4kGFH/F2H9mPNrnpSHyD4/OsCXTEF2wun6JtQj6T7JgdzXIYL6sRxPBn7h943bOvFTR5WMqB2TqyvKWa/hUkTCzUA/lBDWjeO/qva7TpnD5Us9CNirdLQGJ7vEK5fBcLvU/3o4gr7mOCMm1uYlN0oH3QZg/ToJlwI4xAoav4FBKXXufWLVSga+reW8ZGajn2hGcajZt9bt2xtLTmLcld6S8dkI3HJevdbfDS/JssMzpFB6Y8jKUCMCA6aEcopC7A/zrH8Yjz8c/O5giVUlN6XyyqWZKo0vllzVLl0/7G1fdU0e+VPFzmXlS3keVTHy1xoLpXeYuIiv+YXeTxBB9gweTKlY9jKwADQagnTWQMbCMFQ3X6vuI2Hq6HAMFjsd8GeHwrd0dvvDj8hkm03RVmQZPqHQlGEqB7AcyJggOIOlrfVmf7evV13rw8uohUwvUTLvjMuQuGsw09JeUu/sES3xQdQgZPQQ2kibVpLcnVEyzHtUc/FIFTRb+MOX2SO1oWt+OewjOEKrWsTsKjuGs9sD3LckjrCQlssZcxOC8FmNzmi8cMbq+TDPSrnxwU9SuAZ7WEOCpWgFp6nkN0WNFhfMyEHmtEbMJHgHLUvO9ET4YEOcUc+y0yCYJQqDJwZ2+mhOFp/HsY/fuzjUM/xGkeVb7kswrV0aX3XYT7/FkJqbGzQHIsb0hS/58jxmvuX09jaaHuXXZu9lr3dJXAbZfp3wavMSuKW6jm7Y4puhcl1OZuWR156Xiy+ujsxastFgrthZnA8I1ZL2Rm5/7pjabvgSEiTcFS58Um0k/L/1StMRcYwE77oozfZVjn7OIRNavfSsngztNvc9lQn9oDry7a3oTAkaV511+YMfdrznyHr8vZ1zzshudnrYmrkiqq/v41JZNCBbL0NVEdyJRfGkw1d1rmiUZuoIk8mxEUV88aP3368kwDCcJHDpZ/C9wiQ5IeTx9inGe2aeeewI/5KawYd85p77wYJ2GY1ZcId5SprGRSDULEWmg6mYxKZz+F8no7kTU2AXT8pLUwLLp/j461eTdUllsc/uSPBKFiQbbMErVoUJ68sTb23LKT73YlOUcbXM1+6zyKu4Ejn8cj+sE+QvKtY6EgieAwzEPIpg2ZtJv7EF/uI1TnFc7ou5uJ49oL6oHV0pgffMBS7GOwF79gT3jNOND+kIwleeqoZW74HRLMJkE3IoNzQtq1NoyufgXhaIHZAPI1x47qFvBbsFiLnaoIeRpCWHyu2RHpVXZWNSWf8m4I/YXDCW0SEuTMNME84pub4+c/1enJRD5/pysOm+t46TkUYSfdw0XRYIr4GuASTx3Wtmx+D2UR07daR17OUDbDTvj9q/S+EAKP/HNtaNwcLra3Z0TK6Wa6U0uwMmdHn8tnyg4AYf4OEV8Gy5ukirYnJtAEY+59kB0iQr8cJ4CtegkJD7d6S6L2UhdN05LgcaxinB29QLP0JYcVuVqhWy7Z9SvVqX9NYfDXceiRsMkwhoAE6s784/RRdkYqlVNUDIeSANc7HWXY1K8H93/5sgLBJE3iucFyMaZF113b5HJ3JCGyB62zWbF3YMa4T3KiUBatZMJJ9+jV8MUzZXHPn/B0GeuY6BnKRhX3GPVpLPgnxZKyA/0q11SVKY8oHofbIxb9lkT5dBJP/wEInhVDXOlkjQG7QQ/oXXC2rQvkYX65eYo7XIkqatPf8UoUrlGZ1Sgnpsh1sAaWTJ0IPhTrvO7DgQEFf2gtcMc+pO4Wg0qL6whmwg4oyXJKrfpxk544g+QwOSeV9E0Pbg9/Tfu5EOI8h3M5jOLtnRGNJRE2XuX2TPQeoDuPjq68gYiuYksC/0vzxqjJu8adBbAcUUzFQJolhnIWTVKWVnveBaKHU/boiOJkNLcZRfmsf6MGSC2Yc0/SZsqtZkcFytbY/EqPBGVfkDdCHEgUEahhfxo6efL7Cc1IzL6NlUTB+9CqYrL78e8k3Fyt23DrpT7opGmPvfRdIFFAT2xKKZE9VJ+GfSXw8mCXqiOsFZ3zjsa5/Bg1pJOO8ukFHTpwB3SvgoQ8b79BZrOmi7enMyrBvRXzq0JsRql+0LHYnC6mbWLdQbXIJGGmZIiVv1Rwd2xJZZkHxZBFnywcNpdsPEgKvKkJ+LPsU+WLcuoQPkNKy+jCyM87k3OZBVYUrE3FOLMXTjG2F3Oc5G5VnpujVufvfpeAV7a5yV669eD6UvESVrR+GjF7RPgJ+rDQBfVQnF7Cy9h/XG+1KUjXTIw51pOp0xjZiq02a2DWlRNKcfoQ9rh2sK+Cx1iUPzQO6Yzaq5CIYq6OVJ2kxqwdxKJJ6mR0Ft7VNHdRNMsQ+42XIDMrDadvEwqdJ2NbBHMuI+R2cQtp2y7Utb4RdpU5THV4KLsCjlVJ86davqPujbNk2XaMXK9TjHXK7THFJncFZH9gOEeVaIBDX0eQHvNpgAdKiga17srQZeoekPR2rKaejzFuh4tNVRFXKl3szryyovx2WjRtWnC4n/uB/32Sab16nQSQwceVoq+kbxnakJlwftioJpYab/8Y/xPxsSgBi87M1bgX51Ib9vAWpmok/6ISl+qineWf5g/T3a9FpMV4qeHrtNXInlQVwcAqYI6gjYvmiug2Arl5m4qQ+o0BQ+GWaPAX/+tufwUMVmgMInsDiyuI5p2twg6J8IuT5qnnEhrp7hWxezsDhPRTlOGXM1ZydhhvaiV03vVRZXX4w23P8dQdZ7MnwS59c5ocz3Mxu0facapo+QVf6KKqF9XGtYX5+GQxotXxW1m2EHOpi/FAywHq1vp2OeXXkga1BJRu1rLZyfZxatqZrwsfzowG2GVSRWlvGu5QTnFZvKVzeBS5o7GCaXyefEZFyJUrTVvSGTm58yFKrTBaDTuajBzp6lD+FvpPfXZO9X86ve8vw3D5WnK6A6skErefDF1DnBcbdmUrOfCVQB3tghKFOd/EAbDfZSaKQ/5L6T5faYmKlA/8i94yu1bIxVp8P5aqNLGIYmA9/BIVyst3vJP0zkVrN0RF/p3gnQKKdDkEnrmzvfkyFLIbTL1xcJwQmBV12/k4x2yKugkeP7KRJHazK5Kjk2QMbaLsj65PblnVYxZqmypzVrZljRYJopfpNxuTIqnzFj4QyY+oyGMmVWq7DZ2anURs6+GGdUz831VHpPuBpyolnVBpYC+QSxVA7yWlEdbWeSC44PGIaxjPY/3KpwODiapE+ZLNmncKWcBrJbh7mh4ppYtL+qVIzAwXbuZ3pXWL+zROeVkM/hc4U+d3iSvRvmzNqsRckmn8zAqFcqHXszWWKp2Nhc+cdfuoULyGk2hIAsoIwCNbZvQn7nZ4e62eOYvROilTNx49WO2Wqf+zftigM0Keo85W9JfMehMhlrMKRglysB8xPbQb6jSKJ5p+0IUXwnlcu48VyGbiafGQkU8CSXs1ZBRvuT72VfdnruI4NWcu9e8gVesP1NNZS3c5swhSDqpUybHyCtMR6acshQbzkUE8nQspaB5L5Kap6HoUHoURPhH0DNCvutKWzGd7wCbFFVSXIyU0zmhrgid1VX2QeymeQjScd5XtNVkGN9myzvLFFPRO9shvkQm3YVdXdTJB93ubpDugFVxL/22uK2XYrd8kKmfpkD4tPrWuta2I2BUtQYsXBaaBcxMTLibtqRLo0U8yXoCzOqA5KC7UjwSHd2qBvLRw79q1QrInL1h7ZPHxv6M3shHUadrwH+MV762tFd196F4vjhTn+x/AaEoFX+kHL7WYFcFS9kGjYVLWUCE/JvpbLK/IT7g6tPoii6tpAPqWwPSXRftIr75lbzqbhoRUeHDf/SaS+d5e8oSeoKzjSgdAWKwL6xy8w7FLkMc5dW6g6Ct2Z2aUpd8mkqSl3t0zpF7Ax9rYIlXbIXHT3jounegB4Edva7aJ1CkDMV1+0Zi0UHsdFldnMT7z8h6X4ahjgYpk/Zopd3xI7NDqkiJ51hghybs7/v8MxiBqbydNEFvRlFhXupdsLQcG2Y85m3AUlfu5jFUnzBlv0vPwna9zl3GlFdzrvmgCly7W42MhwQ+kwIiX7F7GugtnhVluo1Pd5Wmt29sQW1vgHhQuhKT07cXVASuM8X2aaO+P2hce6TaazYgRkqDqhB9aZ+NF9x2IV9Ec5a91hyC8oChQV01u8Fjn3t/D8/s1wX/UW2wyIuFdO7mjOJR6TZPXPd/TxlQyTKE7GJEM6CrHBV415d2Vcl3jGwn3Q4TFQYiZ4vH03nNpjd5saRyXJ4Rv/+OMXv1bs4+AErODB2MhXWvAKaFBFTpe1aZKVZ0zRuIqaSqm0pHg4LupMQ00TOyXvMgcKtOWAFBOA7ybmCAYiYPQIzZX6dSkzp0wYsFjFqknaXDnxBP83Qr9YOnVA/c8fyEqDjcozoSePg6XYX7PPmdskd8P/m2WYIsP+sFgP9pFrltEdJxFSppH6MxMZrO3Ee0Jlf63iuRqp0i+TIKwZyXx+a34mZSpisGYlRAz1M2E+TFEKw1vwld4H3qGdkRymQyX9d5dBm0vj1kYBF3nULt8sJWvWU6ilvh6Win64p4+6sEGVSOTlCg8aJXvgLDYV7vEYSBaPM7KIA1tw/QbwheQEr95CjrmWbMsjgbcqcRfHrt0IlJKvCP0lOCe6COWTMo8l7nK6irnDIta3cIy5uhEWuamSQWa1Fjsiyc0/GUbYSqW9R3d9W++nrAIsWXfVXDvJaAwXUlUlZjmhpGcVneo53YjKb+DsnnUsjtR9w4vUXG82/OAHiL3ByjGV7lokCHwapk+TCVXqYM81V6Fpr+j0WrpZqL8qfeJE+Uf1xeLsUUVHSaCMAogi6qlFX+B1H4T+6+LkGi9+hRYvxFljLHahuhDlrJoSLu1iy4zX3NP7lC14M3VdTn3zL6mMMDJ9ms2mFKuZtjB8spzgz86m5iL4W1yfxGkcqP1gPa2vgrWU+aJ5V/AxZQOFCx02r6af437YVV+A1bg60NyGm65uWKwvQmSveQgSXta+a2swa1Ed1WTNmHBZL3PBP3hbYoNWe1h3pJZYissT6OpcMwUkpVJMLENRIBSkzXY9zKHEs+qkTMK2M81uUQTKoeDX0KOMXeaYKZA8CZLpq05W/BBDLRGpvrgT6aKZJ+u3jlWo9qtnSmb1+3yb65joThqeptG7cGdWYf1ZdZ+ZFMy9FY7llLk7lqOM/YPUO0XxLs5ufBfr/5aUvZ1RDpQt3EX5gMpSr5gZHNbU4h1RS/j5Wfol2d5bFPm/Ic0p2AZHB7i4yBmPMhZpepu1qu0dA7wz4zdV4fuxuJi7ICkw6t5OFGmf2Y3eP9VdZU97K0TSX1LIykQUnpfUYr++7YjKVXyW8+UQCDE31BaqF84WLOHenz9bWTWxRZSOhbl/e2+rYrpLOxUaqvtuOhnhnjDRZhtMmrshrhjWEbX6rMd1Lf5CQUuGXYLSnkuy0BkSrgNhBDxE2EWCZ/QC2hANOh3Jju/u5vT9bSD+JRsyYXtWKF6C31HPXwqO7sT25VppZR2jDBBgreK5ZW4J5cO5HOX1VaXYWa3TSz4ftZrVmy6xA4GsTd9bAz14RlxKlcbM4R6yxmQQh+sjeU7STXca+pozKF13qb3Aip95OoDLsRYbrVa9Im77GmrXOGgJZ40FueL97nSuK1HuTiag6Yqr1XCcFSZ4cIGjs4QJWS3JmW4poMLAZB/BMJOgfyK4ygTkmdU0gROaSSIslvQ6TO6X9MxHO5aj6ULESdt4E3KtbdkettPl4ytbE+GDDdyULVmZzv+aot/5+UPzcHHaXfXeul+OV3jd+NeahsSueCm9KLQdoOB10L9etdfwzZFLZ46joJnmbEo6gJc5HVqtIvzbmeYSF+XniWiwY8pYL8TI/XoPPizZoeMoZbVn6Gbs43Nq2rO01kkkiUk5/R/NQtEgYg7CciUHHaaQyFt7TldmC5btrFcl/LWYVfQb41cdkvy1Uz5vbPNwKmJWlaOIvdQtuWs0axIudeI7N4LtylDo0KS+mUuxV+Yu3yZOpcILfYthueSObyoi/Lv4RUkoe+uOru/NDJMqTPpNunSHZ1R124O0TV1DISvvfzFfhlalMiybuNNg9BxAb+izaLuwui+5Ie6QsyABi4eiH4nrvNZhX5jFWZuMuIlBV9abfJrER7JdcsTaVh3EZyidpyrpTlRf4lddR3eeGr8q+mATWAaIrUmmJ+NpcudbtHcXuK2+kWFWrIYRasM5mpWzYzgPWgATWizbTS5pf/hWsz20o2csjcfYp9IsRFRTFvaclnPIOUZrp/N/Fh4zyOHAM8UajVJuVzY0XfDk2vMb1ZeMHGb16S/7T2tftUdyMid45JCamlTicYoUPxiE6b36pda2HgGonTcH5D093Eob+gMgbyzmkya8qKR5PyQVAqEEn6YkxykZV1lst9DiSbFnYqXcSk+eqErl8NevkEh17BMkDLu8yUAA0f6h1fSU1mVw7pe2coJmGdjr2SDOiAdh2e3qirG1iyRO5WvhC4Qiaq5P/O9a4Ni0oaxTljNpoQt6dUoDSmrw/L0B+UvCF3ngumCdbmHyy6m2wwaNR+AP1jhYk0f9suKcWWKVPslEWdql9vTyUKmooJOU3zDjFSfVQnd+gnAPn8u1ebASCG7ay3mX634/1217ZXc28ODOhSQjeSD1/S5XFc/eUKaO5AbgO6M3MALfqiCtWDYxe6buOUq+zprs7MnR6eSm5V730nkKMeqLivuc6099JlK3iGEIXQCnGRkSs6dIeZl+T9+0yZUNvPoLeALwbKdW5UnG+IgKdVDRpvxZqvJoJpNU1mhlBVVvRpwujpxhrQ7+RydduwGxB0DWNL7FFMTTJGvcoWtrZD5K6QxaLLKqECsVLULWOyMatjwRtRiNvOrmlKAXdJFE2U/x+cbYG8JQ1L3srPfzWKKYrznduAUwPDCZPMarYnXjaiiKDvAYqnfaO8Ho110OK6lQg9yzzzmcO1SstMf21RGM1vvzpLSzMpU/cqZmbExw/eIK+5SJo+X5nnAXhOilKecn7pPbdcYP2qVTYe+AE466HIsQLYYVwEZFy4i0eLNvUi/Nritpkmv2Yq3nWKWW1KqsC9GZ4J3H2pd4KmknabQSIVNRNOJsSbsvR3cJ1oU980TpgkW9t0iiCi8Yr0qJCm8aSWPBLuE5r/MJh9ppp+9Lb2j5SFfuuOT2p3mR+nfggbtaN/o4cm8hQfpERRhMk1/gPkV0URs5GfSVtjfU/QVXeD+yR0cqmgCEOI07qvQU+gFLLmARVsspFTr8W0/GgpKkhVDXBEKKaalVDG190oSzIJZAVaY1+HNhuCmBJfhCMo56TVV4eVfQAaXJvmjd+bUSW7DJmkGk5SsipfEu421fkifrPFpAer8SIPZRQLH4eHQIH0rw7cEkDBib2s4QV2lcO3Jut0pGolT/90GRMA0S7wiDNUrVy+A48ahBZXaVH6amyT0vEsSwSLCW1ilehdoS4gNvogxAqK/0r696gB9/hgUN6BUpQMrZH/pE5Ayni5ST+AA2rF9zOjpP4n+sOv++AVGid7hnMhnhPhYr2yj5IrvqBa83XhNqwy11PL7pI4QK5o0dVirDpFFygPkVyQkiGtBsbZ6wOGMaxnfEeZr9eGAvpHrPEAvGQYpLQe+mGHNpecwY6JXLvc7AKEdvE/RlRgdxe2AduzbVbTowCH07Q7GLYhHlZOTRG2pEEqIyJ8acXLTPwlbMpyaLQct9ffiYxoEoZ2dJ+qd+eqR4WgqUboCf28LKRyj+faVYytZtYBfG32zRzxrjXw4Uj6t2O23m5FUArrxWI811zjdJuwW85p3Fxk4YaUj6UfiwpRFH/uSNvKUpav3llszcSvVwd8/+TxJrOuE5/aC/OH31UTpnFzY8OPq7UFrcZbFqH9J1ZYS4hsysT41nV3RJfc5prIDcc9cHopmoyp+unDcxIQRUSnonKl2KDJKx19jnWqB8jL6Hm3n4EecMTiwQr1HKTDdjzW/Eq7O8Jgt5Xoax+0fVGzmK5lP5p2/UTdFhOxGEvIcIX+2GH2/zdVM8+fLLFKuMFKSXWtF5qgTL1nc9gcM43/E+4MOP8NDeBYXH89T/Yom6pe+WE8kF5GZIV2IVJDCw+c71x6cX8ClSBl2DSv5zP0f9AnvEMf1ZIbt7AhOBW2N6ID9FgTQvUHLw0ZyN/NmHzhOqpHWNi4bj95XmUrWMnZhblEN3+W3yP3FuN3WA16l1X5B5YK5uONyVGbZd6XsRBdo40Xn8BTT8cWnqb4fc90VYKqYeHElKnVynnKHVWCU0kIC1H7glou6CR42WStoAOhb/wFIfdjni3RuDhxbSYh/bs7CJSaYZp+NXNMjZzkV4bLhQnXm6E1xIuoUMTyyw+4c7h7tKyCSddsEFMG0a7U7+5JOAQBH7vtgcNhohe5eG4B5g58wkqHOkaViemQRyqt/nqmLtPFzO1vJ0//PLNm1smsRxsWwAfU1077r/45VsHkyt9tkesgmPD0105Vf+Zb4j8P+UmnFSuU8iQbtPJhVFX6xYtUjVSCk9DkyC+7MxaqP+w/seBudKeQ7Uq2gb1SMv/mg20PUzoEu7mSLhXZFj46a8+K2dwt5q9nh6Jk2uchGkPUXtSRMN2KGc+cuhMLTePa+6Oen3YVVEhrowbXqHHyubDjGxA3KVFJpRnX0hSo+VqW3XlCufKqNh7PUDkLFFOjuBXL5z9tnoaQYweo/AErUlUcgP6VtTtVF80Q8vSxLcXYt6Umu8l+GYZEm73H1RLRUzW8JQeeGqMzd0yGqsm1oz4rftxXDLCW0jLjLAzjgu7+Sq9SI4iULQAOPBgOigdl3ccKCENgzEqxZB99lnTcdsmnRB9g+onkqWwv2XFLxdbkSo+EGWrUkQ+OTNlqNO664ddrsf58Xk3BsQunT1zbybz5wB1NaDvzTHUigeUgIRFK+6Jxe0w8roddh2WSbSQLTbgJlOXDSp+77p81qPVNHQNkyHUrEw8zz85bNSKaC70sSrpn5EHNWN6ItDow7bZObfR0IShaVznIoXZCw8kpK/MLL6qOVfOaLi4OmIyrffisQkTc3gFRlkqHn4qG++LFS4p9RCtsrEIFk064swriIvD3VCy8VANqb7fvNPnvwxZ7j2iDl16iyOoLEcRYnC97wDA8BZK/5yQu5K/cxthDoHCftt8r6J9PvPQCJWJQv2nTq0ETp55aWF4FkWKNOJR4S3+9nbMD+IOsT9awWpqg2pQXYEvusAgVO1hwBi6Ex2gAkg0SyxCADLkLEikopqlZpaEH89Vlnq7l6EnXQB46308v6G6t8m1XNtNH9VFg0XNzQwWidoovUEpH3J7c+xyN2zXZgLTvtPfizzWhIp2iQ3Tr9EaJNaKTtrAcKv2KEibuJemFjGkXksudCucwKtTIraWo57F9vqDEbG7WhgIXfhCKaDp3pGlhUtdMBPKerky0NAYGYSWWYdPE2aaAGj02ljM5OgIRP2aFKn2Xj/0GRQoSIwJH9qx4xZ0oqPTu8CGgthZrUDv1LwGXTzF1S1Lf/VyTdojHFY0pkWQz3ibxZ6saKCVeTB+rQ6KRIge4uDph47I7UnqZ/0kOtixE2UKO5iX4WoaE10iyuhoYVl5GgILAkmh0ZSOwX8swB9/S3B+4lef/2faXxgrsWf1qAU4ZZJatQSz3d4yCmKBSGYgXSmPFItWPICbGTOKVS5ACOoQqov5Ns3trEfnLeKlgLVVCmW87flHzPNMixVDFhLvmEZRTlWin58ppIGGT9F42mmrb6miTWelSYnoaSolrOnWRyI5J01AJS/vNzXxlqKfSkL8KikH1U18G//6yZMwXMTvRKJNMrjzcFqkPH7rUaLY6CUYk5Uqp8kpfSzj7a7ILdLtFFE3l52AaV5WRxsoZw7OnWr4PbY9CodDIdVQZQzplhsVeDa+N1hiCj6LZkLvHtKpuvLb1Srn717vU2aC7UMqY9zqalPly/Rl1SuNkIFYBrXdR5kq54wKUuXsFMn0Z+QPK3xxN6mFuj9xuat9tds5vY7UeC8Uj81osRmRLvfgz1YpoyI0C6YgS0ai+auIxFq9cRY2BHctCijfLa1lRZ6n8BEpJFfAvQZYxXcjJLNtwTcxoPfaGUGPmxpFGPVU4JBmKu3MaXNSi6pWOqfpUc9C4lvsiqjop+ym5jWE2kGIvNinVNGpyKLv5PMebWlTgF2G8I25ZxN3EqUKTPwNn9mpCINQDnaFVtQVBMltKBTIqKGfZubqd8//5Optu570s4Y79EuTy2APn166XblZlyLxBb3U6i2bVxLw/Ya4pj9bM8CGexUemGwBFUyMeIHJZR5NN6mY61U+/4/qYF5amUlpP0Py4PL9ialglCaEyTsF/Cw60fJBoV5WaJuVqsZjKqFm/Wg8+uMeFLBfDlsY1So738OvFjKQ7j6eUp08rbnveotvYrjJVIS7drjd92RPkhVc+kNdOjeL5v45kj1QROq2zd7kwj4SfljBq+E8uR+jJOMZk7VSz4kKGK9aMA9j2q0Y1MA5PrtLrY1YKVM59YGU1kf5hT2bB7VmEuYy8DDAGmmltLiyAFcIalZypfyJ1C37iuYauVPZbKFvPZuAetFkJkFHKfCfUSBVjlV0F5wu8U5LVpHcdp0NqKaucOeQ0qINbCa50unqs2CDspXSqEL/WKYZlxVVF3uB6W7ml12f7lH+msKv3Sfyw30gGJfTFBBsrenW/B36/Yp8wmAzW7JRuoXCHytig/HDqJbrSdFJSXbA+ym+ijunbMsFsJvIyuWODRXrakc5AUUYeLxXeptVdyc6ZvelkuVITqx4ErAVFCtTps6CJ3NCI2dCPl/JOK5xazt2eNjWVEUmt0oaPqBMZnw3WE25bJLPAtT/hOzSU++cy6Xl3o0scubDcgL+XfBJZ44x8EAtT8zuA/K91fHCaEx5l3n6eR+YsIFe/lAemzhZJvPRKr+caeEMyV4kU3U/UXahoJTJx5bqrMXpDAsvqSyhwtBV9gWYzusPINO09u04phiJX0HApjii/rt1ViHd1mFK67F9+n9iz75SZdV2Ux9vwBC+gwFJCNosFVh5UUDlXBMQHA6mopm2hCGWZCm+vJ2+C3q/4/1X+OAEgdVv42mmzZ3W8WJdxycf/l5Fx7vZTQZ4mWVwvFWZsQxcsO6lQEnGSZSsR36aO4B59sMpEiWpG51IFGhkqYDRj8wWyGXsP6rFhf5kyC43oXQjn0PEJpqncaOgoiQmmdV60+rDRke9SCY3xYMOjQM5qHiQWCpulHlJX4gvJHK2ZPFb9mnFXS3CazChUsyhFoM2/ZAZiZrPVdalRNlCKydJHuuxmgIqH/+h65C9vEAQjZJ+7HrtDZN15DUr+oN2ss9gvpnZdex6pnglBorSlqF4CPrFsL3po08qr6OT/wL9iNVS1ZXfbeaQ85YmdKAXzOYREOFtRYm60oUToDZrZpVUoTxvBeax6VI1NKo81gUFhH7KONlsg1m8eIZGmXL9qUqVD6PirarwaPI8CyK8ZwTZZnkdThT75QSZbbBcuDPJavw68QBzkKBycMao35Db0YH01WDymOjP75VRtaoRrla27m21Dg7n17+nFZ+iO6F/144cqXm3hCUZN33XmiUAlj9TmjbyZjE8RW8vleUwlIy+kTnKmp8WKP3YbvI6D+jceh5WTsEjDrtXXsUq5Rqp0762lvGK6N0t3bCNnkfj8FqimEDglg4V2zN+I8auh3y1ALNApKLz40mbUuG1BqhJ/blVCQe6lniD0Nfgt0KU9wExhkv4+SpAVIswhl0tZzIY+pTaRj1fdvdfbkD9ituwZGNjnKGGhrRg7LycrpgVqblhINZcoz6RSMW+f82J6WCWkspEcxPXHXPxlSuKOobVDcsd3fN7zefQ1Rn8WffEymQQBFEn5iLUUNUXNLu35eJsxrJmh0aXjiGLuHsOIDvIg0CmJhRC5y8450rgJ+dUi4F1dz29MAj/VxFvUSWw7GJXuIH6OF275Act1pb8eU3U6qDRVFMplOt3c7eRpVk+5u6l62TlEmnJtG5U4Y+Et4e/+I3E2Erpl0NwGmKv5ktT8JD/vefKKcDevaS8oiG+zh+c/LkDixBq3gSooTmEwF/ZDX9JLrBpShtXq7gxyB/89BW7uJBk1zLOteUXv0M2WDxBqmbHCHQG05YznCku23maLZWGCWVGlgdBVTc8VPnaa0xAmjvyo2/GRDIKxC7i1KTb8YrK3Xi3Yyn2J/NVYvpPznmjVq/FXbdOLs4BX9FebtFXdDuzfpDxRbVYgm9J/cbfP6WjKS9QhKly+UFsycyJfItvH1ZtwKsIfmzQAxAtXfJY0MwMJMcPkNxRkCPFX4sLs6cwly1p31OyU/hbZ/e+wGGd8dw5VBpm7vAqh6i63bYb5fmWQ1ktGCGB6JYpdSwj4l6E48prASqTHw1oujcehSK5nx+qJKMkTziSrQV90G3lQ9Dr6KzAaGZUCMCTZbWPgOuonrgwP+8WTo25KIB58EYcFYJU4ZBRBbKN4hgrbOV60gVG3jxe6kRE3PxeqC94ZxCDS3sW62snMAJ6HB5wF+Y7rNSbbFHPeo2t9ZOXkYQ643SbdUfaG2yUV3zikhbO8DNV4m3R8Jnq6WX663nfE5+hX5hktKkXBQzJTvYYlJLkdfwH2wQyq0HLA3bjFroTJO4ym5wygSH0LRp796YkYPidjG6Rt9FB2f7MD9UDofUgYwdd6XX8BFitTKT6iJ7BKmiLPH2UVFX70Lm+KNYzh8pfYVkj9CZzFQOQRJCEF2wD4V7rtaTbZcYrcYYSatybR/OPTLciPw4BueB+mvsrIjj5e5vPKjDTrtfMlNcAhStTu5MWqtChH3LOxE7cF2y29SOhXwhp0th9reQKP9aY4mORfgMbus3zM7NVEEdmnRmG6u/DOfsydyrW3QIPTF4F0gkaTF1jftyTh/XC6Nf0bZEMMTP5P/6KkfbZ9Q1w8pGN91Sb/6GsY+mmqfceYB8DMD1DQAx8f9ldWlmhis17hs7/x6cJJ+H8NvPug+jHipN/k+D+Vmk6RXaqTmrQfaFBKjcHXgbtkBr7oaN3WG9dOYGedh4exYQGYNX7EygK8k8MnaO7s4O9Aq+SvkUjm40Y24a2J58rMGzljrCFQpOMQmFU4UdBZEvdQf7B/r8PUf9HtSBbyXkruCYq5nfH/a3HtCsWCukglFjWE3Vwa/gPron44BtVg1/y9ksNwCyR0xg9w14lsgq+usv3Vwpe6uwJKY40fqpXBceevmR56t6DNjwr/MtxM2jgUKn2TNpM5VG6jr1Ly6GF2ZIIMxTFvs8itgFqEkvXu+PfCQOqpZk3mIgygqAsmpgpni+F3m+4Qc07ig7DAbuE/EFxO5xkEnUGdTzQV1AI5CJugelpzRhSjBef7yqiNc3foXZP3R4ekCrWS24IsbZeVh8mMZU3vrYbmf834/udqmz8uU3lrqzemc0w8KN1VdpKrRdKJhLZ6G5qhSieqJ6UfpqSJJ4HQK9EApaJ1JbXn23pN50sWkoFUnYfUez7sXedYglxPRVVKhzTEUlH8jIGAlensXhCoVZD6UbjWpJvz7dcubQ/EZvEUGec9sAKiANaq3tN7oum2VOJhYDa6TZiUSeWj1DhDlGyBulNmtF5CNcrsXVAuuBtU8abhpk09Iob7e3aGCvluw/eeT09XmKk0yC4/ksjDbwgHeTGiC+nolRFDd5S0+SGNsHoVcrR6eu9hYXb+TSckGLohmQz0vp0CmYLrKzs6ImW9UmyT1MltT2LZb/Akxnd9+zHknHm5PQXlpElD+aSIbAsA67AnzCHDOwPk+lWdD8YFsoamamAdZY7KDP9TB1s7QSGfkjXNoSfacyZnLApYOVI48UmVAR+DOpq4+q/BJltHEJyB562viyEhWSFe4OX258HMz2+idbVu9voQNbF4VmYvB2O6DtoyBIwEIYdcg8adHriEg5ryfQ99e0f+7KipuFg6jTSvjtWtf/vf8VCZJhuqUflxHXWhVkYChMtJfEDkLpXnxI2SHhzlDvOlNDSyimtFrUzt4Z9QLw2VSuSbRMlJUlkP66UiCiJ5kC+3aZVi7sbnZc70vEQuY0Fvxl3tSv51GjEN26bNc1eTEX3H1eoKTfVT7pSGwtxDJcmYr/sphAihqe5g5p2Fkn67W+hWljhWV4S5JXprFfp4u9lj9dOwTtlibS41iwDkdFweo2BtjVmZo7jc3XpH5bDwBwzhrUH6rrm8dF56UIpKAXC95CP8y+FkDmJIgi+FCiw1TNHwnYzewzI0ifUoJbXmI49G6TWhKgXJ/zMqU6QEyjzJSAXNslElXyVTTpS3GRWmiZS1cQMKSCwWybldzLfbNIrmeayL/hipMiIoWVH5EdA+jSiosTolDJAcjVLRcwPWthSuh18wGwiePqXSSZYeJv2JO16GD+OJ4NlWYCQcJnbpdiE29fjOaj0T1s8qrU/OJaLM6oY9KfXQQyutKB1F1Jv9uOYJ0ThjR8/tBMRGGLZ5vadOsSXYrpnEfgni1qf8Urvjf/AL2ON0WowDe7qrdLoyJVXqEmHvJVsLWY8+ZbJRzAzGcq2MDQsnZlJ1LMzK/7WVEMmzAeBPClfFbFvsQ2vNJ0DYoHJyJZa+UG8ErBg8jdlqTWc8rhprdz4HY+w1FXS/A15UTJKJwHKdE3eQLbOCF6pWtGAlER+jFTlxOr3EF0GQ6pNLIBi0w1qVyEc+WZuA20n/9Hx7xTWE1q5TS8O+WgIBNIm2sPksl98IF/0jaCGqKSVrKF4+W0Eqh1v6cCBxGnzmwiQpURUQ6mVqW8tHWEaU6qDA9HVQhOOo3AGyjw2x6ikZCJay0ZG5y9R1/2WBRd3hSaL9NdhxK0WzuvQKEgXNDomVvMqoBPvFwHM0vvG+oM6djav+Lt3Db/fHlqF18i/Zwf7vxZBGY6U1oNDq9FY84xzXLx4W9QCbt/Ta6FoeMk8yuv2MS4Ejwmf0fbrA911QNQbaxWg+qWYotg3iwI15oEG88mQ31Y8C89nAfO4Jqt2o4OenRVxX+EydH1qRguu5pffTlNZnse+njGipCfHDYq9wXRB7r7feUYHcMIzSYxTXV+9C+M3WMqoeEtezK1CEm2JxxFe5722twDfugW/M5p3s9ItEXdx/tP52DOE825JfTYzS7Sn4pE9zysd0eS9l0/Wcpki5yKEX5r8kcbWL1ugqyicUzLFw+pJoC9ALyHQ3lTUiHq4l4Ox27YAo7n+4hXyjuvTQgoHNG23wpn5H3ZpapR8RPR49okLydXrf7mgLDczd+Yn4Lh6wocsB6+ohvwBBCpRr8aBmixHPdVP5ZZkDjem4MVrgc3EYGPJrVkr3FOF3AuxXLWRo12e2mA0mkLSPZABgyrAlkMVJkReOMALeIXAaYSpxUC3k8LVRQXsTkFA+i9hoMHj7mYmL80ZyWfIKgNsqIIjOnZea9cGS7GaUajS+LKqOYUvfl8F7eIHM5iPU2bQWLiMlAa7LgBnML5rh6vLF9xnEWkhpdRDkvxNXj9L2xGe8jkX+7rrbqyKZNJn74enJs0KCucuUK60en63hGS2LUDKlq54NsJxe6arRvVk2MdMI8PA7Rq/JCl3nOlvQ0zbHbowqX3/GXG90CRkAciSX+qzPtXB58SrxSKMQ0tXxfp2OVgNC95GcaVcKRD49dAeEyAfw7GJj6WlEOvIACoZZ8iK+S1jiXFSSQRiR11oaZOQRPBXwXN9du/aY/SoCOEYHj28KVnjfyDPxZyZWYJQAI0Ao1OHyJ1xjtHejEItfx1ri2c6+63M3eprOlWh52e0LJp+Fd/QmkD7omFAWYPi3ohiFQKEKZfgRjNzQS81oNRbL5eRRpQHtO13X0CyMkUlBoRMrf+9iQR5kx7EwUzlTuNwL6kxKNcxqGA/8dyaCDE2R5G+cFHmzo1xIeeqKDptToidUH5U6sxzuL3MNjZC9hje4L433Q1p9C+unUveTht/eoACNf1iKEpWr1fMt92iqhe7U9oZgfOsRpLHJThX8HZnspEyfpcgJ01EU7jPAhUVq5kV02rvgh1mdwNJHHoA7aeuRExque7mTQRuTEsW7rtgpyjJ4vyATzIfsJNiI96oK8XooBCBxrMQDrrPnZTPga74XFqh4Vr2M5YMnWXtKfhWj8XPWRj+KAWR8upgEU/LtxCcR6Pxj0Kqi0fsnywHKDbJgxKV4xfOqEfdRVd1lvNzu5Ne8vrmEMfq9b0gkAmWRm1Ir478JacD+RUqxEnXJoqbXntTuMqUGed56SV+oofdo3MYibHIbi+HDAer2Td2qn1jwEJkJQlpze/qJOZpAoGYHddMadzeee0w1xOgoTdN/dN1G4ZTlFuM2Iv0S13YvXRijBbq60pyDYbES6wzgkSggo6hsfkF1yMsYmYf6ytQROKYcxHtJK7wostfO+vBKjYuT6eCbt2wL63vHA356Q9rzkWag59S1jMuK0VRq0aJcY03Ygt0d5J5fy1dSgHksl6VAKJl0HSZCcPeDUSQnk0rhYfI8TQO5ximPGHc9Qq3aiInaw4x1wAE75bRpwu50hnD3wdtLmISEWEuq5WSBjm1FQjhRIcqIE6on8+5eDpigo6krJlc3X4oOO1maoFfkTwSlk6lxSk42x/QZLDTGj4CFdo2OjcoLKhYx/ZH6ajLuDmDsMMlD1VeSGde4wYZ/cvlRwspn6qAd0xHZ+Cu6DCZy9AvGk5P31WytfMr/eFO76+DdJizXLCRVcUbjC+mK2bEPFgIxSqS7btbqI6l/YunG8mvlcR4NZyz9oQpnMr/AwXbYDVnXzkBHI6VPKfKBakm5u4rq94NrU5d9ky7WB10qexJyyiyEDfiErOsUlD6dUTNF6SSnFc7e2FkD5v9c5adcI/wFzF6xq7f6n1jEWSSFGCuFkW0S9Yy2x0BF8LeR6re/R2dr9sN8VLfMe0tt4uOapLI7K7i8bQ+RrKIWY5F8z56Ayacl3RFnasjZPRAu7pCie3iOi0C4wieARC2tZeMVpmvcLuKJ4vO/fDue0/VrdSJDex0Eh/j17jiqaUt6lPJtbkcgRB6Ywos3ZAniCkrMfPILC2CRlLMnEOWqZ8bWQUClGrXB15gceOX6oKlqlanvJhBqX1l7m2pGwej6z71W2V9w0qEaoNtUpe6Q61fuSGkSSlVWuTbUFxPnXeUvi0gpVbkZ2jlhNz2EkRpAyaQlUUG6N7wX4KGMv2w7ykq+InMxHqsUwNyESJLa7SVoprkAJQox6UGieyQMfSesc9/WaKRm8w7Jf5+LN44bUibAyqUX/CcIA+fvQ9QEQYyNcyoKJzRusn4n+wC5sSarRuKN7z3pBy/cJoZ9CPNTcGm6xq/SM5ubVHhSfPElUmsBs59NKi9PyZ4Y52k9FQhlfe6Du4vUoyWt9xrZApCCcJcyCX3fr2YQjXWm0sXAHhWRL5kfCO47yRr+KRXrRbecahFNMa0X4uE8TSxk3J6W9BtTnKZE+NdqGGzyXv9nhSpgldEXc/SOKdCv6Go/FywBiaREIbxjPupDmiCWM841o47ealdTBYJ1U85rGt5chVb5lyTC/dztIoNd7vZkmgNIJgnXs9B6yE61dIrrjPjTuBB8OW5y1XpLP2QluaphY3G6qVWoyYL6zuHNw0CT1EFJnkWKaWj1MWNEEN89lBxruwVSnEz/+0rTdWzIHOa28a45aZ61mz8C6Vps4gcN18FIgNHo89y/dgGwBSm0WTve6ObDyFjFONUfEFgQk+UGVDCxeK0D29X4rTrQewadsh6nCCxVHrUq/T6SGCOQ/dyQVIUtr8Z4eX5oAf+2A8rcR1jrlEFOrwRuXgFtf11kkUlDtjSdcifNqvtg/ZQiu9AUG01Z5+mGdv5XjH2ZVr/ixlMn0xYBh/Tk0deQ6DiJII9YbppxUJYUp4E+g6SctZ83VJa5rXjvuS3fF7CcchxFY0NU3K70eUPful2/qqbjLO8aV7iTgHAOoxNU4+oT9VnxbpIHSMnZqQmWVsZT9cBXyhc8uM6DfCaRGHO7d+ghqpSiMRbJuvujnKSYnW202GyVVdmPIJ43bqfFUrzAsA4TSGbRON1peIg+cTeN/HCFN2ji38mEOX0ntejT8AO1+NY4+DVNxm07i9pmzMSxmEj8hOX9GgW4ycmRDOrac6DAL7GJehC1yV1qBChj1J/FO1AfUWsgmpRzhd0vv9bP/walm+5K1HA6lhlNdcFmpAVer/dSqPYsuEwEKg+q6kkUBRjiTYraDBwRHq7RnSoQ2yPa0/yzRsZVkQ9YDbZ4OTKdagqRW1F1/ozmHnm3zDYf4+VwLNgGk55s7SUT9GImxhZCmk9TX6RUaEh+cmHobyqxb/SHxbJf8Bjic5UCwceXOlrMVM1mGwb4wGac7NBH7+fGEQtZulvfqiovzpIT/2v5GJc9wCz50kON/q7KOELFN+fFDePEIDo4zfBR1ZD/0oSSg6qZrZpQePULgIBxmTutZcQxs/Dl6yxG+wvFP/sBtMnGmLEx9TCMOB8WmWV+L52O0a8nuA67CyK6p8omecSSTs4wTMpAli7MsjMtIVCexUO+77BFUub1Ua2XjfGqg6jTjUxGqZL87MRdvjvRybcQcRl2s1LHEZavnWnlrndsNILBQGc6WQLlrAyb+kup10o0CrlSu6tkVfnWTInHRJwP2MfoQi7QcNOm0tXlmOHruU2482JOFNPjdrUEqjGc3x2eTGedqXu7l6z6xSxW5P0oKvlkGHRpMe1ONI0Xdl2PXDV0g9kiVgZyxQtRInUoitqK/L86gP6pN4ayKcCHXvpm+S5ElH7mzoxgQ+1fFteWfQrHJr6zW4EAyfBk8Yq6eLEGhdJdDP8YpY0tmeyhHHKNsVxfhmEa4KrauA95yj+gRdcqLrzEqZmJIuxibjMgrEaY4tEgXNiQqMRL1djr1OiDROl2tttdp1SoGIuq26W+OcF4TK+Qf/N+7unITaVTOITCfscf3KWQZBv4Qp/fnPcOS2KdTpXsvgCKZSOQ3bIWtocshy/dkdZu5/kq+u0emos4Eceb40rWo6Gpdxm/K+wsuRKfwQ8eWmA5egdwPPOfCmfa1zY9FpQZt1FQnlIoYm9o4HXJDtvnm7zaDAvKKWo36vkAMJNRaxOhlh+I+iOpbQsk0JmlFZ+ilt/jnOcRagwI1YWXL7hLpfPvzt11H8Nn5oR9hWftrYoyF7dLEwbdkusn/QGqFJb6b1HJjN6zVNXFHV//PR5j8Ut2Sz2Scjcp/UuDDCZFq/iL0RkqNmM7oEmQOSPVjP0RbYuy2qf2q5ik+v/QmYevf/9FOf5MwC+y5HAwbdL6LdrWhaLOGN/1IRC5spF5fFx2PZHjJRZd3nazGZFjLB9KwDlmawr6kHTS27iH5OH2LhafiAoTriqqVVIm29ptZHY0XWW97joLD5GcLvrQdc47/NfXRf2XjG7sdammTha3Qqw03cerFq5PswBh9Fec3JUTLUCr1BEOVEkuGFiXwogmPVuH6MZnOhJ8DlUlTwP/7mYnOKzUKbnimldQ7qD0Q5Eo+h0HA9Bjd9WTnCUIKucZwKAo8/uMu0WzJMOxWWDNWPKVotiW9uH7Yp2ufa8o/81AER4GU7aypenzGwcIYyfvx2pxezFOMKJn7vpKBytsGD6cCojVtM0vk/oUuRjKTZWGfRCrZ8nuB651+X0AxKlOZV4I28opjAIR+HNf4sHbG+838WS5HYx2oeFaDH3rOlUWC7F91Cjdm2TyMsdQJesHEGh4UK07eShzARnFHZhlUcGUO34JM0cXAkvJush51BKlEVN47GN3puMyTd4TKOSemoDoZPjksnkqlm+Id17tWFJq7MqHVNgzqZz+KcoED6+Eisf0cwVzQhnKa7d1H+LxCqzfAMDqIFu+TGxSY2vJ8rtNIOIrbZF3jL5M7kLWt2G856sV2eLEzFMJE9RdPb8A6ZBSuhJyQOa9B+iQulJVxNNpheuPO7+VaqKNrRpeScbqIPzpOLyi2wQd9PDFKAvCoOmqldPTruFwXHG34z7pusypyLUrUHO1FIKU6IuA8fP3jy/lE5W6bpjFa9dZdMqE1h5SJq0XqdzRFPae/554tgHm+HYSwX3YF+sN3yAfC7brhjtTTL4sGnGx/k2uVBrmdfm7xJLN+lUeruSa8NUBbTk3SW4nsqF9d0xAZcLMTtLbXFd1dkZGff4Bg9zZ22JSd6ShGPafmpNkelOopUgtXaf1oDsE1BsjZ9GUUwt2bq+DJUIs58NpUJfTDde0zaf8QCmYYuUOIXVZuEucfqHSCDz85B4LDLu9q0kboXuFczPKAFK/qP8pWc2JMGQjCk1oao8Dydka/TApdvNIaZFVYc755836pNUs8DPZQiifG6ccALBrvR+YA+0+c2EkOhJhJgpldpe7p7AhQ92NagHo3J4jbWdpLqrrGPsMKF1KvJ+15bui/4oqX6dzcfB1eCvpOW6VfAAGUvuyau4/l/Y2qADkMc2aO2IjtgauDBFlvzXFSonFWdsBNKwLZuRZDKdq6LXErmw1/A45o3ZfEi+BKumQGpDTjbIa8Kk0k2pSnxmV/7XjFHdidgqOrme1lF6kSksgH80YhJqQST1VdsvDdQsB3Yf/puI2yqog/XLJhlKo0cZm3eHwwJM60gkJf/jKtZ7YxWunFskmSuFMKe5xeO+JZrwgIbT1HxdGfW595bZz8xNnLaQD/3+S/ges/Wq9F0TftbISVr4EXAkBA+LuSggYEG1AtGjteVZCwIBoA6JFu9sJiBatp4PWnrGdznlWQsCAaAOiRbftCYgWrd0Xre3YPb3nCYj7oNuei9aesZ3OXLa1Hds5M9fpnHOfnjtz73M/i7Ofdrt/PyH5ftef9/38Wet9babMWP5zovUHWFOgzfIohMfP1oyMZ0Lj34wOunYVYVdtA1uhN+mc45zP93kGNjz4ihCV+T5T7rfGqcojrFSvFS23PEKzS/IXF9i3qWA+TKmDBMsckIefqZbxca6hBOSAHdfTIePaf6sXq7WddZuSldk+ZSKucUOunDCnSZ+WOfuPUOgEueLy2iyVnVEkaORbai9OM1Y2Ixnli/T7lOkribLXsyfyp5ktV8AReyCV76JgJJOT62b7sNIKK52u2pQnsLSoihBe5YkYi/5wTDpTsBLJ2ah+hfzRQ2qkKP2hjI18yYuj+Fk6UMNY6D8LmToIzxKIdyrl0UjR3HldIFXhvcmc70fZZNUV2asV/priwOuLYCJeRk6H9BKwlnnj57U21V5TyCcTAaf4G9ZYJ7uRKRS0gaNTiGQbvvaQZx4E9eDzpXHsx5DIXmyVpWlDYldbNfkcHmQwSkigWBXQYhL5p2rG1LPJ8vlo1VVgV4EngXSz38iUDYWZBqiOf9EnvrW7roZegqJIchWbSyyaUIOXQ7ahlA489wGk5UYhP8VV7Oxx1c0jAaujedgz03wUnyZfpFqynr7UARYv6ArSIw/JQOnprDvQzEpBSOt1x3ag4v0t8goWZrWtnk2JTSpi1skXXi1ksYR/UyyEkOSJ+29WN3Px90P5qjM+/vcyiLdJZQLU3VhdqWKs6MsCJ/vYnQjXeQU1WY2otrV6lqlsqZ42qbrtP+bf1EQyUCsDz+sVShYZiJZHOczukqDeg0/wZOFCxM1FWDZLWNz4i9t9s3iKEo+rhudFg0/33mtzKfI7aSIc+2INVHEvYWb8xFLBxOTmCk36dH7V6qRO3e8gW5oO8I9cI5Tc//d3NbK6Va5cuCZ4EDAkVdgX5zxWPYKwzmgIgmgjFb73gF5KR4hPXJu38aSCBuODtLKkvaqJNsuQWd0m3VItW0LeoaqEL5nqxt9wW7wyBAP+mLwfzqGvq7LxaFjItIFl0JOYjVN+c/1mJqOB5F1zJruMSVbHemwxb3R12pXaLHxK/I3830JkqJYQBxJ2lFlw70AdKE67ulXJDHwGU462QY2IeAggcy7psKd55iDjTuDUhd1hMHh7gUAWOSO/OJ+KjuuPIRIWKBkSN54ZFXkbFJBUMkq/QH1SpU25kdbKWyjUK5MyGRe17JtHJMaR4Z577x13BH5eZQD3ODhOrACKDO1crZhXIFWcFqzhgxksoFMVh/zjwYyjD1LL+sL2UTR/dYPNl+wBDmNbPLfqCgb5QlHrrNRjm/XfLFIy5IX521yK4n68MeALNYLxVertWTUVAcvYxMqyAnp7TQ6+X5nK6jiFbfGo6HUHEj478U5+E3Yd9uMuhqChp8biTqhWWAQ82QGnzIg1MRAtXsPoeQ6zmUTzsGhiN7kosuF944I4Id3SylVXubB/zYu7pvf+2Sw4x714fSyI3CWAxCaF91R5gnZzoK3yufreFPNbFU5aD35bUcOZb4TGKho7pB+o/ZL8lQI8mBQz5zoA4UxGeC3H4uVzYSU04o21Jgjqv0y1rURuqOKxrehFgjzVRdGcSYwWc7Dqn9d91B0VT1OPtHPWjM+KYmhEpJ4hx5Pnpbm2wBnkkmS/HLPReZ4zuRmR5UOijYZqfowcMo/irmX7Uq6ds11xrHdsJlMG4HFtpmbuNMiJWVMw+cegdBXpS1WGeOLK8lt3YZmmJDwOEmkMgLOozYcVgvH7kapKGwWuLYOHP7Dfj+XYCfT7ZlZtJrKIND/XgHqH4Bchlc+fAD3uxUWSPBiSOYQ5tlYg/Xt8dg/yv2wogKJolVl/mzNRrE8N5njLDYBEVLnU1eYMPdvdyVOPWjp2BRTsaNJUsFfk+zkFOUXsZZQNF+KzFBzKBEmGbEYOOjvGH+lyGRe2ED5e3FgrOOqsyRGuDmxm2VOuzbvi9GOpyDrs83Ijw1LOn/d8MAy8bIPyo98K9TpVBgIxvZ0xGXfI4MH+vFDdN39m5zAI8QcmtdFw7y1yToxKhnOPPkikZDn7bTCYmeOqJntjjSDNdLiDk9qqouigiDuIGaYvTA781bUmDGTrawDvMUOX99fdWRhh/NqkLdNZ0wnDRQOYlfkS92kGOXWodOEMsbQS44eWlrtc0fMyJPN6mHVh/RUAxUPWLLwq30rjb6E+6ehR662TsP89ufw7YSZ4tXfYRJ9DzgShGFTikJqzXDF38G+De6AGFE2zqvVs+DtRAN7SF9gV+iOpXsIOacROoK37/X4bbQSbU1uiPE1MsBSnkXH+UB+stJAGcCjz1K900eXMmbmIQBXO7lGlsoqpirkm5EERokpoF2vfHWOTHB4sPHHdfyVEcmqdLDulkFr7zUWtuqaadJuOgWAck56ZL2BJcfBEOBA1hHeE7RjGcFk/AHhJf1WBQwFRDHmz+LNLa6RicNJohu/cJMSv1opn3SbgSnzYhlSz5VjYtlgD6dy5BGAOthNRt2QUks8t1j9DvNtdY/q9j1ctQI9jj+GMFO/yKeZaU4qSjQ2sMHJVNmJmdovgF+d4vy3rN5ayzZt0OU9Oa+spUMK7qY8XO6VrkNZiNrqyKslj/rESIuUNr9h8PS1776oUF8G62eSfbhfHhxLtrSFIziHWjSDVEYsGi/fY9T6s21w9EN08ayWbhX6UtEiTWd6fhipX4cN/Rk1jwRz0lUecb+blZUntYf+lG3idNKt9AFrDk3eGg4BRIpe5ruGyoKdTtBomPlaRspyeVzRMeVcxJ1rQdaSbdC4ISmHPLkwwCpn1J4OMLVMPlWbjRyxbWRMdix6TIHi9Lw/fTWah+oaNsSAvusptC0lHF1npZrUxxV5yOpOr+wxKz4AZutaV4Bcmy2W3T/4++bYnG1QJLp9QkpmT1W4skrGMq+zA9OOA1LyzvvQGpxsa1FHi6t5AoKwXWVUvn4d1NB41kD+VGB5W7vgkZiOvJlJLtWKwYVZv4oo/cZmy1nfG/LkiSJRI1teRKl159CMu65SzGDyky/SuhUbgdpSwwVUKvFeEQ+B78SexKgbipF/Pqc2UuxcTMz9vGqKhr4UyJ+fMUGLPlKib+3up0hlTVRDdNwwf4SJTo3zfrqJ9SrSRPxZ2PbclJWcOeV74k4bmoHHUdDzJHC32/Qtd0lCAF3UmGvy8BKsCgWk/Mmh4JuqOH+d1TPnAtpCKzlTSg2O16nqzjuMT64FT15ODgYG+f7pK/FZK/bDjceJ7SH4I7DXVC/FL7rVxd0VCRGoO6mLxFuK5woTdkv8NrLgsE6/E/F+D8/4iXZ3nMyZhoj8kFQ4n2+DMhWGl5F8ud2pdJXFEAfujCDbrDNkvB0xcNtLmVVfY1RV3x4yF4KE8DXW72YjvuHNO0JcsU37kKL3FrKvUlTLnN74gQ2XoMzzoH4HIAEEjrBKnU+faXUzCL+fi1D+LMUiLm3/XnzkVNl/lWFIaojK3p6Bni2V71Wj+yFaEtk4JKhYxwHozBO/C/Ly092uoQhWpeuZyadtRYt6lv/UnExA5QQTxJW3dErFVf/I3xKtQU1y+ieQTuhYS4d3HP4eAXQiaR+IilY7zrD/K4hIaIPWk6OTZZ4Cs+KCUcC52ahHjS4HemXGuTygLXRSKs7Ap/i4G8WgU4FI3aEjYIar2Iv3K7L7Jlph51NYt80IFgzBlwhp0t9yi/ZbftY916KVScRpK0l+JZAWkFLlrRFDjmDm1WPqGtijhs0biO6kkxVYRb25W+vv2GuVIZerrIAwoRXemSJ5sbGmffQDyLkLMG6WWSC/UjftpE15VOmUKMC4EssTfBtZiPgqdT9k8Ar5+ESwhXqbcBNXx4CTvVBEKKQQlXc7wXKgUT9r3sG2Zu6htw35XKh+bLx+EpgnZRcg3EfgXc5GhwELdfOBKPrtLmh7LwM7YRezk+QTRtKC2JI+Hi+5IGvYhR24z6YSA4zKgC6pUpEZUQ7afjVANCM4dXpAyJfguZ4m4KUmVefGiBp21ZlKUqj7BtosV2BJGXlU6+3nY38TV/TYR3klB8RO6OKGSMNcaswxcR1YS3yZdPWcpP0B+0w22LIfCLMlIRyomXYAKko+TbN0saP0V1fyv8KhMwjrAD2XlEXavN6t5t0hCHcyRT/7T8Xq6KpYBjxKABQHXes9uODEzzHma/W36h7aj6R56Bqabt7Wopll6IbI9BhUZuiyT1+ScTFbx0dvOvGG5ggUYeWdVi3dsGzCqrqQracMrFSqX/NxXy7J97L45MqV6uEX01Jf/dxbXvY1riG4RcxV9LW++JmRZObsGmWDCthrAG3kAq8smr+q18sbTepsHThs9yFuIov5vX5JJJhOuvN1Q4KE0pCtBiy2KQsWSMCFXoH5F7ixIw5JFEyLkLd0xt+Ja8yyEM/QztA8b7qScBWSsuTYTHLZkjXTmuQaU8mpz+KqvZqImLRikZ/xsjIF4DLL4e15cpDe5xpqbllTbp6BNVpXT8AKn4/EXj+gJTs1YeByY8rlMuWOoWdetqd4TNnAGz4GXqnDPt+nG8tWtPBiHc2ocYjerZC/l8ol6kanKQD2XUxT83nHVsFY7oKdlbw8rRvkroQQ4DFgKNcuivYiHz5x/mzDJZX/EL99ECrhJmIdWmrHJlntitGUKtBu/sPWupUA4e2d8ppzNr5LY0G+4zC/8vLePkV3qI6ghsr7SUx6qibdcYWJ3JPIHbw4PyFrEBjgsshrFETz0Lqa525VSyrIVAEP4WYK8mVCYCnxPl1OzRhcQoGFDlBBgEvxuh4GyOZZO2KqPsvfyye6VkGICfI7GsnVpttPw2epsXeSq7x+SkkdU95Cqq+FcMwuooM9HWyUG+ekgo9JL8WUAnlwy/leQkofO2v9zy3i2j4SQ7g2OAyU/N+YXiB1kelfUsSkTL58npTTc6mfebTbZwI50NTpJ38LSU+uinncuUrZqU0LVVR5c62MS1efoNwegYSt4JOv6blZ/tZQ6I3cEgF1dgKgP4WcKFAVtzsiQz2HUtBWVtPPx9ox/qxDWOjvQq18xkKfggh68j2E7AJrRV2USS4SVoX65ac3dwsawQxrpJevV/H+p76FazSaYGYmaiO/Ch3T+N1AyubmdePZgSEHCA1bLEpTF2U7Lp6sQ3LJ/E+81WIb3ZXQeEpSCr9/VOkDFDLSQnXFKY/s0JqvdXFTjSvVO3S124rRFTy4DhQubeIfGwqTZTwPBX5VytHOBEZ0ROzRz1Pn3OZX8sQ8Ix8+KFoHlVy7yzgAx7ETjBV3j1fKsDIXssspm39mg3L8zmTL3q7dDXonmq2dhthxRdBrM5ow7G04LeD5eL95QpFNgtk+TqQ31NCIdgfwD6Vhe/nYi32bjOlRI7sEJ9rdChyjQzvPERSTAX1q4o/tOqgLYRH3b71C4Fo3+I3Q3WYT+usy/I8TN7TKtZOTVoN8cwBDB3gody/DUnvznv/J7rsu92MOGts3spF7CTrQVCvJw6Xi+Qb02KMIhj+qc7x5/eS54N/0jmYkAD2Y65Hxtm0SDTdLbyNLDFPKdpfDI8Wu06s+5ju68OFsIIQP4SN+r6SNDt9sP2Cy1lMRw9GoD/ZC3r+Af0yn6Tq3M/zDAVvlzEe9P9qxgzYV4J2Q9pd6j2pSoiQBzhW5SUMHEUw3/7sMWBgxSJWitOaS9MvWObWDp1GxRnheEKzgV2Ql0lHSrABHe0ebdR7JxetL1x4HxP5yNQPINlWM99gMo1qy1wXMqykwDIwfxCSmrXdf6F6oNafecLI2MAMdi4UbrasMSTT4YbRP0Ce/S5XVKPmnkxVgcHnUebjOpuYC507TZNQhXpSqD7s86r05LmBVVJ58RAUmqNXgSwFbhX3xN9BCnS6Ulq/l+nKh1qhkIz3NNVavsI+7I1MFzH+eA1MANgfOXIIboQJpCdp6l8+VSbET6AczuikEeF2sIz6uJGJQoKYs5YhWl5iHGzdEj/GGCOH3hCmvl53Tlx1wNxNlD/rzI+7DC5I5iGbAI9iPuyl99jGlTx9DSPmPD0fyphS3bAiIbLlAmJmzIPCwSQLkHOeaHFBRiDIK8b0L+UFVzsJoKF9iv8pVmWVhm0dh9lnpzNtXIzdArbeqg9/dYPc4vjj1K++rUbduCn4fduTB4MsaWIvjekM8dkSIIV+c0jwyyDKAvIZYW10MOi/1ftX+UqTXD3GGRp0SsSjYSmK7S65fYCBvPeXkjXOH9sKsq3liXhVUaB3dndFlK3O9I9vIQ43fV8X2dIwpKbDXRUDFS9yP8Nq085FoMr9uSK+Jw0KsHOuk//ydZDWRkaz4JG09VatE9NQcHhgRwY26L5y8qR4LmMOnZBUF/9phK9gd8rttuI0/Jz1XdwG8DmquWAJon6pdlW4mQqAAbp9b70wTO36s/GEu4a/ntgBFw0NLBLmilfNCKCGOe9V4T4wha7uo9fH0TnaHUgmuqvgD9PxanQlhMaP2AHqUmrK5i+a4IAwo0wxLw+Q2dzgyDmnssaCPGRPmO3/qiv+JuBRgxTfckdYYCGbBfP1ypH9Z91JbWWb/eoWwym3lchWBpOFfRVFyL7hSMbhAZ6D55brRdK0wECvFpSIIbJZEBZvilRrvpP6QpjOGQHFRyCAghBuo5Ie+LvEjlYRZYrDVjmDPxqXH2Le33F8tA9odHv3LFItL55W36EiobZIJwlQ42TH+WlvPq1k7gpkoFoKFMKntLOrbodH5RXCcvIX3pZaTncvX3Gc1I+DKjc4R5jlGTKSXpd3xYBvbWclK4Ro2NGjU6WbTwLIVcPeGAa1k78SogxuxzcJl/xTjH6CXwlQhVC/y2uqZcfpBFvdxhyvqx3r8/CNUi5meiSxYltl/eg9UkTCof+lWgKoBsCtJWQIC877piHiLQopUom1SbywLVWxAw5kNt2n1p93+j5n928x8r1N9HXWpckggWz4B4k3AbEedhm8qMhbXXAwfvG2xX9jNfPboWVBH5OUzX8Ga0wc6lHszTZRmWwtFV09YS1fLBJIvp+o16Id0AG0iAwkrx1lAjrvA8+QN/gX1lqDILbFo2GQiXcpw6n6NGUOWDwtqy0OZnaNfY9ZwM1uRVEYREXIr504e+x5DVVaLjCoF1PWUcmhbkuwSFt/qOsDX1BHvoaTZSbXB3YCM1R7dttxczmvsd+NEj7s4qZwuQ2kPMz/VXxasW28QjLCqmvTtcZ8fZWCOjjA2DC1YPKRf3P95YSxRAx2N6wFBqRvUOaFMUYdexcmQ78KwXgGmgO8pFXTM+VarSJ0/ysXMkF+svCx+549RPN1hikOYXBlMFEryyyFxnEr4j5GK5ZsPUnQPNlo1pVlqrZkpMiA7NXziHGVY1Z/aQDmhwuxIs0fEK+RUtQNlOIXjeVxSBRffo1ZRhvC4j4Q1qiYLSmHL8Llr+VyqYFft9M9nkMC2sG9r312ZkYLQuQ3LDfvqFSLNCkfGwmHoy9RX4HCsZLYYb3fwZ/1k+aQqFE5n2QFKAkrA2Gx83iuVbK7FEjtfq4xQsBBNBalI8HgG6f2SbXiU9pWKNEwDqlNg3QlmfvY5Gi0HG4+S9R12zxB6JMzbOD0qNWDUf8df0IOWztUb0Cb/rf0Z5hNyq0F+tRhJzFMjx3ETDHWcT6jZgF37QDDOK87XrTOoNDEimrJqkMGCG+Xza1I5YPuP/oU5PFuIHje09XkjBdq0gPe1Iizc/cgLzudNUXfeRaaqbevzaURADdgNrhglPoaQSlE5ir/mE7He1WMQhZPGkEZ/nbcTdwaL/czEemVR5+p4/t7NYqI6WfV4LADirU1EwHyLjtmvIAz0QcXM5bFhXtJfx+5grAXlUBWJPnXoxpvfK6rYcJYT/1WyTTi+2Vaqliqnsx9ZYcTFQsFQapOv24alMWFtrKto8W1fZE7Jnc40qRDBmtvN4qpYT8rHXH6BdEYYGB4kr1+fv92XdYbb/Pm0aVw2XyIM+YMejP3kmtBwNc3WXkMd5ak5kqi7rX7ffARMmSpUYL1n9066uCaTmih67jaXfoORXdhhrRL/ad0Rj9DZ8/JV/+mn45u5YeIapF3719YnQphFn3S10FaDC4UJnEgHKUE+mG0A38WvJVTWlt3iY2GCZH1I6IEJixcJAlrH8Gd8sun7fec5uS4rx3RDk4V3/sEgdm9wXv1+pcnHqTtzeS61cVQZJzpTYEvPoAAyjutmIy16WhjhauGTCDMnj1WsQwtjgCaTpu/K+KtQ4n8ba8yoN2AZSuxNZJvkOY8G/5hFRi7efN2ggW1YVdhygp86F4V/ipTxrrRcpT+Ww1GjLZkL8wbNUK30nxIWr+KkCzISOlSeYO70jxivjxcj3HurwfK78UzO7FrlAsvQlcR2SQaTQ2jFBI/dgU3gF0S0N1h+9Ts9/N5cSJmbNLJdH/9GXaPiNwQecIjjLM/uYX71LB7snIxPP0o6qmWKgGTEfYdw4W8Sufkj3AAHfSDHOT6HX98RHjW6X/+QfA9qs28k0WQhUP0T6EB8yCk7euF0NBoxciqcMPn5JpBuheUiH0JCizI5J0bC77uh7dICT8T0XVtuppZNyJG9Sf0vTLBMp3gkWL0R2PmVrcoix4+vTV3a2HtCZAAIhBiJGzJ8Gi+S8kqQ/ygvWOLg+bLx+oq/91vzDe7GU+q8pGUiary+DcAVPVKz9xjXz6bUfJfGbNeHOwmoV+XcEgSAc7Fqg4gtT2qSQPe0YNqmRiWLFFSZ8s5EaUgGIStW5CH5JZgEObEHmdHbTbCn1YyqXWXbOhrO3eMQfvCpRXINZFNL5gGsbJ3sgh4SG3fpzGiXU6kSiMB3wGgkdg/QJVqqL9rFbqbKn7Q+hLCfvcN0KawlSe4Ey9WkxanMB7oXJpsM110cOdhSxi9ZqzmaAQX0YiFmVZYZPTkLa01Z+B8vJL+XXoH/RQoMv4He6NfwWQrQy5etMTXOsAWiDJ6T/UIo365dpJ8tmk7k/xlACTgfuqDEIOB1pfWqC9hZGYwrYCCMfeXiH+J35uSbru8Ft8Qdrc7lO9RpLT6i630tv+/XfhsKlq7tEzPiVj2Q1e/zsuU/p12/Z6Xeth7HR5FYNwa3HNYOhQiFQ37p1Pg+Pn0aUeFaLli4LbZLiOub/3bkfQx+u5drwgbxYr9C9vg36h/sQR3PDdPFLdR61uhNqQwNuvL6i8w1stZ9kC08zJkbiHpTwfDhux32ntCBfQawdSslm0fXOpJZglQP054PEj/sD3634O7POLI4jNAsxAD/AlN/28Hx7hhJHkpmNsfK74vRF6lQ8B8MpivwJwStuWDo5HzVK8grFVSr6C1zcR/oLCu1QvRwdupbYpTVP8pu5N0nHdiYMRSpF8Z6dCZB/1coyooTRZGK4Ex5uldLQAbMmUpAZJAn/W7Dv8FCfW5GztXyxFK0N2Xbqf6fUzrOsUdR4Y3cwHjgnhPXa3soidM2C1A1TPDNOLi+LoASPgj5/2wLYVhaAmioA1CWZBU5GHMXs/dEMdOirlFYv9HFdEgBpXeIJLC4ermR0r/ESCs7OHTkfxBD7LsRRRdNeJuVKnFVCrKZ87m55c4/tfBK8x6i7OZjQXlqeMAbZB5MWDB+Cm21Fi9QOaPFwREZVZ5m+rBDcoW1qh1GSogQEfbrLnw295UqsAo+4M0lPxXIeryDuGWUatv35qjcGbS0kv5RInU8HjS8gQIbCQ0BXrloRZJGEFCqwSY+Uw4/lJngN9GrgC/U+gnS9Q65LmTApIMmC10gnPPlECeNSFq4sCS/lpWpQeq/hzUqVEwdOGPK1EktqWdMsSCoqq/MYz/NCDspQPoeVI6UfLl6DyzvUbKMlb7/1TCbuonJuN3kWbqhLoevzxw4T1kyep2VVlnLpfFwayhVkuyxYjumHU2DLdkgmPddunuK+DLECAvsefym7kceSqsVP8JHj3JX2pepyzFXiOXt8CVToZJGZapjrLhOHuPKuJzL0tPJNRn6iENEtMKjjhZv0BD9n1LWoZCBSqpUev8gv+3J+4ECt3OkZ1RKmwEkBMp78N0n9nLr4weXyV8YDTAJBizuRiZ2XlQ9zp9VKwMqMSVilo551N1UpE9FFwLR9iuxgTBtU9MUjri1fk63Hi6WP8YLKhFyxcvrielsqBk3+4qETFi6ozXPWqZWrwt41nBflEoVOJ64NUqkQZrlarm5EMjEZH0x+AS2KJoKLLa0t18CPKcJocmn/PQQguxuMxfsh+pnAHL/s7oMEo09krr8RMaurDa4i5lhWAIAvFuejgUbLkfzDPMxUCp7a1HUkg0By5ou4/FcmfxOPFG2i+61MdyEMhPd4mNpoVmRNFKnsvzuiRIs/20xVFd0OFA1fC1NlPM3ofu0KItVsTZfhUJdqwMiR4yipDZDYZIkuo5KbzFWZLvLCEV5upZPucyA//sjGr4tkk9QmCs6asza9v6XprG8Ltmx2056/RJcvzijuKbHucjvJpK0ri1gEfZ1WNpHFU547t5JWpZQYzt1G/+7MlTRr4JEKWeC/1SWAw2PGYoXzgs7lYU+pkLUbwzVfRpe+7paTK6ComcscNjv8IJKBMOJpQAZCrHDDwjiihGAQgka7TJ75FFhKaCCdhFKSpAroi1jALyDcNbjNau41YrUMLIwyK0UQ+IbediFoAzJ01YgMsAJ+k1MSXvPUUdZ8unuFfmKLszwG7i7lvSttMbl5vWpdcSnixWi5EAMy8DX0HvF9mePhzEK/UsyOUAdPX0SydBv5/PQM+2BE3WfLB/75MovHgorzcArfdfE3YJa/kjYsI/kPK2MywopmqpyJ2qsOCPUV/FFWFlPxu0u6qhMCTmF+Ki3MwzZxp6pghQMRNwUBmORKEgin5MrOML1Q9yByhrU5i6qCDb8mWde0BZV9wTayG54/Z8xJ0FUIcn3cf3cqLVl8GRoUfKCYYEsYxF1f9+P4NG/QHbWLmm76zj2lE+psMaJfYNy6wL6V+fcWGBnbVp043W5/y3U+gXpFn6X4Ryat5zZqVJEJLCnJbh6qUAuZcIDHIrNFupT5nqrimEmrVzR0v54lelcXKLYGYi/qxaDUh5cRWY5KZGAnAkb5/q+++G4wUaeJKCW5jU7pktxfmks4BKWDSWMzR1l62FNd+I3TKktEs6JghTw6TLXMDcp/otZJ/YorAIHQXGQgWhiMkN8oZab32F56u2Ju/0dZz+Zp/cbpsgfNgi5Epr1pU+sBgkAL4dtJqOcJqmg2zx7Vbe7KB7SVfFEGV6uO6QJoTbiOMVOz4yavzG4EaGl76S7jdQI+ZIVKVS/dgWvqs1rNGDEyBOOS3DkzLOJHfQ0jW8MZAw0W+mUlTK1EKfjniSKmU9EHcXBcTbv0PcrtTWQfiUAXG/s3kClGG5QMMeCxiDud8DXge8gdWhU8Z8LsZCtOU5Jer/tndMLVJx1VtLcReAHJkSW6M0getRbEqp7+IB4+7mr7YVaRjtKLVg9V1MsOK6Wg9mJh8Iw9FDyWcOuVB7TBRs3hQWEJLQTYw5pSF/7fUVr7U8RvH1gL1mp43qP1j6X5PE53Bo8zQyK6FTUZFYmmqDyNF+mOulOwZtmOcTx574lDPTIIt2A034S0bDq1tzMkpV2mRWXWi7xZ/UKwZBeggpUSwyk9XUfGDswGbCBPTr4vuG5MCPiwAd3pasC/OKZrNHPLNobPjPXgeWOjTn6HVVOjaDEENnxqnjVtPimvs1mf8LUKLUylWc5fJzwZytgBGjQTGVGIpMYYLU/p7AzI4dpt+darSzc1z2VUlU+5anWN26n9BypxjD1wULwcB75mq6z2WooiJXcLnZf9E5DOb6NA4LaiHMknS5sTmAyLmLQtB7lK/fFITcQeZbKNoOYyx8TtQ6CejZpxjdo2JBXO8/7nfCtFiMX0FTaR3qhrFoAo2XrW1MUqK60q3B4Di8iBMOZWdcNO1R4WfnHBfWtGIehpfFc87h0W0qbZ766qujMWrk3tjMUGWISyCNuIO3OGUTKcaAVYB26mDJSM0RaaxGz7S8jDAoupRLfkPNoPxKOxxLtwwteaVazeFoKWkjqwfUM8ytMmItq8zJbJHMcxCflKdVVYdy01wUvQrNnFdTvMXFuxWtdL2IRtgSVOuzeeZtRdVtUQQUOqYYHowdVE+m5SX7qSpknVPpKcQJpZ0NHPoaOQ3DQmDJCLIA+U9xN/V4ZKIoIp7Zs4SAnditRcvXxfWfP8D3JOdDy+djyfsqL37yEqFJMVRNaQUfFhK7X91IpxV5okVm6IuhXu+AkSViJalWrVZTFZ3YW7PGjvd42OG/LgxnMFRz1mA9oVYrF+texvPMbbIGIHXEW3Kr2FB9aUEZ35d4qDqRrec45Xy0uPgVJy0fqF8R3DP5ms1G8wx7Eac9dnHDwxTfQovg2g1h3ZEe2+2HdEJ3hAGgBkMJFloQYH9aOlZPi8asv0MC/DahAsciSebJAXmECudQHnDZqo+mm0tdafDMjsRvR8QlhxDjP75YDqbu61LNoApg7qXMIdQmCNP+a1KJYbderrf+2LWcRuzVQDxG7fXRDJ85KyiHt4CdDMQXFnPSef2sKm/CZ07Y/qNyq6N4GZ3wWb9VtAZqvNcGSc7hksd8Dr6LDJ8sz3YNVE67I7HpwKg3l+qqLKdQJTITNlF63XEmexWNrcS+9tciprl5kvSC1mxwf37jlpSP3L+HqTFF+w+ER+YZbCMxW40BCghWClGfsJp8Rp2TLoRjbYUwvzpNM2MzkqBoWZR9Rmls9crJCTcUZCNiwDtQXL2fk78Q7vXyCRf/5mG32IuBMWzOwIQIHY6rgL5AGKv4uFu13wJ8HveU35I83Nlq/ogVnLCggh+UL6eLQ1zRaLtFLnsjygkq3FhWQprycITpg82caSpngDsbkcgIbud9WCkmGvYhKk17KD6x4wdZG1Qct/ZRAa7wRS5rXE1Xd351c/s2A9HCvX2e7vZCja0OVE+t8ORnUg5OKzrsL4+DRccrWcby92uPJTPn50YKVkKoGPnZH+GJYUkwVI1x6MYKc8c/eRL2ZFsfkQBm+mPMcocVakdDg78YlrPWB5pCoKOUCeaBSU/UNzoSO1gtoqI/D7oOfwevVj14UkFGk2G7ZHJ0LVj96+RBKmZTnHjXC9y6ONMajAmXTibKEvUS8uIlFeQHQEpwThhX2i3xVqWZZay01xKn+iWG4N6jgcLERmI+pm8PxfmTj+x2F4Vxc6jCnsnLT1F+bzj7o4UA3xfSsrRTgrRtxtPu0focC7GLhQqwkmc9KqaFI3nlTORMP0pVyY1JcHygscWruAzP1dK1pGdJK1yEvoRPN3TO78h4aAW2EKz45tA403mqi4U8Ib+lhBt67OcnoBMq3tfls+z2Fycd9Cn/Ct5bfplhp/637YNSfbrreIh8mtIkbf/Nrf4y38U+HTm75Saa51ZIbug4N065l2ZAkBFGSjEPbnpmOTfN7qqoVrfUCqkIvByhhOqh6K/mGrKqlGVB2oprpXDBJ7vJ91IJvbiHwP6HWHQt9iPavpfDQHGpH8ZyF/+Zs7IglfHdgjgqSBQHI+DwY4Sn0qdRbWAb7S3ThXVWSn6Lsfqa9B1UsKGg2Do06u5vxeluEfqffWsfjcsWAIg0E2U4SkJVm9KMMvippeUNNSOW8KeX7Y+OxY3/hNAV/7x+4Yr0iesLiY/tJ4eSEGoZAyGCZIw150PKrdTVfdW3OcLxOO8qfh8AGaZBwv5smTI/B5nbqV93ySzYwMpV3bxPEZYJ88LEkEYkmZQPwZhGJpWkzVX6spXg+29puoXLjPVoJrNkSrIGm9TO8k9pcbqmbrfKWwLvk3kUyqL/0VTw4KD4iND5m+BKd+Qn6Pg4PMypKk7T+M0MWJlEdmJJ9SoqH8iMGWkr6z6XFNXQPRc3fxiXjCe87SBIQ7o7aQL/cKAaq34SU2acUIHSoCRNYip9u19e03U6dKH2LtZetnelJ9WxyJBO0UjChpBkUwrMy+b93ZKgBp3wm9GnjmB7OFL40wxWIIQ5tvPFiW+DdyIgdCJarR0k6Yl8WlNyJSpoFg2bnx0Du0Klwfc6KIorzWf/m611Bx4epnY2/YbOuPXcfAWyKsGZAqh0/zh0ddw4vKMPmDRpTcQZb1aAc9HO3+QeO3W7h3SCmB/G+ClxRZckgTxCMzSt+Kjw+ygI5sS0SEMT4xSLUImBswq7NUTfRamapYd3DWFm0vzPIo6WYAlpLMGRUelsb2KRsP2O5JX2t0YMAVAGY74hOZdkVqz93532KsgkGEvvqpL0inNCjlT8uQSto7XnN3FWZEqryAfZSxIhXZjD8qdD7Zvma/U9CqrSvBxc+Zo4LSjCf+e3YWa6HrTNsasVT4EZtkeahZT9DSjcicfu5ueYCwxZ2rD4luO0A62FcUeaSO1oQOK68mUy0pQPxMJfjb5Zt48L1TqvhM4Ux0fwM9sgubzRVdLEW/zvvFl0Ccft742t2An8ArJl0d4xh0W4KM9BNA9RIAzz9fgIZvCiPO/dKuM98KS8RVH88o7ghW/i5/YtoWG0NYQHpubhq4+o4MO9NVL2mYKPvp7pL/eU9XapzGIoQ/V2tU/erqDh8XPP6I66XEqQKXLwvnPskbOvnusOmMfu5tdsveJTpTF4Eq9E57ns6n4OEOuOcQcXeDUcWmdzvupV13jiKTjkr9YyC99p3qSCrITqSwdXeyNEzf1Pd4/UGThzzDF5OyqNnl4m9TnDdfI8YS7vKqeg6b2XzZRYs+CzeQ1XI/xi6mN0dUguO1iwlgoTb4klbYqmtyTmNWmqh1pzHfoE8/aYjUZA0PT0sUfZFuKod5dS2EvLQ4xaKBOAxqdli2tYNHYrRm5quc/7mGz6JjrhyFSaZviJvPybclyQ+iKjtctXqd2itHMKP+aOX9nF7zFRICtmA1+C+6QLUg3D3j0xeNb23O6Ey5MhnrYfWUXjm3kPxC9LNV3ZPZzcSSZddYhJ5OYCuweJl303HVGrVRDQm+zn0NFvNj9UcD/DEvTRNhgW9vYjb9epBW/w30Ezj4vDe6Dx4/yWhnasxln4E1cPkg5Q74p4IKJuNTquuO9CMVWnbnQ1ZTQXd0Gm5TunEiv/pxfQqSOSsg4BrbMpL0hWrI3PfFRzULuQsFEDuqSaBJPkk2V1AmnrHXGOzvM/U6di9yoWRv80eLzNTgPaXYd8lmZsN4Q0S14jfR2VZtfwTkH52p89oUtSRUeGnY2QEd8jou78tCZ7Cqfp90gWVt7CxlecA1kCaaT0loF9QR6SnsU3Z15CCILL1lfVLceTceP0QX/enfelmyYsatHGXSMq8rhFQh48Z+M2XIC/kfnLk7R68BWCYqjjN0bz3AeaD3o6VyrldCAS0GrcYWCsTNiamFFa3mAzUZCmRJ1bUzF5beLsXciXHueLWlT5gnPC9mafW5hfDvBKsRW2+B9U4VAIj3sSMKUO1UQJZY5mhD2x9I4Gqal+nt2HD24Tkkq0JUHZry/rKrv8L0yqILEO9vbAxgWZ+BZ9e2eLK1psLZ8jmrUsB0VJcAheiPGlZVeUmcuqOPy0JG110TJvMzSOa0pc1fKF/56lqD58ira9z65YZWt0VOZaFpIe1w/Dr+ZdFUqWjxdidB8K4cMybkSu1e64ubIKg9P2484UmR88+QK6xbiwudsSCQytsyZ90i4LeRtDvhALLdscy0K4KlVKEANwQqexk+JQ8pI+/aqwWLdV087F+TGLLAyC7z1nUjAC1oOs1l3F+dCRnovU4+yXWTqtpjp61DMYeDEgl9ya3OaXEjL7lSpkcLyYjwgTTpqHiW68K7/OwZ4zqZ5WiCHbLa6VoF/LDPL1N0rKk4gk3PVgzS/cmM3I3rsGxWXrwU8ft5b/8/fLKNHHXA2TYFNxFAjnyDEO6aPP8O7AFFvu7898KJXLoOuLJKJvSopduJdjTW4bzJqbDPgGSoN+h2Vsnw2zRNhymnPQbPKlpX3N9AdPl715Xo9ghdHg34+264Okf+AwzSijsb3YjC+p2M1yC70nWr+lbwe/JtxPXljS6qOJbGrsq3Ci/RqDXkfqTA1CqPSl+VZ/k4fwgZPF3jzAqdhkfS1dbPjdwXg1YFY/DxFxyqlpXtPs4zQnRGIYd4HisXtuEyDJk7nQgRU6Xzdi5CVviPU47v+209rFtW8I08wP47YMBP1rM1PS79pJNuM93+qo8ukbxqqm4rLigF08nbqOOPrSMxjOmQdZVmHpzejUa7z2hBuSI9q2HeVCXFXqFjftnIOjRPu/yVkcIHkbm4yPKcv5Qi+NG05I9m8yLIrBfLKR6PATfWIKXxHZ3JRKinGg935odCYdYRq+WB3OffpCkGP6iYWbluK5vKZnbpt6Z7KGnU/91/60WkdikB8Y36URO2YcG6qk1lIXuzocrnSEREv6VToReuRld5GJrC/WZX+26/SmgL7Hp3Z3ejmJ4J1qyMhtnqsp+R3xEcmxeh1IiurDt/sLhSMX0MMCzL33fR9TOrOmW6DqEb+n+VJY1rTOcqljwOUnmyaBa9a9caMJp3ERnHV8UaZYt5KflCJt47Fk8ERC2QPpQsLwoUPDAPZpOWIpuBE6Cv6OpfFDatumu/GE2ljfSZ7pTOSt7bFLjuBSRh6wFkAiRdH4MPgJijY2aYxInhDRMBeG6S71WqruxCj/PPEyq+nNNTEBhP9LeVsRy7NU8dMkwyHaNqOR+Lifs7MJ21EzVcKAfSlE3TGnM1e4KiePDqAtZcBF5BFeLi+WYqleB8vFkyEaVqxgQ4C6m3oiQztJJPYgyToXhX4S7xbGkzUnlBIjVwfyAX31QvuIrptjfrNU0Ef8wlmTJ3tZCsDrhmo3uy+ECRAxYxn/+6bDThTrTSGe2c/riXawsYCkW36XclDd0x1CGH6LKi9yXk6VvdZTn/9GNX3Q9qvBIvh+gGd6/0x1oksvSQP67KVQ+Ci4epymiRqRs9rYT8k/h/rgvu6kBSvBAn448pEfBqGTZxUFhv0NgyHo9TKEGRzkWko9EIPjnd5N8c9LRqeajK1Z5NSV4a+4QxmBTIKAnxPywCjvEBMUpv/YjmJKh+KIbImOuRsjbWU0JQcNdoWPBjV+nyD5KycJTbMRqSMyXox2lWKNiRhy8ROkeVsTBU2iKRlgPxaKPKbDSYOQIz5+QuRKfqouwaCIsDGs/3iAmY4cE6cDnFui/SZ9l+3qjecyxoWIcvwTP9n7RJ8tjpB4jNfpBQcWc2p6uxj20wlYvx8IX5w/oEkA7mukmawEMXGnRiFw/k1zOBWa9huRgzA54wYGaXkOOk3uAy3ZhLdkjf48uDNtQ35RmKsCcsbZ5mJL2P/GqjAX9evin8O8QAlzDwliepp9cmSz68WbVbxrcggWkVlMM7tiwOa+MHZaaCOg5Bj3vwHTeq5LsZzCiraAw+PM0zV8FQudOoiZpPhG+Jfsf2CrEhipw33P3eTJVm/3m8KnhQhpPhSsrLqjTS42YMxvO8u5dZwVz6kV5cQ9Rmoi6bOnfnwtRtSNXUpbm+0C9ZCr40W6Lnvf+nDnv/QM8LHT4PUPUN2ASYt6IKDFKoCQLBVjhkfbk4jJ/DKAgpaOUxYOeaojtSIyU8chvFz5izmmUaFuswJZMFwxl/3sOGHF4hWPdDuq4GgTHqNvqxGsulawWQ1QijmaBGwHrK3DfdxT6LBXhGn/CihidWon3P8LyM5iMlbBg72eXOaK+N5VzniNLycW01Q/E7olDujqMjNVfez3VuIapXfuCnlqK+1x/qcw2ZsoFS+ye1Bb0dpT3rThlcV0n0BGpmXrF6zV2NUPOXdStTEaZGhAF2oESfaOQ9zFYN9gyi5gbRUaxF2FAHNsUJIA4QUMU1po0ShRZWTXgzsnbxXOsjCMT6skhRmymTuVU+r7PhiTziovaWISH4r44wCeJx1pfjXe9DINqBRXqpVbrO3JkcZ7AQPcxkoghGQNOmgNBSo6GyV00P+AozNjPg5b/PiqOVKDILfjSNRyUxLK98+zsiGIl4dsOvy8TyGccVoR5HigWClLQbxczYtG91gVb33RPBOAZqsSYRNkuuFBOvpgtci36ZOU3sg1Me6QQiYcSL7fKQzS52D/0M19XLSqZgvxt3ZxuGRnmiU1V20tAbDvmRK0F3ZqBl+iGkWd5aGMcKSdnAlISM0fAW8e1NZnRCs/oCiZa+yJF2CGwL+2TjOBKzPaLiSrCW6hnxh82X9o8m4xWRhnP+PnbXHnfX3Cguai8sBsm8KayJjVzXPwT42m6NjE9RyMKAl67Q83WvuFOio/jqCpmItca3Sq7Bhg9gLCnlVJJaoey2ku7CNPDtkEqTT+0LP3BrdWQ3Cx84b/boEST3nOfrz3POFpyh2B8N+cTYZYIyYBjzFHS9OC2kvgCxZvpZJnhY1rj4IcV+SNVWkb8L6iTxkpbrO8J/O8SDT/E1Hg8h1qqULxkUUi+Sf1Y0SygrveXJ3xyfKJvLhsp3wbjPyYJZf6UN9MVzpYr2qvi6YrV7f+eZtuzNnGXryUMhbCkJ34YH5jlocLJmiH1cMTSTaKvstTEoBBUZ1JFpuzxgZWDQYpGBYlBB7mxcl1P0P3oxMvn/fELUZC2v2lZfNZq7gxoIqLtpZRuhTBaqM9Xi/SbOLsGSH/sUyomzs0kEaFtnAlq+P/hXhYLHDw+UiKsmd/IzHqvXpPwhLXoODCQqyHf64y/sEE+YRNUdJAymKRhohLcepTwdMqdNRV9KZilt6voJlg3GrautFPcimUQP4GPeVavOdyhZFi8rWnn82/L5wcdJRUMwEuxx8WOgM951aygHCobHSmZ2AyNLu6wYqYiMCmajaSOgz/NOHV1Pd8upDipU7s0vGp8ZpwUTrVWbU3g8T8VKXhaRLiPj7DSdCkZbcxfXI60BNbjLiWsfXLKIqXHp1zqFpzadygtRNY+tAxDbas+08x4YBPvLfrDiFK8cqzEhnhkMCyVDaRuj9qExvVBkvEbqc8Rne6QOYlvCtwKThVjQ5z/boRt/mwJOJsDu7QLnCgI/FJNyjuqZJSk8Kk6oR0yGntyrFC3lBPOM2Mln42phMX6ZO8qAk1jDUwEfZ2HB/QTnPXpMIwqGhTuTk2tMWXM3hfJWQNouioKn470T/ozOYvkEC1Hn1jVIAk3OxWE7VN2prgQdF5MDKh9vkBhtFQubMKSMzJQgt9jTtV8k14on0gCE/VhHlAl9HeW5sxG4cpcJeL6kIsdymkNFrDaCQk2M7MhdJflJTrmrIvGvqC0h6umX7ltGKgzWwhom71VTKLXjCwaZx0YOA0wUOwfKaUDLKYjFEAqY95PJos1nF680dMgp4Qi92ITI/zXCe7qhCl2yuucHptgC3OAvvlmNBYOmdtXGQvCPGKUXSu02CR7QKHK1xf5oAJxDDFP5b2g7loFpGqCNm55yxyzmyON4/RWQUVbsjtbC2RNVaiNnjc752fFsrqvkA4mYui+sD7gPyG4Niuxb8F/6NUVFvuEeQMG2V7ERMNJiAEgvVkY4lgIYI+agM+9JaF2t52uZ5nV3tfpgI+Sqb5ehzcNxP0bOtA2dEqs2lEmC80LLP2osxcOpSK1G8waIW2UxT5ud/qK7+HnEo+JryYNNI2dC1oVDm2tQeotJwXUJzqakcCKes6c2b8MQIoONFJ7Xzjz7e3LrQ/xL8o4ZBatdtjVpG4VKdhVP8m4ceiKcoQq0TFGsAdgQ+BFdlP6tnMVyjC20WZsar4VLy2He/RodmbSragB0IV1fSyQxce09xaCsCimuy3AL0UpWTBgign8lUZyAJ1Ip64YJxESpJEL3X+9TCC8wZz2VuEwwH7Xsbg8XMxUT8igfKu01xC9rfjPgkA/hHvPeVNwzi/rvj01M3+vGSqnqA6BsZsicmVHVSrFI2xQif5zcNy5XlgV4mPp+aK9ET/ybFt2It1d8Muj/LSZAjb5Trxxax9wApCSYV/3bn9EWoRIUDaad9Iub8EMwAZ/U8e/Eygi6lOyymQDLlLT/XU9WLrUdzGX3j2DPJQyEil8DPMmPrlNMbVvX3CIbi7zJ2SDEmxDJW4oS5nN0FibdTInK4OmvRFOs3m0EON7KfIB3n+7VfWwZ5rNrIgMCU96Vay/RAJaUMTlrN6b+ale8zMQREypZqqZhmyCPw0iAg3qfuk2dd1SteiiVmCG1HixQ4VVmE9/nkayV7spwHV/IF/SBrJrWAi1+VpFqDLsuAhwJDqHv4Qcp110Sg9XV/QeYj78SbKEd2g2ot/XryIlq42ta8/QQyOWFKu3mKiIboOL2MEwqHchLWCfz8fX3ILW5yXT3qnXfhvzRVV9D+PkXyXiiEpig2a6gGHqjKBmND/fZaASeIfOVKhQh0fYNtXjQGFlvBm846xrA0k5Ce3UWzjvAUcI0iYLuVy2kDgScUMAaeT5V+rGCixkL2zyF8VV6iylvXMaoYj0oW35T3nbF9SEwyQ0zkksNBMLpmIACh0fIPM2V1DJZLnXnLGXl9o8RMwKRqzLM9FaMRRMSNinr2yH7+S+nzU+sYjczdzkcQ1ngftu6AqSVOu4pp1zdEczaMD00AZ9oyR2ooF/oMKk9phuRXLEOBBINloHwgIgGD30LTf3z0dfoE+hZCcFjgfoJVg++NbnM1tm4UQaiP9KD7prV/m9hKAVzNhLMXtIncJhLMBShZTepHx7UtgBerci5JmgilQjZfiPKJnn3Z4A4Nzn+cNVYCmklYnpCgbRfyjzM1UTqyM+P7+JzrhEO5PUE2S3pjpUf0wNJTbvz8VNY0+wSAWP+jLLHWKx1vZr1+KIM3XMjHbE4FSibg9nkdJtwbikWwftOxuO2FOQN4ucMEFq7+GN1RoHymHQIDMcv4gZ5YosH5op/O0EVd/qx6aqjBxy8OM1+m2bkJRte0n7gmpMwuL/pX72Qi/iy8D8zLbLQwR9cc/g46injLnYhGgxiWehqqjhI37SGz61ayZkvf3cvkhhLlLMtFB7ylmTH/KoNzBapp35ML4PZpwLK7a1edxnbJJLxT2rvIQqz0hKJ8phW0kgjbugsNihYtjmlfh80qsoj7Sxojqh8HIXSWtI633vcUHArmcmO+GrU2B2Tv5F1TecRCTsxKsl41cSKTMY9ZR9rXFKnqipdz0Ms8dsil414AvJUVezBk7cm/lvp956fFPXQrJEwXyDk+lyFvUaZ5Uupesy13fljPXMdVkeCprpy70eDiyoI/lH2N2Irs2yzwx2TK2y7/tHiWNVNjHHFtVesRc9UdOjn4moznqHOgBfv83m6CpSxbiHpQb3yno2aKiBXCYBRrknZMKGUjXj8hURWpIOb0ApFqqNBvQKR9E8UkxaE0+sMIsoHVbmnNkoh1zP4MxjHu4FMjGa4MqowRW/8JTVlGhgoD6bnI3KhWaX0NSo+bLR9/aGYzn4twlWKbvVVkQ/riBdSTNoIayRh55gKIjENzFnTfE4yldTstJTbpzzQ9hc5Fq2YrV9rGsyv5Vp/FWNt6i+YoBzfa1f1NmrNWxfgLNRsBDQNi7KKpGQiab+RdovCmS6AFmmjmzpsKR3NT14q5+nIoYf2P6hvl/PkZZonbZOmNmFKZqBRYJWVzBztsWCUPbvj4ev6/eB1SvWIAogLon12WsgZ4Wo1hFRkmrx88/KHJ+F37BrAaGkYgC527mJCVd7eyJrcWdCWhMpxnbX5uqLKjiuLGjl/7QXy6g/q2j37JOquXcP1eqff6Ih9mq0VTIQHFLJ4MJ1z5b1ma1FRqrt4/Q5Q3V5E6c80vqZVFSmxlKpzFXMlq6jbwuwo+312L2u/J4Q3FOe2Yg/57iPKx03Knbnm1R7P+Ng9mr4DpBUh9T/QKkJTMlYD2czCt0iZZytB18tPGj1L60HdeA1PUBBSdXxIkem9moY0p8KRA1N7Maui4tXudm+E0nlzwb+lfmPipQ1ZY8ADMuMX2KrZVCmgbjS1oS5D7RQPugZwUIY84BfGL8hs+UsJy/JgHIfxkwKUKo/28tR85Epiye3NiL4MyBOolq0VAWc9YMpW8o1kNxgyOZTnp3AVglxF5OxYT4/AMCWdDVB03Sn0yEFmCCEuExJM9dH7y9rdZfTxNOAfCFMZ2NcnIlBz5EYU6qD44lu77i8jaT0cErZ9qTioLA3NUviqKqfvACwonbzGl6gnuqFGVqJ58E534LCQvopjzSPigNvWS7OdvToR4nooOXA3+0lXvdbTNxmIc5a2G/V2u2/ZAzPSOLntKXyo2dnV4bvs5DRAeZU2A7RWCAWbLpKUjHU/mn4RHA2AlOyx5LPI766zorBFrcA3FvvzYH4poY15eSnRhtlcLLmm0uOQudnW1THQ7Ua3vhQ5NSDp7ysW4o50zmzWxWTS5aLlXcjsWdpfBJwKmuwCIGYFz73OzaQ0Q+tX0vyRf6VI5pcKsX5gBksl10uaxJnidQy15qyC3CK3+Rmpz2iLauM5YO9zCs6m+AI+Sv9S0efnuyL3ru4wKl5wJryup0u0tZuCF5NM7OArcte4s5v9pAZiUZWzexRwN80IpsFRuTRpviJZviQ7hmdW2ZacD9qcu19QgeotB8rq7gUspiZXS42lqWaaQV3ehqi2OBLlPFT7XlNZJlRRWVeiX18V9deqlC4jHcDPTd0tZdmb9FiKB8xcsoB3Sgd2Q3WojqA3KoHIIv1ZCmYmeq3adUWrC+SqLulYYxlGlH3O1kz2Pj/rSrKtNQ3WSTYhFwOORfb+IXy9uJLRctcu1M05FraBbgpVT4adtgfb4gFoya7fUOl2bLg7SbKP7VmBLDjQx1gb6kYhQ5JuO02XTth2drOokDEeE7xmIp6dMy5zUq5eEvmcmdhEbsw3heJDIp3a7ICkCFnDlQyZnoQ1WAqB5SakZw/Sd5xkznmZufYGM6ZevBOQltouuTZpSMVg5bajWwNWGGSp4gHdaqbSAYSfVMt/1Bc5M8AXG0+2I/SHWTjOTIoctttT8nMqaKY3VuwiXWxpV/dPpxVX3nJd7SpX1yYPfujKFVMxENbMxgoq6tVdf8/cEKxe5CFfy9Sc4To3a/f9txYTx1VOZu69jQxlrsNiyVfiEE1t41zF+ONvRsDXB9wiGrA/h4VydxSstVYVfwn1zo8QU87U6RaK3EnD0XQ1GNJg6VctyG6CTiC/S5lcqZbi2PSalRJ+8gGp7ApmegN1CeV20DuthbGYg5reCxu2mWCLrlxNjFMXBS8CEOa0LpbeXs/NaBV3Jzhdxf3Ouq/T1wEPEyECvgbcqcs1ZAus4BbZcw5SocLIr1LO65RRu5N4WlYc8tbGwltVw+87OeMT7t6cl9J3Uo8rGFFgAZ2ORKnoc/USfyKuXIG7OLlGVMW9RkW8ASUezB2QIKLU0oimxuRdNJEi18HHzkXi7JoojAqdsF6BjE+/V9mhctqk/vGyClc+r4MIDrFiv7s7l4AAHyqO4UWUbwtgiwo7cZ4ddtbGsMZ0wSWVkFuxPDTfmkmlWcKnRLTRqNvN8fSHqiRKhaVq9az+v+Wegth+VkWYWmNZeVUNhWdDi5ABkU+CPB8QY5F3K0A2TwVf5zc1EJpPKKyrZQPdwfVbJ34owuENaTMUfZYHipQZvolfVhzN+XnKnGJPhEHnQUw3z+0RVWoZO5a8YMM6R8lKJhiTgfiW66D1QSlpinBofg+oLu3qzOYuA4rdL3ddNdp0Zo2HQmabVPmaov33rkEEd8feYgwEoJh1FY+mdxIHmKii2uas5PUskVoQ5kU4pJF0EtjgdyUGYvWMS6HXMp1Pcb5hXf+4ZOSeTa4qiE3dFxBBrV4quY54pdqzkxMpH++izVnkz1R23VXvusfVEa3qnI+84FhJBO+tug6PRzTnXOxUv+E8YkXauHa5R4u9VK+6eh8lTsE9GeblINylKTnaeM/zq1wget8DGVfrT49nQqq+/0DOQWJjovHEU0iH8kHatJGpPIBH1AfukrEh9cc8/4triq3u6LPyuHpN0hRvKYnqbwRcT7TaC6/vjTztjoY+7RMOGsam8XbuNO0rXBy08AwNZLw7eI9qMixbOOSJn8GS6XHNhG+ieBZGHx2AIIvN+4P8OHzCy8kpLvKGIA5r2QHwKepJVts+JZp756fP+ysgMktq6OF0adHdlnYF6qr5xkdw4AtLIXhbXhZ6/pnh57xCpcyd6zIQla+S1weUozfi5UScbc3yCU6rEVd/11UHD87W6TAsJ4Iup2Jxu0ZvWjdst+oqUuq3AqcXCWXjhfkYPf4bTwjZ4Xqb9KnPITDRX/GdwmsIyY/E6IRasR4sgkqFdd6ZzTfKMWYGsEyL8Ztf6oum7Zwzd3Mpa7CbClH6WIHr2N100DFOPLaLdrkWu4wdkBgFqc51+OtB4UGPDnXNluABISnHEDtHMC0yNl8cUGwdKYa4DxydRMbk8uBGEM3cYaHub+MqDMmlIBbalS7gi39KejH5p+nKCyazB6vqHw9Mfy1G82ld256LWYEs9y/z4jpuAvW9XIGfZdyFCX8mluoET4t//lbTEcaJl/PXAiuMi2zLNSp4AflG2FttLkxQlQ4j1ojTyvatXtFLMgV9YoEaK8GS8iVulEGYkmVB76bmjaoxHhO0Lr5Sh6Hn1Z1IGgiIl7X3eEtrS/lUly6w+4ISk5NQeDFYevaJupKZBKBUt3adHUJVA/5LOZvz5GN+KvhEFHLqdSBRUajekOzps0Vrz/8x73rPM4ltXDQbM3LPxhPitZjWyT+jdFgFw8UeWuEFHbq7eq2vAOlx5iZsaiXTQDVtqZUUJPJAOlz3XsT+7OTXq8hDldJzyWnX7enOjYweqnKOzJOlGIV5NNcHz+VayunvCPUBGOGl3eK0WaqHp0oUR9wMufoyiQu4itvg67uPuII+z9dSahqYyMQXsKJcPT5K/cXV5eLo5WQAXu7T1tSsGXEl6jVL+YhXQy1U7o5dF+hIh/hqWpj92f3dqzLmzwDeXUwr3z8d+NgHf5Q2CwBrz0iVWarH7H6fAH3cL6xb+RsSXLuZzCuW5tbcpSOq311a1ocPxmFU7wuEVqaBfBCdJE8vI+9BS5e1CISGFNQD7gOoSZiaLqazhVLmzFOHojlfkXKPVh8MBU/pUeOtISGl9zFNJWSeuxAzYdaZb/3cRNR42r4jGPlYkoLFqezakC7nIM0apg+ZgKQjC3QIBoxNOChjUWPzUotzm8w7ZUhFNTJXc+WfdUmpa2Wnjam3WG0conNQBosxWTgkXxVZ9ZrbcgXJ3LUR0sshc5igcCNd78fwh0I0eQFR0nUdci3VwySeKlIyIv0Bd6JoRT+GzZTLhYI7JmBVLSkUUKEusPCm8V84WJ5IXWsK0Fewv036a4i7840dwDl3vg5alGTr9odJq311pKXKPoDqJyPRkPEmEhnlGlOWSvZiu7MWn4v7ZfblDflesble40njUSMMP95lkSd1icdgO/W6o3btCXyZiqgEZyydupPFMpFaXPuuHZHFLPeSmc99X4hOZZfMOKC32s/DFEYQv4O+fWdryw6Nm9pExB04PHhbBFvDUqW94ctjVm6CLJ7pgggtXuK+DGFRddLItA6bEb0SZmbn6Xyuzbx5VeEQTn2rXIFCbRMayT3RjiyS6W/ONwToT2oCDoLJF6FEkQdEECrw/+8NoHoN6e5gIIpmsuVwNpEt3OkDw2EPlC7nzJWsh5VUNNC65gU0AZWuaoeJHQY1obMR5RmswHqS3ub0qGjww+PiQsgfP55YC/nvLEG4DCWgj5v6dE4m64LalKz4zm3t2r1rEqmmZPPsnpBJKmC1PDPP47Ze9ZfCNQ2oe5TNZfbo8qjuLKI4lTMdTCJ91pBBO++1tKCHVcXOC8oUyFVgr/XuUIzHRjC1lUwrQnPel32rz18CBefJmeDHtxneJR8DRRWlGvluu1BN/nfTsfy8HNeP0RirugMhVAnZzwpv8zd9QOcFneMfZdI9ZI5DUkzD6ELOhkuc0V4JH6PDgYCmfI3GHAb2ZWdvqTeEO0So5fUDdGxr5RC0tglf3EZCdtr1kwB0c24sNClTYLFQysPqGfTJZOU23k6X7gA9K8RzOyDtW6syKvXmxzqnypVinG1KZfpskLg6f/5uiuoDNr97U9bGBkyJ/RLFajynCzJn+f9GPfJjRzXufUbKKGPZxSpQZaURljF4WttC9KSwxxq1jDTxZt5Z3BDxGy0yS17nE4cjampNLJ9C2PLHZaqmHn8+lyu8nNj8B6Bvdh9UmxCYQraP+3uvobbk6Ddw9wGeyG99BAu2ZF5uZmJCDNaEYk+s2PJkKNcyH9mL6//JbVSdKBgWRXSOlriEXfuUPg76b/4D+0i8m/wezX7kGpD7Qn5xG/IB7GisVFcYLjRHgf0beOoYqUOHpstQA/FGcQlb1pnikPbBK/Lw3d2Oxp+qjQ2yv1rYHYBCiKkQJmHoxKxSUPJTuObWi8F2I7sSl7VshavbhH45pNw1PyBXSpRSVNTAVmxrleAJ6Aws59pgafTq6jII6Pv4SZ2aWzAxPliwUySfHkHg17lPmZGPa3Ow9O5lLtFskxG7Tn+A7Pac19IdBRcCGNAw7kr58q/pr8lcYCV9rTPCfbOqiWnn6Ye0SFO1HKZRVqZyDzhK5t1EQPxB7hha5El5LnIOIHszm1Lb4vNLqBDNpD6lWKn+SGLE7cSdZOhwOp8ti9jKZ/XaWOiIM71JUy3YowPfOaskemoUa7E77vqkq3nLIq4JZkCRKxWY9LvCm5Ast9xFlHMKHIDVeqGWnJ0aLtK42qBRk5CqZYhy7xQVA2I1flm08+WBjSk2z8vhHPX4ASDPXdsREdUx7d2n4aBAVUaemMghknzMw9Cb9yfhsVA+aZdfjqxVWb32QlFvkCeR20bI7mPdQNSD2drspBIgZtFAkhCzy0l8mDJnrLsRCLcFPEn3OZlCqXE629GUvU3+nXUqcuV6zNz6ck2UtZZIeoFpQLWQVGx/eb/mzzVqdEsjkqUX6Muqeh+5psirTh7geRNXplalwGLcueczTLvb3ggpD17aqwZ9UvUDXRD/NgjLNlzNUTQmhQ8jF80AuHH6UGS68u32BGIJe3qXnubwqZ+qqEXVQe9blju070Ln3/FlRYUy5m35AQVjrGfcr/v8lJj2T2BtvXget8GMrilaq9Y+jOuE5iDAxxlqYH8pcT3srUj3aCqT9FeCg9ydfLWXIRYMSBrSVFCT8qap1KXRfuPuE5pLetaVfhCeKFT/UNoRK8+srbJr+5ETeHaRXoZseLH5f2eBRbO5rhKsHgl5ReZHBgRNjiyBi4NA6fiu2TJcBAr8wB23SRboKAbDZwhCXGbfVGhhyV0fZ4eSkmUAKuZTiTfno7FS6i9dMePSLKYd2d9gCerJ0Mf5FyuT9RhUvL0KjZ2d0TLSbwDqF/yL6t3Fpepa7ogygwhxM1HEiHBkVDX8kxJ7lH7Vr9eSLGncOXLktSl31CVk0h8eyNhIbT6XgdpBujG7gFd/EAvu+pB44WlVNYFHXUJL/DkzcGbEE1TrDItDq7LUCmliRruC6YXe3gjtugoKQ0xxKwK0e4nZ9e1u0CBlM6fuEm50s+CVrdD6MlutRF0DcNFWThnmulRZHuM3DJmnbf568++yuxfwO9loa6XtPt0OdmPioSkkiQ77TgpuR0xVv3619I0f2hbxKGGpACRqkwc8Z8+6CrqUlDZS9ZR6SDu5Jm7NmG3AXEw091lhPSmK1B07fz6VpEWdbZgjGE0+FYp+31U4K5OIGSVzXaN0vT9CHqRO+8TwbXCLTLqV+f8pk3dxWq6Efo009vdEz7tTO+0ifAsEMQj3u64sLaKZmE8X7KNxflXZV8h/cr3OMTilZ1lkVSVaFn6MEJn6Ren/f4epGoLLCKzms8Xn3NELWdwtyM02w+ZPwbOndOh8NJ+k3cxS6Xd9NoOkbkKvEEud6XcCjy5UxHeUUFvcy0cEHc+wM+SXzQhWGCBxXfxljPwpc9YOPVWJ/JvOpk7zq2YUlLdVDnsYzgrELmQ0V6yeZfgCOwW6rPBoz2Ys4iPMDRVfqkea57Lxe3p0UX+rcgZGcbFlsXFEsx2XpimVbvq9rER4jwp3Et8WoPi02iU5EY2W3Cuz0ZIY6q0TFExesYNU2U4FIonhgw9dFRR3AEvyMNPT+KZ/qVzNc/zdXDIdLB2e06sFMC4F5CqSN3oYJMsmWfLsKsrI4tRYqvUB7XNI10aezAr72FVmCSZTrZkorMA9/XkQLvxoSnQtZYcBSfFBLMV8vnyilHPfEl231+xyOtvXW16eNrAf0o46H1uEcxgXQarorzldk32dupP1k8ErfBrXNh1cbPtkO84T/kwphb+0TwJrmHypW39SIrNLTMd+pFiYeL0mIATcFLoMTZNv05Urge6MvDp8K8yiD6G+y5IohPHAMmE26yWos3XypfWuwpiX/Hk4aJXxeYdyXOXEHh0KC/ZikJ3aSRCmX2MLMGjuA3v/Mo7182aIP0HVeIK8QAqwSsUbkKif4Oyglnk2/O/5FEcs22FALyMpkfSnkkiStadqCd/fwWuZvTz2Dga48uewj0BguSuYnGRNXNm/IuN/mtQEEihSCDEAsqr987y7A3Jqvp1BKMzcBE6WyUGDCyt/6cFTSOh7jbzQWzx/TEBZZeDL0CVbdofU/BqBYQOB7DpqNcVzvQh3uRBTDYi4aik0raIX7pDUPEyu+l0ZCn0zAcm9vhy1dpbpLnOSilAHhKzsNCW8uLs6pjs8e962lG6B/X8Dsn/DlgbhK5j35gs6Htcy3R2T2E4/dmTH8PZ/HU/GgBIa+hRxKyF8s6qQBhP/fMH82XCD03OQ2A7zplw/C7mGYZTLUnSSnudzUUaj4T9CQAw1W1WnSOrtQ8Pv16bNuhaX7myT20iy7EQ/0ZEL3eUaPPiktQKqOWVgSn2CBMjushkOdQzLPcIf47uWLjOiGFr+yJ2Ic3V8JHukImL7r/TpoFyOz7oqw/lOm67rc5+Y20E235jE6vTnUilfYErSftPtLCRNBq5aRitWK/0ZHNg9mFxR14Y9PvOCogYIZyk/pqewkpC7O6T0fQJ8NZAZEbLkVASjVMb+Jg+Est82QO8U3tFETOHeqwNuTnniiQdrpt6q6lDrjKJ+SIPdELAzHeNV9n4N+Ma+Wk6LfiBpDv91MMBUWutDaLYf3gZumJJSdlcr4xD1XySPMonhjGkqgE/Lu79JRIAEgsy87O6+imJ0h+q06SCo8EpQYLk/km3VvR4kqnquFwTrbzFq9R7mbQEnFIpa2/eTBH1J58I6uPmWsP0D92FThV1TQ5h+Ce0OiwdsUNSLVzcqsu/ZF5b3dq0rnZrK+EMIkH5XTYduk1MQQqvaR2m2lqnyQkbE0kLviRO3ZphNhFw7wjkKbuRpNuaz9yKdZELQVi0bswypJD2peWgvGLQsIWxQQ3M4RhyV1Utq4YFNqCnvQtSG2xPNWm6vi8qa5cHOMHBfLdQrydcEW8VVrGDtZpwKTcFfrqkPbFUdQS/WgVw0qqq3k55Pcu9erGLfzWo1CTBTOb6dVyK2IApOK3Z9BJt+U5rjw5QQ10+3CL+iXUmLUxTTZjntQ0gFwdqjA8+wJe/fivZPzIE41b8wzp2e+udNpogHqBcWKPYOXdSjctVwU0l9YXgYWu0l/HfsNVqOIL1I/meBKNKj6j4oPypeqLbUC/GrPSDaGNKvjpzSl05vv4BleOvSp+Y15W7Gcv418eMsxwL6eezEMj2aOZdx7OVNUBMZNDp75cvlPAvEG01To7VLZT9yv0l+k0vnArtWVf5loKBNltnbXG2D6L9qyAbc8H2k1JgfRmg4UK2XdnPfuAIgrVGuxAqE19YZ8IsHAmR0LRiKXR0W0zwqhCpvQYrbJF5STYX7tkc+UtJ/jCH4pZi7tSYiTny50B9k8HSHUOV03BWjJLsqKgUq5iJSf+lqR7rEBgIXtuD6tUgmpeAYu4J7LoTmqOzKjOek6VmmaCB3L79Vq5qVlG3Ml6fd0ePPMeWFUr2UUr3BN5vuvX0ytZfR9z5YXoJZEq/EeykuOEe8VvSMD/AUBncE+es3vHtkRPRqleZl+J3LdaJr70xD9y/TzHUDetEHqjGTivGKrvJSFawmm5cv0b/sHXbiiy3oqPbm/MXTs2DWP2qKooAYGhgWPmaD+ULnEuJnovc7OqgipcjzQqZ/JxpmzEuZrhCi7qgdNBdMiPLDOv1aLRh3qTJydz9lhXtUknMyI0QyY6GfpBupJagrLJIBwSvKzMTjELZcfVMbCJA7NNEQT6c5n6gsUln2+RjiqzpPDbzES4Xyf8FiLQpUWxp14goqvLtaqvnbK2pqkn4UNsGKiLdW6nG4zl5W3+LOuXawyM9WvqWSq8MTFbq+DRqqj2FUPEEPEWWHHJn2jdSpc7ou44KCBdeCgFNU5BbKyjZVF/NDrtgu5GRhsybFVrn4gCKRs4W6rtQWotEZJxySO8mRowF+mtrNWusdk8xDn8r+tYCWl/ZRvzvOdKQSep1/E7zJncpsj669FS7qiRDfeAiGcEWtjiCQjJ9/Hq54SKFCstCTkcuxnvEuIatae4HIGkKIubvZxjGHBlDQW7U/XgJ1CpwIw/y/DjPT+gMVhRz8Vr/QhQM7tcDqmmJY38qZcNVmerJCKpkY5bQB0utaAJY1fdZkge3Ub2hb2mKuwFsqslykQH+m1IYnZ/Kr4dKHsexm8i/KenLX6pxtRFYpzidSCC2a79J9mjeXCu4YRHC+v6h3+iP5oyo/oXg1vfE38pJ5COdp38QYREDXvi5d3dNUD8rQqG+UHiN4kBCeL4L5oB+iV5lWjbP7eyGJDJtvwgFxFvKTP9sTKW8ANYGrvruknDBSp/OE1H4yz8C+ZO7MON9qcD4vjFeDZxgQdJPmVsLbT+iuZD2mTLDGTDLpCnalQSQWphCaZ20WvlSEd9i+d9mSKAmlY+ZPqmxGprTy3UR/EUOEWUicdRe+L/Kjh8Pitl9OwBL//AuL/dmKdzkhz8RNf0hDLYkAbJ3omfVxmHlTosJdt9b6kZQJ8inTzVLYDadUg10z1Mx8Za1AJGOumbWWPdakeVEUhfAhyYtTlktBRAtmx21EhxvuMmq+YiFT1vVCuEIPR6n7ehP9FHL5mr37s9ZXx0GSYV5prSr8vA1JOLJnxuUXyF2FgbjMJoALWPUWeu8+SWYCc2HnDm2DSytfh0sbBJuzPiEi1Q5eh7wOmh4wJrc2kXMHh+1Vvh82VI7b7L1VG2FB4wpPhF0ZMrG4VqO0KXz+OOOWl+vkaBlASpaHIznE4Cdj2DX8nnAxshyxS1oV+ly9G9tS8Ef6ILCWicVvXcwnLzYQEiFnO/AIwVo8lXqtVn6DxbVzUEvpQmJqX5R8QXMAIe+pykGEeNOI60XhWqKzsHgAmKpOO/sibd092mISz5Gg5pwRz7hb6ouCFTYQcXPuKvx0we7A4MreILtDMlX3u6Lm4SYQmIniWsqdeDOHHjC5lAOMD3eXpU0YVqkBBokbK9j91PG8hqyjaJPTwewXz816Af44o5PbEd9YzU/fQMK6+c6AmdVqOnXXQuzGN4n/ddzdKo0hOKddtRQoynosJXwdzbbVaV+M+/GQZ6R3dUUibkCTEj495Lp3a9fp51SumIq7z2z3gL4t6//8JV2KGVYOekuufqLQsDJpBP53Vcev6rXSyLlr1kqjgSEg/2TsS2iImQ6dkjSilLavNSRHSFauFBUEZl2iLfZmBzvqCdOj3CRp8zNNs/YrP3M6GyTNWOpEVhAlIs3KY/vi76c2d0r0QbKhfil4V4gNn9Xf6J0PXqNE48Pmulitifd97fYBIDmy2RTJc0NNhq4RBEfP9jjrkxrK3CkZN2wR7ha/KIc6BAs2GQDBfMPVyH80Bo8pgEVmMiMQMT8aaRbxNARcZ7Z4Ar+k/C/lb+dHX9fSUqahUmDRLiZPw6KPXJuQYnwejl29oyzCeoRdO+DlefoHBCnU9Ym6nx5l4llX7yj6M5ZCgYaXoYUGQlBJVqemx/hDtEYyxIGZE3qU9D4guu8BvzEb4wFfwNSRynNqoJY/PSd3AV3uvQKJMK12OsBc2CJMds82FI8UoCoD8rtjRD4d8equ7lLAnPljiAiMgt2docuxBdD8N2gJo+/r7ib915EkPOhwRt1Xlsymfz0WRV4Ox+293LxX6YFLfjp/EMnQzCv7RVUqssXj77rGECzpf9SWjQ4hLOp8uWqbgFKV9yIN34Wl/wcFQyVaalO+ir/O2komlLMnFJLfzdGXSckWePYjoTL/wdSCtZqelHR6dR9wr4HYWx4BNKe9+7Dyw2ogcYfgEwUEg5r8h2HQW0mw3Zb5BGBcIsr8e+AS2Ohf+/G7/pPH5qK7j8N7bjSUnaqDym6DxK6dz8Bl3sWm/fGJVV0qt0u9SJm2sqPqzuuIKm1SroBOvzvZkJImlUy4dr85FVT2m/pJ0xGioKuH8AWw4fMp132vaCfHc9TOefQ5NYHf3M67i8q0ykDcyt9NsR0Rwt6g6A47eeiOaJg+kSPHLmo0f0H1mGBXza59beqt68Ik5RfuSE2VJIhnwiyTfGsO23R2QO05nLy2aIq1g3I6AwyTLZtAqBp2ODHMjsOISLBlcs2+EtPDlz9RqUfVLAXTA34IkpdbxtXn3ORekQew5AK24q9qM4Z1c1GSTfg1BhieAGTlc+bf6JJwJYaGNwtGLbfj+ZKDIHd7hdlLCK2VRjQDeZILsV0Xw4x+xCuM1rrmG+NaAhYPxNQIYGBzE7nG4OFgSp14FqtWxCK12JIMY2GK5QmbSZtw0CLrlawjnbdbmaauAI8HvkVOGH7OVdFQ9TREYLppYOAx3qcY7I8/w0PocDgvgUXD9CAiywjNLJ0V99UiXYDBTJ9UC/Byai9/pQx3d8TzY/+xltO2z5fcj45JEc9UPUTMsvVzq6u54lsgXrTFWzc9CB8MXNGabrpnHYAreQ0r1BNvhRWkoWvdwT5fw7wQGCDXjF2rp5FXShCLSzSIdeCJYBvAC60Tn8hZqay879u3J/fYSKqs8Wqq4tfKT/YLn4ymM846Cy+bkF3DRg9ARb7WrTGKIgTRfI1DuexUmGb20/Xbl5rhMBuRjXyqP8lHAVY2gpLNkAtfDXo6k4IzTvSxzGMh5XSbeZkWjEZ+oRaHx7RptxKu+nEJMl4xnMTmCQ15QXeUPgwnavhM532YFnAc5UNQAL2U7D3XnJ1n64GBXxzLUNNPKjUSQRbj48qfmIO3Hx597FBeQqiaMYFLuTMGTE+Qbf4uaj+9gAf/KCCnkNuUifJ2jm0jnuyzdB2tST1L82D5adeVFPkuGcq5dvcTtRhWOd69umrnqhu71E0DoMHQTb3vm0mIrVqUq9dW6TdSh2zrh6y+Q8o1rqp1zXHXr6YcwXxRDfy73rzvio1KzpKLibprRCnTx88v+AHclSB/KZ36f7i6KeXuYbNUCYVjpWFiXXhS1Z6sbc9GQhzq/rcn9aaoK8/mFwllUzz3dB6ZFkZ3+CntKsFU3wZc8LpqGex8DRQKatRdkumtd2JvHcZFHPCEtSIQ5EfUj83FFk9oeN3MndRGWNKM/Dxh6c7um/J1M8KK9Uuj+ofu9h/xEeQm8WtF2dXe7FqvefJwwzVcWXMqo3EatdwrUUiIatMXUCMqdj1qsRuHIgWbCoW0VwXSaWWJXWf8nsDPRmKaSoyzLf5ZGy3w4aJKyDCd8CRNXVSyd+9fNe/VQ+W+PC9WXvXio54rNGRcnwIvqApY0OIvwAZFNWYKGVedsEpzoXjWBqWK8z621Gu+z2gJLDGyZXbgxcMigwLS9f8Sl2s+7ixhtrRLvkyNStUaNWb+jUAOrfOVJpY//gs2DZxN9QqxzXWaeV2VQZqGj3ROk7r/9HUJ6dEOqWyZpU8uZ5RwtbUyA/vS7wp9Bzn9e3c5tuP2JQE1uZw1D1Gzb6/JdNT1K2cRVu+He1cNmlE7tQ49K33lFm/dkTLK8g/DTQB/j8FlWE6Up8MZBDYZDeZJsQXfFnjVSRVPDt/Wro9rJHWRglSDBfT4TRuqohigZgvGNBfcoJ+KzdNQfXquWofG4HGfOxHoCj14EZFntN63cE1MLxFfj8dOczZQH3WICepXkUZ2b6GOQ5beorcDhGgIoLmXttXwINkf52q9CNmpCQPjY4mQvuZCmf8LiluLMnYIroGiEGuUXbfV9H5YXs7vZivb1Pq4Sfmi+UFxwYYbAI15w4fjJ+Wr9u6ynuo5GpmCzodR+CLPZc61OTSqxTWZixakUtZfzjY3WkqzvWVdTdpV+RErizSDAmjl0ojJAYvx2mQyJFuEZzzO4sF6udg/h/UYoOl4aQhyVjpND2tPqq1UnWRKpSj/0wAA9Yomb1I42AzULnZYtO7aRmPXm4Fqe8M1TA5CHdMXyMARXpqCC5umtNJlQZ+Dagm6PjQLfwg72Xob7uy7Tewfrqk3D2uyDukrqh4Oyoy+ExBLHabg1jSrPANZuGzPha1fBPe11xGlgMx3c6Ej2HKJ568ufAGFhEe/fsciLu8jxE+I3EocwZay4SqxIUgAvOaHN2sJOf2/ruPbp5Isvv6xDV0bYpm2UvxxK45/AQO7w8uL33H8yPVu1hQRiaK2Gwna3n8f4Ze8jtDk90KJdCYWbWrjmdd6IOkQDd4Cb/RhEyngf39LAOpepjjpS1ePWXtVpeuhxPzOX7Q9WraNBa07IPE4CxTRhjId/IAuTIRuN4X1ez2QKVFsr7TAHVWgDBeUvDkzDkUvx19ahT74Xc3DYNV8dxySpOan9cooXysmnGsKd2mmUk2GlCv+4UiphtxJfyqNrQ+yVMPdCGLBPhhdYUoVCuwj3ToWvIf0/e64qzQ3uPZRHx7Z24pMt9EtJPITxAopY0MVr0nSnA6yEE+XaPuMdpmXie5jEG+myneQCZehNGJYtTswGDcyLZvzoorQHDHFUlf08J0hyhq3YLExn48hnKcjqaw8yEe0Dk3A0Yk14p03K2+Y1NO26P92qDpmjTuTQsVYWcEtg/7RGAzbxpC/tIUsFFSQEyh77ioFn8ZzP0WusLaqVrFxyrLQaKJnlJeeJlpg6jiYMSYdAn7z/1AvVLenXqph1wYOgDeKgJIHca0mxR6pU05zdkHH12PWR4EYtUBBKi6mweShQyUkg+PCS2xT9/W0wIDAyhQyl8Hr8gDCwUJexaVcWU/ZKfbyBMx+15DvD6y7O2lnpYS7WmPW9+WODpZijoPxjnOKCXkiYtRZIP5FmUqhbS8rP5qifMZvdfiyl8VcWyQKTvs09ZFdmhrvvk8XE+porYdCP/Vp4eB1nUH2zFxke1TgPQqlkuF9Hvf7oIJ5Y7vCdsLEHBEL263cZoArIUhRIDrPbPw+OB7SWagNJgLFa9PFdEnWFja1rohUhuTDtye91XXobnYIjA3srukHZRjfnitllKWnbPxd2H8ms3OzBjb9PRDmGo8BTlCGvXVLtQSjpCnbC/DkBPf5mCCv8eoX1czSanLn5uWmM7lDDTmdy2v+Zn9V8n1nw9Z5s70zfvcAFFcrGpuX+mNJ5bTkKufOkfBSnQcyAa6uBQGo/7MIFQf1LoYTs53lvbKn0VOhPW7TOy/BY51bkgX55wS+Xozyulq9WcKOqLb+QJ7HGIBcNpVvh+ASDN4BWLRmTXWAnrgmRMsYkGTWnZcCUFRIwXjGTKdekyxX8oRmtlhT4qn3XzhS64PmK1Nwle2NK01HVHxBiSTLfeKIL4igZeq3292llaRtkd5wGdaOcoKYw84arlKVUbka62NOYhzLJyv/Aj9KMeDkAn6uO3dbcKGWh0GX+r2LsPzxCX3oupXQE19avppXvbM2GIeEDeH+J7EkvDqQiRwByFMuoUtXxovMSGhg3yR8aoZXJzXryv+vUm4vzAeQXAuBZZ9P5JP87uSjgk+z4DvAlyrqT1LpvNufK39Xh5mgSE0/TbCcoRm4D7VzlCjt56u/S7F6KfB/rIPWwSD0yYezSC2r5PFA8lJc2EYnE5+xip9nXOG1mq4q/3SwQE5IK1JI9yMuZaCePRsnFm6v3Mb8B5GGGUq5ohUSrsRdkJsz1eUgc826ZqncyPuVjAVtSrPAtWz3LU43z+kReMrtGC4NGsR3swwMdzeDvWnYCNM5SU3RBo1Z6gUCreSzsYCfhlP2SfKr3zgOEd2lFn7YXoCqyFpjuiPn2h2SK2oFB9Wjjp0sXrSMuUra6M9UdRLe6j+IFwFe7LS1yRjAFkh0wJ9W+e+rb4iPtXFb2kMI000L7lBSGc491sL7VZFegDSVldk9Glh6UGQOSUcpkzUlnoVTC3BlZXvX1MeumHY+HqUenmNdPKpK/O+xonLVtmsQYhsV1knr8OVYfCYQuP2Y5c7mK+7syZWiD0mvUhOZX+Blc7coJ6sd/3675irPhv03rs/ap98GAYuXP0PQKcbjwWAtdhKqaVeHOnGnoX4+r5RaK/K0vJgC/scQdh+GQRX8PvnheVnJYgVCm9+plnH5XyYoqJX6OH5URYaqp/l3Dq7Kr/gbFTn2k51t9iswicTQhJLQDdWi3x2A0B7FczyilQD65by4Z4+YK8egVeKp+YP5rmb2c+HBFAuwPKLGriFAEGOUQfotVanEe5cLA4591aPu1jnEI7bkc0fn8kd6PRn3p1tYOBlHMCYf7AQuukyRvUtUZWEbeY+g5LZQICzWxNX9nwISnc+7kmUN5VRDYSKO5L9ZiPpNb9rU8rsxG3qsi2BnR60GRXu66IfwjhTGU9GkCZ1bFbdpAHcK5LPiooiPyDU+L2cmF0pBCjLgCh5l0hcP5GrlVgqeODFL0aN1/CrvS9JYlXam4KWn7YCX0Qero7XwcL7Ba3icltJAKhb0s0qG2QUhZKXvRYrlYMFSArIhp2mmHlVO9o3Y+gWmQBopPJG5Fh9fVJVwuXS6bcu6p1K0lv9EuOTXFVXS9FCoP4hQ6nl6miM23/BItYRtZJKVqGL8fiMabl/qTO2Ib8qbQ9Q9kCqqHj/knVbZpOjgbJ1cnZEmUr53K9p2AJK8RpmAohNd2Rh/jkHSPrjqNhEFtUyUD1SfCFvVsay0zIJOxJhUpzQf0Nu7SBsSIAzftwAFdtanE8lBuL2F2czKmusGANm0JF0LW3eTATZ61coaUrw7t8wRHqumYXXBlKd46fwwkzrh1g9FC0Zv9zNN7lZJLOVz/R3deUGfdZdf7A/Wmut0b5ly9z2REcDtpI9ipJ8BuS7qopbBZEciWIgiYTGYjJKOY2aVjt8E47KZ5XzawSeEe3Pgur/akKdjEx1EY/9tAdqtPd84E/DH+IzqCec1fNnOt9ryMlpJirKIlacKk4chOlxapiET7mDx6+cT3UdRdyIYmFu9cKaTQucUH2LFQu4kR79J60UGJCvDroupTlJYMdWRtfo2uFPyEtlBQuBdTX5LZ8i83TKVXuB+LN6JVcUqQZaWW/nORr22VQfvHebpoP6keHJJpeYao6+ZbZfr4ZU1HpDRXTPqMpHgrjmtB1FkTtiQrPfRnGHi/+j6NC1pcNNSHsbj02YDaZsrFYuH/7RbBcYOFTf5lRBt1eDOa15ohiT11kSjGqsfOKKZz+aIb+RcW6BmQ3keFz1YU+839M4e/nkRres6l7D+oOlCOUie7RTsPs0/fm0hQglfvP+MfsmdKoO6oMqy45Uv7SO8wG3Sps+IXg4+Wt7uDqkwBDenrhmf3L8pSbzL6Grafl3a1sW8OgAWZhQ39Tf9gEtJGWbPUyYc5oXcqL7oWWAp3V4oJKlwzFch6AdV8YtKmmcXIKiBQY9RcS0sAF2JmRwTwVnkKdkvTCIPIw+JyOabg0xcixw9zTz/4R/DNvOr3MmCSZFWsgrhoa7NjyEqQKpL8nxRhOCkxP3Z6DeWgvUGhOZoIFToE/rbUQrcg6UfgIIXQ1TIYixytuk5kDJ4Xcthue9utyd5OQtvMIjEXGNH73Jg5lNboCGt2o5dqWlRxvd4uXoTP61V0mxSJOP88gLI9D2ozNppyU10OUaZWfyhA5pK598vGn11ZLXwLPHkGzIjrwcn/G/4HVwcm4JH59lcvmHwBVE1x05/wFtgPuEp4rt4GFbkTNZHCpT7hQgNw3dtoar0x/Bh7tw7Q/5oZHUbp8zdQtj9zIsKcj9gjZwV0A/qnb5jRX+SzcEEpnHn11j5s5ls2bJKtMhqAD85wALFuVVrcvSGm7FoXLXeQeKP18BMxkbUndcEglbY44DyTpU1N7nWKtgpdhbSbn3RP04aujIiynBe6ngYISNA6X6f3qo+g4Wiulqtq8gWwm/t+SH+tJTD5eKGtXt5CyMKfoxo3/Thx9J6tkilwBx2euiBd/azMVe7rhmKi6qtf8o0ff0PfsgmLB2yIlCw70X1PAQIyGOihBkLr+y4KrnhSH5ZRQEL8KtNi/ib2DbE55qF4ONFXFuSnNmw4A7c9JpYnKr8JogqFWgNgyqNLe+b1gFWvOCUMBk/0/vYynntbPiDxi4kjKMV9RUQiLtLKHTHsCsbhHC6+UaJShcAXtp6qaJrCZLnnaPvqaGspxKULNH/VswJxDOxz+JqiS59WHSHDiT16RJWuyp3RQuM/hJ4J6XAZfJ8OhcX+A54QlZ+mQlO688p/J25XVL42sCEcijFRMvCD+luWXTMyDEg3ZtcDc9CVucapwDHd2OOTyhS3Yp9g0HE1IJObGoTx89sxPJJF1HVnQVq0j9E2Lg877IJuVAncZvjo0jR5x80vrJRdvGR3o0x89RVKSMVH/LrsnqOsfttV43x6zO03whnERof9tsdgRcpNmgiqUeBaqVqxWT/OCqVCJmTM0ZHAq543q8/sznaoaDxb95jZxFMa0fW66CXZWfR9pFau+iFih30a4pqSFHFIh6OtenIgKOkM0AW3I51c8XEwRJzZ1boFrUdFq4Z+1t+yb2ZMz/CxEUPaOMTCf42MNxPSVDpoPiOww9Qk81KMXnqLlnGzmHrfINNHBd+13oiJvuSRkbbMhmlWqJ6zyEvdoiEXtjBg8zFdKnabGmI0sWZBsX3TSYvsqryM/zO/rvoT4Du5JEtQ53vJpvGc4lJRZ+FAyb2REdplx4sKTnEJNcAbUUT9dd6VykKF/uY6DOErBCvBUfasEZlxefChhWluvaHC/SOsB3tE0sAzN/cAVCpfHVYEtOPHD5s6wjfp79PAyHPpNu0//tsVr14oqK98+93CH0UzKgwP6TEeyoOEmyoJ1hYcr0N9I9TFEE0OC+6Dh1UkbtSsbaZWB5SIpVMjoK2yYSM8xVrcd1h2qi/8CckX5mZ0ovaZxLgRWmnqL8P48eELix/2dCxJw5dOXM9lxpztyngDwFmSy/tbjBe1Wrn2bjnbhbqvQLrTVkf+4FXzeaYV2HaW8QbV/iysNLkdHZjC95uts6fFS/VbnB16ntJhFh8HF5OtuFlBzSVVK2Fb3STP1EOsGO5HoEUrCKPiLV0jPf4laobV4ZYZSKFRyoZSHBmO+Pqg/EY866ugyRdIQdRXlrR1QCEUW5vdn89fL+WW5kMB2oVcCdi0QC8D/gxEYg5QEGNSwoY9XJYjw3YpCtt1yDWoMDXJfkdjcX8Ad56SgzTsm9HFjhNFZxnEChDbXEnMPzU7RZFdtjXXb1eVkGfXpKW/nYQwokZel0u0LNdpieA9BV01Xczje+/PP/ZRX9uZbPWcC2peQyEmTsCGgl4b38tdO8U51CguFAXXu7pCFM9qmMQ3ow/4a+ywCb5uFyWvyUyNvKtqrI2oIufoC4bk4e5cPEnxN/Dlcim7a9QYUGzjHGGBKdHXZcXkcxQcx3yO4TQShnkPQT1DxrvpBL/3G48shPTomNa+HXI3WdK15ERRb7fB3YPDpB2986WtepZcYm3WkyrAoK5fspdLKskRn0pgP0hU4i5qrbQAtMSmmQ6NrqQlRoD+iUP9qhikIdcDR+oYyy3J4ygpvyVVCs2CvpTckfIbArawnFD09RzK3n9nUwGQe0BSCS94ar1wYZXX0Kjqwe/LqVpNVuvZoohxFVzarImhpeiKIwAtVHkMDAoFCk0U+nfY4Bv/7dIdLW6X7O/kKrZmjLgi2jksEZoQLRoG8m8KctpuuPuj6vJcO6k+ZOgLagwYiHWFmUTKa9g/bLSkUP4jU67Q2nskakbHCenX2W/dCJ2wvOZk2D2/t+MkLstT4uuAJkTplQk9eWDI2CS9eBfXfVet9DWa5puyHB675JU/XcKhyvk30lgfj6UrlOTSWvGNDJBtzmvVdqBNkXABEmMFVTJbjfkt/F9WC2F9qqUz7g0WOEPiUG/kbxGfQI+0ldQcLXIuyoW1/lllf4XbbI6rrDer6alcmZ11lTMWMEdTGQ5VZ9Vohwq+V8p+e8IIa0n5TNH3Caq3Fg9rIfmXNs5hBZs8wOrznl3osq6kuMrMOUb6mcxVftHnVU7BQccqe460mmsBaGEnI6z5yEh1eCOrkYitgN7vEW6gGxo0vUNxJN3QiZR64AdpVq7K5otTD42W3pPFUy22rGoHql7i3EIfdq3hBEtDg7HDYUuqT/01xRIHlpg0yUtjpL/3D/cZmg8kK4x7dquyS6x5PqJsoIwxYJ9LAbMGJE58JYcm/5gakj6bDawJ5+oGaTAfezq8JPQSt0hzFwu+zfMnSt6ZxcIjO86wTP0dMD1yuSEJ6GeZ+RiMYiRKClW+tVuJOkEWJT6VITGLjFcSZYMj6QzDe5OmB+WyXwh41mZnkT8o9r38rRljjIQaFkiD8X12XltmnieTLPIYHF/V7AeCi88BR8L1ID4C7OR/6hLEVgiDGm9rsfpkCXVVPYa1zc+LoOPgp8gmmAzzYm0/WEEIojbRU4a2bHyFrr4wv1xiA1GK+SFS9lH3GHMz+HTMP4aaPoOnKsN3QAwvwtiejkJivFPpyB/O2GP1eYsJi024Zo6QJiDkr6U4Nr195m4Bvg4Ro2+U5hiQ+6GC9SsESCXY+ZKn6btJfkSwQ+AVRGeT2d3kZZgGcteRdtmU4Zn5RmwCoPj4/6/ZFItFWT/QipdzOqkud6q1qrTWHnKOxt9gOSj+q/SyJMzTfWLwyiDt2oiHzOSeWofa3hCBGhGd8tl/FPXQORIOUvRlRgIJCrlYEa7K5IVW0hyw8WbvmDHLEX6ckXL8lUK5/3sFUShoM1/gmwMzOSO1qdTafFdLfRzmpK6manMVyIUFcDCQhdqVd25r/lJmVEM0M9JIk8qdePK3/qo1Coe/QWWsG0WAgWZ8+TkKZnyNamSb0y5a5w3JO388po/J+BbujKx9AFSTTa+Fd+AnCxn9bsI6krKC13fLbf6wTLrCcaaM9JkfzANgSIGFKyAK0JNGxQvTH4j/2NtQYpz2ECyw16biszqTJzbOUMfRkf4VvvOTNJXSpeni2J9AvqxfZgye5drCzUvrn7OXSZ4k0IbvYYYMm4pKG3GnfwpKB7/wJLemqyn2YT+FzI94w/wnaXwMZnj44CceHMqkfpPldS4SFnF5IrHvoAb0Sc1oFP1bqN8M8xhBk9MC6VXOC8j6rCb3AF1K1xidXZqzHp1flNI/TZwz+ySOwNpc+5QWSLO6/R2owyd7n4vuUMHMhWGu3yEGEhfyWgzZI4ttp+g82J8zP/KBqW2tdiCBzxCqYAu+mSlgLkkVXRcELEVerGuFKVJWx4u83wyFOdpnSf6Z+bGYj1EsV8JdVhvlDbd8ZLYW8dRLRqqwfasoO5lXfT6vSjTBXWesrvUS1s8kGBv16qVcohM5ieA+ZMSzqBK6PzstshNgfeqCLuD7FTG3H20bOjco1dYMZK6NdjPWrg/JLN3OkXyrbikGVUkO0bpgqRbrXJ9Tuh5EOHUuQGCqMZCDFiXAcKZAG3LJCT8ACUhkjQ35wMNJVODfZy2raWc4XfkGHyBQCMZg1j6nMiuDIA7i2XQtPLfNUed/7cp0o/QhP1XY/mtyF7FgMbPVwUwDqh9Z+m/GjL0hihZX93obwMy4/2tsb0xj7m6elF/6YhmUkO5khoO+PL63XLRtXv/jSlIAYbx4HKcefPwLWtAQr/emF9iB3rwSQrUp5QWlOqKC94V9EVlNuenUXHRG/kdTl21bIpD/s27tpuzAS/nqugNekK2DUMiz3X+Uf3R1EmUdwp3xS+RiVLwT06S10OpLfcPxqDKY+j4tT30qt8JYCVJ13/Xr1MgN099o8It2MD1+s7vVsxHKcoEaf8ZrnxFV2Fge3/Yijl/Ev5s29Pwid1RM9d4Cxggjx0eN8arxTABvya9lLpP3GH34JiBHRcns1aYaDgRV5LkyThEAILZqa7zxyTdZP/IXVsYvRn5Umn+FFWM37w8DPQbCnbSWYHFmmqeL5epq/sbTBehpabTbQG+8rLmB3LL4r8Qg8EF5IB0oUKYrFhTlgZhozItsCLXTF0jZJV24LUoR+PKM0jqd/m0K0f7DNAEzLy+VLNOl/Y/jrreSXipsEfAZm8KcHQn77v/zESzkK9CViu/MG3cH+clv7vnJD2ypQTi53oEePB1lvqoXlZpeL6V4Id0KCHUZeLa8U1qjC7CjSiGhS5eQAc9IhNtpLKl+ubAqHqomcZmKknOoEVEeeovE3lhAHLj/tp3GiSSifytRIeh3MNX5XqovjwC/mmjFLYkJNukSsgolerWTniihuFN7vAV4uSB+eIOx5PtsFWeqlWuByJ01wnyizrmunEBLULrmnH/Yzrg01eH/cuFnlK8nCp5UKdJpcauwMcn591qKKYAKs/WPMaqE0zVnww8992sIZ1zJkNOBL+I0MxpLJ5J6wXLK3m16sqa0Y2W4iJfVVql/xMESSOzbVG7V7sCbaWdaO/uz32t0nPvvIndi+/v5TqILHgXMwuPACawSgN0QUJmSTcQf/BKl695eZs0FG6nHT654vq6U2ssYmwNEwHntYYoCT9P12OMH07HqS+mb/0TQ7ZNNzKyKi8VX4Sl1C8pgcCTai47KY78TEWjQV4oGrrXSHlM8TqLWOE7TmXiNLQ2fNZpj9U7RWhQrZPpahMvOncsKSuZfWptlRu6tfnZM2qFMgKUHSqx/LzIUvka3+NF/5bNcfk8wBg/hQRwa0oXLlnIPlIkU9DRloDE6rODnf/cAKf6ts9Z5iiRmM1hRcd4rDlJMlejk+oF2zF6rFBMw7LiycYnxin+w5fSnX+sFEZ1vrmE9e9Kq9SLcDtNh68LykduX6SmYtbkHkb0RmJZfUDdSyOw+LcCXwZmlILuQh60d3ZgSlF3Acmr1Wq0cKiXDRtQouY8hgl3ZsWhYVhIXIaqoyEGN/YiQdXLQzMD1OKuXUnXDaOqS0VwyY/dGdPxiT+LDFJZDelg0XeNCNrZZnEzkmPy99NkLze3z7bTdjk1Neta4yRBGPwnxCOdRIuVpIRkvIP8N+/JvQItY25KgXyBDPue925yPCsRhmPmWIk9lQ/YpA9g46te0BphBvb8B+4CMaCAENUOWEt6ZFBFixjfpXwqibWRIPjff73I9n3AfaoYf5ZUKW/6sbqFSmGLqGElre8TLgZsyl+/xNu/dOvH92QedwDc3SsEmGNVGShGjVjddz1Og6Pg2AgpTLYkjhQoEiTZ/y5HZYeQ9gVLVtlajAN4DQm4F9APRPGGCyqDv3xN2wRXPtOboXLv7C3uzKXpsL4c1RJM5mWEZCuddU9+1o2wwdzZwIL5jj2m+1QprQuCVqKkFo2/WLw1j8mAjDgN5HeB2bnf0C58uhr/cwqtTyt7erEGEKZtcQIkuGH7H9qgvT0+3JxTdhwrZz115ipnaxaTtrafrXFjOHxGkIvBC37j5+4mQenU5aQ9JLHds7uvX9+ptJzLQtTX8K00WCowebniFY/mAv9zDNghL5maCq00RHNIx/khrGsNWrt9K2VClK01V9ijroPXBQ9C58pr8HiWaKnZ+qxXmJf0OZ2nT4wNRaKYpgCVo16XZY1TP1Yu+7dp/YGPguJoBvKg6IkJ1p4TW8LdYGAhCPsA/cQKqh5T8heJSUa8o0bZZRu+S5VoOcHEXakaEHvUnKs4Z3fVIN3CK0prP2YvnysM2HCIlUqVoc6PQ1EKtGKyI9Jd1LK5RcDeFwgSK/1mppIKpVkemLK3MJOJuaiblTLrvDfNYNRk5MRPYTFiAflNXdoDgBmdl7mAjOyXSToBJt6WfF3lQ3AoymC5wTMuEgYpgM64edyu0kkMEw2CiQ+OFyKgJnklkwXm+gbFosisZfMhVFf6xUR3puWdTtJVG1+Kjy9zGtvRcRGI16MetahGAKoUOwtBAHiS8jLdMnGjK9NUoRudMBbWlC2L55dDmQP5Ix4K29P17g6K4pfGSoo24Ms9VYAJVs6yKj6emhrcyEiqGkzKUCfkrnjS+QMAghNUy5JvMUzdF9uuc2AYpHX/NwtbQcqokYzR0UQ8H/UNyFj3m7GVbkX69ge4x4AX8lUIgguQG1tEYWfwzFJPuAHryFVpkPVZw+wTkqX+dNRVEdLPa1Y4p7sX3fYTa+SZVAev2liadDa8VN1a6OTbkBDOuwKG0t3lIO+/ZpNV3zClgtLe7JmiQ5VcIFut5FmSF//UQbRY5Z1CEksvOQCEeLuGM7sj+kw+Tl70kUxImYpI6/dU1DMm8eRULM8Xj6LwiBMux5YgDRd5Uc4taFlZqk47k9McQOiIQPafzqfNzEsyU80Eg+9lFk1mveQtqoSlLonHqWrBAB8nRVqKu4rpUpxl9wvGNY9uSZSm2VFpPS2j5Cs8/vvHsm/ZLIWxPF3/HVYslc8IumNxr40S3AZtJhCKGYXUUD6T9VCAd5H4g0AgyHMJ5edUwDKor5gs5oDyGWWcwQCTFuKwBJ4DWWca/P3QcFvjqktiR2SuL8BC576KgIzuvK90ttlGG2nDApNBBIawSJQXDyt2ADkjpAPqvWTOPn33m1aEuC5tvwOJT1MbMttHNWGn7n4YADF4C0XSWoWdr5OohvisvZnNZb8Q7OneJKv8Gf+fhSjL0mDeQWYZC57GKQ5FR/KFcSqEIxRby2TsFVMth5IyL3xqQ2b2o3evAhbEX3jBBUbsl4EsC/4G9ZbDRmKtQffpORgCrorFqB42zb6U2vngv34BGfFdgkP2D3RxQCZy7Qf2quq1ZhUOdljSXsMswoRwoXrZFipbrtAp5b/CVjU5aatzCVg8rvoee1JUru69e1lkI5jdiqIzCQdeqkGdUfkSh9SZnKL5F/7FOXawCbhSv6TjWO5I4VHx0dJVskYu/WUOa8PzUaNRtmfhRMhE2T/OFaCchzLlpC5zcN/ETp3vVGuyFghv5LcnxNsWSH2DpmO0IVIU6rpG9ihzHpFijEbvKBb8yrXPZIR/LpGMXrg+oe5W5g/TAxhUneFzVWwbVnJ1BWLZ46iysau2ie5qcpJNKVeULynugANUq4UlQlkOyoqrdh5iOnaeHIYVlIAZ2sjQ73Jf9dTeolj/CQu8OmSmILTy+JYoQ1mt54coal0ZOnfasbBAh3GvUMk2pUaLCyCvgI5/3VrZWT5ILNPMoxDR/6tlkdvJTNu4Kigp5qE/nLLfUJMpLQ/SPgHzfXKDSV0S/xyKbma/ulVLR78rSCXOqcnea+2unD1FrpbFm9dFIcMDF4friMY2XgfI/G5w7JnHXLtSAJNz0UVsNbqSgAnob8jTEjQxcIG3ENinAlBJVyjaz4b5WtztCeDK3+IQiiw+6sEfDkszD9Z0B5NVRL001hb54/X2DHkr4Z+DQrBSc81p9L92hzc6+OPqzikl34S92AgYLZ8uQbNNffeolki2MfOaqgK06mS7sI3nReIhd5eZJ9yNSH8JC2PKnSSlynTUth6OxmFvHDZ8/9gIB9h6MCA1C/XK+lFPR24Gs7LxCpiIigOBbhGgko+lk38aSTuUIob/wNBmO6LqvW85Byue/BgGtPQF+tjP5hcN+5ZmrXgazo/89ch35aJctemKc4iz5V6QY4TarD5Q+j4d6oEPobeo3AkptcCDqRwllWfZaoCW8wBi82lRzBfUt5d0WYhD/Cwiq4kszIsHkmOB6wDFCk120wYpOk8VKBld7lB+yzqcxGgpVDHg4AX1HRZPxnWoRmE5TbcZKEJ9JnUO5IkUm9JGdJsEcBF0869McdkJb16w4QsvFOIU0KpGERfVhgdE0ucD7Th9X9MJtkBJZXpc1cJE1cXcFT4HOSbPzU1KZiqzn14E4aGoKLwhO1NYfgIjV8pDok/2nAZLqug6XJ2Z+4Wr4l4qdP/eh5GiWvUZykR9O901EQnZxAuizZ0tama+5n6LD44Gh0DTEKakkgGqx+nedyNx6S7pCxsxNUixrudCiFybpE5MVamfstM7BP8wjKGWD0JV+fWE5/uACnyKDGijV33grb4M3RtyZfJV5GcLviCbS1FOZ9h7KdCChSHHMiHh2SzYER+lEuZueJPLDDRDrmPe1JynhlRNfs5h5OJLcpCx8hO8Vc7ps1nGfZpxGOvrHFIHj3oKHGCDRDu4g+Vxjv+zbVusUI4iks66fok/p/KKmYornBqxVAdKPi2wXLBY7D628VMCsACkxeTeXjRej/a0yJjo2FFHfgYf+UgPG1UNI2QoGyATjrwJuNttrlBmlH7uCx/reCYJK7ktDJjj2oTacdco0uoXbVGIwkcsH2oOyHwL10q2WC+TzLgu7aB/rp8HNENmD1XwEog9kWxJpv0q5uP542RJlviBkanGnbclX65XuOcqOb+aHcz8HldFpathNTnja0QFfTI1H7fZdgYFSa2KdBacXDdVyR8woRrwPKYoSLIymQvbG6vb+N7gnID1/V2CJL7NEFNcgRuWfGNVySM+RLmbB1KQ6k4VL3gD7vKggOpFdCzrJzusKaUnilnXufHLmLXnmJkyTyZ3Yz54W6b2h8LVTUtStcasydfz7UKIj1glRWKaFlzlT0HHSb3/lknGYaWAaG6eVHw6mw2TjLNyOLmvpOtpCzszs8lu+u8RqG1ERBl3o2XqTsAoszlPRqXwgdVOvlLfhHQRsd2u8u/VgWkZ4XtZVlfOMeL1MYbcVmlpvDwwCpWG40M+oLYXZFQ4Cnht0NP+e34lUstU7AuUYB31rHk4Gsrq+gqYQOETPI/FUlGJsp5zrT/cC+pGna+kSpaF3dlW7S7hdH6sKNjIH97hXYWs/cWIie9FQynT1EpulflbQkHhemiFGleFT4enltNHMerLHF51c4QdBqtEDC6T38uTuHGRHcYw2q9kty39pwxbrQR7vr4lkXmOfH7l7uhL2hq4Olmg7ONg8qexHpaQ44EhFTDhMJWl8qBdRaMUGf93RC2xKmlfHYZpPdZ0IX66pkApllPZFl3N9vH8SuYtd2+fWX/nCyG9BWDAzguFEt/V0Bnq4+2NHdPNYKLsjtpyXLWVRvirKhIp0Nc+ux7dWafPIeDskk/elDiiV6icaKJ6H0WzEts3XTntiM9Z03CoL8Evel3vx6yccVbWDDYSNmL/fHfRahs8Uu3yeZtqlB8NdiQVHf2L+ho0v2ZdBCbuNEnlWHoEOgk/UaW9WDgDUMoyEF2qlSQGuItVkBGet8kdLMXNNWhA7yD03SttBDFJhTKZW5vKeROXO8T+cDURy9BZLdZGP1eiKldyx4YhYuQ/63E3qV9d38y7ImiV1HwU85Qra/8IBa/lcsy+NiN/OLVPal42aCNVecoJg+kEvmAmtKdTp6GACp4mh1PaV4q6HoHbWOh37iyAtDNXfib+EpWSa/cwAvPxhazcxDrMrSXKv9cosWsx6Pxj6I14aM2/K2njOZsdcI1fllk0XoIkpv6FofmaUrnoWKOZfAvVjAEUy8OfBXGDGVtv6dblIqUqnfV3sFc/DcxGYep8GijXlEvyQUzv9NTF0A8NZJx1Oyyq/nzQHfR1t6WsPraQ0+O1SGIozXiqYuzuTdemTUNDcFXUXw2Ga8WE2ApT/DKRh/aHweJmKAG1G8b0vQh4PGXkJrAqlR6VOj5G7H54OmzP1Zbg1aSPj8nhQNSKOpPJrTrictB1B6nIv1AB9Qn3xeeMjHE1SKE+4RpCRcheZKOAZv5c0ED33f5MuXrntZeDyb2ULyR0SIZYeCl5SUCxmd7yiY3UqFwqVp7QdFO6i+WBf0qUWgOINScmU9tUDacfLXwcjgwEhuoZcDzLXi5QxJ1A9oL1Rpgd5IQqQkm3kX/atb16N1RoDZbFCGR3X4fNHCtDvlTtZic0XTLhSuQlzMTG2YituX7KwpUlZby2Sr2fiJXofp0XRh1tLOkOn3zPurJhG6cm79rapWGq87eq0u7m7dyL+KWSiC8OLcpyL5k9uiD/5RKXqVKGwX34g9cXT9NvvRvI7KrsCGKgWvB4LgItQCbBz7Zew+fGunr2DwrfzVDTzjTNGXOB2RTQHuQB8tsfWAstoiZVjILxxUueKQjXchJTXntVuwlvJBrkmyJsoA4s5QvwUB0e5hBYKXScmLs5wrsnfn01EgsTx9LG6mOcpz5tzNi0hNHcaJxMaPG9UZKfIbM4VtOXTFIEsUxm8rPi5GtwjUh0txUfF4rTg3yJ1YrmPwj6LLg5z7OgmxYgL6Sxr8XU0/Sfa/dp4Y0BC7U9/WFUvQoDURQrkJMcioOE9C5lcxRQ34V+a9zdcNARL/Gq+se6qr79LWQR1QD3kfyYyxlfVUt/JVdL7j2brqgfq2h3nxkfKFQ+/ujhDSoDnTEahqh7mQAgXCB/FQlVuPuW7c9+yPMMIGyvhqWqf73W6xiZAUNPc9fqg2cjgWSsqChcTKp5HjPiyzw/5PWsiLo7kTCQYcU/z6YaPLh/bRWbQBb1z7lOP93ZJD2UJc5aCzu1oEj29EgKVP/Df6r+k/jXP0BAKIjiUXaLPmlvGsmB5QQ9ZLpq2BVyW9vObZzXQkB+w67oc77zleJ/yMXgJvEtQy2WmZZIVv0hAzr7miJ15LRzCHaQiJ5YzKdsqw4Mp3LahCT9/kwyCS+pZizsXPKpzH2uv2LXSVp8mK6HEEYMIFgbmJNS5vnkvS63xKnXdaGGv7Piqr9/F8tAUgMB2S8gc8lAJiZO2kCrGNcQOGtnyShoWCWUWz5HSBkyrs8U9E8tDa+aCvnd4Vs2nUcGGLH63jzNrBt/maacJvQpC3TD9aN4eIPWRNHvI7Yl3DWFPQvPozFK6rSzeB/SngktgMhqRMlBovb4h4oMRHE+E8XKTPPXis6sl2d8/06V2i9J10Uzwuqh0C1AGUKpyGuT9eygmLRCDO70VOrkJD2dPNGZGi9hNULngolwVXdgG7tkhC/YYn+D0+tJvCUymL9PXqNfb3kYi4Vq3/ooPaf+FzPqbm0Ut98zImmzN8hvB3rDvnYzLLFmckjrlUxO0n1ln938xp1isIFsnsbiY4fjlAXG9N3kNzopKr3poHnzcVcjOqaTkwi5aW2VQhp5qRbK0E7vn+Fx/gk8SxzjfyhAuWV/X/WhDK1hXdCKpk/gBAXqUlR83luQ9zQN5KvdC8gW7UWCrIDkncGGS1n7LUaLdWH+dQYhLN+AEhc02f1T2qi6e7lla7zS4IqfTkWJy8PrMBYPaHVdTmb62B/lJT/vhqJQrGiZ0Z8xaOqeLtKRiPqQEKiFCfqe6OfVVJJN0KOUX/fgP8OJ94lwyJRqro403QPKaMKmy+p9pS/+MTtgbXkoCqi47ioZG3rwcM6nckFRTrhLIVtQn4p/3oj4kcPi9nl69ghjnWuhmXypEarSxxY55c6MR63gb+94FkAUFK8YWBThuiqXlS1epHSZndPjsi5rCRvlwGvHiNby6dk65eu5nDy64xB6P6IpXj6GDfoEb5R0hfWDrkPoYZwy3bBhFm1hN5/OicmQDzmF7CmSVN0el+mSsMX+F+su70yL1yWXRt9NiegAVOl3ANSML51W2VizPmm+UlzhSlbFFADiDxUWXCp/qH1FOB+bsGVUNUx6QDaq7lz9aAEzFHet45BERkV5gqedZBgzz79kW0rAfK9kpb4EvG/sCw7uwP3YVd8b+b9FrTWzCaqFJ4LBSQGWoHis6x53oojqppSHKD54mJpsAh1kSLK/Ky1GXDLxFRUGC6ci5pX1f7rpnCWRBmwQzCy9qtPyY6I/Iewqm6TAimgqQRfCxvohTAb5mpA8TxlLlzcCSSfKPme4Tcz9a1vNhpro5K1PKlT0zuk+o6/TyWtdSwUbuX1ggrNMu0IWpZnq840D2sGDVm0Y0oQPzFhFuJc41zVE5FSPy1UWb1tMszBsMBX7sQQnSFXwzh9QgPGpxBw+VXWG44vPpKHHk3PIpSk07dUTOcx7VERaqnVvLgkDjJ4OJ7OP+2Mj4hURYnTQD/PJQ4i6n/j/cg29wfXonKFZvFUOYCNQFt1fy11dGi6cELbDeKpD0KJIQdEJyb0z/76eADQGzba3LmUpVvjJspBh6hDWzkHaNDJOTjm/oJ2wStbVIVacP1A2ru9GmsEipm8AnEZ41lFoDsc+FHZRqnOWmgjxp1654PZdLjcoyQOG70tIJb1ax5jk2cdyYXe6b0t1lmgyrA7oST8V36N7ImwVW+NHwqp/afMtrilgdfMIkokFqc65TtNVYLUpCILE80cnaZpf7r1/+b2sbivKoK6ESzZ2HD9SOjDjmpbE8GQ9gbLMb4aRZGdLuazOqpDg7kpZenwoOpaimeLdcm8kq4Xfpe4ApLlSA1tdlk3K+AvTd9aSdPOZ9SGrwCoiPupu2sVg5okarKZK1MhZbVp1SrvuyAXR9/MQ6TjnXrrpIcHK+WS79inoY9pPHwromYMigOAP27XvMJoHdivXL//z/QtdL3r2R0ZEwA4CYVhBMHrq+iykQ50H2cTgl9ABqzzMY8gZm3fDLveRMhvclbTvKFrE+S1lfNaEkcKYf7Sy9+BkuRwL/FowrQ50qqBPumH7YgVqLzA247ieC9BEA/BXmht0Io4WzQpExYwQsWmW3DA6XqjVP26mhyGAuV3Fp843IefXfgHaIYm29OxzOTAquin1d5a2eixnpcgb+dw6NG8NH1nn2PU3u05vg9igC2P3ueOh1RSkD+4ORJv2YBqjICIyMz9XvH2WRp9l33w6n+W97Wo6EPEjviLggFYlb4DSkHQSIz9qJxZDeIiGOmIt3exnYS5D8UIuKLmWWM0Tyf8xt0gRV6MH4YWXSkptrqVgzPCB46sebeR8pLBl9aDsoV7q85z06IR1pmiMPytmIcDXnKM14aCNArOGxuO0I03/I0JXudcU/dXiJwHo2+dVtVTWjxg5j4luKZDsAPQ6aN3TWQlRSJkQg90vbR7e8UejHl26gY7I196Gp1bcppddpZUA9Uxj9S7ydGqfanUoDA/SublqMon/eoz0QjQ57/9vw37QevuRjnyJjFKpcNcFvMeoHqP/E9uC2yFktFYI7UZtFfbsDUlLQe9cyJoeg2PujowjoNRiwUpL2V0Gi3D7gZyUYscs4F+0D+UuuPAaV4XHv12TYqFaJg36OpLvmKVU6wnpIVZMccUXQDwrJsIietxrGrKniTNNpo9cnXl4b/zPOHxm6qaC9AtTd7cCxdbDSQjG7oL6H+uHNKl+2btmSGStWQtz9hIfxf5HRJkNDGEtFWdKpUY5JY5dvdRt7PCJBq/reI+hlIzaQsG8Jq4nylrHprgf+BViXQPesVlR1UIhmuCFbdU4pWBVUnkXO7J4+43j7mK3ZaHv5IUKwr2vjrm+aYyCFO+TXczYor6nh/Sgyj5cSdBvleKf29r4gUji0WNxX8nInAFrztLWopNcZBnQa32pzrel5sO68WgIWqq0sXXEcGyBolWXMKNyFJf6iGV10r6keEB3JKYwm2dFYk2IQayFB3q06STVFt6v0UhEpPhBJOaHRNNOr6q32cknQUNDyJ0SibIt6LkbKRQbDDRcU7WEjUBR9XRQnjfVQx2ikP6VjM8ebb9zslRkv1sddVXnwk64wRjzkgpJbj6269V/LXKuxXWSQmnA/KBaShl3BMqdoZiu0bdiulr1BSWkURvPpzjPqT2XffP+ymLM6FCFW7VoGcQ0emzbXeSLRkIsyqrCB6lDuiY9RcNC8kYxM5ksezqkmHWHS2JZzrKFd+m83+8dfzJ1VhRfMDUCSIHw6YM0KnzVY/L3Z/0nzlZirmVIKpyP/JMSKQksy2B4SNA2n/nDwoPQwRf+NFkI9Puh/Jt5UGUokL8V4CpEdThaYKv/nNztQvNAyktmfCnsjpvzXg/mjCeu4bCo3aTrpdhQ0Earb98To0AwnZc/LoBM08rHkAWH1HG45n/SVE9z5MduCtxMMlsL0TNwJOkl3ZTn8Z9UKoyt1E/XsaAWacCgFrqqA0eh6/zRxM6ha2ysFigkn1MRX8aGHJcTH/P+Fox0ZCPjFVuqXjIW1pVl/rCkqH9FHDApw+s6lvZRTWVL3AnLJLojAeFEmrZRvKvnMfNVXEQg0KhsJPdOyqssd5ZOtUJc4XUep5ysW13y4g2WyFhRpt68AJ7U9OqY9AWj/GUEvO8jwktIVRRp+0uau6s4tFGhy5SPbVevdm4ZljoCXedVsRplXLQo6jCoK72gJmsDTM+cVWq0c5AtRh+uXLAUgDe8HMoU4xEsKZ9yZ+O/MftDhGGhS78rLVeM2Nhv9NJbosJUPXGo03wYTs6PTm/9P6kp89v4Tl/e2Qep08jVbcvefIt5V1C2I9rjOmdjk1OAu9QZFExATU/xaR+jYrlE2c4hP+/lc/7ht3jDmv5HWIHGVMidhtNOslD/rCsSAagsx8RH5+mpB4f8tMZF+Ev8mM9SMd4keLu2FZOwbImKi67CZjlV3A7IGQ+QpZj7ulKRMTEp5RtRqCPygheDSFj1EP0ORgYOKcFvUvWaeDHL+suRFHmxcSSHJkS900WghYsATNR7NiNCHEU3vMV4UjPYpva+pwT3aB7gX8sch0aB2c0C+uW7IM9wNSCqpW0dolXmuq5K1c1DQGsZbXIH8UTqUA6Ub8uAWjBXe5xkvrd3J16ubyeby+7MLDYa+414/SjuDmoAumG98kwikMYf931H/fHLseKhzgeVnzEVnom58vmvh2m0AVQhZG/pYZXKdiNiTrGIOHDy6jx7ssr8WHn7rocj7EXk0ZANs2vA8DJORRmV0WT+vwzF0hwIoVH5pRcTntFv23+mGAuJJKtlfJ+o0IGIG7NFz06xDWPvm13T1VzEJiKrR9w1mUlFs5bepvQdr4SKRq7YSerX537AXKjOwayVrNYkA79tWCQc7xAaALvg1cz+X3pko+8Wk9Ob/4jHqxa68foLLDpyPwORqgY0z1ujjH+v1ywT9WcltgzVhDsVkirp4pnLR435zo/WPVcSnFN2QgcvExgPJeQRVVWdPDuttiheKGhlDkPPZ+TsQ0W+qUMn9FlUudrHH5Zt19DXQm243lIwawn0geivOJkvoF9RcMJu9r3f+/wqvHM5g1i82Mk34Xkl10wVQnPKNSnR5IuzRB2hoco7/jZwzy9H7VdcjWDuomnQWX2j0MYVi84Do7kN6dOxUq4wqFheDXhtoILSGwehr/uSaQvvQBQOO3gBQ5pfgGE2TOo1A5Jq7kEMrhhTqKdqDV+ojnVzhBWXJVkIYg3yOWww6kCMD4Yn34gbViFfmAYRIHbhOvMsL08Z+sMCL+u3GlnZCbpWpa3U0X2dmS0aQUKNgV/H2jzBVRmc/MQNpt9z5251pGmD5Vx7zKRNBkf5tc0kvjbUJ4swFyMF5nQ5HS7en4g/SOs8LliiDXKYFT6CDT5VN3+uVKgV9lxbXdl2DbM1GKj61F9gtn/D1SziMp0vJqrlGk+NkPo8RyUtIsGc/a8gba97IUQMD2Kuq5MHzCr1He4t7chjkGvp1aJ4y0Z0dTl9QoNQIercJnQgsHVV1hPMMTxBtj5aysHq6eryMVFkdC/smKg+zHTDFoEUCBaY+0WefTGgzBTAZMFPplCSwtnn2sy7W0uaHs+ES3TAxE7CgmiWrG3YcGYv837SL3Oav54IxLAJU0UBed51VTT3RSzLHomir0odbgBDOhEZksVovQxt5mPbIgO2LmdgxFn6jmmj6tMyB5EXcO8BzVTIenod5pH/NWcfYczLoJofROMUDozd91D/V3ajdJakwn19CNXQTUcjjZRg2M4Ep3UYjtGtL3K6H5QqVItzOQrIh+Xhij+PZCr5bsCDBVJHcxrYC5FEcp1FmtYfLCBYuwRRfwGjphSdHRDz0bok+Dthq/I114PAZhY2hKlYKdZuxnwA3CdpPvC/m+ds5KjIk+W+r2688bkcHGzEz6o5RfbZYzSWKn7gDstS42aAr4ZOJPaRTj84iZZJyqYTtRN3OdyWEJHYg3iCayQ5/TBfPC1Fi7+p6DlJfTbt2qP2qlfEDMD2fzvm+X16y56xPwG/trF9UbpPUyPeZRMVrPWkz9a1mPHonLmbRu31D2w0P+XlFmNyT4Uvh816OqBFFhrbJoJEKSZfhwoUhbmp/bJqXIlA4kkV5KKSNFlhnGm2inRihTp25xl1MR36JtIgWY9hwPYzTxQ5jYlvocNCTbUVKKv9IxCxEozw6y3pTMSVNrBQmvuM/572UBTOo5QyAAi3+xickGqkNdIZsdz2wbsEhUnbyZH2SnPAJg6couJnhR3XNiRXvteo0EVub3OJJdhKe19YpbD9B9s7Vij0QZJzeFQRWw2pRqbCbrZz4bPpJ+rhh+jr7pU806fkmfxcEfJQE6lk+EbXnwoDh5e7V+SPiq6yrWsuF3fVQgqUU3lPspI7zBhuO2TNTvPssrdwODjJamCw0GuTsrXmCTHiLlWfAbaO/TKj2/NFAFxgO7/HItL+4KqU/CWs48DL+teh8Y9WtD+bwMC/Q4kEyG20uylFX+d8f1+hkPXd3GnijJtx4AOVFxsdQJgRFZxwchETTJ8jFg0eL2rnZwIXghf3Q+RdYa1hOVW7OGcqV8CYloop2DiQiGYqhXi5HdHxDCLPKGkxuClPtgbiARVGChc+69paCh20OmGTvgQtZrO5v5Ox33Q3yQtmFm/henfDApwhV1yTfIYWjD/yGDzlWe8N7A/QNlBfA0YuoUE7Ox3aG4/9Ot0+HxUG2Q4jYcKS0jLxMmU3ERKsj5pmHzRSqH59eSYKjWQLFnzjOXevG7azM7aQuXm1Jddrpxl9B+Rq0ZI7URpOnAk9B/Sff+BGLM1qHUrCGMCAnski1qc6P5+D9gK4Ops1fHixen+QwkBqhZ/MZ5O/mxbDF+UqREJhclpuGluANUtqnDajMQQGE1zk5agcTAcwla6zxa2qPBqVVVvmDqYFFmjAirgnvbV4IWv9T035+37PpKQPEk1+Ll5zeewSwUm6ES59J00VqNTxLHJcNHDZiZx9Uhk0YSjzCd/B9Un+M3jokJqN+GuuQ5ugw8IWLXwOTjZVgrMD4R1iVvvfmgbUFcZkyh2ZP28Srt8UbZwF2iHBBUYWqTsPvai/5o9U03yUz2eDESajjeCZacjyo/mQSFDaAOrPRBCIO2lF0jncCfaYObK5GqyYUw493r9Sl8M7FfV9fKa/3TyRqEWSUCCfygN6vEOBAyxDE9iqCKQjqwJhYIcFZEpuQvtjwjUJGU6JoAgg6LLZ5FO3NvrKenOe1M/l5JhJQF8qMPxMApT8M388W3MVJLBox+n6tCjkr4VHWWg19EtMnLL8YPnuYYAxsY/Isut0WWhv8RdduWktitrIZMwgH50hgrAvww91m8DIzQieJT8lL5R16jqbO27sHLkK1XjLJFZdD5LjfJQp8zDoe5ZNKOu33RAUIhWeZaFc/IR+dRXaFOnaqfVp3uB/6s1ZdyTku6HaVG8iD4gtSv9s0PubDDPA50h308Us1HZzBHj7e75q5cWaKybsX7wJsOuJJ1rLI3G8X7nS8WNeVuViLKF4RSXUTrlqoISALRsDuTsfu3WB3hV3mko7dV8on6C/syCktpFLhqKvIdQabKiIWTiMOzvjXgFgDsEy3GX+uD8OnWxjKAZqkvo+7z8qu6ZcYY/pK6/L3l+yexMJtZRsh+AAgRVaIx75h8HmbcHhTBjn9Jn0HV2VTOUDgLox6Nqe6I/l3QCnskGs3f531mxNFyz7pYbX/nh1wHrYJjMLKhvKZaT9eb843i89BE9UT4MA2XRx6AszlYAmhNkpZOBApV6lSRY1ndAfKlJY7l/n4+EBRC2A2uKZgqKpojVT4roeoVCuWX4CzLFRCgxB7uT1hwKiYPLOMRQ2vQ+kF65nwzXwyga9yGJlFg4DPrS7NnEU8PBZeW43DI3/2DayllUK6VD8zE+XNrp2uan95+CBp+YGMt3Z+hboVkPjbdsm4Y1tu5IfJo6tqreXG56cKMfsIyt8yCM9bDL+TChJlVVqBKNSH3NRZuPF7ELFdzSta5uNuxn73+bIlCikpMpdGj4WNjzKk3w/wcyn0SSpTMGdx+BeMjsY5YnoeTCkRCC67GPt/hCFxR9PUUvPvSsNBJRzYvW7Cle9nOlqxcrY5QqVZew+PYu8lBjarFoeMo/XKMdFaRAz6crKWOBZP0LjvYGMiiynEnaQnhF271/7bqV0RE0GP13fYNxfVmMUSvU4XQgaqKW5v0vaqPBFHYiCFETG/31JNzTgVd/6Q30B1SDiiqe57j3NQlyy53g8H27X7ogBwpQRE2Zimkv2X7uFxuB97TNXxnc+5b22BBOPGu66nuGGld98gFMcAmAPU0AlXGdiITqnH+xSemS7s+qOp+RYzP4S95Wzy8F4yLU9fY7Ng23XZRhq7H5MjkDAx5vGEgv8vT47TyGRmbLOuIHOQmPTahag5Cu9Ht5faVERwdqS47CzZdKKznSeNvJs1cYTPWoS4Yn8OVeLnlxJ2ME2DqEipHKTgamcNGH+9OEH3y+I9kAxcjcia7wNapn0R2Mx1+SDPs9twtNvl7Ld3d7sYBexNuZLPxtPmkIMvnBGwPF0l2K2jpGo5MPTUd5f6pB6GtzV5tRnDRrPBSIieeuO/zR/ANuqm+Ji6pYEH9rqVbbeqzZ6p79DsRoyRWqZvR7cbSOzkCql5MvCUAhmpLsKZlp8T7A8DVR38/yVcADyYEUV7XvP57nAToIWp9uwalqsDf87JMP+v6c0DZuOu5Sq67yxlf9PNDzVCOpFjNxBhqeqNlele1oyglpjSznouEUWmeT2BUxWrUyJe/bIdjvdjpeR4Es31mXb5PXfe39dtQEJdXSn84wmokouOUb/75zSmprbY6GkrqfckSlmtM3F6uPTRwnGXZ0AAfem2GzbjP9AzxZONc2mRGHsUWFLkPQXK9DNLngqXKnEe3WT66QQDNnboT2Gis8hF/aUixW+DX1/+CdVT68WOg3uqnydWQavLwLDXUQ9Dm42QrlHzAIiGCa5PsQijVZT3NrUiAWO6wyCBdTd1D+FZx4pTPuSFMZKDioTJLjMpbdgfewa14B0I3K0Tvub9sHbbc4CQlzJFuVlEUkF6F5TqXIo5Tkb3mWqxpGrIV5sR+g8ePEEVb6gUhdYGCvjRf9XeiDbkP4l2ZcIB2Ad+/nEOD59TCueEpnptAqbXlkq+gqcnYprzxrTKtDQqVsQlPwRpqqUSkEYbFTgPljZd1NHf3EzHWtwLFu+Wic+S1dsnmC6JoLNPtdH4QWzV/EXVFytx93h6mU1BA24wadS2X6futtWE4pVI8lTd5rvyYL4ouawFaamnxLFEptthMlfDKtRqiR81fVOeU8Ybn8Df2Zx91U3wV5/ywWmBoezLoNiThXi9OxoAKpCBFCO1SNs5DGzCTnyNCZ6/5q3V6bKwR5BXxRFoJxKTSHEKJmsfJo3jYikzAFPZMGB1wPffbK0goRerDTyrhnSaMgtH58thRuMRqACTwfWVkp8S7bgZUPPIv4spsdNLd4a0+KGf7JbybDQ3dIPuC5pO6CQ3l+13UqGSGQ0O6TshXlH/6pmPeFZGKS5XFg8uEXGF9DOmtMwtG3J5kZdnHOdhiOaXfqcqT5UJyAZV8ki2NwdrVXgu3dgJ5aqZN5MkJ7yuzucJ8U6ZOBbGrd9WZVAce5YE5kK9RXKcdrnqckQL5TK/qQr/Ud5OV6D9afqfUT3JGy51JHPU7kmLsag9fkzwv88j6geALCaV1g1+RGHmnnjeXcvYjafNLL+9m9oFXqCtOp8kCIpXyA0UXFuqTUpPKTPh0AapoH0epDnFRDgSq3harfEl4pls9WTrYK14ScSgn7Mm2olCsiO0VtC/mc1fw7EUtSdEErnwy/iwa3rspmKIRWqWIzzSlkW2g21hdIvufYG/bpY2Sd+g2rEGvGIfcg8PudDotJxE/mN7AaAk+EQN4pvHMDXThSMTlDnJh1S657d6PdTiMVhXkdXzRuGVrmnhzXN79jpD5ILHdlAZtBdAw1zpFHKroSoqy+5WanUZNmrksqnJFRCk9b+MDexylfGnBDkE0rugfnCdmGC75Ri7M/scFFny/KxtT7s+Cqrqe1qnAqw047J5MIQI4Kuusr4RhiguWSm9hoxiu7VPC8VoiuY8aV3C7zfaj/0jVI/yzMB7qCZ/5d6I7KBgTXfwnuMQcySN8n11mrUiLcVjZNZPfZD3V9pY6YYIXfH52ezsFAO3pG6nnd9utvSoQyoHQiPCNRV3O93dVR5iDd8fTMRv4R1Cjr8+rgvYBlbCeaTOd6gr+VgKabOZW/yr67aRp3qQlmKiykaTTANCzH7XUWbjVHY2CIa+krV1nagM13XFxRtSpeqPqw5RDiaQbjHwtwCYjyaFj99dTeYWMlX+8z9E9yUKqKdsbNK165ki7bsC1Kf+zcgE6tBd8WVyYRL2752CuQ2RSg2rktBd3qTnAHiuX8fwbipLMYKPh4IOYy6TseO8mcv4O/9fs6X2TNFP6Dg526ElR/awXaxYDlEVpg4C7S1AsOyzLvj+jagEW35lHmmdh2vriDEyXh3QhgbiUWhatauGRUxG3E3SVl+MTUeprJl6rJ6FE2UyqIhB+frh9BhIJmXbMPQl4+kWArqgzVtPDuei3FnlZyIUuEt5oQjsrPCZjIF6a1Y1bCdZq662J0oIVd4Rfg0Ku9rLBraGKLEdfhuE3cVelaAv1gi5ngIN/CBI/G8HKQig9g5my193CBWfNxGMpkbEEtC2JPKyMfS2aEoEEoOH0mVmEQI9GvKpWpES7s6vP+otGXQ2GDLsQp2wzTM7ZLppQyijxTmoH4Oc8p1BasNEUQKqoQlIJtMp8oyWC+UtR0tve4zXkm7LpoAIuIpI/K+WPqnqBLN/LwNHTuNiq/LQBxpDEOLtNCpveaowTLNGPEgLQVBR5U4XkHQyLrKqzDbdmHqtxGviXQoGN/hTctmyUwunR4RvB3eHWiAVxgxH++nOQ72L1qVrG7/NGM1T03Xg3nlq2XeJnjXKTGX+B0YtHFZLNcOsU8FfoL4Z7paKcGAqkEHcH0aKPSm7JMFfyBTGo9GBOQ4sJJ1REe/G+Ysg+grT+hucQlspDKyu5KDBOPjDL49bGjVoMDLbBXhm4+WQQz8Obhoin6eXEKscTnPXuZYehmNZP/pedjktwXsU+nzxVeTv/IrRYqcVQZBW/2UX34UwlrYheu3kVdXq4ppWfA6tu2Av/9a+E7YFw0BjIvwtAlRvHODNxszcoPkt3R2uRu3Hj8Gw7kEO3+LW9sSCzWQSH4a62Sr3subdXI0FKA9AJdVgYih2wkefE8RYnr1228lX8sKj2d0iAWHiF1f5tXvZgMrWyMlQ1OZFstzCLCS8d2IrzYHGXSzH7A7rXjdu6xyd5KGon9fTJx/4gsY5iVrNl8L3wLlYes+7NN1aK75EqZI1Qqysqf/1zbTx7MVduavLXF6U3lQrcL3Nejn6heuo6C7K3aRDkizMm/tcIoL+8WUu00Jye6/gFQ8UeEaCsTPuPqNdEv/QnDd8NA8dyVsNltm5WVvwWzX+xHiwsL+8FK+LYt8txwFRoKrUxeJ2zmbezWDcSk60bxULLx/seAEIkAoT0DCX7d+6aygrpze/arFAW+u3W4m6f8DisY+h0vnzxj/GJWTVOamCqHFc630IoPtX2r1jdTfXT9UFan4bRPJLgCOaMbEAVMe8LFx+TMQ/l/Rh/P4QBPULECfv8HUHIMYa9ejFLc/cpExOCj7iPtOJDRBunc/BFNG7jwTYtl5WgUFv+QJulsf8GAk2c0qeKz1O6j7xnmWHy9nv6G3l5oS9OPYzRNUSc3wqguSyy9LeBcIweYNG6xEqk+JAG2c9+1Ifz09avxZTR+/eUgwgDYxAjFN63WQqaaIHegSmUAWOm9UcD9s0f+J2iABlSla/gIUctm6sxv6Ut1nKSi0s7999vc/2qK9kivd/52kpSEreC4aBJ7drF8vvT2WD1C09F7cRCFU55rrCdHCfxfR9rlkJF/sh+LY/WbVnfhW7kRTQqpEhk9Rd8gdCjegUVlTjpbz1FG/m06rz5Z9vAS7/Mm926mc1QvM2jPP1W01VNClwiGZW+HJNGO7pEc7y8QXXQna3N8UD0d+WhQhmVhdFLRjg03NzPcHeE2k6tT/4Aw9cF71XlbwV8RaPs5iWvZ21p31VhyrUgu/i6r590jMFwafRHCSq6o2vKzvU2lKrLdyOjbpQJG9h+ES43jS4YCGt8zMMYzYRjNWa0vK6j6tNlkyfVbyxIivKmHklXgjEISXjClYthnEZOln7huPOjUMqIbrllEnsIA7juhyxwl3IDqu/sQd4B1a9GjqD7viq+CBCFobYJQqUApr6pXfVHXgy3XOhuviv7RyUIZsLI0tc6x+L8DTaSlq4HqVGKX/f5DKvXedCSFercD0T9V4NR+MUtNXp4DV2CaVktD1Xvtd62YWfKyoC35nu1R8MjJMF63LtBD6JDVVAri7M+jqlHo9PeNlPwBEmAcSmW5/O5cHGQmfZoyiCRLnzsGrZ+HJRWstdyb6VIPrpIrca/06lF5/HRJ9qeEzphILl9O6uOvidGWEqwKVFa30k00s1HcM3QHB5xoKZXkc5CASJHdXs6MfVhWvh6BYxj/V9sHPK5fFqHHmbZH4gAZZT46Tr/74U8WWwEvGqCAIW3EuYGJ5/dZBF18vqoasuVO+iM9wJoEvOG1TPr9a3aYR/UPo5RhZnU2BvLdHEI+LDABeQTUpINbRqqFXcxz4Vb6SVImYuxe0RgMiVKTybbtxoNnbd4A9aQI4bYd/oU8fi0bgO2bDe8C/SX9DIc/WM4Ne5Y5p8lKm4RqOrQY+mHqsLft7hrVQMZyoQbewzF8fLcRgY8Kq/vCVXKh19jlaiiI6BxsfvfRQzVGGsX9c0GMNxdYHLL2sHdsKJJ0RCUXFz1Vaw86VxVN6UGupA17Ufl4OJTEx1nVkLbazLi8XsG3I2vdVJP1TKMkfdmYEv6qPl8rx29xRudR2eUtW9KkWU5Lmkx/Sjg7r1rDK2w+jtAbwbmewUpE7ExYGCiHLQq0OgemK45zsOlrILmX8+0M54ZY6h7AMT6MEI4+lVIN5yMss+lsmkQ4IM7AGI1nmEKAxjQN1Xgwj8ncs7PTTeRwYMQXaECy7ujrhV6CQJzwKqnbX2lGW99xlE6QpyC7HiZ5QNL1LqhL4L5bdpfxqXSx3pVQt0wjSewVKHGoaRxgvn2k7hiTuD9ifeW04ES8oKuSibePMNjkzITL8E607RuUg/sXVZTdMbpqenVvQAZbCfFS2sIdItDx+mFVG1+x59xQPi+f7F/5jEYJXMUh33wV1xZio7AxIj2ZLIKS1ptf/6WP221F9nIKGRq/E68w21jK79CPXkqT7aOPpMntBneWU/TMZ46XZaDphU3Gze1WIn5+q7kgyFttx58tHJN1Nh6a6L79KXNAW/TFVNLz+XDHVR37Np3XFz+dfnOxX8hQoKhoedpUrKZOHpIkcEN8xMPhalN6YgxOUleUb7HS5AeOxGDDflilZV1prmE2wperntEMhD7p9ZlPrhv80navlEcuK45qqFfGTNTr9YyQ4G3bnqLDeT3mR/J2qr543X35f7fNY1VGwC3DLdnbkD9dYCtNNPad+meQsozeHg1SUG6wst0E5IjRRsyydwfxnTgoUCYgcp7Y8rdhgMZ2xNBJz7kzmdZ/0eEkW+mct9EwWC5U8TMjfGn+s95x5lMuUKGogBmJLlrYEu0mM1WUjuRhBmPOW6ar6GPWeYYJdt7wlw+LDuZzhI5XPMUTDinEnCGUr41rW4tR7/qyMszplZFCKtBn9pJy+K3UzNERWHcVoGvqjGUb/jd3z0Wf5WzNM1qvdnwGzlBChsrR6bIilDXA4oEFTPqlYS+bSz2Rt/I0RVhnGKr8UjZIrHxejjA0Z+5wQD60l43FQugR9b5A6Qg736IKkX0GYCl9dlQ+PR8eSYK5cBVjBjhdV4EjK3qv2WJyX3DQz8ag7nnhOvgh2z9S1hRuQ2OFSgTrJXhaIvlMTh4HZyfCsyrB4Yh1i9uN0OSmp3uj256nF3amkL7kTXmw09rVvzmhf87WjgsL9FD7iVFng1Ap4nwc8h/esZCpYfHWtccTtVMrUaaN5y/ciFc22/qGquUvj70D97cIQsA4sEaOGhmkliby39gzHZ+Z0K2wqScuNTLuCI4+HxBvIaDXkylxG1HqOyf7THCZ0YaPgjvW3mfSvvGD+0WweIN/nF2WAkhlID30Pjr3P6ae4vFAGYwsTavmjAVsWDu8j7Bey4neM2hKUtvBFRPrfIVpU61+DWtecvaXiExjZ0TVfmJq9uPwJ1100xErromYb1bWeMuQX18blVQXbo24SETWoCxX/t3pghXKgB6twQJP1W7h6T7PaBF3mu2Q4Tcuh4QGJJ8hnVjQVP7YJV4fPmJLN5rg7LPrUmlr356J1H6dg8WQKnLYCNjljXHuueoP1lnLf9SnhddiHo2EpI4s1eF8BuPj1mgVwCI28HVqrBF3fw+s8Sa76EiyM56iQJlcCYTpOhxJj7g4b3GdY+pF5KkeVdsWIK6T+JMwu8Jvl7TE+V6m50qi5v3QlydvI5glWOHy3eZ4X14rHyl84X+c0b8RV+ThKFKDwfYvvo0l3pFk9aa8PJ1aqraLUmckoViA2mmcsOiptVdqz60Y6F3k4KG6q3hdyilE+BsM+jEB+apb1pA0iygp4v+mzRrFdTOfz2kf7P8tUesu1Qou4pua6p1fJ8DZlc83skatuMO44NM2lrIASMcuFBsUEdVrQv/hgsa+yBeEr1IAoVI9qHW5ueAzpQftrpacyfUw0/ucR58h5EfrBa6W71FqkgkSwEjI8+MlPeV75+gTNwDyAtOJXqjnZaa8PHXoV7v2tNIBbUXpZ1Gfd4cNDHoyVNwLTyHjDtMt1M54INLnUvQpWfBC5qhjGj5mupIy/CTPFse9fjL+0CVmtI82boNpwWM0LvE85ewOqRwl6JgBG2N+wmTSI99ykud/RBt2rxlMU3tRm6QKzeyJrJuTPZ7K5YNB/GWVmxkr2SLIhWd6V2YwOi4Ay9dwjKzKyRHpE7ayxfdq4+w7k+Tid+RFnem5IUmPMyS1SxTK21EmVYmwHqmSsjnGBXPLAnRSWIm+LTj2geEk+BseVAwZDyrup6i5bfE4/asY7MSUeJ+lVs+E2baaErjAVcC3A8nAzG1+BvTmJloXgmSsYh5nygR+QMPZ6ET6Ez0mIwEJJT9rFXj90nIp6+DBXdGarVR1yW4hpFQrcvujvjV8HwWhL6KTrm6lPonR72+TfYyPN1Wr6qYYyoyx74dpyIh2fQEjoNbQFyKbwNO/DHxYS7lWsMcdKAxnTPQpaVC9HUml++H/cH/wl8uk2rzUv9abvCHKrO89PSWvHGkWqTV4Wql9TYc5WGfZDtKr26nadEPBiwB4q3E71aXLyd1rYoGk056JC1au6wQayrz2p84lAjQ7SV+02QnVRwFgsR8c7iq7GStXU2bEEAUbWBfJ9CDqNTExY6237AjmMuItYYJmqu/FB5KfAJvWmaw3rLNMEMlAA0CjuaqLNS/kgUSBsRUzaUqMlFzmTV12AjjSNQaIKDSgJ+v4JVPkbf70s5w9pmr0SokNdRQKF70jHwM8dTXTNItf3r8KhTQKPVvz+0cJPVwDMAOROkNl+f634ZxHLIZG69rRzWlc+yIJBim41drhW8sxRD5CBrLyu8r2Zt3gpF5jXepmqHjVVkW4OEqaQC4frCQigKaL/3SZNp6DnEyYx8+bJEofdJf8p/xCFlUgcO+Dwm1I+NQLezpLZBGJ/lYBcBJul4POYmITtLqngbAXDgSwXhFj2zxvLSJEhEyb78wM6g8iZErfTr60xarTPGgGMEVSeqDaq+Wl3Png5k5OTGVfn7C1dXqgQKCy9iX2god60tjjgqFzV2/Euk30/GqTxi5IC2yD+eVD5Uj+8SZl7Yoy1m8R88aFSTjLGivnmVeLtjOJxHdGjofp1Ps5D3UUAoeNRa5NBrKcghOxHWJOWB80DAJEmhw91Xf/+fV+TojPJUmPtl+kTFruESQqQFJJ+PpAc69xjhcgov7HekiwLxe+BLYo1bn3WXlJJuCPdCezUHGtq0ls0z9Tz3sPAHZOun9eJTsj5hRJ0wFH2eD+4PJJWvTSRAEtNZMMvcFsrhr4Gww+VMaEBxNLFpSLLWV5JNWZoXV8j0pFxgh5eab4ljWf62e52pL1Zh+Up/9dQpy3viGg97OyZGnNKj+DvJnq9zA/j21TL7UeggurPC1jy9Ygqp5TXoJTPF05sIIYsrA1MXIk4YZ0EnKJiJ7W9FUnDD6sZlWYXeDXXuzMxAOaHjW3rdM+DAAdUsxlXf5+uum5sRZg4geFXvst5JZZtHFR0oqj94r2YquoXIgIC7yW4h6gOilXX/VCY9InJAonpRl3Ij1JC1Kle+e6QxlKtroinNChN95KsyIQKdObXNxBTHX/Ksw9nqR5rQtqHmXRBmQwMFarcCwMgneGDbIuyJ2+QbDG9ymSb6ANw9/9/Sd//29Z15Xnu5X3PlxStXNKUTNlq95KilSdHLSjHSdWuW9xH08qTowSUq2SVbqZLq4pXHrQDJeMB0u5gcElTCuUomWdFSRVvUVC203W6wULNBNMi+wtta1IlkxkoQTvI9oeFamQKD7Y/ZPYvmM/V/GrIEvneued8vpx7jvnI9bgHjpcylXU7u/Cpu+EK3IDVr1/mb7tlVfSbMqimbg2KYzppVRo8yzmZjoGehEgGDoBSdsJzQ+XMqEeF4XB/vSd+z3Krse6N0EBEcbDEjVt+oLw9rc8tLMfgJRmdOMJXm1yA8mdh9zkEJVw34qVGt85M6sVUN058LT39+9xao/n0Ebeq6PQmYuPMKi3Vngf1s9tNEcAJSVvYUme3TP6AsNfxSiyVx6BfAkZuffBlQ7mORamlB4pUXAmLvGwqNg1ZCi5LKWjU4spC6Herkc6IGjfV7pPal6ePl+sqqcaYApE9KzzXDEDmP701cvmQFomsDON0D1U8uqc19Q75kFu8ZlbDOSe+QtSjUuTNqNtOsfs42lD5nbdvQAG7JhQ9A+0ix5tRrakW4H+8cZ4GMvHgp/T/hUXuA4Nso1gz/NCQ78Ehj0xvAQy+/tITAWIEKSl25hklRLp24PEP+JbNnV4R/0dT4p9RJSrRiC2abrmpz+fZ+3ij+QS8Sz49V9tx90/iLo2IOVA7eXAQ/jix76foBxEy3rZPA7/mlQa0h4TJFzf/4Dp0zXzqo4aeWFdPgVRbd/Xar5WZ+vBIAynX9NCpVHSo19q5Ae+P35e1fAUuW46r12eSnYm6oYumfp3u2oEcPJ1CP8mNlHRjrF3fXcuK2cXS3kWf/sZdrKrDSbnHZVWnabj0cGMhUgCqt2LOUOsvpTvsuuvTq1GDn/uUVarOUdlDTgoA7ezxFPECNPZgCpW4VP6U5Altep2cOOdWadKHhqodI2+eaev0tjrp9gWBXMFytzB9UH33aIG9eq2wm6Segjp4k+Ec5roup6VmgeG5ygI1J+guSIOGoNr99Zd34QIXxqWquSVsUqlT2SJqnKJRfo/y2lXwr2oFPsN6ozNDmQQNfEqzV4MaEBGb4lQpIC5LSSCMIDF4BUpqKbIbo+BD0CPxnw2fkCVPdjWboxfdyBcdLiRwGLdXdPIG0JZJaZ34Tsv2ynyZ+iG2qZuIr8w8/WP1/0GU4G7KIH3P0MHKsZNmLd/17dpxng/38PDCw3z0aRpvAPkWklwfk3RCN/MxV/dpOavlXxT3rP3dfoU9qIb3BZSoOPAmNKJLAHdWh/aE+HZLVGpA+Cg50LAnvrpsYhnxKBjls+5YimCFUoWpGtFiQtRf+e8PJOxipRLXmXy5vXg7TA1lvfzC/tgNYmuaSkdaC+n8twHvYgfWACLLrpYqcRiJf+KZYtmIGpvXnJ6sCf6WHClNiFKp7m12EYv5PhiZ9M3AGSClJj0oAW39JICh7AcTF34ix0o4d30tKI8667Z9ks0GQlkfGZI3fc9IUOmcTLO2bZrbxjVNAYlnoyRlu2koxP3uypiZRA2QJlsBKXBD5iKRqYWo/vdyAACxrir1Jk6cWwNYEx1JwUlPWZ6iB2mRDtBIMRA3KX/g3XlbEtH4Ukw3D2rTD62xWaPyBk8VG4VufCPFpvkeAItuyWicw4ZlO5qd0clWZaxr+2HWen7NBHuoPuxojl6jQD9Cnfn752z5hBtkAbbbgtlz1KNLqr7UowpcPs5iPk0f5Hhh2NjRLV3WU6PO9l8agqjw3LRU+BcQHSgFSv72ZYO/D4tbnj4LlFYyzuKnNH2o+ftmrcfYeKlJNEgrua15OKOZZmrXeJlC8LThic4K6O4yHAbPy9LNYqjkv+/44/7LeMnZuJzK9h56i+CA0IRS9RIyNWWCHF53kPUeXQol4PSgSmoAm/DyeM+FxKbP8y3VjetRQxjVpvlISD7uviQrzpfxcM6jOk+4ZZSEU8prblUON5G7HTQEWe670PDVLLTh5i/eJZ4q9KTay6auWvVZCOnXivw6uMAAqtNALtbybMymuvEqqh5grGilXjSQ2XXuoFrnzbFdHOeT4i5KPk74qPikyLLDCuYZfOTE6hkP0ncsEoGEDa2K/6Jpv9UyxFPyNOzHv92EvgqTgdJHu0awxdpsO6TXqqZHraUfZzPl/ApBlv0S/ct5SyPcpBD917oms0by6kot0eK/gfAzjfgxsM+abWjUfVI+wGHQIQNT/jRkz7MIXiBokw1GwcrmHcIoUOL203Wvcc+p8L8mgTcHSQQSxnC+AJcdecQrf6idBOFN4HxKl9Uikd2SN67/nMWmkm5NAvYW6gG5rZYyZsXkMaASWJgz926rSDSfXJORPk+y0WxCwK7XAUsMa7Qc0SrWdFz1asHvqY2s6reoOJP4sJDO3oUYEh8VktWKLtkKOq4E2NOO+UnGtoKa7G8BzPOn2wV/Pg8vRJUoWRuNaU0MVzmykJ7O8Shl2W6QL9WnyuaASutSmJkaK3yNlUt1VNjEDP2jRIVwoxpqjXqq+o6+qV8dpipVskOjq7YvdfYQYnmcWB5y/O0olUtnzvgJuyPoCl46Dp3Ny1ratoQtoYyLJirZXvkYNG66+xi1uJ2t4dNCPemeT0r6aKhCrMUer3XaACnl1/t4CKqw6TVTpqO7EBoXAu4xqh8LY5HEO9Snw/PkTxD3NLQ7L1rqqbdVNNlO60swW3IyqDqtnwA7404qnZIK2U10Pl9V98WOlKgXdGAXhp1lFPQptb6bhSZ2pQ7ZAsZfNiuGjZC/v2kh/dSyoGQXHyQ+r6jDp1oHCu+YrhzR0xelXor0UinnsxlKFEAr8jkSozSg6+4qIUT5gzrRKY61zf5Wn5B7kzKuqFQ6NFx5XR34pvU1beUpeZzMmZhmoZiVNQ8aXCt/8CvtequX6BfqAj2EyvS7NSrlKF2mve6aSBs1sxsekJSowQJ9uJeyMA7Jz7s7S6EpTq4ot232wZUx+C56ZYLDnnC3oLt2wXkuoSwDCnT+KUq6WfowAkvwITIfI4xxApogiyLdysH4HkmbwEbLJE8ayBqJpCjO+iROo2yGdAVQzyNgnS/Jp5L7q3XWUyEV8pSXJz9Fsv+Ba5mFwCZcA8c8OxYxDsk/BwrK9teUwl94hapr1u2bj4pJSh7pD88Z3dupy2Sbhnj9jqZGcVak8Q0KvQ4HJwPIC85dFiX6+Zwcf/TrMsHMVx1mpPNVOWQyPT1QFr/yDOm1MHHcvJrMoRSWl08riVJXMMqNPh+ARztr3W4GLjasK1hm1yrDpLBTI6wrkktulEX7JvWFCKHnBO8CK9fBBqEoxYU6vcZENefI+8+BP49S6nOpaf8K73yGy9t7XuFbwQFK/UyXzeX6NmsyCMk63O9su5G58FEaFvHwGMVfI6c/p/Z6Q/oc9OMsOyJjIB0xa0p9bmbyj0ys+q2uLDDP/S1ll1nW4ttEquhGPDT20cMFS7Wp6eBTuns+nOVwP8LAT/N2prcOJuLuOHzRiQaFzgM7VfciEBDwz3zsvrnWsE2Yl1UUqJEtYunCVdlSqPCvuUtFqQ7Pttzg3mh/9pIpQaeNfloOyDSvTzeldddVu/68/Em+qnLZUpkq4u/WQRQ3wWrCWf879p0afoBgjXiqak6ognvu7gOr+bip1MFwY5qP3E5T5e+fcFilsOnULdknh5Jpi2LRSNPVzNVmCBic77J+QV7Jtay5D803mISPI2zNy2/UPgMs3HWXkH7YtoJuRIGlt8XwxhXoGr1c8sx/Awh+pkXp+jye+nV9O8yP637k08bPCg+YhLwX6fjWbNItKDBTM+cV2e02VHwcEyiu8dBJDioZANGrxKlMJsM2c3o4uPPxCabmUo3TSTeN3+c94GnsbNQ8XnKrv1wYnPgsZbNqaQ6wV1+vH/Jdj5NrK4nz+1OPDtuwxp4wpwfAZhNXnnBbDNKD68g4S0lonzTmeh7M6SjBWvAfGvzxNL3y0WB7B/DNNyxpDnU1LE6pH0cMsFmj3WiCyT8n6g52mF/aSX5RgO9b3bYVX4YjAcRg4Wn9nruydYCSvMq7Vyg3Tpuw+q5RKuZOTNcTMd6bFy4oUc/UuVewOBOegbk07T/n7igQqwa6z1fjFdU5VK7C44xZQqsL/J91GxLsi3gfqfWtgxq47MtDFWnKxqQSpF9IDdjQHviB2lVL4+uWrp/UjciSl2/3o8pcDe1+e895M9KRDXDJfDffBkQF6WBRH+nVVkKv6TfI5OEYneGAIz4gV9YINwyV5/VY7u2ZMGu2x8jN3Rza1yxPv97srtfy1cpsRfRRaQNg1zzllpiQX8Bpd6KA5uLUee9+QN1Ec79jtcV9aC4j9YxXf1K/X/V4UXuHH2VloeYnH7bBGQumSBljmr7Z/pLquUDprt9m/E3ULorOjh5FWnwTB2MKpu1SybTgVF9vqWy6k0Iqs3qGNnht/ap6k3Xvq3l+hs4O+9RxAzK0GUkJ7V2ZG7z7lnZ7D7Xb7SHkGBRFOMXcM9ebVYAONg4sW6J3HWqo9WmhdkHtKSxGIUTyOf8m+R1EQQKCaZ09DWSGVJNg1dkjorEwV7C9ZpzcWBC8xQV186d4zIgimVX9m41cpyrpYTNEEW8mHgXsS2eomq/TbVv04ap2PMAEndgq2RDqBTU5QQQJrrsoptQW7BGVv2waYioFJZEa7+ierD7h8jre/xCkqkRg3Gi3gh3BH1/XzrU5fYyuTPO47bhNTC9Ugg28f2F9RyRbhpaHa1w84McNHIHEBwQrgjP74r/SoPiEhliaBsZzlFhwA1rZJD2SJNa7pousgk9MkzehEfUTz/JsERJaWKI9lEw1dU5/ItaknynPh9D44tJxLUJrckuXzcslzdSkqt+qW9VpnHNbgHfAw1RLvEIFU6vsmS9zbyo7/dkWzzagWuL5JcXxZS4mP879B+T3WvobQ8DqdZD/alSG/CzX1LPdvpPUY/3wNlRbQDwYku+KZyqs8pRJFVdik2U9OC3NrtpMnIEP3/7hZ7JDAyETy24+QnAvfUtLniM1gfLbCEdrCSGOvEmJKPgTexWVuxpQfsbwuEkf7sqcGwlIWXs8oyOZPHKrwgMrZ1qo6yh10BAagfcI7f3hyRV+srTDnsm2WR752OrdkA7oGvSA1jDE5kPn5Wa3XlVGxrWACuH/Jn1rkqdeUVIfGg8Ted38slD5a3qwQmWgvHz+7Cq+8J+5deFJMQbv0rbu8HOuixLpnT1f6GsOLzWEdsxNVMSZ39opp2FI17UZSdaOQd3SdU7/QwTLyzSgQFTLpiTag22acjcUiy/pFn2hB8De7Z9yub50nO7AdE5Yeom7S9huFYvc78sZqbiCKr9eHNWZVuHkIHUbeS2S7WDjoUS6CKOBsTNhyv4p0elvrl18TFDgNX+FnGZX6RcxP7YNo7OQE5123dlWuuEmLPKrVmuPYO3I504VKaU536OTMJYMQMxzgDfjBAt6PcP4CgOsldQeYEOLOMasQcl99RHckd4q4qc7FNdyEeq+rT6+043bRqZcFhEqnkX4JuALdboFVEg/rmbl7dYDxXQn82lJ1n6FtBDz7pISj/X9X0PHKNRfgDZnHoySuY85bK9Ee9etHMHTlkdbuzZ7gpf4f6XcreZ3O24Llja7NGmOZJCZCmtBH47iwmrl5ZbM20mcsO5xQ09/QO2HutT6mayeg3hzppY+tKJcY4Cu/QPEpwJbpOClYavnUkpdbBzteN4tsDmasUtuQETmzyiVbGXgKN7if/yurFHTiIMrVNpqmu9T1gO34+FvoUnD0b+bYjZ1wnVya4iqvHXclE+Kv1nshhmltND/MGwYfi8iOCdgWegtn8vSgBhJv50pXqu4/rNhvlBIuNnFOwVZrZL8zwlAmudbSsVu1jr9k6XYcw/9167lkwXJtG7SobAtboww3Zb6NM0Wwom9viSyyMTY66+rxC85DXQq9tBlKYyG004d148AWb24iLzSeSdf5fRerVSXMeXcdJrW3h7ETkgYn0+ORnfStNdDZ5Wbxpe5aUuvXOEGOhDJzIe0BeU2PXKSUmq3gQioq4OCljiMyrmQ3tq/v9GaNjEgZLqXMrvLaR+iQBi4JmiIVJUUZ/2fbKCgr4+2bN/v9tl917VE+fAKmxt6wQ3Z5wwSY3qxzFF5KStb/aX5ALJuof02s91Jc+LU9woc6Ki6qx69p6Wqi7N0nU4HhS4YV9+i8rfSdy6/0Qtov1WWA8UZIC7WMLxY7qhe/pAtnEV0/8j1k+a2+uDXc/4eoGXb9OLIw6baUva430n5TDxlynQEeEI0y/WGbIEUd6oFc7FJ9nxYy8BYrmV13yviV5TZ0QV4kcU13g7CqspwUBO3P1AwXbxetnU3o9RPZN+fgaAPIuHm7eci4Z1nQXOMt47wLVN15SaqeiptcjDDzrde6wgkPKbFRW2378f0kWqKb+fdjAam1Oaqd6FAhRNrycH+1Ze7JHL/RR5z6wt9uCwF+ZZrZkLeOC0p8x2hN7P5yYyC6db6juok+VjiWOvgj3nllt51TeRdlhk9pP1kFGafm9JmgOHEpsYXef2xJefxm+e28b3P0l/1Xp/C9z+cNWOSCXyGnSY9zv23yT+rWy18VddnQc0RHpbu+/b4j2e/oFEIDL3Gz4Ubme0E2UPQ2SehFDnzlePNFt67Vqjw20v/EZS9/ViJ99PdSsMwa152wwszgOMMIDSstcvCewGOjvHEkd9swhV0k4mmDuTwU8AV23RYUbk/6oiKuqOfoL+XlIyEtiLyBA++EYVu6fY5WjFwMrJUPXAq3Yx6O/Duv16S8upw5w+H/wTv07aOBn4N5turhQbPqzv555ubye7tKO7RxzuWF3cr/YJli24Ad0OK8R3tqB7xdHseTEPXQxEhbOO11hGv/ioULS8MhGl18KWDRO5EPsq5e52sKmT89CfSTpPcYdZ1+rJXxmgD7nh457NmIZ1sAkp0odWv/tW46r2qqFWDLjpxmfqY77brqXOpaZ/lMxk3aNiNfxyghJuYO4BUmXotJUVzu9ZisnCFqO82jq4JWoyO3yXEPlz1C6kzVD/V+soZH7FQ2fO0yiRtlzYvzOps/u/EOXI3b+5Yyj3ZEDXq1BfdNiIrC972Gm9AkuRTSk6uR8+98KD6ltt6uVw0TKz8FEL2s6R7ejjfWoEvdPiptmm6wrJHoi5az1e+r6lWY7PA+MV8u9hmyEHSTUO0fq8yWgOyS5tQOCtJaCQ8b/wR306rxEQNpQulVelLnTSA2+cPUZs3LZN1txk7dRGeMzy8zu3KmIjYKXtFu5mETP7I3fg+xBJX6I6gjbpPOzapg1LRXRen0/d+8hQ1VD4bA6zo9VRrRmVTDwvHY3baSVHJwEdNUqlNM6TOC7UxF2Xk5x0OMTfB0qBtzWKD6rDVlc9y3oxnuD0uwOSHx+nEwZrr3nMDyUBdD2gEKdBCMq7Yw+wQZZk6V9G/ibSak3nqt2PZwKsJnbw4R9UawIKbvDdfyB4Bzl94q0THlIfvTQ2Zz9Jfy5pmUZUVw1mlIQW+6PFPACfxggT9vHv8UuTGIpjeZ4dfj3Nt16qiQ84OjFcQ+8Y79kvXvx9Tut/tCTJDhh0BEmc50aQEX16LnZVWGWBdSnZ76dn228D9WbbuBx0lnfkqt5ttl56nZVVsW7oSfrOjM5evPyqz1XPI0VeSfZXEz8rlEQiA2czWhPF6OQpxDuFtEHeT6RZbVNCB9WpoBgL7JADTLNLXUZQg8yzi1zw+2pcmBfADOaq/NAtnc0b9ORttsm+EiIyj8i+Jny1sz80AQ7qxWohF1gZnV+udfxdthL92phL1p26mSVz1IWwUUGHZD5GrXgNF5PBB3KGz2T5gKKNvH15bvS7o2Qq9J6N0uNCSztvomTNNQe2czlnO2oliWnwmRAUsO4aQwc/0iDeFm/rclQZJ4mAwmABOsm6OZlfo3gy4uQHcvz8YoXA/c1nb0RCUa4da50xG00K/4uea58T+bhdqwiYw2Q+7R86AJfGILvPfurYdp/Rm3W5Tem+LTPwrnU7PATzqFfmhTPDTZpF4eAtkrzFq6YBMuxa+SA8ykOWzH6zxdZsOrxcmjI4V/tW13EpQp82krcxeKJcSIgjb7w1e7DLlFKP8hVVVb5Cb3KKTVTzO/JUtOsRtiraXvbGzdFY6E1AufKsq8yXzOXj+TvNzigx10lrNqCCkTHvL0r/u0xm3NxVKduXCsF2Kbqs76w/i2cvnl5lMDSEv5XGqSxPdvF+zunAe5kwqKi0xYXOJN6SePKppXVIPdVbf8w6ES2ZAqHEzFj1X7Oc5Kcaa5chesYvABT/GhzNuhbQ6J8hNC+vYSmaYneuM1bohvGvUnHJD6csO/9Lao76kL/U3lvn/ErwqG9uqtG1EBdFi22Zy85zMt0+24827o6Vvi7wcasPE4Q5RyZR3S0K7ZnkzVeb1XQn/gIol872CYjv1U800PVL+yEBGuVmrfPyuW2CBx93kjXMKlhmquanlLgmQatX/LNGnVpZyR6cv5UrvByclsFWxsr1K3QkPNK1ZdO1uq0mROHbbbr3b5rzS5/w+8KYdVw0IBSNSMxdLYSPhBm5JCSkwet2EQOuZmhUv679NUpwuw6tsdxVLdT19Iyn4vJ0C0EhWqifcrDnUnTZC8Ml1eIoIudBrgz5U633bvp2pdlkVanKhqspILxWZge52AzzqEof2n38jMbWKcOzKVg11W4vMBthyXq7sIg3O0rbbklhUYxbamj4UkBvQVZ7wIaVlgW8hIL57PYGgX3Sj6N0QFHrEdaGFLLdaAJlenEM9+mvXV1iz7uKIm4FR5G7C2XdNFQJrlPC/gODpm6iJdPc/YQCoFwr3DmxbmeteHaxk3TKmiToVITxsKjzzzDpUo7qEVWdTrDbvCNRLjCevCTfo6ie/LFennxGmsUN9sb38l/kVXmYpYOrYbprP0tV8oBo4uXVWyPHspQYRSq02FDE1NQ6/veLJxSSrZeRA7ySd77D79i/o2QvUuO/2ZfROtk2LJ0q1HsNG8F7EiYaowAQJNtiNl/evCdpg61qX/si9Gzgn8qvadLVnVxWi12RzB5G58CrBA/8N",
  cl100k_base: "NVlPrFPZff7O8bE5Np7JsTEvDqGjc41BHjoLQ1igURfHfhdiCBOZCYlQGlVmQiVSpRUaddFFF8cXg/wIie57IdFrlYWhqCIjtaLVqKq6usyQ0TTtAqVZtLuZKotpF1W767Lf77wpPB7v2df3nPP7833f77saGZxSMIUFzAroma7yj6+ENQAXjfVwUPyZ1yijJvwp6p1NhNnij9ZgYrMt2BsZX4/w5ZeBdW/agnsqnygeAt/ndSsdHXA68AMzhfu801b8Bx28nWH1JP5xE5ihgC73sYn30n0biAgaHt6Vt23d8DcLWT2tkwfjYOFP4FQMWL0z4Mu9XsTEw8C0wlHvz2iLfQMbnR1HVNxWkT59owG8wNwq5LaB2gZaQ8fQdsHjKW4oD+u4rOLi84wHnwdU67HXfJGH5nu2+bbGR8pGiQqs1Qr6t0tAt7mY3/6qnBu4Btd85PnDZwYacZnW9iHjEYy71UZArDGoC3PL64g3o4lz6xpy0XKksLpUPh9J2K3STbN8Q8JfOYOak4/zw3wBLeX7MIq/aax4wJ+sHHTQdQt72GKkY6aH0IW6aFSJrT5ynniMmmy6Hp16OeHnwmB2iLG33qG0Y6euSwhVUTNZ9OMjvPSY5fYcowqEKU+P2B9zn51c1yYxWD1aqgWcRqOErSJur1kvUTm4fFhijLlHtG7GkCwCFjbctn7AxLG0tG9x53MJij0FVeU41uFJQgVvwlJheYKLtY26qoMZ+aITzQLeYgHcNppZcoWUQ71S+rRCqd0JpzPP9Ic1b5+fnOYRj5dMYoflyxTnPPWRXqi6wMb3GUCPv+T32sDMxsAUdegxP3glMr8Rdyyr2+As/y20dXplAsK7IWg/0nxjhJ53Diw9tO57hJbT9maX1fqJwsT8r99owyRY35uwqFF67rTdi00Ts//UDCaC4Vcc9nkYHPcb+xbakpWlhHkq4Zlp47tWqpZtwFu8I/8zRydhzMFrUireFnwxygutg+JWcAGFPWGVC4cfSl4i9xtuSkUy8fEpV3Dos9SjrNXiRpRsCNtq7DNv0L8Mnan5NkIRoXO0ZQuKbVRqqFHNMGw16NfNouTHv7ALS5hIgYgJL+5DqjEL8z7vq17j1iv3qGlxCEwNV6zAy/pe+dBmwWNF+Bg+4h0nTKk2mOc8/neDlDRsQKcG5TwKPxF8SPs8lRdOxQ6bFIuPwlQ93qzVifeBLEpclvoZNwj7+mkub640cc02/dw0cr57Ww46w/MK49aES2PXLNHhyfg3OGbIrjdYont+j/HWTQlyry/vIHq2XDuGLhw3xRIjAHUkS/1+aHKvAy459jhSnH1mWV7NSl0LTIdr9aejIKgxEmDAYKV54cZlnq8u5i15B7kue1w05Rczr81U+tPLYblohwgF41+xbw6VXjYZk37nKt9/t6d4IjskajB1KJ0EX1tW3FqgIWilhpMuz6A2K/l94v5iPDrvxozKNdnEYWk8LZkViLXvMPRNBMWd6MFY4aiUlDQYX2szGBZH9upR8cRvOJbUYMwqu8qiKBTWOXTXtep3EQttOz8/KE4VelNiQAgLPY/ImJoV1NRIzXVnxO/SZQy4110lxT23y7y7hHu+58YO9zCb2roteRaC7oT4Ghgoq3KWUaM7ZZILuC73K3+4cXxaseQG1nBDrdQLNkFtXdLINczK3OGeiNbHoazK5D3PIBAbQyPssyA1bu5Ie3ygY7TGT0lV7KJjPoGEfg7pOvvcdghHKqreA0b++o+JKAvW2DM/nbp+IIw5FhJxE3iVjGricwheuR9EuQl7V7uH+qEE53n4RJqEa9jRrjaK/VssdqRPbbupJXo2qPf5v5UyCJf5LbdRiAf4hCeon7jLql1IiyQCWivjVNcJbJIMvCFSqVtmivJ6pw6r0e8UeuEbOM4IRDl9uODRsj6XjrTFD/VKaSkSmAdKlXH18QdyjU+rpz6EfMiuomlvpOhPXEZNl4Z4uiGt1wKGt7myajBFqaTwvTleVApDtrLL9HEsfjki+nq8LRuu9VS4hGfA2ybWXeirGFVgMhlwfknIST7o41+lU7gNr74sh+AGNhjWX0LdXDKqeg8jc5Z5FHAkMJFK7HzR4mV37vDb2WnR8UedEVmzgq4zls4JLTCqo7dcQ4XAtEuMdILYuRDL2iE7NJco13Y0hibV14dEequXG+OCMYPW/GEcoCUdyrQxYWHcYIgWyupf7/yo48Oz51aa7twxDBJjaj0UuiCSrnrL9ZB9MWW+oiaT2zYp2NSRVFSu+7iCX8UWRCx40nqnM37kJb9NYbx7/CTqMegQlnUmej4mTVMw8N43VxaDFusi1lT74ohyTLqWfDLTHUke90dwto9s4C6s4kE7uC5bw8Q1MmIQyZHsRZgdyYve6ElL4qTINszity8cvpffcLMOgaK8iDNu0at9QCbo8jYxLjWaXSlZ3Asr+C7ZN+i+1g0beEN3WTslMk3V1YMnItGmAqesq1U4Ss7wa7eB81I2DJaxkd1fprudpZz6ZMDN76skPFqDtuwuxJM+erWqfQk7FnUKFW8G1sq+FVVK3+mPbbRyluCadjzaZdspuWHPKFLG9kbquaV3IuuseYIfW1g1kvhrW1fXzBs6pFMxXJ/V/YZ6c41fAZcvViVrPWHNMqOy1W81WwLwfq1VqikRfHXhtz3WBV+TviWVsZwFjRus2oi1psZqsGzIED46YW1dKn1iyIjouzzEZAvjL2H0T3gqN90UeOZE34AlKehuFPEvMtp6wB1cryU9bF7X+gWBJ+KNpqosEp2HUsI5Qaaqm14x4v5W4gfG72cXOjlbm6khYPUEp0no7JiWedafxD0G4nHPfz34+lDI2u8RcHgRqcapjLVCFcBLgqB5K9RqlFbj1PENu5Q09UAotCazfyLK5ZvSVAhdk4jfRtFD+B1R9O60jW0SAvyWmX/L1bhFJzQmck/YlgxEfccLi6pRoPzQ+kuxRxXJN3suWxyMKej35BIzkJnA4De8+Ut0HozhswT/ebAqMsoTjHyOnlorpQe5KoKgZvdA65E3jICLJtVSq0K9b7StCZOaneZEcse0my/WemzJpdRln//eWBRENu3ODLH4FxRRABv+HlUVo3SJDWsms5ugYuM9l7Ass7n3tlSntM2plox0tah4mWPu7okKDFe3Wz3bugDV4YJNMj97auTiNRvCMStDAvnjy3ioiDhMfzThG/G1pJ1v7V+Q4setJpVJS8BLNv0znGt7SmaU/7HiC0xAOL+5DeotKwDjRRbafb6+IZJLe1xnZg0lRZ1N3iQi8LeBiW5mlNwO/S52jkkbNqoQX4JAQZBr8z49p3XqXDtjhYebRKGcZ9Pbpg879ejmfpX/zfJbEgiR3E4f+60HWF2Ec44oP44HFJZadCD1M+H5HVlZbbJBx1wJbhzsoF5wPOkJLXrc26OQgkiYXBjTYx+No4xkJsyWc4BqsrnuN0gmpiWlGY1+gRdROL6G08Jo6PDTdkxcMRg6a0SRTprcuZVAKTnNJcXI6LqbK67alMEVrwQz7nO82XiCImdZyvshPJvoK1YthijVER05xDwI6H5tyc7HRe63VlrLWU65vf4E4SIy6oh5yyiqZfNcNjcgv/Fn4QcqznY4EnGU7aWvGEGO2ohhk+w+q7NDx4fv/h3Gu56dFoXqi4UULZE8jpLoERBtSbk3Y24YKWklX+MUvxVZjaEjUsb+iLU1ZJ74iygWbM3nnODJQq6PNmdsiy7bfX94m2Vjm3W5sVVBMLhJiSOqdGPG2urM9rXLKsaxyuZqGd/WhzppOlZJ/9uVZDQURjgd7jssF3ulDMeJk53UnLHiUGbPG2md2FN9b16Z89PBtwQswtTv8qLTnF0FDr4mNcKNz8Kix+5hD1ZQtcN4ZLE3ekGqDC6l2m9ecouUCWh9G6M2M7iZVXEloMh1XEstD3dOpBFJbz7RF+zCNUOH9aHlNTVP+Y+LRPsEg6hejKkNqBQDllaQQru/npzhMoQyH8+nywJnbYYs9YBRb+8GmU8XC/WBQbvjdcn9m1ejXY0GJDau44Zo67OMyS1MbrAihe3dEega14nzgrng5kxjpJyMV4XQt8eMB5jhQIyR6HoV7h2o7Ipcdj6mkZEFYqnqRT8tPXM9JBeUHHc8ySEZMfUe9fYXrGhZRyvDSaFH1z2Y63mzDWXrLVoKubADgQaF6YyE8PBzj1yd5CVr7mTCnmuhaT0rMCi6QeNshZqXHjmANeGgddRS0yZEF1z5ghKVCFKoRBWc8rLBBQF/zhHDdmlHMtpxZpUBTGyX8dNGtDrB//TdMBnIGKRjj+CT28pMoq/wGpd6TOsCH6vRXUZxsYufWsZOOFUungo0sI+Yy0cHDs29gDc5hqzU0MQ/EkWUhuhPt1Wh5g+J8bYNN7n5vnCkt22aM0vOVPB3fZDR7zHutHg0J0rKvla1LSU2t2tqjWbfy8EN9zvy0tLVI7McCwx70sm8k+OSF3m563UnMnhE4vekm/py0hsYaF2+myDW1TDbZ3L/lPO24DV3V+f/j6WTGYp2n13al0T7wU1/bliMW9a1cfISjQaYfwu1Qh3hW7z0F1waYcjwEpCdszQkxLRj2y2vVhx4S5o5szkF0QYjNv1g0MdNtJL8j/ui4IY23A8q2pNlrPBnq/skT1bVJCU0abcf47DGrazEQIwrrvoRwknqdKxvCM+zN9vEEB9nMo9Q4E1OBJoVNmi72SFGzPA6Q7alGIb8qzzoFsmcbC+qIvxavuvABhPD7snJhNeTplhtf1V3T3S/PaULxgMy7JFGSCYXxHOoThHGkwxMgJPPtV6LBDNNH2biXXW7qki9lH3unlE4atVrBnz+p1Z0zA/xKqOZpTJ9TwQ3D/DLOaNomEtDj8x1ouKYNTMzHXY4VLL4/4CBrrm4cFuDNDMPzioWhxUcvMO6oo2F/36QbEJToP8Dn118+hYbR/yDHUJ2C3/efcJ396TBFR7IRIZ8wLFksUk9/s+zsHqg36BNGqkwOaLUplNUZAavE+rZFf2/oZ4JKXM+N/hoJtJixSbveYzXeKCczdIckOwGUabcXpIJ/ko1Jnr4F6kt+W3ERJ9E2Bw4LYI/JN4qfiT+Ig1Q75ZhwrlsPMRYq1OTPY+jBzfsUXITUdTsG5oQcSdpjNf3gvvQXBXkNd70JDfbYtIsuQJ5Kk9L6Itnx+yqy2ol8CIIzPstRB2JJvAVe3rs66M5JpvGhLVNJwLnpa/zqWN5kjqXAoRGU8Fik5XP9OgalQeRwHNAfRlEiou+jmb5h0NkmyT2hVVlnE5sRa2zkALXuW8RRvv1wziD4T5hM9eqGXbtxgqFqZy+17LGkNfk1IKfR8e6ovsjRButqpsmuzpLTMVZ/Jv77z5N7MYeaeklO4zzY0WryArXOJN9NIhSKSrNn2hI4qc0upicjHBMXlBS3CpsKnyOq6cXofTtTimup5C2gNAXxCOvK84eM5llOR66ZICEltKSxndlObpuC8eT184wVJGozYzRAQnilKt/ZDeu2cy82A3QyO5JqVDdsISu20Netqe/LiJSWE9lJiwIifMf0OOzXfbaEzX/BbdC55doiPjKtByGV7nm//AWA/RCsmI48RymojGSDZk92rYb4oY9qHoadcc0iF7g1m0RGkX0NbyZBITjEbcP42xFv0xRKEvfcIwwizRSN4rR0GdOV2iK8f60VqpnK3HMiZtMUmMWzfS4N7frzndIsO4837t5IOmjbjMIG6X9/MDmOCyZYjw7jS9aOzBuKdNrskqx0Y4W1ge8oZTliAr6Mj9QysfMp9bZOQfl002VruVrNX8JNxsHOYurBjPZaFVnOhOel5NfSMOXWLXbrpQplJdVXTIdg+UXBOl+XIcbRNFuKh1pUrY6Fm0pHClk+jgypAe7sJJnug+aTLMtT2rotNcp3ysaX6pMcZ9yGuS8+IoLSpxPp77P/snE6vCJKwc9MZw1HQBCKss8uJUssiL6j9k6p/iZzKQ9ypMY3oU//256VMDudC33e5dk3l/osBDZ8jmSuj38O22eyWXZvxO1xmpbfYJOUyxrJW4SzSwqBHFgEHIZD/eZXoO7mvnFscp2rUqmdgtlO4h/zUKibtLUwyIGaNyBJHJOxt7bBSe4zdx3xt/Vd3vcxdTPoBv0KYHf9/LghVaZSVamj5rmAePaszbhYVgFeSrgTUX3sE26J5ZOGzBXyR2Dv6XZ6icH9dry26Mn93o6PQPLXF3cxIZz257DY1+ejnEqmLlDsyiVbtJXVfOzQKM5LYTPvyPrXxfEeQuvKuN/jEabHlQXY/ejjSAyceTvezIK01CoPefoocfY5O4he5jKh6Num3Y1OyrujiXfnpNrKT7iUuZspvpeaeXhEtetjzifyuBWigKXp1mxWxTBPjpL76CH9X9d8ME9CrRLy6AGTgzTjcg3sy11oqQ4Yo+LtD15yteEIMoDVmPq1tMDJlGKSODN9FsEhmOUy7b36hS1Wh7TDMDkX+Hjg30hWh/0UTzk1V9n6UQORYsOQfdTzPlEq84DE2z7yWWshKNlru1zG1QoZ6XsY31JTRy1ZvKUTNuCt362OtunGeGbUp1PpFU9UYRMIAiAaZvOeGHdXW7lYklKPOU5DtJ201mXppY82xQl7X5iZcIwYgP4h2FT/3/m4zO/hkjEsh31kdTri8BhZNlPhhyYwaSvOC4pfMD7epln4Dqiwq/j7qDdsb9hXj6kQ8Qt9azAez/i4UBMths56ySKuV6wa0Z6kqRzTDrc4CJ/malk57N+lySapSQZx9so8mSOMdYyZduKMaa9Sncp2LCaYnHupETRiPlnt/h4Sjp1pOVpXDeoM9yw7vVXUjXFezjH45VqpT9mVS/FThmagyoNCWgc5lFfZcrDDXnxO27r/KGfKlEOlg+u3s4/Sw8dbwse06GavMPW5tjDMYM2JsGY8wv6pADKivmATz8a9eURmdDFqwtlKZ7ErmpIra8Z84FvVaw27+jR6bgD+/H3UhNpvFww5dRc8YK9LCqRqoGjBWFCTN+DzqK8cPGClI1KTJ80Ar9aLsYoj0NiK1k8lak+1zT6xCBQgPNXmrUczuiK6u/TjIsHJMBCmopo5uZKljg/G4c85vZtnpgm20hU7/w+AbDQZ+5ItJg6e9zGMzSUzOFJ8o1dE19hXKed3bQkuXM9GpZ8jKU3flvcwO0n0tWglNiSc8qgGWpzatrKzoUO+LST8EGDyog3WjAPLKcgrHBXT2ilEAu8aj2tG6JiyMXKw0wEumqM7WN6QcGEGp6eFqmN7SneMcomQmNClrgwxusXxV4z9RL/Bw=="
};

// ts/estimate/beginnings.ts
var PAIR = 1 << 24;
var BITS = 3;
function hashWith(hash, code) {
  const mixed = Math.imul(hash ^ code, 2654435761);
  return mixed ^ mixed >>> 15;
}
var hashOfPair = (first, second) => hashWith(0, PAIR | first << 8 | second);
var unpacked = {};
function beginningsOf(encoding) {
  const known2 = unpacked[encoding];
  if (known2 !== void 0) return known2;
  const packed = Buffer.from(TOKEN_BEGINNINGS[encoding], "base64");
  const bits = new Uint8Array(process.getBuiltinModule("node:zlib").inflateRawSync(packed));
  const last2 = 8 * bits.length - 1;
  const has2 = (hash) => {
    let place = Math.imul(hash, 2246822507);
    let step = Math.imul(hash, 3266489909);
    place ^= place >>> 13;
    step = step ^ step >>> 16 | 1;
    for (let at2 = 0; at2 < BITS; at2++) {
      if (((bits[(place & last2) >>> 3] ?? 0) & 1 << (place & 7)) === 0) return false;
      place += step;
    }
    return true;
  };
  unpacked[encoding] = has2;
  return has2;
}

// ts/estimate/scripts.ts
var TOKEN = 1024;
var FIRST = 205;
var SYMBOLS = 226;
var OF_FOUR = 240;
var JOINER = 8204;
var JOINER_BYTES = 3;
var SPACE = 32;
var COVERED = [
  [880, 7680],
  [7936, 8192],
  [12288, 55296],
  [63744, 64256],
  [64285, 65024],
  [65136, 65279],
  [65280, 65520]
];
var isCovered = (code) => COVERED.some(([first, behind]) => code >= first && code < behind);
var SPLIT = {
  o200k_base: [],
  cl100k_base: [
    [2304, 3584, 912],
    [44032, 55204, 944]
  ]
};
function coveredAt(bytes, at2, length) {
  const first = bytes[at2] ?? 0;
  if (!isFirst(first) || at2 + 1 >= length) return 0;
  const second = sixBits(bytes[at2 + 1]);
  let code;
  if (first < 224) code = second < 0 ? 0 : (first & 31) << 6 | second;
  else {
    const third = at2 + 2 < length ? sixBits(bytes[at2 + 2]) : -1;
    code = second < 0 || third < 0 ? 0 : (first & 15) << 12 | second << 6 | third;
    if (bytesOf(code) < 3) return 0;
  }
  return isCovered(code) ? code : 0;
}
var isFirst = (byte) => byte >= FIRST && byte < OF_FOUR && byte !== SYMBOLS;
var isJoinerAt = (bytes, at2, length) => at2 + 2 < length && bytes[at2] === SYMBOLS && bytes[at2 + 1] === 128 && bytes[at2 + 2] === 140;
var sixBits = (byte = 0) => (byte & 192) === 128 ? byte & 63 : -1;
var bytesOf = (code) => code < 2048 ? 2 : 3;
var TOO_MUCH = { o200k_base: TOKEN / 4, cl100k_base: 0 };
var isTonedAt = (bytes, at2, length) => at2 + 2 < length && bytes[at2] === 225 && isToned(bytes[at2 + 1], bytes[at2 + 2]);
var isToned = (second = 0, third = 0) => third < 192 && (second === 186 && third >= 160 || second === 187 && third >= 128);
var Pieces = class {
  constructor(encoding) {
    /** The weight of all runs, in 1/1024 token. */
    this.sum = 0;
    /** Whether the next char may continue the last piece, whose hash and weight these are. */
    this.#isOpen = false;
    this.#hash = 0;
    this.#weight = 0;
    this.#isBeginning = beginningsOf(encoding);
    this.#split = SPLIT[encoding];
  }
  #isBeginning;
  #split;
  #isOpen;
  #hash;
  #weight;
  /** Whether the last char of the text so far is covered. */
  get isOpen() {
    return this.#isOpen;
  }
  /** Something else follows: the next char begins a piece. */
  close() {
    this.#isOpen = false;
  }
  /** Adds the single space in front of a covered char. */
  addSpace() {
    this.#begin(hashWith(0, SPACE), TOKEN);
  }
  /**
   * Adds the covered chars from `from` on, with single spaces between them, and returns the place behind them. A joiner may
   * be the first if the run goes on.
   */
  addRun(bytes, from, length) {
    let at2 = from;
    for (; ; ) {
      const code = coveredAt(bytes, at2, length);
      if (code > 0) {
        this.#addChar(code, bytes, at2);
        at2 += bytesOf(code);
      } else if (this.#isOpen && isJoinerAt(bytes, at2, length)) {
        this.#addChar(JOINER, bytes, at2);
        at2 += JOINER_BYTES;
      } else if (at2 < length && bytes[at2] === SPACE && coveredAt(bytes, at2 + 1, length) > 0) {
        this.addSpace();
        at2++;
      } else return at2;
    }
  }
  #addChar(code, bytes, at2) {
    if (this.#isOpen) {
      const longer = hashWith(this.#hash, code);
      if (this.#isBeginning(longer)) {
        this.sum += TOKEN - this.#weight;
        this.#hash = longer;
        this.#weight = TOKEN;
        return;
      }
    }
    const hash = hashWith(0, code);
    const isToken = this.#isBeginning(hash);
    this.#begin(hash, isToken ? TOKEN : this.#tokensOf(code, bytes, at2) * this.#splitWeight(code));
  }
  #begin(hash, weight) {
    this.sum += weight;
    this.#isOpen = true;
    this.#hash = hash;
    this.#weight = weight;
  }
  /** Tokens of a char that is no token. */
  #tokensOf(code, bytes, at2) {
    if (bytesOf(code) === 2) return 2;
    const [first = 0, second = 0, third = 0] = bytes.subarray(at2, at2 + 3);
    return this.#isBeginning(hashOfPair(first, second)) || this.#isBeginning(hashOfPair(second, third)) ? 2 : 3;
  }
  #splitWeight(code) {
    return this.#split.find(([first, behind]) => code >= first && code < behind)?.[2] ?? TOKEN;
  }
};

// ts/estimate/token-weights.ts
var TOKEN_WEIGHTS = {
  o200k_base: "7P0HlBTF9z4O31u3Zpecc85IDkoGJSOCIhkUBAURAyggAiJJkCQ5SE6iSJSck+Scc84557hT71M9O7Mzyy5h+Z33e/7nwz6nqm6F2e6uqq6u597q6qwURDEpGQnFogPmjFEUYjS9RZqIHppkFJsy0y3z0MSiLkiJTUyJyPt307jNA4kKbvgktxwHHqj/pI3MhpRGH5DbTprFDZ8UGQ5JR31I7slFOS935JjrEFLmyz9y6CVxEjgFd1NOyDaZ48RPyijH3ya3QuOR46ofjsgm+Lfw/7wpd0PDrvqqRIzvQrELjvR3ksxVx5f2MqgP9FdlVX3xRxbtCUdL/RfgugQHzZMR0l8eQr4u6XUMfV1eHpdluP4c17xf2ktNfRnxc3L5FXBRzshe6S6DHeniK+McWvt3+CfgooJ+OIc9uP5+UcR+iaGbwvfgPGDDY2q/vBwS6jsyUU5HCHck6f5IqnegFy6U+7JRaqpf0Adj6PviwT25/0Kck3q6naxBuN9XJ3Neof6i6aNyTSbIQdkBZ5FRHwyVjBx8IY7LJVxFSv2OPi5PdOC9HfLCu/84euB82SzTEG7E1WyWn/z6ZtBL9OR7shL3+T1gjePfQ2+89wroLWtxFr2B3+E+h7vnxF4Wf6EOd+u/JDwKy18vhbzaFXwU48AROQp8qI864Vo5GiGS6/Apj6KAnfqzoCGubdrKD6OAVdJU93V5ZDfaL4meJyV0fJ1eF9UldEY9SneUSvpj5N2Fc0uw3uqT/bEDjnRinVw/loaSQF/QQa4R+qIM1cVda/VS5ClNDr6Duy0xQ2NeHEKJH2WM/BiA7j7pbVkcLu9ZXAFu+p5m59Gbb/tiCvfCA8mu3aHxh45/POBJuAklnviQQIfJhzAyXXGkVn4l/Et7MF0vxK+MvIca/ESf11/rykHxkTLL5SkdzZXJtQByNtcTeRZX5EIkuAj3rhyTx35pGXX4Uo1egOj6+flv8+uhjXjRQdo8g9lwPSNID0NpqSLbuLR40FBZv56UDkCicHF/ePv0BMdfJLWlgPKkLNTevBI6rO9/qwLvhT1SVF9D7y2lP0Xd7pGseIZWRrhHflJ7nPCUE2rtiYXHHSmu08kBKYLfn8YYnhbHKq3L4454hLyncO8F3cGYpvGcsRgu/4ZKHjRXzdV0tr5FEFxuiePIiZA3WzV/AdyS0/Wpyy231QTXU1cqXVsXct1R9u78TJ9Bz7/q3Kn3JERn0Z67dpPL/x5uxZHjtHpergd7VeR415UP5+WNxZe9Skn4Mq/b/14XPfVKeXnEd4VP+V5fwbzplHyhe+nz8onuo09JGGIExE7JWTkVDrd9uOGT7jn+AYwAjxGul946rBTr5H6/uS1pXYUlEPH9UpbIOsQmynQpHAnSPxdPX5CfHs89f1yHu4K5oJXPo15uhMt/Fv/X7f+6oCj8JaCj5pbxyP9fv/7XxX15dSxHzzoqrbRn/vzqiKtruZ5qj3w1CtB+bNIdBSyTt/UtzHqtfNWEmxRFgmGRpL9u/SemX+kkTVNjKQPdpTpUSe1WBXkLJUbffGw+po04v0rcAnqHd5H2LOJQZe5LkykL5aISrGkQtaUWJhXlVtuoJNWEbuOcmUo/UQyaREPhz6Z34HvQCe5rzq1Oy9eclnarX3kMf67yyQK5wF8DiodzEe5BU2gzygXxMrqH6/06AMcogfpZfaNSQYMSl3JQT7rKv5lE1EAN44Qcj3KqVJycx/H39C3l4iCqyWugcQlDNnK5mqmYfMnEpgvmLk8mRWNNPT6Ba/iMitGXtD5kDEVDuUKUgrMhzE/ZQnHdZIPWJrf6yzwwKSgJPaW1qpLpaf4wK/Vlrm12mlFmnuloJpq7pjzkLWYodTYnTEryIK7jz4F+55oJpnhcmc5QD5WOBtLxkJ9pl5mAssdMelzNGZxdKVpj3uY4FM94x5H8cOlwXUdNiClKadESmeiQW9EvnEP9qHaZxGi1G+Y/s918jWOnorvmC9ptNvt+vwXSLvMeWukYjr+CTkLP1IbOm+jQMw03J81eemoumDm4ulvGmHPmNLRTt80V3+9/gVtrGvJqOmUm0yWTia+ZrTTLXDQNSdQ8c8fd3yw2CVGfs01bM9ZMN7+ag6gV7+/rwq03pehjSk+b0Eu6oT2e8D4cKzkN5LNmCo51BTqutGgZN/7rMeNyeqH37wj+k4uWQnt2FLqwj9w/U1N+j/JRSnDBomo8zv22yUX3zF6z3wzDcZ+Y7xA76zv+EGM1avGpFn2EPv6YvjOZKCmvIuZh9A+NNuvMHZOe/jMHUL+9UU/GTDJZoaXz/n4gzvymKUKHzUC0VEuzDf+trypMWdhFZekCtHiNaBulxjkXokeUm4ajj+5Gq0golhqhP80PVIFKm9rUHS071lN3VIGvur8wdbiLmWVam0LmA/OzqWKamRPuUaal7/efo3eeManx+9H8MVpyEe2lcrgjzuPK06gdZjjSgiglan+GyYEz3WXi016zCT08DOWoBWem6PyBysTn3eVoEpdD2iq+gPALmq9sbAZVdFLnU7ln4KKHVAnhEzOfR8p1XCsjTXM8/tD8TCfQuotNBqNRI8F0xeyhayYp8j0oy2/TZdMAvaey+Qi1Oxj9qw+toq04r00mHvp1erR8CSpMlWk//tMxXMM1XJv33J9Cyq5K0R/0DcenliYJFacjyrbMyJBCyvbT0+g3m0wGWoe74AZGsumG6Q9f+52GNA2tdtKMwb041/0fzeOVJhru8x/clbk97p2pZoWpiiOdNy1MB9PdPKWLZo47GnkwA2VLmOS8w+Tljqq42cANVDd12ozi3NSSG5lOuOK97qVmDd10LzEjzQz3EZPKbHHnJg+GQarJr45jXJwvmrvOb193/H8qFsG6mI4ldSW17ozYCPCVp7JRzZMM2pvfVJ5GCOPowG5DkzRPvtXVEM+o39M/a4SSSmfAM9pAv/I3ZpoGTzsTgA1w16DBGgX/S91bl0aJgnojNJrXxCIX5q/FdGqdXfdHygX5DWk6NM+LR9BeZMBvRujiOo/WOq0+I510QqQk0yGqof5QL5HEmJdekkeqiSzH/+oTcA6Fce63oEG4i7m0wdzVcv5oepfUBptbBfYcS6fTdTETV3o5n8R89QL0Jd6HL7Qm8rXUgfMibvDXkk2HxeP75PZBX0tEsNxwHuYxO2U1dL8PZCu0DUcw7x+k1+BMHsE9gCZhOFpAgb891puhqfbOI1xIGfEC/Kqenx+Cechiech/yHfqV/lGbeJDarD8oELQerukkA4Br5+PUl6MCAoRfxhpoS+qMuC8B3VVuanr64aSxTVT/6XHulKgFxxzavk9zfq6NvIsDsjfPEsVUjOhrdmq/lOl1FeqP3oG6WWqmtrrSB8hz9b3cOhuYmpXwATIoJVExoF/TdXLJJaeot+VP/VvSK/lui5vgfXuRH2Oco59B3qv8eGOf1dHPEcLcfxeOL5bFqt/2S3bJaeuo34PV25zaJjL4dxjw/2HuTJUKupj6gdw7kY6K46V0e94X+qFKJVUHnOIXFVt1Ue8g2+qpTxU30L993Ufcf5HCPSoI9BD1jv1/RkF1v/5AJTXnnC44/dFLIuTMlJXCpqnP4Z8PNwvvPdxYldEd/dU3G9PZYXsU09xh09DSmP5JaCEG3dP5FiMEreg4UvoWgCd4geQN6JG/UtsQRtkxd32OWbEBufTXK+FFu4r6BSNNNY3ce1oYT3d13eWhGu/2LimEQj36aOeMvBnOtJ29JmruHOtnAc6IBv+AovMoYDfh+ejj31SItjEPNI1SYzx0SP/J18ElN/3XOvKbPkYPXaXvuHE7sgAeUumBJQIr0+q49MzzZULGD2ttB73mDd1U7jyN/BfO0omWScJpRmvwzh2E3rZnTjiP7j26ci/gVFouRNaXIbF44aE4SMdplee+4ymeZtUgq91c5Sqp46hRFIdU/uXOCl/OHa44vokWtFKLp1X/6qs9NjPTufSnnBmOPvd/zr//V9HZhU1rOHHzm8Pyavjpp88R7060vr96nWv/yGY18sgpYo4/XWPn5dayPtcxLwFXvU5ZQfDvgi2HZ/7mzZmHJhjWTDWzOA8dcFmDoDNpVYfG+/81eIzzIO/AVc7Tm6wtodg2LdNBvWxTOUQ8whcM8QMohK0yFh2Xoxmm+rQB3jnzychNTddVE/aAYZ2iqIj/Jt+5+9NCE0HZ0qLB3xa/O5jaAB2mHRgiQtMdszaE5AHieHu8AfSG3rq/TiT7rSdoqvR0hOahrnqLp1Sn1EB7k+H1E2y+I9uPoPzdF/lg9+XjHsu/coD6CT35hpUNPg8deOD7inIK2POk8UiuM/ofADi8CXqIYVYuzLA36SCzScqnXsEd1GH6Tb0HrE4E58A1/iNstIC2myYS1Eh9qAopKvg5OdQFzGpPw+nfiYPGNFy/di9Haxol8N3soJfnjeH0E+umX3gc5t9/Kcg3CyTE1qPnaYSOFwI/ts9cPVvzDtmBfjUHPMY3HcLWP1u08fMN0fAgA6i9ry/n4//tBv88UtaAu1NdnCbIJ4HrtSQWoAnLgT3XggO3g//56xZDbcfWogz5rCPP7Wg1fivo6EJWW5Gm6FmlLpp/oGuI7pqzbnAg+aBzQpafxNYbH0c/Sr4+BxwKm/fvcrBtN18RvehZ0pHOcwB3oKzHwNtRHXKyIfBmB6bp6YHMNSsMkvMWnMJXK697/iW6sWCFqYvLVMLTXWuSnP0Q/OEWvFw1UGmglPmhlZiMq7Bjf693aShVOhD76GfebABmo4PwdH6URfOSa0lC2+lXuDs8elP6I/OIPcQ6m8P9Ab7zQbU4g5oQhSYKJMH7SCVoBGUkB6CrXZDX1yrPpLVNJGS01K+BZ3IdfTapTjvg7juGPTA/As22NmnO9tp8tJX1B/XXoHT0Cj6kIc9vUrt+QD1MuUkKzXFsR7gP6e1LNUcwt2wG1qkmDhnDzLDlTKxVUP857/MPNRjSznLmdQP0OmVUNWMXR9Uhazu5gH6R1Vo0Gar1DhOpVAUgCuCXnAJOoy0pgrvoNJchPbpNZRGeiNnKnQTRV6AuOi7H9FCUxF3whqMx6f5KK60ImaxCegTaJiemDPQX+1EvUVH/2qN2r9uvPq/8ZBumWq4i6+ghY/ialeo6GjT3egDbfV2U5KPmAXob/PQp1biDjiA3tUN44u3/S5Al5CC8nEslUi/Te9yQlcxWuHuYIpREXWCD+LOsFrBYDoL3ddGtEQcSAWoGcYhDybCDTMHobXapr6nadSVy3IN9RnHcV2nbeiLbrROEjrLC3EGA9Arr5uUpiFqOgN70IQycF3o3zpBP7DLtOKvcL5HzT73eZWBJ6hlpi0np+U0jm5B61kAGiimVri/P/C1/3G4a1HAnzySZ0D7ZOXXtl9gvp0ryK6jKafPQq8+TP7FDHUV5s5b4bI7HCteKNc6Ls8qoCeAj67BXHs3nqrbpD4sXHPkvPoJJX/RyVwJwB4ItlDW+6FLsMz1Qrj/cQOz1BXg3h/ot/VFzPyzSAf9Tai96weZBAuaZR4nEYsOdnz7GRhZiznsL+Dn8fQXOjH+YwG4btqufYkrKWCJXQAOZsDTLmKOnAq5gfwhDf7rFcxOb0K+CX2+XQ1zA3a5j/UOsDm7wuWk3FPXMVOYzWvwHw44vMLL/7+CtXcGONZDuRVkYE3+LvgT3SLYY1nu6IquJ/ssz4mCnl2H0R25y8Hvg2B5Pi6JwIDuYkZ9XzLpS1JAV9c3nZV6Ln1E59NJUTu2JpODkXuPv0XavnCl35kX5JMOQqs1g42wn8RGTZSSbHJSZVC2X/wN+8hkpFXSe9SvuoFzzIXP9IEn0h+25jVgdylQIzPREy6o+NCaxHYV191QN7+iZyV2pXPKFtc10UP8f51aL1WVZJkrlZzBmH1d9VT3ZJmyddwCGqQH0Ejl0lv1XvCuvZJLf++qCI2M97e1UcquthqqeoJlrYcl/Jxs1q3VZ64lyMnk+g9ttw8c6JrcQC+YjB40De14LuD4EfVpi5lO+h70h/qyR/VDfYzAf8ugD0gf3y/+4R1o/eGwVgyXePxBSC7pA8nis5D39GTU6FX0JpcrhZR1zcGR7yKnvf5dhociiV6FXvcPxsqPeLT6A2NnCdhegqFNqYTjvavK4BjXpR0sulaTcMs5biP0D//zfAxmOxxt8LNrpOuJ/O7Kqy8rz8qS+OhXCxH+jNzs2moSDks1PRh3oP/6k6y4H3oF3BNVQ2MxtNXtxYIfV/+GvnAUdbkNDFb8ygZrq89o5KfTuBUa3kC/aQPOl1zf1NnQk7PhXp4InWIH6IK8Zc/Ancc9eUQVkiVqBc5lN5juFuiSaup9UgS95w7azl7lOt81l/O7ejvKuKDhe4Le0UOtlUyuqjo3TVLX9VDofaJD63gDLfBQftOL0QIf6zl6jaorFXy/X+Toj/7GFZeSfNAXav0uRqzmegNayuDsGLoFe5VVnDV2VuqFdpjru/pU+HV06DyLoBc/Uav0I06nc3A7WBbXQl80AX33BlprLGp9O45SELXg0sqVx3f9X0NKHMCmg/1iMXCtD1Fnj6AfTO/ypmodyNBDcI2HZIq6ibuvJ8fUp3DPrJPKaO9LyIuDuiHodKtLA0db9FjqQePprz+6B3cZKVV1oF4pBOcSgh6/ClJOaDFDJB56Tk1cRWCp67if7Dq+oXD7pbikQ4+tAb3Ldfle/xe6xu+p/Omke1A1YP3fGwb8v42/JSpoJvH0YUd6GgXc9pN/igLS+Mmvvf7BuOh18LrHh90wKC3YZ3mwgbl0Fta8e+CUNfgT98eww/0Ci+zHlBilLAqZdOpjKkUf+2EbZskbwJMKgb2OoVK6HbeF/r4TJ4NV9iP60tjweXhsvqcgSQPO9QVm0u9QdldtfkvHlQSyGmzzkbF/74HfjAb/FFhvPwDbiheKU+CU71JxNQB8oQf46wN6xO9zFhqmj7vPqOqSBcx2JrjDr+YxUrPgCrNQQ8oSgGpcja29c6bc49HygbHxPzmWeRs5LXm+k/819XTC9HBpuVoA3oMOoDftB6/JANmDlDjjVQhHUBlwe5uS0PEnur0lwnAJlt+kNAg1eFYpSgH74Z800RTgmuDsiv4x480kaGDKmwvuC+7OZqPJDw7kz9+hP+BJsPzug17goHpq7puh1FvNNz8iZwz41Q1z2RyHHbsw9DNEc1Fjl2AL9uA8pP/MUlitT4OtJwKjSm9mujtCc5AZzPAquONl2JyLUgZoIa67byA1GJwrW4D+6RE4mLWvn4N1vgW0P7PMp3i0NqMxsF1r6mOqhvzC76rxrKkrOGZR2Ilr+la8VFcax2pHd0wbMKG27j+oKBVQhbkBVYMtfJ1ZA23GNlMAFvC4RNBb7EUfeAoW7+XfSeDiUwb8p0VqOCWTt2m4qoAznCofgcdVM1+aCdBPdEX7ZzOH3UdRlxPNLVxxfPJgNSRF8aUNRTPd3JtCFOWhejTCTZRed6TTIUvoX3dxmu1u6L7ltvU9wqn5esbffp4V905vOkiWl2elJdDWNIb7jCpxVpqFlBdhrznFldBzD5ktpGBtb02/unaYomofX0cfLEXv4xozUgiupB/qLSY0DenBuT2IDZeTWspmqsv9cOdeMv3pUwrmhKjBb0VTO/zXxGDYp9FmsJ6bb8law+/Cku5BPrjTVEG+UKdpgOs9104+Tbng8vMYriGnqTGvB8s8TWm4lDlNVWkK/Cdw/thB9WEfSwfmH0sloUS8XMWh5ujPN9y/oy8kpR8xp02FK9sBvd2XKB0ep81N3NW5+Ev6T83nPFRIclJlsORC0DR1pT2mHKz7O9Dmf0GbU5R6qfegRchDYYgll1VrXRjW67aqoiuWxJIFSHtbW+mGqqJsGAsWpliR4AfqowbRbdUIOoCS3ND9A+2C1uNnPkI/QF/wOzRyP5DilPwDtBTrzJcIA/EFNIwfUMmgfjSUz1ImxB/RFC5mYnBf0wPahz60FbqL1EiPBn3TF9Do5YLswVtw1fnVMV4VITezI7/u+O+ZiVaDnfYS5rOPwG5d+hisdG5YyhZh9u5v67wSgZ3UOG9snJAcuqxOBtt6vKBYCPe5DOaafTG7tfPkrzEjtpbeiOy/loPW0B4uelkHctN7qrmTUk5Hzl8vgcFfxvx/EOT3wZunS16U/hXSQimI+e9K6aSvgHVdwlw5rq6I8oGIi9yzOLfrsKVdBcd5gpqwb658Ch4yAaw8DvQP68Ed98gtHoFyx/3eYtgnMV0X8euwt6F2BF2UwbqrtnI+10NpoL05X+iI35/ai1n1CrCEhGAsPXAG6+F2wHbnlmna1utpnM8AtMt+iYa2WInz2Oure/uG0ove7xrygvwQzOlX8B3VXN6Xruqu2qM2SLAkRnrqcEwhYhhw/zESRzrLOFcR9SkYTxJwcMsh33ZlQrsvDtfeF8PFb8kdHP26IkkldeSSiitb1DuoEQPdxjWwQ8vEesha9Td63zJwtGLh9Dch8pPeLC1di3R//R74Uoh6pL5XOdD/CrqGKKtvMrCKr3N+dUKsjibw95si7JUGfcD6fzi/maeWswF/PY/W+Vlu+cpso/WSXv7iBOoA/87JQ9JLOfKsir7zdJgT3nMsvOOVlZOjFa0Nf6Zv7XRqMFS3ZFVF1EUw4G4qP8bQZPwfT1ObcOZVoHdwO6s9sutPoZvyrPv4BazU//57gBqa4Lor4/REV031u74rFmPgEkEHc1dqOSkn4DbhCu7KSLkbgEKh/+3XCNdBnHEs/Hdh9U8MJvkI8iDpoLy5e5HyOBKcBuN7jF+/rzvo/dAjWg3WezoTaiOwnMF/L6MTQQ9je/gSqa43BrTCPSfc6vJqJuqHaye3s0LAyEdOLA7kuzwHo5EL0ldoq4e4x408UimgJRmOtNo4jv/v78F6bt8jq6zvQb8xEf5taKB+R0o012nfW2brdFGXDbtCT9Ev4P0zzyqGYO1dz5DC8TFayDAe6WqvD8IyPg89eSJKdINO7c4zayTO+KSpAemz4f4LlSv5/v+VcL9+JLlxjIuqMnRVXdiujxD9DcaJR9AKeDQET9BjckNvUB/9L7ouEM7Cn0xHrhl8AGv/CjsuQ+fxAJqIf+Fn0iag1BaxesgtktHxT0IXbMNjcEehl90iHkyGNtYrT/NJFm8Y8P821qmoYC3cry4r3ZRXxzE/+f/6+u/5rFnPx0gdcTqrqGCeT7piEkkNzNtbgnt/DibaCtwlH6XlWrwWltSMYEt/wO45xMwE91pkMKsHG/uUPLgMa+1dcLScsM/vBFssRstoGx01Y2D3eg823/ucj9pgHl+N46mt5gJXoxpUgQ6r/OTBA3d+MJocNJZu6Jzg78XAhzJQPa4A++VAfgzr7x1zwjwCs7yCcCOO1gHaEpwxeVDc9AUnDTH76ROVmTLBjv8IdtYGsOS1ox/NdtOB7oM9LDXfwJ7fnCbySPjN6RtuTh58AGkhZ8Zxh2u7umAqziEDLMBH+b7Ko6aZ8hRHjeaHpr3y6DpGqI8DdB+noBeZZKq7mlJe8NfGpg7dQA1eUVtUquANUhqpR3AFS3Ems1F/02H/thx8Hay+HvQ39nedYKXOR09pL6ejJsJ8B/b3oaoinTSN1W1n3b+Ghb2Zs+KhNlr8svHyvwsmCbQgD9GD/uJs4FyVqLX7sukg4zkeeDOjru/Aap0OVtpyOM/7JsQUhjW2vW/9xUL8MhnO44L5iqpBh5IMttmaqiGn5lkUwwyEtT4dZ3ZXwnmOgfW1FNWFriFmOP3NOM4oVemcmc4j1QGTFc/PL9Q4Tqt+44qcTm2ScZyKrG/R2PEf8Tg/DOfPVSvYC6er7mCRw/kwUlJIJ5WUF3M/sMLhfNaU48vu4XwPrTkcuWV4eCj6mOHciUpyAb6ujppP3V9xe1UFWohOdJg7SRq+hmurR3/Dzlsetfwe2zdO/uF34YehOu/mCqqJrs63waa+UJZTleWdpp86RpU5Hf/LK2HHTqay02XY51vRPB4XwNl+RY//hBNTNVWGtpudKoWqD9Y4nMuq/nQFrXaAbsK+PIN+xrlYftgd7PpX8iAbpEzoIzvQo0OgyYrP7/IieosPSiaKbg66F4MfzzA/gY3+gnJNYBnPRH+aOPDDkF/15w2yVPKrmpg/ToGziAl3Qf3AZZEfT4R2kU2dafKr8MiMPuLCvXwcPPc7LszdTWl10nzPRegu9AYuioX7zeD8hqEnXcedGB/9zqv7+InH01EazMfQD5pIHmgNjpLFBUPcSB2ld2m5+Zx+M83Bk7MhfQEdfQaf0RpeiCPWgcbEpc7yFGgdtyI9Aaemirif40LvEAf6v62mKv7HTbRmYt5KYWiDsacqTec2sKa3oWXQ5azEKFRQnVc9Ebe45/6YO4TKz2Ig71Wf0AaexlX0DVVVFVYZVVbzjWRUlyiJmqlyqmJSQ+6rtFwMVrqUXFmNQSkPSnFVNVcV0xs5Ob/DC00D7ou+UIrSSV31ocpA7/Bn/L76k4P5OLupOOfmBlxOXPA9yE0NwBteHTc5qaTmVo48MwoIVmGy5bFuzNXygW3eAg89hfnoLMdGexq83Mt0HyG+zbG8PXjGXroVc7tjmP/9h3AJ5tBKF9HLUKoyLFJnwWsXwj54XOaDxVxF6iC/Xy5CfLWsli5wyR1phwx1wgNifbdaLS/CU2gXioNfnJScMkwP1H+C8T8FV3oqNfVgVQisujX0/Xn1h/Kb5AeX3yIFfLr/Kohn0bedNbRX4DTY6z2xtqvzkhaW3vM450eIpwRr2yfH2Vra7uDcvOe/HLbuJ5LSb8+AFcFL9FvRojtv+g/B9a7z5S3Qz7773xdplo9G0wn0HdTWTlhb4+GcHuII6WALvYYzcemHMlfbd9ij44g5dZCf/f805vMv2l+D9IvyPwan7CMVpbxUkGSwueeTQmCshOu/B0ZCeijYTHr9ke6LI45Uq5R/2/8MF6Rj6rf0fGhetkFvMQ1apJ+luYyH9iQv6jY7tEExXTVlMP7TYfD6D3X/gB50V8qrpuoTKYPjfwU75lI1SdUWWyYzWugxzmG9/ACLy19g/x0lW3AZPdv3+1qQLoODFNc90ccMau+IrIWN3w3LM+mnrmBosi6Ct7jlAHrhI1xHIj0V/dv7+23QCh2MxP5vV1vcd9hqK+kDPSLBhqz0eCmrO/p+0ZdnoW89prOcSp2kJDxBwlBTZ4V/B3aq5pAe6Y9c18F0Z+p+ur2vTGodjHYfqf7ji3xBdVXX+COVFXfnFvUtjncNFnF7Dol1abC/c5ir/gQLcjmnzTz4AE50Dv2DfCPxXU+lneuUK5m+qTrp8srgjooDzUgM9K0CsGzPCbK9a5huJ+mC/PnvR6H/a4zftY/CEeyxt6MHxtQKZ5lJ14IN/D/c5YfRxt5yA6Ar+jFU7onUCnojpM+d+EinVEpdUleBPugHnULPRW+tBF1Ocpd/PV/FETbibJuirayOoparqP5Gb1LH0J/suHNHrrrK+/2iql972WNck5YYZQbj/w9AH9sD/tkYtbVf/SPDwHvv4H/uxX1cDdqpD3D39sfx9/r+wzS4EOi6Wsrv+i+9B6PqPIyF18Hmv8Ed/wT3pb3XQqBNOIix0Wq7kus/0RP99V9JdUrxvFkgyFmH3lZI6joaifHQLcbQJ2QntGGT0Hf76/VowVzh9FcVXdH0INxf76DEY5UBWtf7MlhZ27t9C+aeM/KQTq6/VCGyC3qyW/JewPEJOra3dF61F0x+Ilt92B2ZgVGX9F+4M3JAM/5QDjtrn1agLyfEKDI9oJ/n1NEczU8FvcNP7/M23Dzn3ZMf4MfT/8JfpG7IdP2u8xZLGJ5AczKLa+otfFc+xn2/SI5Ao5gJI1sFtOgTjMRncY/8p5e5yiAtCMdvpvzHwDcM+H8bEe+q8nzclyzoXR8778SERAGJdBKfZrtsFBDHTy7JUUUdx08J3v0yWMnW3/pMetT4v9snTTVPeAPmwUUwR/+WlmMm/5/lmvwHDwBryUQXaLz7MNh3AxpHP8GCNddcRDkPqsKlA7//HXa6QZQG1nb7Ru6PYJaNaCM3NsG0zOwxnUx/UwZWsAFgGklpBf5XUgpDR3PDjCbmeJi3lwfDLQ59QHlYxhqCrcSi3WYGytdGqTNgI4fMNLMXPNqr+5iEI7QADykP63xhyspVHIv+h+BSX8Euet38QrXsymywpzhg0wlNSbqLWXrJAA6/mqzVN4QuUmGwmcVmD22BnqOzqkIlcXb9VB/VSYap8mzXW/+lPoSl9sMAzDMfuGqaIGgOguixHsUpwRsy0njzlNdDY7LZbEENnIAtfz2uZJf5CSn1fHsPLMHvQqAReIf+4/MmLbjYGHOL+yP8DlysCJ2Q7KjLd/H/KoKFxYGWYKspAbt8ZvLA2ulPmcqqK5ix2/ShwaoqLO5XKJpl3+qw83b7Q2ggDkJ/8jf0KA/MPpMdrRCbPDgKKYjsOgO3+Qbce7yqJjb9c+oIjfleUx0WdkWVwQT7UXm0RkdzyVw0b1FsP+wwI9AGmdEX1qqJqjfs/PXULroYtJgvm4R0Aq27EhbrgyYZGOZ1sLmT5j+ke3DGPAHDbAeOeV5lodQUxLtVamohY6kOwkawnRqTERbTtvj/jakgNDSJURtJUdIDA7tqZfz6sOlIVWgRfUPLVKmgRO6xdIeSmfaUAhqV3txcutAp/HIjrqUItFQFUC4MY8y/XAtHvgbbbGKurUa7s3MTsxI9+6D5EBb1U9DZTESrrTMr0IpTgF98+pOzuJ5U9BV4fSJwvVnGrim/AC1SMdrBM/hbegIrdlV1n6ea78Hd/4EWqCp9aYr51p8vhJsJzU8sWgI9WHLIg4Jm0kmczUzIDzgjV6V+lJrrUAPMLuNyRbLpV9VMCsMG2OCL8QSOpsrIBrIQ3M9vw/1KcaA/mQEN2AMaifQV1B79dUM45MU9mwL8NwfnhW7kGOJFIf0JO7/VUHVTXl1VZIiG2k+nsksneQt3bkL5lnNAm9iUfobNnviWeWpa0jZoDMlZe5ADPdi7+sSD66YeR4cdPAfdgJahFs11NHvBNIGD6Qj6Xwb0sOHu+hifyqP9uqFMXErkh6FUE+4o3eLfEVpkhLsqQ1U2Hkpj1FC6IENDczrQ0GeQHXqDt6m+zIGmiGkWjcCkKA5NpmG8wSTjK2jhdmYYnTejOA7qpBd0jMmR78Eu3JMZ1BApqxrSb9CpPlEfqQyqK2Zr+fRvOhlUJE0lgxpqssK3OMZPVYZwWMCvjp7qKHRsnRz5dZ+/BvPs/eCaJTTrWZj5Dsd8bSkYscFM+jAYpp2jsvZYWrfCjh7eTkrgfndhY1sBK1FeML/9YDWLwBhId0Ge5Y+j8fvRjg1MIuBZ82B3niddYR2ch/AhdA4r9RlZDnm2NJV5DvKCvc2LBI/BSmrpTc5+U1l1ZZ1QN4OdsRLm3DfBZOvowTi/uTIHM+AS0lY/a6e079DbefElzJbvg9uDb2C+egVc7zrYfSWwpxmyms/C7r+RD0HPccqP//8L7cFN/CrMmtA3+KbMcX2pPbEM0kl7c+5LEh2RLSIamEs5WCtjgEXvAw+4J2+DbSXTnWDLTIHUlDotrmUvrKnJUPfNUbNBvjYoCan6C/h90hfkG7D+v9F2jaU4rIhzVHHwmD6wchrZojfg7Owb1vZYbUOPeiag9f9CLRTRv0h8XV2fkt4SA3ba7vY9e9TRKZcLnPk8eH0n9IpPnVrr79ok8QLa/7aUUzdVZWmI9kkrcaW9yqGiof1Jvy29oG2ye0QuA6MYi/+0WW6ibsN+a5k4rMJgpUHQME2T/CKuShJNJrksA7sObcBT6HTK6LyyEVblJYjNkfWKAvqw6Ijt/8NQJwbctLuU1lvUh2JXwUfT63Atf/h+0UNtgz6psprDdTlzuJnsR3BrJSd+sdSVWQYFbeFd6GV7oHPq6HuX+5izO4JWG/lrXq/6qy+UVkX5DP8hK1H/B3i98777RLVZLshA6C+MfKMTh2uBe/KZuq3/0ZvAsbtLJldGZ4esdnCNUdJ/D9otzrsluXEn+O+lVTL0asTl/Y9vOynJcLXB0D4E65boQZ2dnTrsGvgBjo09DHFD2WCVcCsH7I6JbjkBaSF0ADn092i9VDqRLECdBq4fOi0x0OPelVy4tzLp/bqK/gptmwz3xG6nfWxLZ/a1+ef4P165nfNGjC2dHXqz/bjeZNDgFea28g64ttUt3MJ9vF1n0Gl0zuBcuJcVevu9AI3PU+g+E8H/HndYA/pGf61byBRHOxjk5Fp8Dz1EasiHoNfbLcUC1hLnxNUUg/suYF1GRcjvwMVCDY6SSejBK2QH6u2U5Am3zsI7DlwNDW/7jQ1XcPU3ZTL0GaV9Y4cON4o8kSK6tzRU3+C/93bW/y9ELX6F9NyOxjEhNETT9ARcZVEn3lAP0IH7j0Zm/7drSzrpVvDfgY7XplzHGNEvXKkr0Opcw/j9Ge6Yb9BnbcpVZ1dW+97De/qKs5/KP9BRWOlDPQ71cEXC8IYB/28ji0QFOaUt7isrRWX/5Dh+79A0iQJy+cmve/1xwWpeBltUxOnXVVQwRHulnuqMFKK1VBjz6BhkwBE+BY/+ikZwL/MreNdhmgy+E5c2wfKXCVbMUrD6lSAPfjdpwR6mQiNQnsqQtc9lB2uLpXJRfVoFzhST0oK1zcEseTG1MAs5NubmaWHfzkhhyE1FaR7F4/LUFFbk2zTS2PeDE/NQtcQcAN/cD46bxiw3v4K/LoM7blKCmXvQAVy+ihrJu2iHKghuo9mA01an6tSXbtNxvkWTqC1nVR+om3yMM5q7sN82lPjww1CFd5u+Zj3/BstiXOrFH8E+e13NpnXuGlSDojGrGmCJ200N6ApakU1TXIPCoLiWioYrrkJfi9tkg925lenuPqLWuXpRLmoI/vIFmGl0OmDyUWn6zPxrWiHdg4twn1IXsJCvwRSnh+yR5tSDrrvj0V21kgvitzHRAnFoCGrpgckAxszQjIjv/Ycjxr4DkRV6lyA+jf/bWMVSv/NEaFHm0y+8BvqGTYBlsBlgk90CHn4Oadd8+pNicE1gKc0Ae3GTUMTlVtJEdYfLgznMMG6iYF+X/txEPYtscGtUL+rLW81YbgJr5H6l1HCyaM3zuC79xS14JCzs2dVp3gU+G6TucRr2lBhOSSGVRfuPNIN5DCSL1dAilOOEkhq6jzb8o/kdDHIsuGRZ+slkM2Vx9WUDkAnMsDC47mlOz9H5Px7B5fm2SQ57kkBj9j73Nblgf52srK18nykaYDu3UODr6aEl2G5Swdp+TSWgNuYc3ZeF6BdPQG/S4fzKQyu2FboSA41KQdqIfu1BMNwTE53RTjwOep2bVBf8ye79t1a51EjzJW2GvuS4yQUNwk7YzuNC05OYvjLecy8HqSp6awmw4FY4yj3TDfdXPB5Nn8kT8OE0tN4sNJpcZpvJRuOg+Rpi7B4Q3vX7/eCygo+mptpqB3p1FXc03oyUWOD9k9w16RdoZrJCQ+F912An+soDE/j+QRKuymlx9yWWJJxAJWEPsjjSX+jpNszDSSJFHhy9GpVR8Xm7sx4/DVLGI7zNCXgA6ta7Tn8k+oL/un0vKtFU6BhaUHwaRKPoEO7g7fQFZ1bXoTtqas6bq6YJRomnZg70aLvMAmNXvXjf/7BfQ+khvfhLWHV6yG2a54QTVA8n7I2wsfR4Ad5CC3aEtrE5bVANzAXTQjWClrUqrzD1zYfo11ugF3oHveJr6DfHmktKcNRGoSgAl5gHqZFUU9WUIfSlTsxTVWyMqrk5MTenNTi7xNDxGi6LeGKOxd+YxByIHFFAb3Wd19N1svLrPn8I82YCv+wEK1FOzDSTwGJV17GRRdNLYdu2u63tlILwWzlsPzzKQZO+F/zukvOe9UQZhzl3XJ3A4f1NpQzsZXZ9qP1OwC4JieD33n147jv+DrhdcA9h75wJVlkA+U/AGCPfy+epDFe75Attd6I6gdlxX11fH9Qn8duYeiCY/V6czWxwH8v9JkfwLmA+x8Zo7ax38Wv7NustXMs9cIKjuKq7YAGXpCjY/065zMthLd4LzuY991lSFTUWQ4etxq0UfEvSBZd3UvrrPlLfZaWxcPP0s7ujdUbacXCCYMyILef4C/bPQ873CdLqEWD+F3A2dkfCz2CDvSw/of6DoBu56eNeO+0a9Bfg3AvyjcySSbAO/iotpKKcVclhbz+mUlkGDKuxZccx4cZHwpJtj3Cjdg+7KkojtP0k6FMa64+lDXjX79DprHTeVy4j2Zz6UnqrzgKG49/+Lj1FrVYj5J6qheNvUSX0h+oH/J70HtiA7QrrXuihP2GmtRZpZ6HvWOP7/dfO+/8KLOW6HqvrQzMTrPOhr80QDYtxyaCuOJ/NOHYyWJS7y0NnfUU3GRJwfI7kyo6GcuEk+OUK1dqxpzNqZBXOI6zUKvTb7+QptP5HoGfcqhJLPfhbVQK5oWzIYEBbVSKx/gH0qa0qnRanhMWH4Nai16sTvIg3qcmqkCql0vLXqp7Uwf9OjPvHOGtT4sHSvSv0jD5Ajfqfp93/Mp/rkSRy3hDPAfbcUj2SDyEPxbk9gubAs0tb1qBtUhttcVRvCvafCydF+5WOcO2/bdkj+B/WCjwYV7Bf7H38lWz3le6GWsnm945IjGfeF3ksaZCWUo/CSLBGlolR+cATA+3XsXUKnF9GnR+W8Ek6sW6AcecC/vM6XN0l522LpVLKd82f+V17Ibgn6CGXnN3+euuL+D8xdSFl846hB36K+/ck8nNrT5vdlruqJ/6bf/09xRXacWAERg4bDtXt+SlmPk/lb/2BkyLw72JEsnJsMPntAePHGcmtMqNGliq3/daGS8P31E5Jbd/QOWzfrtJTcOxW6Iu5ZTFa1b+WT+MK1sBdhkvk2NPDvj/yBL+wUnfo2byp49H+/vwdOjj0jfPqW9xB7/IsnGlMKaCtXq83XDr7TRP5Q/LIb97dHaR8QP85gdGmJerkWZYUD261ozX6Dbq4CrJJ7XT2Iw0s5UbbXHO5pSzdQv8uhf+1Galtce0fo++2w1UckLN6CLTKfzvXOxgjjffaC6LUGwb8v43GEhUcUI3lH0eKCv9/gGecV+YoIL+f/LrXf8XHJp6PARxx+muvv6CZ8hRz7Zj0EXhucR6H+bVRlXkpL1Yfgc//DetYI06oHtNl+g96gSx8nr+iMGwxT8GhMtE4MO9s4LuNYYksDJtaDX6ffqNjpjnlNbCz8XJzBNwjCc74PnwPEsNlpgrMmEdnombUG3qDROAk4+kGFTVLTS1zBHN+gY38gpkHBrAE1td7sKR799//0RwFR7qNozZ05wGXrocjvsONibkNbNgfUkv6CXbcMVwT3D0epcS83lrs32N/+/37NMC0pug8F7+oThfNZf6P8vEqlZnf1uMpFRemRdzPvE8W/7H1k9L7fvjWxFEPwUpGqu91Zs5KUzm2Huo6wTtNMqRuMR1NYbPddIevaZBJxC1MP9/6/fqQ6tBBtVId1YNND4aVG662OsWVQvbyJ9A3WKvpOTCPA6ipAgiPQwuTk7z2/2hwT8wn4L9BYMG5nPf5c0BTM0JlxNEegTGdNvPNObCmM+YOrNc3zWNobCb7LLDzIH0H7UQZcNoGnJvTqnaoze9Q3yUpM8fjoqjBJeY7SqmGwG4+jL+jQBxGSmLU2juwAwfD2m73NLsJO3NWSIPdiXF+LfmUqWcyq8QUGXqqriqLdGZS0aWnSgzbZk+VC9JmTiapED6hJ9xA7XUPRLobpUs6JTxIg/hdm6vwZOe7vFAd4A/UWaRNVq0xXz+kJrFNL67uOuHK0NAfSSmRKzedUJ9SP/MVTeHmaivSDtLPfBa1I7i6U+5mqN/0qJVoaPs7JgH5r19pQHnA/++a7CodDcKA8Jhvqga02b0zpAF0SQvoDpWDlb4lN4Cmqj38IXD+eJ+W0yjoP2rRHVWLRsDNNbXoKS9Ef92Eeu0OW/R2U5Avmo/Ag2vh7qxF/ngb1vVLkhoW98aqKWVV3dQvnB26tKbgzG2g0WuIe6q7GUN7TSX0J5te0vG9MOYn9KhvORj38R73VvMxX6BOlB9auL24906Z29DC2T389qD33IVOL5td3R/6tw79930+KKvULK7Eb6lK/IVaotZIU3MS8Wa4+hpEnJcfmIEYW2KC/7anShyIZHQH+kT7JolRU83bCFc6saImGTRjVvqRdzjh9Aj3D2nKP6h39CCE9VVT3orQg/nyMeT5kBaINy0i1IL+5LoZZFLQUmgb15m6qK85GBHqqfOmq7kFrc8cnMk93EMxoW/bZx6aisa7ficOXDFeKwXVA8qnL3GIiqaLSBBX49ESl416Cm1dFdwR1Tgn270gz5qSahs9NsU4DA2jgJZqtKrBWRz59e3/BhzY7pN1HhastXgy7nds6kaiY67nsf/XjZT9Wf6XQB/GLDGLHiYu2OxLuu7JB+DfpDeo97R3rzf2Y1zaJxV39i9LqN/F7P+4Y42/JLP1T0htC672WCapldJXl9ZpYT2yuUUieM+4Gizm9h3xsrourMWZwTmPgaNbG2lPsIhYsPxtkwx6KJjuKBmldyC9SMDVfKAf4oqvOO8+2N3RPW+3HoMlcQPC2NrOFOyugBtkNV+CBewmWK73/DfAqhf2JvA7uPKCwX/qpa6y2sYvR7sMa683t60r4u9XZtAZwTE/go30CY6fAHqIRJgVp9KlYDOzuoeEOD92hUA/YOf0du/iMPv1VrhuL8Db+vn5RlrDYv6llJan6pqqK9XBZ49K1tAV2fYo7YJ66f9U5D0gRD7R8VxN5RdYB2tAZ3EQLMvqFUbDWhrf2cd9i9jfV3bOe4zzzQj//dsnqFtcA7zyELQAR1RWNRx6uxm4ylRSDnqR8zJT/SNPYLVPCUYbJygdepu3/jNBOioN1Go9A200WtIGzdIJZYkaL0nB/6+70uk8upLOE/SNXqk/BE+5KL9DS7ErgP+fjWT9/w3xtPAteaQWq4E4/nj0h5To7W389r7MCN64nDeq0xQ3gNW9ryqDebvB3d3SR99S5V2W2WXQFWCp1z7+/CE0Q0Ye8s9qDL8j01APKVVerqC28XjU1wLe5XxNo5guHHwP3NrzJnw2P/2P8/0C4FvH367ugrNWAle8K39Ctnbeu2L1WrB+Iy0EmoK7Mg+6Mv/3/7PrX3z/q1G4lnXpzdB67MOZNnO+nnAaLXJLggLun//wf5uB45dSgcz/O+haQmD5TaYv4gpi6jvQm9jvN/woiwLK7ZFPdWfcuWPA/I+6skMflCx0t/9TcApah97a8+b/H4gP1XH8V5847/+X0WXtOiK2+/r9gFrWvFuNc/a9y6Hj6H+d9yWyO63ZGX7vcFrMJ9ALdsavvlXdIKfXbaA/Lq67qieSxLXFb5fEW06YVNfRBQPe4Ymvgz3vAaBv2PC/0Hq4peoE2d3xLshu3QLXt0ZlgB50l1oD+73/9T90WqGJ665EhGuy0GmtrI5v93q44Zd7Ae6p82WIzxU0lrDS2CMZ9HKr0zjhaC9m4hq765nQrHr0Ffl1oP4zVuiaqO66qA6/g8NjZw/V7zmXnqMeQw+SS1stQliJXnCLQ5FaN4O/2RdfjJ7TGxpSK7WXGIh9FJoufmUWv+H//+P4Xl4dv8oC+RPjuZWjwv9v+smp1atjp5/8utd/2Lyc/X98JOmve/z0YN61wd7tt+Sqw+bYy1TTS2G3+8udHvPb0uADM1RDU9NMNmtNnafpqYnf+SaH+xIcKAbFcvaZuwlL/3RY8R5hVjwCzPa4Wgre2Y1aUwo11jRFznhTDkzEy39/gLQU9vxMVBm8Ij31h76hNx8B00kHjfuvJj/Y1hYw3rFmphmNGfgaWLLPo3zCUGw3CakXGMUi2kCxeTbHpUK8kNurFbwCtvh+sLneBw8egzNuYVw4y+1mhPsk5vH+65/L0nsqLc4sJzXkb6kDOPonVJx+Vk2oA659jRlh0poBoRbbgU542fjbn5+Y2GqY+dpVBZb7/HRPf6QumLbgzaNDhpgcqjQNgNX/MXjNOfensIH+Sc1h8czvh3VgFz/D7qlRC3s4J86jnclEA1xKLQErzwyNxliVEL9sZ/4Dnx7PPcnF/vbrCTBKJ6BVJgbfN/+agrBPHqJdtJdO8WTzF3Qm280m6E0WmKFmmpkETnfA/GG8349bZpKT3U3vjvmD63MayK0dPw2NdufGcb436aixKWm+dPc3f8BK+75pZApRmgDEoSzg/tkpj8ShXcrumBYHdv0S/DEYbFLoCNabjNTf2NXS33B338ppDw4iPYTjqbEqvYRwCLj3Iuixs0gyTioNZCsXU0rZ9OdhEi1Xc6iGTAJjn0ReHIb8HVwsagvN2RITpCZBO3QZOQ1pUgAqoj9+KXdpKf2tKlJc9ZUaQmfoItIrUgrU0Xj6gtpQO8T+I+GKFB6roB0ZwacRbjGr6C+aBe63itrzKurOcaC3Eb4OVt0C+UF8Dqmr0B9W+SEZdF8FoZM5alr61nXEo/PUwUX0GPx5qskODj7dLDfV6TcTD704i1+5eODYLv01beeUMoUKs5KuVJoX0HK4auD7K2gnjYKtuDPK/Qn3LP40E3Af1zApwXxvS3r2fJnyobuYWmvy0X33bFjHs3BF92noj1rj3tvg+3qlB9fUAP05LIZ7VRdzTWVXF9RKfQ2WLaSrtlRWxVcDOIks5WsqYjSm8Zgrn6SzvJ8aO8gMDV5tZaVmHBNyFkjZ4CpghGhMH5jG5I+CUlUFq4KYGyWQgnIO8UuIFcRs7EMp+Aw+fSYltsSRYnwG4RGwsBkqGqSk6qCKLT0kna4O6/JQNZLvcGyJGKXQV1JQHz4ikzD2fMdTuRRNUXepFPSG73El9Lp8OMuS0OXUpPeo1DMox6+OuOoCNefEjvy6439NZxaaFtyoK9joHRmpU+sTsBeFwOp08SXepSssG8GCh0oOMDBylYCd6zu9Ttv3BxaDMxXWnvXV3bWHK/TTxo8/LHF2+JoXuoP0LLjceolUwdmE7hutzutZ+iDmjh2Q8gAM4Nn166mcsjPBMCpghnoI/2E4LHCWY30YdFNZ+9gesNJkiDeG1F5be78/U3sMC12ILIQtfQlmvGkxhz+B/3MaZVcgJ7Huif9/SK2C1sAF/wjYwioff2gIBtI6ANmDWsPu542Vw4y69XMwDyXvSyv91JVD2536nzjW2icyFe4Wzsy+s3tC6uteYE92R/sy2q5qmOgKW7v75IXf/8vzgvxH8gN43zLoVirCtlhbersqQ9eQB+kzlGeGlC50teTvOqK5lP1qQgfXNpzraPWujEOdbAD/ngP+2g/s3XLWr5y2rh2qQZiihwTwx+i6sYoBq+RtVUlqSnlZro7wd86ufNfUV6iVR84a95Y+/UPZZ3RReWAxvqb+Qm+dpieqPep3WNjX290Ago+CvyQCq+spHfRUie3KCC3L9XCajCQR7Mvgz+62w8+p1vMTaC7i6cThSmsdK5RN91XWbxaOx1XX1+DnloNBd2UaWviuTAeD9ObmgE7orHTAjCVE2qpdPEL15VvUlqvKTaT8osqhZ26CTmumzHDNkSCHX25TWgfyx8V6lHoI+/NDsPQtrvrKflniLPymMhfSZt/XJuLLwwgQW0e8f18aJ/0sGO9jXEVTyARN3LPlvN+RWyw3wsHqUNK61qMOE+jzsgvs9xY0Hj1UcECpp7jrbqr9LiOPwEzH4H7402GoJ9Gultvuc1hqAR9rbRFu/U4cbb/BnR/390XfzphvORqWJdB92V0T3LifvXf7QKnsd+/bkeAeWsXq4cpIffi99SYdkZZuP+5DGy7Ug2DT9s/pE3ofFMXI9wvC1n57+S+EJq00pIO4Uweh/pPh+BdU4P3zvPec70EPuQdMxz9tZLgydjeLoroY/usZ+YKr6BWyHONsdNcZnM2ZUMyB3vOnUNmlz4g/1qCeIsZCuN/knlqCe6gZ5MLQnC2Rf8OVGo/xabyEx2XH/8OXE6KeLePBGwb8v42o7f93Uq9TFcVKx+XVccxPrsyvjul+8ute/ylThF4GA5X1k3P49Nc9/ie0URUDj0tBJ8ELfwG/SGBmgdU+NiHubrDVD+RZZoXbpb6nHbA07obF+Wef/TmlZIbN+TLs+4nAZPNgfn4bLGUyWHpmXqLmmtjcF/y9orkG++FsSNtgv3fRMd83AS5BuojUCvQfWCLBGmzMGc4HW+dTri7TTVIwywywjjag3WYcsNM0D3lqDvm+mBCTXeC+pcDwK0ss2OIemYuw0bbH1fSnqpQWVtkmKg8s511gG08C3t0W/l7f6gMPjgGXTH1nZ8LPKakmyqM+US1VfdgBy9LXSKtPH7ONRYzqcP/CraHq+E0eYWjxP3XKt4R/xHSDbbEjF6dr0I4Mhf30Pzph/H+fiuJLEjNYmkh+Wq4NL8KY2ID6gjVVonH8AVo4HVolL1okC1hEQugmmvl0B4+hIelKU8C+v6B9ZgCtRAsecP9M8WkhwTJgY9C/DDQbYNesb2bTTXMY9suUvu/HW+RzdgioqFLQMrWRS8tGpNhdG3dyPipBCnIOGJzcZGP94E9w8sNQSSVCHU011bgeuM4OuCWQJoD514MeoquxqV4cpnrPYAr1hgZnIxVwnedq6riaQhYhcLt5ON0yvzjxc1wAOpp6NOUZDKSG6k93R1jnl9NgtZdT8ttqIFXmb/RAtOx599fmInraHFigB6L/DkS/GBiAoookvRRVaXU5+GtgnciIMDFcUZxLEh5Cl1igEyiq/uSi6iHbdH/U425ou3o8UBbxFdhjZ+IpX48t9vI1cMP50AN0MQupHs81NvUf8uR6sZ+3y3p1AOERzqD2I6zu+Ps5Ixv+GozyD15LnpSaoaE/asLO3199Q7dojapJd9VaXgTb8BqwzZqoxVwUh3ebuU6sJo1yV+OaFIh5vICr8jyup+axxQS+xh6pvLrthBX0PI4cKSm6xKcrYKIJleJqNEk1xT3ZimZyG2qBUUVTL1MHfYjQQu1ph9llHvi+32nRRrVRbriRimHxsbHYsLZ9xm2UfWukrpMf4m4AvxnnobmqTTgcl5Jowc+ifRc6nv/4is+CGbwYc78ZaOPZnFXNYA8eczP4CfkTpOyTS/wtz4gEhWg55VQHZQ//BXk33Cdwa6gQpeeE8AtB7zJJFXKkw1ToGRyKAtx8CBrBW478uuO/5RA17GprsIVgvQyc19qK7JfHe7pq6UIOx/hWe74TFfH+70ofkaXyt/QGQ++AefsuWPqs/Ve7suqWzt4BXfV8bW30mSKwHt8Bs16Puf4dSEGw7Z6AxfcOzuGOdIJOoTjs9yPBG6ohP4MeKHeegYEFsyisznZ1qoCf5dZ2576iOGoFfUVdkDqwPgrmvz2kM6yBdgf5NDrw+wMCDUM0fdv5ktUNZ8X9LVzFRdTEROet39vSEDwjgd7LV6HjMH7249uY+z5R/tjn8o91lkLh8p9FCGbkY1Hzc3Fcu57fvvMbC3zlNjjHRpzPddRvRTCors56bKsliO1jM+fl9dfPwvIpwagbl0yQq2qw3FA59CU1ANz2Yx/X/eo5HNlqdWLr2Tj30tBeTJLJOoY+iv9mwBTK6SRotx2SF7G3nNoOggYubMV9Am21BwXlC7VZ9qpq8oGUh0ZwJo7+A1h6UXDQU9APGNktO9V132+iu/zXP7hhz64Evy9fktSuMbA5rlZ1ZDnqaFFQPjDWGM5+in87ddYB/nJnP8AwHAi36j29r3Y7wv2I888Nq20VlViPsl8rQ1v5l07kcPGTaMXpOJvAO+M2UuPqpCiRCrUTgnqw+8k19GPvBfRKtGoJucOdOI78oR5zDpUGI1Ef2QHdWQ1ozUgHw37udu6JVE6fm6sC3584IR4o11XIuXUVX0pOv9xdcMskky8ehuShrZEznF5lkXNnr0LbPkUv7ClbwWZPO2+LHAq3f0IgHz8bGs5z/PGwL0MzqxshXI3+nBG26Z8Cynt6wR1o0krrFHqYtt8UNLjfr4vdKc+NczCw9oUdr1kE72lsc6T8OmXQH66/ZQXbHStuO3s43IaWZQt0GNF10yCDEWQq+PllCXx/ogv0ao+g27mLsWEBWid7qJ7rWzxLSmrLqxfqnhgRbVp1/QOeUoFriUN3/ggNR4Xt7KFuQneTGTq797R9a7+uPgqbZXc9MuAN/l0RoKfjR9e7oP/wpNh99EprKz3AmfiXvSXXJKF+rHLjv57gu2iv04720I5h1rfyr7gXve8c5dfhvx/wvJ3Sr0EDcBManIbwB6Cub8rqcCX2BeAU+kNY7C5G0a0IRSfHGGZT7stw3SngF28Y8P82ovL9Pfu1TrsrkJVPRAEx/cbBbvzqiK7C5Ne9/usmK70MuqmI01/3+GXopLLfNfuQzpqvwVb+4h9MkPmKc5h+mJ0epxhcm67jOGWAzqoMhUdDcLAFmOfH5XPmLDfghUqrCXoPvwULfCWwwA/Aon81bchtcvDHNI9WOl+M82AB3HyzmB6YRGS/rF4M9vdgWmxi8nbqbhZBZ3DYLIV+YbKze95Ms8I8hTU7bO+vy5ALUUHM0/NIIfoBDL8GVVGVaYjOCsv95zi3L8BNP4eNzfqZ+KITBmIC/U0duQOLlKQqiA1RE+Bj5EV4gzArQqwLW38COLEn9MdW04MuwTI/lULUNS7OazgaZecg3YDOmOPqjLkFrcU9XPFVc97sMW9BS/HUt3+cxU1zBTqKNLTbtU73UrO4jsqmkqsZSMkL3v8UepgxFJc+tmsLTDZYhNeYrj7bezy4njSV63IT1ZM2SE/EtqjbZiOkT1VzWk3v2q/8gf/2hPW5J+rBlgjEW85K7ooIvdjK1t9uLqu36MUohRYuhDbNx2E2zXy8C1ddCvqc3Gjvd/Dfw/LKh7N/PjU1VT3KpMfSP+a4aSDReIBOgJp+V40x8VU3tHp008MMMy1gf95p/oN8xiQnD1ZCqqtayV4TH/aXuuou3H24MFThuioxp+aRkAdDPs9xAvLrqvwUQ+rT/gCdTkLeqEgdRm8aZ5aYO/SOSUVv01xoUIaZtvRVgP6mk+ohseSWGgTuc0vdwox+GMLBxsq55SylU4t5IvhgBs7GvyItB9ucMBSVi6oNPVY/6aJi8YXU1pP0HOU2w9jG78Nfrzx5l9kT+uM3aDROyfsIL6l/6TcH78Je7ZHSh6b8hrvwtwihoEW6YbabWBQT2opPqRONDd3dPx40ekUpDsWmXjTe5IUNfhTu0c9MTN/+/53huksTnV/qirU3xYTN+B84LzpKeydszN2hFenplxOGDjRejaIDqgOlNh1w/8/gCiaZslIts59s2Axn+acjWUzwSR6kpIfOmoUFfmsStLNGYZIvXs+3ZqEwpQyHFJJCbpgUklVbqT7cD7KHjisbGyh/q6coUYpTSBIey9eps6QIhyNUS281RyiNJKYjocivU/ARGqYOqSaItaKyYlNbqbm+EmEYx6+OH3ku+sV0R/5/wf9DYMc5Cr67DLy7ixyCLdd+9fl73RaM50X2fwL3XgUckCHQpjxW550vQm2AK6/rYcaaXsfWQfprP8ZSJGCddS3xxw8B8bIqMDciXJAyeh7sYEN1NOgBDmPGOhqW5yNIvywzHIv6TcnguuBY0i9EgFo4hyuwcT9w7KvXkHJb7JzfrqQ9CsZG0A4kUucwk73MyWHR9H///yewyZPg7yfhn9GVEPYIvuraHNzTSfnJdRNzFCtZjPdJgWDUT2bwlQ3QPJwDH8qIeXKIs9PaVsyWQ5DPeqneBJZk1/3HgyU1uvb/Rt2L1v9fekG+W/qB5+QBb8km1SSuLFa/yQ8Yo+wObjvF/UIY1MEkWH+DdUVogNpIV9RPQZ0e6bnBfCyHtG9wz5ZFyrOTYHa9P9z324qq8aqRvCfppLMkkDIqjfzh7LGYDr+N76zjHii9ld3rfQrq4GO/vrPJ0YkI2tkF/noa42Zn/atUcXVEu+PMoOmx+xcW1WWdd7Gf6Mtgu/N0+POPGNdCv2+fCP9hn4rpfL/yKcaza2gDb5m32O4S7+Gxp8LZpT90eHGwo3/YpaycSNv323/RdXxl7JcjYustsPz/xX+qYSqzOgdtb06VR51EbVUgDzuuLQdRZ+kcDZqBjmZ7wHk+kbZ6J/7PYWdVyA+uxfqEK4UeFaqxeQANhH233O6PeF1S2NoMp79Jp5/XuuclMfKD9RyZgLvYfv9zebgSCaBdWwnrc1q236J/JJd837G3X7ZPpPPDH6hHQ5Nne7X91seucOtH7BcwUmuXvoueks1Xt57vNAZpz24HY11h7ygMDtA/JNIXnPAdvdGV2hVN15OxOq7zHw14gtWW3bdfcHTK/Am3Itz7E5YDb+NbMo+e3Z/jRGhYVGfQixwpFs7xwwAG3SjcmogvfZJ9gymd/gD513COcXQn1ERLaMQaBPziiLOvohchAbFrkkNb/2NHPgwtyTXoYQNLPHS+v5pEsqLmB3MCnJtA22FXdtjdVLUjjXJ2Pnko0xDrifPwX/+R3NmNb4hceQZnnJ37esM/KP3hf6/svqhVcPbeEkPhagJdpCLVFH98AjdLrYD/lS9tv+MPkaoBJd8w4P9ttJJXRz59Ta2XkY58Jgp44if3Va+OU37y617/YBOHXgbxOOL01z3+CVMaOohCYMJnzUazmppxVVON8sKGbdwKFtMcdM5Ucq82n5vUJjN0FdtMf5/G4i1I1cxo8Mf3KJ/5lC9QTHXSnJA16jRvwAyY1HJ3O9OFNrgV/EQ0wt2FwmMQf8ZZaLpbwDbWwxJfindQbfoXDHKa+VqdNX+bheYT8OQ8Zog5CevhYjPeZ8H/B9I5MM8eFM20w9y+KR3Cca7KRpWEhxLxSP4TLPpL8GekmtrQUthv6YVxz4XGctXkdMrkoc+Qe4tugvX8426DETeTqfv0Lwrm8vwt7aNVzjfHK4bbu+w8Un8mF/2pYrFwKheLVltVBp6sJtFRehgyF3P/z+l9UKWc6rRJZdaAOZbhuwFcswA48ky1SJXhdFydS/N7nFtnlmjUR2Wn5uqRSUMZwfDK0TVn3/gvcf7f0tehGMpfU3HaqhLxLjrEqdQD13quwWWpP33Og2mSyQztymmw6m6mCRjcTrMMHHoZGO1k8uAr/swkYZeEcG/wm56ST03nJFwHdq6EtAMpMdUpWMB7S1PY5+1eb8fo2f3fVvFEDpbk/BtXhrVrFeK71SpuxK2Y1GW0Z0JT1HQ1Q2kVM3rwx8aW8McecOPkKjo411ecSf3l3kMnYDnfxF+oD3i22kN70Ltq4rdWigjZJTVnkIqSXTqb2iq7rISENHkIm/EFmoWU3zi7ePC2ZH8GJVQJmq02mBrRBqmhiJ3HkUXekTpcAvOwwkhZZssAV0LDQBTn0tIbbXaNf6JLnFOKcyWTBTbsMro7x4O+pTh0QhMc/zQl4+LPYA5tpCE0hxZIKsgPqRNP4nTUmsrzENjvy3FbOsxBNMP8hzLb0HLxeR3KhWGIYob9i4eob3VilV6uqV/VEHVMfa+HqJawXw8BssgQFRnc6l81SgpLUcx/3OoP2H0OI83Kc9VBdkPeqbqKDbOp+sr9DIaoZeoM/n9/tZAu6bs41hWUdOHoPdRK1Uv9roY8F5lMRv2HNIE9+y1ayJOpgnTlyrwSerDlnJ2PGDf6sFApdxPoulaZ/aYgf4jeHIZ2XExtpJ/VRk4ddJvbOWgRlFltMWwK8Vb3OtOOd7gnKJsejRqpdhyIUtJPdZHJbFQMvR0MthQ4WTy5TlNcoj9XWdVYpEyVuaqURIyRlBhamMpmo/qE59Miqkx1OA6XUhdUEglWg8wFaABzql24vpH0veMHYgC/OmJyNpWT0ysrv+7472Eiv+tkLrvDelJdU38LLvMv0mYHDdXdwF6u8dNnrHz+9rtU4K878Uy9Kj30MddaOat361Xa7lw2R+bbPb9dKZ33zIvqiPYROIA56AFgk+OvkWV6BUKb3tp1XTVFmADc2+a96/jhkUsPt9/U0tOkDmbIq/Rn8hEY/HTHslcBFsDZUgnWf/sV+iUquh4Ai27scPsXXHN4Ukrw8IvgJw8w678B7vqujgsu8ZbOq9/Wp3kwrmMcnxW7v9Z3Pv6fXY+3a3BdxfQeMKF/IO8IqgE5u7PD+2DXPfnc5V2nO0ZHvMY3Gqz9dfUymYJ5+VN1GDP2CbAUP5RNsGRvRUtcwtX/qAtCo5HJfptMHYc1zsu9/oFr9AL0fkG+/aL7I9VbJZYnajI0l2tVOnGp9OD/s1Ui5yi5Qo83RSLeJe5n+UU30h1wXvF0VX0GbC+vzELtzHQl0svRNzphNO4iU2DR7u3aImdV8QD79SDJo1KC3RdXZXF10VVuxGap4qiJ6KqErgk+RfoyD8FdStCgVHXeg/BiiiP3VM213ZvvfVjq/4Ft57FaLu8hvaCrPazRuyVJ0HmZidpvYLUFKjjce/6R8f/s2vMVgC3wWyi38x7DXfSwwFJf+OqhVYS1M9LZAaClxAiyq83zg0X+4se3D0lCML6jKi64/1P1h7rLU1QcjIkzFSG9Dmy69otzIbIUOqHbUsxZOfAD5qz++redUgJ33070zAHyp7JSW7jDTloHxL9xpN1wqcH76ulsQTYehg91xHq9A44fhLsiJu6EGZCVzqR76U91CIeVOhXhOyGf+lIT6mx6jSoIzVw9/afehrv8FAeWvYEzzIG6XhKUVCrqX1y/6y46T2irnIX+zL4/lNSvxhv6yS3Efv/ipDR2avMOekch12eui9Aw2Pjv0lSn1cGo7zjOOz//qji6P7TVpwJa6Cnur5/x/HS5nsLmc0KG6UKhI1tJfUN5R7khzrck7C6BO5x37v3fn3+edjSnTgh9zx1oQWzMLZn1br/cFUg9GymWSWfdymWlqjq39qbu8ivRBKmPpL5rGjRmm6B5m8rpXDhrp5faFQ3eOp7hvJXwlhP/CzoF//of4OgdI0MX9N0aGOfOOrEarnnQ4geWsByqNmYA8zBnaA87RC2MAIWhhTgDPewZjL0elvWuH+PqrPy52BsG/L+NzCoqqKSmhErn5dVxwE9+0wJv8AZv8AZv8AZv8AZv8AZv8Ab//wFRMCXl4s63lY6YB+5YCtZEk5YUVYDlZ6xZw5uoj1lt/kL+QWfn4b1u7/7D9+AWGubxppb7Q36L/qaPQ3PqwTJXCv97pVlGl80csw2/TE2tzXlj0yjcX2Eao6KT/Xq49+8fykBVnu438yinE0/t+LVd9MzfZpoA68xSc9C9yLTCWeY1Q01pdzdz2HxvmJKYmap3yES2Xyuq587A3i8XhYGohplERc27XAM2vrl8neNzIZOdotN+fkCpaK45yMnoe06pulNdVryPr/Ek89TcMz+btairP7gU9TAl1Y+wfhayu6u701A22mw8NTHS7mTMQ3HFR010morwpvmFvee+19i3MqvyCFhUhlBLo2iPKaZi4BcdTTKkZKdfzbeUCS00htryfdpiMnMm9lU/ufCfrtFtLmmuGbs/dUrYRMeYDu5DaL+U9CFKdDV1zEMctx6OpE1yuo1QKDFqfCnsuvZ//K/3/7MBb8NGjo9VC44o/XWPn4mCYGH+EtbvINi+s1J3tE1e3Ht30UrJ0HKZaLC7XsAX01IFxJKS/abYXZMK9vhdsKfvIFgN0bKL1A7TkW6ZFLQN/3ms/U4a+ltSShSwe7qNVya3KW+umqp0Gnfd2+j5dekb+lwVoLS80iTCMQx6e1zYRJOgdMaAr38nsnsO8C1zjgvBfpiE+lA2/pHycg5qiTsiOsVAfiKE33F6qgML4rP7J2aGVVXDP2fyUiXc7blwF3ajT7i/iiuZ6W9TB3mr3Z79DhL6dj4IQ3bKoarCkNCa2kozmqIrUn5uoXbB9hsTtfjQvIUSQ5yrykGJeRFiheHC8DvNpNPmX9jp77h/4cXuhaqDOoS76QCzyciXzR4z2HxJP5sf3TvRU06azeaM7/uJNyHFwEi5y4ww17g9uWg+bJwFKBqNcQ9Ha/6AuzsjYv3NfJMQdW33i7tq0vnePThoolEc1P4lk47fM4VxizaiX/g3eZdCcLdnR15inHcceuyOg2uP4+z2p2hdwPqTDPQR6qgx+nFyiikL6JjKQFtNHFVQdaCKOMMMZJGKMviw0HilpHAao/5xjMuFzBJKjHH6trWXmpGmLz80czBWJ0bLTEW5hrjSD4012cw1XuPNU0gF6KK5TkWoqHRBLeWixyYNbOTpeB8NR2w2RuY0FFMlCN2rMA1GtMD9C+PROJOb3taxaT6V5tRUTBqj/31P03BnxELdZKS/KDknQt9KgCMG0wRzAnXpQSq4H9BX3+MfaLv5jIi3mh9Q7geqrn8g4RaQPqV66AU/UEToA5eJemDUni95aCss/fnphFmn9pk+qqqqRHdMLdSqvcvcpuIzXy70oDBllYd8m1NQP7WDVtB3arpzpxTGc2mayYBWLUz/On5hykeFn4GmuBiF95t96Gv56BfarTR94tRuNXUQ/cdK60PrO5rjxwgwoCWgTLCC3URNJqCJ9Bj9pR9tMnlR402QkgxPzr3o+XloB3pvcqcOA8ev7HQM9WjvhCMmmOLxNM5OjXgQ7dRTqWvoPTKZrxmPdD3g3rEowhNoIleULdQ+aIDZKkU4D09WjVVLvkzduEgoCkpoCNeJinAYmlAn9KA2rmhqD+9UR0NXFVTijvy5Gui6Yr5ArBa/TU0iQTP6AGPbffOBOxHdllOmsMml4ulYsNHPwDO7n5mGEWyQGaYSUcTYpl4duXVxXVn97civO/5vohV6n3pqzvIT/Y9KBet2cVjRJklNGoQZ1Ao8/3vQHv7MdDT/mH3mF3oHd6J37ckAjB9J6B3Xalj+F1BjeaQ/da1UMWCNGik5OQbaMgbu3CCMq7dxHy4zG3A330CNtCMPtuMefYreE2ZN+8xZZ/AV/F/xPwpIE8RIT/RbfRA73EqEUpIEds2Jkte1CDa6aroWLIbW/jRZmuvDqpcshX17geSTX2Sos3I+vfa33hrp66wuOAKb+x65CjvxRtikUuirkluvgPV3pKRzsf4W+dvkCW+EDTwFrPLezv+xtuucz0s6nzXtZNBwV9ugNEGe2Hsy3An36cj3Ij4mdfRiKaoL6aXyH6xzKcSl7Z6EP+q5+hJyz0iwvqPf1+fUQZxtUt0Ude09/9n2C3Wv2f72/1Rw/lsD7f2qWkw1B/J1dVBnVMbZo75zULvQ3CKu8Lv/t9f9ZJRrtJyG9S+DTNRtZBhP1X/KXzqm/BQUIqNh5Uzr7KYQIgVdIWhBfwvpGFjsK8t4/pfr4PeH1XY8Of+UDjjKb7Ctbpflds9AeayWBHneSs+swx+/th6mt+loUkQ31E30UoWW1KVwnI36S1dfsZbXTLARw56uyzg7RjQPOP5NMc/Bbllvd3xQZ50v3Z1Gb7oQkL9Pskgp1Y9LqBuywq2oFm1Q19UGRSGoDd6gzkkHqSytZJ6OpmPofHqDGiQblBcFJQt6c3FVRZ3ltepXSa4SyS1qxw/VGvTsaio5clfJfsjz5fOgrU5/76Lu+fp+Bzi7Bv0C35L/1AO9Wt53veesTm8Jl0+vC12jflWa2dXsipCXISimb+36Xbj5qM9mcMPC7Ys43WNhh+V6EtrhjpTVsfRs2OO/lEkq7NtxbVz+7xLskbS+nSImwP5u19X8KX10K/Tt98Xee9F1GgkOeP9gn/MGSdhxd3l2I4DrpOzujAl0Nr3OL3+Nn9wZbkTAWZ8N/TpGMdd5uY2eeBS9Y49eoA/Jb0jfL1+o2+piuPf/zzp3ZyI5pO+6JushwXHld7UYaZelr67rfFXxS8mo5ztSsKu7+jFgB79ffd/xuOfsJXjHtzPgH2ip6VIGdvfG6Ddp5G3dHePZPRkQsMNgkwjfSrIYqZLoaaHyNV/q7nCl7mOUKSjfqCGo73f5pMzEeNZN30f6Btnu7B+wR97R/+DOsV8F2KDrOHlhmIGRz4PePikMtzA+7pDFrkXwSzkpPcOVCLuSm/rrgJ0Rb+JcooVe6ySdBWPYPWFXbJ024PrfaED+t9FGooLxqrasdKSQKCCz3xMgKt//W6b+333/Ly3Ffin8xdmVDRuqwPTXPf53mMUUccbVfRjlJuEpbb/xccTu64NRsxGeIo+lqv7GrsLSw5D6Ubjn70O5pufod/VCfVB+1aPlU836lLyPOdlV/D/79aIY2qgC+qFEDLdMxnPxnrTSdixjXUVX08sknbb7B92V7pJIz0Qrb8EZLcMItlNa4Qnqf/z9eDae1vtlkD4uyvWtrovr2S8r4VI534XajytbjBne/lDs80leHMSTfTueE5Mx+8yiM+Ap9xTPnf2yRFaElqinn/2VF9NCkVMvgb8jNNYDbrhkxTXZ2CbMEaf5sNNPniZ/4+iNZBPmMD1xzBBca3o9Vz5wvqBzGePjf3IJ55YCPbaCPhfhOr1N+N1oSe9Ko1dJI9dk1z6M+Bf0ATyr38XT066RnaBvRLh21qIw5rHLcYxWui/mvh+gnufKOmmjz8qHmE2flRdhs66hB6CHjNJ27dxjHROzrrm6B3rNW5iDfY46LKLT4jlgvxZTVB7j+Rj4vtx9KamH6rvykSsarvaJ3orn0zoJgr8CT9dyOrFejFldS8RPS0L4McI9v9rp6dIJ7VwS9b8cvaeNTqQ76JpIyYErq+nM0r+X99CfOmFOufKZ9Z5f4OncUb519dfT9U20/HpJgNTxcJcxO9sslXUz/Do/frdaIl4telC+1LVcBVxrMIMujTuoJvrsPhyrkra7Bn+gB+M/ZtRrpYz2vDn6iQq8fw5IY+fuSKC362tyAj3wc/S3h6ibsvp3J4d1L+deGRTBXfSeLmlX0Wr7bakEeLo3k6ZqutRxueUkmMM8Zw+msfKp3FT27eGMulG49z3HufbKefzf1Gitd3HvPkF/HC8L7Ru06i+x77fulp9xbnauViCCfcCc94cxr+yBu3atroj5wQrMAo8jfRrO7gNtr/9XXRjns1S3h19CHw44/lG0QHVtdxaqrsvo3jovxoJhmL8eRc/PrCsi5yjO+4kcjQRB6L2jI8REtMMYzENHY47oSYmoZFrdyZVR/6vbysfyt96vdkoF9aVuiCvLovPoNJhTfwweljjSHdDy6E76Iua4a9HPesl61OAUXV9q4X7tostpu8JzFa4svrarP/eiPlOEWy/6KEoop9cGXXSk1x3/H4oOUq4jUhqtdV0f0ErbHtnP9dBZkz/C9ktIixH+p8ZhvrlYxgX0v1Ho1XYP7ryu0/K9Th80Ti9zzdY10f/b6bY6lqsOniA1pCV6/iSwafv1vc4Bd9EYaNduUDdThMpCl7CIfqX9dJU/g+bxR/qd69FRmgsNURaqQQk4IRfl1tD51AhFHbhr0C/Noar0PrR2WWgJnYC+eSg0mx9D//URL6NL0N/9QhforPmecvIhisEXqHooasPZ2UAqzI/HaPvOwRVJjmcY69vSUWuMLFNxD2XTb+FOPCu9eJBcl2/BaLz8P7eUd7XRTV3suurqqHfoT3XT4AXBCaPdd9UNckufoOt4HmyRkcFddKrgBS575/2smweH9f1CQfYt+wdySGboB1JXD8czbw56fFe0wniMHhfxDE2m66iqeCIUcb5h7sJZhb1/btemX3gB2r0g335BYS/8H4L+lX9w39lV6p4vK4zRPznh76HxtY4fpKYFfH8hnbTH/VretR69pbkS/aveIQMkmYvwzMIdJOnBT3arI+gFTVBvfVCfx8J9f+1vfh8MfaLKiTuuvl6hskJTY/fFO6T2YLQvjTJJdWLEh8M10qVd4dfvF9a/8md6qNg9Gsq6fpSN+PVs+9a+jo6nTWadF8/vJogvDbrofEs+cP/HTZEw/y2Ov97ZB2CSlIO/E8cfY7/P4KcBSYh739OWmxz/oG90rQS+74YWaYR0dk3Ak9SNOz8v/Bw6k69MStcOvQtPH7uPWzVlv6FxW13jfsq7t1tx5B52pM/0VdRGRHvFfeDDPfWBBKKLfBAB3guIdYzk+jdKar0ZZ1pDp9Mf6dbahXG2H9jgBpVEAt+/97TDOg5sF7d4didMhrtI65VyX18GO87r6iW/+Mpsgy5mHvr4NmVjjZRt6QFOzmjMi+y3+h6jB5AWqa+/cPbiyOfsg+mPVc4uhRmgrYuu/4ImYzE0fT3lPMb0lrib8utxOh3a/CtJGLwfeqHP9Thp6vsPDeCOiBdFrHYCLHWcLy2DL290aHgebrMc8UMJ9OBmfs+DRgFPh7OYRT6BBmwZSuVztYA/Dn3dv4T9BkJx1w2MkPZdiE6qpgr7NsI6n5RCe6Uh0iLg+wmP8XT/Gc/cnXJK1vAdtNoszLUuIr0lnjyeOdZYzCofS2PPd/7Czb/KQLO5TRrq7HqbeJAUrl6o/KtrlBOOR+7b0CFsw0joLeeB/R+3ccSt6M9294UhvFTG6pxIyamOqPxow3vyoysVdBF/qmOux7hbZwfsf/CGAf9vY5hEBXfUfejMrRTx11ufj6V+v+qlXh1b/eTXvf7LZiyFIZ34x/yRRUTZ8LEKTI/aXxyfFI0Om5w0y8SEdf6OY6PJBJtdE7PfuOi+Yfv9aliXr5hPYb07Z3rQI9/Xrz3w7AR2E/O387BaXzY7YV/9EVafSdCGp6TrxhhFz4Omdaa/KeJORZfMetMW55EfVrHMZrdbU3xIsUPtvBpWwgfm2cYMovNwTZ7GwzVdNj+a7kZgi3WZOLBm2pUmaagtfUj2m932a/P2jNOGO//4OhvSjjpfF/yHz+F8pxnY/RF+QAzrqIJdOfLzJ9TILTOLA+u3Mw92E+yCwbAY27/kjh+PWgSsPbLrJBTNQK1PNktgF9Pu0maHSU3lYG2b7nYhLzZ+b+37zWGHzg3L+WGz0e9c7kGORVvMQbRcUmpnikEujfPJZsqajW7GfDobGXPDrDbX0ZKxaKM5YsKvPxJabzaZb8wcU5vOmE6ovRmo6Z7uxu7rqM1z5jFS2PlSQCay34ATCoQLFuutKPk59TbrTErEG8BCfDmkvtt+oWEx6v1f9J7e5IoAp9DHmK6Y2WamyUplcW5JzV74H7m/UmVMPORVJHv09vSjc94hjn8s4BqCaIOZb7oY1JH7pPmIjjv9M657jfsKpCSovyD6ymn9IPT1oGeg6Bpsk8lMDBpm/kP9vEXjTQy0wz/ov0/NQ1y/oiXmdGit3wroCQIXjRbhumea9riOpyH7UdOzEZ/r/hS20VvmEa4imrNuLRqs/C6K9gwEtXrCTEIf2mdyoa7eMtHRkldMaZzLLZxVEkpIT9zi1ENsGvxM/QtdNXPRAploJ/JioY+Uxe9qIK2zs6fmWyixx6RwVspkcVox8NfR8X/duAMbUAU+jVh02LCsnwbnkZIumLioo4WQH5gSOL7NSeT4XijcObfNXzjCWhNi7pm65gFq423c1QKrr8L9J/Q36s/u76HJ3puBx1fUGOc70z2C/jL5QjKiB+Wgn0xSdwl3JuQNg/X8ting1HrEI4mglXZg1HnkHm2ET7inu++aGbQt5IJznPvoYRPRv60cTK5wx37ixE+g/+zDiFEfvcDuNbDHTe415rp7CO6nR07/nxZa+mIEtR9EhexOn2aMWUd9zRQaQu9Rfve7dNzdA6kx0O807jBPX7tjfqO8VMLX98KPpS+Lr0wxM9Dcd34dlb9fcZ0T3TOdsSgJ7taklJESoB/kQ31mQptmQRu0QL97F2eYkwqj5U6jZbegN29AnQzw7d96DlJ6joVx+gb4ttsM4GBqjRaraFrTlxizNppsNBW94ahJhp65D+PrQPSV6L79W2zvfgwtreUKMbTdZT8HtMi97He84f6WwrCdpQHzSAy9FUHL4Ia+73fM0r2D/3Lo6LSuDIZCOkjbnfPigCFE1/ZX1tZZQOLrrHoLWGpsy9YdLer7KOH9fQG4nWB48cHutbY6yujQRN4B51B6NxhgbG3Q82F/h13tmLzHneUHZ/+3iuzBCKnIjXm/ZZdgSFV1O11bl3fV0f+6/taN+YugnSIYHY67qrl2BbuDkriqBk/RG4OLBzfmMIRgjImF2kmGUaI17riTph//hTRFSTAmHsTxHxu77uk9p7ezMyZ5+/5IbkNH2AtwE/ZHCmX9YnzkuVhF3dUstYoSSnR1Sl1SlVVN/sj5Tuk9vQoamFXo/TbGkEYEfLnUgziUTn3BZXiXus0DqDLPhjbnLvXnIOrId9Fj1qC156DfDFbF0F8ZT+Om7N+Xj1MnXsK19F71jcSRzDiHwuqmKiQn6Ap/SGNoEzQ6JfkJf6FOQPqBM4kNw/CZ2s1TVWMZhNZ6KJsxN0sGS/o36jM1h7Ph1404GgfLMVrJnyEttkrF7ziSF7moJjRMQzFj+QLPvfQYL/PiSVuYOuCeSEW5aD+eBNvxBI2LvOpoj/gYk8qTBytMRVxRbdwr/fGLH1A6Ne6frLSMyiCWESNyJrRXV7RUFYxr/dUsvml64b97x/4+dg0tDeO+/AelUSVVL66i4nB7vkO9uSQNwPPuC/w2rrN/bxW7VtB8ixnECN/6vyEY61JSWzVfKd6vckiweluN4w/Uds6omL7GsdNROtTQ9zyEOuNMb5u1KhlN1O+SB+9RZjqjCkhEeNtJX44BtoAY9bEuIFtVHMhPJFpAuU9ko4oI2dn65zkv8puoqtJSVVV91ed8jsPKfAd5BD8Pvegzfn6JsJ1ca8EdMNO8e8DCFUAdvoPwE/qC/zV/4JkYHffLpID9XyP7Sx0a2vXfwRzTkXPwFVNXwspUh/seLZWVWnN6ScqZOYE8VZNQqg+V5d6qIVq3l3xOWySJlEK/biMFUH6P+Z69qInzTEIfY+58BL1tibG7U1021dDXNH2LOVl0KkgbMDrM5ynuUmbB08kYnY/45r4nUD4RRusslEtV5b9xZ6VwYhYXjPXLYmY7nESSYE75GVXAqIyr8JXJ4qx4z0ELqCTOIj5qLw/6S15nXWdPjD6ZcbfONJkpL9fj/DwMcTs7vG38178mpUbo/bnRl9ymI45QiOw8wT5TGOd6x/Q2oyiPaYqcPaaWumMmq4oB63/fMOD/bURl/rLZDDHZqU0of311VKabfEl55E5RwLd+8h9RQFeMWnl4kCM/ecn9//tIxOmHJSqor72SgWsnbeU4LBHXoEcMhjXkPDSnnrVW0bWR58NjxboPC+E85ys3R0L3MH3ZtRhu2Jvrwy4YA9a/p7BTbnXSajv68a3O3DA8WgZYML161GBoVfdLRvUEGunzvtSH8uQF2BuKGXCFYQst5cTW+9JfhLeh+d+m3pZAsPaEg+XtF+AJ5rgPrcUC85cnsEC1g23vJ2ja++sn8jKwX4nehPrfJvvVEv0t4vc8dvVIvusbHo8wZ06rSwZYF2++giVym8yTWfDX4lrjhtMNvwweo9XuoPa955P9Jc/bi/2wqwfD9h+4KmOh2i8vh6fQ6S+SDQjt94Y7oh9V9a2vPBEapo9097On6IEroG1/H5aY2VJE9YPVPT3Sajl9dPlL7Z99BXaGMaFrbpz1Ab57LvEL7z67fjGm/kctFs/uy7FhJftJh+2t/OL2WwH79m5YZt6CBSUqeIpRorSej3AQbHyLJZNf3WyRpy/EFZkGW1NPhK20Z1fhWxHsRRw57onoCfDnw97vWVEYIvdeAfMwVgnGrn8hRQVnYA/uCCtJuoDvKs956b1oH0YBG3RcVzK9yeVZP/XqyObKhx6dXXv2b9uNFmyoG4JBp9Z2p2vW3fUp6QC2TPpxqKb8MEL9jPL1gZP7ia6k2+gs4Ly9g4bpXHh+NNeNXE+c1UupnXIxnF3czzoWPH+0ReoxnMMxH847X0zzxqI7e9zbb2AfixT2P3zq+4/R9R2MhVYaC/+R+hBM/rtQW6S13lo/k690Xsd+HKxTwv9Z26dFNl0Y/+EAx9X2vsyKK2wH6+GX6nM9Q6dgI+9AT1BJB+4fuFRXwG//hG2xhv5Kl3XV0DGDquE/Fw+yX29LpYsE53IFu/4LigXL9TldLThVsH8d9MMMPhqYYzLwuSXQF02BhiQYM2eC5mAD9Ok/012TF3P5z6HF/hdz75t+GuQTkDer1BQ5VkCr/7z81FRQCko1sX4Cx7dI4/j5dEFYNgtifCkokeOYHJXrUOP3w91+Vnd0XZbJGA3slTV01t4/lunIGaa3oJ/Z1O/9rj2tY/8fTYX5iZx2nmY/U8uge5JU3Qx9oqdwnoKF4KeP5HmYS13iXKqeNJCuKpeDW+wJr8J960j3QlNywSKZSbyyB90xFyqIcass2k5c1xFLr9u6sqNvJHKOeECWqFV6YugKqCd41mULOJN1GHk6SB+VFZbpcnoz7Jv35F9dAn1kM54LhyRI/xy0D/fUU7kU3F02BA2QwsHevpNG293jNqq/Q3fUG81T+SZlDAr9fiBfgl/RWS+0ym/V0OVw398cq+u5GklDOezq4ortekuvCqqja6J8Hv0fRnW7fuGhKqEP699Dj9rGFdZ3i+F+vSORIwT3hA3zwV2Cpf7ZEjmf+/2AfRgD3FJTiqHUObFfoQ9fog8/DwnU8/P7cBsVObbC+X8xdpk8W+bVZhtXn0kJkb6STB91faovYjaRHDPZRhhztiM9gbY7ER6za4xdnrayO+eHSPJw7ecP//n2VdRXMPohw14Z4ve9gi4B6we9z9G1ET5dE2j7DYqnsL57UxKpwBI3nwsO/VZhQTwNvGmBXwwkaGdH61IY56Lp+5IL12zv6odIz4lnSUw9zX4JxFUETxb7LGmHWf5Hvvv/bevecOD/aURl/rIVM/bL0kQ/7/stz0Mm2ArC3z+vgiJ+fCAq6w+K6CywO1x1fvst1VCRY6g8L9fideu/HZ45Vc0C8x1X45Ukaj/bvbiP8kRKxaeoHrTim0wFaoL4ILrHzaGrnBiAXyk3/wr9dCe1nT6jaXIL85UCNAHpxWA3qqp+JYv/2PoNQ2P+qAYd7Ls8S67AclaCKqrGOh/SnnA1WE8vmGAZBukxDURaNbquqlF4bKKulEg2UV3eRBW5DtWVjvQXxVObKBm/Q3sRbqILVA0l+tCmCDCf96n0tIjr00aqzwu4Bj3m7pROusNumJEeqe5k0Rjx9CpVaMwfGSmbHDHJVUYqxVsoox+Swuo/DTb6tSYjRY6TNJ/6UkbU7Elo5HvBolJIjVVJpBV1VUVpMlqjFfCEW1mtqmpF4dEVM8PSqMexlFH9xs14MNXgCuojpHeFZvYf+LdggajJNv7E8Uc7vhftaDfV4d8oBbejnjxU2tEqlY6+UL8jnpuaqHZ0GNKXCPMrVmXoBrULwHlqAvtMA9qAZ2kDugj3Lr9NP7H9/uEW0oh/TBm4C0Ki1vDDYx5fpy30PpVUnZ3vyadWm+D3kXncExa2w3JOFUR8rNi8yvLs9+e/pJa0mfOp9+kBVYJF8kuyWEtNYcnPT3Mxo7Rxo76kTOLJC8REtOEAWLamcnQ+T0t5A5VGXy+hKsO/aB6r0yhRkxaridRejVYTKTw20l66brrRFmjzS5tWMNM3on3cB+kbaZe5rJJyWlOQ7iobL+X4gehGO6kd3+DMsh09tBv9xT24G2WWblSUf6ebyg0de0kVhPgD3q660XqU8cd6+h0599D3+/N6yiDxpaq0RZ2sp/J83azh7aabmQob03oqR6NVR/SU9T7EUOvpAMXhjfQEdqEDDh46/hY+QF24NN1SB2BD30BL2KbWlAMUHq3AMRbTh9xS7UdP+E1N5cmw2hxGempqTZ+gHzdD2BDhTrqK/js9XP8dTqVVS9XH7MBcrwx9in72gQwnDwqSgtwH1rmlPJy+YZtWxZfrwQqqwH9zF07J3dUKey442xVgFEkQm0lrZAXOajStcOBWK8gfG3kFrVGN0cMTSln5hG/yavSg1bScR9FqYBWFqH5I+41+UKthyZ6k8vBqCkQ2zq0W0y1eiHv3O7T2DF5ClzEaZuPedncJhN1QJh/C63QQfjbkW9+L2OrVUUcGqWE0Q6w8hF4dPbT1VzpybbVStZCf+IjKKd3UcBEwntlqiu7KQ2ku31NTVFe+YZ6qqWqSOsldn0FRtHdblU1Fl+bgaFlh59uqglV7VwKMiP+aXbBL/UtDzW3+i/KoB+pfCo9kmD+WwEzQ8zRW2n5D2vNds+XQzNi9ereDG+ZxvpCXStv3BwKf5cH6N0mOp+l5cK0f5BKYzxXY+JdAZ9BM3GoX/uOHuoGzSnkptLUpcLTAZ/EjzMkJc+xLznfpL4vduTqWtm8ZHZIL0Mkl1m/pq0rrv2EFPapqgAUV9f32svTCDCS+6wfw3qu6m27m2qd7gWl1CPoJc5P2QdC0IKwZ1NJVMtiu9nbLGt3JFTiXSUtHzGSTFv02ibNLShw8N7aa/5CSADa1hHg61IYl3G2mISUtrMyXYIFOG4okcMvk+WjygvxodFqlhC3kP+ic56jbarWprgaoyxwN93I03J9jTAjno354Nrc11000jJiBtpR5prCUURMlsTxSZ1Ru2a2KSmE1Hr+tSxNMHCqOK3qX7/MQzmzWYyaRjq6bwPVPCZ11NNlpO9vwOyU0C1ds5U9C19gc5WfX3XgxjouoIZxdZZWZ6n11UmVX1dUZxH/nE67sKg3PQMo4nR1+I3FJdlVWZQ8AyWMVOQ5wIm3DEfI19CA7nLQc2r9ELeAs3Pd8VvVxYl68K7XUAPoI+tVe6ijkNVIYfi+/Etm4loqBOcgfsJd2hvsatRsjHDJJDIycYfFkKjB/MZ/nTlyLl6obHE2nVenVAo6vFvNi7kEr4LsdeTHXEU+4mN9XXsmijH5e76jOqe3bmFLXKfVnBCXi4i5IDd3naakDP5c+Dg14bF0lVBuaUP8L37OS/y/cT2dg6VgcoCl9/urQ2S9YPapo13NxFLPLwJQvODDemZ+H28hPoJ5X4jtarq7ybS6mv8Md+51c59HqAn0HTFHfYe61yFj5pJPyHWZaO/g7CkMb9elzcER35mvqnEqk4/Gn6jKejpMxVqcKKHNcVsEddOVAzb/jWg473nEp4PgWG/iWE3YM8qbkh4XruB9elz/cMEvJojHcn/ZJTVPYk/IFf0X9JER5YkzRQqVJoaEHbxjw/zaitv+/RQLHzyivjnKwVXllVq+O2YpfE2t90gMT+bPNH49VxOmvW/9XVTYpLld4MB/nr1Uh/kT9IaukvVxVt7kIH0T+h5i3fwVtejM6rtrIMsT8sYrjQAP/NXeU/9QJ2hHUTR3jHHLV+bZbefL/0ltLXhUBpnIrHUf1oW3qCe1SY6iX60s9lQ8gfSqfo6lOmCY0vMNTn8EYykEt9RjwFlYjuQP9xsG8HP9nDF01NSiIrHTR8W9TMR5D4WE53L80XMUwl6gu+F0PtinbHX+P8XC8vDQxUqTCLO0xV1ap7Kr5p0MplR8+CIhFjL00kWPzO2oDx6ZY3IIqqdy0X1LIXnCeG2YvhWEyWJx/3INZ1IarUFHMHTbw95h7j6JbNFM1MbPAtAZREp6FEivc1o8YQ8HPTlFzziKDuaTKQN9A59MNc3+Lb+Gq0tBQjPdJ/riIcxhPO3gPT1PHEbtI//BFig33Dlrj4gvRlEtzDNXL9JbG3JRz0jb4TTkv3Ew+A4balL1YY8LkMHxOPeg91H9r8N9V0KAkhD4kHf8D/3OKx5874TDHvxUaC0Rq7gmt1xmEhaUm3zHZoZFIzZqPwp+CVItujv+O8sQCsQg87w/ZzG6+IvEwEzikinEtzOMWIS8WchdxeyrH3zlSRIjBE7kY7wGDzslJqaWZwIPB69oR0mk2/Bj8LfQnNmyB2D353UkLw2AOUt3UOsw/J0OuB6vRVS7IH0MezNtpMA+De2pyI7bGSQuPEqoz7uFPpRZVYfs9w/7OVw4Tw0WT3BF+8TAQW+iBKsJjoVe4gxZvxvu4EvRgHmyjLS/EDXqbRvJDTklHVFsayn/ST/INWv4GuM0h+JdpK7UxSfkGxoB46gZ9DskfG+kEXYKfD73Ao1HpDQ1IAkd6/xlty/hnUipyGRUCzUhBLobeX111RC/6katAC1ORHxnvSm+LD7hiBCgFPUJ+Sa/i0nXqw5nUdHPflKJZcBnBfDpbDSA0F+c57Kuj/5hSft8gLSlRwRjVHmzCSkHq1fGu4//l/PYaW9yleNILGsS/KTEtQS1tQnoR1Y5dlIC7QJP6PuJ1eRJfewYrKBcb6s3LKCe3BxNJALaXkjMgXaQONJNuykaDoIHKyB9BD9OUVoQDgWnHdtj0TVjazztfmL4l3zjW4Saw/FaFDb0ibLKkP9D5HRa/2KdzL67t1/vS64PQFihYMlvLjzqPTqqvS0qdTsfTOcDVy8EyFctZ858dIPDzpj7+ngturyR1vlUYRxeCjcq+aWskr24CVnNWHiCWXX+sh8NmllqP47UyTm5Lf9/x90BHcQp44Ph34b6D1fiUhOGm47dCWo7glvAzuPxzxwSfkpPoL8moG/xomD/fBWPeafZjFCpAmeiyuWNuQAue3RhTjg6Zj6ADzkBhm1Az9fe9S/Es4on19zynhMVyWqhL8HI8+5ZDrgZ9R0KeCa2CjXkQl37hsFh4/K08GOj4jfgntSg0ZSNn4XHIz6ttbJf6Sd2Vv1VBlV28v7FYj2cHSVH1hFNB//CduqE6gkcXxrmn4d0miEbhHOvRdmiqk+G5NoRrcxvxnrv9OvFJ8wuXwn+4pM6r3Oov9Y4qycH4P1PcPfh9+sOsNlaL0YaO0FVo8Bl8ZJVP/5AbWorPKLtydH2sdTWx0iKfS8KLzW+QGqgM0Pv9qKZTPYwLJ02Y9m8FjjoqKGdQRl0+SIJPuA4FrQ064roZlM3lVpeDvnPdVwMla3AiOa3dyqjWyq22SzbxfjvVsFG76SSeHQtph2qh+qpd1Jpn8R3o5HeDee4mD9Kg1J9qAvwsPJB2B+BtzsXXMY9rrapCA3BJrvFYxH4ArxuKu8/O8O5xFb1GNedhDte7yf8FcL6d9D5Hjp/oJ+RXhIZvFS9TB9Qf/LM09OU2R15XWUmRYy4lcsKbagxm6rtUWX4XGjv/Eskxh0oeAaI7fhw8oZPDxiCcnCLGL8B08wvNkV8c+ZpZA38qeWLTKJ36hWbwL+QF8XS/2C/QN70Y5cQrTZXweR2hn26G531KbkjtTXvMe+5RHTxVqtPHcEp9QdXplNnJH6k77mHuzNAHjfLtP/IZXE3UUELaTH/jTl9nMuFp+CUFo7e/TSvNGG6NWFm11xTAjOYf+hDztO54xlrZoj2kFvQZZgbn0Atach/oNloAvzp+GE5JR/6cPfJTzJT889phhLZIyW56FjV9qVNCpS54/vqXqIpxqAn8itQR8+vcmFFXxdi10VSlK2YdV8X1baBGCL/ALKsq8lZTfrahF28Y8P82ssirI57+WsYpj1yKXx2d/OSSUUAdP3mEvDqWywpYFv525KQBb9NGjiAVcXptiQoWa6+0FZaSnZwftpZZ0Ir8BHtBR/D/X+UTvUNWyxbaKpMwLzMyV28Vizyy1YdNcB8hbySsIqPUYNkp9yFPljW4uo8C0CdcPAzDpC7sNn/QcHtWEiQXXBfxpIrt7PLQR0rwdD1MMurId4IYKDvwjB0oY6W++kluQib9FeJH9Cj4G9nmDZR+epz2SAllYABaArUwf0yG59K3kFeCPbSUnk76GMe36OKTwuMm7AfXxXDguqlhOjC+L8LVValRapWKpf+UL3CtWySOqiRvYeZZyzVaz1er1GY8K7IjTAeb1ipVW/0HuQ406atUGJKiFVrLYVxBN/lF15ekckwSoG+N1kkhf2dyURwpppOg3FNaYZLKv2q6JPXDQrmHYyeSXyANlX/gL5RRjr8Q2vmFqI+F0NyvD015Fm/LdzID/kwZxImcNxqOwALw9kvD7jA0QPrKdL1UWXvYBe+3kQPWFapIVxluQ8v/KwskSI+GvEWiO+8g5FDW/0pHoxe9f3ASR1wpMRFugRsrGfRJsWjjOokWCiZPLGJsgLuFPpRKd5XCerckV3FlrayTrKH7Kx8PDY/JfN+ey+FxWubJRPS3s7IRVs4mMkcWwX55A+mncU9eh/8b7rLo+rREjHtOm/WR9/RkyIfxn46itso6a9svSU5nr93DYCje9e4Xw61/f4rSh8FqsqLeOukfZLPLs67p39D1TfatgqfypW+908Nwa6HOow7P4QpI95Am6h/0o9lgSZ5vq2rtCd/VTyL9FusHkhM25yLyKcadNLCPTZYG+A/+O1Q1wyjRMsKdrCwM+FgbzK9/BgM4qNohfiZgj2i7h/QDuaIiWws2COVrwE/qsqPfIOAvPUg8OB8abkYLetN6+iQP3LJJu3Q/tNF4yHfR/jcRbvbrofdgd54WKq9+9v0PFRVclbNcWVvpRfbfiFAEVu93ZJZj03PLVekAFpwWjDmBvguL3R30yBlIt7vb213N1jpvVLnBkd3o6eHP365zPSf7YQc8BlcTdRmsT2IMa+7aCovpxypEcmDen0iH4D6zXxO/H+79r4d47oS92WD3kzyJsD6sWel0DDBxm5pDF/Tb+XJJuP1jrZXRey7rnLd1EjnxA/Iu7iS3DNBv608QbnYt1GFfs/cintba9uJruEcS69voy1edPm73obT6Bfu97q/UDqR14AbSGKPtZh//j61T68C3nveEi9d33o7+KZJ3pC1Sw/Jtd6ZZZtLA32COmvwUE1rYVeZvkxRsZjzYQF5Y/RM5X9/oAq6QyLd44ZGZZfLQ8/HwBSWyciKVlbPyt2jH8jKCbzsxi5Rwk5AfHylvk01p78sLw0Ruq/PqhTLEtRF96h/c859KBYwnYGyotzhqInScE/lXM5EtSiO+jyeGojrcFzQJTOmy+hC/HST9eLEiaqgm4PcJJSu0HYdZoPX+FFr9Zs6Gy3/qUQGbMVehK9wXZ/a3Gi7bYZnprkZzAZkiVax2EJq2KsAWNQsaxX5sv/C1VlXnKhSGM2Ya9N9TwPZDwBr/ddY3ZOLp1ADHrgodXiFoIPeCS1/ii9D0DoGG9b7f6rV4vNcMhO59t31nA9rjeDTctITGq7O5B38rdGGt1CEOlhN0Rh1X//IlriRj9T3yYBn0wrVUIXUcethP1EjViVOrfyWG+pvt6oAttJ69KwWGwe3RVrql8vrWD/TFeJkVmovisHeMkjqSTxWV2pxLxeVvkD6V44N1LZBEHIcHyZccj3dyVmrIdVz+74++R7kjRBuTD34wpYE/n4qpejScKlAqlUI1Zm+ZtGYuam57AKrCnQqVg7gMNPLbScsNNc4s5F7UgWqrbewtewbSwwAL/2JnDxLPThfWv+/sdlGC6+LYNn6DUvuVrgVXkOI7qARXDK66au3E48HZL8rYtPawzhww8e2OS7AFxPfhJmoooXoZDAotl8IVPqci+lAhOkZjVCzw/SlcmfOr2vQXes9eaOqG43r20s/sUnXpLCwQ8dVgs1683z+qDDdX7eYBPBf6Z9sb0nASrqq+gJahBGWQiWoeXVRxZAF0VvNQxuJnyajm+mES7h+jYqoqeid9y40pJ72Fu7YdUnPzKoweb/MR6MyLqK5sS06iqtAiTfLDXmXXT/0mX2HOOItWSlpoYLsi7TfMAn+TYSou8uZKLzUfs5rfZIj+nm2eH3CcSlyNytIMukJn6C1o28bTCPoNvX8/taRJ5iA31wXlXWjjfwO+hc3vNwrDGwb8v43l8uqwbxTF0SfUcmeN4Ktjgm7jk6Oy/v9tP/nXKCCXXqd+lV2OHIuCXwvvq6hgnk8ajWdmDzyBfsQz46n6WjVVv6leKj3Slzr8crS6phPCH60ewaozWoVHXbZ4Fzq9r9Q0lUX14c4qgeognvSJofmRo7NaKUNhg2yk4qscajjm6adUKrmD9M5qsUohNpzt+ONUUSc1EBXUCLgK+O238qNKAumcuuSkpIdbDDcVs4t8CG/AKm3TEzm+F7XA/n/BHLS5POQ+kMdqm9JfrD/a8b0YEBDzQtQsPVpJJJji+B9Hmi9qMpdSDaDzf5+bqL+gqy/JK6Flro10i5VO+Aeeahk4MbeGnCk0x4sKfJwVb1QteCr35GKUjVOpwkrxV6oC8lKS9ROw9c/TDicWiKLWhskJULdFuaRMIBuGobqT/i1vIsU3OBoX4KLhUFX9CLvgF2o1bJw38HR5Vfyn/kCvqcnr1XjI5011+U+F4Su/2Cm2/jD2z/9PjQvKpPrzJGWoq5AaKZ6pQZ7QjSlb+k0uGka4gHC02g/r82iurUpCTqFiq7zo5eecnj4eNhcbphTr31SjI8AavsvtpDme3XPU9yY1/uNsXixr2KIw5r+jEKZ0Yu+rk7zmGSg5rbSUQFcIkvOqklLQNR2FtdXTPUY4/kIntlulhoVIyafKvwONVEfUZ5ghjFTWfYL4RwhHqjR6pMojPzlyVse/xCPVs8gHa9RbsNHVlHx++Nvxy0sx5U35ho8FlPDiDidROWEpfo8bwvoXotxk+E4otqkjZMNC6Md3uJdq5csJw0B1DVe+AffvHty3v6se0AMOVF4k1tafwtbvpAZGADeXw/W7uTd0Z262aOyEUx0/Lrm5GUY5KzfFXNBTwh+ZVXv8h7xgYpt4i7OirJ+6qTNjVKzOc+Ux2ZQJPAJ+F1XGyV8fsGatMe7B7zFW5uHGqAPvrm69kf43NeZflI1Fd9KWwNXixuHQXKIGlyqvbdg6ClgD9whM3Mojgdau76AF/lX666MCRgeNUHek3oU+cDHCZrir1sifshvcd+QzaOOaA71vToxZX8khVReajosSBzrg2So/tJ4/qi5g2JXQp7vIz9CQQI/K2VQX8eAOJJCD0HX4BMt8hYC1+dElm/OGfk4nFgxLfB5dFXoyb/5bjn9BTiAlua4NHUFJcP+4of8tDmad9g3/VqG/V/q90D0CvL/P7vz3E2CLVguWRGeF3uKC3IE+IQtKL4Ymwr49HUMf512QGjs6pAHSIkB/NI29SK7CZC/iR5AWiLhgNMnATKKDdxKYf2rnS9j2rzk4f3zwr0TU2R0Cy6D90/QkVPL+vWh+tegFJXbhfv3NWRP9t+yi0pD+5tW+NdIuuHS+WCf17ArrT4DWcBPVJzSaP6GveQBi6+GaUlJYLD+hHvyJUyoxHaZPnkFcPmX68BAw2T7QYOdVe1UHTqeyg8PG5fzUk9oizG7i8g9OSlyeLSlDJQ9i0VBqyho8u5prubokVdR8zsbf2t1uye6reIKKUys+CJYfi6Kh9HV3DCfdi9HmfWpOn0KvUo0umlsmOblRNjE9pDsmJ9IU3ULLdDFzTBE8g/82nWB39T48HqPkj2B/SakfnTeZ6YHZaK6a06YBlQDvvWSWwy69GHbh36DPaUBpVWmMRdHYbbz77y2mcpSWfsQMpSkNgX7gBuYBeTBOHOcxKi31pfrIzaQ/Z5a09Df6gX3n46bv7Q8P0lN5/oU7k0uF4PnfjFfRZO5Ok9X70C/Ec+zoramO6zPegZlBD2lN01QnpIShaSR7bL3j9EIXvYM6SEGzcKb/mqemRcguM9RX5qSb0Hevm29UEDQrUzgnauq8+QutHh/MdoUJwu8/oiCaQPtVE5OXK9Mx88Rvz9PrkCs+F4P85LwRlrA38mbTGzWeBzbz7IitDd0legBldsIQ4/mereI4EbyMu5TDUFX5xywK+ckbkLvjmRKtKZoQd4AW4B7l4KNgw4nYU7PfohcldKRdylvbSaU1BSI790cLpuOTdJJL8Ag6RG3oX84OdMT/SuFIP8oTdZOTkJUXOilh2AsNzBJKjJIT6AjuA7sm9J6zMnSs3yrRLzkztGxWSioXA9aPtkRrNabe1BAtqKAPuGOa4Vq+RXoiWqJakhdLcHcMpnxI+dEvtSXVhcYnLQ2kHHZtEpeirygulUQ/qA/2nwXjw1yuT2Xg0vI0qszLOSatRCwMbxjw/zZebf8ND77Si6SBbubsFNY2Csgs033yfvXqOOD3qwvy6lgn63VrHU9befkL33DyYDpHnP669X9QLEY6/hHxxLLpg/KyWOJDNm39THqJhEcRWRIpMiovGkIP4ZWrqowviR85DLU4m/wIHfuPr4D/6/5v14CcgusAu6FndUgLv5UiS9VRZcPPUO5nzATOqdTh1pIsxOzVY4n/K1Ib/fNgXyJJKEODSKKGVryLW70GskKvnFOyRhnTcA/Pgb8v4KuKgd9ajBFhngdpVBrou9JEgu2R5nixCXxkk4Ma2hNuDo2/HB6oByqZ43cNsv6rwn6B7gm0oS+3W+SzmKwuq0PQwU1WESFBJOlhqIM+1Bu2p6jiIB/knOouH/QhuTrIL49EaP1Er4HW0Krt5tZRRjuxGO7sohoVPIwikgYtcMKZHFW0cn7rXQfTTVeRiVJYH4C8B9x/m+xVL7N/511w/caaEV6Fu+v80hMW1nflxSgg+zgyTOZ9L0TkI9ssn3QiNFyvIxj/dFJdQ7slqbPfYWLt0mmgOUioi+o98q8EQUqga+MuuyQrubtccr4Y7yUPt+URWv4cnBcVgof7xfrJ8BciLjhSAliqN5ud5qQ5Y9aZNGCgu8AjN5iz5pg5b46bi+7T5qJZAkaWl06ba74dAK87K4Yjwxpt/XvPKWHRl6/Cft6Xs6i+HBEGPZMePyDWgn6H+0zFUxVVC3LxJsSmOyuLf1fRwB1bUEqk3Kc4xrPeuCynDFh/fNsU5WHqjOqjbqs/1UFoTPOqt6SUxKfFyu5I/g5Y0Gr1BNzRWmztjjql2Gu/TYwSWakBV+PG0JyOVIf5bfpZzYDdeTbS09NxkxW2Y0baWZ5J5+kc/aS6q/8CdlyOHW6ttEUTuLjOWbqoK/3KY6ANbkkrOIg/kxZoA2+5DWA971A9BxukHvmjMds36YpTIbZ7zidXffAfq3E9ygt27i2TAzqAYrDOF+Nlrr/VTNWZy6p8PJ6SIAXpNM4Ji3F5PYrflTFSjHtwJXU6NLUYF8Cv29t1GaEorIZwkPbGjvIV0x5ayPbQV/7jygWt8V/Snmuqv5S3hAuuDiy2ESEPXDr0tkIIZ1Mu+ZK/4BqwYI+RsDJu0wes8gxZJBHr56UzoRiIXnAGDLwU+PFltUVdohKyhNqbNFJDnaEwFICWIh6tVPEoEEUcPyt0Dzb8QE10wn9otgSWK+HbScLlfFFkLCSrS9tnotEWk9K+dw4kUJXoEnWHPs5+GcH7i184GvWTl0Nmx//6mfTyXJ5jwuXlzvDvwNZf3sFDsv5+WMVLSzmer2ZIPCml2+L4n4aWKA87eHmeA/wOd56+gX+ImjspFtMh53OkB2oOr6T34K/lKiqjr4SFXUfRlr7jDuo6VJzrcLztNA7Mezs1onWh6yyu4K7Kwm0duaEKXK9RSVVT8+GacleuprxoExpm5yXwz3F++I/xrK0G7VxYKYsUsDSNoQ2qLGyR9n3af6Gz+S303dre0G3sQG5KqsV/0Wc8Bv31HXPZ+L9/+4YB/29jnLw6glQJMP8U2spR2f8vvd8eQr9HAatUmDw7CpijW0o1zDOs/Ni8nJ2/sfKE/VVg+uvWv2clc3q1U/Lr2pJEx9YnZQgsNZ709+TkC2AoKxu6TMPlkEyA6eKs5FdXYI19WeyV7c4++rvlPNxEOe2yMc8u/O+/xP77U0PxPd/DbC5YT5Vjeogv1R835AbbcG9AajSMftGAsWoKddDR1DixsS8d/2VQTs1Qv+tyKqrYw9Eko8xSA2kP7+E7skOHyAq1WNmYFxkCYoFIrlKJ26yi21xBkqvbcB/DvTzGwLp3WX0hY1Tk2Eie8OsI8n6TH6Sr/CbLZZDyrAj7NfwKseciNuzCm8yH8o+OzRaJOfYrYSqOnE12hbbmyghb/nnooKbLBZ6uO6idqgOwQ6x/x5GfxfcSPuUSLIKpYDe8CSvjr2ohdHtdwBJeHvOhLxjvGoHwuPSA1bG3K4WeL4FIxv6xbwLy9vJJdUVfRajUXi6OcC9nI+uHx4MIUz/ifiqlTgUm+hFbFAgNXxZF5QMpKn3UGFhgi8qroy/fxT1nmURyngc2UpgyS8RMpGyEqYfE7rZ8SFLrsfAtDkg0fUheFiv4Wx6sVnBEWEIRp/ujmWoIC/l/qiX8yJCYI8+7LlFFSee77K///J2Bp2hu2Q/tbwK9Tr0D1p5ex8KzdaxrnHTwez4fjvBZvVHF1AOhg5omWyE/UIldc3ijagQ5nyuFKgA5Q+hK9zXgP8+ufw98G0D57XMeTf8qvyPew/m6RIhcU5sj+H4M6XM+Pr5JMoK7S2gsht6kyureuh965j75D1b9kvpuuK/PE9IeyBXoIW7D3QCX3y2XcVdG1w/xv7fLRzq+HiNX7A5bsDt/IVOVfZfG+9u1Mhvnn1g3QNlqupT0dQ3CaGj3Jp6DlFhBuAaE23RdfTjopiulc22bXeHefzAXjAFHP2i2monmirluDplzJj6sxz3MY1hLc8GS+pfJAbbrdr4imsLv272f45eJ6flo8oL870PRUX1PgcgKd9qETw0PoVWOIrg+Cw2F2w35Z2e/vpg001Rz8sY78Tje75Vy+P2LnsAVd3ryr06fTK5WhO5r3Bfjy9sYZcL6a69w/dfbkP1Dwwb8HV3kQBuv27EIt7LrBKABCMy7DY54hPrBet+UOqD+YSemwVQUmot95oZxUUf+i09LSuqnCst7/B8XwTPbu/dwMVpvKvJgzMLqmae0gkIojzpBOzmYY/BkSk3RuDl/5OoO7cSnmJ9k1IW4Io/jNuLdO+RntQ021jAUV0ueQXm4o3B/qZ/1kgjyC5A/cjj+UmP9cnC7HWkHdBALVAmnbH4d+Iuk6txz0ZvOqbQS4siH5Nn8As/FUVWZC6iE6jzk/WoOxZHB4X6zmJ6HrrT4BThGZemoSQH7dH/05s1mCuzRhxFPgetPRF/Sn2iRFKFowdZfrFJQGFzEz8FTM9AJp4TGV6vwJZqqPKqpektlVj9wffs+MDdVA9X3SFshTVViuKZqI1vf4rB4JS+m8PPQnjxhWcyzC4mVfuFS4l8iK+fD/5/La1VzFaSyqtVqPk2V+TSfdsLF0Vaq4t5rqrOV5kMn5gm9sKsKA/Enh8lb1ayAvM+fKW3Xzoyn5lQHrjk0Rs3JrqdZa5rj3n4X+phz3Bx2/+bUzslvTjlUF9WcwvCGAf9vI2pWwwfKK0Vl972k6nef/LrnXzLKqO34h82ze9pHhBsq4vSo1V9vn3QA8+X1clZKuM6AWVyRn2G/Kar/FptekWOoXAhrODGL/RLfJ3uQTVlU0tnUUlkN6RjtUhVUtpfGZvFith4hrWALt7J2/LYclhsZNobiU7hymI0lkl56o7w8yiuL76Qyt8YTvrwKcnlSXha1VJDUUlHHWa6r7vF06UlH6SwvhL68sHRUF+Usl0NeRDgZkD5dJZW6PJWySS2ajufJJ7xbTffDnIDYszgI5vceLPD+azrmhVvj8cgn3X1m/UdaVUbdV2nVOrUP/qujoIzR+8EbnveNqTCUeCblFnjHEtgeDzlv07dSt+TVUJk6q1WmMoWhgU8qQ/7p7VVl6huQYnFZhqkCsl5dhrXwMrBXkqrSfNmRy8nlF2KOGi1/Yub3MVp9Tij2qBpqsVipAOwrNswhnpzyvjJeTOMYsP4vM9MwEoZfWxyTp70QFWFtC5aKKh3sd+FxhCuqF2GQukF/qfrQ/jyAHIhoPmk+D1IRY67MlUJi/WWOv5Y94ctivEzX/8AfL0MdfzwY2PhXQG11kDPDwhsR5nKY/J5EXKa/sPSX6no3fH8MQI5WHvn3cHn+uBxFLNBDtA3932V6WaTUYfJS1RrYY2fqeA58hhlda5VOjklrVRHuU26twnBWtX4GLN3kuNqGsfMy5GYYuVuiRgpplqbM8iNl4WryLaTKyC0uTSjg5W3gee/pbcezKKa+Bk1AYvgxdHT4S8OVuY5nVszQ7/FkBOd/KtbZfQD2ShLcGfn1KtC8NEi7LG6kxgr3LU/SQdp+MTBYx9O5oTuICf1Hap0V/+kqmL59/yC1LoP/eUZyqlP4H7H0fR//3yUfvrb+xa43Two7ZjK6aVbzUlppNpuEiHc1R0xVOmHeoicmIecHD1hv4mG+/NhsMV7bZyPa9trzl50qPNpKmJwecmd5tkwY3mEPLjv+Nlin/0W4CK4KZ6V3eLI0dsq0VVXgp/SV96I9FaYBsGWP5Z+gXyoGHvOvSoa+6LFw56C68MtIOp4QavM+r4qxP+LDzvw7f6oycQn1pSqqKlIc2OnTIj2RKg0ev0Tig8G+o+JjnC+gNtEoFZ/80QnMpCSVpoqUG6wlj9MOaSgnmMsNc8d0ox/orhkFO6XwBS6oDvFAdx8Ttvt+M7OY7FlcJM3R+AIl5Z9g/ywIVtqch8jbsE5n5uY6m/ThJFwI2uFifIV6+M4drcy7za/QOX/E13k5/aYyc2muA7fM2XGxB9wxZ5fF6JxVDXGkGypw/0WhL/krzo2R/Cr0Jv24FheGFbqVSkoJaY/5wPRn+5X1vGCqWSG5TX1Y2v2/v97qudhh3oP/iKaqzQiPwP3GgSXicuD3WALRzNz3yVmckgdUYImmz0UwFwyX0kUFxpP6diz4wvE/99vDIC8YaHZH2heaUoPjqcB9DuKFribJH65fLIEOLiHutsTirDsJLZWAZulk4l8uJZjvAdOABnMd2kr3abtZaDJQSxWbUkNrlIY2okQV1FxplZP+hP6uJ1L9wc/9G/2CfGaPFm6FWL8/Z+fffZq5pn4avZpw2+CS4h4J1N/NQ91EjpaUWw0I8caGRlDiQ3pgPoTfhR5SQVOd3iMbSwg3is4hp4L6kPYg9shJvwN9Q1n5kMLwhgG/wetgsLw6hskanxwV5l7XPxaF3ZvnwmbWX3vkRNBcRg6WJfR8nFZRwVLxSpYDLYe9YqXEg21kvV4BLnVPzjjc6D956MeUREfEn65jTnRd4mJ+dBgzqeuSF+4SZkkvb8cq7ZTNqDPrJ5jd/eiysUeOXSzdS/wX73fcm+n9OJuhjvxPuG+8v60j//57fGXxk1omn6tfXPFVsdAUiykcJkeGZrBRfYF5r0XP0PBVcATX3Byz5fNSSt/ie2iLBUhLoo9IeHRw/MRyQ/mnjqAv9UX8equrgl6lGsgy1Q58ODPSv6XO9ERNUA9oJZ5ydfgbPC3r0VvUjUb4YakUgx2rIs4iEGMDYj/6pJywePvnrMCxCb1mgZSO0vfjs+j4rjRB12VB0GiJ4TqoS7qGy2LM0eep3LCuz4YGvZ9qx+mh1/gcaUPVQWBeKCbC/SMD9QS9GG3+IoxXEaWegQ4rgf4W4dnnfqf9NlxVR/oxIP2eNJU5ehTCXGjF6rIHfORE6N56KbV3l72Y2u60F/7b84edPfpuw8+qL+G/eFYEBLteZf3AO87dNtTZb82733g2Zw/y0tIkdJ/xvbhO7y7lhfz2Hz8Dtwv39Va5raeBzUQFZ+Qoas5+2emX0BrZ7aub2PpFX78/I/twDw+Fv0+6wl0Ex0ri2icvj8uSQs9zGHFT7WHG3+vn8eZO8mVA/gNot+LDBvyFfuDU0QOpqW/wA5mlH0gYmgbEvLC24An4ZRU9Eu0+IQAX9AT52Bf7UU+QZ7Ec7lCUcdnxX/f5afd3DHH2+zuHUae4von/a99oCcH/XovrC5FvMbqHwCJ+xrFXZ9eB9mu7394d1FxyfUXuSyx5B3z5K2HdWT6H3b27Z78ch5cv5Ozw04Tj3zNlMpw/VvukK2o5nkttcTad/fIP+aSlcLHRmstD/9cTuPW+/5wFejn7pd9NMlUq4qhbcKZP8YwIPP672n5lcBWu/rGzS+sOXMUN2P3L6R3oyTOksWidFsc8IkNVfr3MeechbL3B63+/+r6JA0uxpnWOjTon3TOHwS+tvN90puWw+WfmUxSfvVZutxngs11/hd+0fwESvyD/LeVBMtdbKoWsUG/5sBLuHb94xPC8xZEDWpPqzvsefeBXdGXxvfsxTU6GSjtUhO9/qFJcTZHUgo25tqSRL9VNVQMa6LV0F1x+rXJDmq9T8ky1liz+Vl3YI3kQD9btATyEtR4nqYM+Ckqnj/N6KhQ0gJrrAc734/qTlgZqJmyTD/l3TsltZQB5kIEHUHpqi+fibDC972mBiet8dWE+LMeVKRUNN1Vom3yjvobVtiFXUvZbpwupCjipFxnovAyQP3AP/SELpYuMlj7SEOPvv+hTBaSMZJPF0sH1OUaTmEENZZw+DxvFH9q79+kIW4q3qOiyBU+7GPC3qK/glCNZfOv43aBnfxiakk4a+XIttstwNVNXkEGuCniOVJB3VAX0446QSug/IXvxuy6m6yD8RCq7wlIrSHvpryJHkDSCP0/F08X5B9UUZdeGK/+vTAxFPD1RwuOxGDVRluv3nLwe8M9IC+VfojA9D3dMR/ZI33DEJS5i5PUgnW7rsmFjvceXNh8z2z14ItxlGxuInBbQ+e7xw2hOpiLDpypnaO620HC7WhWuTByJAz4RB7rKOD6MdlIXq9KS2onv0rNDc+L7lfIgD/paHPoIVyKU0aSl6IhnxyjQydw03yE8TR3pd/oI2qVhpiRK2f0ave/+XjF2D8Sz5i/ouY6oOOpHdYzX8/t8ir9Cuf68ESNLY/qKfqOC6jteR4vMcXrAxZAShhTKH4NUYLyP439P/8IfyvVlD/8kXXy5SeEqySSpBAQ7fkeqJAkQdoOrgV5YycEYlGI9Vlv5UWiaF28Y7Bu8Dl72/R1/5NMHffL/9fnfM5peBu9zxOmve3z7taMPdTzYWGK5zoMPB2mlLYcx4P6eNySqKY90xPEThPv+smcm/K/UxyzQpbPIEMyUx0nf0PRH8uAFeEumw70FDlBB5XckiyLK+uNDY8Udv6ov1x/e91APw9WTHs47q9PCvaM6AIx4G1hSRO+vTpb39WT42TAXOYewtcvGIkPjZ1KiqSUq2mtgiyg9BkxhBDQYf6hjeDZmg/Wput4i5TFjXSR14Q+TP+FXR5ktmN/2xG/CMFj2qBZyHGeyWhfSVqN1yE/TlQY6nMFgn1amCHVhh5xnZMtQTjFd+rj8OcY7jr/2OSzkAubMsfUFma0tC3wcsM9F8ZfYC2MqZiSjZIpvPf5l9ewa/aDANzbYP3YSx+wh7+lWmEuclHellivw/ZQC0Ew87/2V09B0FIKF9jRYht1Pf67j2/TdcOvhpslFsvvw34HW8DSeY4H7798G782vPwETGS3RELuK381H6MGPyvr3Ub/elIz6tvjDrl+Ir9cjzBCqX7sKdyF0HcMaJ1wXqmmzfu9w+rch0KDkDNqK8FM4fxi4ZXA/qCHQ79iUrnDnVGApq+k7ifvwOKTVz7Dzki/k7xfBmJbC5n4R1/0YfiDWY/5rw/uOvwMuSbgSx1V3tNxxtVN/LX2eLoX0arActKvDSfeFMlLtx1AThsqxERpHShCOv97C+PcBar4T3P5wdWsw7/ZISW0JjDE7KGs4LehD+Rsuvm4ki/Q15X07/xhcZ/2eKx4syg+luE4FPxj61bMcUwe+x78pynA7/uuO/2dx/y7Rf8oYnUBn0jN0SjDfVZIKd/Np6HV+VOLoxc5KAdc2Oari6wYqD/LCsEWS6Xx6BjjzFsnhjEiX4H6BextPla7cRW+EPAmuJHr7Fsy4c4n/+HUV+p6r8G/I1WfwifpE2zCpXufE9+tny1xBe3ueRL/q+PoRwsqw48eDtmKTrgou8JZ2o5ZdKLMa92kynV+PCXiCHUX6YugvTstmsM5Y0CSuQzsrbb9qcAjyEJzZdHUSY2QqsP1NajP6bNj7/znQg4q4yuj70kXX0kV0Vb3I1VIPCEqPXhbfrv9HuMmVx2VcXwbdhDxUh39/IZg+AYf9GWiBWXwG7ml+psmIGfM2TYHlrAqt5qN0woygj5E6iVpTDqe0BayT1Eiejw0vyL+n7ilxWT8y5NNh8iQJn+vPhQa4ArnRGLpvukp/iZxhJYOdei13V9HVA44utcEnE6odfIX/UNY2nY+nU11IK+HyKY+9+idOGmC/7s7dORrurc4Ib/I0dR6sJL7Y1E/gN0D4M/VRNvegmozSbu7uwzm4RrCxDoMduir8VnBN4cLwDhj/MLpgyqhh1EHNoiA1jr5QYflf8Nd4KiyRr9Hjx8t5xAZCfhdj2dd4kvwG/X46SBe4BlKKSlt1FXft1z6UA0eCjV2NptFqPHS0581n6jLllv2OZb2349+jPhwXmocx6gBi3/Bf4ezvhelf7s9r6DyXUY24L1je5zyCMqvCNIPmyEN6arKCY0eDTsXDl2vINeXPnz+Xv5QXuVWYnN7xr9IyG/Ih3VZuqi4oO0uy+ZXqxDee+3Rfgh5e21VLyrh+t+/RIMXOVfxLrOHn4byJpwJT4oX7RRyKCKfcnvCxWeZLu+P4TSWwZNPQdfy1cRcy7CH+a/tPm2hUx1nxX5f78VyEyeB6sH+ZZmwRV41QzXgdpxRPfD97wtTK+ldpJSxJNVQzfhbpxIMfJV0EyErvwr+P3BKYZ9qU9eFKtIX+Kr8ayB9C6sSZELPfIbCp5+EKygecWKVGr+zCbZ3Uw6pmqOSB3X+0L0aVuBhr4tJCaMAyIExApeHHhfbwH2PD7uowj+D5HJfOEHNc8qAL3If0qYOKsoM/pUXsicWgleZbdYMS0gK7dy50M3fkkfkBOdF1h9BfePCGwf5vY12UkFx5pWjy6jjHm3zy657/c7Z2fy4KhIYdDdPrgHRUsF15pZ/Ygx38C91XWr5xYmVko7HhRMfvFVomA1l/Lv/khyrKg6FSRcXRVVQJyEnliHrk5Izw5UeGH8mDkSY7u9gjt6YboanV2Jv/I31NP0YA7z7Cmykui7JSAQ7bXXij+YSej2ah0KqZTy5NvVR2sZJy4sVC0ytTs2dg13BVZs9arv8QboXL7FvdtZpiwq9LKSOF3UPeKAYH8uwnvzXCXeYjx3o8EWJLXTVdpjqyBwUpliss9jwkxXzpnkoaZXTBU+B7tn4g+qtn0yJCD4qHPrAFocVq3YM90kJj/Tih6ZHD7qEbR4XfVdeLuyayHC8uqwn8HbQOgSgSGvZwcv4Mzf/hmXKX1ZfQRqSH5upLzgTZ4h7C6piVWfkd8qRFjnd4qvow6C7C8s+sjX2H36Jn08JQBr8YpUapf1SQGhVFePfR7ygDVVSQVJ18jd6TFHwqedB8GcybZRZ4aNh7PZMcucYL3/+xa7BqvMZbWD8rzJ50QYSBaKnDp0SMIqqVLqLKSApIgTjwTEpEOEqvjro8nWNzBbbyoCigB1WXQdTLkf2/ZVI54MsmQ1zW30+15HnYAQZ9Gdo/qwXa4YeJ0ta1Q16M8PtpB+JfXvoCZJfIkU1qaxsW0ZGXya1j6IbQ3QTpibovNBSZtF3LsgSW/7xST/dUbYEcYGptZRuemaWgB/jV9+z8QbK+9vr74fQH9wL//Jbq0wBVlYZQG+oKK39OmUZpOC+0g0U5DWyfHWgSyn5NFzBn9q6dXgj+9n89fwuvq03umgqN+lTZqL0p5Z+7/8qq0HUYl511If+FWx3yO3SKT2EbiPxbTONV1HFCZjjvH/bAWMM6G8+D7WMQbAIF+BZSD8KNhuZ2vWsUJJeeBj314iD7xqH/+PNIsuohujR07xV0cZy9XUMSU6eDJmoL8togrBU0FNJtaAGHSVJXWteJoEfiwXy4+y8B0hGnr8d/fd43Qtb7pGk6sjJbn/sGTgm9D/5P2hOrFy43ujTS7VTkGKTKy/PyLZ6/0/eTF+4FfvS5uA/bReS5n6ijsuOVcO2ZlCXPxV44u8owsvw9Mo1fDenDveX3pYThhvaP+SOtT6oRLud2hF+m9mI2xkcbnlYR54uOocLQwydNVDFeEnU4Hi1SpfgQ3aJtPJ5acgleQMWRuoMy8RH6k3ZTZ15OB6GnOOOOb2y69/2n+HzHlFUV6H36TpWkkjQNbg5/bapSSQfbMaa25pJ0hA6bKe6p7lHukmAUN0NzS9IUM8Zc4WZ0nRpScu7MH5lGdMaMNkUpJ3/Al81EM9lMMtvgNpnpZp1Zb0LMMqR6aVRfCjHH+Cf8oqRpQgMx27xt5tE+s4gum3v4bXx6ZPq4F5iUpgUdNevcZ9z9zAPT1njfHelLt00LzH3ekgHUDnoupa7QVroN7ct0uBzQxGSmb8xIcuE/x0D5vO6xuKaUyPNgv5liEkmIGabK0xC4B1Se5oKjlUdYQFm/LK9ywth0LqQ7FXNbOQzFTTvqLLkocrTC0yYXHVBWjscrQmwYnb25CU0Jai8pn8NuLpqDJiX0U8XoG8RicmBuHL5vZvGr4xaNBle8pKwcuOvqy+GQakI3QvdrjS6vjpMqTI5oT5YX4b6aqfqqi44c2+2i14GJ2g6IPqkxcAA6ZtFPuLjcDPpYOnJd3S5omdvmdOTG8nwUchBXF4L2/gQXkp5OPIsuJC+HeWo/GERLPi+VoDNYyTu5Ms9T65QKsiu8z7FCLE3oeu9mMk+Fh4dFJOSOKiOnlouuNGq4dFApOaWx6eugkUyqnpKVE6lt/Cz/8NoRp6uf+Za6oz2xtC5PuJVfZH9soJqow9JARYwiHFmOF0lUd90a2qCSkgTy7+p9NUsNVgtVEgcbTBL1fKRXH+pW6jtYdUfw2OD0iNuvN6ZXUxz/rkmvno+ikkgeqgFUGPaJqq6wfdlcjvxzwF5tv/Oz+7ctZJYKqh7CFebdoIXsRWVj/R8oLGUhtAT+sVDINf1YdXL24q7osrZGz77cLZT1Tyr/vbrnRbDL92WMQDN4Il+miHDL1KHLz8VDno752nz9kB/CjvIwFC53MycMMdaPKw85MrTiGdLJ2YWjndzjWaoVr4H71rzsThz1YFs8xIYL6riSiuopLyqz9ZubsJSIkUR9Id+jlyZRseVz14t6y7NoKlVg1fkQVtQxrpXS9JVwGM4NW/cZzOPdmMu6o4DP5EMeDP8z2Ek/k1fHapVExnBlvVplhGxRMjR8OQxE73+oHuvLZqBEBd9Icp1Vn0cv+gZYrr5xwpmS02VDYk/cH6L9Y1HhXAvVaB7E3Rx5QhSQCaPlJY6nrLwDVu4d4Cr2na+9Ul+fAu/ZLreQVgMutfLMcvdFOiM+D3v4LfxmmRyAfAjuKNwuaSWJ9XkZJP3Ju9rZiwcBsddePyeR45JS2r5143ZiV0PDQHzpSqGfSGudU8fR28Anoukjsh+WygnSGzZdtzRBaimpjavRvFtIpYGd38v/l2HkIB3fVVtP0P/oD/QA1zAd5Kqqq8CRrh50S+yivfLB+VxP9OfBDyHv0auCvw7y18TbNQyp4V/EM/OinJX4kB9KHlkH3t8ZZ+OWubAaf6bHKu+Kh0U+aaBUe239ww/iQaKgH+SQyxvzx2QdUarFLbgNwBG9QTxIrxe7juiWTnybKqN3yg1JqUdJIaScckp00Hl9pdPyBonHm/hb2cS5gzfxVNfPQZvYIo32hMVgbdjEbvHEIoJ3HnPG5dvRWYef7ZT3SymswuQjYIfDHDyRBHqYBGIJ3E75w5G7oaePxVN62DOwbN+uDwrjRCpUfgC3ANzdyk3hP5JleofLnz0dgMsnveD+4nzyPPRw5UNth0/tC+1H4JVW8rvSnjq6jq9PO/JjuOvPzAJHo/RZdUUixzZJq6/Ix9oTuxMu9wZXlGQ68lmmG+NAOuSn1AmgE1Kop64B+Xl1Af187Wy65+YuhMso9ZUHc1T9Z9AR43t9FRm6Im/lKyGO+Mdi8Eo8vZO4TshJzF2+0nY9YTD8TQgL4dpO4ilg05Jr+yVRKx2CKxuw/jBQm5FA+8duYjTIiZTOTupIJy1IP1Vh+Y8D1qJ97LodKunQVWpxEUaDWy8hOuL9j1Ko531pfba8qyPPjQP3SOrqvdBy1cGTI4u+jPJPMCP4FCkNMfYG6QzoBW+5DkEHaxydl31b7JEfhqjUFBHaOv5S2FFsOIW+NJ3NcCpD4+hvXxkCG+6pVlDkqAr+YsOhdMT9C1UwK2i8KQ57zz2VSZ3l3FyJPtduihgL4ZrzV8pN89wZub/5iA8ronfUMlUcuv3e3EFdNXcpl/xCkaMHT1Y2TMd7TXvYBxObXbCzvsW9uQnfoCSUiIZIc44cNzga2fB93Rz1EBTiSZ3sqqq+Vjl0Xp5hzsoIihxjuAU15BHUQ1U1502/kMDcVtAzVNb+X3MMj4Ic07SEBqYl9NI/0mQTmPvQxKLxejNFjC1w5/lt+K2h1bhpZtLb4UrUpJ0U+c7IkeMgZ1S/qe6OfFVeHWPly6BoLo/8claeQDT0k6Pyza5LKqbMVrGcr35lcr/c/v+RIWr8/7rvuZEMz+Bk3Et2atwj6l2dSyfjEkGHdSaTjJOhl1o/s0rmhI842TPoAI1cA7gLeibVUfGoV1AD1U1fJavXi0ePzQLk7TRl4T/kG87ORZeN//db5rMHxCnkOMUwnlgO8YRTKRr8fdQJ6el5rfGWDoN3H4RyfJi70i+qgpRH7BPTxdk5obt60f4JC0JRQKpz3uAFvngqx09IC16AoOeil+PPMpGXKEn9oJVoz6eoGDfR54M8mkmmX8WGMaE9K4n6s/J9jCMln0ErOkxFeIzKYO6bLsquCHxgWtF2PuYOgZyMOyF2PnTNYDr17A4/RSmJ+pYmmCvQet7gomRxyJVQF3bklU78e/Kk3zJFKTymUmYZTgk5O8ayE2YqeVCE9jhyGpXLaUNP6g725ofhE1quB8MeWddlV2NEh3tk6tFJPu+s3BC4G9DNRr5+owePl9jgz27pwf3VQP7K9OAefE2ltSsJOCkvQonZ3MPBddODw6Muf6CmUTepC6mQsb5FB1d5bcNg8aZEhgZUCTqeoiqFKUcNHJRn6y8y1n+oGtDz8Y9qDO3HP7Dhf+L4XjRi/1jk6MpDJDfv466c0XTlV0cufsqD0Eq5uLM56YQe3PGTn4casEyW5xmqBgXiAxM+JWLMhUY+Cb9l+4mZS2FITnNfCuvZYrV4wldHbD6oYtI2FZv78lEV9l2JU2T9XXjaxuYHxv+LE1fJP/aWmu0a7rpFWfVbqpmrhXjeih5CpZw3qzsb6xdkT2pWevb96Rr86miIMaMrL3fkXOrVcUh9rn6Vg85vtYRhNfR9nX2x9QF5kaGvXHLelukLW2Ff8UecIK9UWvpGihdryK48N3eBRI4amImf8MXWhYabtX+Z2Tq93grOxvq6xMEcOQW4yl59GBqcRXJI2f0A20L6Tw0Gk1utl6lkKO3l7tOl12vz78oqKW+HxiWDWH+hjFPbUV/bpQfqc7ss0I9c3ZDyLbQq2x0Ul31qe6i8Tg9+bf2JXYO3/7kr9E4/N7ebePEfXErtjTX2Set0WJln0T10HhIE/j7Z1SEcm4yu78Gvro6qyGYyHaWl7igWsxGmdXnkl4WR1JHikUotLaFX98a/k7iuZ0t9+FzE8Ela99fhcz+VvLIKOMGrxINByhOeRDhIVvnw0E8Og5Hj4OSRIZUrt/aPp9ThSwxAyuLnopNeBb+YviE59GJJFS43lnrCPeV5aKefn9/zBSsftkpB/fwSH+mLEjm+0h8/J7+G4tfev6OHqiE91PMx5TklYr4ijoWL+3+XfK7vu+TXdOAXy8er9pF86fwR2HrkGAq9lQ0Hq8hKrFMH4Nap045fz/FfBSVUWYoIExz/HXASG66Bc1Mx82FIX6rmK9PNfttASlJE2OPMmdPxUlUSPNPKtUNiOmlVfWWO025zVt0gizGhoRcrjPUvUk7w9Ac0Cb7CbCewzFhuBLtp2G4g/rhhrF+RF8Iv4aR8bkaZwDI5wTKmKf/dEMPQ2fFdnMPurcgf0kG6/SR/uDJHaaA5q8tQRBjrtv4h+s6UAdPvynNg9X4Srkwv+t3UkooUEVYa6xMVQlgOUg/3OvoyXBkxjVD/EX8/dKexfhKKA3+U+0uTndOAjbxFtUwVt7fMVfMVfaReHUcwo2/HHcTKUWG/UyRhcI5QfXFUds/bGiC/Oh6pqbiPdzhyZnfgvqOvCneUrG7v+iTvOqCG8r58r7erUpBH6i+llbOWqLKyfn75MlJ4dtG+7vil9HgpJr3g3w5NH2JetP+2l4cfNENcLVU+dcVh9G1cpR3mPs1Yv0goi78cAX/vwx4ckhNqhyPNDurDNYI9qYeNNz8yePfhngGXXXtjx3R/eTkspObQHSyk1KqkWkh9IC3ECPONzsRWqu62vhft2D/mQV4e42qj6lFl3sF5+YHKDa1eXtiz+7MN55sj8Fs7csRIxr/qidLSlYxPhGppeiAsa+q4rVzIJOPnYyAV4gtc2oynDUokI31OfdzfUnI1j7+lb6mS+Qn+FHMdfgyaa2xaINpwCems2vBMlU6vlzy6Dbfh3kGlVHZlpfFs/X8cvw2vDQ390RYjbVEO1jVohFqN1v4mODX9ab4wW4zV8I43hWis+Z0OIRZE/zppKQP0xC6+Kt/wNvVAWouLt/Cv7AIOyR0nzMDRndCD7X6yF9UpvWwytak6bYDzIJmpTgPcVsqHGVl1Kiae9K/VXF2dAjGLu7j+g478O+ns8qxOmoa0cpRFvdxapqRcVQ5rAQtoBtniU0nKhZRHrkjWrx+aExHW0mS1i75Ta2mX8d8X66Tjfxpi/SJOzj1aGwHO0BVJ5HyJuRudiRAT5AxFjgawUbRyjVPxXN/pBmJx2lh/dJD1+zop+5Unp6c0eAZFaRovgB4pF510W33SxAh0TM9DTMpMw3Vm+Hv4KdnwbclMsRwpM500Zamcumk8sTVO2CU0zwMXfy7FXElUGZmI3jBNe/vFVmX9K+aa28Xj3J60f+nZ/mPX0M/hfHoQFZZdepezpn41XC4n5x8nfjZ03X1LY/3PA9bi34kCSnEJ3Dlp2MrfRwGt6Jj6nvo7spcHn9U/6Cd6vvzisOPrcIldz+PWXiymtrCQP3BVx1he3g+XXF10eSlEI7m8LCWbUlVZP5u6wP7lwixhy/3kyY5WIZljMTsVmtZO6kawf8c99L9Ai77dazOzPgTu2BixGHqvjH6O/X++qwK4f1tYwsq4yum3dAIdjLu5p1zAtU2SzIr0J3qamiVD5HvoEuz+G2VdXv4/Fnf96/KHPQG7kXUNDdfJ37Jb7ZFRofGTwjqwpMXx/wf7D/6iPLga5JVeDZHt63rmJfd//SpCZrvAZf0UuocMRnjPSUsYYclpoYgZNE388UAHxj1o6vKPPYF9f4hslPnQpRyRppILup2psGsngr07ua4LaYxU0SVhZe+pg6BrmYGUU1Ih2Gv/fgK3FG20SJaAoS+VAnqpDAzYHTe3tv5Z/Rf61FL53Nkv1/hyFXJv47mxHHbbQq650sX1TlBD3/4wBR3pT+njyqJboU+XCs0RX4mcOqk+I/dddh+WmHqYzoiYy/W2s+tq7ND9Wdaq4a4SQXu03eclov1bnm8puyEP4K8LjT0Jl5sMGqr5kaC38xXblqqq72u2F1F3PZ8pN+e56P2C/Dm4TyPm9usd3j8O5/8c7YCKPC8Iv7+NcGtA6ofPaBO+CEVS/YX44xMnXlG+eA5+hLuvIkYS5OxH+BbC+pGWuq9mSsRYHhC77ZPe04HlBspuBwOlRajkQTzHX6BqB6Se17slWPunRKY5coeL19ZeqaP2T2/kDKU73dZ/z6wyjUI/33rE8ZdTEmffs3Fwd03RcHuljaNvTCrYiAguA1xVgfow9LuisWgd/EqwjxZBWIFi8Lt0xMltH+Its4oWmnKhX3aIz4G8qpvjr+YGSN9p4lPfkOw0y/lGxAxfmQqwUrSADbZnBDbczY7/lVkF/z1HTk7/hCv3mblq0lI0YJcZaKJRdxONvPjekRvAihKWVoqtX9gXP84XzD13IooIW431K5iPnNhejuVOx6NCrJyavWWamozg92FryaNxmJzV8U+bAm4X/Rnyd0jKkFFUP9xa9SnmrskU+h767NCwQOj77DdDmM5wI/J8P/NTXkOF6FS4d90Ftsrh6tXxtkqvCqhaYuWo8P9FciSaV458dVDkaOEnfxYFFJYFvEz1d+T/jV0e3uAN3uAN3uAN3uAN3uAN3uAN3maKwt/bnI96mSpR+q39W+meS3mohonq70+bmJTOHHR+nyEKSMSVqTgsnlaOis33X7Pa3RK6eytHZc+4jNwuZAGNc9h4VP6+hrbiMzPHuf6oHF8oNudWrZzjv7kD3uAN3uAN3uAN3uAN3uAN3uAN/jcQFf7ZiP4w8aABiCp/32BWmbpmWlR/TufM96a1WRvl48ehpeaOkSjrL9qZaSYz7Ywy/y5LQ00dqhjlPedX0CKzy5yLsv4gC2WiK+aW8ehy/rfx/xsA",
  cl100k_base: "7P0FlBTH9z4O37q3ehd3d4fgEjx4gAQIENxJgOAWLEISCAQJBA8OwUIIENxdg7u7uzuL7NT7dM/O7MwK+jvv9/zPJ/ucqrols91dXV1d97nVVRkpKsWlaBSDEtFhc8mkppeGKQtloBfmkUlKiSkl3TC3TSL6mYhiwSUhz98zY9FTeRf8qj1SsByVMxJLVksmGSp3JZtegrQzIXjolSLDcWmoj8tzuSz7pLhcs44j5arsleNviHPAWbgHckrmymQnfk42OP52eRQSjxy3QrAVbossh38f/8mT+jQkPOFNCYu2ITgA9xIuq1XWm/YmaAiU4Suqofgis3aHf0rD1+COrLCWyUQZJDcg35FnEkPfkTfHDamnu0qQPJFa0kPfQPys3HgLXBOt98gPshhSENzb4rKskRHwN8C9CwbjzI/hvg9+RxwR0R3hu7FBLjjhPj4ib4b4WvQA/CoiBEeS7otE+gSeoD9wFf3kA91Nbkpc/UTcuCdPXovL8q2UDeiLcIy3Tqa9Rf0FS1trnXwUcExWoh5tpNHHQqR7cuy1OIMWtxG1kE+fkbva/9m++9qn/wxa4DIZh57jjqxDb7EDbSG0bfIbtOTH+P1V+I9ltOM/Rpt6/BYYgLO/CN+NdnC3vbE3wZ/oqy7qPyUsdsmfb4QP9NaAU+j5jqHXOSWf6FNOuEhORYiMOmzKs3fApwHNA9pZpQNtOegdUE8Oom91yy7JLtH1YGmkc+n6upluqlPr+9JUPtIn2SUvkG/7V+E/cWRfrIcjHUfnR4uvJAn1BB3b+k3flk/1Iau33oy8qJocxIV7gJ6N/HASJbrg2e/ih4FeKb/MCpMXHjfRhyvv22wj4sb7lrNwTk9R556UTE65035vwkP6Ga7Pg8Q6VD6I3vGmI032KfHUR3Zjkd6IX7EuqBPoxvqibqmH60CkzLde4Il4IVGs+NZyyB9YLyQ8bqBuI8YRuGJ4L6XRoWnJdNhSTV+DhPrV+fnU++Eb8aCrfBMO/8D9HEF6KErLP7xdlRY3ftW231hK+2FpmLgvPG16uuOvluryFbtTnipPXhkd2vavs/+zcFCyoMXWR0vsgLfnQUmnd0tlhAelCx90wgNOGFW7Y2HxEL/Pr/fhzhThZPqQ5NX3pL3OzFfxvDxE7/xQigY8lP3oYR+KjX/QXtySG+25PZ9Ttm8jGlx2SebIGZG3gNu/BmPkoS5kjZHHPMkahzdBIn1Fz0XqGLT7vKiBG2LLt6WhlUCPceRqMsYHnVXkuMqvynXjEEeOElZOueuNxZFDzBK2zPu2v/dFY71O3hynw6XUQm95W85Lfb1cX5Mu+r4+L6GI4heLCA+8uOyVrjr+Udy7YITbZI4OLUW6sM9vHkhyq5D4I55PylLZithUtLpCkSDtKxH0mvy0ctIPL+GuY1RgyxcxOrobJj88/q/v//uC3uHvrrlsbhm3/P/1639fPJG3R3tdQc7ocoHu8fPbg/Vt62fLLd96BwzxkV3vgPG6pfW1NHfkmybMoCgSjIwk/X3rPzHtpcJSgxdTHJpHtSg6r+Miah14h5hUg2rSWAqkomoO2IiCSAuPFHRPjaW/KRuVorjqsVlOZam2yUYD1SbF9BkVpsyqPH0NlmMiDYHfmnLBd6MLXBlqq6oElIHUi7e6TlJv/gR3N6qUQc5Ceq5KqsmmOGVELB91pVZUgMr44QLF4o91Rc5K8cCiTDVRebWqb5bRbLVBdafPTT6ep7bQNrWAVlNSFUjd1DJcUSgK0oHAu5xIHTJXzVFziH9QL81c/Kqn6mxaUwIqRmlcc/C/C+JKv1AFERpj+zauQkpENbmVqQrW5jDN5ydc1FXKfGJO6iAu5TpqepqvzAwzx+Sin8yXZpTZYXqZIJOO3EgB192MoGsmLl00K1Va6k4FuAz9QLeCd5qFJo95bM6ZGOak2W4KoV7nmnQqyGx0MbmxCUzRC9OKDqEvqU2jqCD+Q3o6bz7FuCGT2meemJfmvPnT7DPTzQYc9xHO4y/zu/H0QxuN7VpTM5piXpiNdMDcNetwNltMfDph9pvNaF+nzSKUOmqCzUFzyNw0h/EfPcf/zjmHrOovlA6mU6aVHDB1aLq5Yz6inmqJiWWGmwW45jNmm2ll1phliMWgk97jV4M7aAZTW/qAdpglNAlM2AI5j6MEmbzqhNlqnuJ/ncYTst+4kHoDR/6Yknv70YfIuWk+UDHosCqi5rtq0kdoax9SR04m01VHXP0NlJhr8tAy098cMzvRLpebnN7f/4Uz2Y4z6kBNKYsarL41z8w19ZmqRoHckiqjHi6bsjTf7MX/GYXfXcJ/uWpikoRgOFXH1bSlyaa6mWVymctoo22pKE1XFv1DzdE6s9BkqoorSIA+vyzavsbxsnif3T9wdgPMJMpKlUwK+lJlNvHNfdOBFO3l42a1i1VzM9rUNWTKmPamkfnafKf6mF1GkRuzTXrKhBqpTAPUQNyJfSxqp/lQlUAbba6em+m01FzHby+bdWYg3cb/jkn7zF/e87exXlWXBpxAUnEUbu5ar7LyerVeZePyCGOpFGLHOqg7yg4/dnx/BFIcXmHiqftmOZcVS8VXUfFU3aDNVAXHv2SK0jnzoYmKcgnxjPRVj0wq77NXTuWhANTYMZxjUdzjfLi/n6ilqFMmzcnQkhPgrKtSN/qULhuhPnTfPEQL9LS/F5BacVzU9JcqJmUzR0xjeuS8kfsG7+YAhFdNWlpjYtG/ZjCepdg02BjUn+f+H4E0zig8+znVB7SSsqvk3BE90SKaSYl5DU2gzai5OjQDT2A389z8YvKo0ya6y9N/TTdRyUVVVU2qT411fuothbmEtKUtKoaUUxnMKVzbatev5qY66frN9DU5TWUzCU9jK3KjqKsVLee3xy5Ow6lojSO/9/uXbSSWD/UBSqu3yl7ETnMN+JdVbikv7vzMUp+fRIjfcDZXuY+8VN/KCV3D/AbdwwIf8BtXtgT+AZTYwd1oiPqN20H2RRGk3Zad0PNvS2v9ta4HDuuE1JCh0MhsGB4pg3Uq3Ue+R8oi6YM0Csnz4Cn0/f5gEsrqvDoJuOuoeg20rQx6PdKPcn2dWE+Tsdrm4srgjbsWPNczNhKKuNCo72KkbeuCGrrbVYxaX4LLTq0vg5kK0PHAh1TCOCGG3qr2YGR7CmNqzwN8A7ptKykB50GtgFaSXYfGf/FKTQNaSUS4KvPBW7+QtbJACmuXzJEcqJHTMhtHslnd9eAgTklsMGkKufe0zZV7xhHH4ca+Bun51fnBOIM5uHvn5Ce+wzdwV65ybejQwVJOZkoeHSxF5XeU8uCXgGDxhZHuegx01lvSF/rlF9JVn+N7vB1tobyVEMzLKaeW76P+NmnfevfguYxWMzkxr5NV/C23lGz8PY9CzZP+gUvyRdwZ0s0luVPn21Ev2aE9+w6AjFySIGjoRfW/eifOeJsuJuN0NctIK+uW5AYrc1um6grOsV9AW+sR5vh5rYjHaMGO/wfuoEs28BLlkoW4P4V4dZhy10LC79j2h/rkBOB+rQMf2ls/5144yl/gh1zgxkJLXIe9wq7f6wpWGP6V66gj6g7vVeX1fdR/N9dJ5EbBHYiuzyG86NT35+Rf/1f8MCUknOj4w/QVKaFtqaquHbBB2/LNML8Q/VJsFLTcoT/mgrd4CYZ0Fb9Eu9uElK/kJ78SDP03csxEW76PJyaPdVkPko8hrwVH41tiD+5BEdy9PDompOMyUP+EZ7qizoI7Vhr3NxHCf8Ejeu7Xv2HuX2LdUNv/Y4Ke5ZSpgjtf2JHqw7+FJ8iWE0hxJ603dOFrfr8Pq49G0x7pJ7UtRIqhF3LCkPSPpYlf+V2vtK4skwp4io+jjuzYbTBbaeQ3vxJh+aTqXp5ppVzQlhOrj5btSV0dprzdd22UJDiTAPlVHUB9PpIlqLG7sEfchj3kLpABnNbdEAxBj3pXQrFGh/LKO8IxzQdQ33bYE6W+Bqe1BP8rvvYtcQ68vW2Hq4g22lTbUhS9Sv5gW+pihdrp4mt3uDyM/e5/Xf/9X0dGfjd0V+Oc3x6Xt8dTH3khvz3i+/zqfa//uQmkN4FLRZz+vsffanLokWqB6YrRdmdKS2vpPNUhQ8FmTXBR6gwdsqKrJfS4qsjbbkYEP1ApTHYKRRuMgwupI+Y3lQla8ha1xXXW/Kx2qmZU3Ywx35iz0CMr0YeuAOpr/jV/mc+Q5hk/H4dUxSTglLTFrDU5VHLwCZPolOpu9qmK6oDJRw/Ml9AJG9NuWmcSUR4aSPnprElKbqSHy48xQzpJwH/xcOhjPTivnLe6UymV2Mqt/uEdqjt/qP6S1spGAnaHvsilNOenXOocuaBXlaU/cfy4ugBNQs4E9dRsR95JOBunEP4aInuQUt2ne7qquqmfclWVk0+4UqgBwR+oTGokxVY9yVLR6QnlQL0mgD5xzBjwLFWVG9UhXTez6SL0sBQ0Tc1FnVWiRyalVcOMUV8i/Q70t7h0xlyC9svQzPdCh9toPLrbR3CPwQxkwZ0ZS3cpLi9C/jNTyqySXWovavsZfrEJdRtsppop5gC0p9PQhjz60138zw3QsAeAcfgAvMwOc5o6QeOfD430EE0D97AU93C5WW9WQg96iP/1BDrWQa/+9DcYk31mJMWiw6a3GWqq8lXoyfFpry6oLvEFyEEmCnUEr/C7yWz2QHdeb8aZ2d77/xi6YhD00UzUBLFG5on6G79YjlqqhNq4Y1aZaLjC2mYEtOAlJhNaSQxKDa3Xc/wP4KLRTlMdWtRcY8CcFNOKRPVReTgLbzQLqDT+1zS121yB1rkLGnwRcBbifXbW4NlrCs7rDN1QGaivbMA9O0TlOSkdoIW4b5nx6wrQmB+bE2Y17sBxcxvnV4o8+ndrtJiK9As03CcmgPKolVxCz5esYJiemSTqK5qPtpsAnNRlaPdHwYk8NjHBY8wgD/9zwBSDbtuNytNelRlMwSO+9lKrH9QDMBu9OC/O7aL5AO2yPPTQrWBmUuFau4A9qhyCwnCXzQueR4/xpN4H09ZHTnJWPmFy00OVHTU+yOSFlnoB9TaI+nEzmskxaRdkN0rDfY7/OQ5+cc7B69FiP6d11gfg4h7pz5G6hW3/VYiFeqxKfUxtSq7mcC+M4Xfg/uZE39wRnOAqaM1BpgQYqkC08FXmV3B557z3v5mxuYIGeOpPQgs/jrZwje3/V51K0kDdFpzSXXBOL8wD3PFFaI1Ebc334ABikRvRqAQ9N3+pIvwP56FYqoxkpCWuFiYj7VQlwB+lQYnbOPJTPENTUG+PcTZx6RuwiW7cgStNMdUVk46/YqPyqgqi+SaNtOpxGXXP1YTWUQX0N4vxBFXAf4pGsSH9YiaQG8XVBPoEfFR1HGGQGU871DXwXC1crTkXD+UWpqEKADcxGm2gI6UxX6AdFMU1/KRSkBu/wH3Ab4/rsPuNVR2VLb9v/79AFtNxqzk0gQoYTW6Dxb2wLJbM0EZnweXWC+Cnd/wF0BQXhEMzTiE9pbbcVxsxzm+njupdMkAySWdoaqskCZ6HzhJH95YxdA7a2xCJhrgvHuNtXBZ2rEr6U4z1H0gi+UbXCLF3fQ27VQboP2Vhv32A3wb5Wb7cMNDNy+nNOHZGaIbxYc3LjJF+dbgfJbEU0VX0IhmJY6zCr0/gfCqE0ULvIO8OrOT3oInalrzr+H83oWtn1jswUj+IWjgusWGnPSd/qE3QXvZhxO/RPS9Du7BtzqlxfgGBCn6ewM/1p4Fuy/IP1i7Z47U8P7bCz8P4EblztcLVHsCV5NC2ZeIFNLbz0OueQOdXWvQjhJY+gbN6huMmQR3F8uq+B6Tva2f6bXlNPv4LV4FWt0hy4a6vAxtRXZTkAwG3jE9BI1gC5uQTvZOr6s7Odc+TsCaIU2BB5uKcn/Eq3PnJqFMNveuS5LJy6TM6l/4WVxXPyuuULac7webp++uMOjfnxH8oIHHkU2km38KKvoW3oUw1qct3cDfr6Zm4O/+i9fTQYy2b0fH8NhpK2XNKeuPILvyHuFZvOaYHcC3rPnIqWKtxFqeggZbQg/QM1GN8MBTJwQ/5Hv+MRGxYme+k38HVp5MzPBz1MRTMUIC+AEbAUyaJ3i8rcL1blc1CRFePpW5I68qveml7bt0De46VlUEaWUcRe4ScMfovb9vbK2vgP+KtqpIawyNYc1T+BHaTxlIbx2vC7XAMF56xy2gFR9E+7WPWkGR+5/kSmtcUtJqfrcHWC6mPen7E7pkln6DeV0ND74/cIrhOxp2qBzbshN/8E1vPHur3TOQPibngruDZNbjqvvI3zv4Y6nKwJPMpq3VanGEbH07jakj4FMfrgNpKoh/odPaMOF4GbXQHd5dS3tLPnfKxdSL5UObxb9Dlc0I3PYSnuB54rgb6V9TfvRDmx3O9lX3uV3TIgWhTUfRyGcCpcP9n6UZUR8iajv/Aegp6l5s477F6m7SxeujFOgo4wM+8vy/q8Ef9pBE09GxSCG31C10Xvc9uSYv0Gc7Z2VcZD/f5piM1A1fW2Xv1yZ26KSX90Cbv8yV9WqXXX6gZ+pYEgg1qLwX1c9TwBvRP28AafIaeLKuObuX0Xn8fSMf89O24Prp1DP0Nzl0hpTcYUk/q4zAaejDcFRnLCtcySCm0ukuos9TaZoae48yNXOXS0gZ9abDDacFy6scfXYdLZwWDIXLHtfbkMKQtaKHB6JvrwX/ON+RXnUP78093wNLY8/g2wB1CT54BsdqogTvylT4SMscvHTjdYt65gB395v/9pwH/b2O6vAsyy69on7b08h1wykfu9g5o4yO/7/XfNBa9D973+NXoOfqZYhhx96Mt1ERi0Di1HDrlB1yNAtQAjG6r0XU4G9+atEgtFRJz4x+MopdAR/pOZVQuOiMd1BccENBO2ePrbtRVZaRX456JpTJJVRyngZoGK15hq4xKquNLHZ4Mneou9NlHJh7smX0gvYAeXAj2zpQhyEzXzc9UhP+FTjUDdt/P1QI1UHLTWN0KttZyOjetgjZ9EVbk2yo35aYocJUotx9qqpqqPs1AP27UURkfbMenqQkmttRU7dVGJ78bjXTCLHAZVU0/aLVaPVfxEPYhDNgcHBStGiI8Bs0omZMSz9h+euMpEYrbsHs/gA08Gmy+sAjTGehNGWkfDVTx8IpaA6v59/SjqWleuB66JsGOntNs9s4YWQxJ0Qa11KRVfW17JMWEjtMc2lt5ngKN5Qhq8CU0jhvQ8b9ATRBthSVzn8lBbvSC6232QgtZJMud/5raKLBA1003+hn6Tm1wQiXNSVoBPf9DR/+ydakifvxTMPS7P0wnaFvnTRnOQt2pAqzfD+g+K4TPKZnZy0f5KFr5YPoS5f+mXt4WX5QtaLd/4y6XUalolGsHtPvy/Ay669c0waVpJiz4e00yk5KSQHdMAU3sCXRB8erf66F/R8Nvbpqy0P+mqI70Oxeh5tJVxqulnMpMN/NNGlMIdvPzrhOuu+BDFpmDNAR6nBtTIKWnG7ogdXApV03IqcGEPA2eaqrIckobPIemurJRBpflGudKj9yhxvYLOL4H8SmBfE/Mv6JW44OJiQ8WLD6s34s5Ps2D9DrcN4m4EGXlbKaimsZfUl8arqeZthxDbTO5wHZlplvmmqPJV4M1PAPuUm7y6L8x4JaZNjqj+ls1pUGqDp7gI+C+HuDufal2mYKUwzUPv51tukLvbWRumbaogfWQ3ZgD6Thd0OX4OKXDDWkHHTwrXIC6QgvkONVSH6jxKHETLeA4dNh58LMi7otUynAArC9Z9I/6iKqgPgiojXaXheqp6VSOG1F81Y/2gldIpeqoGSgdFia4KdijwTKVKspaWOH/5o8cZmcE7lwX+g2cVQnaa743k11XwQA25+g0C5xIKPJhjDaaCkk+ic4lrXwIVyNN2JYmwQ6Zz0HpkDA86qtOchI8XGwTB2PpFaq+Wkn11SwVm+ur/io6L0GsHWxz9dXHqPmdCP3Rl3KrRWC8RkED/oh/wv3riCdynCmpKuJpjkPDaLzpaaogPTGevr7gPNfhN24UgZvEb4+UuFbmro78vv3/brFhfzG1DdagbWoedNxfdB2ktVNLMPp057txQHaHwxnYkA3KHYOFzSX/8kCMJR9LCeuMxMBYm5wvSipg5H0GVqqIvh+xddB/Q+bvb9f+uukLfuGENXXk+ut1yaTTYPzP0JjL6+uwmn0BbSM7pKuSEWdySppYE9A2r2M0HKB7obw/Ful9OAv7m6ltGDnvxYj7hMMTzML4vx/SGTbTP2SCbJaj6jvUwCafrxiO4Nqv4bihX0NNC7gGq2tzbcv5rQcYA3ty2uqIv586g/Oci/9xAXdgAliGa6jTS47V+Vd9GjrvSbi1Uk0HoA5cOAs7zdf2/Lrvuxa/Jj8YevdPKiqOeJTbymw8Mw+lA7SEYJxFujBj/YhgwM7MkOLgWH63akoTaDrJcD872nZ56GX9oRP48y23w8RPyXK1jstpgv2ytLhg/T/ASVDLRoZB5zoDtsBIaznG18DO7MR4rWwY/uaF3OZF0tDqrWPqZNJSB7HId6gjI8WsTfwctWqgw5x2fnXesRf7/36jmAjx2PGHgv0xAnYZGv5MtIvVOKsH3jJFwHXZGtxoicO3ZRe50Prcd2YHzXZCexb3bj3bmRswEe3yJ11QZ/Pqf3tgr3dJUi4KRq+ItOJMHJOjqXVqCg9mW1NbCd8+QmZdHW33iPObMWiRvvMPHgG/WI9kkh5hNeUO+pGTMh4usbZz2UnZBfcHuBnowvLIDyVC/ltPHdEsiCPQ/124Z19BI46q7S+Aeso37Mk9inb7PBLcl2zQfhnvhe/1HrBp6XRy6NsZcGf8y9kcw26JCaZiMGzvUVCyu89deIA+yQ5vWLb/Ce5d0zD36Sl0ZjssI547/Fi9kATa1nxrof3YT5aRe/xI9ml7RkATPGP+9zmNtr8jawC/srbjq9n9LVqgdTrkGzMDS3xly5Z+Q4/bxe/7M/cshoTeWRBJHP88XAl9G/aAW3iOR6Ld1EBKdLBK98LNkTjklf7xS98G9zBErun9/0fC/PoZjpVAn+HLaHtfq7uo3xioxWlIt0K4hLMcqDNLoD7Fz3DPPgjDHyTRr2IHr8hW+HfBctn+bPildHS/X+xEy9wJP4vjn0d5OzwOdwbP4c4QzELP6pHneiUb/2nA/9v4l98FGu6ktqV78vY45CP/X1//A6817NWopyNOV/wuiCUeKRn9wZ9SGdWGCkB3qwqdMLfKRYGwhc2BXasi9Mk1GIOPhCZ1E/b7FOYn08m0IzeeIG0TLJrfmgOwxNfEaPwHSopr+lolo6umnusorGtNYX+spy6pZ+Y39TMsvckprxQnNy66isOyWQraorJyUj6qC20H1mMaB1ahH9/BfzfmDNxV+Kehf140baABPjIe+1kO0xI60n3zgKJKIerL1WEp/9PMhd11M+VFekKKzknUcLND1cO1/aMWcXeEjZTt26gGaTE012qUTyeFtXIxfpMWtuhK3E4uqecmCX3B3fiQucW1yMbzkNCDG6oWLTDZdG3KCd20NfSS6rBfdgvYwa0DbslF2JvvwHb8wkw2s2BJ7w89LiHqbDfS3RgOKRGNpaJgX8rxZtWSlnFftcqUo7GcWLV0zQfnEZfyQFNNRAPIXguiGSzDF6AHunEPZxgT3Mgd8y3s1/OgjY42100hKanO0g1XFdT2aTAmZ01RSPPNfnPPBKAeG4MVcGM69N+UsEOfND/SBDMa8hPYneeppGoFnVcTYXM2oJWvUwdo2H1NB/rSlFYvTUryxRwVXVKAwTipevMk011nsXqqOaoob+eC6q66Bhk2dJ6jbLR0/GA1xwfDVH3+i+vKED6obiF2ES6NDOR/1Bn1sypMw1RUKqbamGFqKx1EbBj0yGEh6IXUieAbqqiEMsPUcA2Dplbd3KOJtEWNC3ipRA2lVjRSXaUhSMurCsEfqarDD0VxlQIa3xBdXF2ziquyqjjQTD01C+QenQCTk4DnEsMO2BWWvxtSFhbimVJchWIn6qeNik1pYD1/rtLLc9UEXNQE9SlHVx9B411CxTg7Xaa19Ck9oYbURbXFb9zoB+lDtPgzYFaemKRUXiriv1mqmnxIsVxZ0MJrguM4ZhqoESj3GaWCP9fEgR+KItAAD2FUWoRbchHuAWcjJtwq/gGtoghGMznpNNmp+00RDououLfB4JiiUw26Dcbud/NcnQYnk5bPg9GJC37nJNpXQvoLpR6bObj7Ub3zRw5Awz0LvnANWuglTqDWot3ZOGks1UbOwjrfFNr7HMOmKm0wZ3H/zoZDO1qP0epZM56DFZ55tYzOA89omipLBXGsHPQT2nUsPGf14CcCq5BOnadQtKThlIbW4dl5DPmptKT1eP7LcCJJgjQbf7vqQRdvGQlWgb/YSN1liYpmUUBPrsUfc1PKLb34HjjQJZyHc0g7sSStSq4aw07XgHdyzxBUVz3Rdm0bYBW0vJj0i7pB3dRl8xe3VlV5IbVCC/4c13Wftqt/qa5Kr35RSWUhfDcy4hcx5O2RilPrERzXkeept0daDpUP4W14BdabKbD/LobuVleuw/paF6lroLfbuTZOwU10pG1yyA+9JT20pHpSC9a2SxiFZ9VzZIjeg/QYklNvwht2McaY+5x1HXYh9RScB3/CbQR+gLO0LR2UFU54zkm3HP/VeAnLVXP9KSzkG2Q0LKEE++pLOQzXXs/nnNA7SttWJh1N2+fxEhat1l7u/wFcAv0Q+bYOfxuj4TsYcdvfBMaGHrsXmkMO5N7EmP4BdL8L6jmu0IUyHv1/tvwI/TO7z5oB7QM36LRRbjopA/VFWe7Nm6TDf/v/K9IewdoZhLN4iXH7KljfUmnbchokSaH9n3f080ew5j3HvUiBI+aCJdx4j38a5/+69TX0a9bgIJ0Sd7AabKDXoXd/J8mlNs5sKezPWSQR2B/S6zFKT6s/1wNwxL95PftanwfCPQdLck+W4V4uhkY4EZyKvXbGGmmuy2h7bkQGnQx2+U1iW3EfwkLe0M/ifldO4llJBbtuWSmMNniDH3IxGYUyaXEetn7TSX8huVH//4CjSB9YS/fx/v4SzmUf9MzM+jh0q9u4bwF6tv4O9fcUubECKiD9tIyQDnqD/lGK6io6kY6v53qPPUHvQIuL2P5/F+mPwfck0wOlN1fGkRajtnvCPtzS+4sYeh7abSvwnjH5Puyjvr//1bFU34HeVd3KBi7kkNbQxB/ohT6/X4WnqYTuxfvVcbWFJ/AJVY0Twprwgmvgf23gYSh5HdzaQznvtINm+E1xtEfyWVXDwMrcRFpINGuXdLJaWT/q36WVrsjG4Ql24Nc3UYuw81qHRfQoMDIv/BgQjzV8os+5j8QRVuKJPYgrjqrtbxCS4SrPyHbc270yxHv8p7JEOofI7ZBaVv8LqYkT3+GUSqiLoZba6y/1eVkFHRGcrGz1q2fo5WCgZkCvrC25YX8/hrb/WHbzHJnnHCFIDlsFrKHe8vV87teXkC9JaiuN9IK+vx6cnb0ST2rk/MOr0FoCtf1kH5SLklrWWOVRD9PBX1zy/gd79RLYuDHGG6lH6tQcX/7Rg60b6AE6ic1iBuhg50uQwjj7pyF81xi0TV/+K6Ou5NRjV2jWvXUn+VgKSGunhvvgqU4C9rCaLqEXSE3przejTyoShn+KrQP1EEml24JzeMaZwHkq3YUtHLkTfrEJRziEOmsuKzhY9otGX73I7/iEK/9Qp+SjqMfJKo5Ojz7lsPyN9D/w7GQC/1IHvwPHCiYxK3R30X/61X8y3AGbyymuC/kwQB/C/eZc+9fwi6JFgGnkG2hrdfEffRmiF9Jdf64q6wXqqWRFO+yJo7XGnXwhPfQp5KbGHUogO3QXqwTSNI7/mH37wP804P9tRLyqyqtxUjryMbwRbDn4HWDwZvPIH78DavjIJdW7oqrjJ/AbzUeOr5Xt7wqX/m76f3yv/j/EBKtiaj3G2kegXcaDBX4I7LRT1GCxTHcqR/0phqkM3bwbtaBo6qIZbfqo38iNznDN6aL5Su0zK6GtdKJn9vxWaJaFYaX/CvrOQ+ifKWiniUITTXHY9eLQN5Dj+KAn9IqJ0DCjEqnaZK98+NIUowx0g7fCznoWNtutJjn02sNgAc6ZKbCAz/Pqr1MwFEoJLaMmjeNstJVb4/gJYGEWWk3R1Q4aD72rHtVQlelrWJ8XQM9/ooJhi6vng49hW85O1/kkPYSVX4ETUPynmSNdpDKto6qcjH+V2JwZx6hJrVVNWLBr+mGS+cqqhDMycE3RO5dXpXiJiWOiq2XmH5z7Jlhuzzvz56fD8r7UbDfNyHP+3+E3D1A/6akyx4bOkx0MSHZ+prKDh+nI82iMlAYz0BA216rQEROBTbllysKO7/n2Ii7cPdOIF1ECFZcSqp/ZUEfziFJxN5VFzYKtODXOl6FbBpm1sJVHpR3mQwoy0cmN65DughfQOEJFHqjKYxRj35My1Edq8gNTB9zAHTAitiW7FzTF700vsws17Hv/zplF9C/lgnZ7lEfwelUC+lkfWmPlgm0/KTTBp7jf6WH1TIijW2ArToPL8Xy/sRK1cd4spIFgXmw+5Ch9xTlpufUb9ZV5UoM+Qq3a7ERfigI9MQNlxPnkhn3dw5/EgfsC/ycJ7lQm3OdeNJ5rqqCXW0jBIv4rLVGpaahqJtOoMcruBvfUw3wFPbeXD4aZ8jyENuLelKbJ6gdwHKPoJ/OIm7DLjKTL5qhZhTa42Cwxf5tDZoAZayZ46+8m6iIXpYfWG5c+VUyFgKLqAvwkUo9YpVYlwR3swTPQAq/a4eBe6lFzU4g8iAY3FO3uCbTkpdDzh1LLgKFUwBxG6lDqDltQFapEa8BlRccVPYGea6ezDKVQDKDelEJ1Vp+p/WYA2dgGFwz3Ef2svgD/0ICWQk8fQIOoJ9iQAWHwFXiv71R+/kx9RftwJV/RKbh/SCP+FU1g238VYqP2s/ILa79kx3mONfVVXtj8W4J5S09b0Dqfm9ao3T64xifmhMkL/iIv+eK+WYY+sD/Yx+F4EurRFofd20ZfyEvzwvl+f6E55bLXUiiBvmEKcrNRCh/EVPMps5oqnyjimMrGfhNTPZY8eiLkJkgz4k6PqfaRRwpFBrSBonRJj6KBbM+IGYTnKy6NoRWyz+QGOxuNmpmauHujVBpwoY05Le6CZ/7EHpTMpdbILT5AiXiZyqN/VbnU37RZpsoEbqE+Vckll/rW/MDub4X2gSHKFQbp5e2xTH8rOeUK2/L7vn/PSB+aDtuNC7ruCLwZ1zsz8ofDejNS5mIUb9vorzj+BZnvszJs6PqP0fV+yaVXIDe7vs+DrVwYI55Gehu4GXDN4EZrW6cPikD/XAyNfLFchFV0McJouqmeqjtgLLtYlkovWeygGOz7iyPBc9iaukJbSQbrZD5d3LFRVoI2U1H302XlC71a54MWuxhXlV+a6vB2yijaHuVnhp3uufM18iNn/n+g7gtps5SDjjVNNisXRhvr1SmMrI/C3usZO2/DkewVA0KtCWUC78lc61Ptjt3hjtqTMwn22IhsEYEY/6eEs+zvnFGDN6UM4nGg2+SG9hQFGmugTqtr6DvOdw01tL0CQqjt20B/fJ1+/+p8I1EkIe5MJ9nBKaSx8+3HbFkE/fEoWoB9Vm6NZV/IUf2tp9NRC0l1BTAAD8ASlEfdBck30Gk+w3FfWM9EYDX9UQbgfn7i1Npv1gloob76RxSteBtf4q9Q4iL/Dn2tCj/gmbZeA34kHuqF9CJpj/v0AJrFc+t7n9/mderiMW8BO7IcetJ3nN4qCC1qlxUF9uJ41lzoq/vBC7WG7X0d2AF7tT+yZ/r5XEFyHbH9f6pzpYl1P1mpV3I1yPFxxA1gNoZ5f5EZNvmzQEWpoXKG+T/x0X7OQ+PdIzustDI/4IDaJ/a37N31L96SR6FNG0nNW9SXagnX5Kp8TuWHreRPmY76P4zQnoWeFU/TVWf2jIEdOKfP/XdbyBvzVTwz63Vr3UsKWCmdFbK6wtmzW57I597VaDdBD34CRumc31paHn10r/e/ZnSknNDUoqHtRNHd8QzUdb5WsOfADwhTTzFCtMFiYWYOnMR9djnswzbomFHBW6y3v3/gpdB1fcsp1FA9aNX1JIvMwdWcBWdnczKJdWq9CxyGcu50Ju89bwVOxiNncFYD2Qn/rJRDP1JFUoIfuEar8VQMt1ug2CzOMnCAHXTOwA/1ObnH5XEW/t9PPMQ1vkR//akupTrrjVYZWeywg7Fxnm6esAtaYSqUGR0lGhitkn5ziWOiVBe4TmBKQq+qIuRGcPHBI+0BH3oUz/Y1ncD5Qsm/njz9QEBI7/DYp294iP95T+yvXxJ504LC9B8vpDx4j8Z8WXbLMJUM7XwLeuM5SG/mMI5JdU0eBU70BPpnO94SDJSv/n0nUtv/Vbjyehj8Cvqxk/JEmoBB8S9ls1FXwf42kcnSElxeNG2vyHoTAOcBZsKWPsGdTOdItfQo2e1IHvynAf9vI5O8C26BKevqSO+yfnIsn69smr8DGvrI73v9wRjhvgnmcMTpd/hd8InlkfrxSdjj86kasPUnpKnqe0qlYsGm1pOnwToXFSPmRSYeNPcVhmF/awdN3V5jzQ0F/TM2tLoMqjV4gDGwUucCI/EnZwEHEBc2RFuzrgrtr5/ZRX+aGOp3jPcD1Qo/DeCKyQJtfQBnpI6wdH+gVqhhOF5cXqiemYPmpVluMlA6s8bURWwWbOkbzG3zMblxAlIbfqj6qI/kc+h1c6ErdTCpYCdfTCfV37ySsuBtOpEb4r3aF3Z84Q5UTKKqDhSKQdDTW5ju8i/YgtywBj83q3FFUyiJrkN16EsVnevAovgEuvDnsCraaaOojg8eUBDszxXBmcTgO2aQiiLnXRtdC6WfZEZqD1jpP6d+0BXum9zQQueaGrCiViQ37Dovj2vuSxWoNp0K3qEywyJ80hWHlusp3N3Z6yEXFYf2lhtSJtTvA+j+SSlZCM6ZZNCnK1MbKo179jtdV6lhS71FywMW0B1wBVvMZmjYO40952APai4t3Ub8iZc/2Q6pMR/jGPwVN3bwBWdXtfA2+R0uM96ng1VjLqvqSxfVmMMjFtxBDuQU6rgZrbqpQLWfs/PvZOMzFcj16byaAKvwSVWIB8oTlVctV7E4inKX+J2SQCqH+7jcfMNnVDmy0YNn4xy20ArORHlUWfAn+6Fxp0LOTFPLlEOLL+eHZmhh1Wk6jbDqq/bqpfysuqjJqllAGyuZKk1xeLsprTopQTmwW7TH1Yz8kRDcQRK6oDaYK+ChrrKiBuaRuo5Wcg26ZjTUfwIwJknQ1pJBem4aQAv0zL/fA8miSSqA4qq1pjdV58+4pzw3n9BV9bV6Aqv3SVOURuMJ2Gh24L9VhDU7FzTcT8iNXpCqo+XsolP4v6XB1cxAbSykX6mHjMfZpqL5ZjCOOxCsy3S00tGmu7kMBszT/ofCfYL2ocF79KB7qnjwEOqDlNE0h7K7NpixlB+xPOQ53iUcL5Y35kZ9NRSW6qt6sNRX17yz2790/GOqB9nhT6p+pCgGjulLasrN1S0qBgTD/Q63EDzYcHBxxULwKxVWxSg8XpodUgb3ISaupR6fd/2OHuUrtV4VUbFpFli/I2i1L8AATkQfsNVsNPnogHf9w/Rw38haZbG9kng72AHtcAq7VxaPi7DRK9cet5EHHEVnOsFj6TL/6/rBTOUvaSX1VldVP/RYG8H/fEwunEtb9CoLzA1+akrhet1IZd87NYRb8CTov5NVbWuX2s2dOap0V7vUYTWLXvIucCFZ9HnEd6mdZozZpfwxjt8eD9VF2aJEbPl93z/XoR9dl7Ww+N/lT/QFvNt2SnfJC7sj6Wewy15C7jaMSq/jfdsj3Oz567ANbYNONA3aSQNo4nVkFh2DTpXQOoXx4DXOo7fzKYwkY2j7O+xLEeyI4FmH54njfw13GK6gviyD4CeEBTea40eGl7C3TYet2bZ035dPYZEeobfpnrA6noctOjHsvQHQMOaj3EawGuG/BUwDG+NzaCGPMdqOoe219u7IbYzSt2PEHOysHrZa8kCTOy6n1BZciX3GHt1hDq7xPq42dDZuvMD7YgUWd1IG6TZiWba0yJ7bG8E6aT85a4c/d/SynRjL/+6s53URKfHxv1OBk7iGEfINaBDJcZa/4lyi4RfPvbrXLrjdr8G91+Qb6cK/oX6GSFKpLk2lEtLmw8pvnDpj6IL2F+J9ItGS7bkI0fRn+qT1g/yJOjyCEVUX3Vv6Y+z/GGzMJuhHUfVH4l6zILOeo/M7NstQBOjOvI7rw0ZYUyrAflhWD+HvHLbgAJ9Fu3sBdmc72udwZ93Fo7DlL/f+vjgk0ZuZ9UPdRY+FhvmNLmjzOHgCSZcKmCWL0HJSg0P5Hlb8XbBgB6IdXgqz/kDE15XCSS8OzXOAHOPebGv7gdDgjuD+hJY6AdZsMBiH/dC/vtLG+d7arRV/64SWroqUZFIF/hmxV7HLqR95f50MNRJFf8031Cq8Of/gkpyK06hrYKzrIXc7L3Tmpz9Ba1iFcz7v/OYTtHPf83wmpyUXmJbrzpg2uq6iM/EzPMvPoHFedmaH2+nXpEzAammAMkZnD/AdC9v6a6kI5/7bKwDslA+1/S1/RdTEXufrhhay0Vv6AFpIKp9vRC6Gs7Q9cCzst2U5tOEdskYsKYH/4FtCgZ/4iM+gdh/jmV2n50p96NjHUN8XnK9FbIZqmcz3XnNtn2v/C6WCUYvP7O9I9MIAe82A/Dq5s77nWWic9fDrm6jBrHqLUz6m/lN+CLOC4Es8IXY/MEYnZDu8owdjFNEU0m+6grM2oobvQo9oy3vF/j7Kt/84Ihn5R9TIOXZB1/7Kio1n1F07NhMZJPZXG8X0dJznr7gL9WWdY1EPxXm08P0Ok/cCnFGQj2Z+2J6H40izwfZ6UoeiBfnq7wbcyQi5wJ3lPH+kmkplnUT6o9c2eGKMpESJiXi+P4I13329edAr+q+f+BR18jACLSkK3Gb0ws+gv+cFP3GS90N+FKaUC9xEhQCXlKcXYEzy4F5twhPYEHWQD6xfZ/SXe8Du/obrfuJ8N/K7/OO99iJ2qf904P9pNJN3wbfcDM+1Lb2L/n9MfrY8snoHZPWR3/f6L3mtia9GGxVx+vsev79azo9VDArGuLYXVYbFcrH5TPbybYzj1sGGGksNog2we7+E9f8utcQo/ozynT8LC7yKA5tYGnUAtrIW1E0NgE0tjfqaEqvqlI/a0xLXUxWNV5vN+C+JYKE/DUu2G/HgDpm+Ksik5GI0DHbKKtCT01Nn1Vr1NCWhn951LOhnYUnfaCaambDFXoOch9z4HDpbC/ANs+iMKy206+p0hR7hfMvyJPoWVul+ahx9j2u4Azt9RthaK6p/kTrf8T0YTkfMaApWf8IK3RVsxGN1RMVVifCWOiOt1WK1BprAj87agsNpsxMWouE+6G528jMTn37m0rq/Sk6z1KDA/tZc9Y36F6m7TVeT2CwwPU0ys9eePa2aQouLH/Ltdx1IK8wm3sXlrBiqjsoM62Nmus7JOWPwUzUI+qOgvoKhG92jgrB75gEjwLB4Zw5BVjiXaYUzSg9LeDbod9ngdzMxoiUzpArRLnPKLDIPUH/nwZxsNudgr8wAi75dysZJSF3pGpWkKtD1EuMurVRdVVfooWcorUqiRqoG0Lu60kh12FShEqoVSvtiBcpmANcSE/zFNCqC+56BWqvdFBXSYchPTUFYxdtTdrZzIsZLLq4v8gS+rvLLSy7FLwG8YXkvp4X97iVnVFfUHt5pViE9s3rJX6uX7MER/DoLfcMBsAFlgXW4voqG1thFZaG9qpk1AQxEUrLT5zl+FtqislBYZKTjuibtgJ17p/mRpqnfVVL6AKzMamj3uaAtl6FUYFAIOnVzEwc558BF+H5/XoZuor56mwBupBJxalWfr3EZ/Pqiayr03XE0kWJQR/OlKkMf80z4A5T//hXfggVprUZAb7/OfSgpXBpYy2PyXDyTE8Gq9acDuK+/4co+xX3ug/bQh3yRlVqZjbyCKlFdXYmScHUei56iEvAbGAWXKYTneY+5iSepIq7GTs/p+B6cM13wdPys+puP1WyXC7ruZopnKoGjO2US03WwbQfNPbSgTea6uWVmmJR4RjzrL14AU1dGrZbNNFTOouWfxR3IIvHUxyYu5M9oAv5zBpz5DXBf5WkF+Lna4eb/J6cjyt7TITk9VdVdAQgXOrEUnBz9kS3VVk+dcLXjh0Vn1Urq6jwIR+jOaiF59qXKqgvBnwA3SV61f1U1nN1WUxpt9QiezvHmG2pCqc16VwUdjWy+8aVZaSqQvSdIIloH5uGa+cW7fsVDSL+pwnoWf4wxo1GxMRoeAY2/n+rI99SHOjHY1KbUXP1ITVUzste/LM9B4N1+U6GIIm+PErCU1uFyjvy+/b+9hl8jayCstLMx2jshK2SavoER/wJZzrMlk7Py37EI1v3z4IS9Pjr0nAS6JvSui5LfslcMG4T0w3wCtvcTzvf0l+WEF2PZIxFyn0M3LIl6u+xY47fKFtjtz8u3eidi83kezqagzhOQ1LHcF47gO+PPYZ2MjiM+xGi9q3wMbeOyXJEESIkNK0Ece71/56vpU7DqDXb0AP8ZuLm1PUa/4ezlY88UfuF81XsSZ7Uao/FAWK5eOisHbpHTyg7vgG3w6I67pI3Pl8B5YOtOFDhDL7IKOl8Uj4tyAZqHJ7eDFfH+lUV1Boznq+I8H0DzTgH9Pq5mnVx/rqfh6q5IEm1b6C7j+mz7r617PPOeu/2V/C+vQT796nwDq30VbgLtezo/4ruw4f0FncBie610t61/j3STPRyZ/m/bi3/XRv8Oy/Cn0l7bK6pXl2CUjxPwEkfPqm2OYi+bkBXYd/rpz46OyZNUbSkl0cEvVZUMiA+Vwajj8rITtXce//9XaNCkwTBIvIA84Bs89X+Tbf2/FB+Hln8WLMsta5N+ymd5B3RU5FpJdU7og4OtHXqn/hznth+s/GrcU1/9PyiS+f9xHX8fNNhGshE8G0F3DAJblEFPC11/TjP0xhRobRtopN9VXecyjuZqz53fpV/yp5atyybX5fQkHTrjIKMMs8uqX3mRiiozwANk4oKqGC9Tw1FfU9Q+5AbChlox8AZ+6+Z98oFz8z2S/Q3/V46/mh/Jel0dmuojcKCIo/Ye4SweoWXXd9aRfAB5HfRK3+//H0tH7/+qH/K1vQcCbi+a3gxWoYcTPyAl8WyW9nt+7PXhuuGpO6L8Nf91Ys9hT6lj6sTWcNjP8+kNMloaw5680a/cS9jqR0PHngnrfNyAb3QLnUbncGad7HfWFTnorE5YA26y0/6f+LTElnB3pYweYq8QqOw5J3tR32sop16hkyItO/TLX50VBP9w7vL3zl4SLr87/gLs5g946nfzIcgfgc0Zg/84m1/IVv3UZ5XEuI7WnRZ+Qb9veKLrUs51xAPbaYcn2X1d/eSzAHt1vdvoOZrqi2hD2fEEX2O2kvmtqvHcuQsprEcSES7IAmf9hmts+3fhHvrk2msbvnTucENOrOPCWtNSxwKH+wJPzUs55DAWAbDM/wo2cU8IX5FI+/OfN0P60Z91sTCzo47AbZMH/L0S3ZOfSwatUXub5bK3xCC4FSHIqBvAX+WNr0A7HKAXOtKP8hAscLOQ9MY+ZVb8p///j6ODvD2+RJ/cWD7Qtvwu+v8dHzklvz1W+sjve/3739D+/3sk6e97fOhA3AzWzYwYz34IFiC7aaDPwaadFHZ5i26qJtCmT9CHpqZZa4ZBX2poQnWn1HBdKAo0nDTwr6NEBtpOUymGWqAuw0WXR2A3BkEPKMgdTBtYaeeaf2i18ewd2A3Sehw5FmUztakErIW3TQ+6iFF1Be7DF1ydYGvdi+PNxBj8O7g15j50kezkmT9e1iSlyTRbfaZugLmYpmAbVnPVZN5IoyVQWXTeDFH27nrj6V8zALbCR+YPV0L72wIf/EyXVD5wB6VoKuzEXamRqRn8AcXWnc0PppZKAMv4D2YB/0w2FjlhkHLH3NhhbqvspruqQ9klKSWSnOqW+QRnUCG4CTT7RtSXvsaRc9FxVyOqBt3mayriPX/3HgbXwDxshL05N8Xlo6YMdYK1v7cOwDWdNHXw+0V8zIyCLXwUGIO+agnslb7rF84wvypCO4ilPqXfzSgW2gt78ko6DVv1n2aJWWcuwP/LDDDjzSyzHFrOIO/+ActR/znAwiSmv1RFZc+oH6TcM+u/we+CqL1JDRt1IzPatdDM5k+pjelkyntn37uRDrp/AK4piqSjJHAzkVJEFVd11Vbc79+hVRehZGKvdl9VjfGufO/GZZOOzquH6mMpw+fVeZWQp3B/jKauQh8/zuU4Ne9R51+DCXSNF0FfnoC68azLPoHWQ64Dx1SX6tNeUxFyAzqGnBo0wQ+fwDafWmKoTdSeP6HBqiHYosvgr2zb+EsTlf6kwXQI9+QTOkgvwtjObQwnoxZD1x0OPXw4+Kt16qAMp3ZgisZA891C1+kK2lx95J8F82QzRmX9+KPENIry0jJ1BJpnPC9aqpj6pLmOdvmPyQnuqyv07+NmCPTto3ge4vngb/pFN6F9dJjz4Co+ld/oD/U3rO9/U0buSQPoPJ6PwdQI5QbAhcdI8wHaz5+mvutj6DdllHtm+53g2zrny7X0wDUQfMNdau66CBahNfijdd7VA924Dtt3YVnFG3g05GhcEpzNdd6CEXBCGUQVOSEPVHFltbrOEaMjJeeu1mYSbkwdHWRQHakt29IZSgTZGHtFzI5UFYxVRyplOpIvCkgtjssFoMElgyU4nSogCREWwNj1Iyf0R+dwKUHQNm5TG4SDMQZqz39xEOfm1fA7ywC9knthNL4WNrkgjhj5qZeqSz/yIjzBZ2gkLVH5aa26TPnpuQpCv/g5FUAryYb7YO8mmj8civPbY7A0Uiu5pyO/b/+f09nF+iEs599gNB1VlmOEPlfG8DqMmxe9wY7YyWUHWIAtsIGOkIbWEsgZYA/ejf84h5/IDxgv27uc53P2PCfdGGFy7/7n34j97f0uOerMRJ/vfKd/VRpIuZA568nkkR6kD0AfjYuU5zIqgvnrqaBPbZZCVh6M3BPCTppNd4O+fMH+CiDgKd+Efj9V0mt7FbN20O//AZtg+Vk7nzvz+buCH/gXGkZ+2CAPwnI3Rb7Q82Gvs6210FF4K9iDy+oQdKdlzpfsblSSL/FLX1gBXXH2nlhRaBBdX4HJKHkfus15y97V7ojzvfst+H3hxurbOF97ZcaG2t7FbDds8SW0/ZX7H5ZH91hol3sNSrwm/xlsnf3wfyrKPf5Misg+q4n0w1P8TLKwe4Q0KmS2ZF8d0VjKQGtvap2VQzKA80o5Kyss+YHyK7S0idDgriA/g6MvNg7R22bDUu+rP96V3ryT0+lksP73Q++/nGtxe+hg0D7BhhxytN0keA495b8NZ6+315g7xMOhR56U1mDGKsPa+hnSRwSsQm0Ww1mn1J/ov3HkJ9B+yoT5daII1mUIRWHoai8kK+9Udm0nxX/wz7ct/W5pt+OfD5NfChrpC8km2wJegHnYKLZWWct7RNuyfFv+UVmhM3aHlXYd5+F4ts2BpyNlIX+Io69Fi14hQzmhdn+Bfp/FT38Mkk16PgfhuoNgWZ5poddBWi3E1sDqbn/x4NltIpkERQBLR7x+Xwwn/YbkQfip7m+zb9peh+JQmHKefeROy90wuA0XTSto4XGgOQ7Qp6CbfwP9fYVfqZd4ygbKILSgw6iNX/RdqeZoqO11IW3rtucdLbWQV2v9Icz8nSg6HZ7nL7T9hc6zkGe6pvOEX8av7Nk8tr4fuuJiez/buwv8x12Hh/sVbecxWtcuHRFLtwGslR3exBV08MsZEvIcrODr0EueSZVQyzhPwDnUhLQVPMavkk7SghuLEub5edV3zjaXdlDG+6U1ClPmIuxUf+ocPE7vAM/9GTjJitYyaR5wEWzLxRCsRT0MC5Gj64vii82yMhLMg+uKs16J56cd/My49ythvfcvNVn668kSFlmdtIreHJHJkeA/Dfh/G++2/t8XcLHFls7I2+OJj1xJvT06+Mjve/3PTGF6EzRh20+mwqa/7/E/p6hSjBpiJHoXTMR3sML/4tqqMlJ3bkOTYG3sqSZiBN7T9KSd0EeXQePb7tX9dpic0AfumPWwexeAJTIX7aFZ9Ag2xe95pfxFcdQPZgrs9ZfNPPAKY0w3UxkW/B+Nx379DNJR6PXZaY1pTZkoO470Ky+UjFSOD8Fy3MtZ3f24GUjbzChT10w3M4Nvw1rn+fY8sYpjz93mSaahpEA8AbiDD+kb6KNT6QHO74HJxVmh70/G1WWgOsjJgOP525/v0k+UAlpfSehw39NACTLFeYKaxA1RJyWgLaZC+JmyYxHjkOlGPagb3aJY3I2CqKKc5jPOrm4CN880htZ2SXUBO1KAvjcbTF/o790oFLEpnS5ND/ic/Eh3rJi8Sq5Y04nke5ztNNUb9t/szkzjDpC+gEZZmDbBnugGwR0wG6gZFcW9+V4tAnMyjTaYFWBZokhJ8DdrTVZc8TmwKFXMftTLbWOv3+e7f0RusCJCX0APzMZxdWnZ5LAKfSgv+AiXmQ2uoQxNdaVE7DNYRu0c//0TXqhYsOzuMlnka3Ablfhr2qO+pg24d/YMkG9ddqoHpHxjblwBP7RA5bESWyfVLD7MV8hGFnUFbMgBtJDpTjyF+hD/swtdCYdRFJuTm64UFTpwB96mvqBaPAp3zCWjoHOVwBWMhI52EQzKKDAio1CXo/yQmrdh1JkaI/xR8JfxaPBIqXkLuIfU/DE9Ravfq66DuUjNvyH9tErN/mio1tnz3dRY2QnupLs6Bd2hobKxVh0Bt/MPtVM1zAJqqJYZO3UauXM9OKK+kO94OcJTKiMfQbhKHXGQTHXgtqqlGqd2kTulSkjoi9rgfuapxtCV/+DaVJMfqGH8uWKk1wYL9CE4ix30L9V2MMxVQNUmf7RUO9RF+Jm5pbLRF+NPt1ScNzhhh5B4xHhqkktasnuAqyqhiqqO0gG0s560X3WgSmA3stNg8wgs0xhz3nRBe9wF/iDAB8N4GBeUYTyNn4HzsWPteAB3xVVcVF24lZM/3wyAP0bVpHVOCV9ckQrczppv1QrZz7p0mP2tX4dJqj1sN5PUE9UOd2BSCG6pXfCTq+bwW/Ap1cSbExYXoT8W1Ksxwp0G6/eXGFH1husDdwTjN3uE9ZncZPdY67FcDIfK/PYoqSpzX/7ckd+3/7ft3p0DWC/HyPqprJd6EsD218a35DurvC7u2MUnQQO94EjhcRtj6DUyC1dtz8Wbh/exwMo+yrotBawc0BseosRIvUqfRZgLLixs5mG8xHQ4gSCM5i/jOXwILfuhrZtyeV1Az4KN6nPkb5Dh8jAcDPJy6Mn6Y8fWlV4n1rlwtvZK4RX1Y74gP+oi2v7ifJD0RN4EjEyT+mmQaZG3B5rYA7kql4Cr0AruoR564/7NgP7zGP+3LmomoT6i7kNXeOJ8b+zGOhmuX7Av5lq+sd44c//88EgKDWkheKnp0P1/RH08hcX3oaO92HuL33G+DTiDcX5NR4t5ghpPrEP1l/T6fe+/rfmf5G0SEzbGAMmsBa35KQ+CdjrCq6d2eYWObH8Rvg1MUUx9h5uAC/oMNvPt+jb09VKQYzo76JVDqXRObSfFdbzw0dwNaqiZxOf18ohrShrZwSf4Kv8DG6u9ensmfQW1YWQOWoJn1ntebbz3b6kzf6C4Lgf/FO6Oto7Z66txI7AYLtkUMEeagzG5h7a7wamzDki9KCP95l9fDDPrfY5XsjXF2mgXS+QCV+XUYBCuoX6m+JVOqO010nZwsGNZ97eA33QswfGgraeHdTQYZxEdfk8f7T23XoK7Wliuq+7qBZ9n4rycWcVhWEqZdCHpjTamdeYA+3vVqCHzHlbDkuprvz4rboh1HXIeXdGbUkYn88pb4f7BWXjiofDMRsgUhldZ6Vjf10ss6PzPZKKs0RucmRsT5bj2nyPgr48vDwmjOemTnC8iYuo20gBP2WZowBPlO7/yxtkV8Rx4rgBYoP9A6Shw1XSQ2CsquJw2MsbneN+G4W/Oec89mw6yfrI6yg4VTdvnbtCD3EGfclzSwW7dJcCgnS5EL+e/A8UzcA42R3Qb44AZeon+U6cJ4bmqyk/g8mxO4Te0afdq+jXBbN4No8G7v8Nv413nw/Nlfn11D+2liE6L/y9ohTX0EdgsB+m//NYB2R8BfnP8+ODP7oSk2N8IfK5t6YHk8yt7H32W1vfZ/jr/tHrkcGbRnG+NzjnfGNmrmnRB/+z55ihXmO+QHr5ypXRLjxb7Kn6GvxQ1eQ916F/isB/OgcENjb1AXe9CKGCTKjnp3+hFep7fL/7TgP+38S7772WT6NIJPYstn30HWD794C/q7RHAofL7Xv8Rrzb8apTliNPf9/j1KYoeBw09I10x52Bv26g2UANVQQXQRFURNsvLsB1egpZdH/iR61NYtIOmt4jyUHZ112zDqL2iLs6z9RloL0NhJ+8ErXEYnTbfQ5MrrOrRcjoCK3jqEFyDy07B0LOTUgxYwitCFywPDbM7Q/dx3QMzcMLMMKcR7jUTYc1eYG4j5bF3/Th7Jbkx4MkLqGkSF1p4LAJXoTrRGYmr8qgGYBROwgccP6Y65I75YRvdpuOqFXioqRQdsb28Df5GWPa2Qf+uLnYspZO2jV4qd+iLSeY0/QAt3v7+upew6q1iU3JVScdUScjwIrPaTIL99gDCeWaqmWBGmqsmNoXimflOJ0Q9VLeaYzTYni09Us6AL0gN2/B9cAhM5eiCKQZd/KopRG2hQf3qrb+kcGNopiqqd0JDnS5jEHvGQeY7SIfVQFifz0B7X0eVkJsYrjDbJfyRHjbmYLAyoTvaPVK2nwKchO8+d5HhJ/AUdaglZVM/kQcJVGIn5zPqTrFUe8rhk+cr2wg2MbkveJfYlA93Nyts2GehuS9UjdUjc0f9apaaiqa2GQcW6YbZbNai/kL3f78NqQF3l3nmAvfhBnwHLrY04FA0UQ04vsqiJkBuA/mmiskN/JCPegW0QEts4YMX1JGvW/ba8jNx/MdUwGQD1zLVbKJfzEgwJb5lYYWFFnmf9/BP8O/jHDojzM62nFsOU1ruo6qp9ZRZpVXdkZZB3WdfFJE73A3Wn691EbHREmO4qZrkPLgEO34M/mF25+1R7tAX5VVplV5PU+XVXa4D34biseyWmlL5kLR2XskfDB38sLPPxHZaQrXAscxW7tX9r9IztK975oppB0YvPSWi0YZhf39uPOv/n4O0mAfqhNILZ3aUq/FiPgTnwb/gUeywuVrM+c08n5xQNKCqXITu4smM6jyPdyg5x3Ce0y9hV7fD8jirkd7ndUCY5zc5xWD7O4A/fb4JSGls/5o3XsZ4pNThvh/IDLvGAJMZdkZbqgVXTbbQPLZjbWQ0B6rM0hqul/pTxVN9nFK+OEt7eJs5SxXkofF803DJ2qTO0gJuLs0R60p9xE79lv+KYP+Divz2iMpZ+DlvdOT37f93iI3x8ik0ny9lhIxz9s7bjLREugRs4jteg1uwCg3FOHQQrHiLYPO6aNl7CY6Dm6qnSWwdxLfkhJ7pwxik0b78QS0/fKt9Y89VLXkdrsJmf0i30ZmsXyQONPwDGOP/Bpv/VZkAe+hzhHcliXUV52bvCBgen0Ifu+/slx2oGVf+yGE07LHrM1xZgL3KvMTmy/j1FXUEY+x9ctSrfw2ThhjxRtfn4N/VNRCWDUwWcCewr5PS37oDXdqWbEz2Sv64jbFxQugq63Au9soCaZyVCK86+9/Z32DbaxPclhw6ibY1IXttgtAd7J69wfz/oNfku6QOV5TqYF2ecx0wLE9gh74MHdyFUdYRcb0W9tfZPaC9JdbpwJkMgZZyhRvpJEgvaSXS9nrf9rz1v2Uj27ZyIx/qE376V3T9TPXkM1xBrvLXaIepuRUsrPNREzmhN6bUeVHPP8koPoSUJZA/99F9FzucyAM1F3ql6BOoo9H6B2mE49pafXIrgQ50dnQbAd3LJXOhd8XU8cJ86x78yv3/Euj4+A+XOaXY3+8z9Nj7ErpiQEkwNc9D9Ng4YfTgDk78Nu7eSznD7pnY0aBdDtF1vGXsHQEC9Tdgfcfh/fUt5+MnqqO6q8rzbtRWMXrgrDpYRWbiODm0+4zu8t0w+x9211vAz1x0ZoX8YP2r91qp9dAQxuYm6sWeVZIMFuAbqOsXzp6avgiK5L7mderpLH7pwlM6S8bh7O0v2jeGKZdC2zvmQUumZ84z87f7q1poy2nhEoKbewatb7pkAe/2AK28l+wNM3/kRsgqjFO0zbd4rks5kj1Dwg7nWJ70FtLZj3+Ir6844Qe6vXUc/F8v2cXptHueyLd4M0cHk2AkrlNmGtySMPq/rQPPBHfUksOvz3EyJJzN8fQFR4oO7fkzPw26bpj5E2280jC42Loo8r/Tg+0VRaF1bIPW0sDvF6f92NCgMOxoVm375Rz5lNirhZwOUyII9/gu3kOlwYKMUrH1Xdjs7zgzOwbBibalfujbY0KaCTdUR9e+8z8SOavxxfZbk8+NY3Ax9FL4u8XmYGvxcfif6kfeEmPhagJ9ZDfVFF/EgMsu38Pv5U3r6/jDpIZfyf804P9tdJa3xxlpzx+DjbTli++A+D5zYAbx2yOWz6/e9/r/8Gozr8YXKuL09z3+fPOvumkyqkEqO0bgFVRh/p4rwKaal7OaKqooxaO/zFnXalPHzDSbTCno+4vguxEb0q9mF6x9++hT05KPKQZL0UdGYOTfnNOqT3iN67RrDrE5SnOoLXSpORQWxekm7TX9XAHQOJ+CKSinZgW0pHQcU0WnMWqfaWOOwwb9zGQ1Xcxck4SGmL7eLybWQqpFSdRyMlY76AJdaLwZQCkDZnFZ1VktVb+rzZQVZ5cP4/4/zAOTiyrTBFOZPFgKeTVtNM9MQ+iwS2mLqs2TzFOqCpY12AS7alBp1Uf1hQV4u7Ft/enDzAMYC9eSevMFsPcH2f5GLCV60qiwCSeBNTHI1Q667y6TiM5Bg68HXT4qrv+U+cLv+stSPcpqr8MoH6qM6jsuQM11dslHNVUb+hUW64x0yzShArQHtVAU9vKoVBqhG/Vxf3LRGv5C5VDtoHMusQrzFVUZ1xJLxYS+nItmwN9nuuM+fQsOZbk5aebgPq4hN55SXDNSvuUivAVWkacYYxzmkdKP02Lc9osaKQmkN/wJUlm6IRwpOdn2/ZEU4/u+nIxeqJx4xyXlpNCEk3Ij9aUqhRbwzHyD+/eZ+ZeScl5VgSYau4QvAtVX0A4bSqD6S+1TP1Cg2quicS91infRBuQGqi5mmIqhAiNBTLxBFnEu2K/qmY7wLR0T/g2+YmrwRUrAMaWHslNsPGSPFIr+PJDiQ3fdGGUoLM79uQBPB/fTDBx6f67CtZBvOxvHQ0J/1FWfST31jb6iktLv3EXqKpcrPnic6DJc3YX9u66qq2Y4/kNKpeqGw260jhm0m6aJgryamqv1KgF08UT6oesUPYbN/APXdDPLJEVudrTR9OoblA7FPB5LhTHqncdH9XAuDK79IkPmxUhpqTZAnsdpZR5HhgD5GfxDLWivKaMEwErXVCYgbbcEyBr1QgUg3Man2Q4Lcwsn9MeP3ENvht+Bh9FfujfP4TaSn5PpH3mvdFEPVDb+8ZXo6FoH+91Y2kOf0il1nabzdJVSBUL3O6V2q+wmD40C4zAqeCzYnp/MPtePlN2MpVCU4x5cW61GT3wwoCSXcxAQ+EINkQ2u3jyEpyJ+UCUUO30QHwkpEYrysPIWtMrLJf4bY6vdUl4WyC1+qBrqOLoknqnSSInKm1AuYhwHS5hJtzTVuYR6zE/opiuPyqDKchRKjmdjLPq8A+YAD6LjQG3H90cOeXuMUHV5O2zjtvy+/f9UsfG1vgrNezW036z6N7MBHMhU6R7QRreCJp3KTIX9eWok2CD2fPnpeF5y6in6h4AFEgQdZ6K1AfpNcf4MDEcWPZH38QbpCN1mg4TFUegER4Ezjn8F4/jC+ijsSkflpsqD9/tRaO7uvPyO74vLcNn0SmjtgVZCjEtPyk3dWifAGNfeQ7yiziMfQSfNAvbhR1sHZZuXKKNjh1m/ztbryuhEOhs072VI2Y8zfyJrMLati948l86gr6prGAkPUHuc2b6lvfr/LJnBB+W4VVkfxEj7H9TEvoAvIKfX9szcEdYjKWt55umO1hHP8c0EK+2XsIlN14P1BX4IzX+82Ctop9SlrCNgG+6jVd6TQrDEJod+tJvP+6yfPgmu6WvQ6TX5LvlZvuPhYBjHY0y1Gm0/icxX+aD/j5PizlE8xzsXoZ5IOrpVVqfWv+IuNQVfNFgO6I9lH2pnshWIe5NWfw9toBvs+6T7QiP/XOr42a8fSGf1WF3nv7kAGIf6nIh/x1O7ggN1eT4t/R0G5pE6hp6aoEtW99s9oKfzn5pzS91Zl5QScpaHoA284DhSFul9rEY4pxXyU4BL9kL/rSD2LJDiYb7zj2xVg5hOzgxnFbqmbOuYg3Fv/nHmI4Siurce1kVYO5NwJ12weEcPsOsxH854ru8q8ULgH+5yXFzzdh7MT9Um/l1NAqv3hIPlAbfS7vkDe6EFptAlnZkDvaCX+c4y2Cf2Dnr75ADO74GypW5wo7QtpYEr6UjH4ZLqO9CvswTsE19U1BHvkbXe8e+iHmJhNLAA8iW0yUG6itYcWmpphN+EfO1Nteez1EHrVXogWO1J6F/3qLDrx5XXn6FOLwYc4VJaWdnRlgqF1PElcJHHEcbyqfFsPnKg2KtTfqTrOrUZTxeTL6xB1l+4Wjt+UH4CI3QN0kfgHlyynAvorFLdmV0Tipdo11+g5vaDaciJuk1nPWY3O3Nb1rOHqRkJFtAOv9c7nG/uQxFdR7bL2HY42/ofoC/p9tq91mEO3IPQEvb3HZcixRLpr7+0bKmyvsOe1B0+JXrgrJ5JYTCfY3G1HeVP9VB/hbq3dwZ9Jne8d6EqmJBn8ocj95bKlm/9l9KXJXJ8hn5pJXrGc05ssl6Oq/IvYetQa9RFqci70Xt+Cnb3Iq7LnrfUCqzDJyGaVnwO1bi6sq8u9p8G/L+NjPwuSICRo1u6Im+PXT7yf3fgP/yH//Af/sN/+A//4T/8h//wH/7/A4Ydr6OrKP1GDIvWheB8zPQ9rXI9h92Maao5oo7SFMqiermY9jszD/9QnvmHFxFfaNKqH2knjYb9T8Fi5p4VHcuspEywRT41pdVg2gALVGZqRnHUeYTf+s24ttcAq+dKrI7CRvbEeFYF+8IVV/2telAJWGfs+AfK9qMH3KCw2AYLXzm67OoAC2M7c9rEp7NcVVU26WkhtaGmFEtS0DHY8tpQEfqe7dAfH1Fl1zQaZ9qpTia+WqR6q36mlJqgRlBiZX8dPA32y0Q4j8z0GexEOdQiOkxVYTX90Fw19/DrTbSCTpoJwWtNP9hDV5rDpoNRsINOpSTANdMAVqPDsJveN62pBVL+MiVVEnJjFlw/88KUdn1t4lB/cwX/Yy/FMfHwu/I0xiSzS1Mf8ztZNJMWw9rUGfXchqKEYC9cFjWFYuK/tKJqNJ2mm0Czx/UvrB4BOFdNA2B7vEkFzUCjcbcKmQOgXAMoE+y8RemgsQnY//X2b6+h/SYopyaqiNLf9/g5qYsqT+0pLsWHbb0qnrXxaCdNYbEca9JQV5OT8rsq+q34lsEvlgXW5kIonxCW6DxUEU9KAOeGjbqZakZ96KYpSMtg4Z7uzPG/arLQh2HWX09HjXEVVY3LdKepsH/OhK1+GI2iq9TKjFODTDr6EjbvEnTC9auzZtyvxn8NuaKUX/aYzWjTKXD87RTIs6isyk+XKTXsgtFg5U9JBXGcotScPvBazkNRiDbj6SgES3sx6kQjqbw5Zc7wFvyfeVKI+pro9m7uJnS/9rBISj/z95SBvyYFS2wPzkgJVBR+SCWprbmgMqJektJw+oGiUxq6RrHIXpHed/2/4XiKBM9/ALUwxaQTveTufMr0oJ+pFJ2B/ZdwjSPpiKlozprkdMgcNJeNp+4fQUqFPmKJ+QC9UH3KDz8qfYv6CjRN6J5pgf+cDrFPXZ1MheCeJppJbFI4+W7sQOnElI3iUCmVGn1JIilJK1QZmUPCVSmeSYyeJy5KNIb0BcKCcHFxZxL7oBSOOQ995zxzx9yW73mplKKxpqsynJuf8sWQuSLlqJQXO73zRz6CC8BV7DPbzUizgT42G80N8yXOepQ5QwfMPPynlOi59pjmrsrooSo5Oxdu8e5feB1Sd7WNSvBj+kO200g8S1tMO6okRVUp7qKyS2dTV7Wj/PwB/HYUAH+HsaVQCO76UrqENhtMFSg3XeWf0XqH4zfx1U112fxjDlNN+gd94Ud0A2ceG28hT//pgtQJb4DpqhOdNf+anKog4kkRK4Q72VTlhVRDalKQ6UQRobqy13rMg971pHxEa6gwf0kxKJqsN7fUfvpKvaBUJpOzysIDs8LkpojwJbFs4CWqI676FlrYaH5G9+lH1OKHHF2WOfvU7TGh+9WFhSb7PXvUFOA7ZozJSr+ypv6Oaaw/j1dxHelwiLEsvuPH8jOgJaNUsjjgC9QL3hZop8mpIW0zt1Uy6ulKhtaXkYqpQaiz5ajBD+3S3t0r3UhFl1V6+KnoY+pGLhqsUtEQ/od661/wtkzlQMROtXEhJCUUPVQNvAG/k/P0yPrEjJce6ks1i1fDznQLFv0eyo3SIVIh7qGqqx4+KKCaqyBT3Uosq00U2UYFlI22qi2tlXrWL2YGUh6hX3Gnh0dzVVbVpCZqtKsYtZXYahxV5S7SE2OH/JKF66kNVIwSi4sj2vvQxsfy9rB0fb2XH7Etv2//f5VyWSv4ntmk4lrX1TBuIRO5l7UdragvZVbL0SvXgFTeWUv0oDlhClBvmh+CIegdv6YC1nJpo5fSJNmg51uz+DhsdMnlMcYv51RSykpXzEdoFxvwjB/H+Ogq/s935MZ+mm9eykafmdPNHLkF/J9knuSWZogpPVH72tv851mzpNUpYdPvrr+AJa+JbgdrfwudTv8lf+vt3EcWOaswxJAm8rvYX/4n8bHffgg3UM7CpnYAbg/wr14FS1oifULWyFpZICOloKW1/V37SmmnDslkiQKLlqfxZ7VcsKCttIp6rWlzAsZYPQLyheywVkp+dcKTOvK1iBnWzhi6mM4DG+symSC1JCqsZ/skg16lm+ljzp5qJ6S0JmctvUb6uG7jvYJFkN73/tv/Z5bz374K+b91JCmswkaCeLa+rIyzRn1H2RaSOyjMTgDBuGeNZIk1UrZJetjDP7Wayd+8X5fR+a0S8ntAMGzmsHwi90eEH1jBzrrwoYiLe1VdmqnFqhbu93rZq+KqxdLcMlJDEuhbznfo0ySlZAqwj7YizO4N9vFnykxdziotP+oMuq+OrRPqJ7oSjpvC+sHqLy9wtEZWc5SromvL5/oJas33+C4xr4C9wqWB5fggrjoNrPBr5JJf/gdoKZulvbTlD/RyvoszdcHW6pIoaq50Z3vOxETpZc+h1rVQtj6s0Ft8bM9B0hStuSu34JNqMo+RjPySj9IvqoScguU5L59E+z6GVvFSFkrngGtOe7/AybxPQHfrpTMHfaG6b88R1+flii7pzE5vCVdc7w6Zo34dT9N9Oc25kZckIIV37vpZ+7eoT3vXholh7uthx2+ri+Ls8+oXqIcYepnk0p3lH2/JC5LM8v2W4IzE8q4UsVfGw8+r58oK/YXeJ8XlgWSFHXk+u/y+QNiG/3PZ57h7Q3apM9IXx7H3bszn7ATgwU4fuXjILne+uyHEddrHR9YJuaj7y3Epqf/SB/S/MgLpCXVTTiHHw3z/X955Di9wPGuELNAxoyzif7iVtne666Q7ObbyL+VLfcyRNui5PIV9n9+pIesA5nLWDbTXwfSsDDiMH8MC/q18rAfLRnmmyqMuuiP9b78VBr+O8KskGws4E37hlrt6U3eGKfUEtZBDOvBvMlhqqwnosa7IP2jlT9Bu9sM/gHMsqCfjOeqG2CY9VJ74Ibe1V9zoLHvDgdGb7pV21mz4BVC3e9GL+pcIvZJbupXfyoj30Ooo5Fr76Li4j4/ljL4nyf2u/z8G5H8b38i7IA8nkruOFPwOSOPzBniX/f+W8/+7/f/Sgj15E3yjsrIdNmH/9Pc9fludVndAPzhdTqOnGoTxkrP3rL2yS+AJaYse+KnUc3axTaBHOqus+L8nguSlHqhz6Ll6tlTHG6iMXiEPZY8Okqd4Hw9A/mmJ6pQLimT92Z90Mv0Qb2b7W7YZsh/jmzJ6tfNWCJL+eGeslHTo9Y7i3dsb46JveYTf8Y/gvT5TH5GYlr37TTH8r+8Q+wXua+sO3rZH8OYSfRyhG4e8kgc7dXJ9SX7TufVwPUWKWU3kPP7bEbSvOSEl2uPNdyQSzA5BCb0G/p6QWFe4u/I1+ks7VlBf95abjR55tg9mimWVlF16gq6n7bFeUUmBt1VBSN/o6PoBzuEO3qIp0GI/19ciaMtH5VPUeib9h66pj0pqa5feLidxFUflK6uITqXtebID8d4/GgnOSWs9AqPM6vo3vVPsr9XmyyaMWS7h/xbRl+R12KCLo9/vpM/gbbNO79ZL9D/WaH0H/+cixkuTnDW9kzurCC2VIfIcowD/7+WeyF/a3um6rHWab+pVVk7rCd4bRfAGU6i9lBgBr9Rf6xaIX3DWX06o/d9fNXR8ba+UWxj+YoxWqutd0AXs9aOmoQ1W0o+Q8418hNbVF2PKC+Hme2bSgvd7beugXqPtncq/kplsf+uJkTXeWAeknG6GusmO3613ViYKj2Joox9al3R3ScmZ9QwZgffkYRxrH8YtZ6Us3v5nOL3e5sxCdMZU7P/8lNFpnC/yelkv9U25rj/VWfVdxA/JTTyNQc6ewCOdcJgO//yU0oOhJ4ywYuINK/htI2kA7fcHaCZ3cL7223+A/CJfyGO292jLoGuF+f51kvWlvobnT1lB8jPGzi8kux4DPeeFfKh/F3t/pGXyvbh3P0oewTpgLvkT5/kALeAwWkx9tOifnJ7ChRHHA4x5q2IE8acugfNZq+2zKoyW4nv8U9AftsG/iJaUB6P3yzjrv5x1zy9KYtx9e4/4INz7U5EgATS2CRGiL85+ODSXCTIqJGVNBKVIF7P66FZ4hi6gtWzmWLoHz5QAXFlb1EAKvQ66UGbcucjWPyukt0Bz+12v1GXRj67FaLm1roSxN55Nrq57I1yB/2vPErWvFVpJmPmiz94JO6Wc5d7F5n37f/TfltF/SgPU8iV9QdtfBG+WNGgNu2UJdLYgjMMPyGKEqeU3uYEedY5f+5uB5z8l7unHAfF1TWu/9Vw310WtM2jp2uqho1t18IRml5bOKm65nPdHP7+naAJlUFfoa1MYHGEycMWDaDM9UfnASragAao+naZVsMGkBgsRX8VXBcGY5YDsRj24W3QEv+oC7q4WGOh1dAxczShYQkrSBKqs1iJ/GnWnS2BO21JWdYaiq1NUPQR14JLq1Hj+pov9bfk2uQXdf4TY36w/gT8b76MA5GaQauibB6ohSG0Ljc6j/yeQuFY3/ZPVSz+w+uvT+ktdOzBrlCuBe6zkUVzSNeAx6nCL/B74q04RuNRqgifve906MLTtZwtw4U0bhFHwSjzZX+MuzMDY/RZ638dgRdZhJH8dT14tPLl4KzvvRKVZh37/b3MbV1+D716Tb/cS9jvmy4DOElPGYtT+UcjuCyflZyesExKv5N6lgWf57b+QWgKlE3S8C9IHPWd2vRo6yzJJbhFqLDPufBz0j/vBCeUGP0PoHX/QZ/3m/z+W7So//s8aLoG+vY1OgTfgeLxXSF9Bu7N0KZSJrwshbtf7Ov29FXb+flJdXdXQw/CWbCkfWlvAQXTXs5BeVFvyVPLjrdZa/4j42YDbTn0l9Gt/GyLR/FeG7Hh3zdnjzt51foJoPR7/cY/lMwMd+oz7XkZx+tVF3t61m7ZT8ulfZaM1T2zNP60uAL+eTu8tEwW9hr1yhr2OWw0eK5+BzXqkfmfP2m4fIfeoI1XXD/hUhGvFVfDiMVcQf/wkFSJA3TBlIr7+y+ipdqCmqoOfqoHxj0avPBJv8Hn8gV+5BCH3Yanyvy9uluwS8peCs9siD/VVtPNSVj+0bk+Z/eC6FuPe2/s4ki4APzlGb7Y8Xlbj9wNR21ERC+Z6+kuJA8neC9L/OJvxBMXQH+L/zMG75ws8n98CN63aur3MRQ8+QafFCLCsZA48KPPwjpyCt6Hnt+ngTooHBXRU3UFHV0u9aRm9eXNCwgtwJ+SkD5qgx1zk8z5o7fd22IS28wLa70WUyoO+4gXYsFR+7xJ7D4R81l35Q/cDf/Qjr1CheyNs9kqDvNKveDf77p/wXP5C7jqcySFZr35Ab/YXei97t5Sf0Pe4x1i/Yzz6XFo5cp8w469y6KN2S2P9gd4tbiSAaxQij7FWOeFM5GbCM7EbfIqnnBv2/7BHe/+ifwjUReVvtRm9XGKkJOIjGA+tBsfU00oFPonlnPUcutdSv/UP/tOA/7cxWt4F9XgieC9binj31ldjuc+vfuW3R0MJld/3+seaPygUecQ35osTbLEdPmX/9Hf7+9G7h3cgLN8jYG+NQvvMPVhotht7fkY7U9nEJwOrfD26beabZ2aTSUjHzBx6agL81u927yRHsHdfMttMflh7UsFemJd6K4F17qV57t1tLjJsM5+YgcG1YeddZqoYjTHdUtPBpMbvo8G+HIgSmZ1ySXCU8L8OoLVwz4OjwlZ+3RQyv5hEtNwE8rHg+C57blFK+oZ+pAvOWUdxzjil3/krKqVzgkc5YO4Cz+iEUbiSn81Wl6LPKNjERolfkBYZiPLRCzNC+dfvAPWXi2Dzj40j2H8PnfoOoH7Gt9QLxCxaD/v5AFjFJplxwfHMOpOZJpmnrs6uOMiLi3O26Bws5NNgeVtv7L3KQ9fu/wcuJq0z+/F/ylFz1H4zUwb38zOTBpZdhRpLA+u6phWGEbPt/YfCXUkg7PcHzCDY2D/Fnf7aBOKXzWgupXBdNNPNbbSAQBwlEEhPd2ABDCR/aIysNxl7jYV/YeMrjHg23PVJdCLYfrxsWz3RLVM8wgcxJZyi87jyWSYPlcC5JXLOcJ9ZwDtg+VdU3imxjG647HNl54zPea/B3o/dngG23XQ2h80R13V131x25ogdCu6MumJK4PxqGaTkCC3icFB0Fde53/XAZDO70ForofR88xPFwP++g6sNQpiK7oUc845f/QmcheuuQINMe5podpsrcPNwDd+4siPnojHGvosH8H8ttAby23nBg/M4929gWd1iytIik9AEufqi3kuY8+aiiUUJqTS1d+75dfyvUSbsr5lumhlmpkmN58i+yl9MIM6io2so6u6RiQqdiGm4vXKkSYE7w3TX+F9/AJ7opNTQtKD1aqPzRNRx/JJwidH+Y6EN27O5npoiFMPJ6e73/Lhw5lfNGPPYbEZtpaOOaAPTzSiTBO3/Cp6etLjqeOhJiHI6/cQ6PKW+z4Ci71A7H7tGU1+TOjiFSUDZaThNDX4RbD95s3C259Er2LXtMhE/f9fNSVz/bNdos4KSmkTmrDlAc1xFnaO4YKGeZJYad09Xzfg/pUHG7lF24Z6VMFddbem060f0Or3oa1d7Wuw64ari9HZC052e5hb6x4j6n4/pW9qJK9XmDs2mJqoqZTClaQD9+4Jh/c6DezIjpM9kGoGeca+3Bz0KKfo74CFFU1mpm4rutKm3/+tvVpkbtNGpjcQ4j/oUB7p3PLTzqyY56vQDmmP22mvL2Ouu4LmPjpYU157VYXbiOf3VO//lFKTUKhC1fMN8gfqJrabiTjwyvU0rPMP90KflR5+1BC37A/RTR9BGjqKnC3J59o5sCGfvoH0b7+NAjPAVxucYc6Jr6OCsrvchrGqpIKUAb0XOHn5TpK8u7+1AVmHcq/XnsJ+TDtDxwBbFhIbggu08haN75Ic2/wFsj7fF/i+5wFO8BJ+Xyft7+1vwrdBKEuq1sHTZK8HFgT56GTr3Tdiyd9nfgOOOB0MnuwBGsJj6TbqA07ornyo3WkNqpo7plnqBbq+r6R/sfeasarqf1Vk3U+UC9ou298sMqGYtDbwTkNSqFdhPbwksGthMheKFeeKsvpkJ76ieuAtXzXp11HlrnnRlptN4mz03tfEUfuS0tiD05i+8rXCyGkonlQfQTZQviG2/BPmnhsUGqsil4SeRUSqmxJZG3FJVRXwDFbM2UC9IQ8iOMaSxjuSPpPRAZVSV1WG+rwZRETVa3aIuqq8KoGHojZ+hT02It8Bd6sYfG7u3yEV3lW//sZTaqMmqhA7iLtBgB8FW0Im1ZJWzlF5VotHIPwveRnNjtlfLbKeKif/6mY34sJrDPaHjZNdfaZZWXJ/7SUVcxzrOg/Mrq+w9107SJtWIG3Eg91aXyJY8KITRRV888/moFa4lJdrpB5QFz2xf9GWpKCNtNwtdu4y966lQJTqIqxlnypEb8/G2VZSbKqJm8lNrPEUZEGam9VQFPUEmZ82ec6Yumlp1k4n68I+4u41R3jN/thveHTFwF/uo/lScP8a51eaYiAVRT1WLBuJut8Rbex56rmHUiD6kf0wj9FYbvWv17kDPl4S68EYOVHs4oyj+gueqz3iBiiK5wJ8FmQzofydQa9yZ/niGMZJTp0xtXZzciE2l6BLnl4iQz0lfzQz/Pm+HH1diwXehjfiWqyPbOCIUUrZ/QX2IfItL4a7W4KHcTN1XoWWqQx6rXoW+1Ei9ukToSq6fw3VXvUJiScnek2og3jr2jLQvVAX6A+9Ji1qq6X7rv0b2t9PpHYNNOvhFVTonLbd6YhpIaJkmcB3wn8uj108iKdS3dIrP8Gx1wwyhQmoMf4r2PU7yq4Ng4b7g3NxDiqL8LdNBefCvsWfQFUNvWVxpmo03fGm6Ae4yAdrMd2YNnpjcdA9tMpAOu6bgzToVbeyid/x0E7+Og3aWiXJwRTWJWqhHJhO5ccWRSqNFn6aLfA1jwvR0lNui79jhLWMjLhWlKVQI44zE6MHT43hF0OMkoS8xoshI7dHmMuJJbK4em38Qf2k2ov/JSKFIjPHiQrSycjifXngSMlEZZ10y+7/Z+039awZSKvMj3jEnzKd82vzFSf3mj/6nAf9vI3LNKnKMRQ89HONEW47yDvicbqsl4panqLdHDQ6VN9Pboy/PJhenZlsOfsP1/zNJxOkn5F3QxPJIBkxrd1j4zjlsZjl0K21hi+jtcLtnffbqiQxuKxbBcrgSXGcw+PQg2ExuhaSb187FcMkCWOpd4Hmzguf/HPZYhRHcQIcfPySPIlhTp42fBdPDo96B+1dS8wtcw0Vv6kV58RocCsFvcDmsQ5LPiV3iQ/JmyIeRYXXOJ/4I1O5wsOR7DV5gvHkKI9Ypzkq9NcBZl9VH5DkX1C/kTfAcNqPtGKn+rM/yOlhsnzuc8HPY2SLe1zcsnjkzMBv6WRfPvoUlcrdMk1nwN4u9i5c/N/wmeC6xYHff4z2fYm943h4cgY0lGjQB/1kZM/mIvBleov4HyVCEqaEd9JR+urh3bvGxkPCjMHOOfeFCq3sgmWUfLA8x9VDZJtfZJZ84bfTvN1o/+4ykAI9pnP1+Q1eetpFQm9c+f8/Qdo6yPeP4IeToejKs+J578+gN7t9aWO034OyzQwd6F7zEeVeFXe+ljICl/CxX96mbdfLytbgp9nyABgjnhKwqHCWCtYgjx2O0gW3w/8LxPfMOH78FFuP8M8J6tBDSu+AiRsAjrW/Rin1XNZr6xmvRBr0DLgT0DvhcV7aCIl29+9XYpDNLc9h83Ou3bYbuVAe6UxTdTk/Sf2gNC21T2JGeIO+ZeKystoYdlsBL5vjfw6I/Wrv0vzpHYAdt76hXVbcOsNcb17B12iWC0ccT7mrMML+f4axUFQDnwXVY/NJ44wkQu4fwoJyOFKT3Slbvf4yub6A/s6VbyHnKebVAM/fkzhWP1S/0qmwLpr1/2ERnfmp1nVMn0hdVVKS8BPvwVNrLRvmBS+HtlFwZ6KWB+hPtv37gel3B3qNM19PNdCddzfpUN7aK4r/nDCBY6xPp0oHZLba2B8SA5XqirhiYItC3DgaBd0kGligJ9M5RYLiKGJvfjAbNoje43qumD9joXWBd+tCn4HsTgb/TXv3jCnSUphzxd0Fu7KXIvhvyoIAUkGpi+1Ed30Z6x1e6gHRAeMObHhHOSGxdC5bbEbIDdsB1VnprpF7h1PM0WOTt1dvHwQo6QrdGX2+n7va59qTanl9Ui6qrF7BV2m+z9gELAhLpPmyvVJ9R2+vJ26nX4NLoyPYfbOWMMsawZyb4HuUOTyN86kjlvHfsjJwJM899mFQAZ3RaSugeOra2Z7wX1FmsEmizRZ2zOyiXeb2uAmu4+3jxdW6/M1kuFlpdN3u1e5UcvNNn4J1W6Pj2/HWc9248A1MC1uA5iqZ/CegjGwIWS8lAz7HjaJt1Ws3PlHsstE2tUIGqbIA7Nphvwy/ozBfa6TNr6Kbf+MnIfF3FaoK3z1lrvBXLmqlHBNRAK36K99ki/NpeXZ/xnvvM+iXkqB2s0Ln2MfCEPpTI8RxXaIct4QJhwQ9fIpt+VU+z23lD1pMiKLVejkvncCV+U69CLH51/m/qG44cu+AW+cTr6vBl3m60sTVcSjDe3TH0Getz/Y3OpjNZjXRNXV3b6bvw5Njv5GD5JeTuPcB4Oxhve//754vYPn3LQ9y1QJ1fd6FFPiXuyt9+LdjzHt0d4ds1Np7AJnBZvSOYGOxf4t4r8TwkLIqxuSdN+e1fSOBsx+tiDrdq6Rx6pNhP9TGxWdtEeKcswzOY28qAp+YR0nrqknqa9/n/DO4/Dfh/G+8yfilhldadrEQBrtd8vRUZzsheHfb5eRvk9NEH3mX+QUJ9BU/OU+e3rakGR47R8qpcG+9b/5fUakkii017cHxraY86rIbQDMonRdXf9J36CgzgYjAU36uiKo5KwNtpGthQX4ykmzSSxtFPHE81pL1gQW+aM7DJj4S9aLGpzSPJRgll+7eVO+aLmmDM7yoXtwbT/yuV5spSHWnduSaNpycmtUxRNSm72oS0mrSHa1JYrKEGNJ7XUHS1hlqpntRGhoP13Yj0gioJ3WR7nfs0ai3CH2lNBFitUsg2s1nlolP0iGbhaA9VPyon/RArQve5H9k4jzA5xw+J+SI97eWp5opKTz+qw3474xWm1PQbbGS+e+uFx1Xw+51hY2lDH4Bdrg6LR2qeyUVgKxjEpWAb6IDz/pGWw8WlQP6RwqIZxoVFUXPz1GdqmvpQNVZfq+JcFenNYAFYAT8j3GEnflfZ/jDH94BUYrVWfQNenNQtNRIm7SOcjj6UzxDvTvVhID8CqTPC9lyIJ9OIMGTcSZzD56opneY73JSC4cqp8pQMKXfNbbqK8DNaTNcQVqZ2yA2L1eohuOMq9FgVV6uB8jwffm9ZrQqrhuqM3OSDKDND7LxNvFqFRQvUXlUVi2qQqA+cNQ9sHKKvXB1g4Zgl3zjxsyiXVlpQeMymP8jeUfEyd6L86oXaTdPUbOrPReH/Zu5wKoTnTSswdhd5BPywKAG7TDfYOz9W2dRBqiT9VFvaraLA7lYCliIXX6boZp85yHY8muP7oyMtgE0gLqWWrdQWsVmwmnVE++tIOVUeusJ3YcVowAMQ36wucEfYljr6YSuNobh8gSqq79RWai0XeD93oZ5IvwGL4h7YewqZ7PQZ8kpSY+4MPWKrF7eRugrPygW6wykgrXLmWtv+XLhvVGq6x6tgpV5AM5SdWllWUVi0w//pRp3ROirjCAf5jPpXdcLz34568kRqLO3Qg3xLUdhefeEq/D/Jf/2FoZSKM6p7rl/VIHXB1RraTH8ZSm58TH/zUPoa96cbLJ11lJ0WzJ5cNzZQRvWH6qfKq4ps2yOHGNte2U6lQmwF/tcG6kBue+YGasb+tsvBSF+N+35Q5eOYYJW/VvPQ282jP1UjPJXz0CMY7ou0qlSC59E0M5tTq3nkj4xoM4dpBXrNUdQD9+G2uq1GUxZc06+wgqR2woxqC2yk1+kkYhnVfrJ9D2Ly2+M78EuzKaW2Zf/VvN8MWy3bH+SsBJ6df+WPZRx/xT/KId7DV/g+/2x/z6Sq0yB1A7kl1HFzgftyf66pSoRDNTWcq/NztRK/6iU7ravqOG+UeZZRtqV0JQ9Te6iNOauUysz/8h4Ki+QYPxbWObVnN/G14FTdX6NvAqf7GGPgMRg319C2tlIGfuUwnFg0/atcgWZxBaV/lKW6EjSf4no/9JKyEsy7wSZV0U0dTmAlNNSYGMf6v4uzaZsDfIEjBWh7JsIRMOGxwH1EQ3gV/Exc6IOBGKcvlLx4tlohZZb3nX8SWr9L0lnf66n6vB6jv7b26q16O7jYhkjvi/FJVoStAjpbBQNdkgQsd3fd0/IfyySlI2aLSYqnLC7aS15YyONQezUVKftMNRxkCnq2j2B3W+PseuuCDTeFd+0Ye22Z1fJqtHpNvqIU6NcVTZeVPI+74A3XnHdwDKT8hLy26C9uqOg0BxaXbsaAmfgxjC1miUko1Xg6tJqFfAx23p1cTo7wRA6kpmqESUC9YWNZR8tVD5UcVvT8lAJWad/5YwIboD2XIS3dVHbYhwWWndiO3DBknsN9FfnswT/Ux7B+Z+WP5CL/zI84K3/GlxAfr2IGZMWYpAVSxuus8LtIT/h/cFY/POJrr8BjMBN2OM9VQ5Lo+U7aZ9q3RAUgqlTg1uoc93ZiHhRF6iMqDfZ4KZ+G/LvkQmoPnxKlVQWORvtpJfie7+DawaIcLQweOyVC48+Uf/5S1VW1UxXVAt6kkujEfFGtVFV5qVqqdtAq+C/UUge1ZGmIlJc9ko2K+lWt43OVA/lZ8WTbsa0RlIijd0kqcJ+HwTVclOaI7cazlD+EDY0Djuei85W+PdP/ClL2yz9+67+/em7ozNfOHt3/SpyHPdo/panyj/dUr8I15GfhV5VoS2P5vtqjsui2eE/kEM3f8Wk8N22plrSlx+a+seVLTkpbqqFOq7YUinZc5RVYo2upa3ycz0khVYWPURUexS2lsV+ZxzIA9X3XstcfqAWrns1pJ/Oy29ugZXyGnE4BnpQCYGP+X35/f924xwFfw02j1vD/Vu6UAdAe+kickDFDfJChbmmb3yjiPw34fxvvtv6/jZgBtp9e3h5PYOfzyIrfHgtYvScWeyXXa3s4N5ZxxOnvXf9S3P4OjLqorhyXG6uWvAR2u5iSUX7B++kF8lNRRsmEeFuKCXvAQcR8sVPF49g8UH0mQTyHjgYs4ah8EO+ancBXtFOF4ke1MwI85n36Q2jbs5VWJ3kG9bJK6cf8NT8GHtBjJ5SQcBM/Doc/oOWt1n9ABwlWudQwqqv20mbnG4lHpgHddr6R2Oz4V6iKCv9dRRegvq2ruF7Qv6oLpVJ2Sm3Hn2a6OPkHQ8KIkIJSUh0W6E8piF0ZKYUPSvjFIsYaGqNiq8S8TCUlY494ODNYlD/BVxxXyo+p+IN+UuH5i7E0HSxIGejQJ1VTfqg60wPawg1dY6Eb9YB2b++R9tDlu2OaPwbRJLpIdShQflDpoAU1pqVmvBpENr6AK0aDQjDaK/niOkZ3g6Dnn1AX+RRi1+kXaDop4fKr75z4q9FCZeDz6g+TQjqrFiojEbdAmAFuCVpEXCfmxl0TKoeiHtieFioTt1Wt1CyMlDNRPcqiRsCvRy8dvx71d/xFqh6FR3S1gOaoLxDG50ZqCUbhM1V06IWnkDIYzkYax0/E7pg/JuMt/q3EV3nQ9uydGbuAt7DnwE2mT2g+/MkUAxjqSBFhG/TsuGDefqaSKgeVMd1UB7UdY+Zt1Ih+h78N7NV9JywMdwY8wDY/tFZ1+Xd+wPXUKNVaVZUyaoZKoYpAbq16IbcPXFP6C7HJTlpYvFDl+F+VAVY4+2l/ob4R2/8aLhY0nhfqdVgKjigaWllbugbWZ5a6Bd5tKbkxkJa+Fva3QpPVeoxqa3F2aqRaUzX5SHVD+iyzGf5+8CNtjYH0B3qaw2AyDpMvZtNulJkNTSm9cjMy9pdh8R2pSDi2pl+4lNF0jPqoshxTfqS6NF+5aAS00gT0zIymm3Ch2EKjI0Ap6P0XeR10pH9pqDqu6prrphQtdJWiSmA2J+EJfWL6oJ2Ern853JTyWQ2zpLwLdsG62M2RAvjtIc6vfnR89zzUSXQYPAXzYGgUE8HmPkVaUr5Bp8GGLEVKCpQLogKqQzgsQR9zm56Ca7lODdGeoqAdNVb5kZ5WmlFW9EZRaYQZj361AnicZrQkDGw9WoXs5rZELskj6N0XYDkjHRN6ez5Y0x5LFmceQSXYwhRYgaFe/TuT8w1ALj1PgmAfLqjbw36fRE9HqUywPhnJIel1GZ1cJ3Z2kc+mC8Fvqr/y6v454DS0/ifOPLgsuoCzz5qB1asKLPnXwTuk0h/o4vo3tvWYQWq3TMX5DfYeP6NuJ+eBIMd/CtcERzsvoQh2/O5IyxnYBX5Jyze3Y+B5uQWtOgP1QL+TkGrBvm+v8brHpIVUhu6Yx+ahuQoYUwMMwcdITQOd2fP3zMzzm8vrD0ts/8YrStioRtP1Ofg3VTX4eaHLrwZPfEvsmBsl0QuGxsLiSAgaKttfSbnBxblTmoNzLYHwAydWWZVGD3QEz8MOPkKh2ID3xV6ewR15jPzK7SS67OFefFUlpyTqlsmLPiQ59GICi1SKFvBU9MUVxDN3e4vKDUakBZjvHLDrP+I6aA1l+Du8TaPwI9d6lRMt76CJgrdbb6oI3SsW/8ABMt545oH+htb6EX3As2gWzVVJdWuxpbFwm+EmUxQ13eSC1IYT491SgqfjfT9P3TN2KTeW8FJuF/DCei63AlwB4NUC5gZssh4HxLdW8oGABtYL7idlAgvKUb2SXdySV4IbIzAtbsxU67gn3VE51I/0BRcGb3EMbGxbcNA9gV8c30ZV2DU28ECUvYF+tqcf8qpCKgnnVT/xTxiFjJBDsInnVS0lL9j7gcjNq56qfziGVFcNxY6l5btO6MFJ3LnIMcN8hPxafJ4vq1ZykqerylLZmzsaeYNlN0WOfzDCscPzvIY7yiaurIqCXfMtkRS9S9IIcNbhu56bgvAvgttPShFjGBBshoHpHebIf5o4kP4md6wNXcR7eYkaRh48p3QSGhtGbfn1qCEeabWEzfsJtTwOb45neF/3RYuqq2KpclQK/H8yuGfqSzwDG8wJ9SnfcU13JcSYsq+X+/8UzqKnJhZ6xlkmOfUC9/cQNX4AT3omMNmdVW28HfNyXVNd2bauKhhTkaqiPLavnJDaoV23g80qNligrrBA2Jx6hzAc+3DppUoqt/yAiyvfvHIqgYM0IaE/mnulbSFhXyV+JdrSzyYhWuVak1RVV3vNt5C3UG+wHtHpPHJb02Uw923xpjzONuMxEiN0XwbkPw34fxuZ5O3xkq/JlBB5h3p7xOBQueQ7oLaPPFbeHjXRh+6Fnm3L8b2rsb8aJ1TE6bXlXdBBe6QLstNe9QhjGnuP553SEpws62+lgP5Wr5B7dAFWk0Owm8zRF8RGPrnghT1Smyk5NGNks5TnY7Rk75vbUwbqIHtVXh/sChMPxRywDbVlIvS/b2GNSijJrSCkVYGbI39JevW3NQf2nDkSGU5IdG1/x/ADOId5YKpPSHzdBP7v+ib8Lcr9lcNqvUy7pSphvoToBtSHHSa+ZNB1Ia+X0vZKqWyn/+nk2ujjlcLipSzjFTJB+c8QmRJmxvipCOeRpEOpDXwTrWCP9AZXG5VjSwKMRvuBx+2iN2CskBTWnw38RB6i3KdcSW3g+BKInFDExT37GXcil+4t3+oKEhf3JLoslmmQ4kpU+om6cSJJhXIP6ZaJK4X5byfHg/m4Y0Mkv4yE9LuMgj8fd2W+g9NwK+BmwRI2PxLkle/ke/i/y1D1FcK8cgC1mveN4cKYv7tMlqGwrtj2sOOeeYF+8wqfRjoXaLNMhLXyT4ymh0A+jzH7ZiAO234+/cxsllfjKEb0S3EeR+UmH5VJsFy410UMgrshTemoRI6zcHdlPI7TGXfoc5SPLytlkWQPWZvnfEh4DNbDu5HgAn4xC63ytGxEO2+Ic4kqJdEu7OfrGmyaF+Rv1GhUfUEixmOc8yL5zCqkJ0E+BEvNUUmMdmBz++dgBbXDPY4l1Y2rYea/v0SNXYL1JoMW/Z1uKX9Z7raZIaSN2nMUX0oTb5sNO2PqCp7aIzIB5/qztOQtaEebZVzI3qomJCytTaR7sX4iH0kq+dqqjLNMKW14Fo61EamhaCQV8XR/EgkM2l9SWaYXygnwg10Q34cey9dCHAdaHUc6F6wvyn8Jf4W9XiBcX1mo+4obHCItRRvxpPXwSm648Kwf081kroyAfA9l7RXBivm00OuyRdaEyMEc7vsPfhc80yW5gral19l/I8I6aDoTpJpj+bPnE9dD/5pU54bOfAq9wXm5LIWRnlNbeiPCg7CMX3X2Ag+W1OF2u34BZ6+LlUEvQOsbBoY4rv4cT0Z1K6VOpKfyC1kLHSmxfoFWdht5L8PM3w7C3Qr9ssFub/a6r21xJoV0FNhO7dRk0OdDy6zw+xbCrnMTUpda74TLgOPasWNSxJl33AR6vv09TpGAWfBzhZmvnBBXaa+rdx1WgWd4gk85X1A9RKuxVw6Noq/gzdiZ7WN0VS2kM+yXZ7z6f1SdT/t/9bwlTLye83V0l0i+kbaRkox5Bpv+XmPvVnXDHDcMzf57mm2+gZ56D/xLUjpvtkAriIFD9gAzldo7eSENrTd16dUIeE1+ZmVUZmAiWunPclKt5MzKjYJwy5BvIeWisVP6e/NC0QkWyvycS32lG/EA6NdfQavtxJtVWrWZ0/FT6qR2o0xS00nZSMmd1BzVKQQtEGtEY6At2V/89wWzUgA9QBnqzr1Ew/KQC5zIQbDAc6mWmkM/QNJqkR7lhB5Upth8S43mCXgS/uZisphXqHxoI5UpFj8wRaky0EdGgJfsi7IPzQOuripTKG6b3uBZ/6HVFAfM4jxojPHBZK6G3lIIvEEWyk136IwaQLN5Fvjg39SnosBReqDVafMF3TXTTXqU24Y7+bdpTumpr7mPX26noqotNOc4cobu8jT8h1OqhhzS98mN6eoTcBXCB1VGVZOHgsMO4DEo3wepiXkujXJCG63gGoot3eXs7Emdi5ScqKFKaiCdllaSn2vLS/AUxlRG+jMVFxbpRZJYGaon7VQArNQ5qYnqJr77N9X3280pFKfNh/DPmozwd9JRVRVcXRXYcBODafaUSYVrv0gH/LAQ7kaIfIUKwIZwgK6pGPKzaaNq4X904OPKU/YZpJd+69EcQq27pfSO/8Q8QX5B1Rj/yY7HUHl8SkeFK4f7ZSMbXH24ZlzFiQfC7TcxwF7FxwgoCVi1+PbME/VXSHkb7VR8SsNvgjEh5cZK2Jx84OV7gscaxzlVRVoLJvsjzkTRVDqwyFHAXeemILSamtwKtXFRMU8zx8Szd9XncKN4n5qiRnFnNRsafBzVWeXg+lIbd7+ubOXltJuV7ORlZoEZxTYqywUe5YPhNJzi0gz1sd5OX6rM4A0aIqUxXAK13AxEq24AXjoXmDO75HD6kGOFSG6c4h/Q9/+At+w4GUXT5AP0gD2R9gPGUz/IPA5A3jhJgtF9MsS/1MOVnReK7pRDfYUnqgCu9SR4s0zgNNrC3tGdfqOD1BIWyj2qrU4mZakg0rqDJV6vulMo/tOA/7fxLvP/4+iL3EA2OPLtd8AjiRHgkd9l/n8HH7nXO+AHjIt6Qcuy5VgU+F74hN8Fs8QjDUAf0p23oO/5njdzf57EDVQV/gPpg3kRz0d4VpeCPwAdbhE1gMOinrJRSZWmPryas/JCVZ1/4z/FnT45JD9y9ObvZIzYM+eScGYeyRXkOWvJyL2BNZxE7HCZ4y/G8XtzWHyMN//HwAu81xrxc/Ux3+OjTkpJyAcQ/q2yShaE12EPttNFfcyhqCt1Mab/C1pHNP4Jcjdtpzx10idJXR9M9ot5AHu97o13eMSY6/ifR5ov6JefqYrg4XOr0txRTYAtYDnPkVlqqoMVbPubqSMnUqlhbZuqUvNU5Ysy6jYY2WXcS/2tBqoqlEkdgx3/CAVyGeTlIdtPoWz/MZjYMiosqqim6kvVCGEV9YQnUBXli8/Z9tOrFxRLdeS46lmY/CqqKvfHcV/oFeqaukhV+W2xDu3MpaqqITwR8m1TTdZxKNr5xJYo2x+mfPPXcV4rSI1B231IQ8WlOsPZOGO5w1bsDm009JFDMZFPqBuqporCMXAG5XiuqoC0Q3ATeTJPZTvMKrZ/w5HDYiHqv4t8pb5VH3IxpfmKaqM2y0JlIxtH5SEIlRMrw0fUwnB4yZf4JWcEp/mMr3IeyOn4NN9Buo1xYvtnndgG+/sThLX5pQ/G8lkuKKsRzoCrK2PBE40FMuixnEX+ceRvHf+JGsvhkVtecDROpstKbh8ccfyPJDt7Ur5Xxq+EB0+gP7zEWL6cqs2jVTC/hP3qSQi28hWyw4FqMY7endt4c0IxBrphapz1N1wWNfA795S2MoY9SKJtf5iy/R48JgKcUeU5lZxRv3Iy+DZyOGFZx2eM3WtyPrblhlSU3CV8kZFb4LdFYcFPyi+d2Wi/czadkatJEbUaY2c7ZaSaAH8SF3TmnW31m7PWDPc7PdpJKtVMFfCu6tYS6UuomRrOdqy/vRuqGg5XQTULg5XyblD6U22HXd8B1+EOS17Llq/huf1RJ5Lh0kX66HXygT7Lp2UBX1OjMeL7HvnVIM+GBbEwGA67tD8+Ae90TC6pLVIJlltYCCWeLgFOBs8SWICm3Ar8UgB0k1Y41mD4jfEcthI3ukEi6Ni2MvscUiM9yG9u/lO2v+wPkhxOLFC31f/gKLO9+ncWx2dnrXFwXvqclNGHnHXCg8ReL7AAmDnS3UN+z7q0E0bx/v/8zhoAl8G8PpdoOokur++CBYiC/5UJ7PFc5Dx0vsM9ow6AZajjfHc7XL72449mKw+ScKjsQbwI0vwRneLRfUNkL4FO0GhSQOdxW/fTmAQUx7H3x4KVO7GTJiib3m+dsteNrw68psR++kjdd2ZCfy77qSziifEseGZH54R75J0r3ZbDz7C27ejVbVs6R4HFPwq1UKMQ+w5uIK7JBQ4jSYi1XZASfi2meLD0/6C2ynf8hWQGk7cZPWY57szxVDyVj76h/gjzmHjgFOyUeOhbPwiR3EhLF2i8yqr68u/WOL6l83AJHqGGUlpol2nBldyhYdCvLppjSGGkJHHWJA3F1yYHlYYlNtBZze2lqQ+OYAiBi6ErJr+zWmppddl0MRtNQU6jepskNN+rf84224O/pNh0w4zAnasIW+1hcxQoT/kpOV0ym81wmqPaUwXqCl3/pvpLZcC5x/auPTcJdzcuFeEuqi7qLxXfVH+odGqWWqT6cFyqZFojN46up2JKXJrp7MUblxIrz+qZbgTAulrLXnOUH6sesNKOpL/tvWPZZTKibQXQM1OASltlMfbJrrpLAVrMs6CrhaJ5JOvffRLSCjPiruWjzjSKphhjdgQfNwO8ZUqiTBrwUj05Hs7ub5xZIG019jedCfC7RSYeRYNOHo9+oWzyFc6nBjTyFz77XT+DPPCVGOUjN4uwhP0g56B+VBvn+CMVs7+YMe7H+0/UsB3uNfXcpVAf4T/GXaVC8Rn7xmzk9ZEPIXd3uBKNaDS/oFb0MdVDbZalpKoFNXIwnuw1I23pKTcKSYsiHskDjfK51EvaivaaSn1H69AOmzvMVl1ozMH25CjVXg5hRPDU2PI6P/ZLqzU0jAbh7mZWQ6BZP3fmhF50/B4+s0Sb4Clr7MweLYx3mu/80U7OTitNcObx0fP8AUbxCzwV9ZCenvaq0L2Kb4GVW0G9kNKcffcwzkENzAOTHX3UcfM1pcRVXzQZyKKs9A3HoMH0l8pKi6Ad9ALLllptUUlpHlJC8Z8G/L+Nt1t/w43T+oaM0tudlcLeZex0E+9wj3yE3x5RdKh8Vd4e8fQHVgeMU2x5rWF6EzyLJP196/+Y2Pjd8a+KO/aRPiZvitBazeWMR5Pq8PWd5hX3Ij170BTajUeuyunfEF1UKFqo3NIF79kub4H/6/ZvzwG5BTcYtiz37JDJPjNFVvA1tsPqKDdQf6Huceowc0mWyR9wNtaHhG8H+yOSuLI+gOTd0Bn2nc7vgcwY9Q2QzO+M2fj1AvjH/XZV9GCr41sR5rmRCuOuDpwqEvwbaY4H23Hk7Q7+DAm3hoRvhqf8FPfU9jcH2P7bYoxUpTESW4+Rd8PffAG92HKEESFuJOmhqCNLwJ/VeWccA1+Vk8+rY16k5mPqzZFA/pEE74Guqqs6rrq+M74TG/3AmHz3Tgh6R6SF9mqH89S7orTzW886nPukJSw+ZfUZyHaL3i1F32j9zkfyG/gEQbgLzsa1kLCkfiSvRzI5rCLD3+rwaxF5z7bEK50PCf/VEfR/OqX+UkfXqXRafV/sFQ1T69j6iVyUtciNpWPohPoLTqevyA7VDyMHcmYEuKH1Rjx3z3yepmiBvs/W8Dd4/uJRdGhJ18xBo2inuWp2mQ+gNVekIhhPXzCnzENz3NyAtNosh7aVHxbZx95dLDLQSoy1I0MxbfsvXlHCxiBwYIOABDxIRYTR4dIT+cViUB64mjxfXUC4klbCb+F887SCGVcWg07AjaanrhhOakxVlGL44Lb5RNXih3yfY0t5cJyluC1snLWg8W6BDrzVpKOElFYScWlja7uZaJuPBjwYUj76HszaN7ACtJJ/1fdSjXeCA1+D9DyorXzgq3vTeVgHBsMq/QT/sw1PNfkoFHGoWTg0hZvhrJLzyNSgGGCep/J3YDYuUmNpBk3PU66bcxT3XpKWrk6+6K9awi9AhVU1OqDS8mxocjVUdeoMK7GnjAv3OoiiqiCaag3hLvy9qsDnaTX0tyBgt/lRBTnSUSmkSoBrDaJPYBHoHpIahHMPom9UZvVNCL7lH1U27Yk9VrfMN+pvlKjEh6xsfJtLyTdqJAezp8R25DWnjBEiDlwSumzyIpxNlqRQpaG/31GDJbRMNNiZe4SsaZ1ebD+Zd43rljQCfjqMUC9LJd4J63hDSa66mFzSjn3Xws7qPEoTOKxe/qnjp8M52OEi5wsvbX+xKf7lSnmZJPtrykSwOUfBeUWhk2CetphoISuE1+GWaDftYVt/oO57v/9IADdY3gypHX9GuPRyYL5jwKVW38O/Rz1VOQd3yPb30XKqLnnUfF4JJr+w7sGxuXZIiXKqD8qMBtrDXaYa8I9QIyfFxp9UF5YXW8ooo9VKKg1+fZl6BnvWaB/Ya6jMBuc+lG/RS7Wc5iL+D56NPeBDroSssdKHY3FGtduRm4VZg6UsN4CdrwF/poaqBuzB/JCwjFoD/4AqAb+OJJQGGG+HlrKRQrXmiTSUs6KtTwRm01ga4EgTaRyeuqvIrW5fG5WBVE0tQ3800Qf/acD/29gjb49/ZTaPlqaO/C7r/x3xkd9l/kB7H3nBO2ChTiGbAoZathxk3szOn5fd4TD2T3/f+l8kNgI4vnooNSSrDnbWcq8p7vTkIWHkSKRyYkTQC1poCZlnEqkrkgMW/UTqTXFFWNvzgHfKGYyk+ssAy451c+YGV4501nAoioagpPpMR5GjkP7S9b2pvgiSjcoOv/dPVb9zkApSP/MiqqWD1BCxYw0c/01QlsfxEF2W3xWNOaZUlG08iRpDPi8X9XK5wY24sQ86+cX8kZRTShz048tVQUnK1+Gqw705HvA/8gnu3gOOHNnJHU6MIK+59ILVpjn+wybINtYpd/hmiKr+4K0mCZigqMpGYhX1rdAJOlRs2SCdHAwOCd8c5bm/KM7G5TkxXHke4vinHT886kvYlAYyHdr3aNRBEGy5TaQRrqnBW2CGLJSJ1kiEayVA35P6VnM9Q/xRUvnGvvTLq6HqqqnyA8JLGF82QVgDdg7bD4uEKqLUymocZ9JxoftVVjYyh4RvipJg9w5Kb04KPeldvmRfoW7ybvgrlJGBtAKWrDJOLDxaRJi6S1zoO3ZJMd0bvo290Op3vTHWqvJqMK9VEWEXRZzui3acESPaVdwYfmRIoiLPuyPviu+dfdnfn38cDxYxjeyXU5JbT+ZCOkBn1C2Q9pM1FvpCKNN4IMJv3ebxEzyBafRUcPHzOIZEgUV8Hn8CubQlXBgy8TwHc9Wnah6HRfivCTyIgTs6Cu+jUXqU3LdXR5cdEewf49lp3MYGyagDtUdBiKv3cAU9Qs/VSfUB2SKJdEX9XJ8Ls2JvYf0Sb/EX4GCfOOuTHUU9HJcb8lJE75PKOoH+U67zBTkssbmdPOJDIev22jgrn+L8E+iWOI/Suoj0s36X1jIPfdl0pGy2giUawkP6c70k4JqV3Pl2Ypflf/5PoPNraCL7zA7zgwmCdn8QTigmtTNPzHOTETrQY5MFlnh7D80nJgXspp6/5qaHSUivRrvX5HcIwWjuQP6oCnfLhE0NC6G9DhE8VQk9RHga7qmTson+MLXcO/wq9/69bsr4rgq7ftE9uF+clnzdaZNx0C7crXOI+gDppXzaa/8w7ddzI4eFhN+pLnRa+euI7hvWjM4i/XIYTXMz6nwK9TGZoc0PNycRe2HG00ewnJ8wG8wtMxD2BHuP1+HcTmVUw1QpzsOevQsngX9JCw06O5WhTmobrj02Q+dScaH9RYel9DoVUyt0G3WQu8hNWPErqLRqBjTotMqNB2o8edYCsFGCV4bDfbj2cDMw4l0ZQb4vl5GPsjj+EofhyAx/vyOdVFHBs7wQW66u/X8RyHteib60h7Xcd+R9Ej4/zytxjvOqPBzFmdk2m5dRJhnGc/1KrKBX4TNa8RpcxPMRH3bnffQ5daczpi34lkMmJVJyocXVpkncmlKGoAXb/lJOSaHQr9xp7JkZ5oQzQ+KXOWyJ8rABlOfozLxCfaFyK3vk0IHLwR+OscJBsscIXyvPaOF0uPHDTPUqdCN3WENaquFiS9+qRuJbIovKxYvVQtVMHqmnKjFP4bm0ROaCB9gCZ2lbSuvaayrQXAePzVzyxVP+LAx2q1D5Hm/2y/syXOnCqOeOVJiywRVGf2Kvel2Y5pjClIaSgj8rhRKpVGH0Q4UdFFPNuTCF4j8N+H8b72Y1tO2ObpSWt0cnjCk88vuef8l3RhfHv2MiX1vHF6M54vR3qz9mj3QYI5uTkkFqWbUkEcZBX8omWIEWiZ3eFv1JIYTVnZiNIxLdK7vxAdvIrD/gqHoHpJxqMbfkD94YS8WDrXomGIgTjpzX8Teq0NzIMCgE+eFGqTOSWH+lB8mboxzbaC1lVBYuilgyy53ypqjF0aQWvzsuq0BYJybIRIxaLsM+UMJe+53/ksvqA+RFhEt+6TNw/K5qJvj3T2gG76eP1XqMFUIxzy8WHuPAZnWUfDLOBzP9Yvb+TR7pqBoXJi813mGXOTVYjFvw3x4FoANu5oSv3GMqFC3DpVyA7rsN1svjztfwiSP9Tj4ylKX+PMaUpVD87pXKkW96ey5Lff1SbEyWKZxcOvBkmS+TgTnyUlVUkx05nkx+LRKpw2RUIu7IWdnDifVEr1DLiWWE5cMJQ3LyhOPPBqspfEoCYAs7CdkfCcKlhEdBTiHxpSDn54LhcFEV5NehG6w547i0dOOTkP0R2yuNVN04YtgcYk6HSXzg+FfV3ddyjr6YLBP1z05NDgip0cZvUOuhqMaLVA5djSPCUhUq2yujRYQhskMPkVR6ExgUX2RCDrFb7h0mzxc33hGPZYi2w/L89uirQuVVsDt24VY8njuAR6nEp1QXzgL7axd+ifRGqguH4hF3CYeLXFWe8wBOD1v2Ra4l8fAsX+To+iJvVRd5LKVQOaUBJLQm5Pami+yPV/HsJ+W0FNe3JQq0etu31+dfGabMU3ADKUNWW0mik0NKBLcdsQOSDLp5Xt3FWanvJbie585qF/7f8tn7Gt6Dnd/S8VDK3q/vLv6D1n/g6I8kLX6XUleDnn5dcvMV+HF1sFf/X/v/gH/JBO30OWwA8eih2aa2QuvcaKKC1+9ptpsmdMGkoSDzDaWn/eosSu0BN7DDazGoRw3M+x5/OofFMh95D1wvCV8mFJ513AYo27/IvVUDSF3gHsO6upuSyZdOfk2OgrQoHHaFuLx0xHSHDWEUbJvDJadayTP5Ey4DyUYuigk/i2RTvyt3SoyQHA/i0kZwDxN4iBoNbeRrrk3Z1R8qNtLTcmnoHwclLt3np4ivx7hkH/Rt//nzP6PmU1Adsr8wD6D89AJ8THrohVHpHrT/TNQaqb1oPH1oNqnOvE0Ndw0yoasvfWlWOPsh3aAAFU1dpxjqJxpNlWg/9VCzJD99TBlVdp1bxKRRhXmJFFXP6YJ376TdsM9vNdPVPKmmXGo29eMP1Oeqmiqg7jtrmX4HN8ZZpTSuKsPjHMkVZg+aF6ab+kGlU5n5Gnrrk6qT+kztpY6wEqWHDfy56eS0lPwUmwqrQHKZ7/ian8Wp8yux15SCf5aO8jYn7Ey9lX+JFGoMRY6W5q5XzuWUfMBhSrwSUVWeMCl92T8e3zuTvKrjn/OZW54e9zW1I2UJmXNur1btO/s8KyVUsclGMXaHHvQ0tu8ylZz0ASGl4tFWnVd8y8WFZnsC5zENuvoxukeHaLFxmVY8z9xES4tOq1HiYzqAVpKRpuL3PcS//alX/o15Tb5nLYqFYvs9MT7o712bogmHrlNRFG43XEyu65Pa2lmv//Ar8A34oXHBntiUCEqUo2Jw5TBqOkaVTDMq6cRqwh2gm6Yc1eBylBGxc056SpUZY9VyPvhPA/4P74MR8vYYBS3TI7+L5v69b+wdbF7ZoHOdYLccz54zFymUrKRX4wK/C9Zpj3Qf46f58jesZk+hQy3SFXQqHVOfFDv9AEaZ973Q+r6Exx1YTu44+zg/xmjsDsZgd2A5iarf3I6V3ym7ByOry9JPqll2LKeTU/EN/otnH/c6+oh8qttCOipTw+zx3lJHvv97XLbRg+dKE9jx43KSkBQbf6lQOTK0k9T6S2nnYGtI+DY4ibOtrqPIXPlQxwM/PFOWIe0buLBwp8WCvumbOpA66u/lEkbHbfS/sP0PQLmk8hcPpMt4Oz+Fzf4ltNYXVBV2kVZUARaC7n7fz63C03BE/pJVYVDOL/aLV8qMc/TNmYYR+S3406B3TXsH5NLprXQBDyVRwAx5qcsGtLO+hB38tizmGvwVz+Lo0o+nqBhcWtVC2nI+Dp1hcQgWwM2Q2fo0RuIzXouJHFHqRVgV4+oaCDu8cp/263CfO9LXfumPYfE/qLsgvAgL4nJZAGv4uZC19RJrzyp7qSC9CLf3/DO462ivV6FjXJcFcDYyWe7wzZAbx4uhP9QP9Rpn9UN7XfH0zhrkmWU8u9cZP4tW5VmlvLnP+uOX4PZDyzkqT/QYvV/eBRfReh6Bgbkow0NqZJu3buLr1+1+fxFP8FlosXdC+hHDz+WRfhsruL3L/AxHI66j3ZpxPf0qvbk/asc3/hS130o/ld2QdsI9lQY6SD3FWT31QQv9VMLD1j6nSDm9HrW6G5IvZsKl9Mba6SkSHgfhjr8zEmjbf9/3p3s/8U7CYDCy6vLog6/KOvDiwbIBWnQQwm8cPzVybHt1Jh3WYp8a9XlTMuujaIdruLFOq/tKHF1P19ZxdC9njb+k2t7P/byKCj9ZmH3c56Gm5vlhg1e6ymtwLgb96s8++Se80mq4qGhjS0N0+Ydwm7ya/VKVUbJDp98oi2HHfyn/4s6/lGNh9P/8+iqe1+uw+rvQmu+gRd50vl3IpHchPkda4G0WVw6hpx3L+bX9vBz06v/75P33r34KC769st8O56vlGtDnjhrl/PvJpg+tN0KZ1RmTPMSiPY6CzUiv7bo3ftP9NYj3mvws7IZLZ+GUco6zeLEJLo9PPGK4v6K65azKYEtd4Wew1ni/r/oW7xe3dEVF9P1VfU4A3XUq7AzRpLxUkNqweDfAO2UTGWgONziB3kSjdGrVGKGNWtxJuSU3otEBlYoXqFJ6qyy05gRcA5dZRlUIGEb3ZRiNMwQd8xgX4QnQBOuCZdio2nvXf78Pl526UkGMoz6kLygHuJjH5rZZBpvyVFgvx4EXvi7TuKW05OWqIneiZbSVCqnQr+crUE9pr6KDRzyuxoEfS8tXVRRpBYtJT/mJg3g9D5TPrSawN23lVvK77inZ+R7y3PiVe8qHaidHlZ1cCKV3Am3h4slOduMbx1+IJ+BFSEo2jBk8uTbW4f04SaeTBlY6tN10kpXTYQShkDJNxkH2oL9OqrMh/BntPJ0PmslXHDkycHv4c3mLpFENOS3K7gxTfqb3TR5dh3+7j5LLPE3G6CpO3k34Rjayb4mP6FW4b1Iqt/QhR1xigOpBbpRWacQOx3pTeuDJ2ou0T7kd27HHyNGSlXr4YIZKwpGhLvgYt7QrJNzJu8OUiYUR2US49RLLiz+d1DVcVlI78Y16YUhONJ9SbuSlWGARqoHLCyAB3+QyAc6qh/vMA9OGXpqrYKjq0y31gYoCi3pRKkWhKyCWhqtJt8w6aN1XOAZ35TNqjfpE3VAt6IHprf6hZGBAWtBw+pUHqFm0GDp5HG7mt//xOeWLJuwfT+TE+9HPck7dhJUsSK3R9b1l7sCd5fZyls/ycLb95nSWVyGtK9JyqgpOzlmuDPdQ9jryIz7rh/802P/wPnjT73d8kVXf0B75//r8XxhNb4JsKuL09z2+kUXcUCrBkhbP6ocRbVLYPuyZ+EaskJ2WTwk50nEnFjfM/svukfAy6LC3JKb+SAZhpLxf+srTN0QJaWeVgD9CDuLdViIEI9j214XEGjt+NW+uLzzfoVaBqyht2JYnhvlGdQxGgLsxro3o+9W/pb3+G34ujGWPIcxu2bHI0DxcShTuy1HeAztwtv2ks/wkX+nKvJA3SgGdwtmruhLcMqkHfzH0hB3yhYyEv1Mm4zehGCGzeY9cg9a1X5fWNqN12IfpSiZr4Qc7skTIhZ3CGGy59MKo9hTwj6zTpyQU+Rx/m5yKFJdQr0/hz9bH4D+HC8UtviSvwyz5UWrKbwjdWOqVQhHLL5aOfWMnZQ3ax3b8jzmQSwcEaX/WJIcsjIBLCcV59AGJoRWeBwNm68TTHf8cXGm4jXCL5AKdc9byXw5f+e3vdR6awy/Qn5PgDjWHNmmzBO30bq923o5t/x60CE9KTu2vv19yvk8+gDCadtdIGx1ac1uc8KojX3H8aWHqb4rk1TutSQhbhtEuj8NthWsLd9RJGQrXN0ypi7JFPgUbeRjSsXDaeSd+nf5+Dec/Am3zGtqdge+PTci1w3ja9vfDtQ9T4gzbLMUZrqavcZOXRSC9Hez9IwY4a7r/GbI6LPus8J4iRI6G0L1KfIww67/fB2fylbY50PvQOvy5zbtoB27J/jZ8OJ69U5QrDAv6VMbBWRjh5taWt1dbhF6wh/7cstekf4qnKrW2Z40fgA6UOgyTsP2dkU3b/vv2/5fkgqzSg+Qn6PUZ9URdFfUzSdqgVkfB9WYXu1teceuYHONlUodzat/2t02S6/zQsR/hGcqN2DbogtvAJ2yTPrqAFFMV9QnII+GioJVvs2eMOaU8uAW+6xb8h3IrHJqx/Va5JRn0Mid+TIcvcx1vHfebqCN46wDI5XQOnVWvk5W6prTVn8Gy/wR3wYBXyOesEjjN7w12FfzVZvSSNge1Bex1O/QDhfF/euDajuP5iYX+sAKkLXi7kI6Funjg1f9vo88NlhJWSXAa3dACCupqerzVXk+3ApF+1Qq2d3yQPVZGiwMaBNxFWs1w+yekw9g9irMSfVGKQ/HUFFOZJiKWmj6BTa0llaD56px5aqbCVlmZ7L2/snvXrs8HC3RTeTXWvybf3kP3qX7MkWOdhMrzJWyu77dkLyz/b8tGQ5MZhvf2q74/S0xjVGt2qVJcUEpzFLmrnqmyXBLpiWFdnEh1IE2DC1J2SmKaExJ60E/1U2XxnCbifsreV3kAdLI8Yqd+Cv9rhNfoN+5jh+oYStdlO8+NjXDHqAOs+3/Q5/D7wHWGC0Ve6gk/Cv3A46kQLyOXWkPtODR/gWqF98MKaPw/483xErFhkMtpe3XL89IbT1IaSHtUPaQ0QG96Dy3Rs/plK9nMdaQh7eRhNJJ/kx8kOmy2LymdPKCGwBDH30prVXHVkOKo/YjVVGNUQ/JFIdi026sblI6Lcw81QJ2j79RpSsiFaCjNF/tLjIZSCFpfO/g2uoJjdUtu1JSO7IHmUPmJsv2X0Oc6cnr1D7jvNdwXZZurJiq0VDN175UrXS0Bd9jK2ifdrM/1ADBrV2HnOe5XYpN6FQ6Z4DAp0cP8IiZFhJMud3jPDPWmPXX8UuJfMnHItzSVoV0TzfBbA/E6dPGXzmob9dVg2NoJnBBhJO5bpp2ykYD/5HZqh0or7vgx5Q5Tsu0vpB2qA4/ldio80ogbyyVNBMhK+eGfkIZch8s5KQvClLA5vLaqvzrN3elHFV91p+hKOyvsL4afQ+qoIrBpTZSrIavu9+Wifuvv56biaP29wWXdgdtoCiBeAGxYNoffikJ/iB3uANMXlU+D+bqFX3jYr5FwFamBg694tWpApZQ7loiOmX58A9xGAvWHqg4u8YpsNzWQ81imh/zCjf802P9t/PtOOOKVosjb45l66ZXf9/xfsbT7K7GV3WEbo+h9QPpdcIE90u/KjSMSHPwtj4LGZ8fm2+t1Ihzr+MfJXWaE409Xv/ugDruhrTpcIFod9BF1wPHFkg1OznTjyY8MHcWNhbgXk0JiqyRViFRXefI7ygQfORQ3Q1BIPpRPHOlzb9pN9Ko3X4MNyo0D7JE2qEawEXzrSKkcP3lIegm1IRzSU3oq5vjpaSGnpxsIrZB4etqA/jE9FaH0kcIeA43jPzhzyCipHSd9K9hj8G66GF2Uuz7adnNnv603gb2P0EvvjkJvD/sdniOCN3+lN1wL82N1UffhjupjB705NrulvE54zHysXo2usN8Moq6RIH2kOR40h+ZR1wq7KkHykPC6s6bB/pCVDW5z+PULXnI93U+f1i8x6nSvyF8KcjK+6sh36SW/GreglY8NaAVN5gqH124uRqAVhSIP9KHx0J/3cyce/44YFoKuMozfBYn52Hu0nsTgstbgeS+McJU882G2nlq2P0h2vAb2HKzK7/EV1hlZqmNZy+VMGLSzzsiboDBPgcslsbhwGNyhwvx6/Cxvj+3gTS7wfkdeot4eaRUFLFHjHbmWhKKw+MaaaCekWvIq7IVd/Zos1HthA93rg1Xyg7VXXo+w62n744Ja9RpklVchjrb9j6zIS0zX3+tv5Ll+IIPBzPWGtT8n5Ox6Pd7N/8oDFaTic0Y8YQXARpA+BA1Ye9+djaXze49fx9AwNQ026hr0PbXh6tSUulFb2mxWyBRobXmgWx5XFWDpGwYL6BhqBpt1K+/c6ewYj/9fj9/CcrVBepbUhRuvPSldImB0Q/FJyLcbcZx9R1+E2Tf3D2fHyGGv2ItpMr87Msp0Z/7jJ+D0toHj2yyB4H8mS1ddAikrkFNV/6K3WdecUv+iv10acF++9OP/noEz+kaX0dF0Pb0NreeUXJYsupx+hn7tmXRCWCKgNKRHkkvPlUTWfnkc8EzcGAr35A0wP5L04dCl278CY7xSWx1ZmU/0q77AKarHwj8VUuZSmK91NoIx/o4jx2+c/ZX5Nl690nca/bq1wE+9Etn0p6/InQO3961wKVzKq1ca3wT3ufweaf5Ted3+IGGRK8wvvpJQzNe+MV8k9kplw+RofU8ixzRZ4eQbjji/C0fzQUnxSLP90l8FVp/QeUqk/gXbt5EsqoPYKOoB9rMZ7aVv1MfUgj5XP4AJNJSZtrg+oRXIc+Ouakr3eTetoRY8labSNbjfVDtzkKY6OC3j1Ho1lSqqf8FrdAQnMZUuqHohuVNplz3fQvUy+ak9DQNTNNPUoj1mgolJ6cC9HjczzXwzG26WOWcGm23mB45CaxGLTm4MUi+NxePNUNPITDXp6YI5bObSWdPKNDHLg3uaUnTYtHZloSHmmblj2Jxy/WNS0lCkuzGO+lMm+U1V437UmtuqdeovikeNwatkVCNpAFWjLvTYpFeTwEF9RhnoafAhCqYlyHcjmqoDfqgRz7TGUFO4nTKGcskR5zubgdr2W6iulh3GUNuC19Ad4//tzSoznRLIKoocNVRJ+GvYlneawU7aC+PJ7Wuqq9kyniJHJxXNjKfGKr38hNhfYXJTqmxglt4eo9UFfsLFxJan09sjGs+l3wPc8rvsn1zMRx70DsgO68QiGe/IG4Mteh+Yd1oB8TuvtBaIqlvytzoQ+uO+gIQW6/p6m/4k0M7pwmvl1XBbQSvBKppEr4aUy7GPprf8raSRYz0wH++Jrbq6pJAP9dc4m/UYPXYOsHP+0RqxtU6p9dLZWi9h4V6Fbjjf5xR8UFJat7ml2DzG905OSVVGPeAAZct9ZBmFX78uubjRjmfLAP5eu2MlLHeoLE9+ZGjM3/NEiWx1vrqqMb8aiTiWzqjvwGKWCPJ8boqR5hU+yIkcfEyJ+NWoykt1djNQJ9PnuaW2d9TLLLYf6PjxXrv/3iVppX+RPbQK0hEfBiFXgO1HsXy5gn8i4A9O8Fr9gzzWJzjYrA88wR7E17Y/SIemnOCX4htz4zq0mZs81LGFT5aCaAduu3gGJ/zMz1p+NIL574/pH+kq1fgxRYSo1JwevxLN+ILUAQ/UjJtxVm4WgrmmI9lhJsdvJc04MvRVR6U59VV9VUEZK+sQj2b1VS9U3zdERtiOt0pmqSup5XOMSD1Y4chnKTQlYlzhRHoRXbaucDM5y1feGsNlmT6CkdB5ndEaq4fL22AnnAtW3QOO7f2pvMterovkOd1xvuS/ZC2St8cYWESG6OV6jPwSsqL6D2+1/8FejAHvygCrY8BeeRc8lJpWBd3Niq4fQl7Ktv9Q4uumAXZ4Wh6GQwPtG8v0DojDf6K1FHbku/z2sHie7Idd1pbt9f7PwAL+CPfvU11Tx9HHUSOxkbYCrgi7WY6fOTL+4xZ+n1YfhSZyF/JpODttp/ygHyPsIUlMWNYqtp8V/331z8cSOa7zE2iIj6GV2bFbsLaHL1PYSqrvSj+88+LotaiVAL0Kd+8I3jV9wSmLbqGHiEa/FEdHV0FSjtPrkV4WfRX6TtKZrWa6uP5Df64nWJN1OasK2MASSK8ZYM8LQRiY3wrSQwPwstZ/652B9yxfJt7Wo1LB7ysp9efQFxNCDgKvMx/W5PISS7vAN9yGHhTo1brqeaXN0u295896eHQd0FHOWhEx7A11RKk2NsDZcxieemc1VNdpo9zTCZw1DisF1EXvHR9v8Ny6GkqwU2qabuotnRrSRTBQH4Jp+jiwlqyyHge4WaUgN/ckf6mskO68gn/yjGNWWx5pgA472qnsk7KUQ+VcehW7d+G4Ih/psDtztEfeApnpyB2gq/2K6w2/f8c9tJGjksxHi/JoVE/gSoK9sOWOSLPnRe61fLWnf+Cmyw24+DxdXoW5cJYOm7oE7dr/Smv6XOkiHVPH008dORHSL4UbBX6I1AP8KuvIENyjmxgFuGMvwuRe548kuY58lPlSDoMLMZJQJ8IZRMHd/tUvP5X+VL+anc30ytwP4ZLBNu7GPG4YDr1gi2oYKT6CW/dWiOW3O3FCtY7PSVLrmpyTStYAfQ7h7wHnMKI5J8V0FsTtGWTnpDCkfk7uAbgaTpoH/mxGVj++w/6CMDtSPnFSf3fSAnV2b/4LOF8uKqUVJWR2WsqQMB7CpnAFNFkRfb17X57zGokc+3DukefGdjiu73Rc65lU0/tx1BPQbV6AF8oG3qsS7nxMPRStIJt1TAqir7M5r1za0h7+y8Zy8V0NMBTxlO1/hhGSHe6hL0wnU54C6RZ9pzxlAugsFdfHVeQoxc/ZDufTPlcmqkrHVTdw3hsCDgXst3JaJfix6ag7cMQ4oTrAGjVROvDnL1PyVokGlnuwfCEJcS1T9HxeIefUTNTw1ypynFQl2A6v0HnXcKrGVfUYxB+CRf5IyvB8+o0m6letzrWVSzthIZnBF1xrQsp+HPCdtU1vteqhBZ6VFxQ5+qnp9Id6Qad5rVlr/gj2zw2iBrRfr6XI0UIdc62lHWYtZaO0dET5566nThSs26uIMQAuDy/m9ioXWJb0KgMVDlMiHezH1eXtcY1H8xFRjrz7HXBdZlk5A91yML89ZvjIP8rbY6CMlENc15FXuN5s/f/I8G76f1evlFV1gosiiWQvaUmnH+ms6mtrluTmrCqrImX7lymrE24Sd+iLLykO5eU4NFn/RZl0HDqnc/Ai2aoSqDjIuWVcJg7lokeuOBRVbTB2WjsnxwPPd/SiWsgJ+V27Y9lCvsK/RYdQogdNUnH5kRpK4b+/zxGCXTJbCqs+ckjmIPar6q3t1IU6B78anu+AhwXclHhW6HfBq52vhDPp163D5VkLOGIMcdl+jFeUCKZb3JbLqZcYq36P0U8w2XgIBsMO29Hn8Mc7acnUWOPO9cVzSqG+5brcRY2ihtClntPvruc0ja+ZPuo5RVE7kPInPXewNCT0xUX1UAqq5ngrXVTz4Gz8rQNVbUe6RLafQLnTK4eEvsikXuqdNFEK4E171GRSbii135GL8QnKpIqTO3WzyhQOedVijILGU/4oeSEP47xqhJplpnMtlx2Pbex4J7LliPE3N5B5bH9h+Te3lj/0HsvelW6tauHsTndR/SB/c/6Qveq+UuH3r4sif/FK3Ujbc4GSs2dWUB3rqiNPpNfNJVI8k2KjH8mpiZWD9WL7XztygZC0yHESI6jilv0lgstvXYcHr/xqIRQV5Kz9pbWqIA8CK8jb44gUtQo562N0VBl91smYYUW+ZoYvkqq0Mpj/RuiPpcFhUyLGMnVJncFIe4hUhByKzX6xyLHFwYeyRb0b0nM6/a05zel5vC7osxvpFMdfLffgr1S+O47m8dt/9G/w9n9b8XUCtLPeVvGQFpaWD7rs8KzTGm+E7KJ4QIdvfx/J2+MDvqDLwGJpy++yd+AG3PeourGzf6D2QWmMR1N6Y4/98iLDIMmvt+hoCCeEYbkDLY+0/BVc+OvXqr39ytxXrQ0rsNlO8cZmandYXPuWCYCu2hQW5ni6DjS5C2B0nvM4fRk9/3zoikHgHHdIXLnImYR0D32NN+g53vn/X8l3720/T8A1yH6Ohyvb/1kXRpgK0gjdTJ+UogHNAvOjX1jE6UKe97Qy0dtPVNYV3ps/qcJVeAVXeQVKyKtyfxEPXsCl1p7YBa90XH55BTxa6U9wm3TY/ZxOylX4c+U8RzaS+Um+0D+JjTkIi1hu+U2xGu09MnwKl4gDvPGqclWHL/XZK/EJe6Rkur0Om/sQXP8Ge50NtUHcmBIirdEbwO1t8CK53iDhEU3njYBf9OAEeAnfeDwdtkQ3uFd/Y1RIL+fteKuexX3YHu5rpaYYdfV/JR5a/V9T4tUzH65Bn3x1icvhvjnzxW3wdpHnFtVp33v9jn5cRPrxq1HnFSWivyWah4n77ks+3Lub+ZQw+5ov4CyR7HR+Dpxt5JgBbd0O93JkJf7lRHD/cmLHP8X/viXSSQYVEeqw7c+mZ074iDKomMoFO3w8VcpbprHqqhpKfRUR7hjb38dxkd/CSZkAfdUOa3nL3OM9VFnmKhuTtDv04ITjT1Xb4KfmFjxXbVcfsH+Z4cgvJXcoInzvpDMs9HfAXthyeYwN/MsYsBw1dTwVEfC8ws/Bz3DFG1CuB9UOjhamzBZVgp5KJRURojvp59XHppL6Vj1XiVQS6RGmTC5+SonkDEWEmmz7c6my6wwdgVTINR49oH+ZEmYoXeOIB7YFneHwCZpgWI2B5f8LlZnKImUz9Qj2lMlHE9W72D9S80Tur0poW34X7Xc/7wwYGOCWl7wD2vvI77LnekL9PZjyq45sufzXA31buN7J6jbFK3nsMB+jj8+kz2NsdEuGwUKT0bHSjHHmJB95xRxk9yra6R2/qp4MZuMopNHand7BvG797cvkxgDT3vpOXqgFbMd+sxYoO/zI2P5gdpdZT5fDwfMeGKOvSHdH2mw9kcEB7tQJ1uvm1nnW4U4CO09L7YmxHiJvhq7owZrCL8Uj4T+K2pW7cmaKr3eTLVVTtu/BP34xN5LwPYw5F7FwpcAkLAHdA+1VZT7ig8YO17j+gl+aI1+jJi16il+ks06rNrF7V6GWVlowbsNe2HI58uw1FBkq0lIewompPmxcFaHJ56DeZj9llRFqP+2n5eZj+MOoD/y/qSHtD4dinBkWj2K8iptAo2jBxYBRAZt4t7Glh47fSBVz0n8gd+iLXJQDucPwnv9KmrraqX4Bx+kjXYu+puNAd3PTFKBd5qk5Dkv+P8ZOa+TkeBCHG3Atas6JVBodh6PoahwH+F4Gkx1epIRO3I2TKg6HRSnViFO/7KpLqVRUSrlx0ZRSn4otxVFF4P8Rkq5VbfGU8aCg2ijn9Fi8YQuBR7HRBi4XfRnsjr0O62AHM+AB18kAOBv27KA5IfIn2vabhsQiQj51hVOqhrADdvBbC7yPZfuFXbbfxsnJHqGtsBn/rIc6Mxliq4hnOLTQkc9+aMZ90JOltn7Rtax2uo/YWOb465xYVUeOGpLTXPqEQ1L1JUcFD5CJi7PNBzxQSd8KlSg9bRb7S5pf1I/OFzUvOT3FDPkC57SZTzFEQr61eWxsv43f9zddldELdAY93RqJ0cRR6arcGOj4F0xfV1fV2eVOO0Se3FD8xD/xeOkkP4EDqSoryI73t37iGdqWpjnx4k6pn7iFExbin3xQXt4e23VT2EX3Ob8Nz8i+HqyuWVkx/rFljx5cS1fQ9aAxuLXjrXB39Ot3X1kqxfAeLqfr6OXyQFeRUDQKeIR4LNUSfnFlp/Rm26+Ovs23XKglbLuPvACWqXPQdc/BgngzJO0P2OPPhcNj9Nz+Fn3byh8Vb7MA3RrSI+hJC530S2Drwtv/J1ovYNs9pZPAap9Xr5e0egfsksVgN00nN3gStPxDchQ2MnvdssLSRK/mz7y2+zlS8/3X//FbDfFUSLgQzExDba+O6I6X0IPCrJto41fwFe97/B/YjeMBHuntENm8wM2y9o1wOsJdfS1nF+C9UhzvlivS0km7qCMq6VlHsJ3lv67gnzqi1Qaf+qV+rx/Itxjd7AVvcUfOo0bvwb+JcQBsAfpXSCclve4in/NtvRKM7FSkx9LRvfbvBXCrZDFYhH2wBKzCaGofWDnf1XEbaycEQ3YP4SK4g2hJntzf4B7IfGsLzqOctVR6WbOshpDduOz43WE5z2aVhB7WKCQ9ubfEExzvomyz7HVYVujNurS+KLd1YmfV1bEh67PkkCDdOeAo0vJGuBrr41ciGG+Yx/hf7ljvMLkf6W2RjpFzaNuPpa97U/5G7fYNV27hK7H4NfkLYb+LWLf/zfG/AXsXuf6f6xXcQErktUbYyi/1cLhfNAlBKt1EfLHe8a9Ik1cgCn7zhCNGQeQkgisC94ifRIp5EjHm+sXKeaV22r/cdn3AmcE3AhzoAR8MdPwfYO32TU2F0pm0b8qKSLAxTPyhV1qrfdNfmv7Un54p239EFeiaE++PEaft51TXnLAz3HOzhfr7oTJNpmb0BWVXX9AQhP/QbdcX5MZs1+/w06irMg3hIzMStrSyTs4t5SmzRNWmbsq9j4Fm/30NfnbSW7FBeFEOU0YcqZWTZrxlVtM1amJW0hgVfl32JE7aXNUBfisnZTmlDvYv05DmwIq+DOhCPdUyKhy8jDyo5PiXoTeHpl112f4Jb3yRrKRMrlEUEe45/g0z3dhhO/VH8EWuHmzLW71lUqLGaptfyINKgaHyQCf9O/Oj6xca5+psdPADGugKzbcxnO4S01AHfcUdLgoJe8FtUBXVaGPHCqpitEl9rYaSL0qoRJRT3h5JpDnuSxdHfhf9P45MjeKRn/DbI5/Pr97l/GvLz7wFo2Fb/l9a6+E//If/8B/+w3/4D//hP/yH//C/Daa3x5j/X3v373pQFMZx/DlffX8pkyhZWSws/AEsGJSJMiuTlL/BZDNYLPIPWBiZFFksLAplE5syGHyc8/wH91k9vZb3cod7u3d4zu10fHHqI8XXxgUmr5JZY88t2XN9wAgNDI3rmkDTVO2fqydcRwXKSOPXDLgrxrvu1wMnTLnD5N0WEeobP3dGoI0/3/J7xa1fgFJKKaWUUkp9hn/yLkcXO4Eu4PpHIGYn+AIduQMCG4yphSufMSFZP5ghSzccef0gKdBE3U7+O7gOCtzt3J6gM1yHBFbUoTx6cC25/6J97mPM4frT3/83"
};

// ts/estimate/estimate.ts
var PATTERNS = 1 << 16;
var UNIT = 1024;
var OLDEST = Uint16Array.from(CLASS_OF, (class_) => class_ >> 1 << 11);
var MIDDLE = Uint16Array.from(CLASS_OF, (class_) => class_ << 5);
var NEWEST = Uint16Array.from(CLASS_OF, (class_) => class_ >> 1);
function estimate(text, encoding) {
  return Math.floor((weigh(text, encoding) + UNIT / 2) / UNIT);
}
function weigh(text, encoding, version2 = 2) {
  if (text.length === 0) return 0;
  const scale = {
    weights: weightsOf(encoding),
    encoding,
    version: version2,
    sum: 0,
    before: 0,
    last: 0,
    isOpen: false
  };
  if (typeof text === "string") addString(scale, text);
  else add(scale, text, text.length, isAscii(text));
  endPlain(scale);
  return Math.max(UNIT, scale.sum);
}
var OUTSIDE = new Uint8Array(2);
var SPACE2 = 32;
function add(scale, bytes, length, plain2) {
  if (plain2 || scale.version === 1) {
    addPlain(scale, bytes, 0, length);
    return;
  }
  let at2 = scale.pieces?.isOpen === true ? addPieces(scale, false, bytes, 0, length) : 0;
  while (at2 < length) {
    const covered = addUntilCovered(scale, bytes, at2, length);
    if (covered === length) return;
    at2 = addPieces(scale, covered > at2 && bytes[covered - 1] === SPACE2, bytes, covered, length);
  }
}
function addUntilCovered(scale, bytes, from, length) {
  const { weights, encoding } = scale;
  let { sum, before, last: last2 } = scale;
  let at2 = from;
  for (; at2 < length; at2++) {
    const byte = bytes[at2] ?? 0;
    if (isFirst(byte)) {
      if (coveredAt(bytes, at2, length) > 0) break;
      if (isTonedAt(bytes, at2, length)) sum -= TOO_MUCH[encoding];
    }
    sum += weights[(OLDEST[before] ?? 0) | (MIDDLE[last2] ?? 0) | (NEWEST[byte] ?? 0)] ?? 0;
    before = last2;
    last2 = byte;
  }
  let end = at2;
  if (at2 < length && at2 > from && last2 === SPACE2) {
    end--;
    const older = end - 2 >= from ? bytes[end - 2] ?? 0 : end - 1 >= from ? scale.last : scale.before;
    sum -= weights[(OLDEST[older] ?? 0) | (MIDDLE[before] ?? 0) | (NEWEST[SPACE2] ?? 0)] ?? 0;
    last2 = before;
    before = older;
  }
  if (end > from) {
    scale.pieces?.close();
    scale.isOpen = true;
  }
  scale.sum = sum;
  scale.before = before;
  scale.last = last2;
  return at2;
}
function addPieces(scale, isSpaced, bytes, from, length) {
  endPlain(scale);
  scale.pieces ??= new Pieces(scale.encoding);
  const { pieces } = scale;
  const before = pieces.sum;
  if (isSpaced) pieces.addSpace();
  const behind = pieces.addRun(bytes, from, length);
  scale.sum += pieces.sum - before;
  return behind;
}
function addPlain(scale, bytes, from, to) {
  if (from === to) return;
  const { weights } = scale;
  scale.pieces?.close();
  let { sum, before, last: last2 } = scale;
  for (let at2 = from; at2 < to; at2++) {
    const byte = bytes[at2] ?? 0;
    sum += weights[(OLDEST[before] ?? 0) | (MIDDLE[last2] ?? 0) | (NEWEST[byte] ?? 0)] ?? 0;
    before = last2;
    last2 = byte;
  }
  scale.sum = sum;
  scale.before = before;
  scale.last = last2;
  scale.isOpen = true;
}
function endPlain(scale) {
  if (!scale.isOpen) return;
  addPlain(scale, OUTSIDE, 0, OUTSIDE.length);
  scale.isOpen = false;
}
var ENCODER = new TextEncoder();
var UNITS = 1 << 12;
var BUFFER = new Uint8Array(3 * UNITS);
function addString(scale, text) {
  let at2 = 0;
  while (at2 < text.length) {
    let end = Math.min(at2 + UNITS, text.length);
    if (end < text.length) {
      if ((text.charCodeAt(end - 1) & 64512) === 55296) end--;
      if (text.charCodeAt(end - 1) === SPACE2) end--;
    }
    const { written } = ENCODER.encodeInto(text.slice(at2, end), BUFFER);
    add(scale, BUFFER, written, written === end - at2);
    at2 = end;
  }
}
var isAscii = (bytes) => process.getBuiltinModule("node:buffer").isAscii(bytes);
var unpacked2 = {};
function weightsOf(encoding) {
  const known2 = unpacked2[encoding];
  if (known2 !== void 0) return known2;
  const bytes = process.getBuiltinModule("node:zlib").inflateRawSync(Buffer.from(TOKEN_WEIGHTS[encoding], "base64"));
  const weights = Int16Array.from({ length: PATTERNS }, (_, at2) => bytes.readInt16LE(2 * at2));
  unpacked2[encoding] = weights;
  return weights;
}

// ts/wires/units.ts
var CACHE_MARKERS = new Set(WIRES.all.flatMap(({ cache }) => cache.markerKey ?? []));
var SHORT_CHARS = 20;
var MOST_SHORT = 4096;
function rememberingWeight(version2) {
  const shortWeights = /* @__PURE__ */ new Map();
  return (text) => {
    if (text.length > SHORT_CHARS) return weigh(text, "o200k_base", version2);
    const known2 = shortWeights.get(text);
    if (known2 !== void 0) return known2;
    if (shortWeights.size >= MOST_SHORT) shortWeights.clear();
    const weight = weigh(text, "o200k_base", version2);
    shortWeights.set(text, weight);
    return weight;
  };
}
var DECISION_WEIGHTS = {
  1: rememberingWeight(1),
  2: rememberingWeight(2)
};
var SCALAR_WEIGHT = 2 * 1024;
var KEY_WEIGHT = 1024;
function valueWeight(value, textWeight, allText = false) {
  if (typeof value === "string") return textWeight(value);
  if (typeof value !== "object" || value === null) return SCALAR_WEIGHT;
  let weight = 0;
  if (Array.isArray(value)) {
    for (const element of value) weight += valueWeight(element, textWeight, allText);
    return weight;
  }
  for (const [key, child] of Object.entries(value)) {
    if (CACHE_MARKERS.has(key)) continue;
    const opaque = typeof child === "string" && !allText ? opaqueWeight(key, child) : void 0;
    weight += textWeight(key) + KEY_WEIGHT + (opaque ?? valueWeight(child, textWeight, allText));
  }
  return weight;
}
function roundWeight(weight) {
  return Math.floor((weight + 512) / 1024);
}
function unitTokens(unit, textWeight, allText = false) {
  return roundWeight(valueWeight(unit, textWeight, allText));
}
function unitsOf({ blocks }, message) {
  return blocks.holdResults && isRecord(message) ? splitList(message, blocks.key) : [message];
}
function unitOfBlock({ blocks }, blockIndex) {
  return blocks.holdResults ? blockIndex + 1 : 0;
}
function splitList(message, key) {
  const list = message[key];
  return Array.isArray(list) ? [{ ...message, [key]: [] }, ...list] : [message];
}

// ts/masking/plan-thinking.ts
function planThinking({ wire, list }, thinking) {
  if (thinking === void 0 || !thinking.rule.goes) return [];
  const lastPrompt = thinkingCuts({ wire, list, thinking }, readSteps(wire, list)).at(-1) ?? 0;
  return thinking.blocks.filter(({ stays, messageIndex }) => !stays && messageIndex < lastPrompt).map(planBlock);
}
function thinkingCuts({ wire, list, thinking }, steps) {
  return thinking?.rule.drops === true ? steps.cuts : promptCuts(wire, list, steps);
}
function planBlock({ messageIndex, blockIndex, text }) {
  const place = { messageIndex, blockIndex, callId: void 0, toolName: void 0, turnIndex: void 0 };
  const result = { ...place, content: { kind: "thinking", texts: [text] }, errorMarker: "unknown" };
  return { result, action: "remove", reason: "thinking", charsBefore: text.length, charsAfter: 0, replacement: "" };
}
function mergePlans(results, thinking) {
  if (thinking.length === 0) return results;
  const place = ({ result: { messageIndex, blockIndex } }) => [messageIndex, blockIndex];
  return [...results, ...thinking].sort((one, other) => {
    const [[message, block], [otherMessage, otherBlock]] = [place(one), place(other)];
    return message - otherMessage || block - otherBlock;
  });
}

// ts/masking/cache/thinking-rule.ts
var NO_THINKING = { goes: false, checks: false, drops: false };
function thinkingRule({ thinkingIsBlock }, { thinking: { history, removal, openLoop } }, setting, byHand) {
  const isBilled = history === "kept" || history === "bound";
  const goes = isBilled && thinkingIsBlock && removal !== "refused" && setting !== "keep";
  const checks = history === "bound";
  const isFree = !byHand || openLoop === "free";
  return { goes, checks, drops: goes && checks && isFree && setting === "drop" };
}

// ts/masking/cache/prices.ts
function pricingOf(asked, settings2, markers) {
  return pricingAt(asked, asked.wire.thinksByHand(asked.request), settings2, markers);
}
function pricingAt(asked, byHand, { version: version2, cache: { prices: prices2, thinking }, models }, markers) {
  const { wire, model } = asked;
  const believed = version2 === 1 ? byWire2(wire, model, markers) : byModel(asked, models, markers, { setting: thinking, byHand });
  if (prices2 === "auto") return believed;
  return { ...believed, prices: { read: scaled(prices2.read), write: scaled(prices2.write) } };
}
function byWire2(wire, model = "", markers) {
  if (!isCached(wire, model, markers)) return NOT_CACHED;
  const prices2 = wire.cache.prices(model, markers.hourly);
  return { prices: prices2, anchorPlace: wire.cache.anchorPlace(model), thinking: NO_THINKING, limits: {} };
}
function byModel(asked, own2, markers, { setting, byHand }) {
  const { wire } = asked;
  const { byClient, markerKey } = wire.cache;
  const { row } = believedRow(asked, own2, () => markers.any);
  const { cache, dear } = row;
  const thinking = thinkingRule(wire, row, setting, byHand);
  const limits = {
    minimumTokens: cache.minimumTokens,
    dear: dear && { aboveTokens: dear.aboveTokens, times: scaled(dear.times) }
  };
  const isSilent = byClient ? cache.marker === "needed" : markerKey !== void 0 && cache.finding === "exact";
  if (isSilent && !markers.any && markers.automatic === void 0) return { ...NOT_CACHED, thinking, limits };
  const isAnchored = markerKey !== void 0 && cache.finding === (byClient ? "look-back" : "exact");
  const { read: read7, write, writeLong = write } = cache;
  return {
    prices: { read: scaled(read7), write: scaled(markers.hourly ? writeLong : write) },
    anchorPlace: !isAnchored ? "nowhere" : byClient ? "block" : "part",
    thinking,
    limits
  };
}
var NOT_CACHED = { prices: void 0, anchorPlace: "nowhere", thinking: NO_THINKING, limits: {} };

// ts/masking/cache/binding.ts
function thinkingOf(asked, settings2) {
  const { wire, request, list } = asked;
  if (settings2.version === 1) return void 0;
  const blocks = readThinking(wire, list);
  if (blocks.length === 0) return void 0;
  const rule = pricingOf(asked, settings2, readMarkers(wire, request)).thinking;
  return rule.goes || rule.checks ? { blocks, rule } : void 0;
}
function bindingOf({ wire, list, thinking }, steps, messageStarts, lastStep = 0) {
  if (thinking === void 0 || !thinking.rule.checks) return void 0;
  const { blocks, rule } = thinking;
  const prompts = new Set(thinkingCuts({ wire, list, thinking }, steps));
  return {
    thinking: blocks.map(({ messageIndex, blockIndex, stays }) => ({
      unit: (messageStarts[messageIndex] ?? 0) + unitOfBlock(wire, blockIndex),
      messageIndex,
      stays: stays || !rule.goes
    })),
    prompts: steps.cuts.map((cut4) => prompts.has(cut4)),
    lastStep
  };
}

// ts/contract/session-facts.ts
var NO_MEMORY = Object.freeze({
  lastStep: 0,
  isDead: false,
  startStep: 0,
  startMoves: false,
  isFrozen: false
});

// ts/base/redact.ts
var MARK2 = "[redacted]";
var SECRETS = [
  [/\/\/[^\s/?#@"']{0,256}@/g, `//${MARK2}@`],
  [/([?&][\w.~%-]{1,64}=)[^&#\s"']+/g, `$1${MARK2}`],
  [/\b(bearer|basic)(\s+)[^"']+/gi, `$1$2${MARK2}`],
  [/\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|glpat|tgp|csk|nvapi)[-_][\w-]{8,}/g, MARK2],
  [/\bAIza[\w-]{16,}|\bya29\.[\w.-]+|\beyJ[\w-]{8,}\.[\w.-]+|\bA(?:KIA|SIA)[A-Z0-9]{12,}/g, MARK2]
];

// ts/base/issues.ts
function policyInvalid(issues, options = {}) {
  const where = options.source === void 0 ? "policy" : options.source;
  const lines = issues.map((issue) => issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`);
  const message = lines.length === 1 ? `${where}: ${lines[0]}` : `${where}:
${lines.map((l) => `  ${l}`).join("\n")}`;
  return new TamisError("POLICY_INVALID", message, { issues, cause: options.cause });
}

// ts/policy/policy.ts
var DEFAULT_SETTINGS = deepFreeze({
  version: 2,
  enabled: true,
  mode: "reduce",
  trigger: "always",
  mask: {
    windowTurns: 8,
    minChars: 256,
    keepErrors: true,
    keepErrorsMaxChars: 4e3,
    errorPatterns: [],
    keepLastKPerTool: null,
    excludeTools: [],
    tools: {},
    maxObservationChars: null,
    protectOpenLoop: false,
    media: "keep",
    userMedia: "keep",
    digest: null,
    placeholder: { family: "conversation", locale: "en" }
  },
  dispatch: { enabled: true, maxChars: 4e3, tools: ["*"] },
  arrival: NO_ARRIVAL,
  dedupe: { identicalResults: false, fileReads: false, blocks: false, keep: "first" },
  cache: {
    strategy: "rent",
    prices: "auto",
    rent: 1,
    strideTurns: 16,
    anchor: true,
    thinking: "auto",
    clearing: "off",
    freezeThrough: "none"
  },
  models: [],
  restore: { handles: false },
  pin: [],
  repairSurrogates: false,
  summarize: { enabled: false, maxChars: 1400, maxCalls: 8, timeoutMs: 3e4 },
  truncate: { enabled: true },
  tokens: { method: "estimate" }
});
var Policy = class {
  #checked = true;
  /** @internal Use {@link definePolicy}: it checks. */
  constructor(settings2) {
    this.settings = settings2;
  }
  /** True for a policy of {@link definePolicy}. */
  static isPolicy(value) {
    return typeof value === "object" && value !== null && #checked in value;
  }
};
var DEFAULT_POLICY = new Policy(DEFAULT_SETTINGS);
function resolveToolRule(mask, rule = {}) {
  return {
    windowTurns: rule.windowTurns ?? mask.windowTurns,
    keepLastK: rule.keepLastK === void 0 ? mask.keepLastKPerTool : rule.keepLastK,
    keepErrors: rule.keepErrors ?? mask.keepErrors,
    maxObservationChars: rule.maxObservationChars === void 0 ? mask.maxObservationChars : rule.maxObservationChars,
    never: rule.never ?? false
  };
}
function triggersOf(trigger) {
  if (trigger === "always") return void 0;
  return trigger.map((allOf) => {
    const highest = (key) => Math.max(0, ...allOf.map((condition) => condition[key] ?? 0));
    if (allOf.some(({ fraction }) => fraction !== void 0)) {
      return { tokens: Number.MAX_SAFE_INTEGER, toolTurns: 0, messages: 0 };
    }
    return { tokens: highest("tokens"), toolTurns: highest("toolTurns"), messages: highest("messages") };
  });
}
function clearingOf({
  version: version2,
  cache
}) {
  if (cache.clearing === "off") return void 0;
  if (version2 === 1) return "version";
  return cache.freezeThrough === "none" ? "provider" : "frozen";
}
function pinsOfResults({ pin }) {
  return pin.flatMap((rule) => {
    if (typeof rule === "string") return [rule];
    return rule.role === void 0 || rule.role === "tool" ? [rule.text] : [];
  });
}
function deepFreeze(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}

// ts/masking/candidates.ts
function planReadiness({ wire, list, transcript, plans, thinking }, steps, policy) {
  const settingsOf = policy.toolResolver();
  const newer = policy.ranksNeeded ? newerResults(transcript.results, settingsOf) : void 0;
  const users = policy.protectOpenLoop ? userMessages(steps) : [];
  const prompts = thinking === void 0 ? [] : thinkingCuts({ wire, list, thinking }, steps);
  let at2 = -1;
  return plans.flatMap((plan) => {
    const { result, replacement } = plan;
    const { kind } = result.content;
    if (kind !== "loose" && kind !== "thinking") at2++;
    if (replacement === void 0) return [];
    if (kind === "thinking") return [{ plan, readyMessage: firstAfter(prompts, result.messageIndex) - 1 }];
    if (kind === "loose" && result.beside === void 0) {
      const left3 = answerAfter(answersOf(steps), result.messageIndex, policy.mask.windowTurns) ?? 0;
      return [{ plan, readyMessage: Math.max(left3, firstAfter(users, result.messageIndex)) }];
    }
    if (result.turnIndex === void 0) return [];
    const { windowTurns } = settingsOf(result.toolName);
    const left2 = steps.turnStarts[result.turnIndex + windowTurns] ?? 0;
    const outranked = newer?.[at2] ?? 0;
    const loopClosed = policy.protectOpenLoop ? firstAfter(users, result.messageIndex - 1) : 0;
    return [{ plan, readyMessage: Math.max(left2, outranked, loopClosed) }];
  });
}
function answersOf({ cuts }) {
  return cuts.slice(0, -1);
}
function newerResults(results, settingsOf) {
  const messages = /* @__PURE__ */ new Map();
  const newer = new Array(results.length).fill(void 0);
  for (let index = results.length - 1; index >= 0; index--) {
    const result = results[index];
    if (result === void 0 || result.turnIndex === void 0) continue;
    const seen = messages.get(result.toolName) ?? [];
    const { keepLastK } = settingsOf(result.toolName);
    if (keepLastK !== null && keepLastK > 0) newer[index] = seen[seen.length - keepLastK];
    seen.push(result.messageIndex);
    messages.set(result.toolName, seen);
  }
  return newer;
}
function userMessages({ roles }) {
  return roles.flatMap((role, index) => role === "user" ? [index] : []);
}
function firstAfter(numbers, limit2) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = low + high >> 1;
    if ((numbers[middle] ?? 0) <= limit2) low = middle + 1;
    else high = middle;
  }
  return numbers[low] ?? 0;
}

// ts/masking/cache/exact.ts
function compareProducts(left2, right) {
  const [a, b] = [product(left2), product(right)];
  if (Math.abs(a) <= Number.MAX_SAFE_INTEGER && Math.abs(b) <= Number.MAX_SAFE_INTEGER) return a - b;
  const [exactA, exactB] = [exactProduct(left2), exactProduct(right)];
  return exactA < exactB ? -1 : exactA > exactB ? 1 : 0;
}
var product = ([a, b, c]) => a * b * c;
var exactProduct = ([a, b, c]) => BigInt(a) * BigInt(b) * BigInt(c);

// ts/masking/cache/move-gate.ts
var MoveGate = class {
  #binding;
  #seen = 0;
  #lastKept = -1;
  #barrier = -1;
  constructor(binding) {
    this.#binding = binding;
  }
  /** The last thinking that no move takes: nothing in front of it can be edited from now on. */
  get barrier() {
    return this.#barrier;
  }
  /** Sees the thinking of a step with that many messages. */
  see(cut4) {
    const { thinking } = this.#binding;
    for (let block = thinking[this.#seen]; block !== void 0; block = thinking[this.#seen]) {
      if (block.messageIndex >= cut4) return;
      this.#seen++;
      this.#lastKept = block.unit;
      if (block.stays) this.#barrier = block.unit;
    }
  }
  /** Whether a move at this step may edit everything from unit `first` on. */
  allows(step, first) {
    return this.#isPrompt(step) || first > this.#lastKept;
  }
  /** Whether a session remembers a move at this step. */
  isRemembered(step) {
    return this.#binding.lastStep === step + 1;
  }
  /** A move at a prompt step takes all thinking that can go. */
  move(step) {
    if (this.#isPrompt(step)) this.#lastKept = this.#barrier;
  }
  #isPrompt(step) {
    return this.#binding.prompts[step] === true;
  }
};

// ts/masking/cache/move-rule.ts
var NEVER = Number.POSITIVE_INFINITY;

// ts/masking/cache/move-start.ts
function rulingAt(start, step) {
  if (start === void 0) return void 0;
  const { startStep, startMoves, isFrozen, lastStep } = start;
  if (step < startStep || isFrozen && step > lastStep) return false;
  return startMoves && step === startStep ? true : void 0;
}

// ts/masking/cache/request-bill.ts
function billOf({ total, fresh }, pricing) {
  const { read: read7, write } = pricesAt(total, pricing);
  return read7 * (total - fresh) + write * fresh;
}
function rewriteBill(total, lost, pricing) {
  const { read: read7, write } = pricesAt(total, pricing);
  return Math.max(0, write - read7) * lost;
}
function pricesAt(total, { read: read7, write, dear }) {
  if (dear === void 0 || total <= dear.aboveTokens) return { read: read7, write };
  const times = (price) => Math.floor((price * dear.times + SCALE / 2) / SCALE);
  return { read: times(read7), write: times(write) };
}

// ts/masking/cache/sum-tree.ts
var SumTree = class {
  #sums;
  constructor(length) {
    this.#sums = new Float64Array(length + 1);
  }
  /** Adds to the number at a 0-based index. */
  add(index, amount) {
    for (let node = index + 1; node < this.#sums.length; node += node & -node) {
      this.#sums[node] = (this.#sums[node] ?? 0) + amount;
    }
  }
  /** Sum of the numbers from `start` up to but excluding `end`; 0 for an empty range. */
  sumBetween(start, end) {
    return end > start ? this.#sumBefore(end) - this.#sumBefore(start) : 0;
  }
  #sumBefore(end) {
    let sum = 0;
    for (let node = end; node > 0; node -= node & -node) sum += this.#sums[node] ?? 0;
    return sum;
  }
};

// ts/masking/cache/waiting.ts
var Waiting = class {
  #candidates;
  /** Tokens of what waits, by candidate. */
  #tokens;
  #results = [];
  /** Ascending: thinking becomes ready in document order. */
  #thinking = [];
  #firstResult = NEVER;
  #allTokens = 0;
  constructor(candidates) {
    this.#candidates = candidates;
    this.#tokens = new SumTree(candidates.length);
  }
  /** Index of the first candidate that waits; `NEVER` if none does. */
  get first() {
    return Math.min(this.#firstResult, this.#thinking[0] ?? NEVER);
  }
  /** Index of the first result that waits; `NEVER` if none does. */
  get firstResult() {
    return this.#firstResult;
  }
  /** Tokens that everything saves. */
  get allTokens() {
    return this.#allTokens;
  }
  /** Tokens that the first waiting result and everything behind it save. O(log n). */
  tokensFromResult() {
    if (this.#firstResult === NEVER) return 0;
    if (this.#firstResult === this.first) return this.#allTokens;
    return this.#tokens.sumBetween(this.#firstResult, this.#candidates.length);
  }
  add(index) {
    const candidate = this.#candidates[index];
    if (candidate === void 0) return;
    if (candidate.isThinking) this.#thinking.push(index);
    else {
      this.#results.push(index);
      this.#firstResult = Math.min(this.#firstResult, index);
    }
    this.#count(index, candidate.savedTokens);
  }
  /** Takes out what `isGone` says, and returns it. Linear in what waits. */
  take(isGone) {
    const of = (index) => this.#candidates[index];
    const goes = (index) => {
      const candidate = of(index);
      return candidate !== void 0 && isGone(candidate);
    };
    const gone = [...this.#results, ...this.#thinking].filter(goes);
    this.#results = this.#results.filter((index) => !goes(index));
    this.#thinking = this.#thinking.filter((index) => !goes(index));
    this.#firstResult = this.#results.reduce((first, index) => Math.min(first, index), NEVER);
    for (const index of gone) this.#count(index, -(of(index)?.savedTokens ?? 0));
    return gone;
  }
  /** Takes out everything from candidate `from` on, which is the first one or the first result. Linear in it. */
  takeFrom(from) {
    const taken = this.#results;
    this.#results = [];
    this.#firstResult = NEVER;
    for (let last2 = this.#thinking.at(-1); last2 !== void 0 && last2 >= from; last2 = this.#thinking.at(-1)) {
      taken.push(last2);
      this.#thinking.pop();
    }
    for (const index of taken) this.#count(index, -(this.#candidates[index]?.savedTokens ?? 0));
    return taken;
  }
  /** The thinking that still waits, ascending. */
  get thinking() {
    return this.#thinking;
  }
  #count(index, tokens2) {
    this.#tokens.add(index, tokens2);
    this.#allTokens += tokens2;
  }
};

// ts/masking/cache/last-move.ts
function lastMove(history, rule) {
  const state = new Replay(history, rule);
  history.cuts.forEach((cut4, step) => {
    state.admit(cut4);
    state.begin(cut4);
    if (state.hasWaiting) state.decide(cut4, step);
    state.finish(cut4);
  });
  return state.outcome();
}
var Replay = class {
  #history;
  #rule;
  #maskedAt;
  #moves = [];
  /** Candidates in the order in which they become eligible. */
  #order;
  /** Saved tokens of M and E, by candidate. */
  #saved;
  #waiting;
  #gate;
  #admitted = 0;
  #bound = [];
  #isBlocked = false;
  /** Whether `stride` is due, but could not move yet. */
  #isDue = false;
  #maskedTokens = 0;
  /** What waiting has cost since the last move that took it: all of E, and the part from its first result on. */
  #meter = 0;
  #partMeter = 0;
  #previousCut = 0;
  #turns = 0;
  /** Tool turns outside the window at the previous step. */
  #passedBefore = 0;
  #keptTokens = 0;
  #lostTokens = 0;
  #netSaving = 0;
  /** Steps so far, and the bill of sending everything before this one. */
  #steps = 0;
  #wholeBill = 0;
  constructor(history, rule) {
    this.#history = history;
    this.#rule = rule;
    const { candidates } = history;
    this.#maskedAt = new Int32Array(candidates.length).fill(-1);
    const ready = candidates.map(({ readyMessage }) => readyMessage);
    this.#order = candidates.map((_, index) => index).sort((a, b) => at(ready, a) - at(ready, b) || a - b);
    this.#saved = new SumTree(candidates.length);
    this.#waiting = new Waiting(candidates);
    this.#gate = history.binding && new MoveGate(history.binding);
  }
  get hasWaiting() {
    return this.#waiting.first !== NEVER;
  }
  /** Adds the candidates that become eligible at this step to E. */
  admit(cut4) {
    const { candidates, turnStarts } = this.#history;
    while (this.#turns < turnStarts.length && at(turnStarts, this.#turns) < cut4) this.#turns++;
    this.#raiseBarrier(cut4);
    for (; this.#admitted < this.#order.length; this.#admitted++) {
      const index = at(this.#order, this.#admitted);
      const candidate = candidates[index];
      if (candidate === void 0 || candidate.readyMessage >= cut4) break;
      if (this.#isBound(candidate)) {
        this.#bound.push(index);
        continue;
      }
      this.#waiting.add(index);
      this.#saved.add(index, candidate.savedTokens);
    }
  }
  #isBound({ unit }) {
    return this.#gate !== void 0 && unit < this.#gate.barrier;
  }
  /** Takes out of E what is in front of thinking that stays. */
  #raiseBarrier(cut4) {
    if (this.#gate === void 0) return;
    const before = this.#gate.barrier;
    this.#gate.see(cut4);
    if (this.#gate.barrier === before) return;
    for (const index of this.#waiting.take((candidate) => this.#isBound(candidate))) {
      this.#bound.push(index);
      this.#saved.add(index, -(this.#history.candidates[index]?.savedTokens ?? 0));
    }
  }
  begin(cut4) {
    this.#steps++;
    this.#lostTokens = 0;
    this.#isBlocked = false;
    const size = this.#sizeOf(cut4);
    this.#meter += this.#worthOf(size, this.#waiting.allTokens);
    this.#partMeter += this.#worthOf(size, this.#waiting.tokensFromResult());
  }
  /** What a request of that size would cost less with so many tokens less. */
  #worthOf(size, tokens2) {
    return billOf(size, this.#rule) - billOf({ ...size, total: size.total - tokens2 }, this.#rule);
  }
  /** The request of this step, rendered with M. */
  #sizeOf(cut4) {
    const { unitSums, messageStarts } = this.#history;
    const [start, end] = [this.#previousCut, cut4].map((one) => at(unitSums, at(messageStarts, one)));
    return { total: this.#requestTokens(cut4), fresh: (end ?? 0) - (start ?? 0) };
  }
  /** Makes the move that is due at this step, unless thinking that stays for now is behind its first candidate. */
  decide(cut4, step) {
    const move = this.#dueMove(cut4, step);
    if (move === void 0) return;
    const first = this.#history.candidates[move.from]?.unit ?? 0;
    this.#isBlocked = this.#gate?.allows(step, first) === false;
    this.#isDue = this.#isBlocked;
    if (!this.#isBlocked) this.#move(move, cut4, step);
  }
  #dueMove(cut4, step) {
    const { strategy, strideTurns } = this.#rule;
    const all = { from: this.#waiting.first, tokens: this.#waiting.allTokens, meter: this.#meter };
    if (strategy === "off") return void 0;
    const ruling = rulingAt(this.#history.start, step + 1);
    if (ruling !== void 0) return ruling ? all : void 0;
    if (strategy === "every-turn" || this.#gate?.isRemembered(step)) return all;
    if (strategy === "stride") {
      const isPassed = Math.floor(this.#passedTurns() / strideTurns) > Math.floor(this.#passedBefore / strideTurns);
      return isPassed || this.#isDue ? all : void 0;
    }
    if (this.#isOverBudget(cut4)) return all;
    if (!this.#isTriggered(cut4)) return void 0;
    if (this.#pays(all, cut4)) return all;
    const part2 = this.#part();
    return part2 !== void 0 && this.#pays(part2, cut4) ? part2 : void 0;
  }
  /**
   * The move that leaves the thinking in front of the first result; undefined if there is none. Where thinking is
   * checked, no edit may be behind thinking that stays.
   */
  #part() {
    const { first, firstResult } = this.#waiting;
    if (this.#gate !== void 0 || firstResult === NEVER || firstResult === first) return void 0;
    return { from: firstResult, tokens: this.#waiting.tokensFromResult(), meter: this.#partMeter };
  }
  #pays(move, cut4) {
    const { strategy, rent } = this.#rule;
    const cost = this.#costOf(move, cut4);
    const isAuto = strategy === "auto";
    if (compareProducts([move.meter, isAuto ? 2 * SCALE : SCALE, 1], [rent, cost, 1]) < 0) return false;
    return !this.#isTooShort(move, cut4) && (!isAuto || this.#isSafe(move, cost, cut4));
  }
  /** Whether a move makes a request that is too short to be cached of one that is not. */
  #isTooShort({ tokens: tokens2 }, cut4) {
    const { minimumTokens = 0 } = this.#rule;
    const before = this.#requestTokens(cut4);
    return minimumTokens > 0 && before >= minimumTokens && before - tokens2 < minimumTokens;
  }
  /**
   * Whether the bill stays near that of sending everything if this request is the last one, and nearer if as many as a
   * quarter of those so far follow.
   */
  #isSafe({ tokens: tokens2 }, cost, cut4) {
    const { total, fresh } = this.#sizeOf(cut4);
    const whole = { total: total + this.#maskedTokens, fresh };
    const bill = 100n * BigInt(this.#wholeBill + billOf(whole, this.#rule));
    const excess = 10000n * BigInt(cost - this.#netSaving);
    const saved = this.#worthOf({ total: whole.total, fresh: 0 }, this.#maskedTokens + tokens2);
    const later = 10000n * BigInt(saved) * BigInt(this.#steps) / 4n;
    return excess <= bill * EXCESS_NOW && excess - later <= bill * EXCESS_LATER;
  }
  /** What a move makes this request cost more, × 10,000. */
  #costOf({ from, tokens: tokens2 }, cut4) {
    return rewriteBill(this.#requestTokens(cut4) - tokens2, this.#sentAfter(from), this.#rule);
  }
  /** Tokens already sent after a waiting candidate, rendered as after the move that begins with it. */
  #sentAfter(index) {
    const { unitSums, messageStarts, candidates } = this.#history;
    const end = at(messageStarts, this.#previousCut);
    const start = (candidates[index]?.unit ?? end) + 1;
    if (start >= end) return 0;
    const masked = this.#saved.sumBetween(index + 1, firstFrom(candidates, end));
    return at(unitSums, end) - at(unitSums, start) - masked;
  }
  #isTriggered(cut4) {
    const { trigger } = this.#rule;
    if (trigger === void 0) return true;
    return trigger.some(
      ({ tokens: tokens2 = 0, toolTurns = 0, messages = 0 }) => this.#requestTokens(cut4) >= tokens2 && this.#turns >= toolTurns && cut4 >= messages
    );
  }
  #isOverBudget(cut4) {
    const { budget } = this.#rule;
    return budget !== void 0 && this.#requestTokens(cut4) > budget.tokens && this.#waiting.allTokens >= budget.clearAtLeast;
  }
  /** Tokens of the request of this step, rendered with M. */
  #requestTokens(cut4) {
    const { otherTokens, unitSums, messageStarts } = this.#history;
    return otherTokens + at(unitSums, at(messageStarts, cut4)) - this.#maskedTokens;
  }
  /** Tool turns outside the window. */
  #passedTurns() {
    return Math.max(0, this.#turns - this.#rule.windowTurns);
  }
  /** Moves E, or its part from the first result on, into M. */
  #move(move, cut4, step) {
    this.#gate?.move(step);
    this.#lostTokens = this.#sentAfter(move.from);
    this.#netSaving -= this.#costOf(move, cut4);
    const isAll = move.from === this.#waiting.first;
    for (const index of this.#waiting.takeFrom(move.from)) this.#maskedAt[index] = step;
    this.#maskedTokens += move.tokens;
    this.#meter = isAll ? 0 : this.#meter - move.meter;
    this.#partMeter = 0;
    this.#moves.push(step);
  }
  finish(cut4) {
    const { unitSums, messageStarts } = this.#history;
    const sent = at(unitSums, at(messageStarts, this.#previousCut));
    this.#keptTokens = Math.max(0, sent - this.#maskedTokens - this.#lostTokens);
    const { total, fresh } = this.#sizeOf(cut4);
    const whole = { total: total + this.#maskedTokens, fresh };
    this.#netSaving += this.#worthOf(whole, this.#maskedTokens);
    this.#wholeBill += billOf(whole, this.#rule);
    this.#previousCut = cut4;
    this.#passedBefore = this.#passedTurns();
  }
  outcome() {
    const moved = this.#moves.length > 0 && this.#moves.at(-1) === this.#history.cuts.length - 1;
    return {
      maskedAt: this.#maskedAt,
      delayed: this.#delayed(),
      isBlocked: this.#isBlocked,
      moves: this.#moves,
      moved,
      carriedTokens: this.#waiting.allTokens,
      carriedCost: this.#meter,
      keptTokens: this.#keptTokens,
      lostTokens: this.#lostTokens,
      netSaving: this.#netSaving
    };
  }
  #delayed() {
    const lastMove2 = this.#moves.at(-1);
    const cut4 = lastMove2 === void 0 ? 0 : at(this.#history.cuts, lastMove2);
    const isLeft = (index) => (this.#history.candidates[index]?.readyMessage ?? cut4) < cut4;
    return new Map([
      ...this.#bound.map((index) => [index, NEVER]),
      ...this.#waiting.thinking.filter(isLeft).map((index) => [index, cut4])
    ]);
  }
};
var EXCESS_NOW = 12n;
var EXCESS_LATER = 4n;
function firstFrom(candidates, unit) {
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = low + high >> 1;
    if ((candidates[middle]?.unit ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}
var at = (list, index) => list[index] ?? 0;

// ts/masking/cache/remembered-moves.ts
function addMemory(outcome, { lastStep, isDead }, { cuts, candidates, binding }) {
  const moves2 = outcome.moves.map((index) => ({ step: index + 1, cut: cuts[index] ?? 0 }));
  const remembered = cuts[lastStep - 1];
  if (remembered !== void 0 && binding === void 0) remember(moves2, { step: lastStep, cut: remembered });
  const isWaiting = ({ readyMessage }) => readyMessage >= (moves2.at(-1)?.cut ?? 0) && readyMessage < NEVER;
  const waits = () => candidates.filter(isWaiting);
  const mayMove = binding === void 0 || binding.prompts.at(-1) === true;
  let { moved, isBlocked, carriedCost, keptTokens, lostTokens } = outcome;
  if (isDead) {
    [keptTokens, lostTokens] = [0, 0];
    if (mayMove && waits().length > 0) {
      moves2.push({ step: cuts.length, cut: cuts.at(-1) ?? 0 });
      [moved, isBlocked, carriedCost] = [true, false, 0];
    }
  }
  const waiting3 = waits();
  const waitingTokens = waiting3.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  const waitingCount = waiting3.length;
  const { netSaving } = outcome;
  return { moves: moves2, moved, isBlocked, waitingCount, waitingTokens, carriedCost, keptTokens, lostTokens, netSaving };
}
function remember(moves2, move) {
  const [previous, last2] = [moves2.at(-2), moves2.at(-1)];
  if (last2 === void 0 || move.cut > last2.cut) moves2.push(move);
  else if (move.cut < last2.cut && (previous === void 0 || move.cut > previous.cut)) moves2.splice(-1, 0, move);
}

// ts/masking/cache/carry.ts
function carry(plain2, policy, compiled2, memory = NO_MEMORY) {
  const { cache, budget } = policy.settings;
  const isFrozen = cache.freezeThrough === "lastBreakpoint";
  const checks = plain2.thinking?.rule.checks === true;
  if (cache.strategy === "every-turn" && budget?.tokens === void 0 && !isFrozen && !checks) {
    return { plans: plain2.plans, cache: void 0, fits: true, anchors: NO_ANCHORS };
  }
  const markers = readMarkers(plain2.wire, plain2.request);
  if (!isFrozen) return carryMarked(plain2, policy, compiled2, markers, memory);
  const plans = keepFrozen(plain2.wire, plain2.plans, markers, checks);
  return carryMarked(withPlans(plain2, plans), policy, compiled2, markers, memory);
}
function withPlans(plain2, plans) {
  const { wire, came } = plain2;
  const request = arrivedRequest(wire, came, { results: plans.map(({ result }) => result) });
  const list = request[wire.listKey];
  return { ...plain2, plans, request, list: Array.isArray(list) ? list : plain2.list };
}
function carryMarked(plain2, policy, compiled2, markers, memory) {
  const { cache, budget } = policy.settings;
  const { wire, request, list, plans } = plain2;
  const steps = readSteps(wire, list);
  const ready = planReadiness(plain2, steps, compiled2);
  const { version: version2 } = policy.settings;
  const weighed = weighConversation(plain2, ready, DECISION_WEIGHTS[version2], version2 === 1);
  const binding = bindingOf(plain2, steps, weighed.messageStarts, memory.lastStep);
  const history = { ...weighed, cuts: steps.cuts, turnStarts: steps.turnStarts, binding, start: memory };
  const pricing = pricingOf(plain2, policy.settings, markers);
  const prices2 = cache.strategy === "every-turn" ? void 0 : pricing.prices;
  const isPriced = prices2 !== void 0;
  const rule = isPriced ? moveRule(policy, prices2, pricing.limits) : freeRule(policy);
  const replayed = isPriced || binding !== void 0 ? lastMove(history, rule) : void 0;
  for (const [index, message] of replayed?.delayed ?? []) delay(ready, history, index, message);
  const outcome = replayed && addMemory(replayed, memory, history);
  const lastCut = outcome?.moves.at(-1)?.cut ?? 0;
  const isMasked = (index) => outcome === void 0 || (ready[index]?.readyMessage ?? lastCut) < lastCut;
  const stays = new Map(
    ready.flatMap(({ plan, readyMessage }, index) => {
      if (isMasked(index)) return [];
      return [[plan, readyMessage === NEVER ? "bound" : "carried"]];
    })
  );
  const savedTokens = sumSaved(history.candidates, isMasked);
  const total = history.otherTokens + (history.unitSums[history.unitSums.length - 1] ?? 0);
  const kept2 = stays.size === 0 ? plans : plans.map((plan) => sentSmaller(left(plan, stays.get(plan))));
  const anchors = outcome === void 0 || !isPriced || !cache.anchor ? NO_ANCHORS : planAnchors({
    ...{ wire, request, markers, ready, plans: kept2 },
    place: pricing.anchorPlace,
    lastCut: outcome.moves.at(-1)?.cut,
    previousCut: outcome.moves.at(-2)?.cut,
    isNow: outcome.moved,
    addedBytes: (plan) => addedBytes(wire, request, plan)
  });
  return {
    plans: kept2,
    cache: outcome === void 0 || !isPriced ? void 0 : cacheReport(outcome, { savedTokens, total, dear: rule.dear }, anchors),
    fits: budget?.tokens === void 0 || total - savedTokens <= budget.tokens,
    anchors
  };
}
function delay(ready, history, index, readyMessage) {
  const [edit2, candidate] = [ready[index], history.candidates[index]];
  if (edit2 !== void 0) ready[index] = { ...edit2, readyMessage };
  if (candidate !== void 0) history.candidates[index] = { ...candidate, readyMessage };
}
function keepFrozen(wire, plans, markers, checks) {
  const own2 = new Set(plans.flatMap(({ reason, result }) => reason === "placeholder" ? [placeOf2(result)] : []));
  const last2 = markers.breakpoints.findLast((one) => !one.isNull && !own2.has(placeOf2(one)));
  const isAll = checks || wire.cache.byClient && markers.automatic !== void 0;
  if (!isAll && last2 === void 0) return plans;
  const isFrozen = ({ messageIndex, blockIndex }) => isAll || last2 !== void 0 && (messageIndex < last2.messageIndex || messageIndex === last2.messageIndex && blockIndex <= last2.blockIndex);
  return plans.map((plan) => {
    if (plan.action === "keep" || !isFrozen(plan.result)) return plan;
    return left({ ...plan, result: asItCame2(plan.result) }, "frozen");
  });
}
var placeOf2 = (place) => `${place.messageIndex}/${place.blockIndex}`;
function left(plan, reason) {
  const { result, charsBefore } = plan;
  if (reason === void 0) return plan;
  return { result, action: "keep", reason, charsBefore, charsAfter: charsBefore };
}
function moveRule({ settings: settings2 }, prices2, limits = {}) {
  const { cache, mask, trigger, budget } = settings2;
  return {
    strategy: cache.strategy,
    ...prices2,
    ...limits,
    rent: scaled(cache.rent),
    strideTurns: cache.strideTurns,
    windowTurns: mask.windowTurns,
    trigger: triggersOf(trigger),
    budget: budget?.tokens === void 0 ? void 0 : { tokens: budget.tokens, clearAtLeast: budget.clearAtLeast ?? 0 }
  };
}
var freeRule = (policy) => ({
  ...moveRule(policy, { read: SCALE, write: SCALE }),
  strategy: "every-turn"
});
function weighConversation({ wire, request, list, plans }, ready, weight, allText) {
  const key = wire.listKey;
  const unitSums = [0];
  const messageStarts = [0];
  for (const message of list) {
    for (const unit of unitsOf(wire, message))
      unitSums.push((unitSums.at(-1) ?? 0) + unitTokens(unit, weight, allText));
    messageStarts.push(unitSums.length - 1);
  }
  const edited = applyEdits(
    wire,
    request,
    plans.filter(({ replacement }) => replacement !== void 0)
  )[key];
  const candidates = ready.map(({ plan: { result }, readyMessage }) => {
    const offset = unitOfBlock(wire, result.blockIndex);
    const unit = (messageStarts[result.messageIndex] ?? 0) + offset;
    const message = Array.isArray(edited) ? edited[result.messageIndex] : void 0;
    const isGone = result.content.kind === "thinking";
    const after = isGone ? 0 : unitTokens(unitsOf(wire, message)[offset], weight, allText);
    const before = (unitSums[unit + 1] ?? 0) - (unitSums[unit] ?? 0);
    return { unit, readyMessage, savedTokens: Math.max(0, before - after), isThinking: isGone };
  });
  return { unitSums, messageStarts, candidates, otherTokens: unitTokens({ ...request, [key]: [] }, weight, allText) };
}
function sumSaved(candidates, counts) {
  return candidates.reduce((sum, { savedTokens }, index) => sum + (counts(index) ? savedTokens : 0), 0);
}
function cacheReport(outcome, { savedTokens, total, dear }, { places }) {
  const last2 = outcome.moves.at(-1);
  const { waitingCount, waitingTokens } = outcome;
  return {
    ...outcome.isBlocked ? { waitsForPrompt: true } : {},
    ...last2 === void 0 ? {} : { lastMoveStep: last2.step },
    ...places.length === 0 ? {} : { anchors: places },
    ...isKeptBelow(dear, total, savedTokens) ? { belowDearZone: true } : {},
    moved: outcome.moved,
    moves: outcome.moves.length,
    waitingCount,
    waitingTokens,
    savedTokens,
    keptTokens: outcome.keptTokens,
    lostTokens: outcome.lostTokens,
    carried: Math.round(outcome.carriedCost / SCALE),
    netSaving: Math.round(outcome.netSaving / SCALE)
  };
}
var isKeptBelow = (dear, total, savedTokens) => dear !== void 0 && total > dear.aboveTokens && total - savedTokens <= dear.aboveTokens;

// ts/masking/cache/carry-clearing.ts
function carryClearing(plain2, { facts }, old, steps, policy, memory = NO_MEMORY) {
  const { wire, request } = plain2;
  const { cache, budget, version: version2 } = policy.settings;
  const weight = DECISION_WEIGHTS[version2];
  const weighed = weighConversation({ ...plain2, plans: [] }, [], weight, false);
  const { unitSums, messageStarts } = weighed;
  const candidates = old.map(({ result: { messageIndex, blockIndex, callId = "" }, readyMessage }) => {
    const unit = (messageStarts[messageIndex] ?? 0) + unitOfBlock(wire, blockIndex);
    const before = (unitSums[unit + 1] ?? 0) - (unitSums[unit] ?? 0);
    const after = unitTokens(facts.cleared(callId), weight, false);
    return { unit, readyMessage, savedTokens: Math.max(0, before - after) };
  });
  const { prices: prices2, limits } = pricingOf(plain2, policy.settings, readMarkers(wire, request));
  const isPriced = prices2 !== void 0 && cache.strategy !== "every-turn";
  const { cuts, turnStarts } = steps;
  const history = { ...weighed, candidates, cuts, turnStarts, binding: void 0, start: memory };
  const outcome = isPriced ? addMemory(lastMove(history, moveRule(policy, prices2, limits)), memory, history) : void 0;
  const lastCut = outcome?.moves.at(-1)?.cut ?? 0;
  const clears = (readyMessage) => outcome === void 0 || readyMessage < lastCut;
  const savedTokens = candidates.reduce(
    (sum, { readyMessage, savedTokens: savedTokens2 }) => sum + (clears(readyMessage) ? savedTokens2 : 0),
    0
  );
  const total = weighed.otherTokens + (unitSums[unitSums.length - 1] ?? 0);
  return {
    clears,
    cache: outcome === void 0 ? void 0 : cacheReport(outcome, { savedTokens, total, dear: limits.dear }, NO_ANCHORS),
    fits: budget?.tokens === void 0 || total - savedTokens <= budget.tokens
  };
}

// ts/masking/clearing.ts
function findClearing(given, policy) {
  const { wire, request } = given;
  const asked = clearingOf(policy.settings);
  if (asked === void 0) return void 0;
  if (asked !== "provider") return { by: "masking", reason: asked };
  const facts = wire.clearing;
  if (facts === void 0) return { by: "masking", reason: "wire" };
  const { row } = believedRow(given, policy.settings.models, () => readMarkers(wire, request).any);
  const isNamed = typeof request.model === "string";
  if (!row.clearing || row.vendor !== facts.vendor || !isNamed) return { by: "masking", reason: "model" };
  const place = facts.placeIn(request);
  return place === void 0 ? { by: "masking", reason: "client" } : { facts, place };
}
function clearableResults(plain2, steps, policy) {
  const { transcript } = plain2;
  const settingsOf = policy.toolResolver();
  const ranks = policy.ranksNeeded ? rankFromNewest(transcript.results) : void 0;
  const plans = transcript.results.map((original) => {
    const result = policy.maskMedia ? original : withoutMedia(original);
    const rank = ranks?.get(original) ?? Number.POSITIVE_INFINITY;
    const reason = result.turnIndex === void 0 ? "orphan" : placeReason(result, result.turnIndex, settingsOf(result.toolName), transcript, policy, rank);
    return reason === void 0 ? { ...keepResult(result, "carried"), replacement: "" } : keepResult(result, reason);
  });
  const ready = planReadiness({ ...plain2, plans, thinking: void 0 }, steps, policy);
  const messages = new Map(ready.map(({ plan, readyMessage }) => [plan, readyMessage]));
  const turns = turnsReady(plans, messages, steps, policy.mask.windowTurns, transcript.toolTurnCount);
  const old = plans.flatMap(({ result, reason }) => {
    const readyMessage = turns[result.turnIndex ?? -1] ?? Number.POSITIVE_INFINITY;
    return reason === "carried" && readyMessage < Number.POSITIVE_INFINITY ? [{ result, readyMessage }] : [];
  });
  return { old, plans: plans.map(({ replacement: _, ...plan }) => plan) };
}
function turnsReady(plans, messages, { turnStarts }, windowTurns, turnCount) {
  const own2 = new Array(turnCount).fill(void 0);
  for (const plan of plans) {
    const { turnIndex } = plan.result;
    if (turnIndex === void 0) continue;
    const isExcluded = plan.reason === "excluded" || plan.reason === "never";
    const message = isExcluded ? 0 : messages.get(plan) ?? Number.POSITIVE_INFINITY;
    own2[turnIndex] = Math.max(own2[turnIndex] ?? 0, message);
  }
  let before = 0;
  return own2.map((message, turn) => {
    before = Math.max(before, message ?? turnStarts[turn + windowTurns] ?? Number.POSITIVE_INFINITY);
    return before;
  });
}
function clearRun({ facts, place }, { list }, run, policy) {
  const settingsOf = policy.toolResolver();
  const isExcluded = ({ toolName }) => {
    const { excluded, never: never2 } = settingsOf(toolName);
    return excluded || never2;
  };
  const uses = facts.toolUses(list);
  const old = uses.filter(({ turnIndex }) => turnIndex < run);
  const kept2 = uses.length - old.length;
  const names3 = old.filter(isExcluded).flatMap(({ toolName }) => toolName ?? []);
  const edit2 = facts.edit(kept2, [...new Set(names3)]);
  const [before, after] = place.around;
  return {
    edit: { path: place.path, value: place.valueOf(edit2), replacement: before + JSON.stringify(edit2) + after },
    report: {
      by: "provider",
      clearedToolUses: old.filter((use) => !isExcluded(use)).length,
      keptToolUses: kept2
    }
  };
}

// ts/masking/compile-policy.ts
var compiled = /* @__PURE__ */ new WeakMap();
function compilePolicy(policy) {
  let result = compiled.get(policy);
  if (result === void 0) {
    result = compile(policy.settings);
    compiled.set(policy, result);
  }
  return result;
}
function compile(settings2) {
  const { mask, dispatch } = settings2;
  const rules = Object.entries(mask.tools).map(([glob, rule]) => ({ matches: compileGlob(glob), rule }));
  const excluded = mask.excludeTools.map(compileGlob);
  const dispatched = dispatch.enabled ? dispatch.tools.map(compileGlob) : [];
  const style = mask.placeholder;
  const forms = new Map(["unknown", "no", "yes"].map((marker) => [marker, chooseForm(style, marker)]));
  return {
    mask,
    keepErrorsMaxChars: mask.keepErrorsMaxChars,
    dispatchMaxChars: dispatch.maxChars,
    protectOpenLoop: mask.protectOpenLoop,
    maskMedia: mask.media === "mask",
    maskUserMedia: mask.userMedia === "mask",
    ranksNeeded: mask.keepLastKPerTool !== null || rules.some(({ rule }) => rule.keepLastK != null),
    errorPatterns: compilePatterns(mask.errorPatterns),
    pins: compilePatterns(pinsOfResults(settings2)),
    observation: style.family === "observation" && style.template === void 0,
    template: style.template === void 0 ? void 0 : chooseForm(style, "unknown"),
    formFor: (marker) => forms.get(marker) ?? chooseForm(style, marker),
    toolResolver: () => createToolResolver(mask, rules, { excluded, dispatched })
  };
}
function createToolResolver(mask, rules, globs) {
  const known2 = /* @__PURE__ */ new Map();
  return (toolName) => {
    const name = toolName ?? "";
    let settings2 = known2.get(name);
    if (settings2 === void 0) {
      const rule = rules.find(({ matches: matches2 }) => matches2(name))?.rule;
      const isIn2 = (list) => list.some((matches2) => matches2(name));
      settings2 = {
        ...resolveToolRule(mask, rule),
        excluded: isIn2(globs.excluded),
        dispatch: isIn2(globs.dispatched)
      };
      known2.set(name, settings2);
    }
    return settings2;
  };
}

// ts/masking/repair-surrogates.ts
function repairSurrogatesIn(root) {
  const walk = new Walk(root);
  walk.run();
  return { value: walk.places.length === 0 ? root : walk.repaired(), places: walk.places };
}
var Walk = class {
  constructor(root) {
    this.places = [];
    /** Objects with names to repair. */
    this.#renamed = /* @__PURE__ */ new Set();
    this.#holder = { value: [root], parent: void 0, key: "" };
  }
  #renamed;
  #holder;
  run() {
    const around = /* @__PURE__ */ new Set();
    const waiting3 = childrenOf(this.#holder);
    for (let node = waiting3.pop(); node !== void 0; node = waiting3.pop()) {
      if ("leave" in node) {
        around.delete(node.leave);
        continue;
      }
      this.#look(node);
      const { value } = node;
      if (typeof value !== "object" || value === null || around.has(value)) continue;
      around.add(value);
      waiting3.push({ leave: value });
      for (const child of childrenOf(node).reverse()) waiting3.push(child);
    }
  }
  repaired() {
    for (const object of this.#renamed) repairNames(object);
    return Reflect.get(this.#holder.copy ?? {}, 0);
  }
  #look(node) {
    const { value, parent, key } = node;
    if (parent === void 0) return;
    if (typeof key === "string" && this.#note(node, key, true)) this.#renamed.add(copyOf(parent));
    if (typeof value === "string" && this.#note(node, value, false))
      Reflect.set(copyOf(parent), key, wellFormed(value));
  }
  #note(node, text, isName) {
    const halves = halvesIn(text);
    if (halves.length > 0) this.places.push({ path: pathTo2(node), isName, halves });
    return halves.length > 0;
  }
};
function childrenOf(parent) {
  const { value } = parent;
  if (Array.isArray(value)) return value.map((child, key) => ({ value: child, parent, key }));
  return Object.entries(value ?? {}).map(([key, child]) => ({ value: child, parent, key }));
}
function copyOf(container) {
  const copy = shallowCopy(container);
  let inner = container;
  for (let node = container.parent; node !== void 0; node = node.parent) {
    const isNew = node.copy === void 0;
    Reflect.set(shallowCopy(node), inner.key, inner.copy);
    if (!isNew) break;
    inner = node;
  }
  return copy;
}
function shallowCopy(node) {
  node.copy ??= Array.isArray(node.value) ? [...node.value] : { ...node.value };
  return node.copy;
}
function repairNames(object) {
  const members = Object.entries(object);
  for (const [name] of members) Reflect.deleteProperty(object, name);
  for (const [name, value] of members) {
    Object.defineProperty(object, wellFormed(name), { value, writable: true, enumerable: true, configurable: true });
  }
}
function pathTo2(node) {
  const path = [];
  for (let at2 = node; at2.parent?.parent !== void 0; at2 = at2.parent) path.push(at2.key);
  return path.reverse();
}
function halvesIn(text) {
  const repaired = wellFormed(text);
  const halves = [];
  if (repaired === text) return halves;
  for (let at2 = 0; at2 < text.length; at2++) if (text[at2] !== repaired[at2]) halves.push(text.charAt(at2));
  return halves;
}

// ts/masking/plan-request.ts
function planRequest(value, policy, options, wires = WIRES) {
  const repaired = policy.settings.repairSurrogates ? repairSurrogatesIn(value) : { value, places: void 0 };
  const found2 = findConversation(repaired.value, options, wires);
  if ("skip" in found2) return found2;
  const clearing = clearingIn(found2, policy);
  const plain2 = planFound(found2, policy, clearing);
  const original = isRecord(value) ? value : plain2.came;
  const outcome = decide(plain2, clearing, policy, options);
  if (repaired.places === void 0) return { original, request: plain2.came, outcome };
  const repairs = repairsOutside({ ...outcome, original }, repaired.places);
  const changed = outcome.changed || repairs.length > 0 && policy.settings.mode === "reduce";
  return { original, request: plain2.came, outcome: { ...outcome, repairs, changed } };
}
function findConversation(value, options, wires = WIRES) {
  const shape = options.wire ?? detectShape(value, void 0, wires);
  const wire = wires.find(shape);
  if (wire === void 0) return { skip: unreadShape(shape) };
  const list = isRecord(value) ? conversationOf(value, wire) : void 0;
  if (!isRecord(value) || list === void 0) return { skip: { ...unreadShape("none"), wire: wire.key } };
  if (wire.isServerEdited(value)) {
    return { skip: { reason: "server_side_editing", detail: SERVER_SIDE_EDITING_DETAIL, wire: wire.key } };
  }
  if (list.length > LIMITS.messages) return { skip: tooManyMessages(list.length, wire.key) };
  const model = options.model ?? (typeof value.model === "string" ? value.model : void 0);
  return { wire, request: value, list, model, host: options.host };
}
function clearingIn(found2, policy) {
  return masks(policy) ? findClearing(found2, policy) : void 0;
}
function planFound(given, policy, clearing) {
  const came = given.request;
  const transcript = given.wire.read(given.list);
  const arrival = clearing !== void 0 && "place" in clearing ? void 0 : arrivalOf(policy);
  if (arrival === void 0 && !masks(policy)) return { ...given, came, transcript, plans: [], thinking: void 0 };
  const compiled2 = compilePolicy(policy);
  const arrived = arrival === void 0 ? transcript : arrive(transcript, arrival, compiled2);
  const found2 = withRequest(given, arrivedRequest(given.wire, came, arrived));
  if (!masks(policy)) {
    const plans = arrived.results.map((result) => sentSmaller(keepResult(result, "window")));
    return { ...found2, came, transcript: arrived, plans, thinking: void 0 };
  }
  const thinking = thinkingOf(found2, policy.settings);
  const results = planAll(found2, arrived, compiled2).map(sentSmaller);
  return { ...found2, came, transcript: arrived, plans: mergePlans(results, planThinking(found2, thinking)), thinking };
}
function withRequest(found2, request) {
  const list = request[found2.wire.listKey];
  return request === found2.request || !Array.isArray(list) ? found2 : { ...found2, request, list };
}
function planAll({ wire, list }, transcript, policy) {
  const answers = policy.maskUserMedia ? answersOf(readSteps(wire, list)) : [];
  return planResults(transcript, policy, answers);
}
function sizeOf2(request, { listKey, measure }) {
  const list = request[listKey];
  const size = listSize(list);
  return { ...size, chars: restChars(request, listKey) + (Array.isArray(list) ? measure(list) : size.chars) };
}
function conversationOf(request, { listKey, listMayBeText }) {
  const list = request[listKey];
  if (listMayBeText && typeof list === "string") return [];
  return Array.isArray(list) ? list : void 0;
}
function decide(plain2, clearing, policy, options) {
  const decided = clearing !== void 0 && "place" in clearing ? clearOld(plain2, clearing, policy, options) : { ...decideCache(plain2, policy, options), clearing, clears: void 0 };
  const { wire, came: request, model, transcript } = plain2;
  const { plans, anchors, clears } = decided;
  const edits = plans.filter((plan) => plan.action !== "keep");
  const isEdited = clears !== void 0 || edits.length + anchors.edits.length > 0;
  return {
    ...decided,
    wire,
    list: plain2.list,
    transcript,
    edits,
    changed: isEdited && policy.settings.mode === "reduce",
    explain: options.explain ?? false,
    model,
    host: plain2.host,
    request,
    mayDrop: decided.clearing?.by !== "provider" && mayDrop(plain2, policy),
    isDelta: wire.isDelta(request),
    repairs: void 0,
    sizeBefore: options.tokens ? sizeOf2(request, wire) : void 0
  };
}
function mayDrop({ wire, thinking }, { settings: settings2 }) {
  const isAsked = settings2.cache.thinking === "drop" && settings2.mode === "reduce";
  return isAsked && thinking?.rule.checks === true && wire.dropHeaders !== void 0;
}
function decideCache(plain2, policy, options) {
  if (masks(policy)) return carry(plain2, policy, compilePolicy(policy), options.memory);
  return { plans: plain2.plans, cache: void 0, fits: true, anchors: NO_ANCHORS };
}
function clearOld(plain2, clearing, policy, options) {
  const compiled2 = compilePolicy(policy);
  const steps = readSteps(plain2.wire, plain2.list);
  const { old, plans } = clearableResults(plain2, steps, compiled2);
  const { clears, cache, fits: fits2 } = carryClearing(plain2, clearing, old, steps, policy, options.memory);
  const cleared = old.flatMap(({ result, readyMessage }) => clears(readyMessage) ? [result.turnIndex ?? 0] : []);
  const run = cleared.reduce((end, turn) => Math.max(end, turn + 1), 0);
  const told = run === 0 ? void 0 : clearRun(clearing, plain2, run, compiled2);
  const nothing = { by: "provider", clearedToolUses: 0, keptToolUses: 0 };
  const isCleared = ({ result, reason }) => reason === "carried" && (result.turnIndex ?? run) < run;
  return {
    plans: plans.map((plan) => isCleared(plan) ? { ...plan, reason: "cleared" } : plan),
    cache,
    fits: fits2,
    anchors: NO_ANCHORS,
    clearing: told?.report ?? nothing,
    clears: told?.edit
  };
}
function unreadShape(shape) {
  if (shape === "none") return { reason: "no_conversation", detail: NO_CONVERSATION_DETAIL };
  return { reason: "unsupported_wire", detail: unsupportedDetail(shape) };
}
function tooManyMessages(count2, wire) {
  const detail = `the request has ${count2} messages; at most ${LIMITS.messages} are read`;
  return { reason: "too_many_messages", detail, wire };
}

// ts/contract/rule-texts.ts
var VALIDATION_RULES = {
  "duplicate-key": "a key that readers look for occurs twice in one object, and readers differ in which one counts; send it once",
  "message-not-object": "an element of the conversation is not an object; the provider expects an object",
  "block-not-object": "an element of a content, parts or tool_calls list is not an object; the provider expects objects",
  "lone-surrogate": "a string holds half of a UTF-16 surrogate pair, which no UTF-8 text can; the provider says: the request body is not valid JSON",
  "chat/no-messages": "the list of messages is empty; the provider says: Invalid 'messages': empty array",
  "chat/role": "the role {id} is none of system, developer, user, assistant, tool, function; the provider says: Invalid value for 'role'",
  "chat/content-missing": "the message has no content, and nothing that may stand for it; the provider says: Invalid value for 'content': expected a string, got null",
  "chat/calls-empty": "tool_calls is an empty list; leave the key out; the provider says: Invalid 'tool_calls': empty array",
  "chat/call-without-id": "a tool call has no id; the provider says: Missing required parameter: 'tool_calls[].id'",
  "chat/call-unanswered": "the call {id} has no tool message right after its assistant message; the provider says: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
  "chat/call-unanswered-at-end": "the conversation ends with the unanswered call {id}; the provider says: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
  "chat/result-without-id": "a tool message names no call; the provider says: Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'",
  "chat/result-orphan": "the tool message answers {id}, which the assistant message before it does not call; the provider says: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
  "chat/duplicate-result": "the call {id} is answered twice; the provider says: Duplicate value for 'tool_call_id'",
  "chat/function-without-name": "a function message has no name; the provider says: Missing parameter 'name': messages with role 'function' must have a 'name'",
  "chat/call-id-form": "the id {id} of a tool call is one that the model's vendor refuses; the provider says: Invalid 'tool_calls[].id': string too long (OpenAI, 64), or: Tool call id must be a-z, A-Z, 0-9, with a length of 9 (Mistral)",
  "chat/call-without-name": "a tool call names no function; the provider says: Missing required parameter: 'tool_calls[].function.name'",
  "chat/call-name-form": "the function name {id} has other characters than letters, digits, _ and -, or more than 64; the provider says: Invalid 'tool_calls[].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'",
  "chat/arguments-not-text": "the arguments of a tool call are missing or no string; the provider says: Invalid type for 'tool_calls[].function.arguments': expected a string, but got an object instead",
  "chat/arguments-not-json": 'the arguments of a tool call are not the JSON text of an object; the provider says: The "function.arguments" parameter of the code model must be in JSON format, or: invalid function arguments json string',
  "anthropic/no-messages": "the list of messages is empty; the provider says: messages: at least one message is required",
  "anthropic/role": "the role {id} is none of user, assistant, system; the provider says: messages.role: Input should be 'user' or 'assistant'",
  "anthropic/first-role": 'the conversation begins with an assistant message; the provider says: messages: first message must use the "user" role',
  "anthropic/content": "the content is neither a string nor a list; the provider says: messages.content: Field required, or: Input should be a valid list",
  "anthropic/empty-user-message": "a user message is empty; the provider says: user messages must have non-empty content",
  "anthropic/blank-text": "the message is white space alone; the provider says: text content blocks must contain non-whitespace text",
  "anthropic/duplicate-call-id": "the call id {id} occurs twice in one turn; the provider says: `tool_use` ids must be unique",
  "anthropic/missing-result": "the call {id} has no tool_result in the next message; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
  "anthropic/missing-result-at-end": "the conversation ends with the unanswered call {id}; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
  "anthropic/orphan-result": "the tool_result answers {id}, which the previous message does not call; the provider says: unexpected `tool_use_id` found in `tool_result` blocks",
  "anthropic/duplicate-result": "the call {id} is answered twice; the provider says: each tool_use must have a single result",
  "anthropic/result-not-first": "the tool_result for {id} stands after another block; tool results come first in a message; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
  "anthropic/thinking-at-end": "the last message ends with a thinking block; the provider says: The final block in an assistant message cannot be `thinking`",
  "anthropic/trailing-space": "the last message is the assistant's and ends with white space; the provider says: final assistant content cannot end with trailing whitespace",
  "anthropic/thinking-first": "thinking is enabled, but no message of the open tool loop has a thinking block; the provider says: Expected `thinking` or `redacted_thinking`: a final `assistant` message must start with a thinking block",
  "anthropic/empty-text": "a text block is empty; the provider says: text content blocks must be non-empty",
  "anthropic/block-role": "a block of type {id} stands in a message of the wrong role; the provider says: `tool_use` blocks can only be in `assistant` messages, `tool_result` blocks only in `user` messages",
  "anthropic/call-without-id": "a tool_use block has no id; the provider says: tool_use.id: Field required",
  "anthropic/result-without-id": "a tool_result block names no call; the provider says: tool_result.tool_use_id: Field required",
  "anthropic/result-content": "the content of a tool_result is neither a string nor a list; the provider says: tool_result.content: Input should be a valid string, or: Input should be a valid list",
  "anthropic/thinking-signature": "a thinking block has no signature; the provider says: thinking.signature: Field required",
  "anthropic/call-id-form": "the call id {id} has other characters than letters, digits, _ and -; the provider says: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  "anthropic/result-id-form": "the tool_use_id {id} has other characters than letters, digits, _ and -; the provider says: tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  "anthropic/call-without-name": "a block of type {id} names no tool; the provider says: tool_use.name: Field required",
  "anthropic/call-name-form": "the tool name {id} has other characters than letters, digits, _ and -, or more than 128; the provider says: tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$', or: String should have at most 200 characters",
  "anthropic/input-not-object": "the input of a block of type {id} is missing or no object; the provider says: tool_use.input: Input should be a valid dictionary, or: Field required",
  "anthropic/server-call-id-form": "the id {id} of a server_tool_use is not srvtoolu_ and letters, digits or _; the provider says: server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  "anthropic/server-call-without-result": "the call {id}, which the provider ran, has no result when the user speaks again; the provider says: tool use with id was found without a corresponding `web_search_tool_result` block",
  "anthropic/server-result-orphan": "the result of the provider's own tool answers {id}, which no block before it calls; the provider says: unexpected `tool_use_id` found. Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it",
  "anthropic/breakpoint-on-thinking": "a cache breakpoint stands on a thinking block; the provider says: thinking.cache_control: Extra inputs are not permitted",
  "anthropic/breakpoint-on-empty-text": "a cache breakpoint stands on an empty text block; the provider says: cache_control cannot be set for empty text blocks",
  "anthropic/too-many-breakpoints": "the request has {count} cache breakpoints; the provider says: A maximum of 4 blocks with cache_control may be provided",
  "anthropic/breakpoint-ttl-order": "a 1-hour cache breakpoint stands after a 5-minute one; the provider says: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
  "responses/role": "the role {id} is none of user, assistant, system, developer; the provider says: Invalid value for 'role'",
  "responses/content-type": "a content part of type {id} stands in a message of the wrong role; the provider says: Invalid value: supported values are 'output_text' and 'refusal' for an assistant, 'input_\u2026' for others",
  "responses/call-without-id": "a call has no call_id; the provider says: Missing required parameter: 'input[].call_id'",
  "responses/output-without-id": "an output names no call; the provider says: Missing required parameter: 'input[].call_id'",
  "responses/output-missing": "an output item has no output; the provider says: Missing required parameter: 'input[].output'",
  "responses/call-without-output": "the call {id} has no output; the provider says: No tool output found for function call",
  "responses/call-unanswered-at-end": "the conversation ends with the unanswered call {id}; the provider says: No tool output found for function call",
  "responses/orphan-output": "the output answers {id}, which no item before it calls; the provider says: No tool call found for function call output",
  "responses/duplicate-output": "the call {id} has two outputs; the provider says: Duplicate function_call_output for call_id",
  "responses/duplicate-item-id": "the item id {id} occurs twice; the provider says: Duplicate item found with id",
  "responses/reasoning-without-item": "the reasoning item {id} is not followed by the message or call that it led to; the provider says: Item of type 'reasoning' was provided without its required following item",
  "responses/item-id-form": "the item id {id} is of another kind of item; the provider says: Invalid 'input[].id': Expected an ID that begins with 'fc' (a function_call), 'ctc' (a custom_tool_call), 'msg' (a message), 'rs' (reasoning)",
  "responses/call-id-form": "the call_id {id} has more than 64 characters; the provider says: Invalid 'input[].call_id': string too long. Expected a string with maximum length 64",
  "responses/call-without-name": "a call names no tool; the provider says: Missing required parameter: 'input[].name'",
  "responses/call-name-form": "the function name {id} has other characters than letters, digits, _ and -, or more than 128; the provider says: Invalid 'input[].name': string does not match pattern '^[a-zA-Z0-9_-]+$'",
  "responses/arguments-not-text": "the arguments of a function_call, or the input of a custom_tool_call, are missing or no string; the provider says: Invalid type for 'input[].arguments': expected a string, but got an object instead",
  "responses/reasoning-not-stored": "the reasoning item {id} has no encrypted_content, and store is false; the provider says: Item with id not found. Items are not persisted when `store` is set to false",
  "responses/reference-not-stored": "an item_reference refers to {id}, and store is false; the provider says: Item with id not found. Items are not persisted when `store` is set to false",
  "gemini/no-contents": "the list of contents is empty; the provider says: contents is not specified",
  "gemini/role": "the role {id} is neither user nor model; the provider says: Please use a valid role: user, model",
  "gemini/empty-parts": "a content has no parts; the provider says: contents.parts must not be empty",
  "gemini/call-without-name": "a functionCall has no name; the provider says: function_call.name: Name cannot be empty",
  "gemini/call-position": "a content with function calls follows a model content, or begins the conversation; the provider says: Please ensure that function call turn comes immediately after a user turn or after a function response turn",
  "gemini/response-count": "the next content has another number of function responses than this one has calls ({count}); the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
  "gemini/call-unanswered-at-end": "the conversation ends with unanswered function calls; the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
  "gemini/orphan-response": "a function response does not follow a content with function calls; the provider says: Please ensure that function response turn comes immediately after a function call turn",
  "gemini/response-order": "the function response for {id} stands where another call's response is expected; the provider matches responses to calls by place and name",
  "gemini/response-after-text": "a function response stands after another part; responses come first in a content; the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
  "gemini/response-without-name": "a functionResponse has no name; the provider says: function_response.name: Name cannot be empty",
  "gemini/response-not-object": "the response is not an object; the provider says: Invalid value at 'function_response.response' (type.googleapis.com/google.protobuf.Struct)",
  "gemini/signature-missing-in-current-turn": "the first function call of a step of the current turn has no thoughtSignature; the provider says: Function call is missing a thought_signature in functionCall parts",
  "gemini/empty-part": "a part has no members; the provider says: contents.parts.data: required oneof field 'data' must have one initialized field",
  "gemini/call-name-form": "the function name {id} has other characters than letters, digits, _, ., : and -, or more than 128; the provider says: Invalid function name",
  "gemini/args-not-object": "the args of a functionCall are not an object; the provider says: Invalid value at 'function_call.args' (type.googleapis.com/google.protobuf.Struct)"
};
var RULE_IDS = Object.keys(VALIDATION_RULES);
var RULE_FORMS = {
  "chat/call-id-form": {
    openai: { prefix: "", chars: "any", length: [0, 64] },
    mistral: { prefix: "", chars: "alphanumeric", length: [9, 9] }
  },
  "chat/call-name-form": {
    openai: { prefix: "", chars: "word", length: [1, 64] }
  },
  "chat/arguments-not-json": {
    qwen: { prefix: "", chars: "json-object", length: [0, 0] },
    minimax: { prefix: "", chars: "json-object", length: [0, 0] }
  },
  "anthropic/call-id-form": {
    anthropic: { prefix: "", chars: "word", length: [1, 0] }
  },
  "anthropic/result-id-form": {
    anthropic: { prefix: "", chars: "word", length: [1, 0] }
  },
  "anthropic/call-name-form": {
    anthropic: { prefix: "", chars: "word", length: [1, 128] }
  },
  "anthropic/server-call-id-form": {
    anthropic: { prefix: "srvtoolu_", chars: "underscored", length: [10, 0] }
  },
  "responses/item-id-form": {
    function_call: { prefix: "fc", chars: "any", length: [0, 0] },
    function_call_output: { prefix: "fc", chars: "any", length: [0, 0] },
    custom_tool_call: { prefix: "ctc", chars: "any", length: [0, 0] },
    custom_tool_call_output: { prefix: "ctc", chars: "any", length: [0, 0] },
    message: { prefix: "msg", chars: "any", length: [0, 0] },
    reasoning: { prefix: "rs", chars: "any", length: [0, 0] }
  },
  "responses/call-id-form": {
    openai: { prefix: "", chars: "any", length: [0, 64] }
  },
  "responses/call-name-form": {
    openai: { prefix: "", chars: "word", length: [1, 128] }
  },
  "gemini/call-name-form": {
    "": { prefix: "", chars: "dotted", length: [1, 128] }
  }
};
var MODEL_VENDORS = [
  ["gpt-oss", "other"],
  ["gpt-", "openai"],
  ["chatgpt", "openai"],
  ["codex", "openai"],
  ["computer-use", "openai"],
  ["ft:gpt-", "openai"],
  ["o1", "openai"],
  ["o3", "openai"],
  ["o4", "openai"],
  ["mistral", "mistral"],
  ["ministral", "mistral"],
  ["mixtral", "mistral"],
  ["codestral", "mistral"],
  ["devstral", "mistral"],
  ["magistral", "mistral"],
  ["pixtral", "mistral"],
  ["claude", "anthropic"],
  ["kimi", "kimi"],
  ["moonshot", "kimi"],
  ["deepseek", "deepseek"],
  ["glm-", "zhipu"],
  ["qwen", "qwen"],
  ["qwq", "qwen"],
  ["minimax", "minimax"]
];

// ts/contract/violations.ts
var MAX_VIOLATIONS = 1e3;
var PLACES = ["request", "tool", "system", "message", "block", "nested", "call", "part"];
function sortRows(rows) {
  return rows.sort(
    (a, b) => a.message - b.message || PLACES.indexOf(a.place) - PLACES.indexOf(b.place) || a.index - b.index || a.nested - b.nested || RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule)
  );
}
function pathOf2({ place, message, index, nested }, listKey) {
  const base = `/${listKey}/${message}`;
  switch (place) {
    case "request":
      return "";
    case "tool":
      return `/tools/${index}`;
    case "system":
      return `/system/${index}`;
    case "message":
      return base;
    case "block":
      return `${base}/content/${index}`;
    case "nested":
      return `${base}/content/${index}/content/${nested}`;
    case "call":
      return `${base}/tool_calls/${index}`;
    case "part":
      return `${base}/parts/${index}`;
  }
}
var BLOCK_PLACES = /* @__PURE__ */ new Set(["block", "nested", "part"]);
function renderViolation(row, listKey) {
  const { rule, place, message, index, byteOffset: byteOffset2 } = row;
  return {
    rule,
    ...message < 0 ? {} : { messageIndex: message },
    ...BLOCK_PLACES.has(place) ? { blockIndex: index } : {},
    path: pathOf2(row, listKey),
    ...byteOffset2 === void 0 ? {} : { byteOffset: byteOffset2 },
    message: VALIDATION_RULES[rule].replace(/\{(id|count)\}/, () => showDetail(row.detail))
  };
}
var MAX_DETAIL_CHARS = 64;
function showDetail(detail) {
  if (typeof detail !== "string") return detail === void 0 ? "(none)" : String(detail);
  return JSON.stringify(detail.length > MAX_DETAIL_CHARS ? `${detail.slice(0, MAX_DETAIL_CHARS)}\u2026` : detail);
}
function unreadableViolation(rule, message, byteOffset2) {
  return { rule, path: "", ...byteOffset2 === void 0 ? {} : { byteOffset: byteOffset2 }, message };
}

// ts/base/memory.ts
import { isSharedArrayBuffer } from "node:util/types";
var bufferOf = accessor(Object.getPrototypeOf(Uint8Array.prototype), "buffer");
var byteOffsetOf = accessor(Object.getPrototypeOf(Uint8Array.prototype), "byteOffset");
var lengthOf = accessor(Object.getPrototypeOf(Uint8Array.prototype), "length");
var resizableOf = accessor(ArrayBuffer.prototype, "resizable");
function accessor(prototype, name) {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get;
}
function movableMemory(view) {
  const buffer = bufferOf?.call(view);
  try {
    if (resizableOf?.call(buffer) === false) return void 0;
  } catch {
  }
  if (isSharedArrayBuffer(buffer)) return "shared";
  return resizableOf?.call(buffer) === true ? "resizable" : void 0;
}
function inPlainMemory(view) {
  if (movableMemory(view) === void 0) return view;
  return view.length === 0 ? new Uint8Array(0) : new Uint8Array(view);
}
function bytesIn(view) {
  return lengthOf?.call(view);
}
function firstBytes(view, bytes) {
  return new Uint8Array(bufferOf?.call(view), byteOffsetOf?.call(view), bytes);
}

// ts/wires/parse-body.ts
var decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function parseBody(body, checkRoundTrip, repaired = false) {
  const parsed = parseBodyText(body);
  if (!parsed.ok || !checkRoundTrip) return parsed;
  const loss = findRoundTripLoss(repaired ? repairSurrogatesInText(parsed.text) : parsed.text);
  return loss === void 0 ? parsed : refuse("not_roundtrip_safe", lossDetail(parsed.text, loss));
}
function parseBodyText(body) {
  if (body.length === 0) return refuse("empty", "the body has no bytes; send a JSON request");
  if (body.length > LIMITS.bodyBytes) {
    return refuse("too_large", `the body has ${body.length} bytes; at most ${LIMITS.bodyBytes} are read`);
  }
  const text = decode(body);
  if (text === void 0) return refuse("invalid_utf8", invalidUtf8Detail(body));
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch (error) {
    return refuse("invalid_json", invalidJsonDetail(text, error));
  }
}
function refuse(reason, detail) {
  return { ok: false, skip: { reason, detail } };
}
function decode(body) {
  try {
    return decoder.decode(inPlainMemory(body));
  } catch (error) {
    if (error instanceof TypeError) return void 0;
    throw error;
  }
}
function invalidUtf8Detail(body) {
  return `byte ${firstInvalidByte(body)} is not valid UTF-8; send the body uncompressed and in UTF-8`;
}
function firstInvalidByte(body) {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let offset = 0;
  for (const char of bytes.toString("utf8")) {
    const isReplacement = char === "\uFFFD";
    if (isReplacement && !(bytes[offset] === 239 && bytes[offset + 1] === 191 && bytes[offset + 2] === 189)) break;
    offset += Buffer.byteLength(char);
  }
  return offset;
}
function invalidJsonDetail(text, error) {
  const message = error instanceof Error ? error.message : String(error);
  if (text.startsWith("\uFEFF")) return "the body is not JSON: byte 0 begins a byte order mark; remove it";
  const position = /at position (\d+)/.exec(message)?.[1];
  const where = position === void 0 ? "" : ` at byte ${byteOffset(text, Number(position))}`;
  const what = message.replace(/, (\.\.\.)?".*$/s, "").replace(/ (in JSON )?at position \d+.*$/s, "");
  return `the body is not JSON${where}: ${what}; send a complete JSON request`;
}
var LOSSES = {
  negative_zero: "-0 would become 0",
  not_finite: "a number beyond the range of doubles would become null",
  big_integer: "an integer would lose digits",
  repeated_key: "a repeated key would be dropped",
  too_deep: "values nested more than 2000 levels deep cannot be written again"
};
function lossDetail(text, loss) {
  return `writing the request anew is not safe at byte ${byteOffset(text, loss.offset)}: ${LOSSES[loss.problem]}; the native backend can reduce it`;
}
function byteOffset(text, chars) {
  return Buffer.byteLength(text.slice(0, chars));
}

// ts/rules/forms.ts
var CHARS2 = {
  any: /^/,
  alphanumeric: /^[A-Za-z0-9]*$/,
  underscored: /^[A-Za-z0-9_]*$/,
  word: /^[A-Za-z0-9_-]*$/,
  dotted: /^[A-Za-z0-9_.:-]*$/,
  "json-object": /^/
};
function formOf(rule, kind) {
  const forms = RULE_FORMS[rule];
  return forms !== void 0 && Object.hasOwn(forms, kind) ? forms[kind] : void 0;
}
function fits({ prefix, chars, length: [least, most] }, text) {
  if (!text.startsWith(prefix) || !CHARS2[chars].test(text)) return false;
  if (chars === "json-object" && !isJsonObject(text)) return false;
  if (least === 0 && most === 0) return true;
  const count2 = [...text].length;
  return count2 >= least && (most === 0 || count2 <= most);
}
function isJsonObject(text) {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}
function vendorOf(model) {
  if (model === void 0) return "openai";
  const name = model.slice(model.lastIndexOf("/") + 1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return MODEL_VENDORS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? "";
}
function anthropicVendorOf(model) {
  return (model === void 0 ? "" : vendorOf(model)) || "anthropic";
}

// ts/rules/rows.ts
var Rows = class {
  constructor() {
    this.rows = [];
  }
  /** Reports a violation of the whole request. */
  request(rule, detail) {
    this.#push(rule, "request", -1, -1, -1, detail);
  }
  message(rule, message, detail) {
    this.#push(rule, "message", message, -1, -1, detail);
  }
  /** Reports a violation at element `index` of the list that `place` names. */
  at(rule, place, message, index, detail, nested = -1) {
    this.#push(rule, place, message, index, nested, detail);
  }
  /** Reports `text` if it has not the form that the rule asks of this kind of values. */
  form(rule, kind, text, place, message, index = -1) {
    const form2 = formOf(rule, kind);
    if (form2 !== void 0 && !fits(form2, text)) this.at(rule, place, message, index, text);
  }
  #push(rule, place, message, index, nested, detail) {
    this.rows.push({ rule, place, message, index, nested, detail });
  }
};
function idOf(value) {
  return typeof value === "string" && value !== "" ? value : void 0;
}
function isPresent(value) {
  return value !== void 0 && value !== null;
}

// ts/rules/shape.ts
var SPELLINGS = [
  ["functionCall", "function_call"],
  ["functionResponse", "function_response"],
  ["thoughtSignature", "thought_signature"]
];
var INNER = ["function", "custom", "functionCall", "function_call", "functionResponse", "function_response"];
function validateShape(messages, rows) {
  messages.forEach((message, index) => {
    if (!isRecord(message)) {
      rows.message("message-not-object", index);
      return;
    }
    const blocks = [message.content, message.parts, message.tool_calls].flatMap(
      (list) => Array.isArray(list) ? list : []
    );
    if (isSpelledTwice(message) || blocks.some(isBlockSpelledTwice)) rows.message("duplicate-key", index);
    if (!blocks.every(isRecord)) rows.message("block-not-object", index);
  });
}
function isBlockSpelledTwice(block) {
  return isRecord(block) && (isSpelledTwice(block) || INNER.some((key) => isSpelledTwice(block[key])));
}
function isSpelledTwice(value) {
  return isRecord(value) && SPELLINGS.some(([camel, snake]) => has(value, camel) && has(value, snake));
}
var has = (object, key) => Object.hasOwn(object, key);

// ts/rules/surrogates.ts
function hasLoneSurrogate(text) {
  return !text.isWellFormed();
}
function validateSurrogates(request, messages, rows) {
  const rest = Object.entries(request).filter(([, value]) => value !== messages);
  if (rest.some(([key, value]) => hasLoneSurrogate(key) || holdsLoneSurrogate(value))) rows.request("lone-surrogate");
  messages.forEach((message, index) => {
    if (holdsLoneSurrogate(message)) rows.message("lone-surrogate", index);
  });
}
function holdsLoneSurrogate(root) {
  const waiting3 = [root];
  while (waiting3.length > 0) {
    const value = waiting3.pop();
    if (typeof value === "string") {
      if (hasLoneSurrogate(value)) return true;
    } else if (Array.isArray(value)) {
      for (const element of value) waiting3.push(element);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member2] of Object.entries(value)) {
        if (hasLoneSurrogate(key)) return true;
        waiting3.push(member2);
      }
    }
  }
  return false;
}

// ts/rules/text-scan.ts
function scanText(text, conversationKey, rows) {
  new Scan(text, conversationKey, rows).run();
}
var SAME = {
  function_call: "functionCall",
  function_response: "functionResponse",
  thought_signature: "thoughtSignature"
};
var STRUCTURAL = /* @__PURE__ */ new Set([
  ...["args", "arguments", "cache_control", "call_id", "content", "custom", "function", "functionCall"],
  ...["functionResponse", "id", "input", "is_error", "name", "output", "parts", "response", "role", "signature"],
  ...["text", "thinking", "thoughtSignature", "tool_call_id", "tool_calls", "tool_use_id", "type"]
]);
var LISTS = /* @__PURE__ */ new Set(["content", "parts", "tool_calls"]);
var ELEMENTS = { list: "message", blocks: "block" };
var INNER2 = /* @__PURE__ */ new Set(["function", "custom", "functionCall", "functionResponse"]);
var Scan = class {
  constructor(text, conversationKey, rows) {
    this.text = text;
    this.conversationKey = conversationKey;
    this.rows = rows;
  }
  #open = [];
  /** The message being read; -1 outside the conversation. */
  #message = -1;
  #reported = { key: -2, surrogate: -2, surrogateOutside: false };
  run() {
    const { text } = this;
    let expectsKey = false;
    for (let at2 = 0; at2 < text.length; at2++) {
      switch (text[at2]) {
        case "{":
        case "[":
          this.#begin(text[at2] === "{");
          expectsKey = text[at2] === "{";
          break;
        case "}":
        case "]":
          if (this.#open.pop()?.kind === "list") this.#message = -1;
          expectsKey = false;
          break;
        case ",":
          expectsKey = this.#open.at(-1)?.keys !== void 0;
          if (this.#open.at(-1)?.kind === "list") this.#message++;
          break;
        case '"': {
          const end = stringEnd(text, at2);
          this.#string(text.slice(at2, end + 1), expectsKey);
          expectsKey = false;
          at2 = end;
        }
      }
    }
  }
  #begin(isObject2) {
    const kind = this.#kindOf(isObject2);
    this.#open.push({ kind, keys: isObject2 ? /* @__PURE__ */ new Set() : void 0, key: "" });
    if (kind === "list") this.#message = 0;
  }
  #kindOf(isObject2) {
    const parent = this.#open.at(-1);
    if (parent === void 0) return isObject2 ? "root" : "opaque";
    const { kind, key } = parent;
    if (kind === "root") return !isObject2 && key === this.conversationKey ? "list" : "opaque";
    if (kind === "message") return !isObject2 && LISTS.has(key) ? "blocks" : "opaque";
    if (kind === "block") return isObject2 && INNER2.has(key) ? "inner" : "opaque";
    return (isObject2 ? ELEMENTS[kind] : void 0) ?? "opaque";
  }
  #string(token, isKey) {
    const value = token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
    if (isKey) this.#key(value);
    if (token.includes("\\u") && hasLoneSurrogate(value)) this.#surrogate();
  }
  #key(name) {
    const open = this.#open.at(-1);
    if (open?.keys === void 0 || open.kind === "opaque") return;
    const isRoot = open.kind === "root";
    open.key = !isRoot && Object.hasOwn(SAME, name) ? SAME[name] ?? name : name;
    if (!(isRoot ? name === this.conversationKey : STRUCTURAL.has(open.key))) return;
    if (open.keys.has(open.key)) this.#repeated(isRoot);
    open.keys.add(open.key);
  }
  /** Reports one row for a message, whatever it repeats. */
  #repeated(inRoot) {
    if (inRoot) {
      this.rows.keys.request("duplicate-key");
      return;
    }
    if (this.#message !== this.#reported.key) this.rows.keys.message("duplicate-key", this.#message);
    this.#reported.key = this.#message;
  }
  #surrogate() {
    const { surrogates } = this.rows;
    if (this.#message < 0) {
      if (!this.#reported.surrogateOutside) surrogates.request("lone-surrogate");
      this.#reported.surrogateOutside = true;
    } else if (this.#message !== this.#reported.surrogate) {
      surrogates.message("lone-surrogate", this.#message);
      this.#reported.surrogate = this.#message;
    }
  }
};

// ts/rules/anthropic-blocks.ts
function checkBlock(block, message, at2, vendor, rows) {
  switch (block.type) {
    case "text":
      if (block.text === "") rows.at("anthropic/empty-text", "block", message, at2);
      break;
    case "thinking":
      if (idOf(block.signature) === void 0) rows.at("anthropic/thinking-signature", "block", message, at2);
      break;
    case "tool_use":
      checkCall(block, message, at2, vendor, rows);
      break;
    case "server_tool_use":
    case "mcp_tool_use":
      checkFields(block, block.type, message, at2, rows);
      break;
    case "tool_result":
      checkResult(block, message, at2, vendor, rows);
  }
}
function checkCall(block, message, at2, vendor, rows) {
  const [id, name] = [idOf(block.id), idOf(block.name)];
  if (id === void 0) rows.at("anthropic/call-without-id", "block", message, at2);
  else rows.form("anthropic/call-id-form", vendor, id, "block", message, at2);
  if (name !== void 0) rows.form("anthropic/call-name-form", vendor, name, "block", message, at2);
  checkFields(block, "tool_use", message, at2, rows);
}
function checkFields(block, type, message, at2, rows) {
  if (idOf(block.name) === void 0) rows.at("anthropic/call-without-name", "block", message, at2, type);
  if (!isRecord(block.input)) rows.at("anthropic/input-not-object", "block", message, at2, type);
}
function checkResult(block, message, at2, vendor, rows) {
  if (isPresent(block.content) && typeof block.content !== "string" && !Array.isArray(block.content)) {
    rows.at("anthropic/result-content", "block", message, at2);
  }
  const id = idOf(block.tool_use_id);
  if (id === void 0) rows.at("anthropic/result-without-id", "block", message, at2);
  else rows.form("anthropic/result-id-form", vendor, id, "block", message, at2);
}

// ts/rules/anthropic-server.ts
var ServerCalls = class {
  constructor(isDelta, vendor, rows) {
    this.isDelta = isDelta;
    this.vendor = vendor;
    this.rows = rows;
  }
  #calls = [];
  /** The newest call of each id. */
  #newest = /* @__PURE__ */ new Map();
  /** Reads a block of the assistant. */
  block(block, message, at2) {
    const { type } = block;
    if (type === "server_tool_use" || type === "mcp_tool_use") this.#call(block, type === "mcp_tool_use", message, at2);
    else if (typeof type === "string" && type.endsWith("_tool_result")) {
      this.#result(block, type === "mcp_tool_result", message, at2);
    }
  }
  #call(block, isMcp, message, at2) {
    const id = idOf(block.id);
    if (id === void 0) {
      this.rows.at("anthropic/call-without-id", "block", message, at2);
      return;
    }
    if (!isMcp) this.rows.form("anthropic/server-call-id-form", this.vendor, id, "block", message, at2);
    const call = { id, message, block: at2, isMcp, answered: false };
    this.#calls.push(call);
    this.#newest.set(id, call);
  }
  #result(block, isMcp, message, at2) {
    const id = idOf(block.tool_use_id);
    if (id === void 0) {
      this.rows.at("anthropic/result-without-id", "block", message, at2);
      return;
    }
    const call = this.#newest.get(id);
    if (call?.isMcp === isMcp) call.answered = true;
    else if (!this.isDelta) this.rows.at("anthropic/server-result-orphan", "block", message, at2, id);
  }
  /** The user speaks: the calls before must have their results. */
  close() {
    for (const { id, message, block, answered } of this.#calls) {
      if (!answered) this.rows.at("anthropic/server-call-without-result", "block", message, block, id);
    }
    this.#calls = [];
    this.#newest.clear();
  }
};

// ts/rules/anthropic.ts
function validateAnthropic(request, messages, vendor, rows) {
  if (messages.length === 0 && !isAnthropicDelta(request)) rows.request("anthropic/no-messages");
  checkSystem(request.system, rows);
  const isDelta = isAnthropicDelta(request);
  const reader = new Reader(isDelta, vendor, rows);
  messages.forEach((message, index) => {
    reader.message(message, index);
  });
  reader.end(messages);
  if (isThinkingEnabled(request.thinking) && !isDelta) reader.requireThinking();
}
function checkSystem(system, rows) {
  if (!Array.isArray(system)) return;
  system.forEach((block, index) => {
    if (isRecord(block) && block.type === "text" && block.text === "") {
      rows.at("anthropic/empty-text", "system", -1, index);
    }
  });
}
function isThinkingEnabled(thinking) {
  return isRecord(thinking) && thinking.type === "enabled";
}
function isAnthropicDelta({ thread }) {
  return isRecord(thread) && idOf(thread.id) !== void 0;
}
var NO_CALLS = /* @__PURE__ */ new Map();
var Reader = class {
  constructor(isDelta, vendor, rows) {
    this.isDelta = isDelta;
    this.vendor = vendor;
    this.rows = rows;
    this.#serverCalls = new ServerCalls(isDelta, vendor, rows);
  }
  #turn;
  /** The calls of the assistant turn before this user turn. */
  #asked = NO_CALLS;
  #loop = { firstCall: -1, hasThinking: false };
  #hasAssistant = false;
  #serverCalls;
  message(message, index) {
    const role = roleOf4(message);
    if (role === "other") this.rows.message("anthropic/role", index, idOf(message.role));
    if (index === 0 && role === "assistant" && !this.isDelta && !hasCompaction(message)) {
      this.rows.message("anthropic/first-role", index);
    }
    if (role !== "system" && this.#turn?.role !== role) this.#beginTurn(role);
    this.#content(message.content, index, role);
    if (role === "assistant") this.#hasAssistant = true;
    if (role === "user" && !isResultsAlone(message.content)) {
      this.#serverCalls.close();
      this.#loop = { firstCall: -1, hasThinking: false };
    }
  }
  /** An unanswered call is reported once the turn after it has ended. */
  #beginTurn(role) {
    if (this.#turn?.role === "assistant") {
      this.#asked = role === "user" ? this.#turn.calls : NO_CALLS;
      if (role !== "user") this.#unanswered(this.#turn.calls, "anthropic/missing-result");
    } else {
      this.#unanswered(this.#asked, "anthropic/missing-result");
      this.#asked = NO_CALLS;
    }
    this.#turn = { role, calls: /* @__PURE__ */ new Map(), hasOther: false };
  }
  #unanswered(calls, rule) {
    for (const { id, message, block, answered } of calls.values()) {
      if (!answered) this.rows.at(rule, "block", message, block, id);
    }
  }
  #content(content, index, role) {
    if (typeof content === "string") {
      if (role === "user" && content === "") this.rows.message("anthropic/empty-user-message", index);
      else if (role === "user" && isBlank(content)) this.rows.message("anthropic/blank-text", index);
      this.#noteOther(role);
    } else if (Array.isArray(content)) {
      this.#blocks(content, index, role);
    } else {
      this.rows.message("anthropic/content", index);
    }
  }
  #noteOther(role) {
    if (this.#turn !== void 0 && role !== "system") this.#turn.hasOther = true;
  }
  #blocks(content, index, role) {
    if (role === "user" && content.length === 0) this.rows.message("anthropic/empty-user-message", index);
    const texts = content.map((block) => isRecord(block) && block.type === "text" ? block.text : void 0);
    const blank = texts.every((text) => typeof text === "string" && isBlank(text));
    if (blank && texts.length > 0 && !texts.includes("")) this.rows.message("anthropic/blank-text", index);
    content.forEach((block, at2) => {
      if (isRecord(block)) this.#block(block, index, at2, role);
    });
  }
  #block(block, message, at2, role) {
    checkBlock(block, message, at2, this.vendor, this.rows);
    if (block.type === "tool_result") {
      this.#result(block, message, at2, role);
      return;
    }
    if (block.type === "tool_use") this.#call(block, message, at2, role);
    else if (role === "assistant") this.#serverCalls.block(block, message, at2);
    if (isThinking2(block)) this.#loop.hasThinking = true;
    this.#noteOther(role);
  }
  #call(block, message, at2, role) {
    const id = idOf(block.id);
    if (role === "user") this.rows.at("anthropic/block-role", "block", message, at2, "tool_use");
    if (id === void 0 || role !== "assistant" || this.#turn === void 0) return;
    if (this.#loop.firstCall < 0) this.#loop.firstCall = message;
    if (this.#turn.calls.has(id)) this.rows.at("anthropic/duplicate-call-id", "block", message, at2, id);
    else this.#turn.calls.set(id, { id, message, block: at2, answered: false });
  }
  #result(block, message, at2, role) {
    const { rows } = this;
    const id = idOf(block.tool_use_id);
    if (role === "assistant") rows.at("anthropic/block-role", "block", message, at2, "tool_result");
    if (id === void 0 || role !== "user") return;
    const call = this.#asked.get(id);
    if (call === void 0) {
      const isElsewhere = this.isDelta && !this.#hasAssistant;
      if (!isElsewhere) rows.at("anthropic/orphan-result", "block", message, at2, id);
      return;
    }
    if (call.answered) {
      rows.at("anthropic/duplicate-result", "block", message, at2, id);
      return;
    }
    call.answered = true;
    if (this.#turn?.hasOther) rows.at("anthropic/result-not-first", "block", message, at2, id);
  }
  end(messages) {
    if (this.#turn?.role === "assistant") this.#unanswered(this.#turn.calls, "anthropic/missing-result-at-end");
    else this.#unanswered(this.#asked, "anthropic/missing-result");
    const last2 = messages.at(-1);
    if (last2?.role === "assistant") this.#ending(last2.content, messages.length - 1);
  }
  /** Checks the end of the last message, which is the assistant's. */
  #ending(content, message) {
    const block = Array.isArray(content) ? content.at(-1) : void 0;
    const text = isRecord(block) && block.type === "text" ? block.text : content;
    const [place, at2] = Array.isArray(content) ? ["block", content.length - 1] : ["message", -1];
    if (isRecord(block) && isThinking2(block)) this.rows.at("anthropic/thinking-at-end", place, message, at2);
    else if (typeof text === "string" && /[ \t\n\r]$/.test(text) && !isBlank(text)) {
      this.rows.at("anthropic/trailing-space", place, message, at2);
    }
  }
  requireThinking() {
    const { firstCall, hasThinking: hasThinking2 } = this.#loop;
    if (firstCall >= 0 && !hasThinking2) this.rows.message("anthropic/thinking-first", firstCall);
  }
};
function roleOf4({ role }) {
  return role === "user" || role === "assistant" || role === "system" ? role : "other";
}
var isThinking2 = ({ type }) => type === "thinking" || type === "redacted_thinking";
function hasCompaction({ content }) {
  return Array.isArray(content) && content.some((block) => isRecord(block) && block.type === "compaction");
}
function isResultsAlone(content) {
  return Array.isArray(content) && content.length > 0 && content.every((block) => isRecord(block) && block.type === "tool_result");
}
function isBlank(text) {
  return /^[ \t\n\r]*$/.test(text);
}

// ts/rules/breakpoints.ts
var MAX_BREAKPOINTS = 4;
function validateBreakpoints(request, messages, rows) {
  const seen = new Breakpoints(rows);
  if (Array.isArray(request.tools)) {
    request.tools.forEach((tool, index) => {
      if (isRecord(tool)) seen.note(tool.cache_control, () => rows.at(TTL_ORDER, "tool", -1, index));
    });
  }
  if (Array.isArray(request.system)) {
    request.system.forEach((block, index) => {
      if (isRecord(block)) seen.note(block.cache_control, () => rows.at(TTL_ORDER, "system", -1, index));
    });
  }
  messages.forEach((message, index) => {
    if (Array.isArray(message.content)) seen.blocks(message.content, index);
  });
  seen.finish(request.cache_control);
}
var TTL_ORDER = "anthropic/breakpoint-ttl-order";
var Breakpoints = class {
  constructor(rows) {
    this.rows = rows;
  }
  #count = 0;
  #hasShort = false;
  /** Whether the very last block has one. An automatic breakpoint then changes nothing. */
  #lastIsMarked = false;
  /** @param misplaced Reports a 1-hour breakpoint after a 5-minute one. */
  note(marker, misplaced) {
    if (!isPresent(marker)) return;
    this.#count++;
    const isLong = isRecord(marker) && marker.ttl === "1h";
    if (!isLong) this.#hasShort = true;
    else if (this.#hasShort) misplaced();
  }
  blocks(content, message) {
    content.forEach((block, at2) => {
      if (!isRecord(block)) return;
      if (block.type === "tool_result" && Array.isArray(block.content)) this.#nested(block.content, message, at2);
      this.#block(block, message, at2);
      this.#lastIsMarked = isPresent(block.cache_control);
    });
  }
  #block(block, message, at2) {
    const { type, cache_control: marker } = block;
    if (isPresent(marker)) {
      if (type === "thinking" || type === "redacted_thinking") {
        this.rows.at("anthropic/breakpoint-on-thinking", "block", message, at2);
      }
      if (isEmptyText(block)) this.rows.at("anthropic/breakpoint-on-empty-text", "block", message, at2);
    }
    this.note(marker, () => this.rows.at(TTL_ORDER, "block", message, at2));
  }
  #nested(content, message, at2) {
    content.forEach((part2, nested) => {
      if (!isRecord(part2)) return;
      if (isPresent(part2.cache_control) && isEmptyText(part2)) {
        this.rows.at("anthropic/breakpoint-on-empty-text", "nested", message, at2, void 0, nested);
      }
      this.note(part2.cache_control, () => this.rows.at(TTL_ORDER, "nested", message, at2, void 0, nested));
    });
  }
  /** @param automatic The request's own `cache_control`, which uses one breakpoint. */
  finish(automatic) {
    const count2 = this.#count + (isPresent(automatic) && !this.#lastIsMarked ? 1 : 0);
    if (count2 > MAX_BREAKPOINTS) this.rows.request("anthropic/too-many-breakpoints", count2);
  }
};
function isEmptyText(block) {
  return block.type === "text" && block.text === "";
}

// ts/rules/chat-calls.ts
function checkChatCall(call, message, index, vendor, rows) {
  const id = idOf(call.id);
  if (id !== void 0) rows.form("chat/call-id-form", vendor, id, "call", message, index);
  const isFunction = isRecord(call.function);
  const called2 = isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};
  const name = idOf(called2.name);
  if (name === void 0) rows.at("chat/call-without-name", "call", message, index);
  else rows.form("chat/call-name-form", vendor, name, "call", message, index);
  if (!isFunction && isRecord(call.custom)) return;
  const { arguments: text } = called2;
  if (typeof text !== "string") rows.at("chat/arguments-not-text", "call", message, index);
  else if (text !== "" && !isAccepted(text, vendor)) rows.at("chat/arguments-not-json", "call", message, index);
}
function isAccepted(text, vendor) {
  const form2 = formOf("chat/arguments-not-json", vendor);
  return form2 === void 0 || fits(form2, text);
}

// ts/rules/chat.ts
var ROLES2 = /* @__PURE__ */ new Set(["system", "developer", "user", "assistant", "tool", "function"]);
function validateChat(messages, vendor, rows) {
  if (messages.length === 0) rows.request("chat/no-messages");
  let open;
  messages.forEach((message, index) => {
    const { role } = message;
    if (role === "tool") {
      checkResult2(message, index, open, rows);
    } else {
      closeCalls(open, "chat/call-unanswered", rows);
      open = role === "assistant" ? readCalls2(message, index, vendor, rows) : void 0;
    }
    if (!ROLES2.has(role)) rows.message("chat/role", index, idOf(role));
    else checkContent(message, index, rows);
    if (role === "function" && idOf(message.name) === void 0) rows.message("chat/function-without-name", index);
  });
  const atEnd = open?.message === messages.length - 1;
  closeCalls(open, atEnd ? "chat/call-unanswered-at-end" : "chat/call-unanswered", rows);
}
function readCalls2({ tool_calls: list }, message, vendor, rows) {
  if (!Array.isArray(list)) return void 0;
  if (list.length === 0) rows.message("chat/calls-empty", message);
  const open = { message, calls: /* @__PURE__ */ new Map() };
  list.forEach((call, index) => {
    const id = isRecord(call) ? idOf(call.id) : void 0;
    if (isRecord(call)) checkChatCall(call, message, index, vendor, rows);
    if (id === void 0) rows.at("chat/call-without-id", "call", message, index);
    else if (!open.calls.has(id)) open.calls.set(id, { index, answered: false });
  });
  return open;
}
function closeCalls(open, rule, rows) {
  if (open === void 0) return;
  for (const [id, { index, answered }] of open.calls) {
    if (!answered) rows.at(rule, "call", open.message, index, id);
  }
}
function checkResult2(message, index, open, rows) {
  const id = idOf(message.tool_call_id);
  if (id === void 0) {
    rows.message("chat/result-without-id", index);
    return;
  }
  const call = open?.calls.get(id);
  if (call === void 0) rows.message("chat/result-orphan", index, id);
  else if (call.answered) rows.message("chat/duplicate-result", index, id);
  else call.answered = true;
}
function checkContent(message, index, rows) {
  const { role, content } = message;
  if (typeof content === "string" || Array.isArray(content)) return;
  const mayBeNull = role === "function" || role === "assistant" && hasOtherContent(message);
  if (isPresent(content) || !mayBeNull) rows.message("chat/content-missing", index);
}
function hasOtherContent({ tool_calls, function_call, refusal, audio }) {
  const hasCalls = Array.isArray(tool_calls) ? tool_calls.length > 0 : isPresent(tool_calls);
  return hasCalls || isPresent(function_call) || isPresent(refusal) || isPresent(audio);
}

// ts/rules/gemini-parts.ts
function checkGeminiPart(part2, call, content, at2, rows) {
  if (Object.keys(part2).length === 0) rows.at("gemini/empty-part", "part", content, at2);
  if (call === void 0) return;
  const name = idOf(call.name);
  if (name !== void 0) rows.form("gemini/call-name-form", "", name, "part", content, at2);
  if (isPresent(call.args) && !isRecord(call.args)) rows.at("gemini/args-not-object", "part", content, at2);
}

// ts/rules/gemini.ts
var ROLES3 = /* @__PURE__ */ new Set(["user", "model", "function", "tool"]);
function validateGemini(contents, { isDelta, model }, rows) {
  if (contents.length === 0 && !isDelta) rows.request("gemini/no-contents");
  const signed2 = isSignedModel(model);
  const reader = new Reader2(isDelta, signed2 ? currentTurnStart(contents) : contents.length, rows);
  contents.forEach((content, index) => {
    reader.content(content, index);
  });
  reader.end(contents.length);
}
function isSignedModel(model) {
  return model !== void 0 && /(^|\/)gemini-([3-9]|[1-9]\d)/.test(model);
}
var Reader2 = class {
  constructor(isDelta, signedFrom, rows) {
    this.isDelta = isDelta;
    this.signedFrom = signedFrom;
    this.rows = rows;
  }
  /** The calls of the previous content. */
  #asked = [];
  #before = "none";
  content(content, index) {
    const { role } = content;
    if (isPresent(role) && !ROLES3.has(role)) this.rows.message("gemini/role", index, idOf(role));
    const parts = Array.isArray(content.parts) ? content.parts : [];
    if (parts.length === 0) this.rows.message("gemini/empty-parts", index);
    parts.forEach((part2, at2) => {
      const call = isRecord(part2) && role === "model" ? functionCall(part2) : void 0;
      if (isRecord(part2)) checkGeminiPart(part2, call, index, at2, this.rows);
    });
    if (role === "model") this.#model(parts, index);
    else this.#user(parts, index);
  }
  #model(parts, index) {
    if (this.#asked.length > 0) this.#count(index - 1, this.#asked.length);
    const calls = [];
    parts.forEach((part2, at2) => {
      const call = isRecord(part2) ? functionCall(part2) : void 0;
      if (!isRecord(part2) || call === void 0) return;
      const name = idOf(call.name);
      if (name === void 0) this.rows.at("gemini/call-without-name", "part", index, at2);
      if (calls.length === 0 && index >= this.signedFrom && !isSigned(part2)) {
        this.rows.at("gemini/signature-missing-in-current-turn", "part", index, at2);
      }
      calls.push({ id: idOf(call.id), name });
    });
    const starts = this.#before === "none" && !this.isDelta;
    if (calls.length > 0 && (starts || this.#before === "model")) this.rows.message("gemini/call-position", index);
    this.#asked = calls;
    this.#before = "model";
  }
  #user(parts, index) {
    const responses2 = parts.flatMap((part2, at2) => {
      const response = isRecord(part2) ? functionResponse(part2) : void 0;
      return response === void 0 ? [] : [{ at: at2, response }];
    });
    for (const { at: at2, response } of responses2) this.#response(response, index, at2);
    responses2.forEach(({ at: at2 }, place) => {
      if (at2 > place) this.rows.at("gemini/response-after-text", "part", index, at2);
    });
    this.#match(responses2, index);
    this.#asked = [];
    this.#before = "other";
  }
  #response(response, index, at2) {
    if (idOf(response.name) === void 0) this.rows.at("gemini/response-without-name", "part", index, at2);
    if (isPresent(response.response) && !isRecord(response.response)) {
      this.rows.at("gemini/response-not-object", "part", index, at2);
    }
  }
  #match(responses2, index) {
    const asked = this.#asked;
    if (asked.length === 0) {
      const orphans = this.#before !== "none" || !this.isDelta;
      if (orphans) for (const { at: at2 } of responses2) this.rows.at("gemini/orphan-response", "part", index, at2);
      return;
    }
    if (responses2.length !== asked.length) {
      this.#count(index - 1, asked.length);
      return;
    }
    const ids = new Set(asked.flatMap(({ id }) => id === void 0 ? [] : [id]));
    responses2.forEach(({ at: at2, response }, place) => {
      const [id, name] = [idOf(response.id), idOf(response.name)];
      const byId = id !== void 0 && ids.has(id);
      if (!byId && name !== void 0 && name !== asked[place]?.name) {
        this.rows.at("gemini/response-order", "part", index, at2, name);
      }
    });
  }
  #count(index, calls) {
    this.rows.message("gemini/response-count", index, calls);
  }
  end(count2) {
    if (this.#asked.length > 0) this.rows.message("gemini/call-unanswered-at-end", count2 - 1);
  }
};
function currentTurnStart(contents) {
  const last2 = contents.findLastIndex(
    ({ role, parts }) => role !== "model" && Array.isArray(parts) && parts.some((part2) => isRecord(part2) && functionResponse(part2) === void 0)
  );
  return last2 + 1;
}
function either(object, camel, snake) {
  return Object.hasOwn(object, camel) ? object[camel] : object[snake];
}
function functionCall(part2) {
  const call = either(part2, "functionCall", "function_call");
  return isRecord(call) ? call : void 0;
}
function functionResponse(part2) {
  const response = either(part2, "functionResponse", "function_response");
  return isRecord(response) ? response : void 0;
}
function isSigned(part2) {
  return idOf(either(part2, "thoughtSignature", "thought_signature")) !== void 0;
}
function isGeminiDelta(request) {
  return typeof either(request, "cachedContent", "cached_content") === "string";
}

// ts/rules/responses-items.ts
function checkItem(item, index, request, rows) {
  const { vendor } = request;
  const type = typeof item.type === "string" ? item.type : "";
  if (vendor === "openai") checkIds(item, index, type, request.isUnstored, rows);
  const callId = /_(?:call|output)$/.test(type) ? idOf(item.call_id) : void 0;
  if (callId !== void 0) rows.form("responses/call-id-form", vendor, callId, "message", index);
  if (type !== "function_call" && type !== "custom_tool_call") return;
  const name = idOf(item.name);
  if (name === void 0) rows.message("responses/call-without-name", index);
  else rows.form("responses/call-name-form", vendor, name, "message", index);
  const given = type === "function_call" ? item.arguments : item.input;
  if (typeof given !== "string") rows.message("responses/arguments-not-text", index);
}
function checkIds(item, index, type, isUnstored, rows) {
  const { id } = item;
  if (typeof id !== "string") return;
  rows.form("responses/item-id-form", type, id, "message", index);
  if (!isUnstored) return;
  const hasContent = Array.isArray(item.content) && item.content.length > 0;
  if (type === "reasoning" && idOf(item.encrypted_content) === void 0 && !hasContent) {
    rows.message("responses/reasoning-not-stored", index, id);
  }
  if (type === "item_reference") rows.message("responses/reference-not-stored", index, id);
}

// ts/rules/responses.ts
var ROLES4 = /* @__PURE__ */ new Set(["user", "assistant", "system", "developer"]);
var CALLS = /* @__PURE__ */ new Set([
  "function_call",
  "custom_tool_call",
  "computer_call",
  "local_shell_call",
  "shell_call",
  "apply_patch_call"
]);
var OUTPUTS = new Set([...CALLS].map((type) => `${type}_output`));
var LOCAL_SHELL_OUTPUT = "local_shell_call_output";
function validateResponses(items, request, rows) {
  const reader = new Reader3(request.isDelta, rows);
  items.forEach((item, index) => {
    checkItem(item, index, request, rows);
    reader.item(item, index);
  });
  reader.end();
}
var Reader3 = class {
  constructor(isDelta, rows) {
    this.isDelta = isDelta;
    this.rows = rows;
  }
  #calls = [];
  /** The newest call of each id. */
  #newest = /* @__PURE__ */ new Map();
  #ids = /* @__PURE__ */ new Set();
  /** Unanswered calls since the last item that is neither call nor reasoning. */
  #tail = [];
  /** Reasoning items whose following item has not come yet. */
  #reasoning = [];
  item(item, index) {
    const type = typeof item.type === "string" ? item.type : "message";
    this.#itemId(item, index, type);
    if (type === "reasoning") {
      const id = idOf(item.id);
      if (id !== void 0) this.#reasoning.push({ item: index, id });
      return;
    }
    this.#endReasoning(type, item);
    if (CALLS.has(type)) {
      this.#call(item, index, type);
      return;
    }
    if (!type.endsWith("_call")) this.#tail = [];
    if (OUTPUTS.has(type)) this.#output(item, index, type);
    else if (type === "message") this.#message(item, index);
  }
  #itemId({ id: value }, index, type) {
    const id = idOf(value);
    if (id === void 0 || type === "item_reference" || type === LOCAL_SHELL_OUTPUT) return;
    if (this.#ids.has(id)) this.rows.message("responses/duplicate-item-id", index, id);
    this.#ids.add(id);
  }
  /** Reasoning must precede a message of the assistant or an item that the provider made. */
  #endReasoning(type, item) {
    const isInput = type === "message" ? item.role !== "assistant" : type.endsWith("_output");
    if (isInput && !this.isDelta) this.#reportReasoning();
    this.#reasoning = [];
  }
  #reportReasoning() {
    for (const { item, id } of this.#reasoning) this.rows.message("responses/reasoning-without-item", item, id);
  }
  #call(item, index, type) {
    const id = idOf(item.call_id);
    if (id === void 0) {
      const needsId = type === "function_call" || type === "custom_tool_call";
      if (needsId) this.rows.message("responses/call-without-id", index);
      return;
    }
    const call = { item: index, id, answered: false };
    this.#calls.push(call);
    this.#newest.set(id, call);
    this.#tail.push(index);
  }
  #output(item, index, type) {
    const byOwnId = type === LOCAL_SHELL_OUTPUT && idOf(item.call_id) === void 0 ? idOf(item.id) : void 0;
    const id = idOf(item.call_id) ?? byOwnId;
    const isPlain = type === "function_call_output" || type === "custom_tool_call_output";
    if (isPlain && !isPresent(item.output)) this.rows.message("responses/output-missing", index);
    if (id === void 0) {
      if (isPlain) this.rows.message("responses/output-without-id", index);
      return;
    }
    const call = this.#newest.get(id);
    if (call === void 0 && byOwnId !== void 0) {
      this.#answerNewest();
    } else if (call === void 0) {
      if (!this.isDelta) this.rows.message("responses/orphan-output", index, id);
    } else if (call.answered) {
      this.rows.message("responses/duplicate-output", index, id);
    } else {
      call.answered = true;
    }
  }
  /** Answers the newest call that has no output. The id of a local shell's output is the call's or the item's. */
  #answerNewest() {
    const call = this.#calls.findLast(({ answered }) => !answered);
    if (call !== void 0) call.answered = true;
  }
  #message(item, index) {
    const { role, content } = item;
    if (!ROLES4.has(role)) {
      this.rows.message("responses/role", index, idOf(role));
      return;
    }
    if (!Array.isArray(content)) return;
    content.forEach((part2, at2) => {
      const wrong = role === "assistant" ? "input_text" : "output_text";
      if (isRecord(part2) && part2.type === wrong) this.rows.at("responses/content-type", "block", index, at2, wrong);
    });
  }
  end() {
    if (this.isDelta) return;
    this.#reportReasoning();
    const tail = new Set(this.#tail);
    for (const { item, id, answered } of this.#calls) {
      const rule = tail.has(item) ? "responses/call-unanswered-at-end" : "responses/call-without-output";
      if (!answered) this.rows.message(rule, item, id);
    }
  }
};
function isResponsesDelta({ previous_response_id: previous, conversation }) {
  return typeof previous === "string" || typeof conversation === "string" || isRecord(conversation);
}

// ts/rules/wire-rules.ts
var RULES = wireTable({
  "openai-chat": (input, rows) => validateChat(input.messages, vendorOf(modelOf(input)), rows),
  "openai-responses": (input, rows) => {
    const { request, messages } = input;
    const facts = { isUnstored: request.store === false, vendor: vendorOf(modelOf(input)) };
    validateResponses(messages, { isDelta: isResponsesDelta(request), ...facts }, rows);
  },
  anthropic: (input, rows) => {
    const { request, messages } = input;
    validateAnthropic(request, messages, anthropicVendorOf(modelOf(input)), rows);
    validateBreakpoints(request, messages, rows);
  },
  gemini: (input, rows) => {
    const facts = { isDelta: isGeminiDelta(input.request), model: modelOf(input) };
    validateGemini(input.messages, facts, rows);
  }
});
var modelOf = ({ request, model }) => typeof request.model === "string" ? request.model : model;

// ts/rules/index.ts
var KNOWN_WIRES = { wires: WIRES, rules: RULES };
function validateBody(body, options, known2) {
  const parsed = parseBodyText(body);
  if (!parsed.ok) return [unreadableViolation(parsed.skip.reason, parsed.skip.detail)];
  return toViolations(findInValue(parsed.value, options, parsed.text, known2));
}
function validateObject(request, options) {
  return toViolations(findInValue(request, options));
}
function toViolations(found2) {
  if ("unreadable" in found2) return [found2.unreadable];
  return sortRows(found2.rows).slice(0, MAX_VIOLATIONS).map((row) => renderViolation(row, found2.wire.listKey));
}
function findInValue(request, options, text, { wires, rules } = KNOWN_WIRES) {
  const shape = options.wire ?? detectShape(request, void 0, wires);
  if (shape === "none") return noConversation();
  const wire = wires.find(shape);
  if (wire === void 0) return { unreadable: unreadableViolation("unsupported_wire", unsupportedDetail(shape)) };
  if (!isRecord(request)) return noConversation();
  const messages = request[wire.listKey];
  if (wire.listMayBeText && typeof messages === "string") return { wire, rows: textInput(request, wire, text) };
  if (!Array.isArray(messages)) return noConversation();
  if (messages.length > LIMITS.messages) return { unreadable: tooManyMessages2(messages.length) };
  const found2 = findRows(
    request,
    messages,
    wire.listKey,
    text,
    (readable, into) => rules.of(wire.key)({ request, messages: readable, model: options.model }, into)
  );
  return { wire, rows: found2 };
}
function noConversation() {
  return { unreadable: unreadableViolation("no_conversation", NO_CONVERSATION_DETAIL) };
}
function tooManyMessages2(count2) {
  const detail = `the request has ${count2} messages; at most ${LIMITS.messages} are read`;
  return unreadableViolation("too_many_messages", detail);
}
function textInput(request, { listKey }, text) {
  const rows = { keys: new Rows(), surrogates: new Rows() };
  if (text === void 0) validateSurrogates(request, [], rows.surrogates);
  else scanText(text, listKey, rows);
  return rows.keys.rows.length > 0 ? rows.keys.rows.slice(0, 1) : rows.surrogates.rows;
}
function findRows(request, messages, listKey, text, applyRules) {
  const [keys, found2] = [new Rows(), new Rows()];
  if (text !== void 0) scanText(text, listKey, { keys, surrogates: found2 });
  const doubts = findDoubts(messages, keys, text !== void 0);
  if (doubts.length > 0) return doubts;
  if (text === void 0) validateSurrogates(request, messages, found2);
  applyRules(messages, found2);
  return found2.rows;
}
function findDoubts(messages, keys, keysAreSeen) {
  const inRequest = keys.rows.filter(({ place }) => place === "request");
  if (inRequest.length > 0) return inRequest.slice(0, 1);
  const shape = new Rows();
  validateShape(messages, shape);
  const isKey = ({ rule }) => rule === "duplicate-key";
  const twice = keysAreSeen ? keys.rows : shape.rows.filter(isKey);
  return twice.length > 0 ? twice : shape.rows.filter((row) => !isKey(row));
}

// ts/baseline/index.ts
function createBaseline(known2 = KNOWN_WIRES) {
  const internal = { checkRoundTrip: true, known: known2 };
  return {
    name: "baseline",
    cpu: "",
    reduceBody: (body, policy, options) => reduceParsedBody(body, policy, options, internal),
    reduceBodyInto: (body, out, policy, options) => reduceBodyInto(body, out, policy, options, internal),
    // Synchronous: a later call would need a copy, and would use the JavaScript thread all the same.
    reduceBodyAsync: async (body, policy, options) => reduceParsedBody(body, policy, options, internal),
    planBody: (body, policy, options) => planBody(body, policy, options, known2),
    describe: (body, options) => describeBody(body, options, known2),
    detectWire: (body) => {
      const parsed = parseBody(body, false);
      return parsed.ok ? known2.wires.find(detectShape(parsed.value, void 0, known2.wires))?.key : void 0;
    },
    locateSession: (body, options, step) => {
      const parsed = parseBody(body, false);
      return parsed.ok ? locateInObject(parsed.value, options, step, known2.wires) : void 0;
    },
    validateBody: (body, options) => validateBody(body, options, known2)
  };
}
function reduceParsedBody(body, policy, options, internal = { checkRoundTrip: true }) {
  const basis = startReport(policy, sameBytes(body));
  try {
    const read7 = readBody(body, policy, options, internal);
    if ("skip" in read7) return passThrough(body, basis, read7.skip);
    const { changed } = read7.outcome;
    if (!hasEdits(read7)) return new Untouched(body, outcomeReport(basis, read7.outcome));
    const next = toOwnBytes(JSON.stringify(editedRequest(read7)));
    basis.bytes = { before: body.length, after: next.length };
    return new BaselineReduction(changed ? next : body, outcomeReport(basis, read7.outcome), read7);
  } catch (error) {
    return passThrough(body, basis, defect("baseline", error));
  }
}
var BaselineReduction = class {
  constructor(body, report, read7) {
    this.body = body;
    this.report = report;
    this.changed = read7.outcome.changed;
    this.#read = read7;
  }
  #read;
  originals() {
    const { original, outcome } = this.#read;
    return { [Symbol.iterator]: () => readOriginals({ ...outcome, original }) };
  }
};
function reduceBodyInto(body, out, policy, options, internal) {
  const { body: reduced, changed, report } = reduceParsedBody(body, policy, options, internal);
  if (!changed) return { bytesWritten: 0, changed, report };
  if (reduced.length > out.length) return { bytesNeeded: reduced.length };
  out.set(reduced);
  return { bytesWritten: reduced.length, changed, report };
}
function toOwnBytes(text) {
  const bytes = Buffer.from(text);
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own2 = Buffer.allocUnsafeSlow(bytes.length);
  own2.set(bytes);
  return own2;
}
function planBody(body, policy, options, known2) {
  const basis = startReport(policy, sameBytes(body));
  try {
    const read7 = readBody(body, policy, options, { checkRoundTrip: true, known: known2 });
    if ("skip" in read7) return { edits: [], report: skipReport(basis, read7.skip) };
    const { original, outcome } = read7;
    if (hasEdits(read7)) {
      const after = Buffer.byteLength(JSON.stringify(editedRequest(read7)));
      basis.bytes = { before: body.length, after };
    }
    return {
      edits: describeEdits({ ...outcome, original }),
      report: outcomeReport(basis, outcome)
    };
  } catch (error) {
    return { edits: [], report: skipReport(basis, defect("baseline", error)) };
  }
}
var ParsedHead = class _ParsedHead {
  #body;
  #value;
  constructor(body, value, { wire, model, messages }) {
    this.wire = wire;
    this.model = model;
    this.messages = messages;
    this.#body = body;
    this.#value = value;
  }
  /** The value of `body`, if that is the one that was parsed. */
  static valueOf(head, body) {
    return head instanceof _ParsedHead && head.#body === body ? head.#value : void 0;
  }
};
function describeBody(body, options, known2) {
  const parsed = parseBody(body, true);
  const head = parsed.ok ? describeObject(parsed.value, options, known2.wires) : void 0;
  return parsed.ok && head !== void 0 ? new ParsedHead(body, parsed.value, head) : void 0;
}
function describeObject(request, options, wires = WIRES) {
  const found2 = findConversation(request, options, wires);
  if ("skip" in found2) return void 0;
  const { wire, model, list } = found2;
  return { wire: wire.key, model, messages: list.length };
}
var DISABLED = { skip: { reason: "disabled", detail: DISABLED_DETAIL } };
function readBody(body, policy, options, { checkRoundTrip, known: known2 = KNOWN_WIRES }) {
  if (isDisabled(policy)) return DISABLED;
  const value = policy.settings.repairSurrogates ? void 0 : ParsedHead.valueOf(options.head, body);
  if (value !== void 0) return planRequest(value, policy, options, known2.wires);
  const parsed = parseBody(body, checkRoundTrip, policy.settings.repairSurrogates);
  return parsed.ok ? planRequest(parsed.value, policy, options, known2.wires) : { skip: parsed.skip };
}
function hasEdits({ outcome }) {
  const { edits, anchors, clears, repairs = [] } = outcome;
  return clears !== void 0 || edits.length + anchors.edits.length + repairs.length > 0;
}
function editedRequest({ request, outcome }) {
  return applyEdits(outcome.wire, request, outcome.edits, outcome.anchors, outcome.clears);
}
function startReport(policy, bytes) {
  return { backend: "baseline", policy, startedAt: nowMillis(), bytes };
}
function sameBytes(body) {
  return { before: body.length, after: body.length };
}
function passThrough(body, basis, skip2) {
  return new Untouched(body, skipReport(basis, skip2));
}

// ts/native/addon.ts
import { createRequire as createRequire2 } from "node:module";

// ts/native/platform.ts
import { readFileSync } from "node:fs";
var PREBUILT_TRIPLES = [
  "linux-x64-gnu",
  "linux-arm64-gnu",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "win32-x64-msvc",
  "win32-arm64-msvc"
];
function platformTriple({ platform, arch } = process, libc = detectLibc) {
  if (platform === "linux") return `linux-${arch}-${libc()}`;
  if (platform === "win32") return `win32-${arch}-msvc`;
  return `${platform}-${arch}`;
}
function howToGetNative(triple, version2) {
  return PREBUILT_TRIPLES.includes(triple) ? `For the native backend: run \`npm install tamis-${triple}@${version2}\` (in a checkout: install Rust and run \`npm run build\`).` : `For the native backend: there is no prebuilt addon for ${triple}; install Rust (https://rustup.rs) and run \`npm run build\` in a checkout of Tamis.`;
}
function detectLibc() {
  return libcOfMaps(mappedFiles()) ?? libcOfReport(process.report?.getReport());
}
function mappedFiles() {
  try {
    return readFileSync("/proc/self/maps", "latin1");
  } catch {
    return "";
  }
}
function libcOfMaps(maps) {
  if (/\/(?:ld-musl-|libc\.musl-)/.test(maps)) return "musl";
  return /\/libc(?:\.so\.6|-2\.\d+\.so)\b/.test(maps) ? "gnu" : void 0;
}
function libcOfReport(report) {
  const header = report?.header;
  return header?.glibcVersionRuntime === void 0 ? "musl" : "gnu";
}

// ts/native/protocol.ts
var PROTOCOL_VERSION = 2962490725;
var FLAG_MEASURE = 1;
var FLAG_EXPLAIN = 2;
var FLAG_OUTPUT = 4;
var FLAG_DEAD = 8;
var FLAG_START_MOVES = 16;
var FLAG_FROZEN = 32;
var SLOT_STATUS = 0;
var SLOT_OFFSET = 1;
var SLOT_WIRE = 2;
var SLOT_ROWS_BYTES = 3;
var SLOT_REPLACEMENT_BYTES = 4;
var SLOT_SUMMARY = 5;
var SLOT_COUNT = 58;
var LANDMARK_STEPS = 0;
var LANDMARK_HOURLY = 1;
var LANDMARK_CALL_START = 2;
var LANDMARK_CALL_END = 3;
var LANDMARK_OPENING_START = 4;
var LANDMARK_OPENING_END = 5;
var LANDMARK_SYSTEM_START = 6;
var LANDMARK_SYSTEM_END = 7;
var LANDMARK_FIRST_CALL_START = 8;
var LANDMARK_FIRST_CALL_END = 9;
var LANDMARK_MODEL_START = 10;
var LANDMARK_MODEL_END = 11;
var LANDMARK_MARKED = 12;
var LANDMARK_PROMPT = 13;
var LANDMARK_BY_HAND = 14;
var LANDMARK_COUNT = 15;
var HEAD_WIRE = 0;
var HEAD_MESSAGES = 1;
var HEAD_MODEL_START = 2;
var HEAD_MODEL_END = 3;
var HEAD_COUNT = 4;
var SUMMARY_DECISION_COUNT = 0;
var SUMMARY_EDIT_COUNT = 1;
var SUMMARY_MESSAGE_COUNT = 2;
var SUMMARY_TOOL_TURN_COUNT = 3;
var SUMMARY_TOOL_RESULT_COUNT = 4;
var SUMMARY_MASKED_COUNT = 5;
var SUMMARY_MASKED_CHARS_LOW = 6;
var SUMMARY_MASKED_CHARS_HIGH = 7;
var SUMMARY_CLIPPED_COUNT = 8;
var SUMMARY_CLIPPED_CHARS_LOW = 9;
var SUMMARY_CLIPPED_CHARS_HIGH = 10;
var SUMMARY_TEXT_CHARS_LOW = 11;
var SUMMARY_TEXT_CHARS_HIGH = 12;
var SUMMARY_FIRST_CHANGED_BYTE = 13;
var SUMMARY_OUTPUT_BYTES = 14;
var SUMMARY_MODEL_START = 15;
var SUMMARY_MODEL_END = 16;
var SUMMARY_IS_DELTA = 17;
var SUMMARY_REPAIR_COUNT = 18;
var SUMMARY_CACHE_FLAGS = 19;
var SUMMARY_MOVES = 20;
var SUMMARY_WAITING_COUNT = 21;
var SUMMARY_WAITING_TOKENS = 22;
var SUMMARY_SAVED_TOKENS = 23;
var SUMMARY_KEPT_TOKENS = 24;
var SUMMARY_LOST_TOKENS = 25;
var SUMMARY_CARRIED_LOW = 26;
var SUMMARY_CARRIED_HIGH = 27;
var SUMMARY_NET_SAVING_LOW = 28;
var SUMMARY_NET_SAVING_HIGH = 29;
var SUMMARY_LAST_MOVE_STEP = 30;
var SUMMARY_MEDIA_COUNT = 31;
var SUMMARY_MASKED_MEDIA_COUNT = 32;
var SUMMARY_THINKING_REMOVED = 33;
var SUMMARY_THINKING_CHARS_LOW = 34;
var SUMMARY_THINKING_CHARS_HIGH = 35;
var SUMMARY_SHORTENED_COUNT = 36;
var SUMMARY_SHORTENED_CHARS_LOW = 37;
var SUMMARY_SHORTENED_CHARS_HIGH = 38;
var SUMMARY_CLEARING = 39;
var SUMMARY_CLEARED_TOOL_USES = 40;
var SUMMARY_KEPT_TOOL_USES = 41;
var SUMMARY_SEALED_CHARS = 42;
var SUMMARY_REMOVED_SEALED_CHARS = 43;
var SUMMARY_ANCHOR_COUNT = 44;
var SUMMARY_ANCHORS = 45;
var CACHE_DECIDED = 1;
var CACHE_MOVED = 2;
var CACHE_OVER_BUDGET = 4;
var CACHE_WAITS_FOR_PROMPT = 8;
var CACHE_CHECKS = 32;
var CACHE_BELOW_DEAR_ZONE = 16;
var DECISION_ACTION_MASK = 7;
var DECISION_REASON_SHIFT = 3;
var DECISION_REASON_MASK = 63;
var DECISION_SNAKE_CASE = 512;
var DECISION_FIELDS = 1024;
var DECISION_IN_MESSAGE = 2048;
var DECISION_AROUND = 4096;
var EDIT_KIND_MASK = 7;
var EDIT_HAS_PART = 8;
var EDIT_HAS_TEXT = 16;
var VIOLATION_RULE = 0;
var VIOLATION_PLACE = 1;
var VIOLATION_MESSAGE = 2;
var VIOLATION_INDEX = 3;
var VIOLATION_NESTED = 4;
var VIOLATION_OFFSET = 5;
var VIOLATION_DETAIL = 6;
var VIOLATION_FIRST = 7;
var VIOLATION_SECOND = 8;
var VIOLATION_WORDS = 9;
var DETAIL_TEXT = 1;
var DETAIL_COUNT = 2;
var METHOD_EXACT = 2;
var METHOD_FIRST = 4;
var GROWTH_FROM = 0;
var GROWTH_SLOT = 1;
var GROWTH_SAME = 2;
var GROWTH_ELEMENTS = 3;
var GROWTH_OPEN = 4;
var GROWTH_NEXT = 5;
var LEDGER_ENTRIES = 0;
var LEDGER_HITS = 1;
var LEDGER_MISSES = 2;
var LEDGER_COUNTED_BYTES = 3;
var STATUSES = [
  "read",
  "empty",
  "invalid_utf8",
  "invalid_json",
  "no_conversation",
  "mixed_wires",
  "duplicate_key",
  "too_large",
  "too_many_messages",
  "internal_error",
  "bedrock_converse",
  "server_side_editing"
];
var WIRES2 = ["openai-chat", "openai-responses", "anthropic", "gemini"];
var ACTIONS = ["keep", "mask", "clip", "remove", "shorten"];
var REASONS2 = [
  "window",
  "error",
  "orphan",
  "duplicate_key",
  "content",
  "excluded",
  "never",
  "keep_last_k",
  "open_loop",
  "placeholder",
  "short",
  "not_shorter",
  "carried",
  "dispatch",
  "frozen",
  "pinned",
  "thinking",
  "bound",
  "terminal",
  "json",
  "paths",
  "repeats",
  "line_numbers",
  "similar",
  "long_lines",
  "clip",
  "cleared"
];
var CLEARINGS = ["unasked", "provider", "wire", "model", "client"];
var EDIT_KINDS = ["replaces", "removes", "marks", "unmarks", "clears"];
var PLACES2 = ["request", "tool", "system", "message", "block", "nested", "call", "part"];
var RULES2 = [
  "duplicate-key",
  "message-not-object",
  "block-not-object",
  "lone-surrogate",
  "chat/no-messages",
  "chat/role",
  "chat/content-missing",
  "chat/calls-empty",
  "chat/call-without-id",
  "chat/call-unanswered",
  "chat/call-unanswered-at-end",
  "chat/result-without-id",
  "chat/result-orphan",
  "chat/duplicate-result",
  "chat/function-without-name",
  "chat/call-id-form",
  "chat/call-without-name",
  "chat/call-name-form",
  "chat/arguments-not-text",
  "chat/arguments-not-json",
  "anthropic/no-messages",
  "anthropic/role",
  "anthropic/first-role",
  "anthropic/content",
  "anthropic/empty-user-message",
  "anthropic/blank-text",
  "anthropic/duplicate-call-id",
  "anthropic/missing-result",
  "anthropic/missing-result-at-end",
  "anthropic/orphan-result",
  "anthropic/duplicate-result",
  "anthropic/result-not-first",
  "anthropic/thinking-at-end",
  "anthropic/trailing-space",
  "anthropic/thinking-first",
  "anthropic/empty-text",
  "anthropic/block-role",
  "anthropic/call-without-id",
  "anthropic/result-without-id",
  "anthropic/result-content",
  "anthropic/thinking-signature",
  "anthropic/call-id-form",
  "anthropic/result-id-form",
  "anthropic/call-without-name",
  "anthropic/call-name-form",
  "anthropic/input-not-object",
  "anthropic/server-call-id-form",
  "anthropic/server-call-without-result",
  "anthropic/server-result-orphan",
  "anthropic/breakpoint-on-thinking",
  "anthropic/breakpoint-on-empty-text",
  "anthropic/too-many-breakpoints",
  "anthropic/breakpoint-ttl-order",
  "responses/role",
  "responses/content-type",
  "responses/call-without-id",
  "responses/output-without-id",
  "responses/output-missing",
  "responses/call-without-output",
  "responses/call-unanswered-at-end",
  "responses/orphan-output",
  "responses/duplicate-output",
  "responses/duplicate-item-id",
  "responses/reasoning-without-item",
  "responses/item-id-form",
  "responses/call-id-form",
  "responses/call-without-name",
  "responses/call-name-form",
  "responses/arguments-not-text",
  "responses/reasoning-not-stored",
  "responses/reference-not-stored",
  "gemini/no-contents",
  "gemini/role",
  "gemini/empty-parts",
  "gemini/call-without-name",
  "gemini/call-position",
  "gemini/response-count",
  "gemini/call-unanswered-at-end",
  "gemini/orphan-response",
  "gemini/response-order",
  "gemini/response-after-text",
  "gemini/response-without-name",
  "gemini/response-not-object",
  "gemini/signature-missing-in-current-turn",
  "gemini/empty-part",
  "gemini/call-name-form",
  "gemini/args-not-object"
];
var ENCODINGS = ["o200k_base", "cl100k_base"];

// ts/native/addon.ts
var CHECKOUT = IS_BUILT ? "../ts/binding" : "../binding";
function loadAddon(triple = platformTriple(), load = createRequire2(import.meta.url)) {
  const built = speaking(`${CHECKOUT}/tamis.${triple}.node`, load);
  if ("addon" in built) return built;
  const name = `tamis-${triple}`;
  const other = otherVersion(name, load);
  const installed = other === void 0 ? speaking(name, load) : { problem: other };
  if ("addon" in installed) return installed;
  const problems = [built.problem, installed.problem ?? missing(triple)].filter((problem) => problem !== void 0);
  return { reason: `no addon for ${triple}: ${problems.join("; ")}` };
}
function speaking(id, load) {
  const attempted = attempt(id, load);
  if (!("loaded" in attempted)) return attempted;
  const addon = Object(attempted.loaded);
  const { PROTOCOL_VERSION: version2 } = addon;
  if (version2 === PROTOCOL_VERSION) return { addon };
  return { problem: `${id} has protocol version ${version2}, this is ${PROTOCOL_VERSION}; build it again` };
}
function attempt(id, load) {
  try {
    return { loaded: load(id) };
  } catch (error) {
    const { code, message } = Object(error);
    return { problem: code === "MODULE_NOT_FOUND" ? void 0 : `${id}: ${firstLine(message ?? String(error))}` };
  }
}
function otherVersion(name, load) {
  const manifest2 = attempt(`${name}/package.json`, load);
  if (!("loaded" in manifest2)) return void 0;
  const { version: version2 } = manifest2.loaded;
  return version2 === packageVersion() ? void 0 : `${name} is version ${version2}, this is ${packageVersion()}`;
}
function missing(triple) {
  return PREBUILT_TRIPLES.includes(triple) ? `the package tamis-${triple} is not installed` : `there are prebuilt ones for ${PREBUILT_TRIPLES.join(", ")}`;
}
function firstLine(text) {
  return text.split("\n", 1)[0] ?? "";
}

// ts/base/abort.ts
var waiting = /* @__PURE__ */ new WeakMap();
function onAbort(signal, callback) {
  const { callbacks, listener } = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || waiting.get(signal)?.listener !== listener) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}
function listen(signal) {
  const callbacks = /* @__PURE__ */ new Set();
  const listener = () => {
    waiting.delete(signal);
    for (const callback of callbacks) callback();
  };
  const waiters = { callbacks, listener };
  waiting.set(signal, waiters);
  signal.addEventListener("abort", listener, { once: true });
  return waiters;
}

// ts/text/json-pointer.ts
function pathInObject(json) {
  const walk = new Walk2();
  for (const { token } of tokensOf(byteText(json))) walk.take(token);
  return walk.path();
}
function pathsAt2(json, offsets) {
  const walk = new Walk2();
  const paths = [];
  for (const { token, end } of tokensOf(byteText(json))) {
    walk.take(token);
    for (let path; (offsets[paths.length] ?? end) < end; ) {
      path ??= walk.path();
      paths.push(path);
    }
    if (paths.length === offsets.length) break;
  }
  return paths;
}
function byteText({ buffer, byteOffset: byteOffset2, byteLength }) {
  return Buffer.from(buffer, byteOffset2, byteLength).toString("latin1");
}
function* tokensOf(text) {
  for (let at2 = 0; at2 < text.length; at2++) {
    const char = text.charAt(at2);
    if (char === '"') {
      const end = stringEnd(text, at2) + 1;
      if (end === 0) return;
      yield { token: text.slice(at2, end), end };
      at2 = end - 1;
    } else if ("{}[],".includes(char)) {
      yield { token: char, end: at2 + 1 };
    }
  }
}
var Walk2 = class {
  #open = [];
  take(token) {
    const inner = this.#open.at(-1);
    if (token === "{" || token === "[") {
      this.#open.push({ key: "", index: 0, isList: token === "[", expectsKey: token === "{" });
    } else if (token === "}" || token === "]") {
      this.#open.pop();
    } else if (inner !== void 0 && token === ",") {
      inner.index++;
      inner.expectsKey = !inner.isList;
    } else if (inner?.expectsKey) {
      inner.key = token;
      inner.expectsKey = false;
    }
  }
  /** Open objects and lists. */
  get depth() {
    return this.#open.length;
  }
  path() {
    return this.#open.map(({ key, index, isList }) => `/${isList ? index : escapePointer(decodeKey(key))}`).join("");
  }
};
function decodeKey(token) {
  return JSON.parse(Buffer.from(token, "latin1").toString("utf8"));
}
function escapePointer(key) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

// ts/native/request.ts
function bytesOf2({ body, call }) {
  return ofLength(body, call.bodyBytes, "body");
}
function outputOf({ summary }, output) {
  return ofLength(output, summary.outputBytes, "the reduced body");
}
function ofLength(bytes, length, path) {
  if (bytes.length === length) return bytes;
  const message = `${path}: its memory was transferred or resized after the call; read hashes and originals before that`;
  throw new TamisError("OPTION_INVALID", message, { issues: [{ path, message }] });
}

// ts/native/rows.ts
var Rows2 = class {
  #bytes;
  #counts;
  #output;
  #at = 0;
  #decisions;
  #edits;
  #repairOffsets;
  /** @param output The reduced body, where it was made; else the replacements stand behind the rows. */
  constructor({ rows, summary }, output) {
    this.#bytes = rows;
    this.#counts = summary;
    this.#output = output;
  }
  get decisions() {
    this.#decisions ??= this.#readDecisions();
    return this.#decisions;
  }
  /** In body order. */
  get edits() {
    this.#edits ??= this.decisions && this.#readEdits();
    return this.#edits;
  }
  /** Where each repaired escape begins in the body, ascending. */
  get repairOffsets() {
    this.#repairOffsets ??= this.edits && this.#readRepairs();
    return this.#repairOffsets;
  }
  /** What an edit puts in. */
  replacementOf({ replacement: { start, end } }) {
    if (this.#output !== void 0) return textOf3(this.#output, start, end);
    const from = this.repairOffsets && this.#at;
    return textOf3(this.#bytes, from + start, from + end);
  }
  #readDecisions() {
    let messageIndex = 0;
    return Array.from({ length: this.#counts.decisionCount }, () => {
      messageIndex = this.#offsetFrom(messageIndex);
      const blockIndex = this.#number();
      const code = this.#number();
      return {
        messageIndex,
        blockIndex,
        toolName: this.#name(),
        callId: this.#name(),
        // Their edits replace blocks of the message, and the edits' parts are the blocks' indexes.
        ...(code & DECISION_IN_MESSAGE) === 0 ? {} : { isMedia: true },
        action: ACTIONS[code & DECISION_ACTION_MASK] ?? "keep",
        reason: REASONS2[code >> DECISION_REASON_SHIFT & DECISION_REASON_MASK] ?? "window",
        charsBefore: this.#number(),
        charsAfter: this.#number(),
        isSnakeCase: (code & DECISION_SNAKE_CASE) !== 0,
        hasFields: (code & DECISION_FIELDS) !== 0,
        isAround: (code & DECISION_AROUND) !== 0
      };
    });
  }
  #readEdits() {
    const before = { decision: 0, end: 0, added: 0, removed: 0 };
    return Array.from({ length: this.#counts.editCount }, () => this.#readEdit(before));
  }
  #readEdit(before) {
    const code = this.#number();
    const kind = EDIT_KINDS[code & EDIT_KIND_MASK] ?? "replaces";
    if (kind === "marks" || kind === "unmarks") {
      const place = { messageIndex: this.#number(), blockIndex: this.#number() };
      return { kind, ...place, ...this.#readChange(code, before), replacement: this.#readReplacement(before) };
    }
    if (kind === "clears")
      return { kind, ...this.#readChange(code, before), replacement: this.#readReplacement(before) };
    before.decision = this.#offsetFrom(before.decision);
    const { decision } = before;
    const change = this.#readChange(code, before);
    const text = (code & EDIT_HAS_TEXT) === 0 ? change.span : this.#readSpan(change.span.start);
    return { kind, decision, ...change, text, replacement: this.#readReplacement(before) };
  }
  #readChange(code, before) {
    const part2 = (code & EDIT_HAS_PART) === 0 ? void 0 : this.#number();
    const span = this.#readSpan(before.end);
    before.end = span.end;
    before.removed += span.end - span.start;
    return { part: part2, span };
  }
  #readReplacement(before) {
    const start = this.#output === void 0 ? before.added : before.end - before.removed + before.added;
    const bytes = this.#number();
    before.added += bytes;
    return { start, end: start + bytes };
  }
  #readSpan(from) {
    const start = this.#offsetFrom(from);
    return { start, end: this.#offsetFrom(start) };
  }
  #readRepairs() {
    let offset = 0;
    return Array.from({ length: this.#counts.repairCount }, () => {
      offset = this.#offsetFrom(offset);
      return offset;
    });
  }
  /** A string that may be missing, decoded. */
  #name() {
    const code = this.#number();
    if (code === 0) return void 0;
    const start = this.#at;
    this.#at += code - 1;
    const raw = textOf3(this.#bytes, start, this.#at);
    return raw.includes("\\") ? JSON.parse(`"${raw}"`) : raw;
  }
  /** The number whose difference to `base`, modulo 2³², comes next. */
  #offsetFrom(base) {
    return base + this.#number() >>> 0;
  }
  /** LEB128 of at most 32 bits. */
  #number() {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      number |= (byte & 127) << shift;
      if (byte < 128) return number >>> 0;
    }
  }
};
function textOf3(bytes, start, end) {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

// ts/native/edits.ts
var NativeReduction = class {
  constructor(body, changed, report, request) {
    this.body = body;
    this.changed = changed;
    this.report = report;
    this.#request = request;
    this.#output = changed ? body : void 0;
  }
  #request;
  #output;
  originals() {
    const request = this.#request;
    const output = this.#output;
    return { [Symbol.iterator]: () => readOriginals2(request, output) };
  }
};
function* readOriginals2(request, output) {
  const rows = new Rows2(request, output && outputOf(request, output));
  for (const { edit: edit2, start, end } of placedEdits2(request, rows)) {
    yield { edit: edit2, bytes: new Uint8Array(bytesOf2(request).subarray(start, end)) };
  }
}
function decodeEdits(request) {
  return Array.from(placedEdits2(request, new Rows2(request)), ({ edit: edit2 }) => edit2);
}
function* placedEdits2(request, rows) {
  const repairs = placedRepairs(request, rows);
  let repair = repairs.next();
  for (const row of rows.edits) {
    for (; !repair.done && repair.value.start < row.span.start; repair = repairs.next()) yield repair.value;
    yield { edit: decodeEdit(request, rows, row), ...replacedValue(bytesOf2(request), row) };
  }
  for (; !repair.done; repair = repairs.next()) yield repair.value;
}
var ESCAPE_BYTES = 6;
function* placedRepairs(request, rows) {
  const offsets = rows.repairOffsets;
  if (offsets.length === 0) return;
  const paths = pathsAt2(bytesOf2(request), offsets);
  for (const [index, start] of offsets.entries()) {
    const end = start + ESCAPE_BYTES;
    yield { edit: { path: paths[index] ?? "", span: { start, end }, ...REPAIR }, start, end };
  }
}
var COMMA2 = 44;
var SPACE3 = 32;
var COLON = 58;
function replacedValue(body, { kind, span }) {
  let { start, end } = span;
  const isBetween = (at2) => body[at2] === COMMA2 || (body[at2] ?? COMMA2) <= SPACE3;
  while (start < end && isBetween(start)) start++;
  while (start < end && isBetween(end - 1)) end--;
  if (kind === "unmarks") {
    start = body.indexOf(COLON, start) + 1;
    while (start < end && isBetween(start)) start++;
  }
  return { start, end };
}
function decodeEdit(request, rows, row) {
  const { span } = row;
  const replacement = rows.replacementOf(row);
  if (row.kind === "clears") {
    return { path: clearingPath(wireOf2(request), row), span, replacement, action: "clear", reason: "cleared" };
  }
  if (!("decision" in row)) {
    return { path: markerPath(wireOf2(request), row), span, replacement, action: "anchor", reason: "anchor" };
  }
  const { action, reason } = rows.decisions[row.decision] ?? { action: "clip", reason: "window" };
  return { path: editPath(request, rows, row), span, replacement, action: action === "keep" ? "clip" : action, reason };
}
var wireOf2 = ({ wire }) => WIRES.of(wire ?? "");
function editPath(request, rows, { kind, decision, part: part2, span, text }) {
  const row = rows.decisions[decision];
  const { messageIndex = 0, blockIndex = 0, isSnakeCase = false, hasFields = false } = row ?? {};
  const wire = wireOf2(request);
  const content = contentPath(wire, messageIndex, blockIndex, isSnakeCase);
  if (row?.action === "remove") return content.slice(0, content.lastIndexOf("/"));
  if (part2 === void 0) return content;
  if (row?.isMedia) return `/${wire.listKey}/${messageIndex}/${wire.blocks.key}/${part2}`;
  if (row?.isAround) return parentOf(content) + pathInObject(bytesOf2(request).subarray(part2, span.start));
  if (wire.resultsAreObjects || hasFields) return content + pathInObject(bytesOf2(request).subarray(part2, span.start));
  const isWhole = kind === "removes" || span.start !== text.start;
  return isWhole ? `${content}/${part2}` : `${content}/${part2}/text`;
}
function markerPath(wire, { messageIndex, blockIndex, part: part2 }) {
  const content = contentPath(wire, messageIndex, blockIndex, false);
  const holder = part2 === void 0 ? parentOf(content) : `${content}/${part2}`;
  return `${holder}/${wire.cache.markerKey}`;
}
function clearingPath({ clearing }, { part: part2 }) {
  return part2 === void 0 ? `/${clearing?.key}` : `/${clearing?.key}/${clearing?.listKey}/${part2}`;
}
var parentOf = (path) => path.slice(0, path.lastIndexOf("/"));
function contentPath({ listKey, contentPath: inMessage }, message, block, isSnakeCase) {
  return `/${listKey}/${message}/${inMessage(block, isSnakeCase).join("/")}`;
}

// ts/native/model.ts
var last = { json: new Uint8Array(0), name: "" };
var MOST_KEPT_BYTES = 256;
function modelAt(body, start, end) {
  if (end === 0 || end > body.length) return void 0;
  if (isLast(body, start, end)) return last.name;
  const json = new Uint8Array(body.subarray(start, end));
  const name = JSON.parse(Buffer.from(json.buffer).toString());
  if (json.length <= MOST_KEPT_BYTES) last = { json, name };
  return name;
}
function isLast(body, start, end) {
  const { json } = last;
  if (json.length !== end - start) return false;
  for (let at2 = 0; at2 < json.length; at2++) if (json[at2] !== body[start + at2]) return false;
  return true;
}

// ts/native/summary.ts
function readSummary(words2, from) {
  const at2 = (place) => words2[from + place] ?? 0;
  const flags = at2(SUMMARY_CACHE_FLAGS);
  return {
    decisionCount: at2(SUMMARY_DECISION_COUNT),
    editCount: at2(SUMMARY_EDIT_COUNT),
    messageCount: at2(SUMMARY_MESSAGE_COUNT),
    toolTurnCount: at2(SUMMARY_TOOL_TURN_COUNT),
    toolResultCount: at2(SUMMARY_TOOL_RESULT_COUNT),
    maskedCount: at2(SUMMARY_MASKED_COUNT),
    maskedChars: signed(at2(SUMMARY_MASKED_CHARS_LOW), at2(SUMMARY_MASKED_CHARS_HIGH)),
    clippedCount: at2(SUMMARY_CLIPPED_COUNT),
    clippedChars: signed(at2(SUMMARY_CLIPPED_CHARS_LOW), at2(SUMMARY_CLIPPED_CHARS_HIGH)),
    textChars: signed(at2(SUMMARY_TEXT_CHARS_LOW), at2(SUMMARY_TEXT_CHARS_HIGH)),
    mediaCount: at2(SUMMARY_MEDIA_COUNT),
    maskedMediaCount: at2(SUMMARY_MASKED_MEDIA_COUNT),
    shortenedCount: at2(SUMMARY_SHORTENED_COUNT),
    shortenedChars: signed(at2(SUMMARY_SHORTENED_CHARS_LOW), at2(SUMMARY_SHORTENED_CHARS_HIGH)),
    sealedChars: at2(SUMMARY_SEALED_CHARS),
    removedSealedChars: at2(SUMMARY_REMOVED_SEALED_CHARS),
    thinkingRemoved: at2(SUMMARY_THINKING_REMOVED),
    thinkingRemovedChars: signed(at2(SUMMARY_THINKING_CHARS_LOW), at2(SUMMARY_THINKING_CHARS_HIGH)),
    firstChangedByte: at2(SUMMARY_FIRST_CHANGED_BYTE),
    outputBytes: at2(SUMMARY_OUTPUT_BYTES),
    modelStart: at2(SUMMARY_MODEL_START),
    modelEnd: at2(SUMMARY_MODEL_END),
    isDelta: at2(SUMMARY_IS_DELTA) !== 0,
    clearing: CLEARINGS[at2(SUMMARY_CLEARING)] ?? "unasked",
    clearedToolUses: at2(SUMMARY_CLEARED_TOOL_USES),
    keptToolUses: at2(SUMMARY_KEPT_TOOL_USES),
    repairCount: at2(SUMMARY_REPAIR_COUNT),
    cache: (flags & CACHE_DECIDED) === 0 ? void 0 : readCache(words2, from),
    fits: (flags & CACHE_OVER_BUDGET) === 0,
    checksThinking: (flags & CACHE_CHECKS) !== 0
  };
}
function readCache(words2, from) {
  const at2 = (place) => words2[from + place] ?? 0;
  const carried = at2(SUMMARY_CARRIED_LOW) + at2(SUMMARY_CARRIED_HIGH) * 2 ** 32;
  const netSaving = signed(at2(SUMMARY_NET_SAVING_LOW), at2(SUMMARY_NET_SAVING_HIGH));
  const lastMoveStep = at2(SUMMARY_LAST_MOVE_STEP);
  const flags = at2(SUMMARY_CACHE_FLAGS);
  return {
    ...(flags & CACHE_WAITS_FOR_PROMPT) === 0 ? {} : { waitsForPrompt: true },
    ...(flags & CACHE_BELOW_DEAR_ZONE) === 0 ? {} : { belowDearZone: true },
    moved: (flags & CACHE_MOVED) !== 0,
    moves: at2(SUMMARY_MOVES),
    waitingCount: at2(SUMMARY_WAITING_COUNT),
    waitingTokens: at2(SUMMARY_WAITING_TOKENS),
    savedTokens: at2(SUMMARY_SAVED_TOKENS),
    keptTokens: at2(SUMMARY_KEPT_TOKENS),
    lostTokens: at2(SUMMARY_LOST_TOKENS),
    carried: Math.round(carried / SCALE),
    netSaving: Math.round(netSaving / SCALE),
    ...lastMoveStep === 0 ? {} : { lastMoveStep },
    ...at2(SUMMARY_ANCHOR_COUNT) === 0 ? {} : { anchors: readAnchors(words2, from) }
  };
}
var signed = (low, high) => low + (high | 0) * 2 ** 32;
function readAnchors(words2, from) {
  const first = from + SUMMARY_ANCHORS;
  return Array.from({ length: words2[from + SUMMARY_ANCHOR_COUNT] ?? 0 }, (_, index) => ({
    messageIndex: words2[first + 2 * index] ?? 0,
    blockIndex: words2[first + 2 * index + 1] ?? 0
  }));
}

// ts/native/outcome.ts
function codeOfWire(wire) {
  if (wire === void 0) return 0;
  const index = WIRES2.indexOf(wire);
  if (index < 0) throw unknownWire(wire);
  return index + 1;
}
var wireOfCode = (code) => WIRES2[code - 1];
function optionFlags({ tokens: tokens2, explain, memory }) {
  const asked = (tokens2 ? FLAG_MEASURE : 0) | (explain === true ? FLAG_EXPLAIN : 0);
  return memory === void 0 ? asked : asked | memoryFlags(memory);
}
var memoryFlags = ({ isDead, startMoves, isFrozen }) => (isDead ? FLAG_DEAD : 0) | (startMoves ? FLAG_START_MOVES : 0) | (isFrozen ? FLAG_FROZEN : 0);
function rowsBytes(numbers, withReplacements) {
  if (numbers[SLOT_STATUS] !== READ) return 0;
  return (numbers[SLOT_ROWS_BYTES] ?? 0) + (withReplacements ? numbers[SLOT_REPLACEMENT_BYTES] ?? 0 : 0);
}
var READ = STATUSES.indexOf("read");
function skipReason(status) {
  const name = STATUSES[status];
  switch (name) {
    case void 0:
    case "read":
      return "internal_error";
    case "mixed_wires":
    case "bedrock_converse":
      return "unsupported_wire";
    default:
      return name;
  }
}
function readNumbers(numbers, addon, call, body, rows, model) {
  const status = numbers[SLOT_STATUS] ?? READ;
  const wire = wireOfCode(numbers[SLOT_WIRE] ?? 0);
  if (status !== READ) {
    const reason = skipReason(status);
    const detail = skipDetail(status, numbers[SLOT_OFFSET] ?? 0, wire);
    return { skipped: skippedCall(call, { reason, detail, wire }) };
  }
  const summary = readSummary(numbers, SLOT_SUMMARY);
  const { modelStart, modelEnd } = summary;
  const name = model === void 0 ? modelAt(body, modelStart, modelEnd) : JSON.parse(model);
  return { addon, call, body, summary, model: name, rows, wire };
}
function skippedCall({ bodyBytes, policy, startedAt }, skip2) {
  const bytes = { before: bodyBytes, after: bodyBytes };
  return skipReport({ backend: "native", policy, startedAt, bytes }, skip2);
}
function skipDetail(status, offset, wire) {
  switch (skipReason(status)) {
    case "empty":
      return "the body has no bytes; send a JSON request";
    case "invalid_utf8":
      return `the bytes at offset ${offset} are not UTF-8; send the request as uncompressed UTF-8`;
    case "invalid_json":
      return `the body is not JSON at byte ${offset}; it was passed on as it is`;
    case "no_conversation":
      return NO_CONVERSATION_DETAIL;
    case "unsupported_wire":
      return STATUSES[status] === "bedrock_converse" ? BEDROCK_CONVERSE_DETAIL : MIXED_WIRES_DETAIL;
    case "server_side_editing":
      return SERVER_SIDE_EDITING_DETAIL;
    case "duplicate_key":
      return duplicateKeyDetail(wire === void 0 ? "messages" : WIRES.of(wire).listKey);
    case "too_large":
      return `the body is larger than the limit of ${LIMITS.bodyBytes} bytes`;
    case "too_many_messages":
      return `the request has more messages than the limit of ${LIMITS.messages}`;
    default:
      return "a defect in the native backend; the request is untouched; please report it";
  }
}

// ts/contract/lazy-report.ts
var inspected = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
var ReportObject = class {
  constructor(bytes) {
    this.wire = void 0;
    this.backend = "native";
    this.changed = false;
    this.invariantStatus = "ok";
    this.fits = true;
    this.messageCount = 0;
    this.toolTurnCount = 0;
    this.toolResultCount = 0;
    this.maskedCount = 0;
    this.maskedChars = 0;
    this.clippedCount = 0;
    this.clippedChars = 0;
    this.elapsedMicros = 0;
    this.bytes = bytes;
  }
  /** All members but the violations, which are not looked for: logs are made of this. */
  toJSON() {
    const keys = Object.keys(this).filter((key) => key !== "violations");
    return Object.fromEntries(keys.map((key) => [key, Reflect.get(this, key)]));
  }
  [inspected](depth, options, inspect) {
    if (depth < 0) return "[Object]";
    const { decisions = [], ...rest } = this;
    return inspect({ ...rest, decisions: decisions.map((decision) => ({ ...decision })) }, { ...options, depth });
  }
};
Object.defineProperty(ReportObject.prototype, "constructor", { value: Object });
function Given(report) {
  return report;
}
var Source = class _Source extends Given {
  #source;
  #cache;
  #decisions;
  #violations;
  constructor(report, source) {
    super(report);
    this.#source = source;
  }
  static cacheOf(receiver) {
    const own2 = _Source.#holder(receiver);
    own2.#cache ??= own2.#source.findCache?.();
    return own2.#cache;
  }
  static decisionsOf(receiver) {
    const own2 = _Source.#holder(receiver);
    own2.#decisions ??= own2.#source.findDecisions?.() ?? [];
    return own2.#decisions;
  }
  static violationsOf(receiver) {
    const own2 = _Source.#holder(receiver);
    own2.#violations ??= own2.#source.findViolations();
    return own2.#violations;
  }
  /** The report itself, also for an object that inherits from it. */
  static #holder(receiver) {
    let holder = receiver;
    while (!(#source in holder)) holder = Object.getPrototypeOf(holder);
    return holder;
  }
};
function getCache() {
  return Source.cacheOf(this);
}
function getDecisions() {
  return Source.decisionsOf(this);
}
function getViolations() {
  return Source.violationsOf(this);
}
var { __defineGetter__: defineGetter } = Object.prototype;
function defineLazily(report, source) {
  new Source(report, source);
  if (source.findCache !== void 0) defineGetter.call(report, "cache", getCache);
  if (source.findDecisions !== void 0) defineGetter.call(report, "decisions", getDecisions);
  defineGetter.call(report, "violations", getViolations);
}

// ts/native/report.ts
function createReport(request, changed) {
  const report = countsOf(request, changed);
  defineLazily(report, new Source2(request));
  const model = modelOf2(request, report);
  if (model !== void 0) report.model = model;
  return report;
}
function briefReport(request, changed) {
  const report = countsOf(request, changed);
  report.cache = cacheOf(request);
  return report;
}
function countsOf({ call, summary, wire }, changed) {
  const { settings: settings2 } = call.policy;
  const bytes = { before: call.bodyBytes, after: summary.outputBytes };
  const report = new ReportObject(bytes);
  report.wire = wire;
  report.changed = changed;
  report.fits = summary.fits;
  report.messageCount = summary.messageCount;
  report.toolTurnCount = summary.toolTurnCount;
  report.toolResultCount = summary.toolResultCount;
  report.maskedCount = summary.maskedCount;
  report.maskedChars = summary.maskedChars;
  report.clippedCount = summary.clippedCount;
  report.clippedChars = summary.clippedChars;
  if (summary.shortenedCount > 0) {
    report.shortenedCount = summary.shortenedCount;
    report.shortenedChars = summary.shortenedChars;
  }
  if (summary.thinkingRemoved > 0) {
    report.thinkingRemoved = summary.thinkingRemoved;
    report.thinkingRemovedChars = summary.thinkingRemovedChars;
  }
  if (changed && summary.clearedToolUses > 0) report.headers = WIRES.of(wire ?? "").clearing?.headers ?? {};
  if (summary.isDelta) report.delta = true;
  if (changed && summary.editCount > 0) report.reductionStage = "masking";
  if (settings2.repairSurrogates) report.repairedSurrogates = summary.repairCount;
  if (summary.editCount + summary.repairCount > 0) report.firstChangedByte = summary.firstChangedByte;
  if (call.options.tokens) addSizes(report, summary, WIRES.of(wire ?? "").mediumTokens);
  report.elapsedMicros = microsSince(call.startedAt);
  return report;
}
function cacheOf({ call, summary, wire }) {
  const { settings: settings2 } = call.policy;
  const cache = { strategy: settings2.cache.strategy, ...summary.cache };
  if (summary.checksThinking && settings2.cache.thinking === "drop" && settings2.mode === "reduce") {
    const headers = WIRES.of(wire ?? "").dropHeaders;
    if (headers !== void 0) cache.thinkingNet = { headers };
  }
  if (settings2.cache.clearing !== "off") noteClearing(cache, settings2, summary);
  return cache;
}
function noteClearing(cache, settings2, summary) {
  const { clearing, clearedToolUses, keptToolUses } = summary;
  const asked = clearingOf(settings2) ?? "version";
  if (clearing === "provider") cache.clearing = { by: "provider", clearedToolUses, keptToolUses };
  else if (asked !== "provider") cache.clearing = { by: "masking", reason: asked };
  else if (clearing !== "unasked") cache.clearing = { by: "masking", reason: clearing };
}
function addSizes(report, summary, mediumTokens) {
  const { textChars, mediaCount, sealedChars, maskedChars, clippedChars } = summary;
  const { shortenedChars, thinkingRemovedChars } = summary;
  const removed = {
    chars: maskedChars + clippedChars + shortenedChars + thinkingRemovedChars,
    media: summary.maskedMediaCount,
    sealed: summary.removedSealedChars
  };
  const before = { chars: textChars, media: mediaCount, sealed: sealedChars };
  const { chars, tokens: tokens2 } = textSizes(before, removed, mediumTokens);
  report.chars = chars;
  report.tokens = tokens2;
}
function modelOf2({ call, model }, { repairedSurrogates }) {
  const { options } = call;
  if (options.model !== void 0 || model === void 0) return options.model;
  return repairedSurrogates ? wellFormed(model) : model;
}
var Source2 = class {
  #request;
  constructor(request) {
    this.#request = request;
  }
  findCache() {
    const { call, wire } = this.#request;
    const cache = cacheOf(this.#request);
    if (wire === void 0) return cache;
    const { options, policy } = call;
    const model = options.model ?? this.#request.model;
    const destination = { wire: WIRES.of(wire), model, host: options.host };
    const rule = ruleOf(destination, policy.settings, () => this.#isMarked(destination.wire));
    return rule === void 0 ? cache : { ...cache, rule };
  }
  /** Whether the request has cache markers; false if its body was transferred since. */
  #isMarked(wire) {
    const { body, call } = this.#request;
    if (body.length !== call.bodyBytes) return false;
    const request = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
    return isRecord(request) && readMarkers(wire, request).any;
  }
  findDecisions() {
    return decodeDecisions(this.#request);
  }
  /** Undefined if the body was transferred since. */
  findViolations() {
    const { wire, call, body } = this.#request;
    if (body.length !== call.bodyBytes) return void 0;
    return call.validateBody(body, wire === void 0 ? {} : { wire });
  }
};
function decodeDecisions(request) {
  const rows = new Rows2(request);
  let spans;
  const hashOf = (index) => {
    spans ??= textSpans(rows);
    return hashTexts(request, Uint32Array.from(spans.get(index) ?? []));
  };
  return rows.decisions.map((row, index) => decisionOf(row, () => hashOf(index)));
}
function decisionOf(row, computeHash) {
  const { isSnakeCase: _, hasFields: __, isAround: ___, ...decision } = row;
  return decision.action === "keep" ? decision : withHash(decision, computeHash);
}
function hashTexts(request, spans) {
  const body = bytesOf2(request);
  try {
    return request.addon.hashTexts(body, spans);
  } catch (cause) {
    throw new TamisError("INTERNAL", "a defect in the native backend: no hash; please report it", { cause });
  }
}
function withHash(decision, compute) {
  let hash;
  const get = () => {
    hash ??= compute();
    return hash;
  };
  return Object.defineProperty(decision, "hash", { enumerable: true, configurable: true, get });
}
function textSpans(rows) {
  const spans = /* @__PURE__ */ new Map();
  for (const edit2 of rows.edits) {
    if (!("decision" in edit2)) continue;
    const { decision, text } = edit2;
    const pairs = spans.get(decision);
    if (pairs === void 0) spans.set(decision, [text.start, text.end]);
    else pairs.push(text.start, text.end);
  }
  return spans;
}

// ts/native/async.ts
var TASK_FROM_BYTES = 512 * 1024;
var heldBytes = 0;
function wantsTask({ length }) {
  if (length < TASK_FROM_BYTES || length > LIMITS.bodyBytes) return false;
  return heldBytes === 0 || heldBytes + length <= LIMITS.asyncBytes;
}
function runTask(addon, level, policy, call, signal) {
  const { body, bodyBytes, options } = call;
  const own2 = signal === void 0 ? void 0 : new AbortController();
  const flags = optionFlags(options) | (call.policy.settings.mode === "reduce" ? FLAG_OUTPUT : 0);
  const wire = codeOfWire(options.wire);
  const task = addon.reduceTask(
    inPlainMemory(body),
    policy,
    level,
    wire,
    flags,
    options.model,
    own2?.signal,
    options.host
  );
  heldBytes += bodyBytes;
  const done = task.finally(() => {
    heldBytes -= bodyBytes;
  });
  const reduction = done.then((result) => toReduction(addon, call, result));
  return signal === void 0 || own2 === void 0 ? reduction : abortable(reduction, signal, own2);
}
function toReduction(addon, call, { numbers, rows, model, out }) {
  const outcome = readNumbers(numbers, addon, call, call.body, rows, model);
  if ("skipped" in outcome) return new Untouched(call.body, outcome.skipped);
  const changed = out.length > 0;
  return new NativeReduction(changed ? out : call.body, changed, createReport(outcome, changed), outcome);
}
function abortable(promise, signal, own2) {
  return new Promise((resolve, reject) => {
    const undo = onAbort(signal, () => {
      own2.abort();
      reject(signal.reason);
    });
    promise.then(resolve, reject).finally(undo);
  });
}

// ts/native/head.ts
var NUMBERS = new Uint32Array(HEAD_COUNT);
function describeInBody(engine, body, { wire, model }) {
  if (!engine.describe(body, codeOfWire(wire), NUMBERS)) return void 0;
  const found2 = wireOfCode(NUMBERS[HEAD_WIRE] ?? 0);
  if (found2 === void 0) return void 0;
  const named = modelAt(body, NUMBERS[HEAD_MODEL_START] ?? 0, NUMBERS[HEAD_MODEL_END] ?? 0);
  return { wire: found2, model: model ?? named, messages: NUMBERS[HEAD_MESSAGES] ?? 0 };
}

// ts/native/intake.ts
var TASK_ABOVE_BYTES = 256 * 1024;
var TASK_ABOVE_BYTES_ALONE = 1536 * 1024;
var tasksAtOnce = 0;
function mostTasks() {
  tasksAtOnce ||= Math.max(1, process.getBuiltinModule("node:os").availableParallelism() - 1);
  return tasksAtOnce;
}
var SLICE_UNITS = 32 * 1024;
var NUMBERS2 = new Uint32Array(SLOT_COUNT);
var NO_BYTES = new Uint8Array(0);
var NativeIntake = class {
  #host;
  #memory;
  #bytes = 0;
  /** @throws Error where there is no memory. */
  constructor(host, bytes) {
    this.#host = host;
    this.#memory = new host.addon.BodyIntake(bytes);
  }
  push(piece) {
    this.#memory.push(piece);
    this.#bytes += piece.length;
  }
  absorb(piece) {
    const { buffer, byteLength } = piece;
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) {
      this.push(piece);
      return;
    }
    this.#memory.absorb(buffer);
    this.#bytes += byteLength;
  }
  pushText(text) {
    for (let from = 0; from < text.length; ) {
      let to = Math.min(text.length, from + SLICE_UNITS);
      while (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++;
      this.#bytes += this.#memory.pushText(text.slice(from, to));
      from = to;
    }
  }
  take() {
    return this.#memory.take();
  }
  async reduce(policy, options, isAlone2) {
    const call = this.#host.start(this.#bytes, policy, options);
    const isWanted = policy.settings.mode === "reduce";
    const inTask = this.#bytes > (isAlone2 ? TASK_ABOVE_BYTES_ALONE : TASK_ABOVE_BYTES);
    try {
      if (inTask) return await this.#inTask(call, isWanted);
      const reduction = this.#onTheSpot(call, isWanted);
      this.#memory.release();
      return reduction;
    } catch (error) {
      return this.#asItCame(call, error);
    }
  }
  #asItCame(call, error) {
    if (error instanceof TamisError && error.code === "POLICY_INVALID") throw error;
    const body = this.#memory.take();
    if (body.length !== this.#bytes) throw error;
    return { body, changed: false, report: skippedCall(call, defect("native", error)) };
  }
  async #inTask(call, isWanted) {
    const { addon, cpu, compiled: compiled2 } = this.#host;
    const { policy, options } = call;
    const [wire, flags] = [codeOfWire(options.wire), optionFlags(options) | (isWanted ? FLAG_OUTPUT : 0)];
    const { numbers, out } = await inTurn(
      () => this.#memory.reduceTask(compiled2(policy), cpu, wire, flags, options.model, options.host)
    );
    return briefly(readNumbers(numbers, addon, call, NO_BYTES, NO_BYTES), isWanted, () => out);
  }
  #onTheSpot(call, isWanted) {
    const { addon, engine, compiled: compiled2 } = this.#host;
    const { policy, options } = call;
    const memory = this.#memory;
    const wire = codeOfWire(options.wire);
    engine.planIntake(memory, compiled2(policy), wire, optionFlags(options), NUMBERS2, options.model, options.host);
    return briefly(readNumbers(NUMBERS2, addon, call, NO_BYTES, NO_BYTES), isWanted, (bytes) => {
      if (bytes === void 0) return memory.take();
      const out = Buffer.allocUnsafeSlow(bytes);
      if (!engine.writeIntake(memory, out)) throw new Error("tamis: the engine refused to write what it planned");
      return out;
    });
  }
};
function briefly(outcome, isWanted, bodyOf) {
  if ("skipped" in outcome) return { body: bodyOf(void 0), changed: false, report: outcome.skipped };
  const changed = isWanted && hasEdits2(outcome);
  const body = bodyOf(changed ? outcome.summary.outputBytes : void 0);
  return { body, changed, report: briefReport(outcome, changed) };
}
var isHighSurrogate = (unit) => (unit & 64512) === 55296;
var hasEdits2 = ({ summary }) => summary.editCount + summary.repairCount > 0;
var running = 0;
var waiting2 = [];
async function inTurn(task) {
  if (running >= mostTasks()) await new Promise((resolve) => waiting2.push(resolve));
  else running++;
  try {
    return await task();
  } finally {
    const next = waiting2.shift();
    if (next === void 0) running--;
    else next();
  }
}

// ts/native/policy.ts
function compileNative(addon, policy) {
  try {
    return new addon.CompiledPolicy(nativePolicyJson(policy));
  } catch (error) {
    const { code, message } = Object(error);
    if (code !== "InvalidArg") throw error;
    throw policyInvalid([{ path: "", message: `the native backend does not know these settings: ${message}` }]);
  }
}
function nativePolicyJson(policy) {
  const { version: version2, mask, dispatch, cache, models, trigger, budget, repairSurrogates } = policy.settings;
  const arrival = arrivalOf(policy);
  const { digest: _, ...maskSettings } = mask;
  const tools = Object.entries(mask.tools).map(([glob, rule]) => [glob, resolveToolRule(mask, rule)]);
  const prices2 = cache.prices === "auto" ? null : { read: scaled(cache.prices.read), write: scaled(cache.prices.write) };
  return JSON.stringify({
    mask: { ...maskSettings, tools },
    masks: masks(policy),
    repairSurrogates,
    dispatch: dispatch.enabled ? { maxChars: dispatch.maxChars, tools: dispatch.tools } : null,
    ...arrival === void 0 ? {} : { arrival: { ...arrival, lineNumbers: arrival.lineNumbers || null } },
    pins: pinsOfResults(policy.settings),
    cache: {
      strategy: cache.strategy === "off" ? "every-turn" : cache.strategy,
      prices: prices2,
      models: version2 === 1 ? null : models,
      thinking: version2 === 1 ? null : cache.thinking,
      rent: scaled(cache.rent),
      strideTurns: cache.strideTurns,
      trigger: triggersOf(trigger) ?? null,
      anchor: cache.anchor,
      clearing: clearingOf(policy.settings) === "provider",
      freeze: cache.freezeThrough === "lastBreakpoint",
      budget: budget?.tokens === void 0 ? null : { tokens: budget.tokens, clearAtLeast: budget.clearAtLeast ?? 0 }
    }
  });
}

// ts/native/session.ts
var NUMBERS3 = new Uint32Array(LANDMARK_COUNT);
function locateInBody(engine, body, { wire }, detectWire, step) {
  const known2 = wire ?? detectWire(body);
  if (known2 === void 0 || !engine.locate(body, codeOfWire(known2), step, NUMBERS3)) return void 0;
  const textFrom = (startAt, endAt) => {
    const [start, end] = [NUMBERS3[startAt] ?? 0, NUMBERS3[endAt] ?? 0];
    return Buffer.from(body.buffer, body.byteOffset + start, end - start).toString("utf8");
  };
  const idFrom = (startAt, endAt) => {
    const id = textFrom(startAt, endAt);
    return id === "" ? null : JSON.parse(`"${id}"`);
  };
  const system = textFrom(LANDMARK_SYSTEM_START, LANDMARK_SYSTEM_END) || "null";
  return {
    steps: NUMBERS3[LANDMARK_STEPS] ?? 0,
    callId: idFrom(LANDMARK_CALL_START, LANDMARK_CALL_END),
    firstCallId: idFrom(LANDMARK_FIRST_CALL_START, LANDMARK_FIRST_CALL_END),
    opening: JSON.parse(`[${system},[${textFrom(LANDMARK_OPENING_START, LANDMARK_OPENING_END)}]]`),
    hourly: NUMBERS3[LANDMARK_HOURLY] === 1,
    cacheByClient: WIRES.of(known2).cache.byClient,
    wire: known2,
    model: modelAt(body, NUMBERS3[LANDMARK_MODEL_START] ?? 0, NUMBERS3[LANDMARK_MODEL_END] ?? 0) ?? null,
    marked: NUMBERS3[LANDMARK_MARKED] === 1,
    isPrompt: NUMBERS3[LANDMARK_PROMPT] === 1,
    byHand: NUMBERS3[LANDMARK_BY_HAND] === 1
  };
}

// ts/native/validate.ts
var NUMBERS4 = new Uint32Array(SLOT_ROWS_BYTES);
function validateNative(validator, body, { wire, model }) {
  if (wire !== void 0 && !isWireName(wire)) {
    return [unreadableViolation("unsupported_wire", `options.${unknownWire(wire).message}`)];
  }
  const words2 = validator.validate(body, codeOfWire(wire), model, MAX_VIOLATIONS, NUMBERS4);
  const status = NUMBERS4[SLOT_STATUS] ?? READ;
  const wireCode = NUMBERS4[SLOT_WIRE] ?? 0;
  if (status !== READ) {
    const offset = NUMBERS4[SLOT_OFFSET] ?? 0;
    const reason = skipReason(status);
    const hasOffset = reason === "invalid_json" || reason === "invalid_utf8";
    const detail = skipDetail(status, offset, wireOfCode(wireCode));
    return [unreadableViolation(reason, detail, hasOffset ? offset : void 0)];
  }
  const found2 = wireOfCode(wireCode);
  if (words2 === null || found2 === void 0) return [];
  return Array.from(
    { length: words2.length / VIOLATION_WORDS },
    (_, row) => renderViolation(readRow(words2, row * VIOLATION_WORDS, body), WIRES.of(found2).listKey)
  );
}
function readRow(words2, from, body) {
  const at2 = (word) => words2[from + word] ?? 0;
  return {
    rule: RULES2[at2(VIOLATION_RULE)] ?? "duplicate-key",
    place: PLACES2[at2(VIOLATION_PLACE)] ?? "request",
    message: at2(VIOLATION_MESSAGE) - 1,
    index: at2(VIOLATION_INDEX) - 1,
    nested: at2(VIOLATION_NESTED) - 1,
    byteOffset: at2(VIOLATION_OFFSET),
    detail: readDetail(body, at2(VIOLATION_DETAIL), at2(VIOLATION_FIRST), at2(VIOLATION_SECOND))
  };
}
function readDetail(body, kind, first, second) {
  if (kind === DETAIL_TEXT) return readText(body, first, second);
  return kind === DETAIL_COUNT ? first : void 0;
}
function readText(body, start, end) {
  return String(JSON.parse(`"${Buffer.from(body.buffer, body.byteOffset + start, end - start).toString("utf8")}"`));
}
function createValidator(addon, level) {
  return new addon.RequestValidator(level);
}

// ts/native/backend.ts
function loadNative() {
  const loaded4 = loadAddon();
  if (!("addon" in loaded4)) return loaded4;
  try {
    return { backend: createNative(loaded4.addon) };
  } catch (error) {
    return { reason: `the addon cannot start: ${error instanceof Error ? error.message : String(error)}` };
  }
}
function createNative(addon, level) {
  return new NativeBackend(addon, level);
}
var { Buffer: Buffer2 } = globalThis;
var NUMBERS5 = new Uint32Array(SLOT_COUNT);
var NativeBackend = class {
  constructor(addon, level) {
    this.name = "native";
    this.#policies = /* @__PURE__ */ new WeakMap();
    this.validateBody = (body, options) => {
      this.#validator ??= createValidator(this.#addon, this.cpu);
      return validateNative(this.#validator, inPlainMemory(body), options);
    };
    this.#addon = addon;
    this.#engine = new addon.Engine(level);
    this.cpu = this.#engine.cpu;
    this.#engineNumber = this.#engine.number;
    const { cpu } = this;
    const start = (bodyBytes, policy, options) => ({
      ...this.#start(NOTHING, policy, options),
      bodyBytes
    });
    this.#host = { addon, engine: this.#engine, cpu, compiled: (policy) => this.#compiled(policy).compiled, start };
  }
  #addon;
  #engine;
  #engineNumber;
  #host;
  #validator;
  #policies;
  reduceBody(body, policy, options) {
    const call = this.#start(body, policy, options);
    try {
      return this.#reduce(this.#plan(call), call);
    } catch (error) {
      return untouched(call, error);
    }
  }
  reduceBodyInto(body, out, policy, options) {
    const call = this.#start(body, policy, options);
    try {
      return this.#reduceInto(this.#plan(call), out);
    } catch (error) {
      return { bytesWritten: 0, changed: false, report: skippedDefect(call, error) };
    }
  }
  async reduceBodyAsync(body, policy, options, signal) {
    if (isDisabled(policy) || !wantsTask(body)) return this.reduceBody(body, policy, options);
    const call = this.#start(body, policy, { ...options });
    try {
      return await runTask(this.#addon, this.cpu, this.#compiled(policy).compiled, call, signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      return untouched(call, error);
    }
  }
  openIntake(bytes) {
    return new NativeIntake(this.#host, bytes);
  }
  planBody(body, policy, options) {
    const call = this.#start(body, policy, options);
    try {
      return this.#planEdits(this.#plan(call, true));
    } catch (error) {
      return { edits: [], report: skippedDefect(call, error) };
    }
  }
  describe(body, options) {
    try {
      return describeInBody(this.#engine, inPlainMemory(body), options);
    } catch {
      return void 0;
    }
  }
  detectWire(body) {
    try {
      return wireOfCode(this.#engine.detectWire(inPlainMemory(body)));
    } catch (cause) {
      throw new TamisError("INTERNAL", "a defect in the native backend: no wire; please report it", { cause });
    }
  }
  locateSession(body, options, step) {
    try {
      return locateInBody(this.#engine, inPlainMemory(body), options, (bytes) => this.detectWire(bytes), step);
    } catch {
      return void 0;
    }
  }
  #start(body, policy, options) {
    const { validateBody: validateBody2 } = this;
    return { body, bodyBytes: body.length, validateBody: validateBody2, policy, options, startedAt: nowMillis() };
  }
  #compiled(policy) {
    let numbered = this.#policies.get(policy);
    if (numbered === void 0) {
      const compiled2 = compileNative(this.#addon, policy);
      numbered = { compiled: compiled2, number: compiled2.number };
      this.#policies.set(policy, numbered);
    }
    return numbered;
  }
  /** @param tellsEdits Whether the edits are told without a reduced body, in which the replacements would stand. */
  #plan(call, tellsEdits = call.policy.settings.mode !== "reduce") {
    const { body, policy, options } = call;
    if (isDisabled(policy)) return { skipped: skippedCall(call, { reason: "disabled", detail: DISABLED_DETAIL }) };
    const bytes = inPlainMemory(body);
    this.#addon.plan(
      this.#engineNumber,
      bytes,
      this.#compiled(policy).number,
      codeOfWire(options.wire),
      optionFlags(options),
      NUMBERS5,
      options.model,
      options.memory?.lastStep,
      options.memory?.startStep,
      options.host
    );
    return readNumbers(NUMBERS5, this.#addon, call, bytes, allocateRows(rowsBytes(NUMBERS5, tellsEdits)));
  }
  #reduce(outcome, { body }) {
    if ("skipped" in outcome) return new Untouched(body, outcome.skipped);
    const changed = changes(outcome);
    const out = changed ? allocate(outcome.summary.outputBytes) : NOTHING;
    this.#write(outcome, out);
    return new NativeReduction(changed ? out : body, changed, createReport(outcome, changed), outcome);
  }
  #reduceInto(outcome, out) {
    if ("skipped" in outcome) return { bytesWritten: 0, changed: false, report: outcome.skipped };
    const changed = changes(outcome);
    const bytesNeeded = changed ? outcome.summary.outputBytes : 0;
    if (bytesNeeded > out.length) return { bytesNeeded };
    this.#write(outcome, changed ? firstBytes(out, bytesNeeded) : NOTHING);
    return { bytesWritten: bytesNeeded, changed, report: createReport(outcome, changed) };
  }
  #planEdits(outcome) {
    if ("skipped" in outcome) return { edits: [], report: outcome.skipped };
    this.#write(outcome, NOTHING);
    return { edits: decodeEdits(outcome), report: createReport(outcome, changes(outcome)) };
  }
  #write({ body, rows }, out) {
    if (rows.length === 0) return;
    if (!this.#addon.write(this.#engineNumber, body, out, rows))
      throw new Error("tamis: the engine refused to write what it planned");
  }
};
var untouched = (call, error) => new Untouched(call.body, skippedDefect(call, error));
function skippedDefect(call, error) {
  if (error instanceof TamisError && error.code === "POLICY_INVALID") throw error;
  return skippedCall(call, defect("native", error));
}
function changes({ summary, call }) {
  return summary.editCount + summary.repairCount > 0 && call.policy.settings.mode === "reduce";
}
var NOTHING = new Uint8Array(0);
var CLEARED_BYTES = 32 << 10;
function allocate(bytes) {
  if (bytes === 0) return NOTHING;
  return bytes <= CLEARED_BYTES ? Buffer2.alloc(bytes) : Buffer2.allocUnsafeSlow(bytes);
}
function allocateRows(bytes) {
  return bytes === 0 ? NOTHING : Buffer2.allocUnsafe(bytes);
}

// ts/load/backend.ts
var VALID = ["native", "baseline"];
function chooseBackend(forced, tryNative = loadNative) {
  if (forced !== void 0 && forced !== "" && !VALID.includes(forced)) {
    const message = `TAMIS_BACKEND is ${JSON.stringify(forced.slice(0, 40))}; valid values: ${VALID.join(", ")}`;
    throw new TamisError("OPTION_INVALID", message);
  }
  if (forced === "baseline") return { backend: createBaseline(), reason: "TAMIS_BACKEND=baseline" };
  const native = tryNative();
  if ("backend" in native) return { backend: native.backend, reason: void 0 };
  if (forced === "native") {
    const hint = howToGetNative(platformTriple(), packageVersion());
    const message = `TAMIS_BACKEND=native, but the native backend cannot be loaded: ${native.reason}. ${hint}`;
    throw new TamisError("BACKEND_UNAVAILABLE", message);
  }
  return { backend: createBaseline(), reason: native.reason };
}
var loaded;
function loadBackend() {
  loaded ??= chooseBackend(process.env.TAMIS_BACKEND);
  return loaded;
}

// ts/validate/validate.ts
function validateRequest(bodyOrRequest, options = {}) {
  checkValidateOptions(options);
  if (isUint8Array(bodyOrRequest)) return loadBackend().backend.validateBody(bodyOrRequest, options);
  return validateObject(checkedRequest(bodyOrRequest), options);
}
function checkedRequest(request) {
  if (typeof request === "object" && request !== null) return request;
  const hint = typeof request === "string" ? "; encode a body as bytes" : "";
  throw new TamisError("OPTION_INVALID", `request: expected a Uint8Array or an object, got ${typeof request}${hint}`);
}
var KEYS2 = ["wire", "model"];
function checkValidateOptions(options, keys = KEYS2) {
  if (typeof options !== "object" || options === null) throw invalid2("", "expected an object");
  const unknown2 = Object.keys(options).find((key) => !keys.includes(key));
  if (unknown2 !== void 0) throw invalid2(`.${unknown2}`, `unknown option; valid options: ${keys.join(", ")}`);
  const { wire, model } = options;
  if (wire !== void 0 && !WIRE_NAMES.includes(wire))
    throw invalid2(".wire", `expected one of ${WIRE_NAMES.join(", ")}`);
  if (model !== void 0 && typeof model !== "string") throw invalid2(".model", "expected a string");
}
function invalid2(key, message) {
  const path = `options${key}`;
  return new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}

// ts/condensation/conversation/request.ts
function requestOf({ context, wire, reader, messages }) {
  const { system, tools, model } = context;
  const { wire: sentAs = wire.key, message: send } = reader.sentAs ?? {};
  const list = send === void 0 ? messages : messages.map(send);
  const request = {
    ...model === void 0 ? {} : { model },
    ...tools === void 0 ? {} : { tools },
    [wire.listKey]: list
  };
  return { request: system === void 0 ? request : reader.withSystem(request, system), wire: sentAs };
}

// ts/condensation/validation/validate-phase.ts
function validatePhase(change) {
  for (const [check, find] of CHECKS) {
    const message = find(change);
    if (message !== void 0) return { check, message };
  }
  return void 0;
}
var CHECKS = [
  ["tokens", findGrowth],
  ["markers", findUnmarked],
  ["user_messages", findLostWords],
  ["pairs", findBrokenPair],
  ["roles", findRepeatedRole],
  ["wire_rules", findViolation],
  ["references", findLostReference],
  ["pinned", findLostPin]
];
function findGrowth({ before, after }) {
  if (after.tokens <= before.tokens) return void 0;
  return `the conversation grew from ${before.tokens} to ${after.tokens} tokens`;
}
function findLostReference({ after, references }) {
  if (references.length === 0) return void 0;
  const { missing: missing2 } = expandReferences(classify(after.conversation), references);
  const [first] = missing2;
  return first === void 0 ? void 0 : `the reference at ${first.place} leads to nothing that has its hash`;
}
function userWords(conversation) {
  return classify(conversation).blocks.flatMap(({ type, source, texts }) => {
    if (type !== "USER_MESSAGE") return [];
    const said2 = texts.map(({ text }) => text);
    return said2.length > 0 ? said2 : [source.text];
  });
}
function findLostWords({ before, after }) {
  const text = after.conversation.blocks.flatMap((block) => block.author === "user" ? [block.text] : []).join("\n");
  let at2 = 0;
  for (const [index, words2] of userWords(before.conversation).entries()) {
    const found2 = text.indexOf(words2, at2);
    if (found2 < 0) return `text ${index} of the user is not there, or not in its place`;
    at2 = found2 + words2.length;
  }
  return void 0;
}
function pairBalance({ blocks }) {
  const balance = /* @__PURE__ */ new Map();
  for (const { kind, callId } of blocks) {
    if (callId === void 0 || kind !== "call" && kind !== "result") continue;
    balance.set(callId, (balance.get(callId) ?? 0) + (kind === "call" ? 1 : -1));
  }
  return balance;
}
function findBrokenPair({ before, after }) {
  const known2 = pairBalance(before.conversation);
  for (const [id, balance] of pairBalance(after.conversation)) {
    if (balance !== 0 && known2.get(id) !== balance)
      return `call ${JSON.stringify(id.slice(0, 64))} and its result are not both there`;
  }
  return void 0;
}
var speaker = (role) => role === "tool" ? "user" : role;
function repeatedRoles({ roles }) {
  return roles.filter((role, index) => index > 0 && speaker(role) === speaker(roles[index - 1] ?? "")).length;
}
function findRepeatedRole({ before, after }) {
  if (!before.conversation.wire.alternates) return void 0;
  const isMore = repeatedRoles(after.conversation) > repeatedRoles(before.conversation);
  return isMore ? "two messages of one role follow each other that did not before" : void 0;
}
function violationsOf(conversation) {
  const { request, wire } = requestOf(conversation);
  return validateRequest(request, { wire });
}
function findViolation({ before, after }) {
  const known2 = /* @__PURE__ */ new Map();
  const count2 = (key, by) => {
    known2.set(key, (known2.get(key) ?? 0) + by);
    return known2.get(key) ?? 0;
  };
  const found2 = violationsOf(after.conversation);
  if (found2.length === 0) return void 0;
  for (const { rule, message } of violationsOf(before.conversation)) count2(`${rule} ${message}`, 1);
  const first = found2.find(({ rule, message }) => count2(`${rule} ${message}`, -1) < 0);
  return first === void 0 ? void 0 : `${first.rule} at ${first.path || "the request"}`;
}
function isMarker(text) {
  return /^\[(?:[0-9]+ (?:earlier )?messages? (?:left out|dropped|removed)|Truncated)/.test(text) || readSummaryMessage({ role: "user", content: text }) !== void 0;
}
function findUnmarked({ before, after, indexes }) {
  const count2 = before.conversation.messages.length;
  if (indexes === void 0) {
    return after.conversation.messages.length === count2 ? void 0 : "messages were dropped without a marker";
  }
  for (let at2 = 0; at2 < count2; at2++) {
    if (indexes[at2] !== void 0) continue;
    const from = at2;
    while (at2 < count2 && indexes[at2] === void 0) at2++;
    const first = from === 0 ? 0 : indexes[from - 1] ?? 0;
    const last2 = at2 === count2 ? after.conversation.messages.length - 1 : indexes[at2] ?? 0;
    if (markersBetween(after.conversation, first, last2) === 1) continue;
    return `messages ${from} to ${at2 - 1} were dropped, and there is not one marker in their place`;
  }
  return void 0;
}
function markersBetween({ blocks }, first, last2) {
  const between = blocks.filter(({ messageIndex }) => messageIndex >= first && messageIndex <= last2);
  return between.filter(({ kind, text }) => kind === "text" && isMarker(text)).length;
}
function findLostPin({ before, after, pins }) {
  for (const pin of pins) {
    const isLess = timesIn(after.conversation, pin) < timesIn(before.conversation, pin);
    if (isLess) return `the pinned text ${JSON.stringify(pin.slice(0, 64))} is not there`;
  }
  return void 0;
}
function timesIn({ messages }, pin) {
  let times = 0;
  visitStrings(messages, (text) => {
    if (text.includes(pin)) times++;
  });
  return times;
}

// ts/validate/prefix/bound.ts
function checkedBlocks(request, wire, model, isBound) {
  if (isBound === false || isThinkingOff(request)) return "none";
  if (isBound === true) return "all";
  const { row, by } = factsOf({ model, wire });
  if (row.thinking.history !== "bound") return "none";
  return by === "name" ? "all" : "signed";
}
function isThinkingOff({ thinking, reasoning, reasoning_effort: effort }) {
  if (isRecord(thinking) && thinking.type === "disabled") return true;
  if (effort === "none") return true;
  return isRecord(reasoning) && (reasoning.enabled === false || reasoning.effort === "none");
}

// ts/condensation/providers/smart/bounds.ts
function readBounds({ conversation, blocks }) {
  const { wire, messages } = conversation;
  const { request, wire: name } = requestOf(conversation);
  const steps = readSteps(wire, messages);
  const lastPrompt = promptCuts(wire, messages, steps).at(-1) ?? 0;
  const isAtPrompt = lastPrompt === messages.length && messages.length > 0;
  const openFrom = isAtPrompt ? messages.length : lastPrompt;
  const thinking = blocks.filter(({ type }) => type === "ASSISTANT_THINKING");
  const kept2 = thinking.findIndex(({ isRemovable, messageIndex }) => isRemovable !== true || messageIndex >= openFrom);
  const removable = kept2 < 0 ? thinking : thinking.slice(0, kept2);
  const isBound = checkedBlocks(request, name, conversation.context.model) !== "none" && hasThinking(conversation);
  if (!isBound) return { isBound, from: 0, removable, openFrom };
  const lastKept = thinking.findLast((block) => !removable.includes(block));
  return { isBound, from: lastKept === void 0 ? 0 : lastKept.messageIndex + 1, removable, openFrom };
}
var hasThinking = ({ wire, messages }) => readThinking(wire, messages).length > 0;
function pinMatcher(pins) {
  const pattern = compilePatterns(pins);
  return ({ source, texts }) => pattern !== void 0 && (pattern.test(source.text) || texts.some(({ text }) => pattern.test(text)));
}

// ts/baseline/count.ts
import { createRequire as createRequire3 } from "node:module";
var loaded2 = {};
var NOTHING_SPECIAL = { disallowedSpecial: /* @__PURE__ */ new Set() };
function count(text, encoding) {
  if (text.length === 0) return 0;
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const string = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return tokenizerOf(encoding).countTokens(string, NOTHING_SPECIAL);
}
function tokenizerOf(encoding) {
  const known2 = loaded2[encoding];
  if (known2 !== void 0) return known2;
  try {
    const tokenizer = createRequire3(import.meta.url)(`gpt-tokenizer/encoding/${encoding}`);
    loaded2[encoding] = tokenizer;
    return tokenizer;
  } catch (cause) {
    const message = "exact counts need the native backend, which is not in use here, or the package gpt-tokenizer: `npm install gpt-tokenizer`, or use estimateTokens";
    throw new TamisError("BACKEND_UNAVAILABLE", message, { cause });
  }
}

// ts/baseline/tokens.ts
function createBaselineTokens() {
  return {
    name: "baseline",
    tokens,
    weigh,
    tokensOfEach: (texts, method, out) => {
      texts.forEach((text, at2) => {
        out[at2] = tokens(text, method);
      });
    },
    createLedger
  };
}
function tokens(text, { encoding, exact }) {
  return exact ? count(text, encoding) : estimate(text, encoding);
}
function createLedger(maxEntries) {
  const { createHash: createHash2 } = process.getBuiltinModule("node:crypto");
  const known2 = /* @__PURE__ */ new Map();
  const stats = { entries: 0, hits: 0, misses: 0, countedBytes: 0 };
  const tokensOf2 = (text, method) => {
    const bytes = typeof text === "string" ? Buffer.byteLength(text) : text.length;
    const key = `${method.encoding} ${method.exact} ${bytes} ${createHash2("sha256").update(text).digest("base64")}`;
    const found2 = known2.get(key);
    if (found2 !== void 0) {
      stats.hits++;
      known2.delete(key);
      known2.set(key, found2);
      return found2;
    }
    const counted = tokens(text, method);
    stats.misses++;
    stats.countedBytes += bytes;
    const [oldest] = known2.size >= maxEntries ? known2.keys() : [];
    if (oldest !== void 0) known2.delete(oldest);
    known2.set(key, counted);
    return counted;
  };
  return {
    tokensOfEach: (texts, method, out) => {
      texts.forEach((text, at2) => {
        out[at2] = tokensOf2(text, method);
      });
    },
    stats: () => ({ ...stats, entries: known2.size }),
    clear: () => {
      known2.clear();
      Object.assign(stats, { hits: 0, misses: 0, countedBytes: 0 });
    }
  };
}

// ts/native/tokens.ts
var LONG = 1 << 14;
var KEPT = 1 << 20;
var kept;
var JOINED = 1 << 17;
var joined;
var NOTHING2 = new Uint8Array(0);
function unitsOf2(text) {
  let memory;
  if (text.length > KEPT) memory = Buffer.allocUnsafeSlow(2 * text.length);
  else {
    kept ??= Buffer.allocUnsafeSlow(2 * KEPT);
    memory = kept;
  }
  memory.write(text, "utf16le");
  return new Uint16Array(memory.buffer, memory.byteOffset, text.length);
}
function createNativeTokens(addon) {
  return {
    name: "native",
    tokens: (text, method) => {
      const code = codeOf(method);
      if (typeof text !== "string") return addon.tokensOfBytes(text, code);
      return text.length > LONG ? addon.tokensOfUnits(unitsOf2(text), code) : addon.tokensOfString(text, code);
    },
    weigh: (text, encoding, version2) => {
      const code = codeOf({ encoding, exact: false }) + (version2 === 1 ? METHOD_FIRST : 0);
      return text.length > LONG ? addon.weighUnits(unitsOf2(text), code) : addon.weighString(text, code);
    },
    tokensOfEach: (texts, method, out) => addon.tokensOfTexts(texts, codeOf(method), out),
    outline: (body, minChars) => addon.outlineBody(body, minChars) ?? void 0,
    tokensOfSpans: (body, spans, method, out) => addon.tokensOfSpans(body, spans, codeOf(method), out),
    createLedger: (maxEntries) => {
      const ledger = new addon.TokenLedger(maxEntries);
      return {
        tokensOfEach: (texts, method, out) => ledger.tokens(texts, codeOf(method), out),
        outline: (body, minChars) => addon.outlineBody(body, minChars) ?? void 0,
        tokensOfSpans: (body, spans, method, out) => ledger.tokensOfSpans(body, spans, codeOf(method), out),
        tokensOfBytes: (texts, method, out) => tokensOfBytes(ledger, texts, codeOf(method), out),
        createGrownBodies: (keys, most) => createGrownBodies(addon, keys, most),
        stats: () => {
          const numbers = ledger.stats();
          const at2 = (place) => numbers[place] ?? 0;
          return {
            entries: at2(LEDGER_ENTRIES),
            hits: at2(LEDGER_HITS),
            misses: at2(LEDGER_MISSES),
            countedBytes: at2(LEDGER_COUNTED_BYTES)
          };
        },
        clear: () => ledger.clear()
      };
    }
  };
}
function tokensOfBytes(ledger, texts, method, out) {
  joined ??= new Uint8Array(JOINED);
  const lengths = new Uint32Array(texts.length);
  let from = 0;
  let end = 0;
  for (let at2 = 0; at2 < texts.length; at2++) {
    const text = texts[at2] ?? NOTHING2;
    const length = bytesIn(text);
    if (end + length > JOINED) {
      tokensOfJoined(ledger, lengths.subarray(from, at2), method, out.subarray(from, at2));
      from = at2;
      end = 0;
    }
    if (put(text, length, joined, end)) {
      lengths[at2] = length;
      end += length;
    } else {
      tokensOfJoined(ledger, lengths.subarray(from, at2), method, out.subarray(from, at2));
      ledger.tokens([inPlainMemory(text)], method, out.subarray(at2, at2 + 1));
      from = at2 + 1;
      end = 0;
    }
  }
  tokensOfJoined(ledger, lengths.subarray(from), method, out.subarray(from));
}
function tokensOfJoined(ledger, lengths, method, out) {
  if (lengths.length > 0) ledger.tokensOfJoined(joined ?? NOTHING2, lengths, method, out);
}
function put(text, length, memory, at2) {
  if (length > JOINED) return false;
  if (length === 0) return true;
  try {
    memory.set(text, at2);
    return true;
  } catch {
    return false;
  }
}
function createGrownBodies(addon, keys, most) {
  const bodies = new addon.GrownBodies([...keys], most);
  return {
    compare: (body) => {
      const numbers = bodies.compare(body);
      const at2 = (place) => numbers?.[place] ?? 0;
      if (at2(GROWTH_ELEMENTS) === 0) return void 0;
      return {
        from: at2(GROWTH_FROM),
        slot: at2(GROWTH_SLOT),
        same: at2(GROWTH_SAME),
        elements: at2(GROWTH_ELEMENTS),
        open: at2(GROWTH_OPEN),
        next: at2(GROWTH_NEXT)
      };
    },
    forget: (slot) => bodies.forget(slot),
    clear: () => bodies.clear()
  };
}
var codeOf = ({ encoding, exact }) => (encoding === ENCODINGS[0] ? 0 : 1) + (exact ? METHOD_EXACT : 0);

// ts/load/token-backend.ts
var loaded3;
function loadTokenBackend() {
  loaded3 ??= choose();
  return loaded3;
}
function choose() {
  if (loadBackend().backend.name === "baseline") return createBaselineTokens();
  const native = loadAddon();
  return "addon" in native ? createNativeTokens(native.addon) : createBaselineTokens();
}

// ts/tokens/models.ts
var OTHERS = [
  ..."claude gemini gemma llama mistral mixtral codestral devstral magistral deepseek qwen qwq grok kimi".split(" "),
  ..."command nova glm minimax phi jamba granite nemotron ernie hunyuan doubao step yi".split(" ")
];

// ts/tokens/request/json-tools.ts
function jsonTool(definition, sheet) {
  sheet.approximate("tool-definitions");
  const { cache_control: _, ...rest } = definition;
  const text = JSON.stringify(plain(rest, sheet)) ?? "";
  const { name, type } = rest;
  return { name: sheet.text(name) ?? sheet.text(type), texts: [text], chars: text.length, fixedTokens: 0 };
}
var MOST_DEPTH = 200;
function plain(value, sheet, depth = 0) {
  if (depth > MOST_DEPTH) throw new TamisError("OPTION_INVALID", `tools: nested more than ${MOST_DEPTH} levels deep`);
  if (typeof value === "string") return sheet.source.textOf(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, sheet, depth + 1));
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, member2]) => [name, plain(member2, sheet, depth + 1)]);
    return Object.fromEntries(members);
  }
  return typeof value === "number" || typeof value === "boolean" || value === null ? value : void 0;
}

// ts/tokens/openai-images.ts
var limit = (edge, patches2) => ({ edge, patches: patches2 });
var AS_IT_IS = limit(65535, 3e4);
var HIGH = limit(2048, 2500);
var ORIGINAL = limit(6e3, 1e4);
var LOW = limit(512, 256);
var CAPPED = limit(2048, 6144);
var OF_2025 = limit(Number.POSITIVE_INFINITY, 1536);
var GPT_5_6 = { factor: 1.2, low: LOW, high: HIGH, auto: AS_IT_IS };
var MODELS = [
  ["gpt-4o-mini", { base: 2833, tile: 5667 }],
  ["gpt-4o", { base: 85, tile: 170 }],
  ["gpt-4.5", { base: 85, tile: 170 }],
  ["gpt-4.1", { base: 85, tile: 170 }],
  ["gpt-4.1-mini", { factor: 1.62, auto: CAPPED }],
  ["gpt-4.1-nano", { factor: 2.46, auto: OF_2025 }],
  ["gpt-5", { base: 70, tile: 140 }],
  // The page of 2025 has 1.62 and 2.46. These factors are those of the provider's price calculator and of its bills:
  // community.openai.com, "GPT-5-mini image input token calculation discrepancy", 2026-06.
  ["gpt-5-mini", { factor: 1.2, auto: OF_2025 }],
  ["gpt-5-nano", { factor: 1.5, auto: OF_2025 }],
  ["gpt-5.1", { base: 70, tile: 140 }],
  ["gpt-5.2", { factor: 1.2, auto: CAPPED }],
  ["gpt-5.3", { factor: 1.2, auto: CAPPED }],
  ["gpt-5.4", { factor: 1.2, low: CAPPED, original: ORIGINAL, auto: HIGH }],
  ["gpt-5.5", { factor: 1.2, low: LOW, high: HIGH, auto: ORIGINAL }],
  ["gpt-5.", GPT_5_6],
  ["gpt-6", { ...GPT_5_6, high: limit(65535, 2500) }],
  ["o1", { base: 75, tile: 150 }],
  ["o3", { base: 75, tile: 150 }],
  ["o4-mini", { factor: 1.72, auto: OF_2025 }],
  ["computer-use-preview", { base: 65, tile: 129 }]
];
var OTHER = { base: 85, tile: 170 };
var UNKNOWN2 = { width: 1024, height: 1024 };
function openAiImageTokens(image) {
  const { size = UNKNOWN2, detail } = image;
  const cost = costOf(image.model);
  if ("factor" in cost) return Math.ceil(rounded(patches(size, fitOf(cost, detail)) * cost.factor));
  return detail === "low" ? cost.base : cost.base + cost.tile * tiles(size);
}
function costOf(model) {
  const name = (model ?? "").toLowerCase().replace(/^.*\//, "");
  const fitting2 = MODELS.filter(([prefix]) => name.startsWith(prefix));
  return fitting2.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? OTHER;
}
function fitOf(cost, detail) {
  return (detail === "low" || detail === "high" || detail === "original" ? cost[detail] : void 0) ?? cost.auto;
}
function tiles({ width, height }) {
  const into = Math.min(1, 2048 / Math.max(width, height));
  const short = Math.min(1, 768 / (Math.min(width, height) * into));
  const scale = into * short;
  return Math.ceil(rounded(width * scale / 512)) * Math.ceil(rounded(height * scale / 512));
}
var rounded = (value) => Math.round(value * 1e6) / 1e6;
var PATCH2 = 32;
function patches(size, { edge, patches: most }) {
  const scale = Math.min(1, edge / Math.max(size.width, size.height));
  const [width, height] = [size.width, size.height].map(
    (side) => Math.max(1, Math.floor(rounded(side * scale))) / PATCH2
  );
  const whole = covering(width, height);
  if (whole <= most) return whole;
  const shrink = Math.sqrt(most / ((width ?? 1) * (height ?? 1)));
  const [columns, rows] = [(width ?? 1) * shrink, (height ?? 1) * shrink];
  const exact = Math.min(...[columns, rows].filter((side) => side >= 1).map((side) => Math.floor(side) / side));
  return Math.min(most, covering(columns * exact, rows * exact));
}
var covering = (columns = 1, rows = 1) => Math.ceil(rounded(columns)) * Math.ceil(rounded(rows));

// ts/tokens/media-tokens.ts
var imageTokens = (formula, facts) => FORMULAS[formula].image(facts);
var pageTokens = (formula, model) => FORMULAS[formula].page(model);
var FORMULAS = {
  openai: { image: openAiImageTokens, page: (model) => openAiImageTokens({ size: void 0, model }) },
  anthropic: { image: ({ size, model }) => anthropicImageTokens(size, model), page: () => ANTHROPIC_PAGE },
  gemini: {
    image: ({ size, model }) => geminiImageTokens(size, model),
    page: (model) => hasFixedImages(model) ? GEMINI_3_PAGE : GEMINI_TILE
  }
};
var STANDARD = { edge: 1568, tokens: 1568 };
var HIGH_RESOLUTION = { edge: 2576, tokens: 4784 };
var ANTHROPIC_PATCH = 28;
function anthropicImageTokens(size, model) {
  if (size === void 0) return STANDARD.tokens;
  const tier = isHighResolution(model) ? HIGH_RESOLUTION : STANDARD;
  const long = Math.max(size.width, size.height);
  const ratio = Math.min(size.width, size.height) / long;
  let [fits2, tooLong] = [0, long + 1];
  while (tooLong - fits2 > 1) {
    const middle = Math.floor((fits2 + tooLong) / 2);
    const padded = Math.ceil(middle / ANTHROPIC_PATCH) * ANTHROPIC_PATCH;
    if (padded <= tier.edge && patchesOf(middle, ratio) <= tier.tokens) fits2 = middle;
    else tooLong = middle;
  }
  return patchesOf(fits2, ratio);
}
function patchesOf(long, ratio) {
  const short = Math.max(1, halfToEven(long * ratio));
  return Math.ceil(long / ANTHROPIC_PATCH) * Math.ceil(short / ANTHROPIC_PATCH);
}
function halfToEven(value) {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + below % 2 : Math.round(value);
}
function isHighResolution(model = "") {
  const [, major = "", minor = "0"] = /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/i.exec(model) ?? [];
  return Number(major) > 4 || Number(major) === 4 && Number(minor) >= 7;
}
var ANTHROPIC_PAGE = 2250;
function geminiImageTokens(size, model) {
  if (hasFixedImages(model)) return GEMINI_3_IMAGE;
  if (size === void 0 || Math.max(size.width, size.height) <= 384) return GEMINI_TILE;
  const side = Math.min(768, Math.max(256, Math.floor(Math.min(size.width, size.height) / 1.5)));
  return GEMINI_TILE * Math.ceil(size.width / side) * Math.ceil(size.height / side);
}
var GEMINI_TILE = 258;
var GEMINI_3_IMAGE = 1120;
var GEMINI_3_PAGE = 560;
var hasFixedImages = (model) => /(^|\/)gemini-[3-9]/.test(model ?? "");

// ts/tokens/request/media.ts
var HEAD_CHARS2 = 1 << 18;
function imageBlock(sheet, blockIndex, { data, detail }) {
  const { wire, model } = sheet;
  const head = typeof data === "string" ? sheet.source.headOf(data, HEAD_CHARS2) : "";
  const size = head.startsWith("http") ? void 0 : readImageSize(Buffer.from(base64In(head), "base64"));
  if (size === void 0) sheet.approximate("image-size");
  return mediaBlock("image", blockIndex, imageTokens(WIRES.of(wire).provider.images, { size, detail, model }));
}
function documentBlock(sheet, blockIndex, { data, mediaType = "" }) {
  const text = typeof data === "string" ? sheet.source.textOf(data) : "";
  const isPdf = mediaType.includes("pdf") || base64In(text).startsWith("JVBERi");
  const pages = isPdf && text !== "" ? countPages(Buffer.from(base64In(text), "base64")) : 0;
  sheet.approximate("document-pages");
  return mediaBlock(
    "document",
    blockIndex,
    Math.max(1, pages) * pageTokens(WIRES.of(sheet.wire).provider.images, sheet.model)
  );
}
function soundBlock(sheet, kind, blockIndex) {
  sheet.approximate("media-length");
  return mediaBlock(kind, blockIndex, 0);
}
function mediaByType(sheet, blockIndex, media) {
  const type = media.mediaType ?? "";
  if (type.startsWith("image/")) return imageBlock(sheet, blockIndex, media);
  if (type.startsWith("audio/")) return soundBlock(sheet, "audio", blockIndex);
  if (type.startsWith("video/")) return soundBlock(sheet, "video", blockIndex);
  return documentBlock(sheet, blockIndex, media);
}
function mediaBlock(kind, blockIndex, fixedTokens) {
  return { kind, blockIndex, strings: [], fixedTokens, nameChars: 0 };
}
function base64In(text) {
  return text.startsWith("data:") ? text.slice(text.indexOf(",") + 1) : text;
}
function countPages(pdf) {
  const text = pdf.toString("latin1");
  const objects = text.match(/\/Type\s{0,8}\/Page(?![a-zA-Z])/g)?.length ?? 0;
  const counts = Array.from(
    text.matchAll(/\/Type\s{0,8}\/Pages\b[^>]{0,200}\/Count\s{1,8}(\d{1,5})/g),
    ([, count2]) => Number(count2)
  );
  return Math.max(objects, ...counts.slice(0, 1e3));
}

// ts/tokens/request/sheet.ts
var MOST_VALUES = 4e6;
var NAME_TOKENS = 1;
var SCALAR_TOKENS = 2;
function textBlock(kind, blockIndex, ...values) {
  const strings = values.filter((value) => typeof value === "string");
  return { kind, blockIndex, strings, fixedTokens: 0, nameChars: 0 };
}
function sealedBlock(sheet, blockIndex, sealed) {
  const fixedTokens = typeof sealed === "string" ? sealedTokens(sheet.source.charsOf(sealed)) : 0;
  return { ...textBlock("thinking", blockIndex), fixedTokens };
}
function namedBlock(sheet, kind, blockIndex, name) {
  return { ...textBlock(kind, blockIndex, name), nameChars: sheet.text(name)?.length ?? 0 };
}
function jsonStrings(value) {
  const found2 = { strings: [], fixedTokens: 0, nameChars: 0 };
  const waiting3 = [value];
  for (let values = 0; waiting3.length > 0; values++) {
    if (values > MOST_VALUES) {
      throw new TamisError("OPTION_INVALID", "request: an object contains itself, or has more than 4,000,000 values");
    }
    take(waiting3.pop(), found2, waiting3);
  }
  return found2;
}
function take(value, found2, waiting3) {
  if (typeof value === "string") found2.strings.push(value);
  else if (Array.isArray(value)) for (let at2 = value.length - 1; at2 >= 0; at2--) waiting3.push(value[at2]);
  else if (isRecord(value)) takeMembers(value, found2, waiting3);
  else if (value !== void 0) found2.fixedTokens += SCALAR_TOKENS;
}
function takeMembers(record, found2, waiting3) {
  for (const [name, value] of Object.entries(record)) {
    if (value === void 0 || name === "cache_control") continue;
    found2.strings.push(name);
    found2.fixedTokens += NAME_TOKENS;
    found2.nameChars += name.length;
    waiting3.push(value);
  }
}
function jsonBlock(kind, blockIndex, value) {
  return { kind, blockIndex, ...jsonStrings(value) };
}
function addTo2(block, other) {
  for (const text of other.strings) block.strings.push(text);
  block.fixedTokens += other.fixedTokens;
  block.nameChars += other.nameChars;
}

// ts/tokens/request/anthropic.ts
var MESSAGE_TOKENS = 3;
var ANSWER_TOKENS = 3;
var TOOL_PROMPT = [
  [/claude-3-opus/, 530, 281],
  [/claude-3-sonnet/, 159, 235],
  [/claude-3-5-haiku|claude-3-haiku/, 264, 340],
  [/claude-3-5-sonnet-20240620/, 294, 261],
  [/(?:)/, 346, 313]
];
function readAnthropic(request, sheet) {
  const { system, messages, tools, tool_choice: choice } = request;
  const parts = Array.isArray(system) ? system : system === void 0 || system === null ? [] : [system];
  for (const [at2, part2] of parts.entries()) sheet.system.push(readBlock3(part2, at2, sheet));
  sheet.readEach(messages, (message) => readMessage(isRecord(message) ? message : {}, sheet));
  if (sheet.messages.length > 0) sheet.approximate("message-overhead");
  for (const tool of Array.isArray(tools) ? tools : []) sheet.tools.push(jsonTool(isRecord(tool) ? tool : {}, sheet));
  if (sheet.tools.length > 0) sheet.toolOverheadTokens = toolPrompt(sheet.model, choice);
  sheet.overheadTokens = ANSWER_TOKENS;
}
function toolPrompt(model = "", choice) {
  const [, auto = 0, forced = 0] = TOOL_PROMPT.find(([names3]) => names3.test(model)) ?? [];
  const type = isRecord(choice) ? choice.type : void 0;
  return type === "any" || type === "tool" ? forced : auto;
}
function readMessage({ role, content }, sheet) {
  const parts = Array.isArray(content) ? content : content === void 0 || content === null ? [] : [content];
  const blocks = parts.flatMap((part2, at2) => readBlocks2(part2, at2, sheet));
  const strings = typeof role === "string" ? [role] : [];
  sheet.messages.push({ role: sheet.text(role) ?? "(none)", blocks, strings, fixedTokens: MESSAGE_TOKENS });
}
function readBlocks2(part2, at2, sheet) {
  const { type, content, tool_use_id: id } = isRecord(part2) ? part2 : {};
  if (typeof type !== "string" || !type.endsWith("tool_result")) return [readBlock3(part2, at2, sheet)];
  const callId = sheet.text(id);
  const parts = Array.isArray(content) ? content : content === void 0 || content === null ? [] : [content];
  const inner = parts.map((one) => readBlock3(one, at2, sheet));
  const texts = inner.filter(({ kind }) => kind === "text" || kind === "other");
  const result = textBlock("tool-result", at2);
  for (const text of texts) addTo2(result, text);
  const media = inner.filter((block) => !texts.includes(block));
  return [result, ...media].map((block) => ({ ...block, callId, toolName: sheet.toolOf(callId) }));
}
function readBlock3(part2, at2, sheet) {
  if (typeof part2 === "string") return textBlock("text", at2, part2);
  const block = isRecord(part2) ? part2 : {};
  const { type } = block;
  switch (type) {
    case "text":
      return textBlock("text", at2, block.text);
    case "thinking":
      sheet.approximate("thinking");
      return textBlock("thinking", at2, block.thinking);
    case "redacted_thinking":
      sheet.approximate("hidden");
      return sealedBlock(sheet, at2, block.data);
    case "image":
      return imageBlock(sheet, at2, {
        data: isRecord(block.source) ? block.source.data ?? block.source.url : void 0
      });
    case "document":
      return readDocument(block, at2, sheet);
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return readCall3(block, at2, sheet);
    default:
      sheet.approximate("unknown-block");
      return jsonBlock("other", at2, part2);
  }
}
function readCall3({ id, name, input }, at2, sheet) {
  const [callId, toolName] = [sheet.text(id), sheet.text(name)];
  sheet.noteCall(callId, toolName);
  sheet.approximate("tool-calls");
  const block = namedBlock(sheet, "tool-call", at2, name);
  addTo2(block, jsonStrings(input));
  return { ...block, toolName, callId };
}
function readDocument({ source, title, context }, at2, sheet) {
  const { type, data, content, media_type: mediaType } = isRecord(source) ? source : {};
  const about = textBlock("document", at2, title, context);
  if (type === "text") return textBlock("document", at2, title, context, data);
  if (type === "content") {
    const parts = Array.isArray(content) ? content : [content];
    for (const part2 of parts) addTo2(about, readBlock3(part2, at2, sheet));
    return about;
  }
  addTo2(about, documentBlock(sheet, at2, { data, mediaType: sheet.text(mediaType) }));
  return about;
}

// ts/tokens/request/openai-tools.ts
var COST = { function: 7, olderFunction: 10, properties: 3, property: 3, values: -3, value: 3, end: 12 };
var OLDER = /^(?:gpt-4|gpt-3\.5|gpt-35)(?!o|\.\d)/;
function writeOpenAiTools(tools, sheet) {
  for (const tool of tools) {
    const record = isRecord(tool) ? tool : {};
    const definition = isRecord(record.function) ? record.function : record;
    const isFunction = record.type === "function" || record.type === void 0;
    sheet.tools.push(isFunction ? functionTool(definition, sheet) : jsonTool(record, sheet));
  }
  if (sheet.tools.length > 0) sheet.toolOverheadTokens = COST.end;
}
function functionTool(definition, sheet) {
  const { name, description, parameters } = plain(definition, sheet);
  const isOlder = OLDER.test((sheet.model ?? "").replace(/^.*\//, ""));
  const tool = {
    name: textOr(name, void 0),
    texts: [`${textOr(name, "")}:${withoutStop(description)}`],
    chars: textOr(name, "").length + textOr(description, "").length,
    fixedTokens: isOlder ? COST.olderFunction : COST.function
  };
  const nested = writeSchemas(parameters, tool);
  if (nested) sheet.approximate("tool-definitions");
  return tool;
}
function writeSchemas(schema, tool) {
  const waiting3 = [schema];
  let lists = 0;
  for (let next = waiting3.pop(); next !== void 0; next = waiting3.pop()) {
    const properties = isRecord(next) && isRecord(next.properties) ? Object.entries(next.properties) : [];
    if (properties.length === 0) continue;
    lists++;
    tool.fixedTokens += COST.properties;
    for (const [name, property] of properties) {
      writeProperty(name, isRecord(property) ? property : {}, tool);
      waiting3.push(...schemasIn(property));
    }
  }
  return lists > 1;
}
function writeProperty(name, { type, description, enum: values }, tool) {
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
var COMBINED = ["anyOf", "oneOf", "allOf"];
function schemasIn(property) {
  if (!isRecord(property)) return [];
  const combined = COMBINED.flatMap((name) => Array.isArray(property[name]) ? property[name] : []);
  return [property, property.items, ...combined].filter(isRecord);
}
function textOr(value, other) {
  return typeof value === "string" ? value : other;
}
var withoutStop = (description) => textOr(description, "").replace(/\.$/, "");

// ts/tokens/request/chat.ts
var MESSAGE_TOKENS2 = 3;
var NAME_TOKENS2 = 1;
var ANSWER_TOKENS2 = 3;
function readChat(request, sheet) {
  const { messages } = request;
  sheet.readEach(messages, (message) => readMessage2(message, sheet));
  const legacy = Array.isArray(request.functions) ? request.functions : [];
  writeOpenAiTools([...Array.isArray(request.tools) ? request.tools : [], ...legacy], sheet);
  sheet.overheadTokens = ANSWER_TOKENS2;
}
function readMessage2(message, sheet) {
  const record = isRecord(message) ? message : {};
  const { role, name, content } = record;
  const hasName = nonEmpty(name) !== void 0;
  const strings = [role, name].filter((value) => typeof value === "string");
  const blocks = readContent3(record, content, sheet);
  const fixedTokens = MESSAGE_TOKENS2 + (hasName ? NAME_TOKENS2 : 0);
  sheet.messages.push({ role: sheet.text(role) ?? "(none)", blocks, strings, fixedTokens });
}
function readContent3(record, content, sheet) {
  const { role, tool_call_id: id, tool_calls: calls, function_call: call, refusal, reasoning_content } = record;
  const parts = Array.isArray(content) ? content : content === void 0 || content === null ? [] : [content];
  const blocks = parts.map((part2, at2) => readPart4(part2, at2, sheet));
  if (role === "tool" || role === "function") for (const block of blocks) nameResult(block, id ?? record.name, sheet);
  for (const [kind, text] of [
    ["thinking", reasoning_content],
    ["text", refusal]
  ]) {
    if (typeof text === "string") blocks.push(textBlock(kind, blocks.length, text));
  }
  for (const one of Array.isArray(calls) ? calls : []) blocks.push(readCall4(one, blocks.length, sheet));
  if (isRecord(call)) blocks.push(readCall4({ function: call }, blocks.length, sheet));
  return blocks;
}
function nameResult(block, id, sheet) {
  if (block.kind === "text" || block.kind === "other") block.kind = "tool-result";
  block.callId = sheet.text(id);
  block.toolName = sheet.toolOf(block.callId);
}
function readCall4(call, at2, sheet) {
  const { id, function: own2, custom } = isRecord(call) ? call : {};
  const body = isRecord(own2) ? own2 : isRecord(custom) ? custom : {};
  const [callId, toolName] = [sheet.text(id), sheet.text(body.name)];
  sheet.noteCall(callId, toolName);
  sheet.approximate("tool-calls");
  const block = namedBlock(sheet, "tool-call", at2, body.name);
  addTo2(block, jsonStrings(body.arguments ?? body.input));
  return { ...block, toolName, callId };
}
function readPart4(part2, at2, sheet) {
  if (typeof part2 === "string") return textBlock("text", at2, part2);
  const { type, text, refusal, image_url: image, file } = isRecord(part2) ? part2 : {};
  switch (type) {
    case "text":
      return textBlock("text", at2, text);
    case "refusal":
      return textBlock("text", at2, refusal);
    case "image_url": {
      const { url, detail } = isRecord(image) ? image : { url: image, detail: void 0 };
      return imageBlock(sheet, at2, { data: url, detail });
    }
    case "input_audio":
      return soundBlock(sheet, "audio", at2);
    case "file": {
      const data = isRecord(file) ? file.file_data : void 0;
      return documentBlock(sheet, at2, { data });
    }
    default:
      sheet.approximate("unknown-block");
      return jsonBlock("other", at2, part2);
  }
}

// ts/tokens/request/gemini.ts
function readGemini(request, sheet) {
  const { contents, tools, cachedContent, cached_content } = request;
  const system = request.systemInstruction ?? request.system_instruction;
  for (const [at2, part2] of partsOf2(system).entries()) sheet.system.push(readPart5(part2, at2, sheet));
  if (cachedContent ?? cached_content) sheet.approximate("hidden");
  sheet.readEach(contents, (content) => readContent4(content, sheet));
  for (const tool of Array.isArray(tools) ? tools : []) writeTool(isRecord(tool) ? tool : {}, sheet);
}
function writeTool(tool, sheet) {
  const declared = tool.functionDeclarations ?? tool.function_declarations;
  if (!Array.isArray(declared)) {
    sheet.tools.push({ ...jsonTool(tool, sheet), name: Object.keys(tool)[0] });
    return;
  }
  for (const one of declared) sheet.tools.push(jsonTool(isRecord(one) ? one : {}, sheet));
}
function readContent4(content, sheet) {
  const role = isRecord(content) ? sheet.text(content.role) : void 0;
  const blocks = partsOf2(content).map((part2, at2) => readPart5(part2, at2, sheet));
  sheet.messages.push({ role: role ?? "user", blocks, strings: [], fixedTokens: 0 });
}
function partsOf2(content) {
  if (typeof content === "string") return [content];
  if (!isRecord(content)) return [];
  return Array.isArray(content.parts) ? content.parts : isRecord(content.parts) ? [content.parts] : [];
}
function readPart5(part2, at2, sheet) {
  if (typeof part2 === "string") return textBlock("text", at2, part2);
  const fields = isRecord(part2) ? part2 : {};
  const call = fields.functionCall ?? fields.function_call;
  const response = fields.functionResponse ?? fields.function_response;
  const inline = fields.inlineData ?? fields.inline_data;
  const file = fields.fileData ?? fields.file_data;
  if (isRecord(call)) return readCall5(call, at2, sheet);
  if (isRecord(response)) return readResponse2(response, at2, sheet);
  if (isRecord(inline)) return readMedia2(inline, at2, sheet);
  if (isRecord(file)) return readMedia2(file, at2, sheet);
  if (typeof fields.text === "string") return textBlock(fields.thought === true ? "thinking" : "text", at2, fields.text);
  sheet.approximate("unknown-block");
  return jsonBlock("other", at2, part2);
}
function readMedia2(media, at2, sheet) {
  return mediaByType(sheet, at2, { data: media.data, mediaType: sheet.text(media.mimeType ?? media.mime_type) });
}
function readCall5({ id, name, args }, at2, sheet) {
  const [callId, toolName] = [sheet.text(id), sheet.text(name)];
  sheet.approximate("tool-calls");
  const block = namedBlock(sheet, "tool-call", at2, name);
  addTo2(block, jsonStrings(args));
  return { ...block, toolName, callId };
}
function readResponse2({ id, name, response }, at2, sheet) {
  const block = namedBlock(sheet, "tool-result", at2, name);
  addTo2(block, jsonStrings(response));
  return { ...block, toolName: sheet.text(name), callId: sheet.text(id) };
}

// ts/tokens/request/responses.ts
function readResponses(request, sheet) {
  const { instructions, input, tools, previous_response_id: previous, conversation } = request;
  if (typeof instructions === "string") sheet.system.push(systemBlock(instructions));
  if (previous ?? conversation) sheet.approximate("hidden");
  const items = Array.isArray(input) ? input : typeof input === "string" ? [{ role: "user", content: input }] : [];
  if (items.length > 0) sheet.approximate("message-overhead");
  sheet.readEach(items, (item) => readItem(isRecord(item) ? item : {}, sheet));
  writeOpenAiTools(Array.isArray(tools) ? tools : [], sheet);
  sheet.overheadTokens = ANSWER_TOKENS2;
}
function systemBlock(instructions) {
  const block = textBlock("text", 0, instructions);
  return { ...block, fixedTokens: MESSAGE_TOKENS2 };
}
function readItem(item, sheet) {
  const { type, role, content } = item;
  const kind = typeof type === "string" ? type : "message";
  if (kind === "additional_tools") {
    readTools(kind, item, sheet);
    return;
  }
  if (kind === "message" || typeof role === "string") {
    const parts = Array.isArray(content) ? content : content === void 0 || content === null ? [] : [content];
    const blocks2 = parts.map((part2, at2) => readPart6(part2, at2, sheet));
    const strings = typeof role === "string" ? [role] : [];
    sheet.messages.push({ role: sheet.text(role) ?? "(none)", blocks: blocks2, strings, fixedTokens: MESSAGE_TOKENS2 });
    return;
  }
  const blocks = readOther(kind, item, sheet);
  sheet.messages.push({ role: sheet.source.textOf(kind), blocks, strings: [], fixedTokens: 0 });
}
function readTools(type, { tools }, sheet) {
  sheet.approximate("tool-definitions");
  const blocks = (Array.isArray(tools) ? tools : []).map((tool, at2) => jsonBlock("tool-definition", at2, tool));
  sheet.messages.push({ role: sheet.source.textOf(type), blocks, strings: [], fixedTokens: 0 });
}
function readOther(type, item, sheet) {
  if (type === "reasoning") return readReasoning2(item, sheet);
  if (type === "item_reference") {
    sheet.approximate("hidden");
    return [];
  }
  if (type === "compaction") return readHidden(item, 0, sheet);
  if (type.endsWith("_output")) return readOutput2(item, sheet);
  if (type === "mcp_call") return readAnsweredCall(item, sheet);
  if (type.endsWith("_call")) return [readCall6(item, sheet)];
  sheet.approximate("unknown-block");
  return [jsonBlock("other", 0, item)];
}
function readCall6(item, sheet) {
  const { call_id: id, name, type, status: _status, id: _id, ...rest } = item;
  const [callId, toolName] = [sheet.text(id), sheet.text(name) ?? sheet.text(type)];
  sheet.noteCall(callId, sheet.text(name));
  sheet.approximate("tool-calls");
  const block = namedBlock(sheet, "tool-call", 0, name);
  const { arguments: texts, input, ...others } = rest;
  addTo2(block, jsonStrings(texts ?? input ?? others));
  return { ...block, toolName, callId };
}
function readAnsweredCall(item, sheet) {
  const { id, name, output, error, ...call } = item;
  const made = readCall6({ ...call, name, call_id: id }, sheet);
  const answer = output ?? error ?? void 0;
  if (answer === void 0) return [made];
  const answers = readOutput2({ call_id: id, output: answer }, sheet);
  return [made, ...answers.map((block) => ({ ...block, blockIndex: block.blockIndex + 1 }))];
}
function readOutput2({ call_id: id, output: own2, tools }, sheet) {
  const callId = sheet.text(id);
  const output = own2 ?? tools;
  const parts = Array.isArray(output) ? output : [output];
  return parts.map((part2, at2) => {
    const block = typeof part2 === "string" || isRecord(part2) ? readPart6(part2, at2, sheet) : jsonBlock("tool-result", at2, part2);
    const kind = block.kind === "text" || block.kind === "other" ? "tool-result" : block.kind;
    return { ...block, kind, callId, toolName: sheet.toolOf(callId) };
  });
}
function readReasoning2(item, sheet) {
  const texts = [item.summary, item.content].flatMap((list) => Array.isArray(list) ? list : []);
  const blocks = texts.map((part2, at2) => textBlock("thinking", at2, isRecord(part2) ? part2.text : part2));
  return [...blocks, ...readHidden(item, blocks.length, sheet)];
}
function readHidden({ encrypted_content: hidden }, at2, sheet) {
  if (typeof hidden !== "string") return [];
  sheet.approximate("hidden");
  return [sealedBlock(sheet, at2, hidden)];
}
function readPart6(part2, at2, sheet) {
  if (typeof part2 === "string") return textBlock("text", at2, part2);
  const { type, text, refusal, image_url: url, detail, file_data: data } = isRecord(part2) ? part2 : {};
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
      return textBlock("text", at2, text);
    case "refusal":
      return textBlock("text", at2, refusal);
    case "input_image":
    case "computer_screenshot":
      return imageBlock(sheet, at2, { data: url, detail });
    case "input_file":
      return documentBlock(sheet, at2, { data });
    case "input_audio":
      return soundBlock(sheet, "audio", at2);
    default:
      sheet.approximate("unknown-block");
      return jsonBlock("other", at2, part2);
  }
}

// ts/tokens/request/sum-up.ts
var NO_SUMS = { systemTokens: 0, toolTokens: 0, otherTokens: 0, chars: 0 };

// ts/tokens/request/index.ts
var READERS = wireTable({
  "openai-chat": readChat,
  "openai-responses": readResponses,
  anthropic: readAnthropic,
  gemini: readGemini
});

// ts/tokens/request/snapshot.ts
var RECORD = Object.freeze({});
var LIST = Object.freeze({});
var END2 = Object.freeze({});

// ts/tokens/request/known.ts
var NO_MARK = { evidence: gatherEvidence([]), approximated: {}, sums: NO_SUMS, calls: [] };

// ts/tokens/request/growing.ts
var LIST_KEYS = [...new Set(WIRES.all.map(({ listKey }) => listKey))];

// ts/pipeline/sizes.ts
var LONG_CHARS = 64;
function quickWeight(version2) {
  const ofShort = DECISION_WEIGHTS[version2];
  return (text) => text.length < LONG_CHARS ? ofShort(text) : loadTokenBackend().weigh(text, "o200k_base", version2);
}

// ts/condensation/providers/smart/measure.ts
var decisionWeight = quickWeight(2);
function decisionTokens(conversation) {
  const { request } = requestOf(conversation);
  const { wire } = conversation;
  const list = request[wire.listKey];
  let tokens2 = unitTokens({ ...request, [wire.listKey]: [] }, decisionWeight);
  if (!Array.isArray(list)) return tokens2;
  for (const message of list) {
    for (const unit of unitsOf(wire, message)) tokens2 += unitTokens(unit, decisionWeight);
  }
  return tokens2;
}
function blockTokens({ messages }, { source }) {
  const [key, index] = source.element ?? [];
  const message = messages[source.messageIndex];
  const list = isRecord(message) && typeof key === "string" ? message[key] : void 0;
  return Array.isArray(list) && typeof index === "number" ? unitTokens(list[index], decisionWeight) : 0;
}

// ts/condensation/providers/smart/run.ts
function runSmart(typed, input) {
  return new SmartRun(typed, input).run();
}
function startOf(typed, earlier) {
  const state = asItCame(typed);
  if (earlier.length === 0) return { state, references: [], sources: /* @__PURE__ */ new Map(), whole: state.texts };
  const { texts, missing: missing2 } = expandReferences(typed, earlier);
  const references = earlier.filter((one) => !missing2.includes(one));
  const slotAt = new Map(typed.slots.map(({ path, index }) => [pointerTo(path), index]));
  const sources = /* @__PURE__ */ new Map();
  for (const { place, source } of references) {
    const [at2, from] = [slotAt.get(place), slotAt.get(source)];
    if (at2 !== void 0 && from !== void 0) sources.set(at2, [...sources.get(at2) ?? [], from]);
  }
  return { state, references, sources, whole: texts };
}
var SmartRun = class {
  #typed;
  #input;
  #bounds;
  #isPinned;
  #phases = [];
  #tokensBefore;
  #tokens;
  #conversation;
  #start;
  #counts = { consolidations: 0, deduplications: 0 };
  constructor(typed, input) {
    this.#typed = typed;
    this.#input = input;
    this.#bounds = readBounds(typed);
    this.#isPinned = pinMatcher(input.pins);
    this.#conversation = typed.conversation;
    this.#tokensBefore = decisionTokens(typed.conversation);
    this.#tokens = this.#tokensBefore;
    this.#start = startOf(typed, input.earlier ?? []);
  }
  run() {
    const { settings: settings2 } = this.#input;
    const scores = scoreImportance(this.#typed, this.#input.weights);
    const isBlocked = this.#bounds.isBound && this.#bounds.from >= this.#typed.conversation.messages.length;
    if (!isBlocked) {
      if (settings2.enableLosslessPhase) this.#lossless();
      if (this.#tokens > this.#targetTokens) this.#lossy(scores);
    }
    return {
      typed: this.#typed,
      conversation: this.#conversation,
      state: this.#start.state,
      references: [...this.#start.references],
      phases: this.#phases,
      counts: this.#counts,
      scores,
      isBlocked
    };
  }
  get #targetTokens() {
    const { targetTokens, settings: settings2 } = this.#input;
    return targetTokens ?? Math.floor(this.#tokensBefore * (100 - settings2.targetReductionPercent) / 100);
  }
  #lossless() {
    const started = performance.now();
    let found2;
    const { sources, references } = this.#start;
    const settled = new Set([...sources].flatMap(([slot, others]) => [slot, ...others]));
    const make = () => {
      found2 = losslessPhase(this.#typed, this.#start.state, {
        isPinned: ({ block, index }) => this.#isFixed(block) || settled.has(index),
        rules: this.#input.rules
      });
      const whole = found2.whole.map((text, slot) => sources.has(slot) ? this.#start.whole[slot] ?? text : text);
      const start = {
        ...{ whole, state: this.#withoutBound(found2.state) },
        references: [...references, ...found2.references],
        sources: new Map([...sources, ...found2.sources])
      };
      return { start };
    };
    const isTaken = this.#take({ name: "lossless", kind: "lossless" }, make, started);
    if (isTaken && found2 !== void 0) this.#counts = found2.counts;
  }
  #lossy(scores) {
    const { settings: settings2 } = this.#input;
    const results = resultTexts(this.#typed);
    const stale = findStale(results);
    const condenser = new BlockCondenser(this.#typed, results, stale);
    const staleRanks = staleRank(results, stale);
    const ranks = new Map(scores.map(({ block, score }) => [block, staleRanks.get(block) ?? score]));
    const order = new Map(this.#typed.blocks.map((block, index) => [block, index]));
    const critical = new Set(scores.filter(({ isCritical }) => isCritical).map(({ block }) => block));
    const newest = this.#typed.conversation.roles.lastIndexOf("assistant");
    const isProtected = (block) => this.#isFixed(block) || critical.has(block) || block.type === "TOOL_RESULT" && block.messageIndex > newest || block.type === "TOOL_CALL" && block.messageIndex >= this.#bounds.openFrom;
    const isTyped = settings2.enableContentTypeAwareness;
    const phases = isTyped ? phasesFor(settings2.preservationPriority) : [UNTYPED];
    for (const phase of phases) {
      if (this.#tokens <= this.#targetTokens) return;
      const started = performance.now();
      const make = () => {
        const draft = new LossyDraft(this.#typed, this.#start, this.#tokens, decisionWeight);
        const removable = this.#bounds.removable.filter((block) => !this.#start.state.removed.has(block));
        const ofType = runPhase(phase, {
          ...{ draft, condenser, isProtected, removable },
          targetTokens: this.#targetTokens,
          maxPercent: settings2.maxReductionPercentPerPhase,
          rankOf: (block) => (isTyped ? ranks : order).get(block) ?? 0,
          removableTokens: (block) => blockTokens(this.#typed.conversation, block)
        });
        const state = this.#withoutBound(draft.state);
        return { start: { ...this.#start, state, references: draft.references, sources: draft.sources }, ofType };
      };
      const { name, range } = phase;
      this.#take({ name, kind: "lossy", ...range === void 0 ? {} : { range } }, make, started);
    }
  }
  /** Whether a block must stay as it is in every phase. */
  #isFixed(block) {
    return block.messageIndex < this.#bounds.from || this.#isPinned(block);
  }
  /** Thinking that is bound goes with the first change. */
  #withoutBound(state) {
    const { isBound, removable, from } = this.#bounds;
    const isChanged = state.texts.some((text, index) => text !== this.#typed.slots[index]?.text);
    return isBound && isChanged && from === 0 ? { ...state, removed: new Set(removable) } : state;
  }
  /** Takes a phase's work, or leaves it where a check fails or the phase throws. */
  #take(phase, make, started) {
    const before = this.#conversation;
    let rolledBack;
    let after = before;
    let ofType;
    try {
      const made = make();
      ofType = made.ofType;
      const conversation = renderConversation(this.#typed, made.start.state);
      const tokens2 = conversation === before ? this.#tokens : decisionTokens(conversation);
      rolledBack = this.#check(phase.name, conversation, tokens2, made.start.references);
      if (rolledBack === void 0) {
        after = conversation;
        this.#conversation = conversation;
        this.#tokens = tokens2;
        this.#start = made.start;
      }
    } catch (error) {
      rolledBack = { check: "error", message: error instanceof Error ? error.message : String(error) };
    }
    const durationMs = performance.now() - started;
    this.#phases.push({
      ...{ ...phase, before, after, durationMs },
      ...ofType === void 0 ? {} : { ofType },
      ...rolledBack === void 0 ? {} : { rolledBack }
    });
    return rolledBack === void 0;
  }
  #check(name, after, tokens2, references) {
    const { validate = validatePhase, pins } = this.#input;
    const before = { conversation: this.#conversation, tokens: this.#tokens };
    if (after === before.conversation) return void 0;
    return validate({ before, after: { conversation: after, tokens: tokens2 }, references, pins }, name);
  }
};

// ../../smart-imp.ts
var manifest = JSON.parse(readFileSync2("/work/shared/traces/manifest.json", "utf8"));
var settings = { enableLosslessPhase: true, enableContentTypeAwareness: true, preservationPriority: [], targetReductionPercent: 50, maxReductionPercentPerPhase: 90 };
var W = IMPORTANCE_WEIGHTS;
var zero = { USER_MESSAGE: 0, ASSISTANT_MESSAGE: 0, ASSISTANT_THINKING: 0, TOOL_CALL: 0, TOOL_RESULT: 0, SYSTEM_MESSAGE: 0 };
var variants = { age: { ...W, base: zero, reference: 0, topic: 0, size: 0, decision: 0, error: 0, correction: 0 }, full: W };
for (const a of process.argv.slice(3)) {
  const v = JSON.parse(a);
  variants[a] = { ...W, ...v };
}
var part = process.argv[2];
var words = (t) => {
  const s = /* @__PURE__ */ new Set();
  for (const w of wordsOf(t)) if (rankOf(w) !== void 0) s.add(w);
  return s;
};
var sums = {};
var n = 0;
for (const r of manifest) {
  if (r.bytes <= 5e4 || !r.primary || r.source === "pydantic-ai") continue;
  const id = r.file.split("/")[1].replace(/-w\d+.*|\.json.*/, "");
  const h = createHash("sha1").update(id).digest()[0];
  if (h % 2 === 0 !== (part === "dev")) continue;
  const body = JSON.parse(readFileSync2("/work/shared/traces/" + r.file, "utf8"));
  const wire = r.format.replace("_", "-");
  const messages = body.messages ?? body.contents ?? body.input;
  const all = openConversation({ messages, wire });
  const cuts = readSteps(all.wire, messages).cuts;
  const allTyped = classify(all);
  for (const f of [0.4, 0.7]) {
    const cut4 = cuts[Math.floor(cuts.length * f)];
    if (!cut4 || cut4 < 6) continue;
    const conv = openConversation({ messages: messages.slice(0, cut4), wire, model: body.model });
    const typed = classify(conv);
    const res = /* @__PURE__ */ new Set(), other = /* @__PURE__ */ new Set();
    for (const b of typed.blocks) for (const w of words(b.texts.length ? b.texts.map((t) => t.text).join("\n") : b.source.text)) (b.type === "TOOL_RESULT" ? res : other).add(w);
    const needs = /* @__PURE__ */ new Set();
    const later = /* @__PURE__ */ new Set();
    let calls = 0;
    for (const b of allTyped.blocks) {
      if (b.messageIndex < cut4) continue;
      const ws = words(b.texts.length ? b.texts.map((t) => t.text).join("\n") : b.source.text);
      if (b.type === "TOOL_CALL") {
        if (++calls > 30) break;
        for (const w of ws) if (res.has(w) && !other.has(w) && !later.has(w)) needs.add(w);
      }
      for (const w of ws) later.add(w);
    }
    if (needs.size === 0) continue;
    n++;
    for (const [name, weights] of Object.entries(variants)) {
      const out = runSmart(typed, { settings, pins: [], weights, validate: () => void 0 });
      const vis = /* @__PURE__ */ new Set();
      for (const t of out.state.texts) for (const w of wordsOf(t)) vis.add(w);
      let hit = 0;
      for (const w of needs) if (vis.has(w)) hit++;
      const s = sums[name] ??= { hit: 0, need: 0, tok: 0, mean: 0 };
      s.hit += hit;
      s.need += needs.size;
      s.tok += decisionTokens(out.conversation);
      s.mean += hit / needs.size;
    }
  }
}
for (const [k, s] of Object.entries(sums)) console.log(k, "recall", (s.hit / s.need).toFixed(4), "mean", (s.mean / n).toFixed(4), "needs", s.need, "tokens", s.tok, "places", n);
