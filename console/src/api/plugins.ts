import { queryOptions } from '@tanstack/react-query';
import type { MemberPlugin, Plugin } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about plugins in the cache. */
export const PLUGINS = ['plugins'] as const;

export const pluginList = () =>
  listOptions<Plugin>([...PLUGINS, 'list'], (query, options) => call('listPlugins', { query, ...options }));

export const ownPluginsOptions = queryOptions({
  queryKey: [...PLUGINS, 'own'],
  queryFn: ({ signal }) => call('listOwnPlugins', { signal }),
});

export function memberPluginsOptions(userId: string) {
  return queryOptions({
    queryKey: [...PLUGINS, 'member', userId],
    enabled: userId !== '',
    queryFn: ({ signal }) => call('listMemberPlugins', { path: { user_id: userId }, signal }),
  });
}

export const marketplacesOptions = queryOptions({
  queryKey: [...PLUGINS, 'marketplaces'],
  queryFn: ({ signal }) => call('listMarketplaces', { signal }),
});

export const setOwnPlugin = ({ plugin_id: id }: MemberPlugin, installed: boolean) =>
  call('setOwnPlugin', { path: { plugin_id: id }, body: { installed } });
