import { limit } from '../limits/limit.ts';
import { PLUGIN_ID } from '../reference/objects/ids.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Plugins of an organization. */
export const PLUGIN = {
  type: 'plugin',
  kind: 'Plugin',
  ids: { plugin: 'plg_' },
  errors: {
    plugin_not_found: {
      status: 404,
      when: 'The organization has no such plugin.',
      message: 'No plugin with this id exists in the organization. List the plugins to find its id.',
    },
    invalid_plugin: {
      status: 400,
      when: 'The uploaded bundle is not a valid plugin.',
      message: 'The plugin bundle is not valid. Check its archive and manifest against the plugin reference.',
    },
  },
  permissions: {
    'plugins.manage': { words: 'Add plugins and set who has them', roles: OFFICERS },
  },
  audit: {
    resources: {
      'plugin.created': 'Plugin added',
      'plugin.updated': 'Plugin changed',
      'plugin.installed': 'Plugin installed',
      'plugin.uninstalled': 'Plugin uninstalled',
    },
  },
  limits: {
    plugin_bytes: limit(52_428_800, 'Maximum size of the bundle of a plugin.'),
    plugin_unpacked_bytes: limit(209_715_200, 'Maximum size of the bundle of a plugin when it is unpacked.'),
    plugin_entries: limit(2000, 'Maximum files and folders of the bundle of a plugin.'),
    plugin_name_characters: limit(64, 'Maximum length of the name of a plugin.'),
    plugins_per_organization: limit(100, 'Maximum plugins of an organization.'),
  },
  pathParameters: {
    plugin_id: { description: 'Id of a plugin.', example: PLUGIN_ID },
  },
} as const satisfies Resource;
