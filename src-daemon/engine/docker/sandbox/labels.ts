/** On everything that is made at an engine, so that a restart finds its own and nothing else. */
export const labels = {
  role: 'app.strongroom.role',
  instance: 'app.strongroom.instance',
  /** The engine object of one daemon process that made it: random, so that no later process has the same. */
  process: 'app.strongroom.process',
  execution: 'app.strongroom.execution',
  /** On the stages of one build of the image. */
  build: 'app.strongroom.build',
  /** On the image: `app.strongroom.version.<language>`. */
  version: 'app.strongroom.version.',
} as const;

/** Roles that never outlive the daemon. */
export const passingRoles = ['sandbox', 'installer', 'netns'] as const;
