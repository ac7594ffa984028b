/** Labels of everything that is created at an engine, so that a restart finds what it owns and nothing else. */
export const labels = {
  role: 'app.strongroom.role',
  instance: 'app.strongroom.instance',
  /** The engine object that created it: a random value, so that no later process has the same one. */
  process: 'app.strongroom.process',
  execution: 'app.strongroom.execution',
  /** The id of a live sandbox. */
  liveSandbox: 'app.strongroom.sandbox',
  /** Label of the stages of one build of the image. */
  build: 'app.strongroom.build',
  /** Label of the image: `app.strongroom.version.<language>`. */
  version: 'app.strongroom.version.',
} as const;

/** Roles of temporary containers, which exist only while the daemon runs. */
export const passingRoles = ['sandbox', 'installer', 'netns'] as const;
