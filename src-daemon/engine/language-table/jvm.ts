import { everyProgram, type Language } from '../language.ts';

const small = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Languages of the Java virtual machine, in an image of their own. */
export const jvmLanguages: readonly Language[] = [
  {
    id: 'java',
    name: 'Java',
    family: 'jvm',
    aliases: ['jdk'],
    fileExtension: '.java',
    // The class that holds `main` is `Main`.
    fileName: 'Main.java',
    compile: {
      command: [
        '/usr/bin/javac',
        ...small.map((option) => `-J${option}`),
        ...['-encoding', 'UTF-8', '-sourcepath', '/work', '-d', '/work', '/work/Main.java'],
      ],
      environment: {},
      makes: ['Main.class'],
    },
    run: ['/usr/bin/java', ...small, '-XX:MaxRAMPercentage=60', '-Xshare:auto', '-cp', '/work', 'Main'],
    versionCommand: 'javac --version',
    packageManager: null,
    environment: {},
    startupVariables: [...everyProgram, /^JAVA_/, /^_JAVA_/, /^JDK_/, /^CLASSPATH$/],
  },
];
