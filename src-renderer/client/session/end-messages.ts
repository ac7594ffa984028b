import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';

/** Messages of the sign-in screen for a session that the daemon ended. */
export const endMessages: Readonly<Record<SessionEndReason, string>> = {
  logged_out: 'This session was logged out. Log in again.',
  locked: 'This session was locked in another window. Log in again.',
  revoked: 'This session was ended from another window or program that uses your account. Log in again.',
  password_changed:
    'The password of your account was changed in another window, which ends all other sessions. Log in with the new password.',
  account_deleted: 'This account was deleted from this machine.',
  expired: 'This session has expired: sessions end after 7 days without use, or 30 days after the login. Log in again.',
  reused:
    'A replaced token of this session was used again, which can mean that someone copied it. The daemon ended the session to protect your account. Log in again, and check the sessions in Settings.',
  unexpected_stop: 'The daemon stopped unexpectedly, which ends all browser sessions. Log in again.',
};

/** Message for an unknown reason: the daemon's response is the same for each reason. */
export const unknownEndMessage = 'This session has ended. Log in again.';
