import type { MarketplaceList } from '@svc/contract';
import type { AdministrationHandlers, ConsoleHandlers, Module } from '#features/module';
import { KeyedMutex } from '#kit';
import type { BundleDeps } from './bundle/receive-bundle.ts';
import { createPlugin } from './create-plugin.ts';
import { listMemberPlugins, setOwnPlugin } from './member-plugins.ts';
import { listPlugins, readPlugin } from './plugins.ts';
import { deleteInstallations } from './store/member-rows.ts';
import { pluginNames } from './store/plugin-rows.ts';
import { updatePlugin } from './update-plugin.ts';

export function pluginsModule(services: Omit<BundleDeps, 'inspections'>) {
  const { blobs, clock, log, limits, deployment } = services;
  const bundles: BundleDeps = { blobs, clock, log, limits, deployment, inspections: new KeyedMutex() };
  return {
    administration: {
      createPlugin: (exchange, runMutation) => createPlugin(bundles, exchange, runMutation),
      listPlugins: (scope, { query }) => listPlugins(scope, query),
      readPlugin: (scope, { params }) => readPlugin(scope, params.plugin_id),
      updatePlugin: (change, { params, body }) => updatePlugin(change, params.plugin_id, body),
    } satisfies Partial<AdministrationHandlers>,
    console: {
      listMarketplaces: () => Promise.resolve(listMarketplaces(services)),
      listMemberPlugins: (scope, { params }) => listMemberPlugins(scope, params.user_id),
      listOwnPlugins(scope, _call, { person }) {
        return listMemberPlugins(scope, person.userId);
      },
      setOwnPlugin: (change, { params, body }, { person }) =>
        setOwnPlugin(change, person.userId, params.plugin_id, body.installed),
    } satisfies Partial<ConsoleHandlers>,
    memberRemoved: ({ scope }, userId) => deleteInstallations(scope, userId),
    names: [pluginNames],
  } satisfies Module;
}

/** Where the bundles lie is the operator's to know. */
function listMarketplaces({ deployment }: Pick<BundleDeps, 'deployment'>): MarketplaceList {
  const data = deployment().plugins.marketplaces.map(({ id, name, plugins }) => ({
    type: 'marketplace' as const,
    id,
    name,
    plugins: plugins.map((plugin) => ({ name: plugin.name, version: plugin.version })),
  }));
  return { object: 'list', data };
}
