// What is bundled as `dist/edge/core.js`. Two small entries give it the module of WebAssembly: packed into the bundle, or as
// runtimes import it that compile nothing later (`ts/edge/build.mjs`).
export * from "./index.js";
export { useCore } from "./platform/load-backend.js";
