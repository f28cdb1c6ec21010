import { ApiError, type AgentDefinition, type LimitValues } from '@svc/contract';
import type { ModelConfig } from '#config';
import { schemaProblem } from '#features/conversation';

/** Throws 400 `unsupported_parameter` for what the model cannot do, and 400 `invalid_parameter` for more than it can (AGENT-07, AGENT-13, AGENT-14). */
export function checkSupport(definition: AgentDefinition, model: ModelConfig, limits: LimitValues): void {
  checkTools(definition, model);
  checkReplies(definition, model);
  checkFormat(definition, limits);
}

function checkTools({ tools, mcp_servers: servers }: AgentDefinition, { capabilities }: ModelConfig): void {
  for (const [i, tool] of tools.entries()) {
    if (tool.type !== 'function') {
      require(capabilities.server_tools.includes(tool.type), `tools[${i}].type`);
      continue;
    }
    require(capabilities.tools, 'tools');
    require(capabilities.strict_tools || tool.function.strict !== true, `tools[${i}].function.strict`);
  }
  require(capabilities.tools || servers.length === 0, 'mcp_servers');
}

function checkReplies(
  definition: AgentDefinition,
  { capabilities, max_output_tokens: most }: ModelConfig,
): void {
  const { reasoning, response_format: format, max_output_tokens: chosen } = definition;
  require(capabilities.reasoning || reasoning === null, 'reasoning');
  if (format !== null && format.type !== 'text') require(capabilities[format.type], 'response_format');
  if (chosen !== null && chosen > most)
    throw new ApiError('invalid_parameter', {
      param: 'max_output_tokens',
      message: `max_output_tokens must be at most ${most}, which the model allows.`,
    });
  const room = chosen ?? most;
  if ((reasoning?.max_tokens ?? 0) >= room)
    throw new ApiError('invalid_parameter', {
      param: 'reasoning.max_tokens',
      message: `reasoning.max_tokens must be less than the ${room} output tokens of a reply.`,
    });
}

function checkFormat({ response_format: format }: AgentDefinition, limits: LimitValues): void {
  if (format?.type !== 'json_schema') return;
  const { schema, strict } = format.json_schema;
  const problem = schemaProblem(schema, { strict: strict === true, depth: limits.strict_schema_depth });
  if (problem === undefined) return;
  const param = 'response_format.json_schema.schema';
  throw new ApiError('invalid_parameter', { param, message: `${param} ${problem}.` });
}

function require(isSupported: boolean, param: string): void {
  if (!isSupported)
    throw new ApiError('unsupported_parameter', {
      param,
      message: `The model of the agent does not support ${param}. Remove it, or choose another model.`,
    });
}
