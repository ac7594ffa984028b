import type { IncomingMessage } from 'node:http';
import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { canDecode } from '../decoders.ts';
import { type Field, fieldsOf, itemsOf, without, withoutHopByHop } from '../header-fields.ts';
import { Refusal } from '../refusal.ts';
import { maskFields, type OnMasked } from './byte-mask.ts';

/** Head of a response for the program, and how its body is read. */
export interface ResponseHead {
  status: number;
  fields: readonly Field[];
  /** Content codings to decode. */
  codings: readonly string[];
  hasBody: boolean;
}

/** Fields that are wrong after masking: ranges are not sent on, and the length can change. */
const changed = new Set(['content-length', 'accept-ranges']);

/**
 * Builds a new head from that of a response. With `values`, they are masked. A part of a body, and a coding that cannot be
 * decoded, are refused then: values could not be found in them. @throws Refusal `bad_response`
 */
export function responseHead(
  incoming: IncomingMessage,
  { method, values, onMasked }: { method: string; values: FormIndex | undefined; onMasked: OnMasked },
): ResponseHead {
  const raw = fieldsOf(incoming.rawHeaders);
  const status = incoming.statusCode ?? 0;
  const transfer = itemsOf(raw, 'transfer-encoding');
  const isFramed = transfer.length === 0 || (transfer.length === 1 && transfer[0] === 'chunked');
  if (!isFramed || status < 200) throw new Refusal('bad_response');
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const fields = withoutHopByHop(raw);
  if (values === undefined) return { status, fields, codings: [], hasBody };

  const codings = itemsOf(raw, 'content-encoding').filter((coding) => coding !== 'identity');
  if (hasBody && (status === 206 || !canDecode(codings))) throw new Refusal('bad_response');
  // The length of a response without a body is that of another response.
  const isDropped = (name: string) =>
    name === 'content-encoding' || (changed.has(name) && (hasBody || codings.length > 0));
  return { status, fields: maskFields(values, without(fields, isDropped), onMasked), codings, hasBody };
}
