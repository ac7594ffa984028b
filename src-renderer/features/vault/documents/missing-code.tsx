import { useQuery } from '@tanstack/react-query';
import { FileQuestionMark, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { nameProblem } from '../code/code-name.ts';
import { vaultQuery } from '../vault.queries.ts';
import { useDocuments } from './documents-store.ts';
import { changeDocument } from './script-drafts.ts';
import { blankCode } from './script-edit.ts';
import { useIsUnsaved } from './use-is-unsaved.ts';

/** Shows that the vault has no script with the name of a link or of an open document, and what to do next. */
export function MissingCode({ name }: { name: string }) {
  const { refetch, isFetching } = useQuery(vaultQuery);
  const choose = useDocuments((state) => state.choose);
  const hasNewCode = useIsUnsaved('script-new');
  // The script can be newer than the loaded list.
  useEffect(() => void refetch(), [refetch]);
  if (isFetching) return <LoadingRows label={`Looking for ${visibleLine(name)}`} />;
  const canCreate = nameProblem(name) === undefined && !hasNewCode;
  const create = () => {
    changeDocument('script-new', { base: 0, text: { ...blankCode, name } });
    choose(undefined);
  };
  return (
    <div role="alert" className="grid flex-1 place-items-center break-words">
      <EmptyState
        icon={<FileQuestionMark size={28} />}
        title={`The vault has no script named “${visibleLine(name)}”`}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => void refetch()}>Look again</Button>
            <Button
              onClick={() => (canCreate ? create() : choose(undefined))}
              icon={<Plus size={14} aria-hidden="true" />}
            >
              {canCreate ? 'New script with this name' : 'New script'}
            </Button>
          </div>
        }
      >
        It may have been deleted, or belong to another account. Choose a script in the list, or create a new one.
      </EmptyState>
    </div>
  );
}
