import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { reference } from '../administration/fields.ts';
import { batchCreation } from '../batches/batch.ts';

const SHORTEST_S = 3600;
const DAY_S = 86_400;

/** The body that creates a batch of OpenAI's protocol. Unknown fields are ignored (COMPG-05). */
export function openAiBatchCreation(limits: LimitValues) {
  return z.object({
    input_file_id: reference,
    endpoint: z.literal('/v1/chat/completions', { error: 'must be /v1/chat/completions' }),
    completion_window: z.literal('24h').nullish(),
    metadata: batchCreation(limits).shape.metadata,
    output_expires_after: z
      .object({
        seconds: z
          .int()
          .min(SHORTEST_S)
          .max(limits.file_expiry_days * DAY_S)
          .optional(),
      })
      .nullish(),
  });
}
export type OpenAiBatchCreation = z.output<ReturnType<typeof openAiBatchCreation>>;
