import { join } from 'node:path';
import { app } from 'electron';
import { findLocations } from '../src-shared-node/locations.ts';
import { findAppParts } from './app-parts.ts';
import { readLaunchOptions } from './launch-options.ts';
import { runShell } from './shell.ts';
import { declareShellPage } from './windows/shell-page.ts';

const options = readLaunchOptions(process.argv.slice(1), app.isPackaged ? undefined : app.getAppPath());
const locations = findLocations(process.env, options.dataDir);
const env = { ...process.env };
// The daemon gets it; nothing that Chromium starts does.
delete process.env.STRONGROOM_PASSPHRASE;

// A browser's profile of its own for each data folder, beside it: two of them can be open at a time.
app.setPath('userData', `${locations.dataDir}-window`);
app.setName('Strongroom');
declareShellPage();

// Chromium reorders what the first one is told of the arguments: what was handed over goes along by itself.
if (app.requestSingleInstanceLock(options.handed)) {
  const appRoot = app.getAppPath();
  const parts = findAppParts({ isPackaged: app.isPackaged, appRoot, resourcesPath: process.resourcesPath });
  const program = env.APPIMAGE ?? process.execPath;
  runShell({
    options,
    locations,
    parts,
    env,
    // At a login it comes without a window.
    loginCommand: [program, ...(app.isPackaged ? [] : [appRoot]), ...dataDirFlag(), '--at-login'],
    configHome: env.XDG_CONFIG_HOME ?? join(app.getPath('home'), '.config'),
  });
} else {
  // The first one has got the link or the files and comes forward.
  app.quit();
}

function dataDirFlag(): string[] {
  return options.dataDir === undefined ? [] : ['--data-dir', locations.dataDir];
}
