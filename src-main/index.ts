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
// The daemon receives the original environment. Chromium's processes receive the reduced one.
delete process.env.STRONGROOM_PASSPHRASE;

// Each data folder has its own browser profile next to it, so that two of them can be open at the same time.
app.setPath('userData', `${locations.dataDir}-window`);
app.setName('Strongroom');
declareShellPage();

// Chromium reorders the arguments that the first instance receives, so links and files are passed as additional data.
if (app.requestSingleInstanceLock(options.handed)) {
  const appRoot = app.getAppPath();
  const parts = findAppParts({ isPackaged: app.isPackaged, appRoot, resourcesPath: process.resourcesPath });
  const program = env.APPIMAGE ?? process.execPath;
  runShell({
    options,
    locations,
    parts,
    env,
    // At login the app starts without a window.
    loginCommand: [program, ...(app.isPackaged ? [] : [appRoot]), ...dataDirFlag(), '--at-login'],
    configHome: env.XDG_CONFIG_HOME ?? join(app.getPath('home'), '.config'),
  });
} else {
  // The first instance has received the link or the files, and shows its window.
  app.quit();
}

function dataDirFlag(): string[] {
  // A login may not have STRONGROOM_DATA_DIR, which names the folder too.
  return locations.isDefaultDataDir ? [] : ['--data-dir', locations.dataDir];
}
