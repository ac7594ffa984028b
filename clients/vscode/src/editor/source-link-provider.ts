import { DocumentLink, type DocumentLinkProvider, Range, Uri } from 'vscode';
import { findSourceLinks, type ProgramSource } from '../run/source-links.ts';

/** Language of the output panel, by which VS Code asks for its links. */
export const outputLanguage = 'strongroom-output';

/** Provider of links, from the output panel to the document that was run. */
export interface SourceLinks extends DocumentLinkProvider {
  setSource(source: ProgramSource | undefined): void;
}

export function createSourceLinks(): SourceLinks {
  let current: ProgramSource | undefined;
  return {
    setSource: (source) => {
      current = source;
    },
    provideDocumentLinks: (panel) => {
      if (current === undefined) return [];
      const document = Uri.parse(current.address, true);
      return findSourceLinks(panel.getText(), current).map(({ start, end, line }) => {
        const range = new Range(panel.positionAt(start), panel.positionAt(end));
        return new DocumentLink(range, document.with({ fragment: `L${line}` }));
      });
    },
  };
}
