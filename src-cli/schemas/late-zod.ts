import { createRequire } from 'node:module';
import { zodNames } from '../../src-shared-node/zod-names.ts';

/**
 * Takes the place of zod in a build of the command (scripts/build/command-build.ts). The contracts describe every operation
 * with about a thousand schemas, of which a command checks a few or none: creating all of them would take longer than the
 * command. So each call is recorded, and repeated when a schema is used for the first time.
 */
export const z = createNamespace(() => loadZod());

type Loaded = Record<string, unknown>;
type Create = (...args: unknown[]) => unknown;

let loaded: Loaded | undefined;

/** Loads zod, synchronously because a schema is used synchronously. */
function loadZod(): Loaded {
  loaded ??= createRequire(import.meta.url)('./zod.js') as Loaded;
  return loaded;
}

/** Methods that return a schema. Everything else is read from the schema itself. */
const methods = new Set(
  `array check default describe email exactOptional extend int length max meta min nonnegative nullable omit optional partial
   pick pipe positive refine regex startsWith strict superRefine transform trim url`.split(/\s+/),
);

function createNamespace(read: () => Loaded): Loaded {
  return new Proxy({} as Loaded, {
    get(_, name: string) {
      if (zodNames.others.includes(name)) return read()[name];
      if (zodNames.namespaces.includes(name)) return createNamespace(() => read()[name] as Loaded);
      return (...args: unknown[]) => record(() => (read()[name] as Create)(...args.map(created)));
    },
  });
}

const recorded = new WeakMap<object, () => object>();

/** Returns an object that behaves as the schema, which is created at the first use. */
function record(create: () => unknown): object {
  let schema: object | undefined;
  const read = () => {
    schema ??= create() as object;
    return schema;
  };
  const stand = new Proxy({} as object, {
    get(_, name) {
      if (typeof name === 'string' && methods.has(name))
        return (...args: unknown[]) =>
          // Without an argument, `meta` reads.
          name === 'meta' && args.length === 0
            ? call(read(), name, args)
            : record(() => call(read(), name, args.map(created)));
      return Reflect.get(read(), name);
    },
    has: (_, name) => Reflect.has(read(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(read()),
  });
  recorded.set(stand, read);
  return stand;
}

function call(schema: object, name: string, args: unknown[]): unknown {
  return (schema as Record<string, Create>)[name]?.(...args);
}

/** Replaces recorded schemas in an argument: the schema itself, a list of schemas, or the fields of an object. */
function created(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const read = recorded.get(value);
  if (read !== undefined) return read();
  if (Array.isArray(value)) return value.map(created);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  // A getter of an object is read when zod reads it: it names a schema that is declared later.
  const fields = Object.entries(Object.getOwnPropertyDescriptors(value));
  return fields.some(([, { get }]) => get)
    ? value
    : Object.fromEntries(fields.map(([name, field]) => [name, created(field.value)]));
}
