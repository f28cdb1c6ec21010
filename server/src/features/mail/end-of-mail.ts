import type { LimitValues } from '@svc/contract';
import { HOUR_MS } from '#kit';

interface MailTimes {
  readonly created_at: number;
  readonly expires_at: number | null;
}

/** Until when a mail is sent: as long as its link works, or for the hours that attempts go on. Epoch milliseconds. */
export function endOf(
  { created_at: createdAtMs, expires_at: expiresAtMs }: MailTimes,
  { mail_hours: hours }: Pick<LimitValues, 'mail_hours'>,
): number {
  return expiresAtMs ?? createdAtMs + hours * HOUR_MS;
}
