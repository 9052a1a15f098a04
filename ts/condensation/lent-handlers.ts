// Handlers as a condensation lends them to providers: what they count is kept, and what they were asked is known.
import type { ApiHandler, HandlerBlock } from "../llm/handler/api-handler.js";
import { isApiHandler } from "../llm/handler/ask-handler.js";
import type { CondensationOptions } from "./providers/base/options.js";

const KNOWN = new WeakSet<ApiHandler>();

/** The options with a handler that counts each distinct text once, whichever providers ask it. */
export const countingOnce = (options: CondensationOptions): CondensationOptions =>
  isApiHandler(options.apiHandler) ? { ...options, apiHandler: countsOnce(options.apiHandler) } : options;

/**
 * The same handler, which is asked to count each distinct text once. What it counted is kept as long as the handler that is
 * returned. One that counts once already comes back as it is.
 */
function countsOnce(handler: ApiHandler): ApiHandler {
  if (KNOWN.has(handler)) return handler;
  const counted = new Map<string, Promise<number>>();
  const countOne = (block: HandlerBlock): Promise<number> => {
    const known = counted.get(block.text);
    if (known !== undefined) return known;
    const asked = Promise.resolve(handler.countTokens([block]));
    counted.set(block.text, asked);
    // What failed may be asked again.
    asked.catch(() => counted.delete(block.text));
    return asked;
  };
  const once: ApiHandler = {
    createMessage: (...given) => handler.createMessage(...given),
    getModel: () => handler.getModel(),
    async countTokens(blocks) {
      const [block, ...more] = blocks;
      return block === undefined || more.length > 0 ? handler.countTokens(blocks) : countOne(block);
    },
  };
  KNOWN.add(once);
  return once;
}

/** The options with handlers that call `onCall` before each question to a model. */
export function watchedHandlers(options: CondensationOptions, onCall: () => void): CondensationOptions {
  const watched = <T>(handler: T): T => (isApiHandler(handler) ? (watch(handler, onCall) as T) : handler);
  const { apiHandler, condensingApiHandler, handlers } = options;
  return {
    ...options,
    ...(apiHandler === undefined ? {} : { apiHandler: watched(apiHandler) }),
    ...(condensingApiHandler === undefined ? {} : { condensingApiHandler: watched(condensingApiHandler) }),
    ...(handlers === undefined
      ? {}
      : { handlers: Object.fromEntries(Object.entries(handlers).map(([name, one]) => [name, watched(one)])) }),
  };
}

function watch(handler: ApiHandler, onCall: () => void): ApiHandler {
  const watched: ApiHandler = {
    createMessage(...given) {
      onCall();
      return handler.createMessage(...given);
    },
    getModel: () => handler.getModel(),
    countTokens: (...given) => handler.countTokens(...given),
  };
  if (KNOWN.has(handler)) KNOWN.add(watched);
  return watched;
}
