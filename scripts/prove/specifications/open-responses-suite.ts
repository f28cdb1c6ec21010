import { programSuite } from './program-suite.ts';

/** What the runner of Open Responses asks over HTTP, which is in no package: through the AI SDK's client of that specification. */
export const openResponsesSuite = programSuite(
  'Open Responses',
  ['@ai-sdk/open-responses@2.0.36', 'ai@7.0.173', 'zod@4.6.7'],
  'open-responses.mjs',
);
