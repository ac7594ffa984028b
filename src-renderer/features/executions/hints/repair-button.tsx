import { Wrench } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';

/** Takes a program that failed to the Generate screen, where a model can repair it. */
export function RepairButton({ onRepair }: { onRepair(): void }) {
  return (
    <Button
      onClick={onRepair}
      title="Shows the code and its failure on Generate. Nothing is sent before you ask for the repair."
      icon={<Wrench size={14} aria-hidden="true" />}
    >
      Fix with a model
    </Button>
  );
}
