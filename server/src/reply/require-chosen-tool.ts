import { ApiError } from '@svc/contract';
import type { Conversation } from '#engine';

/**
 * Which tools an MCP server has is known when it was asked: only then can a choice be told that names none of them, or asks
 * for a call of nothing. Engines refuse the one in words of their own, and pass over the other. Throws 400 `invalid_request`.
 */
export function requireChosenTool({ tools, toolChoice }: Pick<Conversation, 'tools' | 'toolChoice'>): void {
  const found =
    toolChoice === 'any' ? tools.length > 0 : typeof toolChoice === 'string' || tools.some(({ name }) => name === toolChoice.name);
  if (!found) throw new ApiError('invalid_request', { param: 'tool_choice', message: 'tool_choice names a tool that no MCP server has.' });
}
