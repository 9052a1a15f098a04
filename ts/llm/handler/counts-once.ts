import type { ApiHandler, HandlerBlock } from "./api-handler.js";

const KNOWN = new WeakSet<ApiHandler>();

/**
 * The same handler, which is asked to count each distinct text once. What it counted is kept as long as the handler that is
 * returned. One that counts once already comes back as it is.
 */
export function countsOnce(handler: ApiHandler): ApiHandler {
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
