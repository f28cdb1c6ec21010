import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line } from '../administration/fields.ts';
import { personName } from './account.ts';
import { linkToken } from './links.ts';
import { emailAddress, newPassword } from './sign-in.ts';

/** How people get into the Console who are not invited. */
export const Entrances = z.object({
  type: z.literal('entrances'),
  sign_up: z
    .enum(['off', 'open', 'domains', 'approval'])
    .describe('Whether people may create an organization themselves, and which.'),
});
export type Entrances = z.infer<typeof Entrances>;

export const signUpRequest = (limits: LimitValues) =>
  z.strictObject({
    email: emailAddress,
    name: personName(limits),
    organization_name: line(1, limits.organization_name_characters),
  });
export type SignUpRequest = z.output<ReturnType<typeof signUpRequest>>;

/** What the link of a sign-up leads to. */
export const SignUpLink = z.object({
  type: z.literal('sign_up_link'),
  email: z.string(),
  name: z.string(),
  organization: z.string(),
  next: z
    .enum(['password', 'approval'])
    .describe('Choose a password, or ask for approval, after which another link is mailed.'),
  expires_at: z.string(),
});
export type SignUpLink = z.infer<typeof SignUpLink>;

export const signUpCompletion = (limits: LimitValues) =>
  z.strictObject({ token: linkToken, password: newPassword(limits) });
