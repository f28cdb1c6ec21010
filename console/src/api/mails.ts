import type { Mail } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

export type MailStatus = Mail['status'];

/** The link of the latest invite for an address, while no mail server delivers it. */
export async function findInviteLink(email: string): Promise<string | undefined> {
  const { data } = await call('listMails', { query: { status: 'held' } });
  const mail = data.find(({ kind, to }) => kind === 'invite' && to.toLowerCase() === email.toLowerCase());
  return mail?.link ?? undefined;
}

export const mailList = (status?: MailStatus) =>
  listOptions<Mail>(['mails', status ?? 'all'], (page, options) =>
    call('listMails', { query: { ...page, status }, ...options }),
  );
