import { describe, expect, it } from "vitest";
import {
  howToGetNative,
  libcOfMaps,
  libcOfReport,
  PREBUILT_TRIPLES,
  platformTriple,
} from "../../ts/native/platform.js";
import { read } from "../architecture/typescript-imports.js";

const gnu = () => "gnu" as const;
const musl = () => "musl" as const;

describe("platformTriple", () => {
  it.each([
    [{ platform: "linux", arch: "x64" }, gnu, "linux-x64-gnu"],
    [{ platform: "linux", arch: "x64" }, musl, "linux-x64-musl"],
    [{ platform: "linux", arch: "arm64" }, gnu, "linux-arm64-gnu"],
    [{ platform: "linux", arch: "arm64" }, musl, "linux-arm64-musl"],
    [{ platform: "darwin", arch: "x64" }, musl, "darwin-x64"],
    [{ platform: "darwin", arch: "arm64" }, musl, "darwin-arm64"],
    [{ platform: "win32", arch: "x64" }, musl, "win32-x64-msvc"],
    [{ platform: "win32", arch: "arm64" }, musl, "win32-arm64-msvc"],
    [{ platform: "win32", arch: "ia32" }, gnu, "win32-ia32-msvc"],
    [{ platform: "freebsd", arch: "x64" }, gnu, "freebsd-x64"],
  ])("names %j", (host, libc, triple) => {
    expect(platformTriple(host, libc)).toBe(triple);
  });

  it("asks for the C library on Linux only", () => {
    const asked = () => {
      throw new Error("asked");
    };
    expect(platformTriple({ platform: "win32", arch: "x64" }, asked)).toBe("win32-x64-msvc");
    expect(() => platformTriple({ platform: "linux", arch: "x64" }, asked)).toThrow("asked");
  });

  it.runIf(process.platform === "linux")("agrees with Node's report about this process", () => {
    expect(platformTriple()).toBe(`linux-${process.arch}-${libcOfReport(process.report.getReport())}`);
  });
});

describe("the C library", () => {
  const line = (path: string) => `7f12a000-7f12b000 r-xp 00000000 08:01 1234    ${path}\n`;

  it.each([
    ["/lib/ld-musl-x86_64.so.1", "musl"],
    ["/lib/ld-musl-aarch64.so.1", "musl"],
    ["/usr/lib/libc.musl-x86_64.so.1", "musl"],
    ["/usr/lib/x86_64-linux-gnu/libc.so.6", "gnu"],
    ["/usr/lib64/libc-2.28.so", "gnu"],
    ["/usr/lib/libcap.so.2", undefined],
    ["/opt/libc-2/node", undefined],
  ])("behind %s is %s", (path, libc) => {
    expect(libcOfMaps(line("/usr/local/bin/node") + line(path))).toBe(libc);
  });

  it("is musl if both are mapped, because a compatibility layer for glibc runs on it", () => {
    expect(libcOfMaps(line("/lib/libc.so.6") + line("/lib/ld-musl-x86_64.so.1"))).toBe("musl");
  });

  it("is read from the report if nothing is mapped by name", () => {
    expect(libcOfMaps("")).toBeUndefined();
    expect(libcOfReport({ header: { glibcVersionRuntime: "2.36" } })).toBe("gnu");
    expect(libcOfReport({ header: {} })).toBe("musl");
    expect(libcOfReport(undefined)).toBe("musl");
  });
});

it("the prebuilt platforms are the targets of package.json", async () => {
  const { parseTriple } = await import("@napi-rs/cli");
  const { napi } = JSON.parse(read("package.json")) as { napi: { targets: string[] } };
  expect(napi.targets.map((target) => parseTriple(target).platformArchABI).sort()).toEqual(
    [...PREBUILT_TRIPLES].sort(),
  );
});

describe("howToGetNative", () => {
  it("names the exact package if there is one", () => {
    expect(howToGetNative("linux-arm64-musl", "1.2.3")).toContain("`npm install tamis-linux-arm64-musl@1.2.3`");
  });

  it("explains how to build if there is none", () => {
    expect(howToGetNative("freebsd-x64", "1.2.3")).toMatch(/no prebuilt addon for freebsd-x64; install Rust/);
  });
});
