/**
 * JSON Pointer of the value that follows `json`, the beginning of a valid object or list cut off in front of that value:
 * `{"a":[1,{"b":` is `/a/1/b`. Linear; nothing recurses.
 */
export function pathInObject(json: Uint8Array): string {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("utf8");
  const open: { key: string; index: number; isList: boolean }[] = [];
  let name = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === "{" || token === "[") open.push({ key: "", index: 0, isList: token === "[" });
    else if (token === "}" || token === "]") open.pop();
    else if (token.startsWith('"')) name = token;
    else if (token === ":" && inner !== undefined) inner.key = JSON.parse(name) as string;
    else if (token === "," && inner !== undefined) inner.index++;
  }
  return open.map(({ key, index, isList }) => `/${isList ? index : escapePointer(key)}`).join("");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** RFC 6901, section 3. */
function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
