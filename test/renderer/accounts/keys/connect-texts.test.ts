import { describe, expect, it } from 'vitest';
import { connectTexts } from '../../../../src-renderer/features/accounts/keys/connect-texts.ts';

const url = 'http://127.0.0.1:7341';
const key = 'srk_example';
const textOf = (id: string, apiKey?: string) => connectTexts(url, apiKey).find((text) => text.id === id)?.text ?? '';

describe('the blocks to copy', () => {
  it('have the address and the key of this daemon', () => {
    for (const { id, text, key: needed } of connectTexts(url, key)) {
      if (id !== 'tasks') expect(text, id).toContain(url);
      expect(text.includes(key), id).toBe(needed !== undefined);
    }
  });

  it('have a placeholder where there is no key to show', () => {
    for (const { id, text, key: needed } of connectTexts(url, undefined)) {
      expect(text, id).not.toContain('undefined');
      if (needed !== undefined) expect(text, id).toContain(needed.placeholder);
    }
  });

  it('ask for no more than a key that executes, and for secrets where the command line needs them', () => {
    const scopes = connectTexts(url, key).flatMap(({ id, key: needed }) =>
      needed === undefined ? [] : [[id, needed.preset.scopes]],
    );
    expect(Object.fromEntries(scopes)).toMatchObject({
      curl: ['execute'],
      cli: ['execute', 'secrets'],
      cursor: ['execute'],
    });
  });

  it.each(['tasks', 'cursor', 'vscode-mcp'])('are JSON for %s', (id) => {
    expect(() => JSON.parse(textOf(id, key))).not.toThrow();
  });

  it('let the shell fill in the key of curl', () => {
    expect(textOf('curl')).toContain('"x-api-key: $STRONGROOM_API_KEY"');
    expect(textOf('tasks')).toContain(['$', '{file}'].join(''));
  });
});
