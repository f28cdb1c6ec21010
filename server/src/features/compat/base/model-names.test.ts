import { expect, it } from 'vitest';
import type { ModelConfig } from '#config';
import type { ModelCatalog } from '#features/models';
import { ModelNames } from './model-names.ts';

const MODELS = [
  { id: 'Svc Standard', kind: 'chat' },
  { id: 'Svc Mini', kind: 'chat' },
  { id: 'svc-embed-1', kind: 'embedding' },
] as ModelConfig[];
const catalog = {
  find: (id: string) => MODELS.find((model) => model.id === id),
  all: () => MODELS,
} as unknown as ModelCatalog;

const aliases = {
  'claude-*': 'Svc Standard',
  '*haiku*': 'Svc Mini',
  'claude-haiku-*-1': 'Svc Standard',
  'claude-exact': 'Svc Mini',
  'Svc Mini': 'Svc Standard',
  'a*b*b': 'Svc Mini',
  gone: 'Svc Retired',
};

function find(name: string | undefined, defaultModel?: string): string | undefined {
  const names = new ModelNames({ aliases, ...(defaultModel && { default_model: defaultModel }) });
  return names.find(catalog, name, 'chat', 0)?.id;
}

it('COMPG-07 an id comes before an alias, an alias before the longest pattern, and all before the default', () => {
  expect(find('Svc Mini')).toBe('Svc Mini');
  expect(find('claude-exact')).toBe('Svc Mini');
  expect(find('claude-opus')).toBe('Svc Standard');
  expect(find('claude-haiku-4-1')).toBe('Svc Standard');
  expect(find('my-haiku-4')).toBe('Svc Mini');
  expect(find('svc-standard')).toBe('Svc Standard');
  expect(find('other', 'Svc Mini')).toBe('Svc Mini');
  expect(find(undefined, 'Svc Mini')).toBe('Svc Mini');
});

it('COMPG-07 other names are unknown, and so are models of another kind', () => {
  for (const name of ['other', 'svc-embed-1', 'gone', 'SVC STANDARD', 'x'.repeat(1000), undefined])
    expect(find(name)).toBeUndefined();
  expect([find('ab'), find('abb'), find('axbxb'), find('axbx')]).toEqual([
    undefined,
    'Svc Mini',
    'Svc Mini',
    undefined,
  ]);
});
