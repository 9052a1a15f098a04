import { describe } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { Subject } from "./build.js";
import { decisionCases } from "./decisions.js";
import { dispatchCases } from "./dispatch.js";
import { errorCases } from "./errors.js";
import { fidelityCases } from "./fidelity.js";
import { placeholderCases } from "./placeholders.js";
import { repairCases } from "./repairs.js";
import { reportCases } from "./reports.js";
import { sealedCases } from "./sealed.js";
import { skipCases } from "./skips.js";
import { anthropicCases } from "./wires-anthropic.js";
import { everyWireCases } from "./wires-every.js";
import { geminiCases } from "./wires-gemini.js";
import { looseMediaCases } from "./wires-loose-media.js";
import { mediaCases } from "./wires-media.js";
import { wirePropertyCases } from "./wires-properties.js";
import { responsesCases } from "./wires-responses.js";

/** What every backend must do, whichever it is. `getBackend` runs inside the tests, so a missing one fails them. */
export function contractSuite(name: string, getBackend: () => Backend): void {
  const subject = new Subject(getBackend);
  describe(`contract: ${name}`, () => {
    decisionCases(subject);
    errorCases(subject);
    placeholderCases(subject);
    repairCases(subject);
    dispatchCases(subject);
    reportCases(subject);
    sealedCases(subject);
    skipCases(subject);
    fidelityCases(subject);
    everyWireCases(subject);
    anthropicCases(subject);
    responsesCases(subject);
    geminiCases(subject);
    mediaCases(subject);
    looseMediaCases(subject);
    wirePropertyCases(subject);
  });
}
