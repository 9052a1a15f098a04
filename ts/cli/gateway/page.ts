// The page that `tamis gateway` serves.
import { isIP } from "node:net";
import type { GatewayOptions, GatewaySettings } from "../../gateway/index.js";
import { DEFAULT_KEEP, Page } from "../../ui/index.js";
import { MOST_KEPT_BYTES } from "./config.js";

/** The variable with the page's token; without it each start makes one, and the page is served on loopback alone. */
const TOKEN_VARIABLE = "TAMIS_PAGE_TOKEN";

/** What a file or a journal gets in a made token's place. */
const NO_TOKEN = `(its token is shown on a terminal alone; ${TOKEN_VARIABLE} sets one of your own)`;

export interface OpenedPage {
  page: Page;
  /** For `createGateway`. */
  options: Pick<GatewayOptions, "page" | "keptBodyBytes">;
  /**
   * The address, with the token where this start has made it.
   *
   * @param isForPeople Whether nobody but who has asked reads it
   */
  address(url: string, isForPeople: boolean): string;
  /** Says how the configuration is read anew, for settings that the page saves. */
  watch(reload: () => void): void;
  /** Tells the page that the configuration was read anew. */
  reloaded(needRestart: readonly string[], settings: GatewaySettings): void;
  end(): Promise<void>;
}

/**
 * The page that the configuration asks for; undefined for none: switched off, or without a token where others could reach it.
 */
export async function openGatewayPage(
  { gateway, limits, policies }: GatewaySettings,
  { config, env }: { config: string | undefined; env: NodeJS.ProcessEnv },
): Promise<OpenedPage | undefined> {
  const { page: isWanted, host, mode, allowedHosts } = gateway;
  const token = env[TOKEN_VARIABLE] || undefined;
  if (!isWanted || (token === undefined && !isLoopback(host))) return undefined;
  let inUse = policies;
  let reload = () => {};
  let needRestart: readonly string[] = [];
  const { requests, bytes } = DEFAULT_KEEP;
  const page = new Page({
    // They count as the bodies of requests do.
    keep: { requests, bytes: Math.min(bytes, limits.inFlightBytes / 8) },
    ...{
      surface: "gateway",
      mode,
      token,
      env,
      config,
      hosts: () => allowedHosts.filter((one) => !one.includes("://")).map((one) => one.toLowerCase()),
    },
    policies: () => inUse,
    reload() {
      reload();
      return needRestart;
    },
  });
  return {
    page,
    options: { page, keptBodyBytes: MOST_KEPT_BYTES },
    address(url, isForPeople) {
      const address = page.address(url);
      if (token !== undefined) return address.replace(/token=.*/, `token=$$${TOKEN_VARIABLE}`);
      return isForPeople ? address : address.replace(/#token=.*/, ` ${NO_TOKEN}`);
    },
    watch(how) {
      reload = how;
    },
    reloaded(names, settings) {
      needRestart = names;
      inUse = settings.policies;
      page.settingsChanged();
    },
    end: () => page.end(),
  };
}

/** Addresses that no other machine reaches. */
const isLoopback = (host: string): boolean =>
  host === "localhost" || (isIP(host) === 4 && host.startsWith("127.")) || host === "::1";
