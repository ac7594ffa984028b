import { EditorView } from '@codemirror/view';

/** Replaces the pictures of the package, which the page's policy forbids, by text and colours of the interface. */
export const syntaxTheme = EditorView.theme({
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--danger-soft)' },
  '.cm-gutter-lint': { width: '0.875rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker-error': {
    alignItems: 'center',
    color: 'var(--danger)',
    content: 'normal',
    cursor: 'help',
    display: 'flex',
    fontSize: '0.5rem',
    height: '100%',
    justifyContent: 'center',
    width: '100%',
  },
  '.cm-lint-marker-error::after': { content: '"●"' },
  '.cm-tooltip .cm-diagnostic': {
    borderLeft: '3px solid var(--danger)',
    fontFamily: 'var(--font-sans, sans-serif)',
    fontSize: '0.8125rem',
    margin: '0',
    maxWidth: '32rem',
    padding: '0.375rem 0.625rem',
    whiteSpace: 'pre-wrap',
  },
});
