import { Network } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { hasRuleProblem, rulesSummary } from './rules-summary.ts';
import { ScriptRules, type ScriptRulesProps } from './script-rules.tsx';

/** Shows the network rules of a script on one line. The button opens their editor. */
export function RulesButton({ name, network, onNetwork }: ScriptRulesProps & { name: string }) {
  const [isOpen, setOpen] = useState(false);
  const summary = rulesSummary(network);
  return (
    <div className="group flex min-w-0 items-center gap-2">
      <Button onClick={() => setOpen(true)} icon={<Network size={14} aria-hidden="true" />}>
        Network rules
      </Button>
      <span
        title={summary}
        className={classes('min-w-0 truncate text-sm', hasRuleProblem(network) ? 'text-danger' : 'text-muted')}
      >
        {summary}
      </span>
      {isOpen && (
        <Dialog
          open
          onOpenChange={setOpen}
          size="wide"
          title={name === '' ? 'Network rules' : `Network rules of ${visibleLine(name)}`}
          description="Stored with the script when you save it. They hold for its runs, unless the run options name another network. They are not encrypted with the master password."
        >
          <ScriptRules network={network} onNetwork={onNetwork} />
          <DialogActions>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
