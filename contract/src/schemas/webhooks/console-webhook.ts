import { z } from 'zod';
import { instant } from '../administration/fields.ts';

/** The body of a delivery. */
export const WebhookPayload = z
  .object({ type: z.literal('webhook_payload'), body: z.string().describe('Byte for byte.') })
  .meta({ id: 'WebhookPayload' });
export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** Selects deliveries that failed or were missed since a time and were not redelivered yet. */
export const redeliveryOfFailed = () => z.strictObject({ since: instant });
export type RedeliveryOfFailed = z.output<ReturnType<typeof redeliveryOfFailed>>;

export const FailedRedelivery = z
  .object({
    type: z.literal('failed_redelivery'),
    redelivered: z.int().min(0),
    has_more: z.boolean().describe('Ask again for the rest.'),
  })
  .meta({ id: 'FailedRedelivery' });
export type FailedRedelivery = z.infer<typeof FailedRedelivery>;
