import type { Secret } from '#kit';
import type { SealingRing } from '#sealing';
import { LinkSeal } from './link-seal.ts';
import type { Outbox } from './list-mails.ts';

interface OutboxParts {
  readonly dataKey: Secret;
  readonly sealing: SealingRing;
  readonly baseUrl: string;
  readonly smtpUrl: Secret | undefined;
}

/** What links in mail are sealed with, and how the outbox shows them. */
export function openOutbox({ dataKey, sealing, baseUrl, smtpUrl }: OutboxParts): { readonly outbox: Outbox } {
  const seal = new LinkSeal(sealing, dataKey);
  return { outbox: { seal, baseUrl, delivers: smtpUrl !== undefined } };
}
