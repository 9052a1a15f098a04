// The conversation as a tree, and the path in it that leads to where the work is now:
//
//   intent (user)  ▶  decision (assistant, thinking)  ▶  call  ▶  result

import type { TypedBlock } from "../classification/block.js";
import type { TypedConversation } from "../classification/classify.js";

export interface ConversationTree {
  /** By block: the block that it follows from; undefined for what the user said. */
  parents: ReadonlyMap<TypedBlock, TypedBlock | undefined>;
  /** The newest block and everything it follows from. */
  criticalPath: ReadonlySet<TypedBlock>;
}

/** Builds the tree. Linear. */
export function buildTree({ blocks }: TypedConversation): ConversationTree {
  const parents = new Map<TypedBlock, TypedBlock | undefined>();
  const calls = new Map<string, TypedBlock>();
  let intent: TypedBlock | undefined;
  let decision: TypedBlock | undefined;
  let call: TypedBlock | undefined;
  for (const block of blocks) {
    const { type } = block;
    const id = block.call?.callId;
    if (type === "USER_MESSAGE") {
      parents.set(block, undefined);
      intent = block;
      decision = undefined;
      call = undefined;
    } else if (type === "ASSISTANT_MESSAGE" || type === "ASSISTANT_THINKING") {
      parents.set(block, call === undefined ? intent : (intent ?? decision));
      decision = block;
    } else if (type === "TOOL_CALL") {
      parents.set(block, decision ?? intent);
      if (id !== undefined) calls.set(id, block);
      call = block;
    } else if (type === "TOOL_RESULT") {
      parents.set(block, (id === undefined ? undefined : calls.get(id)) ?? call ?? intent);
    }
  }
  return { parents, criticalPath: pathTo(lastOf(blocks, parents), parents) };
}

const lastOf = (blocks: readonly TypedBlock[], parents: ReadonlyMap<TypedBlock, unknown>): TypedBlock | undefined =>
  blocks.findLast((block) => parents.has(block));

function pathTo(
  leaf: TypedBlock | undefined,
  parents: ReadonlyMap<TypedBlock, TypedBlock | undefined>,
): Set<TypedBlock> {
  const path = new Set<TypedBlock>();
  for (let at = leaf; at !== undefined && !path.has(at); at = parents.get(at)) path.add(at);
  return path;
}
