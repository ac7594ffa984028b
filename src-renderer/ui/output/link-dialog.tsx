import { ExternalLink } from 'lucide-react';
import { isDesktopWindow } from '../../client/desktop-shell.ts';
import { CopyButton } from '../controls/copy-button.tsx';
import { Dialog, DialogActions } from '../overlays/dialog.tsx';

/** Shows the whole address of a link that a program printed or wrote to a file, before it is opened. */
export function LinkDialog({ url, onClose }: { url: string; onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose} title="A link of the program">
      <p className="text-sm text-muted">
        The program wrote this address. Open it only if you know the site: the address itself can carry data of the
        program.
        {isDesktopWindow && ' This window opens no other site, so copy the address into your browser.'}
      </p>
      <p dir="ltr" className="max-h-60 overflow-auto rounded-control bg-sunken px-3 py-2 font-mono text-sm break-all">
        {url}
      </p>
      <DialogActions>
        <CopyButton text={url} label="Copy the address" />
        {!isDesktopWindow && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
            className="inline-flex h-8 items-center gap-1.5 rounded-control bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-strong"
          >
            <ExternalLink size={14} aria-hidden="true" />
            Open in a new tab
          </a>
        )}
      </DialogActions>
    </Dialog>
  );
}
