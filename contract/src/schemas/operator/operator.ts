import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { personName } from '../console/account.ts';
import { authenticatorCode, emailAddress, givenPassword, newPassword } from '../console/sign-in.ts';

/** Roles over the whole deployment: an operator changes things, a viewer looks at them. */
export const OPERATOR_ROLES = ['operator', 'operator_viewer'] as const;
export const operatorRole = z.enum(OPERATOR_ROLES);
export type OperatorRole = z.infer<typeof operatorRole>;

const linkToken = z.string().min(1).max(200);

/** Password and code come together: without the second factor nothing begins. */
export const operatorCredentials = () =>
  z.strictObject({ email: emailAddress, password: givenPassword, code: authenticatorCode });

export const operatorLinkReading = () => z.strictObject({ token: linkToken });

/** What an operator's one-time link is for, and the authenticator app to set up with it. */
export const OperatorLink = z.object({
  type: z.literal('operator_link'),
  email: z.string(),
  role: operatorRole,
  authenticator_uri: z.string().describe('What an authenticator app reads from the QR code.'),
  expires_at: z.string(),
});
export type OperatorLink = z.infer<typeof OperatorLink>;

export const operatorSetup = (limits: LimitValues) =>
  z.strictObject({
    token: linkToken,
    name: personName(limits),
    password: newPassword(limits),
    code: authenticatorCode,
  });
export type OperatorSetup = z.output<ReturnType<typeof operatorSetup>>;

/** Other ways to sign in than a password. */
export const OperatorEntrances = z.object({
  type: z.literal('operator_entrances'),
  sso: z
    .object({
      name: z.string().describe('What to call the provider.'),
      url: z.string().describe('Where the browser goes.'),
    })
    .nullable(),
});

/** A sign-in whose first factor was the provider. */
export const PendingOperatorSignIn = z.object({
  type: z.literal('pending_operator_sign_in'),
  email: z.string(),
  authenticator_uri: z
    .string()
    .nullable()
    .describe('What an authenticator app reads from the QR code. Null: the operator has set one up.'),
});
export type PendingOperatorSignIn = z.infer<typeof PendingOperatorSignIn>;

export const operatorCode = () => z.strictObject({ code: authenticatorCode });

/** The operator who is signed in. */
export const OperatorSession = z.object({
  type: z.literal('operator_session'),
  id: z.string(),
  operator: z.object({ id: z.string(), email: z.string(), name: z.string(), role: operatorRole }),
  csrf_token: z.string().describe('To be sent as svc-csrf with every change.'),
});
export type OperatorSession = z.infer<typeof OperatorSession>;
