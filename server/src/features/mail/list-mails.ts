import type { Mail, MailQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import type { LinkSeal } from './link-seal.ts';
import { openMail } from './open-mail.ts';
import { findMailPage, type StoredMail } from './store/mails.ts';

export interface Outbox {
  readonly seal: LinkSeal;
  readonly baseUrl: string;
  /** Whether there is a mail server. */
  readonly delivers: boolean;
}

/** The organization's mail, newest first. For owners only: a link opens what it was mailed for. */
export function listMails(scope: OrganizationScope, query: MailQuery, outbox: Outbox): Promise<ListBody> {
  const { status } = query;
  const stored = status === waitingName(outbox.delivers) ? 'waiting' : status;
  return listPage(query, {
    read: (page) => findMailPage(scope, stored, page),
    hasPlace: isWellFormedId('mail'),
    toItem: (mail) => toMail(mail, outbox),
    idOf: ({ id }) => id,
  });
}

/** All that waits has one name at a time. */
function waitingName(delivers: boolean): 'queued' | 'held' {
  return delivers ? 'queued' : 'held';
}

function toMail(mail: StoredMail, { seal, baseUrl, delivers }: Outbox): Mail {
  const status = mail.status === 'waiting' ? waitingName(delivers) : mail.status;
  const links = status === 'held' || status === 'failed' ? 'shown' : 'hidden';
  const { subject, text, link } = openMail(mail, { seal, baseUrl, links });
  return {
    id: mail.id,
    type: 'mail',
    kind: mail.kind,
    to: mail.recipient,
    subject,
    text,
    link,
    status,
    failure: mail.failure,
    attempts: mail.attempts,
    created_at: toTimestamp(mail.created_at),
    sent_at: mail.sent_at === null ? null : toTimestamp(mail.sent_at),
  };
}
