// Where `tamis gateway` serves its page, and with which token.
import { describe, expect, it } from "vitest";
import { openGatewayPage } from "../../ts/cli/gateway/page.js";
import { checkConfig } from "../../ts/gateway/index.js";

async function addressAt(gateway: { host?: string; page?: boolean }, variables: NodeJS.ProcessEnv, isForPeople = true) {
  const opened = await openGatewayPage(checkConfig({ gateway }), { config: undefined, env: variables });
  await opened?.end();
  return opened?.address("http://127.0.0.1:7337", isForPeople);
}

describe("the page of a gateway", () => {
  const token = { TAMIS_PAGE_TOKEN: "token-of-the-page-7f3a" };

  it("has a token of its own on loopback, and that of the variable where there is one", async () => {
    expect(await addressAt({}, {})).toMatch(/#token=[\w-]{32}$/);
    expect(await addressAt({}, token)).toMatch(/#token=\$TAMIS_PAGE_TOKEN$/);
  });

  it("has a token that a file or a journal does not get", async () => {
    expect(await addressAt({}, token, false)).toBe("http://127.0.0.1:7337/#token=$TAMIS_PAGE_TOKEN");
    // A variable that is not set has none.
    expect(await addressAt({}, {}, false)).toMatch(
      /^http:\/\/127\.0\.0\.1:7337\/ \(its token is .*TAMIS_PAGE_TOKEN sets one/,
    );
  });

  it("is served beyond loopback with a token in the variable alone", async () => {
    expect(await addressAt({ host: "0.0.0.0" }, {})).toBeUndefined();
    expect(await addressAt({ host: "0.0.0.0" }, token)).toMatch(/#token=\$TAMIS_PAGE_TOKEN$/);
  });

  it("is not there where the configuration says so", async () => {
    expect(await addressAt({ page: false }, token)).toBeUndefined();
  });
});
