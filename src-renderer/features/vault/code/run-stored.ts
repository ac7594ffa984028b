import { executeCode, type StoredRunOptions } from '../../../../src-shared/contracts/vault.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { streamHeaders } from '../../../client/follow-stream.ts';
import { send } from '../../../client/send.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';

interface StoredRun {
  name: string;
  masterPassword: string;
  options: StoredRunOptions | undefined;
}

/** Runs a stored script. Returns the response with the event stream. @throws ApiError */
export async function runStored({ name, masterPassword, options }: StoredRun, signal: AbortSignal): Promise<Response> {
  try {
    return await send(executeCode, {
      params: { name },
      body: { masterPassword, ...options },
      headers: streamHeaders,
      signal,
    });
  } catch (error) {
    // Another window deleted the script, so the list is loaded again.
    if (asApiError(error).code === 'code_not_found') void forgetVaultQueries();
    throw error;
  }
}
