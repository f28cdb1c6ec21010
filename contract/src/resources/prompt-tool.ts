import { limit } from '../limits/limit.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Platform contract §4.9, D-PTOOL-1. Its pages and the playground are open to the same people. */
export const PROMPT_TOOL = {
  type: 'prompt_tool',
  tag: 'Tools',
  ids: { promptTool: 'ptool_' },
  permissions: {
    'playground.use': {
      words: 'Use the playground',
      roles: { ...OFFICERS, developer: 'workspaces', member: 'workspaces' },
      workspaceRoles: {},
    },
  },
  limits: {
    prompt_task_characters: limit(32_000, 'Maximum length of a task or problem for the prompt tools.'),
  },
} as const satisfies Resource;
