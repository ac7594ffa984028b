import { entityTag } from '../../src-shared/contracts/preconditions.ts';
import { releaseSecretValues } from '../../src-shared/contracts/secret-values.contract.ts';
import { deleteSecret, editSecret, listSecrets, putSecret } from '../../src-shared/contracts/secrets.contract.ts';
import { StatusReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { SecretsService } from './secrets.service.ts';

export function mountSecrets(host: EndpointHost, secrets: SecretsService): void {
  mountEndpoints(
    host,
    { putSecret, editSecret, listSecrets, deleteSecret, releaseSecretValues },
    {
      putSecret: ({ actor, params, body, headers }) => {
        const { isNew, secret } = secrets.put(actor, params.name, { ...body, conditions: headers });
        return new StatusReply(isNew ? 201 : 200, secret, { ETag: entityTag(secret.version) });
      },
      editSecret: ({ actor, params, body, headers }) => {
        const secret = secrets.edit(actor, params.name, { ...body, conditions: headers });
        return new StatusReply(200, secret, { ETag: entityTag(secret.version) });
      },
      listSecrets: ({ actor, query }) => ({ secrets: secrets.list(actor, query) }),
      deleteSecret: ({ actor, params }) => secrets.remove(actor, params.name),
      releaseSecretValues: ({ actor, body }) => secrets.release(actor, body),
    },
  );
}
