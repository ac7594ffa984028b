/** Every other language. The images of two families take minutes to build. */
import { jvmHttps, nativeHttps } from '../network/https-native-programs.ts';
import { scriptingHttps } from '../network/https-programs.ts';
import { testTrust } from './trust-suite.ts';

const programs = { ...scriptingHttps, ...nativeHttps, ...jvmHttps };
testTrust({ plan: 204, families: ['scripting', 'native', 'jvm'] }, programs);
