import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import {
  Plugin,
  pluginFromMarketplace,
  pluginUpdate,
  pluginUpload,
} from '../../schemas/administration/plugin.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/plugins';
const ONE = `${PATH}/{plugin_id}`;
const READ_ONLY = Object.keys(Plugin.shape);

/** Platform contract §4.9, D-PLUG-1 to D-PLUG-3. */
export const PLUGIN_OPERATIONS = [
  administration({
    id: 'createPlugin',
    method: 'POST',
    path: PATH,
    summary: 'Add a plugin, or a new version of one',
    permission: 'plugins.manage',
    transfer: 'form',
    body: pluginFromMarketplace,
    form: pluginUpload,
    readOnly: READ_ONLY,
    response: Plugin,
    successStatuses: [201],
    errors: [
      'invalid_plugin',
      'marketplace_not_found',
      'plugin_not_found',
      'workspace_not_found',
      'name_taken',
      'resource_conflict',
    ],
  }),
  administration({
    id: 'listPlugins',
    method: 'GET',
    path: PATH,
    summary: 'List plugins',
    permission: 'plugins.manage',
    query: pageQuery,
    response: listOf(Plugin),
  }),
  administration({
    id: 'readPlugin',
    method: 'GET',
    path: ONE,
    summary: 'Read a plugin',
    permission: 'plugins.manage',
    response: Plugin,
    errors: ['plugin_not_found'],
  }),
  administration({
    id: 'updatePlugin',
    method: 'PATCH',
    path: ONE,
    summary: 'Change who has a plugin, or how it is shown',
    permission: 'plugins.manage',
    body: pluginUpdate,
    readOnly: READ_ONLY,
    response: Plugin,
    errors: ['plugin_not_found', 'workspace_not_found', 'name_taken'],
  }),
] as const;
