// The page beside a run: settings that it saves hold for the run's later requests.
import type { AgentProfile } from "../../agents/index.js";
import type { Gateway, GatewaySettings } from "../../gateway/index.js";
import type { RunFacts } from "../../ledger/index.js";
import { Page } from "../../ui/index.js";
import { type GatewayFlags, loadWithFlags } from "../gateway/config.js";
import type { PresetChoice } from "../shared/preset-choices.js";
import { withPreset } from "./preset.js";

export interface RunPage {
  page: Page;
  /** Names the gateway that saved settings go to. */
  serveBy(gateway: Gateway): void;
}

/** Makes the page; it is served by the run's gateway. */
export function openRunPage(
  launched: GatewaySettings,
  flags: GatewayFlags & { preset?: PresetChoice },
  { agent, mode }: RunFacts,
  profile: AgentProfile | undefined,
): RunPage {
  let settings = launched;
  let gateway: Gateway | undefined;
  const page = new Page({
    ...{ surface: "run", agent, mode, config: flags.config },
    policies: () => settings.policies,
    reload() {
      const loaded = loadWithFlags({ ...flags, observe: mode !== "reduce" });
      // Where the run's requests go was decided when it began.
      const next = { ...settings, policies: withPreset(loaded, flags.preset, profile).policies };
      const needRestart = gateway?.reload(next).needRestart ?? [];
      settings = next;
      return needRestart;
    },
  });
  return {
    page,
    serveBy(one) {
      gateway = one;
    },
  };
}
