// `tamis mcp`: the tool tamis_retrieve as an MCP server over stdin and stdout. A bundle of its own (`build.mjs`), which has
// the parts of the MCP SDK that it needs.

import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { messageOf, TamisError } from "../../base/errors.js";
import { packageVersion } from "../../base/version.js";
import {
  openFolderStore,
  openSqliteStore,
  RETRIEVE_TOOL,
  readKeyFile,
  retrieve,
  retrieveTool,
  type StoreSource,
} from "../../restore/index.js";
import { toTerminal } from "../shared/escape.js";

const WRONG_USAGE = 2;

/** Serves until stdin ends. The exit code is 2 for wrong arguments and a missing package, and 1 for a store that cannot be used. */
export async function serveMcp(argv: readonly string[]): Promise<void> {
  try {
    const { store, tenant, maxChars } = readArguments(argv);
    const source = await openStore(store, tenant);
    await createRetrieveServer(source, maxChars).connect(new StdioServerTransport());
  } catch (error) {
    process.stderr.write(toTerminal(`tamis: ${messageOf(error)}\n`));
    const isMissing = TamisError.isInstance(error) && error.code === "PEER_MISSING";
    process.exitCode = error instanceof WrongUsage || isMissing ? WRONG_USAGE : 1;
  }
}

class WrongUsage extends Error {}

function readArguments(argv: readonly string[]) {
  const { store, tenant, "max-chars": chars } = parsed(argv);
  if (store === undefined) throw new WrongUsage("--store is missing: name a folder or an SQLite file of originals");
  const maxChars = Number(chars);
  if (!(Number.isSafeInteger(maxChars) && maxChars > 0))
    throw new WrongUsage(`--max-chars: expected a whole number of chars, 1 or more, got ${JSON.stringify(chars)}`);
  return { store, tenant, maxChars };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        store: { type: "string" },
        tenant: { type: "string", default: "default" },
        "max-chars": { type: "string", default: "50000" },
      },
    }).values;
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message} (tamis mcp --help shows the options)`);
  }
}

/** @throws TamisError `STORE_UNUSABLE`, `PEER_MISSING`. */
async function openStore(path: string, tenant: string): Promise<StoreSource> {
  const found = statSync(path, { throwIfNoEntry: false });
  // A wrong name must not make a store.
  if (found === undefined) throw new TamisError("STORE_UNUSABLE", `${path}: there is no such folder or file`);
  const given = process.env.TAMIS_RESTORE_KEY;
  if (found.isDirectory()) {
    const store = openFolderStore(path);
    return { store, tenant, key: given ?? store.key };
  }
  return { store: await openSqliteStore(path), tenant, key: given ?? readKeyFile(`${path}.key`) };
}

export function createRetrieveServer(source: StoreSource, maxChars: number): Server {
  const server = new Server({ name: "tamis", version: packageVersion() }, { capabilities: { tools: {} } });
  // Of the wires' forms this one has the names that MCP has, but for one.
  const {
    name,
    description,
    input_schema: inputSchema,
  } = retrieveTool("anthropic") as {
    name: string;
    description: string;
    input_schema: { type: "object" };
  };
  const tool = { name, description, inputSchema };
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ ...tool, annotations: { readOnlyHint: true } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (params.name !== RETRIEVE_TOOL) return failure(`there is no tool ${params.name.slice(0, 100)}`);
    return { content: [{ type: "text", text: (await retrieve(asked(params.arguments), source, { maxChars })).text }] };
  });
  return server;
}

/** A model may send anything. */
function asked({ handle, offset, limit }: Record<string, unknown> = {}) {
  return { handle: String(handle), offset: offset as number, limit: limit as number };
}

const failure = (text: string) => ({ content: [{ type: "text" as const, text }], isError: true });
