import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

const SIGN_UP_STATUSES = ['waiting', 'approved', 'refused', 'completed'] as const;

/** Somebody who asked for an organization and reads the mail of the address they gave. */
export const SignUp = z
  .object({
    id: z.string(),
    type: z.literal('sign_up'),
    status: z
      .enum(SIGN_UP_STATUSES)
      .describe(
        'Waiting for approval; approved, with a link on its way; completed: the organization exists.',
      ),
    email: z.string(),
    name: z.string(),
    organization_name: z.string(),
    organization_id: z
      .string()
      .nullable()
      .describe('The organization that the sign-up created. Null before.'),
    reason: z.string().nullable().describe('Reason for the refusal, as mailed to the applicant.'),
    created_at: timestamp,
    decided_at: timestamp.nullable().describe('When it was approved or refused.'),
    expires_at: timestamp.describe('When it is deleted.'),
  })
  .meta({ id: 'SignUp' });
export type SignUp = z.infer<typeof SignUp>;

export function signUpQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ status: z.enum(SIGN_UP_STATUSES).optional() });
}
export type SignUpQuery = z.output<ReturnType<typeof signUpQuery>>;

const REASON_CHARACTERS = 500;

export const signUpRefusal = () =>
  z.strictObject({ reason: line(1, REASON_CHARACTERS).describe('Mailed to the applicant.') });
export type SignUpRefusal = z.output<ReturnType<typeof signUpRefusal>>;
