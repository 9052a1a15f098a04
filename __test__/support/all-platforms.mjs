// The platforms that have a package.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseTriple } from "@napi-rs/cli";
import { readManifest } from "../../packaging/linked-crates.mjs";

/**
 * @param {string} root the checkout's folder
 * @returns {{ file: string, isHere: boolean }[]} the addon's file of each, and whether it was built in this checkout
 */
export function platforms(root) {
  return readManifest()
    .napi.targets.map((target) => `tamis.${parseTriple(target).platformArchABI}.node`)
    .map((file) => ({ file, isHere: existsSync(join(root, "ts/binding", file)) }));
}
