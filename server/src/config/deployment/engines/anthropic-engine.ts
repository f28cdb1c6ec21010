import { z } from 'zod';
import { namedServer } from './engine-parts.ts';

export const anthropic = z
  .strictObject({
    type: z.literal('anthropic').describe('A server that speaks the Anthropic wire form.'),
    ...namedServer,
    prompt_caching: z
      .enum(['auto', 'caller', 'off'])
      .default('auto')
      .describe(
        'Markers (`cache_control`) that tell the server what to cache. auto: those of the caller, else our own in prompts of 1,024 tokens or more; caller: only those of callers of /compat/anthropic; off: none.',
      ),
  })
  .describe('A server that speaks the Anthropic wire form.');
