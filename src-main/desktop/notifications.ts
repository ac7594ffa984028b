import { Notification } from 'electron';

/** The system keeps at most this many of the app. */
const maxShown = 20;

interface NotificationInput {
  title: string;
  body: string;
  onClick?: () => void;
  /** Buttons, where the system has them (macOS, Windows); each does what a menu item would. */
  buttons?: readonly { text: string; click: () => void }[];
}

/** Shows notifications of the system, and can remove all of them from it. */
export function createNotifications() {
  let shown: readonly Notification[] = [];

  function removeAll(): void {
    for (const notification of shown) notification.close();
    shown = [];
  }

  return {
    show: ({ title, body, onClick, buttons = [] }: NotificationInput): void => {
      if (!Notification.isSupported()) return;
      const actions = buttons.map(({ text }) => ({ type: 'button' as const, text }));
      const notification = new Notification({ title, body, actions });
      if (onClick) notification.on('click', onClick);
      notification.on('action', (_event, index) => buttons[index]?.click());
      for (const old of shown.slice(0, shown.length + 1 - maxShown)) old.close();
      shown = [...shown, notification].slice(-maxShown);
      notification.show();
    },
    removeAll,
  };
}
