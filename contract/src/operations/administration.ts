import { DIRECTORY_GROUP_OPERATIONS } from './administration/directory-groups.ts';
import { DIRECTORY_TOKEN_OPERATIONS } from './administration/directory-tokens.ts';
import { DOMAIN_OPERATIONS } from './administration/domains.ts';
import { INFERENCE_HOOK_OPERATIONS } from './administration/inference-hook.ts';
import { KEY_OPERATIONS } from './administration/keys.ts';
import { LIMIT_OPERATIONS } from './administration/limits.ts';
import { ORGANIZATION_OPERATIONS } from './administration/organization.ts';
import { PEOPLE_OPERATIONS } from './administration/people.ts';
import { PLUGIN_OPERATIONS } from './administration/plugins.ts';
import { REPORT_OPERATIONS } from './administration/reports.ts';
import { SSO_CONNECTION_OPERATIONS } from './administration/sso-connections.ts';
import { ORGANIZATION_WEBHOOK_OPERATIONS } from './administration/webhooks.ts';
import { WORKSPACE_OPERATIONS } from './administration/workspaces.ts';

/** The Admin API: keys, people, workspaces, limits, reports, webhooks, the inference hook, plugins, single sign-on (platform contract §4.1 to §4.4, §4.9). */
export const ADMINISTRATION_OPERATIONS = [
  ...ORGANIZATION_OPERATIONS,
  ...KEY_OPERATIONS,
  ...WORKSPACE_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...LIMIT_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...ORGANIZATION_WEBHOOK_OPERATIONS,
  ...INFERENCE_HOOK_OPERATIONS,
  ...DIRECTORY_TOKEN_OPERATIONS,
  ...DIRECTORY_GROUP_OPERATIONS,
  ...PLUGIN_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...SSO_CONNECTION_OPERATIONS,
] as const;
