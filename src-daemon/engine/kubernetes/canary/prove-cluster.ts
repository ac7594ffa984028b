import { TimeLimitError } from '../../../../src-shared-node/within.ts';
import { BootError } from '../../../wire/boot-error.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';
import { type CanaryReport, canaryProgram, readCanaryReport } from '../../canary/canary-program.ts';
import { type Check, identityChecks, missingOf, privilegeChecks, readOnlyRootCheck } from '../../canary/checks.ts';
import { UnfitEngineError } from '../../unfit-engine-error.ts';
import { defaultRange, rangeWithin } from '../../user-ids.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { ApiError } from '../link/api-error.ts';
import type { PodContext } from '../pods/pod-context.ts';
import { hasClosedNetwork } from './network-proof.ts';
import { canaryMemoryMb, canaryPids, canaryScratchMb, runCanary } from './run-canary.ts';

const reportCap = 64 * 1024;
const mebibyte = 1024 * 1024;

/**
 * Finds out what the pods of a cluster have, by programs in pods: their user, privileges and limits, user namespaces, and a
 * closed network. Returns the connection with the result.
 * @throws UnfitEngineError with what is missing and the remedy; errors of the cluster
 */
export async function proveCluster(context: PodContext): Promise<ClusterConnection> {
  try {
    const first = await proveUsers(context);
    const isClosed = await hasClosedNetwork({ ...context, connection: first });
    if (!isClosed) context.log.warn({}, openNetwork);
    return { ...first, cluster: { ...first.cluster, hasClosedNetwork: isClosed } };
  } catch (error) {
    throw asUnfit(error);
  }
}

const openNetwork =
  'the cluster does not enforce network policies: programs have no loopback interface, and runs with network rules are refused';

/** Proves a pod in a user namespace if the cluster gives it one, else a pod without. */
async function proveUsers(context: PodContext): Promise<ClusterConnection> {
  const { connection, log } = context;
  const withUsers = { ...connection, cluster: { ...connection.cluster, hasUserNamespaces: true } };
  const found = await provePod({ ...context, connection: withUsers }).catch((error: unknown) => {
    // A runtime without user namespaces does not start such a pod, and a server can refuse it.
    log.info({ err: error }, 'a pod with a user namespace of its own does not start');
    return undefined;
  });
  if (found !== undefined && isMapped(found)) return withUsers;
  connection.users.use(defaultRange);
  const without = { ...connection, cluster: { ...connection.cluster, hasUserNamespaces: false } };
  await provePod({ ...context, connection: without });
  return without;
}

/** Returns true if the ids of the pod are not those of its node. Servers before 1.25 ignore the field. */
function isMapped({ users }: CanaryReport): boolean {
  return rangeWithin(users) !== defaultRange;
}

/** Runs a pod and compares its report with the requirements. @throws UnfitEngineError; errors of the cluster */
async function provePod(context: PodContext): Promise<CanaryReport> {
  const output: Uint8Array[] = [];
  let uid = '';
  const record = await runCanary(context, {
    language: 'bash',
    code: canaryProgram,
    onBooted: ({ report }) => {
      uid = uidOf(report.pod.name);
    },
    onOutput: (chunk) => output.push(chunk),
    signal: context.connection.lost,
  });
  const text = Buffer.concat(output).subarray(0, reportCap).toString('latin1');
  const { ending } = record;
  const report = ending.kind === 'status' && ending.status.exitCode === 0 ? readCanaryReport(text) : undefined;
  if (report === undefined)
    throw new UnfitEngineError('A pod starts, but the first program in it does not run to its end.');
  const missing = missingOf(checksOf(report, uid));
  if (missing.length > 0) throw new UnfitEngineError(`${introduction} ${missing.join('; ')}. ${advice}`);
  return report;
}

const introduction = 'The cluster starts a sandbox without the required isolation. Missing:';
const advice =
  'Its nodes must run pods of the standard "Restricted" as they are described; a webhook that changes pods must leave out this namespace.';

/** The name of a pod ends with its user id. */
function uidOf(name: string): string {
  return name.slice(name.lastIndexOf('-') + 1);
}

function checksOf(report: CanaryReport, uid: string): Check[] {
  const { limits, memory, mounts } = report;
  const limit = (name: string, value: number): Check => {
    const found = limits.get(name);
    return { what: `the limit ${name} of ${value}`, isHeld: found === String(value), found };
  };
  const memoryBytes = canaryMemoryMb * mebibyte;
  const accounts = [...mounts.keys()].filter((target) => target.startsWith('/var/run/secrets'));
  return [
    ...identityChecks(report, { user: uid, group: uid }),
    ...privilegeChecks(report),
    readOnlyRootCheck(report),
    ...['/work', '/tmp'].map((target) => mountCheck(report, target)),
    { what: `the memory limit of ${memoryBytes} bytes`, isHeld: memory === String(memoryBytes), found: memory },
    { what: 'no token of a service account', isHeld: accounts.length === 0, found: accounts.join(', ') },
    limit('Max processes', canaryPids),
    limit('Max open files', 1024),
    limit('Max file size', canaryScratchMb * mebibyte),
  ];
}

function mountCheck({ mounts }: CanaryReport, target: string): Check {
  const options = mounts.get(target);
  return { what: `a writable ${target} of its own`, isHeld: options?.includes('rw') === true, found: options?.[0] };
}

/** Returns an UnfitEngineError for a pod that does not get up. Errors of the API server stay: it may be restarting. */
function asUnfit(error: unknown): unknown {
  if (error instanceof ApiError && error.kind === 'invalid')
    return new UnfitEngineError(`The cluster refuses the pod of a sandbox: ${error.message}.`, error);
  if ([BootError, TimeLimitError, ProtocolError].some((kind) => error instanceof kind))
    return new UnfitEngineError(
      'The cluster starts a sandbox, but its init does not report that it is up. The images of --kube-images must be those of this version.',
      error,
    );
  return error;
}
