import type { Mail } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

export type MailStatus = Mail['status'];

export const mailList = (status?: MailStatus) =>
  listOptions<Mail>(['mails', status ?? 'all'], (page, options) =>
    call('GET', '/outbox', { query: { ...page, ...(status ? { status } : {}) }, ...options }),
  );
