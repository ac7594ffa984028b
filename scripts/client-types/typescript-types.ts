import openapiTS, { astToString } from 'openapi-typescript';
import { type OpenApiDocument, operationsSchema } from './client-schemas.ts';

const heading = `/**
 * Types of the HTTP API, generated from its OpenAPI document by "npm run types:clients". Do not edit.
 */
`;

/** Returns the TypeScript types of the schemas and of the operations of a document. */
export async function typescriptTypes(document: OpenApiDocument): Promise<string> {
  const { openapi, info, components } = document;
  const schemas = { ...components.schemas, Operations: operationsSchema(document) };
  // Without paths, whose types would repeat every schema of an error for every operation.
  const reduced = { openapi, info, paths: {}, components: { schemas } };
  const ast = await openapiTS(JSON.stringify(reduced, withoutExamples), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return heading + astToString(ast).replace(/^export (type|interface) (paths|webhooks|operations|\$defs)\b.*$\n/gm, '');
}

/** Examples are longer than the types. A property can have the same name, but then its value is an object. */
function withoutExamples(key: string, value: unknown): unknown {
  return key === 'examples' && Array.isArray(value) ? undefined : value;
}
