import type { RecordAudit } from '../audit/record-audit.ts';
import { createCredentialWatch, type ReportEnded } from '../core/credential-watch.ts';
import type { DerivedKeys } from '../crypto/key-hierarchy.ts';
import type { Database } from '../db/database.ts';
import type { RequireItem } from '../db/item-state.ts';
import type { KeyStore } from '../keystore/key-store.ts';
import { createAccountsService } from './accounts.service.ts';
import { createApiKeysService } from './api-keys/api-keys.service.ts';
import { createApiKeyIssuer } from './api-keys/issue-api-key.ts';
import { createAuthenticator } from './authenticate.ts';
import { createCredentialExpiryFinder } from './find-credential-expiry.ts';
import { createAttemptLimits } from './password/attempt-limits.ts';
import { createPasswordCheck } from './password/password-check.ts';
import { createRegistration } from './register.ts';
import { createSessionIssuer } from './sessions/issue-session.ts';
import { createPreviousStop } from './sessions/previous-stop.ts';
import { createRefreshableOpener } from './sessions/refreshable-session.ts';
import { createRememberedSession } from './sessions/remembered-session.ts';
import { createSessionsService } from './sessions/sessions.service.ts';
import { createShellChallenges } from './sessions/shell-challenges.ts';
import { createKeptToken } from './sessions/stored-token.ts';
import { createVerifyCredential } from './verify-credential.ts';

interface AccountsParts {
  database: Database;
  keys: DerivedKeys;
  recordAudit: RecordAudit;
  requireItem: RequireItem;
  /** Keeps the session that this computer remembers. */
  keyStore: Pick<KeyStore, 'readSession' | 'writeSession' | 'forgetSession'>;
  /** 32 random bytes of this start, in the run file. */
  proofKey: Uint8Array;
  isRegistrationOpen: () => boolean;
  /** Deletes, in slices, what can be large. */
  clearData: (accountId: number) => Promise<void>;
  /** Cancels the work of an account that was deleted. */
  cancelWork: (accountId: number) => void;
  /** Returns the number of sandboxes that end with a session. */
  countSandboxes: (credential: { kind: 'session' | 'apiKey'; id: string }) => number;
  /** Ends the sandboxes of an account whose login ended because the window was locked. Returns their number. */
  endOwnerlessSandboxes: (accountId: number) => number;
  log: Record<'warn', (fields: object, message: string) => void>;
  now: () => number;
}

/** The parts of the accounts feature, put together. */
export function createAccounts(parts: AccountsParts) {
  const { database, keys, recordAudit, requireItem, keyStore, proofKey, log, now } = parts;
  const pepper = keys.wrapPepper;
  const limits = createAttemptLimits({ database, now });
  const issueSession = createSessionIssuer({ keys, now });
  const issueApiKey = createApiKeyIssuer({ pepper, now });
  const checkPassword = createPasswordCheck({ database, recordAudit, limits, pepper });
  const keptToken = createKeptToken({ database, store: keyStore, log });
  const credentialEnds = createCredentialWatch({ findEnd: createCredentialExpiryFinder(database), now });
  const onEnded: ReportEnded = (ended) => {
    credentialEnds.report(ended);
    keptToken.tidy();
  };
  const openRefreshable = createRefreshableOpener({ database, recordAudit, keys, onEnded, now });
  const authenticate = createAuthenticator({ database, keys, requireItem, now });
  const { isRegistrationOpen, clearData, cancelWork: cancelRuns, countSandboxes, endOwnerlessSandboxes } = parts;
  const sessions = createSessionsService({
    ...{ database, recordAudit, issueSession, openRefreshable, onEnded, now },
    countSandboxes,
    endOwnerlessSandboxes,
  });
  const shell = createShellChallenges({ proofKey, now });
  const entry = { database, recordAudit, issueSession, pepper };

  return {
    register: createRegistration({ ...entry, limits, issueApiKey, isRegistrationOpen, now }),
    accounts: createAccountsService({
      ...{ ...entry, checkPassword, onEnded, clearData, cancelRuns, endOwnerlessSandboxes },
    }),
    sessions,
    remembered: createRememberedSession({ ...entry, openRefreshable, shell, keptToken, log, now }),
    apiKeys: createApiKeysService({ database, recordAudit, issueApiKey, onEnded, countSandboxes, now }),
    authenticate,
    verifyCredential: createVerifyCredential({ database, authenticate }),
    credentialEnds,
    keptToken,
    previousStop: createPreviousStop({ database, recordAudit, onEnded, now }),
    /** Deletes what has run out. */
    sweep(): void {
      sessions.sweep();
      limits.sweep();
    },
  };
}
