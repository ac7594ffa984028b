import { errorCatalog } from '../../src-shared/error-catalog.ts';
import type { OpenApiDocument, Schema } from './client-schemas.ts';

/** A class of the module: the fields of an object. */
interface TypedDict {
  name: string;
  description: string | undefined;
  fields: Field[];
}

interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  description: string | undefined;
}

const docstringWidth = 100;
/** Words that cannot be attributes of a class. */
const keywords = new Set(['from', 'import', 'global', 'class', 'def', 'is', 'in', 'or', 'and', 'not', 'async', 'pass']);

/** Returns a Python module with the schemas of a document as typed dictionaries, for Python 3.9 and newer. */
export function pythonTypes({ components }: OpenApiDocument): string {
  const blocks = Object.entries(components.schemas).flatMap(([name, schema]) => definitionsOf(name, schema));
  return `"""Types of the HTTP API, generated from its OpenAPI document by "npm run types:clients". Do not edit."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Literal, Mapping, TypedDict, Union


${blocks.join('\n\n')}

${errorStatuses()}`;
}

function errorStatuses(): string {
  const lines = Object.entries(errorCatalog).map(([code, { status }]) => `    "${code}": ${status},\n`);
  return `#: HTTP status of each error, which the events of a stream do not have.\nERROR_STATUSES: Mapping[str, int] = {\n${lines.join('')}}\n`;
}

/** Returns the definitions of a schema: its own, after those of the objects in it. */
function definitionsOf(name: string, schema: Schema): string[] {
  const inner: TypedDict[] = [];
  const type = isObject(schema) ? undefined : typeOf(schema, name, inner);
  const own = type === undefined ? [typedDictOf(name, schema, inner)] : [];
  const classes = [...inner, ...own].map(classText);
  return type === undefined ? classes : [...classes, `${name} = ${doubleQuoted(type)}\n`];
}

function isObject({ type, properties }: Schema): boolean {
  return type === 'object' && properties !== undefined;
}

/** The client sends other input than text to `/stdin`, so that it can be given in parts. */
const inputType = 'Union[str, bytes, Iterable[Union[bytes, str]]]';

function typedDictOf(name: string, schema: Schema, inner: TypedDict[]): TypedDict {
  const required = new Set(schema.required);
  // A process of a sandbox takes text only.
  const isRun = 'outputEncoding' in (schema.properties ?? {});
  const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => ({
    name: field,
    type: field === 'stdin' && isRun ? inputType : typeOf(value, name + capitalized(field), inner),
    isRequired: required.has(field),
    description: value.description,
  }));
  return { name, description: schema.description, fields };
}

/** Returns the type of a value. The classes of objects in it are added to `inner`; `name` is theirs. */
function typeOf(schema: Schema, name: string, inner: TypedDict[]): string {
  if (schema.$ref !== undefined) return reference(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return unionOf(choices, name, inner);
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name, inner)));
  if (schema.type === 'array') return `List[${typeOf(schema.items ?? {}, `${name}Item`, inner)}]`;
  if (schema.type !== 'object') return simpleTypes[schema.type ?? ''] ?? 'Any';
  if (isObject(schema)) {
    inner.push(typedDictOf(name, schema, inner));
    return reference(name);
  }
  const { additionalProperties: values } = schema;
  return `Dict[str, ${typeof values === 'object' ? typeOf(values, `${name}Value`, inner) : 'Any'}]`;
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function unionOf(choices: readonly Schema[], name: string, inner: TypedDict[]): string {
  const events = choices.filter(isEvent);
  if (events.length < choices.length)
    return union(choices.map((choice, index) => typeOf(choice, `${name}${index + 1}`, inner)));
  // The client raises the event `error`, and adds the number of each event.
  const yielded = events.filter((event) => nameOf(event) !== 'error');
  return union(yielded.map((event) => typeOf(numbered(event), name + capitalized(nameOf(event)), inner)));
}

function numbered(event: Schema): Schema {
  const { properties, required = [] } = event;
  return { ...event, properties: { id: { type: 'integer' }, ...properties }, required: ['id', ...required] };
}

/** Returns true for an event of a stream: its name and its data. */
function isEvent({ properties }: Schema): boolean {
  return typeof properties?.event?.const === 'string' && properties.data !== undefined;
}

function nameOf({ properties }: Schema): string {
  return String(properties?.event?.const);
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] ?? 'Any') : `Union[${different.join(', ')}]`;
}

function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** `run_started` -> `RunStarted`. */
function capitalized(text: string): string {
  const parts = text.split(/[^A-Za-z0-9]/).filter((part) => part !== '');
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

function classText(typedDict: TypedDict): string {
  const { name, description, fields } = typedDict;
  // The class syntax has no name for such a field.
  if (fields.some((field) => keywords.has(field.name) || !/^[A-Za-z_]\w*$/.test(field.name)))
    return functionalText(typedDict);
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const docstring = docstringOf(description, fields);
  if (optional.length === 0) return `class ${name}(TypedDict):\n${docstring}${bodyOf(required)}`;
  if (required.length === 0) return `class ${name}(TypedDict, total=False):\n${docstring}${bodyOf(optional)}`;
  const base = `_${name}Required`;
  return (
    `class ${base}(TypedDict):\n${bodyOf(required)}\n\n` +
    `class ${name}(${base}, total=False):\n${docstring}${bodyOf(optional)}`
  );
}

function functionalText({ name, description, fields }: TypedDict): string {
  const part = (base: string, chosen: Field[], total: string) => {
    const lines = chosen.map((field) => `        ${JSON.stringify(field.name)}: ${doubleQuoted(field.type)},\n`);
    return `${base} = TypedDict(\n    "${base}",\n    {\n${lines.join('')}    },\n${total})\n\n`;
  };
  const [required, optional] = [`_${name}Required`, `_${name}Optional`];
  return (
    part(
      required,
      fields.filter(({ isRequired }) => isRequired),
      '',
    ) +
    part(
      optional,
      fields.filter(({ isRequired }) => !isRequired),
      '    total=False,\n',
    ) +
    `\nclass ${name}(${required}, ${optional}):\n${docstringOf(description, fields)}    pass\n`
  );
}

function bodyOf(fields: readonly Field[]): string {
  if (fields.length === 0) return '    pass\n';
  return fields.map(({ name, type }) => `    ${name}: ${unquoted(type)}\n`).join('');
}

/** The name of another type in a type; literals have double quotes. */
function reference(name: string): string {
  return `'${name}'`;
}

/** Annotations are not evaluated, so they can name a type that is defined later. */
function unquoted(type: string): string {
  return type.replace(/'(\w+)'/g, '$1');
}

function doubleQuoted(type: string): string {
  return type.replace(/'(\w+)'/g, '"$1"');
}

/** Returns the docstring of a class, which describes its fields. */
function docstringOf(description: string | undefined, fields: readonly Field[]): string {
  const described = fields.flatMap((field) => (field.description ? [`${field.name}: ${field.description}`] : []));
  const paragraphs = [...(description ? [description, ...(described.length > 0 ? [''] : [])] : []), ...described];
  if (paragraphs.length === 0) return '';
  const lines = paragraphs.flatMap((paragraph) => wrap(paragraph));
  const text = lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n');
  return `    """\n${text}\n    """\n\n`;
}

function wrap(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.replaceAll('\\', '\\\\').split(' ')) {
    if (line !== '' && line.length + word.length + 1 > docstringWidth) {
      lines.push(line);
      line = '   ';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
