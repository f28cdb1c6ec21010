import type { ModelConfig } from '#config';
import type { InferenceCall } from '#exchange';

/** Removes a web search that the model lacks: clients send it without asking (COMPR-07). A required call stays required while a tool is left. */
export function withoutMissingSearch(
  call: InferenceCall,
  { capabilities }: Pick<ModelConfig, 'capabilities'>,
): InferenceCall {
  const { builtinTools, ...rest } = call;
  if (!builtinTools || builtinTools.every(({ type }) => capabilities.server_tools.includes(type)))
    return call;
  const hasChoice = call.toolChoice !== 'any' || call.tools.length > 0;
  return hasChoice ? rest : { ...rest, toolChoice: 'auto' };
}
