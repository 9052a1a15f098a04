// What is in `dist/lib.js` (`build.mjs`): all of the index, and what the adapters have in common.
import "./index.ts";
import "./adapters/fetch.ts";
