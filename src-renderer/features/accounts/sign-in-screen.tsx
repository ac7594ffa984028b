import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { login, registerWithoutKey } from '../../../src-shared/contracts/accounts.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { newPasswordMinBytes } from '../../../src-shared/zk/password-bytes.ts';
import { asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import type { LeaveNote } from '../../client/session/leave-note.ts';
import { beginSession } from '../../client/session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { rememberSession, wasRememberChosen } from './remembered-session.ts';

export type SignInMode = 'create' | 'enter';

interface SignInScreenProps {
  firstMode: SignInMode;
  /** The previous session of this window. */
  left?: LeaveNote | undefined;
  /** Message about a failed login without a password. */
  notice?: string | undefined;
  onRetry?(): void;
  /** `isNew`: the account was just created. */
  onSignedIn(isNew: boolean): void;
}

/** The screen to create an account, to log in, or to unlock the window. */
export function SignInScreen(props: SignInScreenProps) {
  const { firstMode, left, notice, onRetry, onSignedIn } = props;
  const [mode, setMode] = useState<SignInMode>(left ? 'enter' : firstMode);
  const creating = mode === 'create';
  const isLocked = left?.kind === 'locked';
  const title = creating ? 'Create your account' : isLocked ? 'Locked' : 'Welcome back';
  return (
    <main className="grid h-full place-items-center overflow-auto p-6">
      <div className="flex w-full max-w-sm flex-col gap-6">
        <header className="flex flex-col gap-3">
          <img src="/icon.svg" alt="" className="size-10" />
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="text-muted">{leadOf(mode, left)}</p>
        </header>
        {notice && (
          <div role="status" className="flex flex-col items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-sm">
            <p className="text-warn">{visibleLine(notice)} Or log in with your password.</p>
            <Button onClick={onRetry}>Try again</Button>
          </div>
        )}
        <SignInForm key={mode} mode={mode} isLocked={isLocked} knownEmail={left?.email} onSignedIn={onSignedIn} />
        <p className="text-sm text-muted">
          {creating ? 'Have an account on this machine?' : 'New here?'}{' '}
          <button
            type="button"
            className="font-medium text-accent underline underline-offset-2"
            onClick={() => setMode(creating ? 'enter' : 'create')}
          >
            {creating ? 'Log in' : 'Create an account'}
          </button>
        </p>
      </div>
    </main>
  );
}

function leadOf(mode: SignInMode, left: LeaveNote | undefined): string {
  if (mode === 'create')
    return 'The account exists only on this machine. The password protects your secrets and cannot be reset.';
  if (left?.kind === 'locked')
    return `${left.reason} Your keys and the contents of the screen were removed from memory.`;
  return left?.reason ?? 'Log in to your account on this machine.';
}

interface SignInFormProps {
  mode: SignInMode;
  isLocked: boolean;
  /** Filled in at first. */
  knownEmail: string | undefined;
  onSignedIn(isNew: boolean): void;
}

function SignInForm({ mode, isLocked, knownEmail, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(knownEmail ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(wasRememberChosen);
  const creating = mode === 'create';
  const enter = useMutation({
    mutationFn: creating ? createAccount : signIn,
    onSuccess: () => {
      if (desktopShell) void applyRememberChoice(desktopShell, remember);
      onSignedIn(creating);
    },
  });
  const submit = () => enter.mutate({ email: email.trim(), password });
  return (
    <Form error={enter.error} others={{ email_taken: 'email' }} onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="E-mail"
        subject="The e-mail address"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus={creating || !knownEmail}
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {creating ? (
        <NewPasswordFields
          label="Password"
          name="password"
          hint={`At least ${newPasswordMinBytes} characters. A long password is better than a complicated one.`}
          value={password}
          onValue={setPassword}
        />
      ) : (
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus={knownEmail !== undefined}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {desktopShell && (
        <Checkbox
          label="Remember me on this computer"
          hint="The app starts without asking for the password until you lock it or log out."
          checked={remember}
          onChecked={setRemember}
        />
      )}
      <FormError error={enter.error} />
      <Button submit kind="primary" busy={enter.isPending} disabled={email === '' || password === ''} className="h-9">
        {creating ? 'Create account' : isLocked ? 'Unlock' : 'Log in'}
      </Button>
    </Form>
  );
}

/** A failure is only shown: the user stays logged in. */
async function applyRememberChoice(shell: ShellApi, remember: boolean): Promise<void> {
  try {
    await rememberSession(shell, remember);
  } catch (error) {
    const problem = remember
      ? 'You are logged in, but the session cannot be remembered'
      : 'The remembered session was not removed';
    showToast(`${problem}: ${asApiError(error).message}`, 'danger');
  }
}

interface Credentials {
  email: string;
  password: string;
}

/** Creates the account and logs in. No API key is created: users create one on the Access screen. */
async function createAccount(body: Credentials): Promise<void> {
  const { token, user } = await call(registerWithoutKey, { body });
  beginSession({ token, user });
}

async function signIn(body: Credentials): Promise<void> {
  const { token, user } = await call(login, { body });
  beginSession({ token, user });
}
