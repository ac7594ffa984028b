import { PackagePlus, Play } from 'lucide-react';
import { useState } from 'react';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { Run } from '../run-store.ts';
import { type MissingModule, missingModules } from './missing-modules.ts';

/** The actions of the app on packages that a program misses. */
export interface PackageActions {
  /** Adds a package to the list of a language; returns when it is installed, or why it is not. @throws ApiError */
  install(language: string, name: string): Promise<string | undefined>;
  /** Runs the program again; absent where the screen cannot do that. */
  runAgain?: (() => void) | undefined;
}

/** Offers the packages that a failed run missed. */
export function MissingPackages({ run, actions }: { run: Run; actions: PackageActions }) {
  const { result, request } = run;
  if (result?.status !== 'failed' || request?.packages === false) return null;
  return missingModules(result.language, run.log.rows()).map((missing) => (
    <MissingPackage
      key={`${run.startedAt} ${missing.packageName}`}
      missing={missing}
      language={result.language}
      actions={actions}
    />
  ));
}

type State = 'offered' | 'installing' | 'installed';

interface MissingPackageProps {
  missing: MissingModule;
  language: string;
  actions: PackageActions;
}

function MissingPackage({ missing, language, actions }: MissingPackageProps) {
  const { packageName } = missing;
  const [state, setState] = useState<State>('offered');
  const [problem, setProblem] = useState<string>();
  const install = async () => {
    setState('installing');
    setProblem(undefined);
    try {
      const failure = await actions.install(language, packageName);
      setProblem(failure);
      setState(failure === undefined ? 'installed' : 'offered');
    } catch (error) {
      setProblem(asApiError(error).message);
      setState('offered');
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-3 py-1.5 text-sm">
      <p role="status" className="min-w-0 flex-1 basis-60 break-words">
        {textOf(missing, state)}
      </p>
      {state !== 'installed' && (
        <Button
          busy={state === 'installing'}
          onClick={() => void install()}
          icon={<PackagePlus size={14} aria-hidden="true" />}
        >
          Add package {packageName}
        </Button>
      )}
      {state === 'installed' && actions.runAgain && (
        <Button kind="primary" onClick={actions.runAgain} icon={<Play size={14} aria-hidden="true" />}>
          Run again
        </Button>
      )}
      {problem !== undefined && (
        <p role="alert" className="basis-full break-words text-danger">
          {packageName} was not installed. {problem}
        </p>
      )}
    </div>
  );
}

function textOf({ module, packageName, isKnown }: MissingModule, state: State): string {
  if (state === 'installing') return `${packageName} is being installed.`;
  if (state === 'installed') return `${packageName} is installed.`;
  const need = `The program needs the module ${module}, which is not installed.`;
  if (isKnown) return need;
  return `${need} A package of this name can be from anyone: add it only if you know it.`;
}
