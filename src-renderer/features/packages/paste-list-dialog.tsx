import { useMemo, useState } from 'react';
import { sandboxMarkers } from '../../../src-shared/formats/requirements/marker.ts';
import { readPackageList } from '../../../src-shared/formats/requirements/read-package-list.ts';
import type { ListProblem, PackageListFile } from '../../../src-shared/formats/requirements/read-requirements.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextArea } from '../../ui/controls/field.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx';
import { changesOf, normalizedName } from './package-changes.ts';
import { type PackageListEntry, specOf } from './package-lists.ts';
import { useReplaceList } from './use-replace-list.ts';

interface PasteListDialogProps {
  list: PackageListEntry;
  onClose(): void;
}

/** The dialog that adds many packages to the list, or replaces it. */
export function PasteListDialog({ list, onClose }: PasteListDialogProps) {
  const [text, setText] = useState('');
  const [replacesList, setReplacesList] = useState(false);
  const { manager, languageVersion } = list;
  const read = useMemo(
    () => readPackageList(manager, text, { markers: sandboxMarkers(languageVersion) }),
    [manager, languageVersion, text],
  );
  const replace = useReplaceList(list);
  const submit = () => replace.mutate(specsOf(list, read, replacesList), { onSuccess: onClose });
  const accepted = list.manager === 'npm' ? 'A package.json, or one package per line.' : 'A requirements.txt.';
  return (
    <Dialog open onOpenChange={onClose} title={`Paste a list for ${list.title}`} description={accepted}>
      <Form error={replace.error} onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label="List"
          name="packages"
          rows={8}
          mono
          placeholder={list.manager === 'npm' ? 'lodash@^4.17\n@scope/name' : 'requests==2.32.3\npandas>=2,<3'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {list.packages.length > 0 && (
          <Checkbox
            label="Replace the current list"
            hint={`Off: the pasted packages are added to the ${list.packages.length} in the list.`}
            checked={replacesList}
            onChecked={setReplacesList}
          />
        )}
        <div role="status">
          <LinesWithProblems problems={read.problems} />
          <ReplacedList list={list} read={read} replacesList={replacesList} />
        </div>
        <FormError error={replace.error} />
        <DialogActions>
          <Button submit kind="primary" busy={replace.isPending} disabled={read.packages.length === 0}>
            {buttonLabel(read.packages.length)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function buttonLabel(count: number): string {
  if (count === 0) return 'Install';
  return count === 1 ? 'Install 1 package' : `Install ${count} packages`;
}

function LinesWithProblems({ problems }: { problems: readonly ListProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="flex max-h-32 flex-col gap-0.5 overflow-auto rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      {problems.map(({ line, text, message }) => (
        <li key={`${line} ${message}`} className="break-words">
          Line {line}: <span className="font-mono">{visibleLine(text).slice(0, 120)}</span> {message}.
        </li>
      ))}
    </ul>
  );
}

/** Shows which listed packages would be removed or changed. */
function ReplacedList({
  list,
  read,
  replacesList,
}: {
  list: PackageListEntry;
  read: PackageListFile;
  replacesList: boolean;
}) {
  const pasted = new Set(read.packages.map(({ name }) => normalizedName(name)));
  const removed = replacesList ? list.packages.filter(({ name }) => !pasted.has(normalizedName(name))) : [];
  const changes = changesOf(list, read.packages);
  if (read.packages.length === 0 || (removed.length === 0 && changes.length === 0)) return null;
  return (
    <ul className="mt-2 flex max-h-32 flex-col gap-0.5 overflow-auto rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      {changes.map(({ name, from, to }) => (
        <li key={`change ${name}`} className="break-words">
          <span className="font-mono">{name}</span> changes from {from} to {to}.
        </li>
      ))}
      {removed.map(({ name }) => (
        <li key={`remove ${name}`} className="break-words">
          <span className="font-mono">{name}</span> is removed from the list.
        </li>
      ))}
    </ul>
  );
}

function specsOf({ language, packages }: PackageListEntry, read: PackageListFile, replacesList: boolean) {
  const pasted = read.packages.map(({ line: _, ...spec }) => ({ language, ...spec }));
  if (replacesList) return pasted;
  const names = new Set(pasted.map(({ name }) => normalizedName(name)));
  return [...packages.filter(({ name }) => !names.has(normalizedName(name))).map(specOf), ...pasted];
}
