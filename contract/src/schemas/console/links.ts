import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { organizationRole } from '../administration/user.ts';
import { personName } from './account.ts';
import { emailAddress, newPassword } from './sign-in.ts';

export const linkToken = z.string().min(1).max(200);

export const linkReading = () => z.strictObject({ token: linkToken });

/** What an owner's one-time link is for. */
export const OwnerLink = z.object({
  type: z.literal('owner_link'),
  organization: z.string(),
  name: z.string(),
  email: z.string(),
  expires_at: z.string(),
});
export type OwnerLink = z.infer<typeof OwnerLink>;

export const ownerSetup = (limits: LimitValues) =>
  z.strictObject({
    token: linkToken,
    name: personName(limits),
    email: emailAddress,
    password: newPassword(limits),
  });

export const resetRequest = () => z.strictObject({ email: emailAddress });
/** The same whether or not there is an account. */
export const ResetRequested = z.object({
  type: z.literal('done'),
  sends_mail: z
    .boolean()
    .describe('False: the service has no mail server. The link waits in the outbox, where owners find it.'),
});
export type ResetRequested = z.infer<typeof ResetRequested>;

export const passwordReset = (limits: LimitValues) =>
  z.strictObject({ token: linkToken, password: newPassword(limits) });

/** What the link of an invite leads to. */
export const InviteLink = z.object({
  type: z.literal('invite_link'),
  organization: z.string(),
  email: z.string(),
  role: organizationRole,
  invited_by: z.string().describe('Email of who invited.'),
  has_account: z
    .boolean()
    .describe('The person signs in to accept; otherwise they choose a name and a password.'),
  expires_at: z.string(),
});
export type InviteLink = z.infer<typeof InviteLink>;

export const inviteAcceptance = (limits: LimitValues) =>
  z.strictObject({
    token: linkToken,
    name: personName(limits).optional(),
    password: newPassword(limits).optional(),
  });
