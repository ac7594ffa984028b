import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import type { Network } from '../../../src-shared/contracts/network/network-rules.ts';
import type { PackageInfo } from '../../../src-shared/contracts/packages.contract.ts';
import { packageLabel } from '../../../src-shared/formats/approval-hash.ts';
import { InlinePackagesError } from '../../../src-shared/formats/inline-packages/inline-packages.ts';
import { readInlinePackages } from '../../../src-shared/formats/inline-packages/read-inline-packages.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { languagesQuery, settingsQuery } from '../../client/queries.ts';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ruleText } from '../../ui/network/rules-text.ts';

interface RunFactsProps {
  language: string;
  code: string;
  options: RunOptions;
  /** Undefined while the list is loading. */
  packages: readonly PackageInfo[] | undefined;
  /** Epoch ms of the last approval; packages that were added later are marked as new. */
  knownSince: number;
}

/** The inputs and limits of the run, which an approval covers in addition to the code. */
export function RunFacts({ language, code, options, packages, knownSince }: RunFactsProps) {
  const { secrets = [], network = 'none', timeoutMs, compileTimeoutMs, memoryMb } = options;
  const { data: settings } = useQuery(settingsQuery);
  const own = useOwnPackages({ language, code, options });
  const limits = settings && [
    `${(timeoutMs ?? settings.limits.timeoutMs) / 1000} s`,
    `${memoryMb ?? settings.limits.memoryMb} MiB`,
    ...(compileTimeoutMs === undefined ? [] : [`${compileTimeoutMs / 1000} s to compile`]),
  ];
  const names = [...(secrets === 'all' ? [] : secrets), ...own.names, ...ruleTexts(network)];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Inputs and limits of the run"
      // Four rows, or two, without a part of the next one. A long name needs the whole width: the end of a host says whose
      // it is.
      className={classes(
        'max-h-23 min-w-0 flex-1 overflow-auto short:max-h-11',
        names.some(({ length }) => length > longName) ? 'basis-full' : 'basis-64',
      )}
    >
      <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <Fact name="Secrets">
          {secrets === 'all' && <Badge tone="warn">all</Badge>}
          {secrets !== 'all' && secrets.length === 0 && 'none'}
          {secrets !== 'all' &&
            secrets.map((name) => (
              <Badge isLong key={name}>
                {visibleLine(name)}
              </Badge>
            ))}
        </Fact>
        <Fact name="Packages">
          <PackageNames packages={options.packages === false ? [] : packages} knownSince={knownSince} />
        </Fact>
        {(own.names.length > 0 || own.problem !== undefined) && (
          <Fact name="Installed for this program">
            {own.names.map((text) => (
              <Badge isLong key={text} tone="warn">
                {visibleLine(text)}
              </Badge>
            ))}
            {own.problem !== undefined && visibleLine(own.problem)}
          </Fact>
        )}
        <Fact name="Network">
          <NetworkFact network={network} />
        </Fact>
        <Fact name="Limits">{limits?.join(', ') ?? 'Loading …'}</Fact>
      </dl>
    </section>
  );
}

/** Characters of a name that do not fit next to the buttons. */
const longName = 36;

function ruleTexts(network: Network): string[] {
  return typeof network === 'string' ? [] : network.allow.map((rule) => visibleLine(ruleText(rule)));
}

function NetworkFact({ network }: { network: Network }) {
  if (network === 'none') return 'none';
  if (network === 'full') return <Badge tone="warn">everything</Badge>;
  const { allow, onBlocked } = network;
  // A rule can be listed twice.
  const rules = new Map(allow.map((rule) => [visibleLine(ruleText(rule)), rule]));
  return (
    <>
      {rules.size === 0 && onBlocked !== 'ask' && 'no host'}
      {[...rules].map(([text, rule]) => (
        <Badge isLong key={text} tone={rule.secrets || rule.host.startsWith('*.') ? 'warn' : 'accent'}>
          {text}
        </Badge>
      ))}
      {onBlocked === 'ask' && <Badge tone="warn">any other host after you are asked</Badge>}
    </>
  );
}

function PackageNames({ packages, knownSince }: Pick<RunFactsProps, 'packages' | 'knownSince'>) {
  if (packages === undefined) return 'Loading …';
  if (packages.length === 0) return 'none';
  return packages.map((info) => {
    const isNew = Date.parse(info.addedAt) > knownSince;
    return (
      <Badge isLong key={info.name} tone={isNew ? 'warn' : 'neutral'}>
        {visibleLine(packageLabel(info))}
        {isNew && ' (new)'}
      </Badge>
    );
  });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 items-baseline gap-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-1">{children}</dd>
    </div>
  );
}

/** Returns the packages that the run installs for this program alone: those of its code and of its options. */
function useOwnPackages({ language, code, options }: Pick<RunFactsProps, 'language' | 'code' | 'options'>) {
  const { data: languages } = useQuery(languagesQuery);
  const manager = languages?.find(({ id }) => id === language)?.packageManager ?? null;
  const declared = useMemo(() => inlinePackagesOf(manager, code), [manager, code]);
  const { inlinePackages = true, withPackages = [] } = options;
  return inlinePackages
    ? { ...declared, names: [...new Set([...withPackages, ...declared.names])] }
    : { names: withPackages };
}

/** Returns the packages that code declares, as written, or why they cannot be read. */
function inlinePackagesOf(
  packageManager: string | null,
  code: string,
): {
  names: string[];
  problem?: string;
} {
  try {
    return { names: readInlinePackages(packageManager, code).packages.map(({ text }) => text) };
  } catch (error) {
    if (error instanceof InlinePackagesError) return { names: [], problem: `line ${error.line} ${error.message}` };
    throw error;
  }
}
