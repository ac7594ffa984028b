// Follows a starting daemon's health answer until its engine is ready or known to be absent.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ name: string, status: string, reason?: string, nextStep?: string }} EngineHealth */

/**
 * @param {string} url of the daemon
 * @param {{ say: (words: string) => void, signal: AbortSignal }} options
 * @returns {Promise<EngineHealth | undefined>} undefined when the daemon went away or the wait was aborted
 */
export async function waitForSandbox(url, { say, signal }) {
  let said = '';
  let misses = 0;
  while (!signal.aborted && misses < 20) {
    const engine = await readEngineHealth(url);
    if (!engine) misses += 1;
    if (engine?.status === 'ready' || engine?.status === 'unavailable') return engine;
    const words = engine && describe(engine);
    if (words && words !== said) say(words);
    said = words ?? said;
    await sleep(150, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** @param {EngineHealth} engine */
function describe(engine) {
  const detail = engine.reason ? `: ${engine.reason}` : '';
  if (engine.status === 'building_image') return `building the sandbox image (once, about a minute)${detail}`;
  return `looking for an engine${detail}`;
}

/**
 * @param {string} url
 * @returns {Promise<EngineHealth | undefined>}
 */
function readEngineHealth(url) {
  return new Promise((done) => {
    const asking = get(`${url}/api/v1/health`, { timeout: 5000, agent: false }, (reply) => {
      let body = '';
      reply.setEncoding('utf8');
      reply.on('data', (text) => {
        body += text;
      });
      reply.on('end', () => done(parseEngine(body)));
      reply.on('error', () => done(undefined));
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => done(undefined));
  });
}

/** @param {string} body */
function parseEngine(body) {
  try {
    return JSON.parse(body).engine;
  } catch {
    return undefined;
  }
}
