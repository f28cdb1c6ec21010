import type { Client } from '../client.ts';
import { library } from '../library.ts';

const OPENAI = '/compat/openai/v1';
const ANTHROPIC = '/compat/anthropic';
const ZOD = 'zod@4.6.7';
/** Of clients that wait for its fourth version. */
const OLD_ZOD = 'zod@3.25.76';
const CORE = '@langchain/core@1.4.0';

export const OPENAI_LIBRARIES: readonly Client[] = [
  library('docs/clients/openai.md', ['openai@6.49.0', ZOD], OPENAI),
  library('docs/clients/ai-sdk-openai.md', ['@ai-sdk/openai@3.0.141', 'ai@6.0.326', ZOD], OPENAI),
  library('docs/clients/langchain-openai.md', ['@langchain/openai@1.5.8', CORE, ZOD], OPENAI),
  library(
    'docs/clients/instructor.md',
    ['@instructor-ai/instructor@1.7.0', 'openai@4.104.0', OLD_ZOD],
    OPENAI,
    ['text', 'stream', 'json'],
  ),
  library('docs/clients/llamaindex.md', ['llamaindex@0.12.1', '@llamaindex/openai@0.4.22', OLD_ZOD], OPENAI),
];

export const ANTHROPIC_LIBRARIES: readonly Client[] = [
  library('docs/clients/anthropic-sdk.md', ['@anthropic-ai/sdk@1.12.0', ZOD], ANTHROPIC),
  library(
    'docs/clients/ai-sdk-anthropic.md',
    ['@ai-sdk/anthropic@3.0.139', 'ai@6.0.326', ZOD],
    `${ANTHROPIC}/v1`,
  ),
  library('docs/clients/langchain-anthropic.md', ['@langchain/anthropic@1.5.11', CORE, ZOD], ANTHROPIC),
];

/** Over Responses, and Mastra, which chooses chat completions for a URL. */
export const AGENT_LIBRARIES: readonly Client[] = [
  library('docs/clients/openai-agents.md', ['@openai/agents@0.20.0', ZOD], OPENAI),
  library('docs/clients/mastra.md', ['@mastra/core@0.24.9', ZOD], OPENAI),
];
