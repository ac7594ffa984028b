import { FileCode } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { useDocuments } from '../documents/documents-store.ts';

/** The button that opens the script with this name; the new script stays as a draft. */
export function OpenExistingScript({ name }: { name: string }) {
  const choose = useDocuments((state) => state.choose);
  return (
    <div>
      <Button onClick={() => choose(name)} icon={<FileCode size={14} aria-hidden="true" />} className="max-w-full">
        <span className="truncate">Open {name}</span>
      </Button>
    </div>
  );
}
