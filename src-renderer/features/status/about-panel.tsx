import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Health } from '../../../src-shared/contracts/service.contract.ts';
import { clusterSentence } from '../../../src-shared/formats/cluster-sentence.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { healthQuery } from '../../client/queries.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatDuration } from '../../ui/text/format.ts';

const keyStoreTexts: Record<Health['keyStore'], string> = {
  os: "The operating system's keychain.",
  file: 'A file that only your user can read. Anyone who can read this file and the database can decrypt the database. The keychain of the operating system is safer: run strongroom keystore move os.',
  passphrase: 'A passphrase that you enter when the daemon starts.',
};

/** Shows the version, the engine and the key store of the daemon. */
export function AboutPanel() {
  const { data } = useQuery(healthQuery);
  if (data === undefined) return null;
  return (
    <Panel title="About this daemon">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2 p-4 text-sm">
        <Fact name="Version">{data.version}</Fact>
        <Fact name="Running for">{formatDuration(data.uptimeSeconds * 1000)}</Fact>
        <Fact name="Engine">{engineText(data.engine)}</Fact>
        <Fact name="Master key">{keyStoreTexts[data.keyStore]}</Fact>
      </dl>
    </Panel>
  );
}

function engineText(engine: Health['engine']): string {
  const where = clusterSentence(engine);
  const state = `${engine.name}, ${engine.status.replace('_', ' ')}`;
  return visibleLine(where === undefined ? state : `${state}. ${where}`);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="max-w-prose">{children}</dd>
    </>
  );
}
