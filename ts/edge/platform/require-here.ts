import { TamisError } from "../../base/errors.js";

/**
 * Nothing is loaded later. The one package that `tamis/edge` would ask for is the price list.
 *
 * @throws TamisError `PEER_MISSING`
 */
export const requireHere = (name: string): never => {
  throw new TamisError(
    "PEER_MISSING",
    `tamis/edge does not have ${name}: leave out the option cost, and price report.tokens`,
  );
};
