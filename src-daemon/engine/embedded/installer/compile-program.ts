/** How the embedded Python names bytecode (`sys.implementation.cache_tag`). */
const cacheTag = 'cpython-311';
const nameBytes = 255;

/** Where the bytecode of a module is looked for (PEP 3147); undefined for what is no module. */
export function namesBytecode(path: string): string | undefined {
  const at = path.lastIndexOf('/') + 1;
  const name = path.slice(at);
  if (!/.\.py$/.test(name)) return undefined;
  const compiled = `${name.slice(0, -'.py'.length)}.${cacheTag}.pyc`;
  return Buffer.byteLength(compiled) > nameBytes ? undefined : `${path.slice(0, at)}__pycache__/${compiled}`;
}

/**
 * Compiles modules and runs none. It reads a line, `[[path, size], …]` as JSON, and their sources one after the other
 * on its standard input; it leaves the bytecode in the file `bytecode`, one after the other, and tells the sizes on its
 * standard output, 0 for a module that does not compile. The bytecode is marked as never to be checked against its
 * source (PEP 552): both lie in a layer that nothing can change.
 */
export const compileProgram = `
import importlib._bootstrap_external as bootstrap, importlib.util, json, sys, warnings
warnings.simplefilter("ignore")
given = sys.stdin.buffer
sizes = []
with open("bytecode", "wb") as made:
    for path, size in json.loads(given.readline()):
        source = given.read(size)
        try:
            code = compile(source, "/packages/" + path, "exec", dont_inherit=True)
            bytecode = bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        except Exception:
            bytecode = b""
        sizes.append(len(bytecode))
        made.write(bytecode)
print(json.dumps(sizes))
`;
