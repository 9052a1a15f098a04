import { describe, expect, it } from "vitest";
import { packageVersion } from "../../ts/base/version.js";
import { chooseBackend } from "../../ts/load/backend.js";
import { type Load, loadAddon } from "../../ts/native/addon.js";
import { PROTOCOL_VERSION } from "../../ts/native/protocol.js";

const ADDON = { Engine: class {}, PROTOCOL_VERSION };
const BUILT = "../binding/tamis.linux-x64-gnu.node";
const NAME = "tamis-linux-x64-gnu";

/** A `require` that knows these modules; an `Error` among them is thrown. */
function loadFrom(modules: Record<string, unknown>): Load {
  return (id) => {
    if (!Object.hasOwn(modules, id)) throw Object.assign(new Error(`Cannot find ${id}`), { code: "MODULE_NOT_FOUND" });
    const found = modules[id];
    if (found instanceof Error) throw found;
    return found;
  };
}

const manifest = (version: string) => ({ [`${NAME}/package.json`]: { version } });
const dlopenError = (message: string) => Object.assign(new Error(message), { code: "ERR_DLOPEN_FAILED" });

describe("loadAddon", () => {
  it("loads a checkout's own build first", () => {
    const load = loadFrom({ [BUILT]: ADDON, [NAME]: {}, ...manifest(packageVersion()) });
    expect(loadAddon("linux-x64-gnu", load)).toEqual({ addon: ADDON });
  });

  it("loads the platform package of the same version", () => {
    const load = loadFrom({ [NAME]: ADDON, ...manifest(packageVersion()) });
    expect(loadAddon("linux-x64-gnu", load)).toEqual({ addon: ADDON });
  });

  it("refuses a platform package of another version, without loading it", () => {
    const load = loadFrom({ [NAME]: new Error("loaded"), ...manifest("0.0.9") });
    expect(loadAddon("linux-x64-gnu", load)).toEqual({
      reason: `no addon for linux-x64-gnu: ${NAME} is version 0.0.9, this is ${packageVersion()}`,
    });
  });

  it("says that the package is not installed, and nothing about a missing build in the checkout", () => {
    expect(loadAddon("linux-x64-gnu", loadFrom({}))).toEqual({
      reason: `no addon for linux-x64-gnu: the package ${NAME} is not installed`,
    });
  });

  it.each([[PROTOCOL_VERSION + 1], [undefined]])("uses no addon of protocol version %s, wherever it is", (version) => {
    const other = { ...ADDON, PROTOCOL_VERSION: version };
    const problem = (id: string) =>
      `${id} has protocol version ${version}, this is ${PROTOCOL_VERSION}; build it again`;
    expect(loadAddon("linux-x64-gnu", loadFrom({ [BUILT]: other }))).toEqual({
      reason: `no addon for linux-x64-gnu: ${problem(BUILT)}; the package ${NAME} is not installed`,
    });
    expect(loadAddon("linux-x64-gnu", loadFrom({ [NAME]: other, ...manifest(packageVersion()) }))).toEqual({
      reason: `no addon for linux-x64-gnu: ${problem(NAME)}`,
    });
  });

  it("passes over a build of another protocol version for an installed package", () => {
    const built = { ...ADDON, PROTOCOL_VERSION: 0 };
    const load = loadFrom({ [BUILT]: built, [NAME]: ADDON, ...manifest(packageVersion()) });
    expect(loadAddon("linux-x64-gnu", load)).toEqual({ addon: ADDON });
  });

  it("is not used, with the reason, where the addon has another protocol version", () => {
    const load = loadFrom({ [NAME]: { ...ADDON, PROTOCOL_VERSION: 0 }, ...manifest(packageVersion()) });
    const { backend, reason } = chooseBackend(undefined, {
      native: () => loadAddon("linux-x64-gnu", load) as { reason: string },
      wasm: () => ({ reason: "tamis.wasm is not installed" }),
    });
    expect(backend.name).toBe("none");
    expect(reason).toContain(`${NAME} has protocol version 0, this is ${PROTOCOL_VERSION}`);
  });

  it("loads the file that TAMIS_ADDON names, and no other", () => {
    const load = loadFrom({ "/opt/tamis.node": ADDON, [BUILT]: ADDON });
    expect(loadAddon("linux-x64-gnu", load, "/opt/tamis.node")).toEqual({ addon: ADDON });
    const reason = "TAMIS_ADDON: /opt/other.node: there is no such file";
    expect(loadAddon("linux-x64-gnu", load, "/opt/other.node")).toEqual({ reason });
    expect(loadAddon("linux-x64-gnu", load, "")).toEqual({ addon: ADDON });
  });

  it("loads an addon beside the bundle that it runs in", () => {
    expect(loadAddon("linux-x64-gnu", loadFrom({ "./tamis.linux-x64-gnu.node": ADDON }))).toEqual({ addon: ADDON });
  });

  it("names the platforms that have one", () => {
    const { reason } = loadAddon("freebsd-x64", loadFrom({})) as { reason: string };
    expect(reason).toMatch(/^no addon for freebsd-x64: there are prebuilt ones for linux-x64-gnu, .*win32-arm64-msvc$/);
  });

  it("quotes the first line of the loader's error", () => {
    const error = dlopenError("/lib/libc.so.6: version `GLIBC_2.38' not found\nRequire stack: …");
    const load = loadFrom({ [NAME]: error, ...manifest(packageVersion()) });
    expect(loadAddon("linux-x64-gnu", load)).toEqual({
      reason: `no addon for linux-x64-gnu: ${NAME}: /lib/libc.so.6: version \`GLIBC_2.38' not found`,
    });
  });

  it("never throws, whatever the loader throws", () => {
    const load: Load = () => {
      throw null;
    };
    expect(loadAddon("linux-x64-gnu", load)).toHaveProperty("reason");
  });
});
