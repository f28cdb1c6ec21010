import { WORKSPACE_RESOURCE_REFERENCES } from './operations/workspace.ts';
import {
  KEY_REFERENCES,
  LIMIT_REFERENCES,
  ORGANIZATION_REFERENCES,
  PLUGIN_REFERENCES,
  REPORT_REFERENCES,
} from './reference/administration.ts';
import { DIRECTORY_GROUP_REFERENCES } from './reference/directory-groups.ts';
import { DIRECTORY_TOKEN_REFERENCES } from './reference/directory-tokens.ts';
import { DOMAIN_REFERENCES } from './reference/domains.ts';
import { INFERENCE_HOOK_REFERENCES } from './reference/inference-hook.ts';
import { MODEL_CALL_REFERENCES } from './reference/model-calls.ts';
import type { OperationReference } from './reference/operation-reference.ts';
import { PEOPLE_REFERENCES, WORKSPACE_REFERENCES } from './reference/people-and-workspaces.ts';
import { SSO_CONNECTION_REFERENCES } from './reference/sso-connections.ts';
import { ORGANIZATION_WEBHOOK_REFERENCES } from './reference/webhooks.ts';

/** What the API reference says of each operation of `OPERATIONS`, by its id. */
export const OPERATION_REFERENCES: Readonly<Record<string, OperationReference>> = {
  ...MODEL_CALL_REFERENCES,
  ...ORGANIZATION_REFERENCES,
  ...KEY_REFERENCES,
  ...WORKSPACE_REFERENCES,
  ...PEOPLE_REFERENCES,
  ...LIMIT_REFERENCES,
  ...REPORT_REFERENCES,
  ...ORGANIZATION_WEBHOOK_REFERENCES,
  ...INFERENCE_HOOK_REFERENCES,
  ...DIRECTORY_TOKEN_REFERENCES,
  ...DIRECTORY_GROUP_REFERENCES,
  ...PLUGIN_REFERENCES,
  ...DOMAIN_REFERENCES,
  ...SSO_CONNECTION_REFERENCES,
  ...WORKSPACE_RESOURCE_REFERENCES,
};
