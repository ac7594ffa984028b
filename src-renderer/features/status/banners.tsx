import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Health } from '../../../src-shared/contracts/service.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../client/api-error.ts';
import { healthQuery } from '../../client/queries.ts';
import { classes } from '../../ui/classes.ts';

interface BannersProps {
  /** Renders the button that reviews refused items. */
  review?: (reason: string) => ReactNode;
}

/** Shows problems of the daemon and the engine, what still works, and the next step. */
export function Banners({ review }: BannersProps) {
  const { data, error } = useQuery(healthQuery);
  return (
    <div role="status" aria-label="State of the daemon" className="contents">
      {error ? (
        <OutageBanner isUnproven={asApiError(error).code === 'unproven'} />
      ) : (
        data && <HealthBanner health={data} />
      )}
      {data?.integrity.status === 'failing' && (
        <IntegrityBanner integrity={data.integrity} action={review?.(data.integrity.reason ?? '')} />
      )}
    </div>
  );
}

function OutageBanner({ isUnproven }: { isUnproven: boolean }) {
  if (isUnproven)
    return (
      <Banner tone="danger" title="The program at this address is not the daemon that served this page.">
        Another program may use its port. Nothing is sent to it, and your edits stay in this window. Do not reload this
        page or enter a password at this address until this message disappears.
      </Banner>
    );
  return (
    <Banner tone="danger" title="The daemon does not answer.">
      Your edits stay in this window, which tries to connect again every few seconds.
    </Banner>
  );
}

function HealthBanner({ health }: { health: Health }) {
  const { engine, database } = health;
  if (database === 'failing')
    return (
      <Banner tone="danger" title="The database cannot be read.">
        {engine.reason
          ? visibleLine(`${engine.reason} ${engine.nextStep ?? ''}`)
          : 'Nothing can be saved until the database can be read again.'}
      </Banner>
    );
  if (engine.status === 'unavailable')
    return (
      <Banner tone="warn" title="No sandbox engine is available, so code cannot run.">
        {visibleLine(engine.reason ?? '')} <NextStep command={engine.nextStep} /> Everything else works.
      </Banner>
    );
  if (engine.status === 'building_image')
    return (
      <Banner tone="info" title="The sandbox image is being built.">
        The first build takes about a minute. Runs that you start now wait for it.
      </Banner>
    );
  if (engine.status === 'starting')
    return (
      <Banner tone="info" title="The sandbox engine is starting.">
        {engine.reason && visibleLine(engine.reason)}
      </Banner>
    );
  if (engine.name === 'embedded' && engine.reason) return <EmbeddedBanner engine={engine} />;
  return null;
}

/** The reason counts the items of all accounts; the review lists only those of this account. */
function IntegrityBanner({ integrity, action }: { integrity: Health['integrity']; action: ReactNode }) {
  return (
    <Banner tone="danger" title="The database was changed outside the daemon." action={action}>
      {visibleLine(integrity.reason ?? '')}
    </Banner>
  );
}

/** Shown while the embedded engine replaces Docker, but not if the user chose it. */
function EmbeddedBanner({ engine: { reason = '', nextStep } }: { engine: Health['engine'] }) {
  return (
    <Banner tone="info" title="Code runs in the embedded engine, which supports Python, JavaScript and TypeScript.">
      {visibleLine(reason)} Docker adds the other languages, the network, more than 256 MiB of memory and packages with
      native code. <NextStep command={nextStep} />
    </Banner>
  );
}

function NextStep({ command }: { command: string | undefined }) {
  if (command === undefined) return null;
  return (
    <>
      Next step: <code className="rounded border border-current/40 px-1 font-mono">{visibleLine(command)}</code>.
    </>
  );
}

interface BannerProps {
  tone: 'danger' | 'warn' | 'info';
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}

function Banner({ tone, title, action, children }: BannerProps) {
  const Icon = tone === 'info' ? Info : CircleAlert;
  return (
    <div
      className={classes(
        'flex items-start gap-2 border-b border-line px-4 py-2 text-sm',
        tone === 'danger' && 'bg-danger-soft text-danger',
        tone === 'warn' && 'bg-warn-soft text-warn',
        tone === 'info' && 'bg-accent-soft text-accent',
      )}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 break-words">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
      {action}
    </div>
  );
}
