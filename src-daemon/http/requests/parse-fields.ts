import { z } from 'zod';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { fieldMessage } from '../../../src-shared/field-message.ts';
import { AppError, type FieldIssue } from '../../errors/app-error.ts';

interface Fields {
  params: unknown;
  query: unknown;
  body: unknown;
  headers: unknown;
}

const nothing = z.strictObject({});
const messages = { error: fieldMessage };
const detailsLimit = 50;

/**
 * Validates the parts of a request by the operation's schemas.
 * @throws AppError `invalid_request` that names every bad field of all parts, up to 50
 */
export function parseFields(spec: EndpointSpec, fields: Fields): Fields {
  const params = (spec.params ?? nothing).safeParse(fields.params, messages);
  const query = (spec.query ?? nothing).safeParse(fields.query, messages);
  const body = parseBody(spec, fields.body);
  const headers = (spec.headers ?? nothing).safeParse(fields.headers, messages);
  const errors = [params, query, headers, body].flatMap((result) => result.error ?? []);
  const issues = errors.flatMap(issuesOf);
  if (issues.length > 0) {
    const first = issues.slice(0, 3).map((issue) => `${issue.path || 'the body'} ${issue.message}`);
    throw new AppError('invalid_request', `The request is not valid: ${first.join('; ')}.`, {
      details: issues.slice(0, detailsLimit),
    });
  }
  return { params: params.data, query: query.data, body: body.data, headers: headers.data };
}

/** A body of bytes is not validated: the handler reads it. */
function parseBody({ body: schema }: EndpointSpec, body: unknown) {
  if (schema instanceof z.ZodType) return schema.safeParse(body, messages);
  return { data: schema === 'bytes' ? body : undefined, error: undefined };
}

/** The bad fields of one part, up to the limit of all. */
function issuesOf(error: z.ZodError): FieldIssue[] {
  const issues = error.issues.slice(0, detailsLimit).flatMap((issue) => withinUnion(issue));
  return issues.slice(0, detailsLimit).flatMap((issue): FieldIssue[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, detailsLimit).map((key) => ({
        path: pathOf([...issue.path, key]),
        message: 'is not a field of this request',
      }));
    return [{ path: pathOf(issue.path), message: issue.message }];
  });
}

/**
 * Returns the issues of the alternative of a union that the value was meant for: the only one of its type, such as the
 * object of a text or an object. Without one, the issue of the whole union.
 */
function withinUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.filter((issues) => !issues.some(isWrongType));
  const [only] = meant;
  if (only === undefined || meant.length > 1) return [issue];
  return only.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

const isWrongType = ({ code, path }: z.core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0;

/** `['files', 2, 'path']` -> `files[2].path`; long names, which are the caller's own, are cut. */
function pathOf(path: readonly PropertyKey[]): string {
  const joined = path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
  return joined.length > 200 ? `${joined.slice(0, 200)}…` : joined;
}
