import { classes } from '../../ui/classes.ts';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import { useGeneration } from './generation-store.ts';
import { isOwn, type Round } from './rounds.ts';

/** Buttons that select the round to show. */
export function RoundsBar() {
  const { rounds, shown, show, isSameAnswer } = useGeneration();
  if (rounds.length < 2 && !isSameAnswer && !rounds.some(isOwn)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5 text-sm">
      <nav aria-label="Rounds" className="flex flex-wrap gap-1">
        {rounds.map((round) => (
          <button
            key={round.number}
            type="button"
            aria-current={round.number === shown ? 'step' : undefined}
            onClick={() => show(round.number)}
            className={classes(
              'flex h-7 items-center gap-2 rounded-control border px-2',
              round.number === shown ? 'border-accent' : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {labelOf(round)}
            <Outcome round={round} />
          </button>
        ))}
      </nav>
      {isSameAnswer && (
        <p role="status" className="text-muted">
          The model returned the same code again. Edit the code, or add details to the request.
        </p>
      )}
    </div>
  );
}

function labelOf(round: Round): string {
  if (isOwn(round)) return 'Your program';
  return round.number === 1 ? 'First answer' : `Repair ${round.number - 1}`;
}

function Outcome({ round: { outcome } }: { round: Round }) {
  if (outcome === undefined) return <Badge>not run</Badge>;
  const tone: Tone = outcome.status === 'succeeded' ? 'good' : 'danger';
  return <Badge tone={tone}>{outcome.status.replaceAll('_', ' ')}</Badge>;
}
