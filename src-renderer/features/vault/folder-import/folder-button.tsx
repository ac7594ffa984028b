import { FolderUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { folderOfFiles, type SourceFolder } from './source-folder.ts';

interface FolderButtonProps {
  disabled: boolean;
  busy: boolean;
  onFolder(folder: SourceFolder): void;
}

/** The button that chooses a folder to import. */
export function FolderButton({ disabled, busy, onFolder }: FolderButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={disabled}
        busy={busy}
        onClick={() => chooser.current?.click()}
        icon={<FolderUp size={14} aria-hidden="true" />}
      >
        Import a folder
      </Button>
      <input
        ref={(input) => {
          chooser.current = input;
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label="Folder for the vault"
        onChange={({ target }) => {
          const folder = folderOfFiles(Array.from(target.files ?? []));
          if (folder !== undefined) onFolder(folder);
          target.value = '';
        }}
      />
    </>
  );
}
