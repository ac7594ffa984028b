interface ViewNotesProps {
  notes: readonly (string | undefined)[];
  /** Says also that the file has more than what is shown. */
  isCut: boolean;
}

/** Notes for readers of the view of a file: encoding, reason, and that it is not all of the file. */
export function ViewNotes({ notes, isCut }: ViewNotesProps) {
  return [...notes, isCut ? 'Only the first part is shown. Save the file to see all of it.' : undefined]
    .filter((line) => line !== undefined)
    .map((line) => (
      <p key={line} className="bg-warn-soft px-3 py-1 text-xs break-words text-warn">
        {line}
      </p>
    ));
}
