import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE, line, prose, timestamp, wholeNumber } from '../administration/fields.ts';
import { metadata } from '../administration/metadata.ts';
import { archivableQuery } from '../administration/page.ts';
import {
  ContextManagement,
  contextManagement,
  reasoning,
  ResponseFormat,
  responseFormat,
} from '../conversation-options.ts';
import { Reasoning } from '../messages-request.ts';
import {
  AgentMcpServer,
  agentMcpServers,
  AgentSkill,
  agentSkills,
  AgentTool,
  agentTools,
} from './agent-tools.ts';

/** A named, versioned choice of a model with instructions and tools. */
export const Agent = z
  .object({
    id: z.string().describe('Begins with `agent_`.'),
    type: z.literal('agent'),
    name: z.string(),
    description: z.string().nullable(),
    model: z.string().describe('Id of a model. No other model stands in for it.'),
    system: z.string().nullable().describe('Instructions for every session.'),
    tools: z.array(AgentTool),
    mcp_servers: z.array(AgentMcpServer),
    skills: z.array(AgentSkill),
    reasoning: Reasoning.nullable(),
    context_management: ContextManagement.nullable().describe(
      'null: compaction at three quarters of the context window.',
    ),
    response_format: ResponseFormat.nullable().describe('Shape of the last reply of a turn.'),
    max_output_tokens: z.int().nullable().describe('Of one reply. null: what the model allows.'),
    max_rounds: z.int().describe('Most model requests of one turn.'),
    approval_timeout_s: z
      .int()
      .nullable()
      .describe('Seconds after which a pending approval is denied. null: never.'),
    metadata: z.record(z.string(), z.string()),
    version: z.int().describe('Counts from 1.'),
    workspace_id: z.string(),
    archived_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

/** What only the service sets. `version` is not among them: a change may name the one that it is based on. */
export const AGENT_READ_ONLY = [
  'id',
  'type',
  'workspace_id',
  'archived_at',
  'created_at',
  'updated_at',
] as const;

/** What a version of an agent consists of. */
export type AgentDefinition = Omit<Agent, (typeof AGENT_READ_ONLY)[number] | 'version'>;

/** Longest id of a model. */
const MAX_MODEL_CHARACTERS = 200;

/** Null in a field with a default is that default. */
function settings(limits: LimitValues) {
  const name = line(1, limits.agent_name_characters);
  const model = z
    .string()
    .min(1)
    .max(MAX_MODEL_CHARACTERS)
    .refine(...HOLDABLE);
  const optional = {
    description: prose(limits.agent_description_characters).nullable(),
    system: prose(limits.agent_system_characters).nullable().describe('Instructions for every session.'),
    tools: agentTools(limits)
      .nullable()
      .transform((tools) => tools ?? [])
      .describe('Functions of the caller, and built-in tools.'),
    mcp_servers: agentMcpServers(limits)
      .nullable()
      .transform((servers) => servers ?? []),
    skills: agentSkills(limits)
      .nullable()
      .transform((skills) => skills ?? []),
    reasoning: reasoning(limits).nullable(),
    context_management: contextManagement(limits)
      .nullable()
      .describe('null: compaction at three quarters of the context window.'),
    response_format: responseFormat(limits).nullable().describe('Shape of the last reply of a turn.'),
    max_output_tokens: z
      .int()
      .min(1)
      .nullable()
      .describe('Of one reply, up to the max_output_tokens of the model.'),
    max_rounds: z
      .int()
      .min(1)
      .max(limits.rounds_per_turn)
      .nullable()
      .transform((rounds) => rounds ?? limits.rounds_per_turn_default)
      .describe(`Most model requests of one turn. Default ${limits.rounds_per_turn_default}.`),
    approval_timeout_s: z
      .int()
      .min(limits.approval_timeout_min_s)
      .max(limits.approval_timeout_s)
      .nullable()
      .describe('Seconds after which a pending approval is denied.'),
    metadata: metadata(limits)
      .nullable()
      .transform((pairs) => pairs ?? {}),
  };
  return { name, model, optional };
}

/** AGENT-01 to AGENT-14, SESS-57, SESS-62. */
export function agentCreation(limits: LimitValues) {
  const { name, model, optional } = settings(limits);
  return z.strictObject({ name, model, ...z.object(optional).partial().shape });
}
export type AgentCreation = z.output<ReturnType<typeof agentCreation>>;

/** AGENT-15 to AGENT-17. */
export function agentUpdate(limits: LimitValues) {
  const { name, model, optional } = settings(limits);
  return z.strictObject({
    ...z.object({ name, model, ...optional }).partial().shape,
    version: z
      .int()
      .min(1)
      .optional()
      .describe('The version that the change is based on. Another current version is a conflict.'),
  });
}
export type AgentUpdate = z.output<ReturnType<typeof agentUpdate>>;

export function agentListQuery(limits: LimitValues) {
  return archivableQuery(limits);
}
export type AgentListQuery = z.output<ReturnType<typeof agentListQuery>>;

/** More digits than this no version has. */
const HIGHEST_VERSION = 999_999_999;

export function agentQuery() {
  return z.object({
    version: wholeNumber(1, HIGHEST_VERSION)
      .optional()
      .describe('Version to read. Default: the current one.'),
  });
}
export type AgentQuery = z.output<ReturnType<typeof agentQuery>>;
