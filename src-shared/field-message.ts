import type { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formatNames: Readonly<Record<string, string>> = {
  email: 'of the form me@example.com',
  url: 'an address that begins with http:// or https://',
  datetime: 'a time in ISO 8601, such as 2026-01-31T12:00:00Z',
};

/**
 * Returns the message of a validation issue, to be read after the field's name: `must be at least 32`. Used where the
 * schema has no message of its own. Undefined keeps zod's message.
 */
export function fieldMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small') return boundMessage('least', issue.origin, Number(issue.minimum));
  if (issue.code === 'too_big') return boundMessage('most', issue.origin, Number(issue.maximum));
  if (issue.code === 'invalid_format') {
    const name = formatNames[issue.format];
    return name === undefined ? undefined : `must be ${name}`;
  }
  if (issue.code === 'invalid_value') return `must be ${listed(issue.values.map((value) => JSON.stringify(value)))}`;
  if (issue.code === 'invalid_union') return 'does not match the documented schema';
  return undefined;
}

function boundMessage(side: 'least' | 'most', origin: string, bound: number): string {
  const shown = bound.toLocaleString('en');
  if (origin === 'string') {
    if (side === 'least' && bound === 1) return 'must not be empty';
    return `must have at ${side} ${shown} character${bound === 1 ? '' : 's'}`;
  }
  if (origin !== 'array') return `must be at ${side} ${shown}`;
  if (side === 'least' && bound === 1) return 'must not be empty';
  return `must have at ${side} ${shown} ${bound === 1 ? 'entry' : 'entries'}`;
}

function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `one of ${values.join(', ')}`;
}
