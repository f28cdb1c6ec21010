import { programSuite } from './program-suite.ts';

/** What LangChain's standard tests of chat models ask, which are in no package: through its models of chat completions, responses and messages. */
export const langchainSuite = programSuite(
  'LangChain',
  ['@langchain/openai@1.6.0', '@langchain/anthropic@1.5.11', '@langchain/core@1.4.0', 'zod@4.6.7'],
  'langchain.mjs',
);
