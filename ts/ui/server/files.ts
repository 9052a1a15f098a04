// The page's own files, as the build has made them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { IS_BUILT } from "../../base/version.js";
import { headerOf, type Incoming, type Outgoing } from "../../gateway/edge.js";
import { APP_PATH } from "../api.js";
import { ApiError, startAnswer } from "./answers.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

interface StaticFile {
  type: string;
  etag: string;
  body: Buffer;
}

/** The folder of the built page, in `dist`. */
export function appFolder(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  // The bundle is in `dist` or a folder of it.
  if (IS_BUILT) return [own, dirname(own)].map((folder) => join(folder, "ui", "app")).find(existsSync) ?? own;
  return join(own, "..", "..", "..", "dist", "ui", "app");
}

/** Files of a folder, read once. A path is looked up as it is: none can lead out of the folder. */
export class StaticFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, StaticFile> | undefined;

  constructor(folder: string = appFolder()) {
    this.#folder = folder;
  }

  /** Sends the file of a path; `/` is the page. @throws ApiError */
  send(path: string, incoming: Incoming, out: Outgoing): void {
    this.#files ??= read(this.#folder);
    const name = path === "/" ? "index.html" : path.slice(APP_PATH.length);
    const file = this.#files.get(name);
    if (file === undefined && name === "index.html")
      throw new ApiError("unavailable", "the page is not built: run npm run build:ts");
    if (file === undefined) throw new ApiError("not_found", "there is no such file");
    // Names are constant, so that a reader asks each time whether its copy is still the newest.
    const headers = ["content-type", file.type, "etag", file.etag, "cache-control", "no-cache"];
    if (headerOf(incoming.rawHeaders, "if-none-match") === file.etag) {
      startAnswer(out, 304, headers);
      out.end();
      return;
    }
    startAnswer(out, 200, [...headers, "content-length", String(file.body.length)]);
    out.end(incoming.method === "HEAD" ? undefined : file.body);
  }
}

function read(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const body = readFileSync(join(folder, name));
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    files.set(name.split(sep).join("/"), { type, etag, body });
  }
  return files;
}
