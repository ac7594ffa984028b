import { setMaxListeners } from 'node:events';
import type Docker from 'dockerode';
import { within } from '../../../../src-shared-node/within.ts';
import type { EngineLog } from '../../engine-log.ts';
import { createIsolationProof, type IsolationLevel } from '../../isolation-proof.ts';
import { createUserIds, defaultRange, type UserIds } from '../../user-ids.ts';
import { labels } from '../sandbox/labels.ts';
import { type ContainerEvents, createContainerWatch, type EngineEvent } from './container-events.ts';
import { type EngineFacts, readFacts } from './engine-facts.ts';
import { createEngineWarnings, type EngineWarnings } from './engine-warnings.ts';

/** A connection to an engine. A lost connection is replaced by another one and never repaired. */
export interface EngineLink {
  docker: Docker;
  /** Its address, in the format of DOCKER_HOST. */
  host: string;
  facts: EngineFacts;
  /** Labels everything that is created over this link, so that the remover finds it if this process is killed. */
  processId: string;
  /** Checks the warnings in the answers of this engine. */
  warnings: EngineWarnings;
  /** The user ids of the containers. */
  users: UserIds;
  /** The isolation that every sandbox must have. */
  isolation: LinkIsolation;
  /** Aborts when the engine exits or stops answering; its reason is an UnfitEngineError if a sandbox was not isolated. */
  lost: AbortSignal;
  /** Pings the engine. If it does not answer, the link is lost when this resolves. Never rejects. */
  confirm(): Promise<void>;
  /** Follows the events of a container of this instance. Call it between create and start. */
  watch(containerId: string): ContainerEvents;
  close(): void;
}

export interface LinkIsolation {
  readonly level: IsolationLevel;
  /** Records a boot id that no sandbox above `container` may have. */
  noteMachine(bootId: string): void;
  /**
   * Checks the boot id of a sandbox's hello. A failed check ends the link, so that the engine must prove itself again.
   * @throws UnfitEngineError if the sandbox is less isolated than required
   */
  admit(bootId: string): void;
}

interface LinkOptions {
  host: string;
  instanceId: string;
  processId: string;
  log: EngineLog;
  /** True if every container must run in gVisor. */
  gvisor?: boolean;
}

const heartbeatMs = 1500;
const silenceMs = 3000;

/**
 * Opens a link: reads the engine's own description and subscribes to the events of this instance's containers.
 * @throws UnfitEngineError if the engine lacks a feature that every sandbox requires
 */
export async function openLink(docker: Docker, options: LinkOptions): Promise<EngineLink> {
  const { gvisor = false } = options;
  const warnings = createEngineWarnings(options.log);
  const [info, version] = await within(silenceMs, Promise.all([docker.info(), docker.version()]));
  const facts = readFacts({ info, version }, gvisor, warnings);
  const filters = JSON.stringify({ type: ['container'], label: [`${labels.instance}=${options.instanceId}`] });
  const events = (await within(silenceMs, docker.getEvents({ filters }))) as NodeJS.ReadableStream & {
    destroy(): void;
  };
  const lost = new AbortController();
  setMaxListeners(0, lost.signal);
  const containers = createContainerWatch();
  const lose = (reason: string, cause?: unknown) => {
    if (lost.signal.aborted) return;
    options.log.warn({ reason }, 'the connection to the sandbox engine is closed');
    if (cause !== undefined) lost.abort(cause);
    close();
  };
  const confirm = () =>
    within(silenceMs, docker.ping()).then(
      () => {},
      () => lose('no answer'),
    );
  const heartbeat = setInterval(confirm, heartbeatMs);
  heartbeat.unref();
  function close(): void {
    clearInterval(heartbeat);
    events.destroy();
    lost.abort(new Error('the sandbox engine no longer answers'));
  }
  readLines(events, (line) => {
    try {
      containers.add(JSON.parse(line) as EngineEvent);
    } catch {
      lose('its event stream is broken');
    }
  });
  for (const event of ['end', 'close', 'error']) events.on(event, () => lose('its event stream ended'));
  const proof = createIsolationProof(gvisor ? 'gvisor' : 'container');
  const admit = (bootId: string) => {
    try {
      proof.admit(bootId);
    } catch (error) {
      // Deferred, so that the refused run gets this error and not that of a lost link.
      setImmediate(() => lose('a sandbox has less isolation than it must', error));
      throw error;
    }
  };
  const isolation = { level: proof.level, noteMachine: proof.noteMachine, admit };
  const { host, processId } = options;
  return {
    docker,
    host,
    facts,
    warnings,
    isolation,
    // The canary finds the range of an engine in a user namespace.
    users: createUserIds(facts.isRemapped ? undefined : defaultRange),
    processId,
    lost: lost.signal,
    confirm,
    watch: containers.watch,
    close,
  };
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
}
