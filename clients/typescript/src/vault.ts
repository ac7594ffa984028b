import { type Calls, executionWork, resultOf, withoutTimeLimit } from './calls.ts';
import type {
  CodeRevision,
  EncryptedCode,
  EncryptedCodeInput,
  EncryptedCodeMetadata,
  ExecuteResponse,
  ExecuteStoredRequest,
  StoredCode,
  ZkPayload,
} from './generated/api.ts';
import type { CallOptions, EventOf } from './operations.ts';
import { splitInput, type WithInput } from './streamed-input.ts';

/** Code to encrypt and store. */
export interface CodeToSave extends Omit<EncryptedCodeInput, 'encryptedPayload'> {
  code: string;
  masterPassword: string;
}

/** Code that is stored encrypted. */
export function createVaultCalls({ request, follow }: Calls) {
  const encrypt = async (masterPassword: string, code: string, options: CallOptions = {}): Promise<ZkPayload> => {
    const body = { masterPassword, code };
    return (await request('POST /api/v1/zk/encrypt', { body, ...options })).encryptedPayload;
  };

  const store = (name: string, code: EncryptedCodeInput, options: CallOptions = {}): Promise<StoredCode> =>
    request('PUT /api/v1/zk/code/{name}', { params: { name }, body: code, ...options });

  const stream = (
    name: string,
    request: WithInput<ExecuteStoredRequest>,
    options: CallOptions = {},
  ): AsyncGenerator<EventOf<'POST /api/v1/zk/code/{name}/execute/stream'>, void> => {
    const { body, parts } = splitInput(request);
    const input = { params: { name }, body, ...withoutTimeLimit(options) };
    return follow('POST /api/v1/zk/code/{name}/execute/stream', input, { ...executionWork, input: parts });
  };

  return {
    list: async (options: CallOptions = {}): Promise<EncryptedCodeMetadata[]> =>
      (await request('GET /api/v1/zk/code', options)).code,

    /** Returns the encrypted code, of an older revision if one is given. */
    read: (name: string, { revision, ...options }: CallOptions & { revision?: number } = {}): Promise<EncryptedCode> =>
      request('GET /api/v1/zk/code/{name}', { params: { name }, query: revision ? { revision } : {}, ...options }),

    revisions: async (name: string, options: CallOptions = {}): Promise<CodeRevision[]> =>
      (await request('GET /api/v1/zk/code/{name}/revisions', { params: { name }, ...options })).revisions,

    /** Stores code that is encrypted already. */
    store,

    /** Lets the daemon encrypt code. It receives the password and the code, and stores neither. */
    encrypt,

    /** Lets the daemon encrypt code, and stores the result. */
    save: async (name: string, code: CodeToSave, options: CallOptions = {}): Promise<StoredCode> => {
      const { masterPassword, code: text, ...rest } = code;
      return store(name, { ...rest, encryptedPayload: await encrypt(masterPassword, text, options) }, options);
    },

    /** Decrypts stored code in memory, runs it and returns the result. */
    run: (
      name: string,
      request: WithInput<ExecuteStoredRequest>,
      options: CallOptions = {},
    ): Promise<ExecuteResponse> => resultOf(stream(name, request, options)),

    /** Decrypts stored code in memory, runs it and yields the events. */
    stream,

    /** Deletes code with all its revisions. */
    delete: (name: string, options: CallOptions = {}): Promise<undefined> =>
      request('DELETE /api/v1/zk/code/{name}', { params: { name }, ...options }),
  };
}
