import type { NetworkRequest } from '../../../src-shared/contracts/network/network-report.ts';
import type { OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { doInSlices, type SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { Holding } from '../../core/memory/ledger.ts';
import type { EgressRequest } from '../../egress/policy.ts';
import { checkedHost, checkedMethod, isPort, isStatus } from './checked-event.ts';

const requestsKept = 1000;
const pathCharacters = 2048;
/** Length of the end of a path that was cut, which is not shown, because it may be a part of a value. */
const cutCharacters = 256;

/** Memory of a request without its path: its other fields and the object, estimated from above. */
const requestBytes = 512;

/**
 * The first requests of a run, with paths in which the values of its secrets are masked.
 * @param holding counts their memory for the account
 */
export function createRequestList(mask: OutputMask, holding: Pick<Holding, 'grow'> | undefined) {
  let waiting: EgressRequest[] = [];
  const masked: NetworkRequest[] = [];
  let count = 0;
  let omitted = 0;
  let characters = 0;
  let masking = Promise.resolve();

  return {
    add({ host, port, method, path, status, secrets }: EgressRequest): void {
      if (count === requestsKept) {
        omitted += 1;
        return;
      }
      count += 1;
      characters += path.length;
      holding?.grow(path.length + requestBytes);
      waiting.push({
        host: checkedHost(host),
        port: isPort(port) ? port : 0,
        method: checkedMethod(method),
        path: path.split(/[?#]/, 1)[0] ?? '',
        status: status !== null && isStatus(status) ? status : null,
        secrets,
      });
    },

    /** Number of characters of the paths. */
    heldBytes: () => characters,

    /** Masks the paths in slices, because there can be two megabytes of them. */
    async list(): Promise<{ requests: NetworkRequest[]; requestsOmitted: number }> {
      masking = masking.then(maskWaiting);
      await masking;
      return { requests: [...masked], requestsOmitted: omitted };
    },
  };

  async function maskWaiting(): Promise<void> {
    if (waiting.length === 0) return;
    await mask.prepare();
    const taken = waiting;
    waiting = [];
    await doInSlices(maskAll(taken));
  }

  function* maskAll(taken: readonly EgressRequest[]): SlicedWork<void> {
    for (const request of taken) {
      const { secrets, ...shown } = request;
      masked.push({ ...shown, path: maskPath(request.path), ...(secrets.length > 0 && { secrets: [...secrets] }) });
      yield;
    }
  }

  /** Masks a path as a whole. */
  function maskPath(path: string): string {
    const isCut = path.length >= pathCharacters;
    const stream = mask.newStream();
    stream.hold(path.slice(0, pathCharacters));
    const text = isCut ? stream.releaseBut(cutCharacters) : stream.release();
    return text.slice(0, pathCharacters);
  }
}
