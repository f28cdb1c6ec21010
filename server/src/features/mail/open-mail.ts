import { tokenAad } from './enqueue-mail.ts';
import type { LinkSeal } from './link-seal.ts';
import { isLinkKind, type MailFacts } from './mail-kinds.ts';
import { mailedToken } from './mailed-token.ts';
import { mailText } from './mail-texts.ts';
import { linkAddress, renderMail, type RenderedMail } from './render-mail.ts';
import type { StoredMail } from './store/mails.ts';

export interface OpenedMail extends RenderedMail {
  readonly link: string | null;
}

/**
 * A stored mail in words, with its link while the token is kept and where it can be unsealed: `mailed` is the link that is sent, which
 * proves that it was, `shown` the one of the outbox.
 */
export function openMail(
  mail: StoredMail,
  { seal, baseUrl, links }: { seal: LinkSeal; baseUrl: string; links: 'mailed' | 'shown' | 'hidden' },
): OpenedMail {
  const { kind } = mail;
  const bare = links === 'hidden' ? undefined : openToken(mail, seal);
  const token = bare !== undefined && links === 'mailed' ? mailedToken(seal, bare) : bare;
  const link = token !== undefined && isLinkKind(kind) ? linkAddress(baseUrl, kind, token) : null;
  const context = { organization: mail.organization ?? '', expiresAtMs: mail.expires_at ?? 0 };
  // Only this feature writes rows, each with the facts of its kind.
  const text = mailText(kind, mail.data as MailFacts[typeof kind], context);
  return { ...renderMail(text, link, baseUrl), link };
}

function openToken(mail: StoredMail, seal: LinkSeal): string | undefined {
  if (mail.sealed_token === null) return undefined;
  try {
    return seal.open(mail.sealed_token, tokenAad(mail));
  } catch {
    // Closed with another data key, or moved here from another row: the rest of the mail can still be shown.
    return undefined;
  }
}
