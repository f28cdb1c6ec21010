import type { GenerateRequest } from '../../turns.ts';
import type { ModelTraits } from './model-family.ts';

/** How models of Anthropic are called. `auto`: by InvokeModel where Converse loses something (D-ENG-6). */
export type AnthropicApi = 'auto' | 'converse' | 'invoke';

export function chooseApi(
  request: GenerateRequest,
  { isAnthropic }: ModelTraits,
  anthropicApi: AnthropicApi,
): 'converse' | 'invoke' {
  if (!isAnthropic) return 'converse';
  if (anthropicApi !== 'auto') return anthropicApi;
  return isLossyByConverse(request) ? 'invoke' : 'converse';
}

function isLossyByConverse({ reasoning, sources = [], turns }: GenerateRequest): boolean {
  if (reasoning || sources.length > 0) return true;
  return turns.some(({ blocks }) =>
    blocks.some(
      (block) => block.type === 'tool_result' && block.images !== undefined && block.images.length > 0,
    ),
  );
}
