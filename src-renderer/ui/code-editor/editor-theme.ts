import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const mono = 'var(--font-mono, "JetBrains Mono Variable"), monospace';

const view = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  // Covers the gutters too, which would hide an outline. Their z-index counts in the scroller only.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '1',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
  },
  '.cm-scroller': { fontFamily: mono, lineHeight: '1.5' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none', paddingLeft: '0.25rem' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--accent) 7%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 26%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklab, var(--accent) 14%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected, .cm-searchMatch-selected .cm-searchMatch': {
    backgroundColor: 'var(--warn)',
    color: 'var(--surface)',
  },
  // The colours of the syntax would be hard to read on it.
  '.cm-searchMatch-selected *, .cm-searchMatch .cm-searchMatch-selected': { color: 'var(--surface)' },
  '.cm-foldGutter': { width: '1rem' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', textAlign: 'center' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--control-line)',
    borderRadius: '4px',
    color: 'var(--muted)',
    cursor: 'pointer',
    margin: '0 0.25rem',
    padding: '0 0.375rem',
  },
  '.cm-specialChar': { color: 'var(--danger)', fontWeight: '600' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', zIndex: '2' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-dialog': {
    alignItems: 'center',
    display: 'flex',
    fontFamily: 'var(--font-sans, sans-serif)',
    fontSize: '0.8125rem',
    gap: '0.5rem',
    padding: '0.375rem 2.5rem 0.375rem 0.75rem',
  },
  '.cm-dialog label': { alignItems: 'center', display: 'flex', fontSize: '0.8125rem', gap: '0.5rem' },
  '.cm-dialog-close': { fontSize: '1.125rem', height: '2rem', right: '0.375rem', top: '0.375rem', width: '2rem' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control-line)',
    borderRadius: '0.375rem',
    boxShadow: 'var(--shadow)',
    color: 'var(--ink)',
    overflow: 'hidden',
    // Above the splitters, below dialogs and toasts.
    zIndex: '30',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: mono, fontSize: '0.8125rem', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { lineHeight: '1.25rem', padding: '0.125rem 0.625rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionMatchedText': { fontWeight: '700', textDecoration: 'none' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', marginLeft: '1rem' },
  'li[aria-selected] .cm-completionDetail': { color: 'var(--on-accent)' },
  '.cm-snippetField': { backgroundColor: 'var(--accent-soft)' },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control-line)',
    borderRadius: '0.375rem',
    color: 'var(--ink)',
    fontSize: '0.8125rem',
    height: '2rem',
    padding: '0 0.625rem',
    width: '6rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control-line)',
    borderRadius: '0.375rem',
    fontSize: '0.8125rem',
    height: '2rem',
    padding: '0 0.75rem',
  },
});

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], color: 'var(--syntax-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--syntax-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--syntax-comment)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--syntax-function)' },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--syntax-type)' },
  { tag: [tags.standard(tags.variableName), tags.definition(tags.propertyName)], color: 'var(--syntax-function)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

/** Uses the colour variables of the interface, so that one theme serves light and dark. */
export const editorTheme: Extension = [view, syntaxHighlighting(highlight)];
