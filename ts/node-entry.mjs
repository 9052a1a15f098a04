// Makes what Node gets for `import "tamis"`: functions that load the library at the first call. Compiling it takes most of what
// an import would cost, and a program that only may reduce a request should not wait for it.

/**
 * The text of Node's entry.
 *
 * @param {Record<string, unknown>} library the index, loaded
 * @param {Record<string, unknown>} apart exports of `./base.js`, which are given as they are
 * @returns {string}
 * @throws Where the index exports a class or a value that no function can give.
 */
export function nodeEntry(library, apart) {
  const names = Object.keys(library);
  const given = names.filter((name) => name in apart);
  const later = names.filter((name) => !(name in apart)).map((name) => lazily(name, library[name]));
  return `${LOADER}export{${given}}from"./base.js";${later.join("")}\n`;
}

/** A bundler that takes this file all the same moves it away from the library, which is then found where it is installed. */
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
