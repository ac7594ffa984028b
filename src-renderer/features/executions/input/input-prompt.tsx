import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { controlLook } from '../../../ui/controls/field.tsx';
import type { RunOwner } from '../run-owner.ts';
import { endInput, sendLine } from './send-input.ts';

/** Takes lines for a program that runs: Enter sends a line, Ctrl+D ends the input. */
export function InputPrompt({ owner }: { owner: RunOwner }) {
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<string>();
  const sending = useRef(Promise.resolve());
  const send = () => {
    const sent = line;
    setLine('');
    setProblem(undefined);
    // One after the other: requests at the same time could arrive in another order.
    sending.current = sending.current
      .then(() => sendLine(owner, sent))
      .catch((error: unknown) => {
        setProblem(`“${sent.slice(0, 40)}” was not sent. ${asApiError(error).message}`);
        setLine((typed) => (typed === '' ? sent : typed));
      });
  };
  const end = () => {
    sending.current = sending.current
      .then(() => endInput(owner))
      .catch((error: unknown) => setProblem(asApiError(error).message));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'd' || !event.ctrlKey) return;
    event.preventDefault();
    end();
  };
  return (
    <form
      aria-label="Input of the program"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex shrink-0 flex-col gap-1 border-t border-line bg-surface px-3 py-1.5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-40 flex-1 items-center gap-2">
          <span aria-hidden="true" className="font-mono text-sm font-bold text-accent">
            ›
          </span>
          <input
            type="text"
            aria-label="Line for the program"
            aria-describedby="input-prompt-hint"
            autoComplete="off"
            spellCheck={false}
            value={line}
            onChange={(event) => setLine(event.target.value)}
            onKeyDown={onKeyDown}
            className={`${controlLook} h-8 font-mono`}
          />
        </div>
        <Button submit icon={<CornerDownLeft size={14} aria-hidden="true" />}>
          Send line
        </Button>
        <Button onClick={end}>End input</Button>
      </div>
      <p id="input-prompt-hint" className="text-xs text-muted">
        The program can ask for input until its time limit. Enter sends a line. Ctrl+D ends the input, for a program
        that reads all of it.
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-xs break-words text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
