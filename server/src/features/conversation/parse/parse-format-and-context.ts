import type { InferenceCall } from '#exchange';
import type { CallParts } from './call-parts.ts';
import type { Fields } from './fields.ts';
import { parseContextManagement } from './parse-context-management.ts';
import { parseMcpServers } from './parse-mcp-servers.ts';
import { parseResponseFormat } from './parse-response-format.ts';

/** `response_format`, `context_management` and `mcp_servers`, which both request shapes have next to each other. */
export function parseFormatAndContext(
  body: Fields,
  parts: CallParts,
): Pick<InferenceCall, 'responseFormat' | 'contextManagement' | 'mcpServers'> {
  const responseFormat = parseResponseFormat(body['response_format'], parts);
  const contextManagement = parseContextManagement(body['context_management'], parts);
  const mcpServers = parseMcpServers(body['mcp_servers'], parts);
  return {
    ...(responseFormat ? { responseFormat } : {}),
    ...(contextManagement ? { contextManagement } : {}),
    ...(mcpServers.length > 0 ? { mcpServers } : {}),
  };
}
