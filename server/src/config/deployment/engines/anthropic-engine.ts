import { z } from 'zod';
import { namedServer, promptCaching } from './engine-parts.ts';

export const anthropic = z
  .strictObject({
    type: z.literal('anthropic').describe('A server that speaks the Anthropic wire form.'),
    ...namedServer,
    prompt_caching: promptCaching,
  })
  .describe('A server that speaks the Anthropic wire form.');
