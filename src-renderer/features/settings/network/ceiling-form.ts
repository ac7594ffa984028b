import {
  CeilingEntry,
  type NetworkProtocol,
  networkProtocols,
} from '../../../../src-shared/contracts/network/network-rules.ts';
import { fieldMessage } from '../../../../src-shared/field-message.ts';
import { ApiError } from '../../../client/api-error.ts';
import { fieldProblems } from '../../../client/field-problems.ts';
import { portsOf } from '../../../ui/network/rule-form.ts';

/** A host that network rules can allow, as its form fields hold it. */
export interface CeilingForm {
  host: string;
  /** Empty: every port. */
  ports: string;
  protocols: readonly NetworkProtocol[];
}

export const emptyCeiling: CeilingForm = { host: '', ports: '443', protocols: ['tls'] };

export function ceilingFormOf({ host, ports = [], protocols = [...networkProtocols] }: CeilingEntry): CeilingForm {
  return { host, ports: ports.join(', '), protocols: networkProtocols.filter((one) => protocols.includes(one)) };
}

/** Returns the entry of the contract. All protocols are written as none, which also includes future ones. */
export function ceilingOf({ host, ports, protocols }: CeilingForm): CeilingEntry {
  const list = portsOf(ports);
  return {
    host: host.trim(),
    ...(list.length > 0 && { ports: list }),
    ...(protocols.length < networkProtocols.length && { protocols: [...protocols] }),
  };
}

/** Returns the problem of each field: the messages of the contract. */
export function ceilingProblems(draft: CeilingForm): ReadonlyMap<string, string> {
  const { error } = CeilingEntry.safeParse(ceilingOf(draft), { error: fieldMessage });
  const details = (error?.issues ?? []).map(({ path: [field, index], message }) => ({
    path: index === undefined ? String(field) : `${String(field)}[${String(index)}]`,
    message,
  }));
  return fieldProblems(new ApiError('invalid_request', '', { details }), ['host', 'ports', 'protocols']).byName;
}
