import {
  MarketplaceList,
  MemberPlugin,
  MemberPlugins,
  pluginInstallation,
} from '../../schemas/console/plugins.ts';
import { consoleOperation } from './console-operation.ts';

/** What people see of plugins beside the Admin API's operations (D-PLUG-2, D-PLUG-4). */
export const CONSOLE_PLUGIN_OPERATIONS = [
  consoleOperation({
    id: 'listMarketplaces',
    method: 'GET',
    path: '/console/api/marketplaces',
    summary: 'List the marketplaces of the deployment',
    permission: 'plugins.manage',
    response: MarketplaceList,
  }),
  consoleOperation({
    id: 'listMemberPlugins',
    method: 'GET',
    path: '/console/api/users/{user_id}/plugins',
    summary: 'List the plugins that a member has or may install',
    permission: 'plugins.manage',
    response: MemberPlugins,
    errors: ['user_not_found'],
  }),
  consoleOperation({
    id: 'listOwnPlugins',
    method: 'GET',
    path: '/console/api/me/plugins',
    summary: 'List the plugins that you have or may install',
    permission: 'signed_in',
    response: MemberPlugins,
  }),
  consoleOperation({
    id: 'setOwnPlugin',
    method: 'PUT',
    path: '/console/api/me/plugins/{plugin_id}',
    summary: 'Install a plugin for yourself, or remove it',
    permission: 'signed_in',
    body: pluginInstallation,
    response: MemberPlugin,
    errors: ['plugin_not_found', 'resource_conflict'],
  }),
] as const;
