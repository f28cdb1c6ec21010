import { expect, it } from 'vitest';
import { modelsAddCommand } from './models-add-command.ts';

it('leaves nothing of a name to the shell', () => {
  const names = [
    'openai/gpt-oss-120b',
    'a b',
    "it's",
    '$(id)',
    '`id`',
    '"; id',
    String.raw`a\b`,
    '*',
    '~',
    '#',
  ];
  expect(modelsAddCommand('my engine', names)).toBe(
    String.raw`npx svc models add 'my engine' openai/gpt-oss-120b 'a b' 'it'\''s' '$(id)' '${'`'}id${'`'}' '"; id' 'a\b' '*' '~' '#'`,
  );
});
