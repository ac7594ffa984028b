import { defineSessionStore, hasSessionScope } from '../../client/session/session-scope.ts';

interface Toast {
  id: number;
  tone: 'good' | 'danger';
  message: string;
}

let lastId = 0;

export const useToasts = defineSessionStore<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/**
 * Shows a short message about a success or a failure, which screen readers announce. Does nothing without a session.
 */
export function showToast(message: string, tone: Toast['tone'] = 'good'): void {
  if (!hasSessionScope()) return;
  lastId += 1;
  const toast = { id: lastId, tone, message };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), toast] }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
