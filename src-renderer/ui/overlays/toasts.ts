import { defineSessionStore, hasSessionScope } from '../../client/session/session-scope.ts';

export interface Toast {
  id: number;
  /** `note`: why an action has no effect. */
  tone: 'good' | 'note' | 'danger';
  message: string;
  /** A toast with a button stays until it is dismissed. */
  action?: ToastAction;
}

export interface ToastAction {
  label: string;
  run(): void;
}

let lastId = 0;

export const useToasts = defineSessionStore<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/**
 * Shows a short message about a success, a failure or an action without an effect, which screen readers announce. The same
 * message is shown once at a time. Does nothing without a session.
 */
export function showToast(message: string, tone: Toast['tone'] = 'good'): void {
  addToast({ message, tone });
}

/** Shows a message with a button, which stays until it is dismissed. Returns its id. */
export const showActionToast = (message: string, action: ToastAction): number =>
  addToast({ message, tone: 'good', action });

function addToast(content: Omit<Toast, 'id'>): number {
  if (!hasSessionScope()) return 0;
  lastId += 1;
  const toast = { id: lastId, ...content };
  const isOther = (one: Toast) => one.message !== toast.message || one.tone !== toast.tone;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter(isOther).slice(-3), toast] }));
  return toast.id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
