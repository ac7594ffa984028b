import { useScratches } from '../../features/executions/scratches/scratch-store.ts';

/** Opens and shows a new scratch. */
export function addTab(navigate: (path: string) => void): void {
  if (useScratches.getState().add() !== undefined) navigate('/run');
}
