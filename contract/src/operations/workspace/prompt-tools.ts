import { PROMPT_TOOL } from '../../resources/prompt-tool.ts';
import {
  promptGeneration,
  promptImprovement,
  promptTemplating,
  PromptToolResult,
} from '../../schemas/prompts/prompt-tools.ts';
import { workspaceOperation } from './workspace-operation.ts';

/** The tool asks a model, and what refuses or fails a model call does so here. */
const MODEL_CALL_ERRORS = [
  'feature_unavailable',
  'model_not_found',
  'model_unavailable',
  'zero_retention_unavailable',
  'model_retention_unverifiable',
  'context_length_exceeded',
  'quota_exhausted',
  'quota_exceeded',
  'usage_check_unavailable',
  'policy_denied',
  'policy_unavailable',
  'capacity_busy',
  'capacity_unreachable',
  'overloaded',
  'model_busy',
  'server_misconfigured',
  'upstream_error',
  'upstream_unavailable',
  'upstream_timeout',
] as const;

const TOOL = {
  tag: PROMPT_TOOL.tag,
  permission: 'playground.use',
  method: 'POST',
  beta: 'prompt-tools-2026-12-01',
  transfer: 'streamed',
  isModelCall: true,
  response: PromptToolResult,
  errors: MODEL_CALL_ERRORS,
} as const;

/** Platform contract §4.9, D-PTOOL-1. */
export const PROMPT_TOOL_OPERATIONS = [
  workspaceOperation({
    ...TOOL,
    id: 'generatePrompt',
    path: '/v1/prompts/generate',
    summary: 'Draft a prompt for a task',
    body: promptGeneration,
  }),
  workspaceOperation({
    ...TOOL,
    id: 'improvePrompt',
    path: '/v1/prompts/improve',
    summary: 'Improve a prompt that has a problem',
    body: promptImprovement,
  }),
  workspaceOperation({
    ...TOOL,
    id: 'templatizePrompt',
    path: '/v1/prompts/templatize',
    summary: 'Make a template of a prompt that is filled in',
    body: promptTemplating,
  }),
] as const;
