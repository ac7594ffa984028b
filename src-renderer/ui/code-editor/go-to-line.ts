const longestWaitFrames = 30;

/**
 * Puts the cursor of the editor with this label on a line, and the focus into the editor. Waits until the editor is
 * visible. Lines and columns begin at 1; those beyond the code become its last ones.
 */
export async function goToLine(label: string, line: number, column = 1): Promise<void> {
  // The editor has loaded it already.
  const { EditorView } = await import('@codemirror/view');
  for (let frame = 0; frame < longestWaitFrames; frame++) {
    const content = document.querySelector(`[role=textbox][aria-label="${CSS.escape(label)}"]`);
    const view = content instanceof HTMLElement && content.checkVisibility() && EditorView.findFromDOM(content);
    if (view) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      const anchor = Math.min(from + Math.max(0, column - 1), to);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
      return;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
