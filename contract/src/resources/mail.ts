import { limit } from '../limits/limit.ts';
import { MAIL_ID } from '../reference/objects/ids.ts';
import { OWNERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Mail in the outbox. */
export const MAIL = {
  type: 'mail',
  ids: { mail: 'mail_' },
  errors: {
    mail_not_found: {
      status: 404,
      when: 'The deployment has no such mail, or it is past its retention time.',
      message: 'No mail with this id is stored. List the failing and the failed mails.',
    },
  },
  permissions: {
    'outbox.read': { words: 'Read mail that is held because no mail server is configured', roles: OWNERS },
  },
  limits: {
    mail_hours: limit(72, 'How long the service tries to send a mail.'),
    mail_days: limit(90, 'How long sent mail is kept.'),
    mails_per_recipient_per_hour: limit(
      5,
      'Maximum mails per hour to one address that callers without a sign-in can cause.',
    ),
    mails_per_recipient_per_day: limit(
      20,
      'Maximum mails per day to one address that callers without a sign-in can cause.',
    ),
  },
  pathParameters: {
    mail_id: { description: 'Id of a mail.', example: MAIL_ID },
  },
} as const satisfies Resource;
