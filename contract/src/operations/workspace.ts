import { BATCH_OPERATIONS } from './workspace/batches.ts';
import { FILE_OPERATIONS } from './workspace/files.ts';
import { TUNNEL_OPERATIONS } from './workspace/tunnels.ts';
import { PROMPT_TEMPLATE_OPERATIONS } from './workspace/prompt-templates.ts';
import { PROMPT_TOOL_OPERATIONS } from './workspace/prompt-tools.ts';
import { WEBHOOK_OPERATIONS } from './workspace/webhooks.ts';

/** What belongs to a workspace, with its private keys (platform contract §4.5 to §4.9). */
export const WORKSPACE_OPERATIONS = [
  ...FILE_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...TUNNEL_OPERATIONS,
  ...PROMPT_TEMPLATE_OPERATIONS,
  ...PROMPT_TOOL_OPERATIONS,
] as const;
