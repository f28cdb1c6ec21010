import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LLAMA_INSTALL_COMMAND, LocalModelError } from './local-model-error.ts';

it('explains how to install the pinned version', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { optionalDependencies } = JSON.parse(text) as { optionalDependencies: Record<string, string> };
  expect(LLAMA_INSTALL_COMMAND.endsWith(` node-llama-cpp@${optionalDependencies['node-llama-cpp']}`)).toBe(
    true,
  );
  expect(new LocalModelError('LLAMA_NOT_INSTALLED').message).toContain(LLAMA_INSTALL_COMMAND);
});
