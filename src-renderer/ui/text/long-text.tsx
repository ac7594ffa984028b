import { classes } from '../classes.ts';

interface LongTextProps {
  /** The text with hidden characters already made visible. */
  text: string;
  className?: string;
}

/**
 * Text that is truncated with an ellipsis if it does not fit. It is shown completely while the keyboard focus is in the
 * surrounding element with the class `group`, such as a row or its button, and as a tooltip. A click does not expand
 * it, because the button under the pointer would move.
 */
export function LongText({ text, className }: LongTextProps) {
  return (
    <span
      data-whole-on-focus
      title={text}
      className={classes(
        'block min-w-0 truncate',
        'group-focus-visible:break-all group-focus-visible:whitespace-normal',
        'group-has-[:focus-visible]:break-all group-has-[:focus-visible]:whitespace-normal',
        className,
      )}
    >
      {text}
    </span>
  );
}
