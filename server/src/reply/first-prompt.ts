import type { Conversation } from '#engine';
import type { InferenceCall } from '#exchange';
import { clearResults } from './edit-context.ts';
import type { ToolCaller, ToolSource } from './server-tool.ts';

/**
 * What the first generation of a reply would read, where nothing is to be generated (D-36): with the built-in tools, and
 * without the results that are cleared. Tools of MCP servers are not in it: nobody is asked for the sake of a count.
 */
export async function firstPrompt(
  call: InferenceCall,
  source: ToolSource,
  caller: ToolCaller,
): Promise<Conversation> {
  const { mcpServers: _unasked, ...own } = call;
  const { tools, close } = await source.open(own, caller);
  close();
  const { conversation } = await clearResults(call, caller.organizationId);
  return { ...conversation, tools: conversation.tools.concat(tools.map(({ definition }) => definition)) };
}
