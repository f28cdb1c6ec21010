import { ApiError } from '@svc/contract';
import type { Conversation } from '#engine';

/**
 * Validates `tool_choice` once the tools of the MCP servers are listed. Engines would reject an unknown name with their own
 * message, and ignore `any` without tools. Throws 400 `invalid_request`.
 */
export function requireChosenTool({ tools, toolChoice }: Pick<Conversation, 'tools' | 'toolChoice'>): void {
  const found =
    toolChoice === 'any'
      ? tools.length > 0
      : typeof toolChoice === 'string' || tools.some(({ name }) => name === toolChoice.name);
  if (!found)
    throw new ApiError('invalid_request', {
      param: 'tool_choice',
      message: 'tool_choice names a tool that no MCP server has.',
    });
}
