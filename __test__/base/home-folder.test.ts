import { userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { userConfigFile } from "../../ts/base/config-file.js";
import { homeFolder } from "../../ts/base/home-folder.js";
import { originalsFolder } from "../../ts/gateway/restore/place.js";
import { ledgerFile } from "../../ts/ledger/place.js";

const own = userInfo().homedir;
const isPosix = process.platform !== "win32";

describe("the user's own folder", () => {
  it("is HOME where that is absolute", () => {
    expect(homeFolder({ HOME: resolve("/home/me") })).toBe(resolve("/home/me"));
  });

  it.runIf(isPosix).each(["relative", "."])("is never %j, which is another one in each working directory", (HOME) => {
    for (const path of [
      homeFolder({ HOME }),
      userConfigFile({ HOME }),
      ledgerFile({ HOME }),
      originalsFolder({}, { HOME }),
    ])
      expect(isAbsolute(path)).toBe(true);
    expect(userConfigFile({ HOME })).not.toContain(process.cwd());
  });

  it.runIf(isPosix)("is that of the account where HOME is empty, as Node's own answer then is", () => {
    const before = process.env.HOME;
    process.env.HOME = "";
    try {
      expect(homeFolder()).toBe(own);
      expect(userConfigFile({ HOME: "", XDG_CONFIG_HOME: "relative" })).toBe(
        join(own, ".config", "tamis", "tamis.toml"),
      );
    } finally {
      process.env.HOME = before;
    }
  });
});
