import { Wrench } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';

/** Takes a program that failed to the Generate screen, where a model can repair it. In a narrow panel it is an icon. */
export function RepairButton({ onRepair }: { onRepair(): void }) {
  return (
    <Button
      onClick={onRepair}
      title="Fix with a model: shows the code and its failure on Generate. Nothing is sent before you ask for the repair."
      icon={<Wrench size={14} aria-hidden="true" />}
    >
      <span className="sr-only @3xl:not-sr-only">Fix with a model</span>
    </Button>
  );
}
