import type { Dispatcher } from "undici";

/** The target of requests of one kind. */
export interface Upstream {
  dispatcher: Dispatcher;
  origin: string;
  host: string;
  /** In front of every path; `""` where the URL has no path of its own. */
  basePath: string;
}

/** Hosts of the vendors themselves: what is only a cloud's does not go there. */
const VENDORS = new Set(["api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com"]);

/** Whether the vendor itself serves there, and no cloud. */
export const isVendor = ({ origin }: Upstream): boolean => VENDORS.has(new URL(origin).hostname);
