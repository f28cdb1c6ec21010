import { createHmac } from 'node:crypto';
import { HEADERS, SECRET_PREFIXES } from '@svc/contract';
import type { Secret } from '#kit';
import type { ClaimedDelivery } from '../store/claims.ts';

/**
 * The headers of Standard Webhooks beside our own, so that receivers verify deliveries with libraries they have: `webhook-id` is the id of the
 * event, and the HMAC key what stands after `whsec_`, read as base64. Our hexadecimal digits are base64 too, of 48 bytes. Several signatures
 * are separated by spaces, newest secret first.
 */
export function standardHeaders(
  { eventId, body }: Pick<ClaimedDelivery, 'eventId' | 'body'>,
  secrets: readonly Secret[],
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.reveal().slice(SECRET_PREFIXES.webhookSigning.length), 'base64');
    const digest = createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64');
    return `v1,${digest}`;
  });
  return {
    [HEADERS.standardWebhookId]: eventId,
    [HEADERS.standardWebhookTimestamp]: timestamp,
    [HEADERS.standardWebhookSignature]: signatures.join(' '),
  };
}
