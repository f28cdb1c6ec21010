import { expect, it } from 'vitest';
import { effectivePlugins } from './effective-plugins.ts';

type Policy = 'required' | 'available' | 'blocked';

const plugin = (id: string, policy: Policy, workspaces: string[] | null = null, marketplace?: string) => ({
  id,
  name: 'notes',
  policy,
  workspace_ids: workspaces,
  marketplace_id: marketplace ?? null,
});
const chosen = (plugins: ReturnType<typeof plugin>[], ...workspaces: string[]): string[] =>
  effectivePlugins(plugins, new Set(workspaces)).map(({ id }) => id);

it('D-PLUG-4 the narrower scope counts before the organization', () => {
  const plugins = [plugin('all', 'required'), plugin('some', 'available', ['a'], 'm')];
  expect([chosen(plugins, 'a'), chosen(plugins, 'b')]).toEqual([['some'], ['all']]);
  expect(effectivePlugins(plugins, 'all').map(({ id }) => id)).toEqual(['some']);
});

it('PLUG-08 D-PLUG-4 blocked counts before a marketplace, however narrow that one is', () => {
  const plugins = [plugin('upload', 'blocked'), plugin('market', 'required', ['a'], 'm')];
  expect(chosen(plugins, 'a')).toEqual([]);
  const other = [plugin('market', 'blocked', null, 'm'), plugin('upload', 'available', ['a'])];
  expect([chosen(other, 'a'), chosen(other, 'b')]).toEqual([['upload'], []]);
});

it('D-PLUG-4 the strictest counts where somebody is in several workspaces', () => {
  const plugins = [plugin('a', 'available', ['a']), plugin('b', 'required', ['b'], 'm')];
  expect([chosen(plugins, 'a'), chosen(plugins, 'a', 'b')]).toEqual([['a'], ['b']]);
  const blocked = [...plugins, plugin('c', 'blocked', ['c'], 'n')];
  expect([chosen(blocked, 'a', 'c'), chosen(blocked, 'c')]).toEqual([['a'], []]);
});
