// The classes of an addon: what lives in the instance by number.
import { type Exports, type Instance, MISSING, Numbered, Refused } from "./instance.js";
import { drop, freed, type Shared, type WasmAddon } from "./shared.js";

/** The classes of an addon. */
export const classesOf = (shared: Shared): Pick<WasmAddon, "CompiledPolicy" | "Engine" | "RequestValidator"> => ({
  CompiledPolicy: compiledPolicyOf(shared),
  Engine: engineOf(shared),
  RequestValidator: requestValidatorOf(shared),
});

function compiledPolicyOf({ instance, policies }: Shared) {
  return class CompiledPolicy {
    readonly number: number;

    constructor(settings: string) {
      const made = new Numbered(instance, (exports) => {
        const [length = 0] = instance.putTexts([settings]);
        const number = exports.policy(length);
        if (number < 0) throw new Refused(instance.outText());
        return number;
      });
      // A policy that the core does not know is refused here, and not at its first request.
      made.number;
      this.number = policies.add(made);
      freed.register(this, () => {
        policies.remove(this_number);
        drop(instance, made, (exports, number) => exports.drop_policy(number));
      });
      const this_number = this.number;
    }
  };
}

function engineOf({ instance }: Shared) {
  return class Engine {
    readonly number = 0;
    readonly cpu: string;

    constructor(level?: string | null) {
      if (level != null && level !== "scalar") throw new Refused(`no such instruction set here: ${level}`);
      this.cpu = "simd128";
    }

    locate(body: Uint8Array, wire: number, lastStep: number, numbers: Uint32Array): boolean {
      return found(instance, body, numbers, (exports) => exports.locate(wire, lastStep));
    }

    describe(body: Uint8Array, wire: number, numbers: Uint32Array): boolean {
      return found(instance, body, numbers, (exports) => exports.describe(wire));
    }

    detectWire(body: Uint8Array): number {
      return instance.call((exports) => {
        instance.putBody(body);
        return exports.detect_wire();
      });
    }

    reset(): void {
      instance.call((exports) => exports.reset());
    }

    planIntake(): void {
      throw new Error("WebAssembly takes whole bodies");
    }

    writeIntake(): boolean {
      return false;
    }
  };
}

function requestValidatorOf({ instance }: Shared) {
  return class RequestValidator {
    validate(
      body: Uint8Array,
      wire: number,
      model: string | null | undefined,
      most: number,
      numbers: Uint32Array,
    ): Uint32Array | null {
      return instance.call((exports) => {
        instance.putBody(body);
        const [modelBytes = MISSING] = instance.putTexts([model]);
        exports.validate(wire, modelBytes, most);
        instance.takeNumbers(numbers);
        const rows = instance.rows();
        return rows.length > 0 ? rows : null;
      });
    }
  };
}

function found(instance: Instance, body: Uint8Array, numbers: Uint32Array, ask: (exports: Exports) => number): boolean {
  return instance.call((exports) => {
    instance.putBody(body);
    if (ask(exports) !== 1) return false;
    instance.takeNumbers(numbers);
    return true;
  });
}
