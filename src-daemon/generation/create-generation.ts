import type { RecordAudit } from '../audit/record-audit.ts';
import type { Database } from '../db/database.ts';
import { createGenerationService, type GenerationService } from './generation.service.ts';
import { createAskModel } from './model/ask-model.ts';
import { createModelNetwork } from './model/model-transport.ts';
import { createProvidersService, type ProvidersService } from './providers/providers.service.ts';
import { createEndpointTest } from './providers/test-endpoint.ts';

type OwnDeps = 'database' | 'recordAudit' | 'providers' | 'askModel';

interface GenerationParts extends Omit<Parameters<typeof createGenerationService>[0], OwnDeps> {
  database: Database;
  recordAudit: RecordAudit;
  /** Environment of the daemon, which may name a proxy. */
  environment: Readonly<Record<string, string | undefined>>;
  now: () => number;
}

/** Creates the generation feature. */
export function createGeneration({ environment, now, ...parts }: GenerationParts): {
  providers: ProvidersService;
  service: GenerationService;
  stop(): Promise<void>;
} {
  const network = createModelNetwork(environment);
  const { database, recordAudit } = parts;
  const providers = createProvidersService({
    database,
    recordAudit,
    testEndpoint: createEndpointTest(network.open),
    now,
  });
  const service = createGenerationService({ ...parts, providers, askModel: createAskModel(network.open) });
  return {
    providers,
    service,
    async stop(): Promise<void> {
      await service.stop();
      await network.close();
    },
  };
}
