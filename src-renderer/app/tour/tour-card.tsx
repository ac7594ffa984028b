import { Compass, X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { tourSteps } from './tour-steps.ts';
import { useTour } from './tour-store.ts';

/**
 * The current step of the tour as a strip above the screen, which stays usable. Each step opens its screen when it begins; Escape
 * in the strip ends the tour.
 */
export function TourCard() {
  const index = useTour(({ step }) => step);
  const step = index === undefined ? undefined : tourSteps[index];
  if (index === undefined || step === undefined) return null;
  return <Step index={index} step={step} />;
}

function Step({ index, step }: { index: number; step: (typeof tourSteps)[number] }) {
  const { move, end } = useTour();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (index > 0) navigate(step.path);
  }, [index, step.path, navigate]);
  const isLast = index === tourSteps.length - 1;
  return (
    <section
      aria-label="Tour"
      onKeyDown={(event) => event.key === 'Escape' && end()}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 text-sm"
    >
      <Compass size={16} className="shrink-0 text-accent" aria-hidden="true" />
      <p role="status" className="min-w-48 flex-1">
        <span className="font-medium">
          {index + 1} of {tourSteps.length}: {step.title}.
        </span>{' '}
        {step.text}
      </p>
      <div className="flex items-center gap-2">
        {index > 0 && <Button onClick={() => move(index - 1)}>Back</Button>}
        <Button onClick={() => (isLast ? end() : move(index + 1))}>{isLast ? 'Done' : 'Next'}</Button>
        <IconButton label="Skip the tour" icon={<X size={14} aria-hidden="true" />} onClick={end} />
      </div>
    </section>
  );
}
