/** The Argon2 of the browser, in WebAssembly, which takes most of the time; zk-code.test.ts has the native one. */
import { describe } from 'vitest';
import { argon2id } from '../../../src-renderer/crypto/argon2id.ts';
import { testVectors } from './zk-vectors.ts';

describe('with the Argon2 in WebAssembly', () => testVectors(argon2id));
