import type { DataSeal } from '#kit';
import { sealPlace } from './enqueue-mail.ts';
import { isLinkKind, type MailFacts } from './mail-kinds.ts';
import { mailText } from './mail-texts.ts';
import { linkAddress, renderMail, type RenderedMail } from './render-mail.ts';
import type { StoredMail } from './store/mails.ts';

export interface OpenedMail extends RenderedMail {
  readonly link: string | null;
}

/** A stored mail in words, with its link when `withLink`, while the token is kept, and where it can be unsealed. */
export function openMail(
  mail: StoredMail,
  { seal, baseUrl, withLink }: { seal: DataSeal; baseUrl: string; withLink: boolean },
): OpenedMail {
  const { kind } = mail;
  const token = withLink ? openToken(mail, seal) : undefined;
  const link = token !== undefined && isLinkKind(kind) ? linkAddress(baseUrl, kind, token) : null;
  const context = { organization: mail.organization ?? '', expiresAtMs: mail.expires_at ?? 0 };
  // Only this room writes rows, each with the facts of its kind.
  const text = mailText(kind, mail.data as MailFacts[typeof kind], context);
  return { ...renderMail(text, link, baseUrl), link };
}

function openToken(mail: StoredMail, seal: DataSeal): string | undefined {
  if (mail.sealed_token === null) return undefined;
  try {
    return seal.open(mail.sealed_token, sealPlace(mail));
  } catch {
    // Closed with another data key, or moved here from another row: the rest of the mail can still be shown.
    return undefined;
  }
}
