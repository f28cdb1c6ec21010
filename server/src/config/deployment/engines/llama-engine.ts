import { z } from 'zod';
import { timeouts } from './engine-parts.ts';

export const llama = z
  .strictObject({
    type: z.literal('llama').describe('A GGUF file run in the process.'),
    model_path: z
      .string()
      .min(1)
      .describe('The GGUF file. A relative path starts at the configuration file.'),
    context_size: z
      .int()
      .min(128)
      .max(4_194_304)
      .default(4096)
      .describe('Tokens of context the model is loaded with.'),
    // The library refuses a ninth sequence in a context.
    max_concurrency: z
      .int()
      .min(1)
      .max(8)
      .default(8)
      .describe('Maximum concurrent conversations; each has its own context in memory.'),
    timeouts,
  })
  .describe('A GGUF file run in the process.');
