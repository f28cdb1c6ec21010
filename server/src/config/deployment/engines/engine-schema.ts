import { z } from 'zod';
import { anthropic } from './anthropic-engine.ts';
import { bedrock } from './bedrock-engine.ts';
import { gemini } from './gemini-engine.ts';
import { azureOpenAi } from './azure-engine.ts';
import { llama } from './llama-engine.ts';
import { openai } from './openai-engine.ts';
import { sandbox } from './sandbox-engine.ts';
import { vertex } from './vertex-engine.ts';

/** One entry of `engines`. */
export const engineSchema = z.discriminatedUnion('type', [
  openai,
  azureOpenAi,
  anthropic,
  bedrock,
  gemini,
  vertex,
  llama,
  sandbox,
]);

/** The values of `type`. */
export const ENGINE_TYPES: readonly string[] = engineSchema.options.map((option) => option.shape.type.value);
