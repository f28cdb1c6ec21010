import type { SealedTable } from '#features/module';
import { tokenAad } from './enqueue-mail.ts';
import { MAILED_LINKS } from './link-seal.ts';
import type { MailInsert } from './store/mails.ts';

export const SEALED_MAILS: SealedTable = {
  name: 'links in mail',
  purpose: MAILED_LINKS,
  table: 'mails',
  key: ['id'],
  sealed: ['sealed_token'],
  facts: ['recipient', 'kind'],
  placeOf: (row) => ({
    owner: 'deployment',
    aad: tokenAad(row as Pick<MailInsert, 'id' | 'recipient' | 'kind'>),
  }),
};
