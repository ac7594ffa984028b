/** Input that follows while the program runs, without Docker. */
import { describe } from 'vitest';
import { testStreamedInput } from '../streamed-input-suite.ts';
import { jobOf, useEmbeddedEngine } from './embedded-fixture.ts';

describe('streamed input', () => {
  testStreamedInput(useEmbeddedEngine(), (code, timeoutMs = 20_000) => jobOf({ code, timeoutMs }));
});
