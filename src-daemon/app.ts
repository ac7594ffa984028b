import express, { type Express, Router } from 'express';
import type { Health } from '../src-shared/contracts/service.contract.ts';
import type { EndpointSpec } from '../src-shared/endpoint.ts';
import { mountAccounts } from './accounts/accounts.routes.ts';
import { mountAudit } from './audit/audit.routes.ts';
import { mountDrafts } from './drafts/drafts.routes.ts';
import { AppError } from './errors/app-error.ts';
import { keychainLocked, shuttingDown } from './errors/repeated-errors.ts';
import { mountEvents } from './events/events.routes.ts';
import { mountExecutions } from './executions/executions.routes.ts';
import { mountLanguages } from './executions/languages.routes.ts';
import { mountGeneration } from './generation/generation.routes.ts';
import { mountProviders } from './generation/providers/providers.routes.ts';
import { type EndpointHost, refuseOtherMethods } from './http/mount-endpoints.ts';
import { errorReply } from './http/replies/error-reply.ts';
import { securityHeaders } from './http/replies/security-headers.ts';
import { authenticateRequest } from './http/requests/authenticate-request.ts';
import { requestLog } from './http/requests/request-log.ts';
import { expectationGuard } from './http/server/expectation-guard.ts';
import { loopbackGuard } from './http/server/loopback-guard.ts';
import { mountInterface } from './interface/interface.routes.ts';
import { mountItems } from './items/items.routes.ts';
import type { Logger } from './logging/logger.ts';
import { mountMcp } from './mcp/mcp.routes.ts';
import { mountOpenApi } from './openapi/openapi.routes.ts';
import { mountPackages } from './packages/packages.routes.ts';
import { mountSandboxContexts } from './sandboxes/contexts/contexts.routes.ts';
import { mountSandboxFiles } from './sandboxes/files/files.routes.ts';
import { mountSandboxNetwork } from './sandboxes/network/network.routes.ts';
import { mountSandboxProcesses } from './sandboxes/processes/processes.routes.ts';
import { mountSandboxLife } from './sandboxes/sandboxes.routes.ts';
import { mountSecrets } from './secrets/secrets.routes.ts';
import type { Services } from './services.ts';
import { mountSettings } from './settings/settings.routes.ts';
import type { PageProof } from './status/page-proof.ts';
import { mountStatus } from './status/status.routes.ts';
import { mountReseal, mountVault } from './vault/vault.routes.ts';

interface AppDeps {
  log: Logger;
  port: () => number;
  version: string;
  resourcesDir: string;
  /** The built interface. */
  interfaceDir: string;
  health: () => Health;
  prove: (nonce: string) => string;
  page: PageProof;
}

export interface App {
  express: Express;
  /** Every operation that is served, for the documents and the tests that walk them. */
  mounted: readonly EndpointSpec[];
  /** Opens everything that needs keys; until then it is answered with 423. */
  mountFeatures(services: Services): void;
  /** From here on every request is refused, on connections that are open already too. */
  refuseAll(): void;
}

/** The HTTP face: the middleware in its order, one mount a feature, the error handler last. */
export function createApp({ log, port, version, resourcesDir, interfaceDir, health, prove, page }: AppDeps): App {
  const status = Router({ caseSensitive: true });
  const features = Router({ caseSensitive: true });
  const mounted: EndpointHost['mounted'] = [];
  let isUnlocked = false;
  let isStopping = false;

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  // An answer is whole, whatever copy a client says it has: none may be stored.
  Object.defineProperty(app.request, 'fresh', { value: false });
  app.use(requestLog(log), securityHeaders, loopbackGuard(port), expectationGuard);
  app.use((_request, response, next) => {
    if (!isStopping) return next();
    response.setHeader('Connection', 'close');
    throw shuttingDown();
  });
  app.use(status);
  app.use((_request, _response, next) => {
    if (!isUnlocked) throw keychainLocked();
    next();
  });
  app.use(features);
  app.use(() => {
    throw new AppError('not_found', 'There is nothing at this path. GET /api/v1 lists the operations.');
  });
  app.use(errorReply(log));
  mountStatus({ router: status, mounted, authenticate: async () => undefined }, { health, prove, page, version });
  refuseOtherMethods({ router: status, mounted });
  mountInterface(status, { folder: interfaceDir, issuePageKey: page.issue });

  return {
    express: app,
    mounted,
    mountFeatures(services) {
      const host: EndpointHost = {
        router: features,
        mounted,
        authenticate: authenticateRequest(services.authenticate),
        followCredential: services.credentialEnds.follow,
        memory: services.memory,
      };
      mountAccounts(host, services);
      mountEvents(host, services.events);
      mountExecutions(host, services.executions);
      mountLanguages(host, services.languages);
      mountSandboxLife(host, services.sandboxes);
      mountSandboxProcesses(host, services.sandboxes);
      mountSandboxContexts(host, services.sandboxes);
      mountSandboxFiles(host, services.sandboxes.files);
      mountSandboxNetwork(host, services.sandboxes.network);
      mountSecrets(host, services.secrets);
      mountPackages(host, services.packages.service);
      mountVault(host, services);
      mountReseal(host, services);
      mountDrafts(host, services.drafts);
      mountProviders(host, services.generation.providers);
      mountGeneration(host, services.generation.service);
      mountAudit(host, services.audit);
      mountItems(host, services.items);
      mountSettings(host, services.settings);
      mountMcp(host, { services, version, log });
      mountOpenApi(host, { version, resourcesDir, url: () => `http://127.0.0.1:${port()}` });
      refuseOtherMethods(host);
      isUnlocked = true;
    },
    refuseAll() {
      isStopping = true;
    },
  };
}
