import { trustPaths } from '../../egress/trust/trust-paths.ts';
import { findMainClass } from '../java/find-main-class.ts';
import { javaFileName, javaSourceRoot } from '../java/java-source.ts';
import { everyProgram, type Language } from './language.ts';

const small = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Languages of the Java virtual machine. They have their own image. */
export const jvmLanguages: readonly Language[] = [
  {
    id: 'java',
    name: 'Java',
    family: 'jvm',
    aliases: ['jdk'],
    fileExtension: '.java',
    fileName: 'Main.java',
    fileNameOf: javaFileName,
    compile: {
      command: (path, code) => [
        '/usr/bin/javac',
        ...small.map((option) => `-J${option}`),
        ...[
          '-encoding',
          'UTF-8',
          '-sourcepath',
          `/work:/work/${javaSourceRoot(path, code)}`,
          '-d',
          '/work',
          `/work/${path}`,
        ],
      ],
      environment: {},
      makes: (fileName) => [fileName.replace('.java', '.class')],
      findProgram: findMainClass,
    },
    run: ['/usr/bin/java', ...small, '-XX:MaxRAMPercentage=60', '-Xshare:auto', '-cp', '/work'],
    trustArguments: [`-Djavax.net.ssl.trustStore=${trustPaths.keyStore}`],
    versionCommand: 'javac --version',
    packageManager: null,
    environment: {},
    startupVariables: [...everyProgram, /^JAVA_/, /^_JAVA_/, /^JDK_/, /^CLASSPATH$/],
  },
];
