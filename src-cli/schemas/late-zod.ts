import { zodNames } from '../../src-shared-node/zod-names.ts';

type Loaded = Record<string, unknown>;
type Create = (...args: unknown[]) => unknown;

/** Methods that return a schema. Everything else is read from the schema itself. */
const methods =
  `array check default describe email exactOptional extend int length max meta min nonnegative nullable omit
  optional partial pick pipe positive refine regex startsWith strict superRefine transform trim url`.split(/\s+/);

/** A call that returns a schema, which is created when something of it is read. It behaves as the schema, except for `in`. */
class LateSchema {
  /** Namespace of the function, or schema of the method. */
  readonly #on: (() => Loaded) | LateSchema;
  readonly #name: string;
  readonly #args: readonly unknown[];
  #schema: object | undefined;

  constructor(on: (() => Loaded) | LateSchema, name: string, args: readonly unknown[]) {
    this.#on = on;
    this.#name = name;
    this.#args = args;
  }

  static {
    // A command makes thousands of calls: methods that all objects share are much cheaper than a proxy for each.
    const shared: Loaded = {};
    for (const name of methods)
      shared[name] = function (this: LateSchema, ...args: unknown[]) {
        // Without an argument, `meta` reads.
        return name === 'meta' && args.length === 0 ? call(this.#read(), name, args) : new LateSchema(this, name, args);
      };
    Object.assign(LateSchema.prototype, shared);
    const others: ProxyHandler<object> = {
      get: (_, name, schema: LateSchema) => Reflect.get(schema.#read(), name),
      has: (_, name) => {
        throw new TypeError(`Read the property ${String(name)} of a schema instead of asking for it with "in".`);
      },
    };
    Object.setPrototypeOf(LateSchema.prototype, new Proxy({}, others));
  }

  /** Replaces recorded schemas in an argument: the schema itself, a list of schemas, or the fields of an object. */
  static created(this: void, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (#schema in value) return value.#read();
    if (Array.isArray(value)) return value.map(LateSchema.created);
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    // A getter of an object is read when zod reads it: it names a schema that is declared later.
    const fields = Object.entries(Object.getOwnPropertyDescriptors(value));
    return fields.some(([, { get }]) => get)
      ? value
      : Object.fromEntries(fields.map(([name, field]) => [name, LateSchema.created(field.value)]));
  }

  #read(): object {
    if (this.#schema === undefined) {
      const on = typeof this.#on === 'function' ? this.#on() : this.#on.#read();
      this.#schema = call(on, this.#name, this.#args.map(LateSchema.created)) as object;
    }
    return this.#schema;
  }
}

/**
 * Takes the place of zod in a build of the command (scripts/build/command-build.ts). The contracts describe every operation
 * with about a thousand schemas, of which a command checks a few or none: creating all of them would take longer than the
 * command. So each call is recorded, and repeated when a schema is used for the first time.
 */
export const z: Loaded = {};
for (const name of zodNames.functions) z[name] = (...args: unknown[]) => new LateSchema(loadZod, name, args);
for (const name of zodNames.namespaces) {
  const read = () => loadZod()[name] as Loaded;
  z[name] = new Proxy(
    {},
    {
      get:
        (_, of: string) =>
        (...args: unknown[]) =>
          new LateSchema(read, of, args),
    },
  );
}
for (const name of zodNames.others) Object.defineProperty(z, name, { get: () => loadZod()[name] });

let loaded: Loaded | undefined;

/** Loads zod, synchronously because a schema is used synchronously. */
function loadZod(): Loaded {
  loaded ??= require('./zod.cjs') as Loaded;
  return loaded;
}

function call(on: object, name: string, args: readonly unknown[]): unknown {
  return (on as Record<string, Create>)[name]?.(...args);
}
