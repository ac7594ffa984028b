import { Component, type ReactNode } from 'react';
import { asApiError } from '../../client/api-error.ts';
import { leaveSession } from '../../client/session/leave-session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { loadFresh } from '../load-fresh.ts';

interface State {
  failed: boolean;
  /** The reason why the page cannot be reloaded. */
  problem: string;
}

/** Replaces the interface after an error in it, until the page is reloaded. */
export class Fallback extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, problem: '' };

  static getDerivedStateFromError() {
    return { failed: true, problem: '' };
  }

  /** A window whose screens have failed has no auto-lock, so it leaves its session at once. */
  override componentDidCatch() {
    const reason = 'The interface stopped because of an error, so this window was reloaded. Log in again.';
    void leaveSession({ kind: 'ended', reason, load: loadFresh });
  }

  async load() {
    try {
      await loadFresh();
    } catch (error) {
      this.setState({ failed: true, problem: asApiError(error).message });
    }
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid h-full place-items-center p-6">
        <div className="flex max-w-md flex-col items-start gap-3">
          <h1 className="text-xl font-semibold">The interface stopped because of an error</h1>
          <p className="text-muted">
            Runs and stored data are not affected. Reload the page and log in again to continue.
          </p>
          <Button kind="primary" onClick={() => void this.load()}>
            Reload
          </Button>
          {this.state.problem && <p role="alert">{this.state.problem}</p>}
        </div>
      </main>
    );
  }
}
