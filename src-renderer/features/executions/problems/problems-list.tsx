import type { ProgramFile } from '../../../ui/output/output-view.tsx';
import type { Problems } from '../../../ui/output/program-locations.ts';

/** Lists the places of the program that its messages name; each leads to its line in the editor. */
export function ProblemsList({ problems, program }: { problems: Problems; program: ProgramFile }) {
  return (
    <div className="min-h-24 flex-1 overflow-auto bg-sunken py-1">
      <ul aria-label="Problems">
        {problems.found.map((problem) => (
          <li key={`${problem.row}:${problem.start}`}>
            <button
              type="button"
              onClick={() => program.onShow(problem)}
              className="flex w-full flex-wrap gap-x-3 px-3 py-1 text-left text-sm hover:bg-surface focus-visible:-outline-offset-2"
            >
              <span className="font-medium whitespace-nowrap text-accent">
                Line {problem.line}
                {problem.column !== undefined && `, column ${problem.column}`}
              </span>
              <span className="min-w-0 flex-1 basis-60 font-mono break-words">
                {problem.message === '' ? 'named in the output' : problem.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problems.isCut && (
        <p className="px-3 py-1 text-sm text-muted">The output names more places, which are not listed.</p>
      )}
    </div>
  );
}
