import { join } from 'node:path';
import { execa } from 'execa';

const sources = join(import.meta.dirname, '../../../clients/python/src');

export interface PythonOptions {
  url: string;
  apiKey: string;
  /** Interpreter; that of the system if absent. */
  python?: string;
  /** Folder of the client; its sources if absent, and none if empty. */
  path?: string;
}

/** Runs a script that has `client` and prints JSON, and returns its lines. A script that fails fails the test. */
export async function runPython(script: string, { url, apiKey, python, path = sources }: PythonOptions) {
  const prelude = `
import json
from strongroom import Strongroom, StrongroomError

def show(value):
    print(json.dumps(value), flush=True)

def error_of(call):
    try:
        call()
    except StrongroomError as error:
        return {name: getattr(error, name) for name in ("code", "status", "details", "retry_after_ms")}

client = Strongroom()
`;
  const env = {
    STRONGROOM_URL: url,
    STRONGROOM_API_KEY: apiKey,
    PYTHONPATH: path,
    // Nothing is written next to the sources.
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { stdout } = await execa(python ?? '/usr/bin/python3', ['-c', prelude + script], { env });
  return stdout === '' ? [] : stdout.split('\n').map((line) => JSON.parse(line));
}
