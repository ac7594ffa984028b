/** `sys.implementation.cache_tag` of the embedded Python, which is part of the names of bytecode files. */
const cacheTag = 'cpython-311';
const nameBytes = 255;

/** Returns the path of a module's bytecode (PEP 3147); undefined if the file is not a module. */
export function namesBytecode(path: string): string | undefined {
  const at = path.lastIndexOf('/') + 1;
  const name = path.slice(at);
  if (!/.\.py$/.test(name)) return undefined;
  const compiled = `${name.slice(0, -'.py'.length)}.${cacheTag}.pyc`;
  return Buffer.byteLength(compiled) > nameBytes ? undefined : `${path.slice(0, at)}__pycache__/${compiled}`;
}

/**
 * Python program that compiles modules without running them. Its standard input has a line of JSON, `[[path, size],
 * …]`, then the sources. It writes all bytecode to the file `bytecode`, and prints the sizes, 0 for a module that does
 * not compile. The bytecode is marked as unchecked (PEP 552), because layers are read-only.
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
