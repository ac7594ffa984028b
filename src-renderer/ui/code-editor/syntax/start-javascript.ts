import JavaScriptWorker from './javascript-syntax.worker.ts?worker&inline';

/** Starts a worker with the parser of JavaScript and TypeScript in it. */
export const startJavaScript = (): Worker => new JavaScriptWorker();
