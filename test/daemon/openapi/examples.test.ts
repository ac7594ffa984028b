/** Examples of requests, which tools such as Postman send: every request has one, and each is valid by its own schema. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readOpenApi } from '../../../src-shared/contracts/service.contract.ts';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

interface Schema {
  $ref?: string;
  examples?: unknown[];
}
interface Operation {
  summary: string;
  description: string;
  tags: string[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}
interface OpenApi {
  info: { contact?: object };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const read = async () => (await daemon().client.call(readOpenApi)) as unknown as OpenApi;

const operationOf = ({ paths }: OpenApi, { method, path }: EndpointSpec) =>
  paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** The operations with a JSON body, with that schema and the examples that the document has of it. */
async function withExamples() {
  const document = await read();
  return daemon().daemon.app.mounted.flatMap((spec) => {
    if (!(spec.body instanceof z.ZodType)) return [];
    const { schema, example } = operationOf(document, spec)?.requestBody?.content['application/json'] ?? {};
    const named = document.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''];
    const examples = (named ?? schema)?.examples ?? [];
    return [{ name: `${spec.method} ${spec.path}`, body: spec.body, examples, example }];
  });
}

describe('the OpenAPI document', () => {
  it('has an example of every request with a JSON body, in the schema and next to it, which the schema accepts', async () => {
    const operations = await withExamples();
    expect(operations.length).toBeGreaterThan(30);
    for (const { name, body, examples, example } of operations) {
      expect(examples.length, name).toBeGreaterThan(0);
      expect(example, name).toEqual(examples[0]);
      for (const example of examples) expect(body.safeParse(example).error?.issues, name).toBeUndefined();
    }
  });

  it('describes every operation and names a contact', async () => {
    const { paths, info } = await read();
    for (const [path, methods] of Object.entries(paths))
      for (const { description, tags } of Object.values(methods)) {
        expect(description.length, path).toBeGreaterThan(0);
        expect(tags.length, path).toBe(1);
      }
    expect(info.contact).toEqual({ name: 'Strongroom' });
  });

  it('has the names of the interface specification', async () => {
    const { components } = await read();
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining([
        ...['UserInfo', 'AuthResponse', 'HealthResponse', 'EncryptedCodeMetadata', 'SecretMetadata', 'PackageInfo'],
        ...['ExecuteRequest', 'ExecuteResponse', 'GenerateRequest', 'GenerateResponse', 'ZKPayload', 'AuditEntry'],
      ]),
    );
  });
});
