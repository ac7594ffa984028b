import { expect, it } from 'vitest';
import { welcomeText } from '../../scripts/start/texts.ts';

it('the first words of a start are the same each time, and have no password in them', () => {
  const text = welcomeText('http://127.0.0.1:7341', 'Ctrl+C');
  expect(text).toBe(welcomeText('http://127.0.0.1:7341', 'Ctrl+C'));
  expect(text).not.toMatch(/"password"|\/register/);
  expect(text).toContain('login --register --email');
});
