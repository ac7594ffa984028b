import { CircleCheck, CircleX, Info, type LucideIcon, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { Button, IconButton } from '../controls/button.tsx';
import { dismissToast, type Toast, useToasts } from './toasts.ts';
import { useFreeSpot } from './use-free-spot.ts';

/** The area where toasts appear, near the bottom right corner and next to controls, not above them; F8 focuses it. */
export function ToastArea() {
  const toasts = useToasts((state) => state.toasts);
  const { element, style } = useFreeSpot<HTMLOListElement>(toasts.length > 0 ? toasts : undefined);
  return (
    <Radix.Provider duration={6000} swipeDirection="right">
      {toasts.map(({ id, tone, message, action }) => (
        <Radix.Root
          key={id}
          {...(action && { duration: Number.POSITIVE_INFINITY })}
          type={tone === 'good' ? 'background' : 'foreground'}
          onOpenChange={(open) => !open && dismissToast(id)}
          className="flex items-start gap-2 rounded-panel border border-line bg-surface py-2 pr-1 pl-3 shadow-float"
        >
          <ToneIcon tone={tone} />
          <Radix.Description className="min-w-0 flex-1 py-1 text-sm break-words">{message}</Radix.Description>
          {action && (
            <Radix.Action asChild altText={`${action.label}, or press Ctrl+Z in the list`}>
              <Button onClick={action.run} className="mt-0.5 h-7">
                {action.label}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton label="Dismiss" icon={<X size={14} aria-hidden="true" />} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={element}
        style={style}
        data-toasts
        className="fixed z-60 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 short:w-fit short:max-w-[min(32.5rem,calc(100vw-2rem))]"
      />
    </Radix.Provider>
  );
}

const looks: Record<Toast['tone'], { Icon: LucideIcon; colour: string }> = {
  good: { Icon: CircleCheck, colour: 'text-good' },
  note: { Icon: Info, colour: 'text-muted' },
  danger: { Icon: CircleX, colour: 'text-danger' },
};

function ToneIcon({ tone }: Pick<Toast, 'tone'>) {
  const { Icon, colour } = looks[tone];
  return <Icon size={16} className={`mt-1.5 shrink-0 ${colour}`} aria-hidden="true" />;
}
