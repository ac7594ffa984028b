import { hostNameProblem } from '../../../src-shared/contracts/network/host-pattern.ts';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { EgressPolicy } from '../../egress/policy.ts';

/** Stands for host names that are not valid, and for those beyond the limit of a report. */
export const otherHosts = '*';
/** Stands for methods that are not valid, and for those beyond the limit of a report. */
export const otherMethod = 'OTHER';

/**
 * Returns an event with only the values that a record can have. The process that reports events is trusted with the values of
 * secrets, but it reads what programs and hosts send, so its reports are checked again.
 */
export function checkedEvent({ rules, secrets }: EgressPolicy, event: NetworkEventData): NetworkEventData {
  const { id, phase, rule, method, status, reason, masked = 0 } = event;
  const names = event.secrets?.filter((name) => secrets.some((secret) => secret.name === name));
  return {
    ...{ id, phase },
    host: checkedHost(event.host),
    port: isPort(event.port) ? event.port : 0,
    rule: rule !== null && rule >= 0 && rule < rules.length ? rule : null,
    ...(method !== undefined && { method: checkedMethod(method) }),
    ...(status !== undefined && isStatus(status) && { status }),
    bytesIn: Math.max(0, event.bytesIn),
    bytesOut: Math.max(0, event.bytesOut),
    ...(masked > 0 && { masked }),
    ...(names !== undefined && names.length > 0 && { secrets: [...new Set(names)] }),
    ...(reason !== undefined && { reason }),
  };
}

export function checkedHost(host: string): string {
  return hostNameProblem(host) === undefined ? host : otherHosts;
}

export function checkedMethod(method: string): string {
  return /^[A-Z]{1,32}$/.test(method) ? method : otherMethod;
}

export function isStatus(status: number): boolean {
  return status >= 100 && status <= 999;
}

export function isPort(port: number): boolean {
  return port >= 0 && port <= 65_535;
}
