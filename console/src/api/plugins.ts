import { queryOptions } from '@tanstack/react-query';
import type { MarketplaceList, MemberPlugin, MemberPlugins, Plugin, PluginPolicy } from '@svc/contract';
import { admin, call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about plugins in the cache. */
export const PLUGINS = ['plugins'] as const;

export const pluginList = () =>
  listOptions<Plugin>([...PLUGINS, 'list'], (page, options) => admin.listPlugins(page, options));

export const ownPluginsOptions = queryOptions({
  queryKey: [...PLUGINS, 'own'],
  queryFn: ({ signal }) => call<MemberPlugins>('GET', '/me/plugins', { signal }),
});

export function memberPluginsOptions(userId: string) {
  return queryOptions({
    queryKey: [...PLUGINS, 'member', userId],
    enabled: userId !== '',
    queryFn: ({ signal }) =>
      call<MemberPlugins>('GET', `/users/${encodeURIComponent(userId)}/plugins`, { signal }),
  });
}

export const marketplacesOptions = queryOptions({
  queryKey: [...PLUGINS, 'marketplaces'],
  queryFn: ({ signal }) => call<MarketplaceList>('GET', '/marketplaces', { signal }),
});

export const setOwnPlugin = ({ plugin_id: id }: MemberPlugin, installed: boolean) =>
  call<MemberPlugin>('PUT', `/me/plugins/${encodeURIComponent(id)}`, { body: { installed } });

export const uploadPlugin = (file: File, policy: PluginPolicy) => admin.createPlugin({ file, policy });
