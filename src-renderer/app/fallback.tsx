import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** Stands in when the interface itself fails: nobody is left before an empty window. */
export class Fallback extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid h-full place-items-center p-6">
        <div className="flex max-w-md flex-col items-start gap-3">
          <h1 className="text-xl font-semibold">The interface has failed</h1>
          <p className="text-muted">
            Runs and everything kept by the daemon are untouched. Loading the page again starts afresh; you will be
            asked to log in.
          </p>
          <Button kind="primary" onClick={() => location.reload()}>
            Load again
          </Button>
        </div>
      </main>
    );
  }
}
