import { FolderUp } from 'lucide-react';
import { useRef } from 'react';
import { folderOfFiles, type SourceFolder } from '../files/source-folder.ts';
import { Button } from './button.tsx';

interface FolderButtonProps {
  /** The text of the button: "Import a folder". */
  label: string;
  /** The accessible name of the folder chooser. */
  purpose: string;
  disabled?: boolean;
  busy?: boolean;
  onFolder(folder: SourceFolder): void;
}

/** The button that chooses a folder of this machine. */
export function FolderButton({ label, purpose, disabled = false, busy = false, onFolder }: FolderButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={disabled}
        busy={busy}
        onClick={() => chooser.current?.click()}
        icon={<FolderUp size={14} aria-hidden="true" />}
      >
        {label}
      </Button>
      <input
        ref={(input) => {
          chooser.current = input;
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label={purpose}
        onChange={({ target }) => {
          const folder = folderOfFiles(Array.from(target.files ?? []));
          if (folder !== undefined) onFolder(folder);
          target.value = '';
        }}
      />
    </>
  );
}
