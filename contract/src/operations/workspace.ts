import { AGENT_REFERENCES } from '../reference/agents.ts';
import { BATCH_REFERENCES } from '../reference/batches.ts';
import { FILE_REFERENCES } from '../reference/files.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { PROMPT_TEMPLATE_REFERENCES } from '../reference/prompt-templates.ts';
import { PROMPT_TOOL_REFERENCES } from '../reference/prompt-tools.ts';
import { TUNNEL_REFERENCES } from '../reference/tunnels.ts';
import { WEBHOOK_REFERENCES } from '../reference/webhooks.ts';
import { AGENT_OPERATIONS } from './workspace/agents.ts';
import { BATCH_OPERATIONS } from './workspace/batches.ts';
import { FILE_OPERATIONS } from './workspace/files.ts';
import { PROMPT_TEMPLATE_OPERATIONS } from './workspace/prompt-templates.ts';
import { PROMPT_TOOL_OPERATIONS } from './workspace/prompt-tools.ts';
import { TUNNEL_OPERATIONS } from './workspace/tunnels.ts';
import { WEBHOOK_OPERATIONS } from './workspace/webhooks.ts';

/** What belongs to a workspace, with its private keys (platform contract §4.5 to §4.9), and what the reference says of it. */
const FAMILIES = [
  { operations: FILE_OPERATIONS, references: FILE_REFERENCES },
  { operations: BATCH_OPERATIONS, references: BATCH_REFERENCES },
  { operations: WEBHOOK_OPERATIONS, references: WEBHOOK_REFERENCES },
  { operations: TUNNEL_OPERATIONS, references: TUNNEL_REFERENCES },
  { operations: PROMPT_TEMPLATE_OPERATIONS, references: PROMPT_TEMPLATE_REFERENCES },
  { operations: PROMPT_TOOL_OPERATIONS, references: PROMPT_TOOL_REFERENCES },
  { operations: AGENT_OPERATIONS, references: AGENT_REFERENCES },
] as const;

type WorkspaceOperations = (typeof FAMILIES)[number]['operations'][number];

export const WORKSPACE_OPERATIONS: readonly WorkspaceOperations[] = FAMILIES.flatMap(
  ({ operations }): readonly WorkspaceOperations[] => operations,
);

export const WORKSPACE_RESOURCE_REFERENCES: Readonly<Record<string, OperationReference>> = Object.assign(
  {},
  ...FAMILIES.map(({ references }) => references),
);
