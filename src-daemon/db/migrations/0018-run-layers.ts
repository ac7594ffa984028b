/** Layers of runs with packages of their own. `request` is a hash of the packages and of the installer's settings. */
export const runLayers: readonly string[] = [
  `CREATE TABLE run_layers (
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     language TEXT NOT NULL,
     request TEXT NOT NULL,
     layer_id TEXT NOT NULL REFERENCES package_layers (id) ON DELETE CASCADE,
     PRIMARY KEY (account_id, language, request)
   ) STRICT`,
  'CREATE INDEX run_layers_of_layer ON run_layers (layer_id)',
];
