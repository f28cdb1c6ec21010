import type { DeliveryAttempt } from '@svc/contract';
import { webhookStrings } from '../../strings/webhooks.ts';

const { delivery: words } = webhookStrings;

/** What the endpoint answered, or why it did not. */
export function attemptResult({ succeeded, status_code: status, error }: DeliveryAttempt): string {
  if (succeeded) return String(status);
  const what = error === null ? words.unsigned : words.errors[error];
  return status === null ? what : `${status} ${what}`;
}
