import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

const MAIL_STATUSES = ['held', 'queued', 'sent', 'failed'] as const;

/** Why mail delivery failed, by class: the words of mail servers are not passed on. */
export const MAIL_FAILURES = [
  'refused',
  'deferred',
  'authentication',
  'tls',
  'timeout',
  'unreachable',
  'unreadable',
  'expired',
] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

export const MAIL_KINDS = [
  'invite',
  'password_reset',
  'new_sign_in',
  'factor_changed',
  'role_changed',
  'admin_key_created',
  'admin_key_revoked',
  'spend_threshold',
  'low_balance',
  'webhook_disabled',
  'inference_hook_failing',
  'sso_certificate_ending',
  'sign_up',
  'sign_up_known',
  'sign_up_approved',
  'sign_up_refused',
] as const;
/** What is mailed, and nothing else: D-CONS-8, and every change of what proves who a person is. */
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail of the service as owners see it in the outbox (D-CONS-8). */
export const Mail = z
  .object({
    id: z.string(),
    type: z.literal('mail'),
    kind: z.enum(MAIL_KINDS),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    link: z
      .string()
      .nullable()
      .describe(
        'Link to pass on by hand if no mail server has delivered it. It works once. Null: the mail has no link, or was sent.',
      ),
    status: z
      .enum(MAIL_STATUSES)
      .describe('Held: there is no mail server. Queued: an attempt is due, or under way.'),
    failure: z.enum(MAIL_FAILURES).nullable().describe('Why the last attempt failed, by class.'),
    attempts: z.int().min(0),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof Mail>;

export function mailQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ status: z.enum(MAIL_STATUSES).optional() });
}
export type MailQuery = z.output<ReturnType<typeof mailQuery>>;
