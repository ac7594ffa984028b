import type { Command } from 'commander';
import type { ToolsOf } from '../../toolbox.ts';
import { addConnections } from './connections.ts';
import { addCopy } from './copy/copy.ts';
import { addCreate } from './create.ts';
import { addExec } from './exec/exec.ts';
import { addList } from './list.ts';
import { addRemove } from './remove.ts';

/** Adds `strongroom sandbox`, for sandboxes that keep their processes, variables and files until they end. */
export function addSandbox(program: Command, toolsOf: ToolsOf): void {
  const sandbox = program
    .command('sandbox')
    .description('manage sandboxes that keep their files and processes until you delete them (Docker only)');
  addCreate(sandbox, toolsOf);
  addList(sandbox, toolsOf);
  addExec(sandbox, toolsOf);
  addCopy(sandbox, toolsOf);
  addConnections(sandbox, toolsOf);
  addRemove(sandbox, toolsOf);
}
