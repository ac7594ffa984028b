import { baseHttps } from '../network/https-programs.ts';
import { testTrust } from './trust-suite.ts';

testTrust({ plan: 203, families: ['base'] }, baseHttps);
