import type { ReactNode } from 'react';
import type { ExecuteRequest } from '../../../../src-shared/contracts/execute-request.ts';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import type { Network } from '../../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../../ui/classes.ts';
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { ruleText } from '../../../ui/network/rules-text.ts';
import { formatDuration } from '../../../ui/text/format.ts';
import { noCodeStored } from './run-again.ts';

/** Shows the code and the options of a stored run, if they were stored. */
export function PreviewCode({ execution: { request } }: { execution: Execution }) {
  if (request === undefined) return <p className="rounded-control bg-sunken px-3 py-2 text-sm">{noCodeStored}</p>;
  return (
    <>
      <div className="flex flex-col gap-1">
        <div className="flex items-end justify-between">
          <h3 className="text-sm font-medium">Code</h3>
          <CopyButton text={request.code} label="Copy code of this run" secret />
        </div>
        <div className="h-52 shrink-0 overflow-hidden rounded-control border border-line">
          <CodeEditor label="Code of this run" language={request.language} value={request.code} readOnly />
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-medium">Options</h3>
        <Options request={request} />
      </div>
    </>
  );
}

function Options({ request }: { request: ExecuteRequest }) {
  const { args = [], stdin = '', files = [], env = {}, packages, network = 'none' } = request;
  const variables = Object.keys(env);
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {args.length > 0 && <Option name="Arguments">{args.map(visibleLine).join(' · ')}</Option>}
      {stdin !== '' && <Option name="Standard input">{beginningOf(stdin)}</Option>}
      {files.length > 0 && <Option name="Files">{files.map(({ path }) => visibleLine(path)).join(', ')}</Option>}
      {variables.length > 0 && <Option name="Variables">{variables.map(visibleLine).join(', ')}</Option>}
      <Option name="Secrets" isText={!request.secrets?.length}>
        {secretsOf(request)}
      </Option>
      <Option name="Packages" isText>
        {packages === false ? 'none' : 'installed'}
      </Option>
      <Option name="Limits" isText>
        {limitsOf(request)}
      </Option>
      <Option name="Network" isText={typeof network === 'string'}>
        {networkText(network)}
      </Option>
    </dl>
  );
}

interface OptionProps {
  name: string;
  /** True for a value in words, false for one that the request has literally. */
  isText?: boolean;
  children: ReactNode;
}

function Option({ name, isText = false, children }: OptionProps) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd
        className={classes(
          'max-h-24 overflow-auto leading-5 break-words whitespace-pre-wrap',
          !isText && 'font-mono text-xs leading-5',
        )}
      >
        {children}
      </dd>
    </>
  );
}

/** Names only: the history contains no values of secrets. */
function secretsOf({ secrets, network = 'none', generated }: ExecuteRequest): string {
  const chosen = secrets ?? (network !== 'none' || generated !== undefined ? [] : 'all');
  if (chosen === 'all') return 'all';
  return chosen.length === 0 ? 'none' : chosen.map(visibleLine).join(', ');
}

/** The limits of the request; those of the settings are not stored with the run. */
function limitsOf({ timeoutMs, memoryMb, compileTimeoutMs, maxQueueMs }: ExecuteRequest): string {
  const own = [
    timeoutMs !== undefined && formatDuration(timeoutMs),
    memoryMb !== undefined && `${memoryMb} MiB`,
    compileTimeoutMs !== undefined && `${formatDuration(compileTimeoutMs)} to compile`,
    maxQueueMs !== undefined && `${formatDuration(maxQueueMs)} to wait`,
  ].filter(Boolean);
  if (own.length === 0) return 'as in the settings';
  if (timeoutMs === undefined || memoryMb === undefined) own.push('others as in the settings');
  return own.join(', ');
}

function networkText(network: Network): string {
  if (typeof network === 'string') return network === 'full' ? 'everything' : 'none';
  const { allow, onBlocked } = network;
  const lines = allow.map((rule) => visibleLine(ruleText(rule)));
  return [...(lines.length === 0 ? ['no host'] : lines), ...(onBlocked === 'ask' ? ['other hosts: ask'] : [])].join(
    '\n',
  );
}

function beginningOf(text: string): string {
  const limit = 500;
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()} … (${text.length} characters)`;
}
