/** `written_as` of a revision is the name that its script had when the script was renamed; null if it still has it. */
export const renamedCode: readonly string[] = ['ALTER TABLE encrypted_code_revisions ADD COLUMN written_as TEXT'];
