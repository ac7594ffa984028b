import type { EndpointSpec } from '../../src-shared/endpoint.ts';
import type { ApiRefusal } from '../cli-error.ts';
import { type FieldNames, fieldNames } from './field-names.ts';

/** Longer messages name the first fields only. */
const shownFields = 5;

/** Messages in place of those of the API that name its operations. */
const messages: Readonly<Record<string, string>> = {
  execution_not_found:
    'There is no run with this id, or this API key may not see it. List the runs with: strongroom runs ls',
};

/** The next step on the command line, after a message that names none of its options. */
const nextSteps: Readonly<Record<string, string>> = {
  queue_timeout: '--max-queue TIME sets how long to wait.',
  sandbox_memory_full: 'strongroom sandbox create --memory MIB creates a sandbox with more memory.',
  model_timeout: 'strongroom providers set ID --timeout TIME raises it.',
};

type Operation = Pick<EndpointSpec, 'method' | 'path'>;

/**
 * Returns a refusal in the words of the command line: each field that it names has the name of the option, argument or file that set
 * it. The API's paths stay in `details`, for --json.
 */
export function explainFields({ method, path }: Operation, refusal: ApiRefusal): ApiRefusal {
  const message = messages[refusal.code];
  if (message !== undefined) return refusal.withMessage(message);
  const next = nextSteps[refusal.code];
  if (next !== undefined) return refusal.withMessage(`${refusal.message} ${next}`);
  const names = fieldNames[`${method} ${path}`] ?? {};
  const { details = [] } = refusal;
  const sentences = details.map((detail) => sentenceOf(names, detail));
  if (sentences.length === 0 || sentences.includes(undefined)) return refusal;
  const [first = '', ...rest] = [...new Set(sentences.slice(0, shownFields))];
  const more = details.length > shownFields ? [`and ${details.length - shownFields} more`] : [];
  const text = [first, ...rest, ...more].join('; ');
  return refusal.withMessage(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

function sentenceOf(names: FieldNames, { path, message }: { path: string; message: string }): string | undefined {
  const name = nameOfField(names, path);
  if (name === undefined) return undefined;
  const unit = /Ms$/.test(path) ? ' ms' : /Mb$/.test(path) ? ' MiB' : '';
  return `${name} ${message}${/\d$/.test(message) ? unit : ''}`;
}

/** Returns the name of a field such as `network.allow[0].host`; undefined if the table has none. */
export function nameOfField(names: FieldNames, path: string): string | undefined {
  const [first, second] = Array.from(path.matchAll(/\[(\d{1,6})\]/g), ([, index]) => String(Number(index) + 1));
  const generic = path.replaceAll(/\[\d{1,6}\]/g, '[]');
  const found = names[generic];
  if (found !== undefined) return found.replace('{n}', first ?? '').replace('{m}', second ?? first ?? '');
  const dot = generic.indexOf('.');
  if (dot === -1) return undefined;
  const ofRecord = names[`${generic.slice(0, dot)}.*`];
  return ofRecord?.replace('{key}', generic.slice(dot + 1));
}
