import { AeadBox, type Secret } from '#kit';
import type { Outbox } from './list-mails.ts';

interface OutboxParts {
  readonly dataKey: Secret;
  readonly baseUrl: string;
  readonly smtpUrl: Secret | undefined;
}

/** What links in mail are sealed with, and how the outbox shows them. */
export function openOutbox({ dataKey, baseUrl, smtpUrl }: OutboxParts): { readonly outbox: Outbox } {
  const seal = new AeadBox(dataKey, 'svc links in mail');
  return { outbox: { seal, baseUrl, delivers: smtpUrl !== undefined } };
}
