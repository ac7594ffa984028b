import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { formatTime } from '../../../ui/text/format.ts';
import { bucketRuns, type RunBucket } from './run-buckets.ts';

const width = 960;
const height = 96;
const bucketCount = 48;

/** Chart of runs over time: successful runs above the line, all others below it. */
export function RunsChart({ executions }: { executions: readonly Execution[] }) {
  const buckets = bucketRuns(executions, bucketCount);
  const first = buckets[0];
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) return null;
  const good = buckets.reduce((sum, bucket) => sum + bucket.good, 0);
  const bad = buckets.reduce((sum, bucket) => sum + bucket.bad, 0);
  return (
    <figure className="flex flex-col gap-1 border-b border-line bg-surface px-4 py-3 short:py-1">
      <figcaption className="flex flex-wrap items-center gap-4 text-sm">
        <Legend colour="bg-good" text={`${good} succeeded`} />
        <Legend colour="bg-danger" text={`${bad} did not succeed`} />
      </figcaption>
      <Bars buckets={buckets} label={`${good} runs succeeded and ${bad} did not succeed`} />
      <div className="flex justify-between text-xs text-muted">
        <span>{formatTime(new Date(first.from).toISOString())}</span>
        <span>{formatTime(new Date(last.to).toISOString())}</span>
      </div>
    </figure>
  );
}

function Legend({ colour, text }: { colour: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5 text-muted">
      <span className={`size-2.5 rounded-sm ${colour}`} aria-hidden="true" />
      {text}
    </span>
  );
}

function Bars({ buckets, label }: { buckets: readonly RunBucket[]; label: string }) {
  const max = Math.max(1, ...buckets.map(({ good, bad }) => Math.max(good, bad)));
  const middle = height * 0.6;
  const step = width / buckets.length;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-24 w-full short:h-10"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={width} y1={middle} y2={middle} className="stroke-line" strokeWidth="1" />
      {buckets.map(({ from, good, bad }, index) => (
        <g key={from}>
          <Bar x={index * step} step={step} from={middle - (good / max) * (middle - 4)} to={middle} look="fill-good" />
          <Bar
            x={index * step}
            step={step}
            from={middle}
            to={middle + (bad / max) * (height - middle - 4)}
            look="fill-danger"
          />
        </g>
      ))}
    </svg>
  );
}

function Bar({ x, step, from, to, look }: { x: number; step: number; from: number; to: number; look: string }) {
  if (to - from < 0.5) return null;
  return <rect x={x + step * 0.12} width={step * 0.76} y={from} height={to - from} rx="2" className={look} />;
}
