import { classes } from '../classes.ts';

interface LongTextProps {
  /** As it is shown: hidden characters are visible already. */
  text: string;
  className?: string;
}

/**
 * Text that ends in an ellipsis where there is no room for it. It is shown whole while the keyboard's focus is in the
 * element with the class `group` around it, such as a row or its button, and as a tooltip for the pointer. A click does
 * not unfold it: the button under the pointer would move away.
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
