import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENT_VARIABLES } from '../../server/src/config/index.ts';
import { outputs } from './config-docs.ts';

const files = await outputs();

it.each(files)('$path is committed as generated', ({ path, text }) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
});

describe('docs/configuration.md', () => {
  const text = files.find(({ path }) => path === 'docs/configuration.md')?.text ?? '';

  it('lists every variable and keys of every depth', () => {
    for (const { name } of ENVIRONMENT_VARIABLES) expect(text).toContain(`| \`${name}\` |`);
    for (const key of [
      'engines.<name> (type: llama).model_path',
      'models[].routes[].weight',
      'limits.chat_messages',
      'organizations[].spend_limits[] (scope: group).group',
    ]) {
      expect(text).toContain(`| \`${key}\` |`);
    }
  });

  it('shows the default of the identity instruction, as it is sent to engines unless it is changed', () => {
    expect(text).toContain('| `identity_instruction` | text | `You are Svc, ');
  });
});
