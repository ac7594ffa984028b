import { PackagePlus, Play } from 'lucide-react';
import { useState } from 'react';
import type { HintAction } from '../../../../src-shared/contracts/hints.ts';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { HintActions } from './hint-actions.ts';
import { HintText } from './hint-text.tsx';

interface AddPackageProps {
  text: string;
  action: Extract<HintAction, { type: 'add_package' }>;
  install: NonNullable<HintActions['install']>;
  runAgain: HintActions['runAgain'];
}

type State = 'offered' | 'installing' | 'installed';

/** Offers a package that a program misses, and to run the program again when it is installed. */
export function AddPackage({ text, action: { language, name }, install, runAgain }: AddPackageProps) {
  const [state, setState] = useState<State>('offered');
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    setState('installing');
    setProblem(undefined);
    try {
      const failure = await install(language, name);
      setProblem(failure);
      setState(failure === undefined ? 'installed' : 'offered');
    } catch (error) {
      setProblem(asApiError(error).message);
      setState('offered');
    }
  };
  return (
    <>
      <div role="status" className="min-w-0 flex-1 basis-60">
        <HintText text={textOf(state, { text, name })} />
      </div>
      {state !== 'installed' && (
        <Button
          busy={state === 'installing'}
          onClick={() => void add()}
          icon={<PackagePlus size={14} aria-hidden="true" />}
        >
          Add package {name}
        </Button>
      )}
      {state === 'installed' && runAgain && (
        <Button kind="primary" onClick={runAgain} icon={<Play size={14} aria-hidden="true" />}>
          Run again
        </Button>
      )}
      {problem !== undefined && (
        <p role="alert" className="basis-full break-words text-danger">
          {name} was not installed. {problem}
        </p>
      )}
    </>
  );
}

function textOf(state: State, { text, name }: { text: string; name: string }): string {
  if (state === 'installing') return `${name} is being installed.`;
  if (state === 'installed') return `${name} is installed.`;
  return text;
}
