const channelName = 'strongroom.master-password';

/** Notifies the other windows of this browser that the master password was changed. */
export function notifyOtherWindows(): void {
  const channel = openChannel();
  channel?.postMessage('changed');
  channel?.close();
}

/**
 * Calls `onChange` when another window has changed the master password. Any page of this origin could send that, and all it does
 * is to close the vault. Returns a function that ends it.
 */
export function followOtherWindows(onChange: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', onChange);
  return () => channel?.close();
}

function openChannel(): BroadcastChannel | undefined {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : undefined;
}
