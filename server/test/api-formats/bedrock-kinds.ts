import {
  converseFrames,
  converseWhole,
  exceptionFrame,
  FRAMES,
  invokeFrames,
  invokeWhole,
  jsonReply,
} from '#test-kit';
import { bedrockEngine } from '../engines/bedrock/bedrock-engine.ts';
import { COUNTED, type EngineKind } from './engine-kinds.ts';

const usage = { inputTokens: COUNTED.input - 30, cacheReadInputTokens: 30, outputTokens: COUNTED.output };

const shared = {
  headers: FRAMES,
  signs: (reasoning: string) => reasoning,
  overloaded: exceptionFrame('serviceUnavailableException', 'VendorMarker says no'),
} as const;

const CLAUDE = 'anthropic.claude-sonnet-4-5-20250929-v1:0';

/** Bedrock by both of its APIs. */
export const BEDROCK_KINDS: Readonly<Record<string, EngineKind>> = {
  'bedrock, Converse': {
    ...shared,
    engine: (baseUrl) => bedrockEngine({ baseUrl }),
    model: 'amazon.nova-pro-v1:0',
    events: (said) => converseFrames({ ...said, usage }),
    whole: (said) => jsonReply(converseWhole({ ...said, usage })),
  },
  'bedrock, InvokeModel': {
    ...shared,
    engine: (baseUrl) => bedrockEngine({ baseUrl }, { anthropic_api: 'invoke' }),
    model: CLAUDE,
    events: (said) => invokeFrames({ ...said, usage }),
    whole: (said) => jsonReply(JSON.parse(invokeWhole({ ...said, usage }))),
  },
};
