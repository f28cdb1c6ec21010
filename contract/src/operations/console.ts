import { CONSOLE_BATCH_OPERATIONS } from './console/batches.ts';
import { CODE_SESSION_OPERATIONS } from './console/code-sessions.ts';
import { CONSOLE_DIRECTORY_OPERATIONS } from './console/directory.ts';
import { CONSOLE_FILE_OPERATIONS } from './console/files.ts';
import { CONSOLE_KEY_OPERATIONS } from './console/keys.ts';
import { CONSOLE_LIMIT_OPERATIONS } from './console/limits.ts';
import { OWN_OPERATIONS } from './console/own.ts';
import { CONSOLE_PEOPLE_OPERATIONS } from './console/people.ts';
import { CONSOLE_PLUGIN_OPERATIONS } from './console/plugins.ts';
import { SEARCH_OPERATIONS } from './console/search.ts';
import { CONSOLE_SSO_OPERATIONS } from './console/sso-tests.ts';
import { CONSOLE_TUNNEL_OPERATIONS } from './console/tunnels.ts';
import { CONSOLE_USAGE_OPERATIONS } from './console/usage.ts';
import { CONSOLE_WEBHOOK_OPERATIONS } from './console/webhooks.ts';

/** What only the Console has. The rest of it is the Admin API, mirrored. */
export const CONSOLE_OPERATIONS = [
  ...OWN_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...CONSOLE_KEY_OPERATIONS,
  ...CONSOLE_PEOPLE_OPERATIONS,
  ...CONSOLE_USAGE_OPERATIONS,
  ...CONSOLE_LIMIT_OPERATIONS,
  ...CONSOLE_FILE_OPERATIONS,
  ...CONSOLE_BATCH_OPERATIONS,
  ...CONSOLE_WEBHOOK_OPERATIONS,
  ...CONSOLE_TUNNEL_OPERATIONS,
  ...CONSOLE_PLUGIN_OPERATIONS,
  ...CONSOLE_SSO_OPERATIONS,
  ...CONSOLE_DIRECTORY_OPERATIONS,
  ...CODE_SESSION_OPERATIONS,
] as const;
