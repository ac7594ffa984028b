import type { Command } from 'commander';
import { findLocations } from '../src-shared-node/locations.ts';
import { type Connector, createConnector } from './connection/connect.ts';
import { createReporter, type Reporter } from './output/reporter.ts';
import type { Surroundings } from './surroundings.ts';

/** Dependencies of a command. */
export interface Tools {
  surroundings: Surroundings;
  reporter: Reporter;
  connector: Connector;
}

export type ToolsOf = (command: Command) => Tools;

/** Creates the tools of a command from the options that every command has: `--json` and `--data-dir`. */
export function createToolbox(surroundings: Surroundings): ToolsOf {
  return (command) => {
    const { json = false, dataDir } = command.optsWithGlobals<{ json?: boolean; dataDir?: string }>();
    const { stdout, stderr } = surroundings;
    const reporter = createReporter({ stdout, stderr, isJson: json });
    const connector = createConnector({
      surroundings,
      locations: findLocations(surroundings.env, dataDir),
      progress: reporter.progress,
      warn: reporter.say,
    });
    return { surroundings, reporter, connector };
  };
}
