import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import type { GatedEngine } from '../work/gated-engine.ts';

interface CodeFacts {
  sandboxId: string;
  kind: 'process' | 'cell';
  /** Null for a program with arguments. */
  language: string | null;
  codeLength: number;
}

/** The parts of an actor that the record needs, for code that runs after its request. */
export type CodeAuthor = Pick<Actor, 'accountId' | 'client' | 'credential'>;

/** Commits the audit row of code. Called before the code is sent to the sandbox. */
export type RecordSandboxCode = (author: CodeAuthor, facts: CodeFacts) => void;

export function createCodeRecorder({
  database,
  recordAudit,
  engine,
}: {
  database: Database;
  recordAudit: RecordAudit;
  engine: Pick<GatedEngine, 'status'>;
}): RecordSandboxCode {
  return (author, facts) => {
    const metadata = { ...facts, source: author.client.source, place: engine.status().place };
    database.transaction((db) =>
      recordAudit(db, author, { action: 'sandbox.execute', resourceId: facts.sandboxId, metadata }),
    );
  };
}
