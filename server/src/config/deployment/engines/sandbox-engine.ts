import { z } from 'zod';
import { concurrency, timeouts } from './engine-parts.ts';

export const sandbox = z
  .strictObject({
    type: z
      .literal('sandbox')
      .describe('The built-in deterministic substitute for a model, which needs nothing.'),
    max_concurrency: concurrency,
    timeouts,
  })
  .describe('The built-in deterministic substitute for a model, which needs nothing.');
