import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { APP_PATH } from "../../../ts/ui/api.js";

const APP = fileURLToPath(new URL("../../../dist/ui/app/", import.meta.url));
const MOST_BYTES = 100 * 1024;

describe.skipIf(!existsSync(APP))("the built page", () => {
  const files = existsSync(APP) ? readdirSync(APP) : [];
  const html = existsSync(APP) ? readFileSync(`${APP}index.html`, "utf8") : "";

  it("has at most 100 KB compressed, all files together", () => {
    const bytes = files.map((name) => gzipSync(readFileSync(APP + name)).length).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("loads its own files alone, and has neither scripts nor styles within", () => {
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      expect(link.startsWith(APP_PATH)).toBe(true);
      expect(files).toContain(link.slice(APP_PATH.length));
    }
    expect(html).not.toMatch(/<style|style=|<script[^>]*>[^<]|\son\w+=/);
  });

  it("names no address elsewhere but in notices", () => {
    for (const name of files.filter((file) => /\.(?:js|css|html)$/.test(file))) {
      const text = readFileSync(APP + name, "utf8").replace(/\/\*![\s\S]*?\*\//g, "");
      const addresses = [...text.matchAll(/https?:\/\/[^\s"'`)]+/g)].map(([address]) => address);
      // Names of namespaces are no addresses.
      expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
    }
  });
});
