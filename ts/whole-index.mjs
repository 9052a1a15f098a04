// What is in `dist/lib.js` (`build.mjs`): the library, and what the adapters have in common.
import "./library.ts";
import "./adapters/fetch.ts";
