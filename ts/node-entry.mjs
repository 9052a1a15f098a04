// Makes what Node gets for `import "tamis"`: functions that load the library at the first call. Compiling it takes most of what
// an import would cost, and a program that only may reduce a request should not wait for it.

/**
 * The text of Node's entry.
 *
 * @param {Record<string, unknown>} library the index, loaded
 * @param {{ apart: Record<string, unknown>, traced: readonly string[] }} options `apart`: exports of `./base.js`, which are given
 *   as they are; `traced`: what is loaded later, for tools that copy the files of a program to a server. They follow literal
 *   names behind this spelling (Next.js, `@vercel/nft`)
 * @returns {string}
 * @throws Where the index exports a class or a value that no function can give.
 */
export function nodeEntry(library, { apart, traced }) {
  const names = Object.keys(library);
  const given = names.filter((name) => name in apart);
  const later = names.filter((name) => !(name in apart)).map((name) => lazily(name, library[name]));
  const calls = ["./tamis-index.js", ...traced].map((name) => `require(${JSON.stringify(name)})`);
  return `${LOADER}export{${given}}from"./base.js";${later.join("")}()=>[${calls}];\n`;
}

/**
 * A bundler that does not know the condition "module" takes this file, and moves it away from the library; it is then found
 * where the package is installed.
 */
const LOADER = `import{createRequire}from"node:module";import{TamisError}from"./base.js";
const require=createRequire(import.meta.url);
let library;
function load(){
for(const id of["./tamis-index.js","tamis"])try{
const found=require(id);
if(found.reduceBody!==reduceBody)return library=found;
}catch(cause){if(cause?.code!=="MODULE_NOT_FOUND")throw new TamisError("PEER_MISSING","tamis cannot be loaded: "+cause?.message,{cause})}
throw new TamisError("PEER_MISSING","tamis is not beside this bundle: bundle it with the condition \\"module\\", or leave it out of the bundle");
}
`;

function lazily(name, value) {
  if (typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value)))
    return `export function ${name}(...args){return(library??load()).${name}(...args)}`;
  if (Object.prototype.toString.call(value) !== "[object Object]") throw new Error(`${name} cannot be loaded later`);
  const getters = Object.keys(value).map((key) => `get ${key}(){return(library??load()).${name}.${key}}`);
  return `export const ${name}=Object.freeze({${getters}});`;
}
