import { expect, it, vi } from 'vitest';
import { main } from '../../src-cli/main.ts';

vi.mock('../../src-cli/program.ts', () => ({ runProgram: () => new Promise(() => {}) }));

it('reports a command that can no longer continue and has no result', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { exitCode, argv } = process;
  try {
    process.argv = ['node', 'strongroom', 'run', 'x.py'];
    void main({ importModule: async () => undefined });
    process.emit('beforeExit', 0);
    expect(process.exitCode).toBe(70);
    expect(written.mock.lastCall?.[0]).toContain('stopped without a result');
  } finally {
    Object.assign(process, { exitCode, argv });
  }
});
