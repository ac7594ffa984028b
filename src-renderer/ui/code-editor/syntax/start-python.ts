import { loadPythonParser } from './python-parser.ts';
import PythonWorker from './python-syntax.worker.ts?worker&inline';

/** Starts a worker with the parser of Python. */
export async function startPython(): Promise<Worker> {
  const parser = await loadPythonParser();
  const worker = new PythonWorker();
  worker.postMessage(parser);
  return worker;
}
