// Makes what Node gets for `import "tamis"`: functions that load the library at the first call, and a class that loads the session's
// code when it is first used. Compiling both takes most of what an import would cost, and a program that only may reduce a request
// should not wait for it.

/**
 * The text of Node's entry.
 *
 * @param {Record<string, unknown>} index the index, loaded
 * @param {Record<string, unknown>} apart exports of `./base.js`, which are given as they are
 * @returns {string}
 * @throws Where the index exports a value that neither a function nor a class can give.
 */
export function nodeEntry(index, apart) {
  const names = Object.keys(index);
  const given = names.filter((name) => name in apart);
  const later = names.filter((name) => !(name in apart)).map((name) => lazily(name, index[name]));
  return `${LOADER}export{${given}}from"./base.js";${later.join("")}\n`;
}

/**
 * A bundler that takes this file all the same moves it away from the library, which is then found where it is installed. All that
 * a program does with a class that is loaded later, it does with the class itself: `new`, `instanceof`, `extends`.
 */
const LOADER = `import{createRequire}from"node:module";import{TamisError}from"./base.js";
const require=createRequire(import.meta.url);
function find(ids,name,own){
for(const id of ids)try{
const found=require(id);
if(found[name]!==own)return found;
}catch(cause){if(cause?.code!=="MODULE_NOT_FOUND")throw new TamisError("PEER_MISSING","tamis cannot be loaded: "+cause?.message,{cause})}
throw new TamisError("PEER_MISSING","tamis is not beside this bundle: bundle it with the condition \\"module\\", or leave it out of the bundle");
}
let library;
function load(){return library=find(["./tamis-index.js","tamis"],"reduceBody",reduceBody)}
function classLater(name){
const target={[name]:function(){}}[name];
let whole;
const it=new Proxy(target,new Proxy({},{get:(_,trap)=>(_,...args)=>{
if(!whole){
whole=find(["./tamis-session.js","tamis/session"],name)[name];
Object.defineProperty(target,"prototype",{value:whole.prototype,writable:false});
}
return Reflect[trap](whole,...args.map((one)=>one===it?whole:one));
}}));
return it;
}
`;

function lazily(name, value) {
  const isFunction = typeof value === "function";
  if (isFunction && /^class\b/.test(Function.prototype.toString.call(value)))
    return `export const ${name}=classLater("${name}");`;
  if (isFunction) return `export function ${name}(...args){return(library??load()).${name}(...args)}`;
  if (Object.prototype.toString.call(value) !== "[object Object]") throw new Error(`${name} cannot be loaded later`);
  const getters = Object.keys(value).map((key) => `get ${key}(){return(library??load()).${name}.${key}}`);
  return `export const ${name}=Object.freeze({${getters}});`;
}
