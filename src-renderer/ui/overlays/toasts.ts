import { defineSessionStore, hasSessionScope } from '../../client/session/session-scope.ts';

export interface Toast {
  id: number;
  /** `note`: why an action has no effect. */
  tone: 'good' | 'note' | 'danger';
  message: string;
}

let lastId = 0;

export const useToasts = defineSessionStore<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/**
 * Shows a short message about a success, a failure or an action without an effect, which screen readers announce. The same
 * message is shown once at a time. Does nothing without a session.
 */
export function showToast(message: string, tone: Toast['tone'] = 'good'): void {
  if (!hasSessionScope()) return;
  lastId += 1;
  const toast = { id: lastId, tone, message };
  const isOther = (one: Toast) => one.message !== message || one.tone !== tone;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter(isOther).slice(-3), toast] }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
