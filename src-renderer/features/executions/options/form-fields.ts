/** A value that a program asks for with a line `# strongroom: arg NAME "Label" default` in its head. */
export interface FormField {
  /** The program gets the value as `--NAME value`. */
  name: string;
  label: string;
  /** Empty: without a value, the program gets no argument. */
  defaultValue: string;
}

/** Values by the name of the field; a field without an entry has its default. */
export type FormValues = Readonly<Record<string, string>>;

const maxFields = 20;
const maxLines = 60;
const longestLine = 300;
const commentMarks = ['#', '//', '--', ';'];
const start = 'strongroom: arg ';
const fieldName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * Returns the fields that the comments at the beginning of a program declare, in their order. A line that is not of the form is
 * left out, as is a name that was there before.
 */
export function formFieldsOf(code: string): readonly FormField[] {
  const fields = new Map<string, FormField>();
  for (const [index, line] of code
    .slice(0, maxLines * longestLine)
    .split('\n', maxLines)
    .entries()) {
    const text = line.trim();
    if (text === '' || (index === 0 && (text.startsWith('#!') || text.startsWith('<?')))) continue;
    const mark = commentMarks.find((one) => text.startsWith(one));
    if (mark === undefined) break;
    const field = readField(text.slice(mark.length).trim());
    if (field !== undefined && !fields.has(field.name) && fields.size < maxFields) fields.set(field.name, field);
  }
  return [...fields.values()];
}

function readField(comment: string): FormField | undefined {
  if (!comment.startsWith(start) || comment.length > longestLine) return undefined;
  const rest = comment.slice(start.length).trim();
  const [name = ''] = rest.split(/\s/, 1);
  if (!fieldName.test(name)) return undefined;
  const after = rest.slice(name.length).trim();
  const end = after.startsWith('"') ? after.indexOf('"', 1) : -1;
  if (end < 0) return { name, label: name, defaultValue: after };
  return { name, label: after.slice(1, end).trim() || name, defaultValue: after.slice(end + 1).trim() };
}

/** Returns the arguments of the values, in the order of the fields. */
export function formArguments(fields: readonly FormField[], values: FormValues): string[] {
  return fields.flatMap(({ name, defaultValue }) => {
    const value = valueIn(values, name) ?? defaultValue;
    return value === '' ? [] : [`--${name}`, value];
  });
}

/** Returns the values that {@link formArguments} made arguments of, and the arguments after them. */
export function readFormArguments(
  fields: readonly FormField[],
  args: readonly string[],
): { values: FormValues; rest: readonly string[] } {
  const values: Record<string, string> = {};
  let read = 0;
  for (const { name, defaultValue } of fields) {
    const isGiven = args[read] === `--${name}` && args[read + 1] !== undefined;
    const value = isGiven ? (args[read + 1] ?? '') : '';
    if (isGiven) read += 2;
    if (value !== defaultValue) values[name] = value;
  }
  return { values, rest: args.slice(read) };
}

/** Returns a value; undefined for a field that has its default. */
export const valueIn = (values: FormValues, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
