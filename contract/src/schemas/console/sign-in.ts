import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { organizationRole } from '../administration/user.ts';

/** Longer ones would cost the service more than the sender. */
const PASSWORD_CHARACTERS = 128;

/** A new password (D-CONS-1). */
export const newPassword = (limits: LimitValues) =>
  z.string().min(limits.password_min_characters).max(PASSWORD_CHARACTERS);

/** A password to check. Its length reveals nothing. */
export const givenPassword = z.string().min(1).max(PASSWORD_CHARACTERS);

export const emailAddress = z.email().max(254);

export const authenticatorCode = z
  .string()
  .regex(/^\d{6}$/, 'must be the 6 digits your authenticator app shows');
export const recoveryCode = z
  .string()
  .regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, 'must be a recovery code such as AbCdE-12345');
export const anyCode = z
  .string()
  .regex(
    /^(\d{6}|[A-Za-z0-9]{5}-[A-Za-z0-9]{5})$/,
    'must be the 6 digits your authenticator app shows, or a recovery code',
  );

export const credentials = () => z.strictObject({ email: emailAddress, password: givenPassword });
export const codeConfirmation = () => z.strictObject({ code: authenticatorCode });
export const recoveryConfirmation = () => z.strictObject({ code: recoveryCode });

export const signInStart = () => z.strictObject({ email: emailAddress });

/** Where the sign-in page goes on (D-SSO-11). It follows from the domain alone: whether the address has an account is not told. */
export const SignInStart = z.object({
  next: z.enum(['sso', 'password']),
  url: z.string().nullable().describe('Path at which single sign-on begins. Null: a password is asked for.'),
});

/** How far a sign-in got. The cookie comes with `signed_in`. */
export const SignInOutcome = z.object({
  type: z.literal('sign_in'),
  status: z.enum(['signed_in', 'code_required']),
});
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** Who is signed in, whether or not they look at an organization. */
export const SignedIn = z.object({
  type: z.literal('session'),
  id: z.string(),
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), second_factor: z.boolean() }),
  organization_id: z
    .string()
    .nullable()
    .describe('The organization they look at. Null: none, or they are no longer a member of it.'),
  organizations: z.array(z.object({ id: z.string(), name: z.string(), role: organizationRole })),
  csrf_token: z.string().describe('To be sent as svc-csrf with every change.'),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const Done = z.object({ type: z.literal('done') });
