import type { Command } from 'commander';
import type { z } from 'zod';
import type { CreateSandboxRequest } from '../../src-shared/contracts/sandboxes/create-request.ts';
import type { ApiClient } from '../client/api-client.ts';
import { addNetworkOptions, type NetworkFlags, readNetwork } from '../network/network-options.ts';
import { append, parseDuration, parseWhole } from '../options/parse-values.ts';
import { readVariables, type VariableFlags } from '../options/variables.ts';
import { readGivenFiles } from '../project/given-files.ts';
import type { Tools } from '../toolbox.ts';

export interface CreateFlags extends Omit<NetworkFlags, 'ask'>, VariableFlags {
  file: string[];
  secret?: string[];
  packages: boolean;
  with?: string[];
  memory?: number;
  disk?: number;
  idle?: number;
  lifetime?: number;
  maxQueue?: number;
}

/** Adds the options of every command that creates a sandbox. */
export function addCreateOptions(command: Command): Command {
  return addNetworkOptions(command)
    .option('-e, --env <name=value>', 'set a variable of all its programs; repeatable', append, [])
    .option('--env-file <file>', 'set the variables of a .env file; repeatable, --env replaces them', append, [])
    .option('-f, --file <path[=name]>', 'copy a file or folder into the working directory; repeatable', append, [])
    .option('--secret <name>', 'give its programs this secret; repeatable (default: none)', append)
    .option('--no-packages', 'create it without your package list')
    .option('--with <package>', 'install a package for this sandbox, such as rich or zod@4; repeatable', append)
    .option('--memory <MiB>', 'memory limit (default: 512)', parseWhole)
    .option('--disk <MiB>', 'size of the working directory, which counts as memory (default: 256)', parseWhole)
    .option('--idle <time>', 'end it after this time without use, such as 30s, 2m or 8h (default: 15m)', parseDuration)
    .option('--lifetime <time>', 'end it this long after its creation, at most 7d (default: 8h)', parseDuration)
    .option('--max-queue <time>', 'fail if it cannot start within this time (default: wait)', parseDuration);
}

interface CreateInput extends Pick<Tools, 'surroundings' | 'reporter'> {
  language: string | undefined;
  /** True if stdin is the input of a cell. */
  isStdinTaken: boolean;
  connect: () => Promise<ApiClient>;
}

/** Converts the flags to the body of a request. @throws CliError */
export async function readCreateRequest(
  flags: CreateFlags,
  { language, surroundings, reporter, isStdinTaken, connect }: CreateInput,
): Promise<z.input<typeof CreateSandboxRequest>> {
  const network = await readNetwork(flags, { surroundings, isStdinTaken, connect });
  return {
    ...(language !== undefined && { language }),
    ...readVariables(flags, reporter),
    ...(flags.file.length > 0 && { files: readGivenFiles(flags.file, reporter) }),
    ...(flags.secret && { secrets: flags.secret }),
    ...(!flags.packages && { packages: false }),
    ...(flags.with && { withPackages: flags.with }),
    ...(flags.memory !== undefined && { memoryMb: flags.memory }),
    ...(flags.disk !== undefined && { diskMb: flags.disk }),
    ...network,
    ...(flags.idle !== undefined && { idleTimeoutMs: flags.idle }),
    ...(flags.lifetime !== undefined && { maxLifetimeMs: flags.lifetime }),
    ...(flags.maxQueue !== undefined && { maxQueueMs: flags.maxQueue }),
  };
}
