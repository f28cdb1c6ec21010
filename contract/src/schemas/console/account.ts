import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line, timestamp } from '../administration/fields.ts';
import { anyCode, givenPassword, newPassword } from './sign-in.ts';

export const personName = (limits: LimitValues) => line(1, limits.person_name_characters);

export const passwordChange = (limits: LimitValues) =>
  z.strictObject({
    current_password: givenPassword,
    new_password: newPassword(limits),
    remove_passkeys: z.boolean().optional(),
  });

/** The password again, ahead of what a stolen session must not do. */
export const passwordConfirmation = () => z.strictObject({ password: givenPassword });
/** Password and code: the code only with an authenticator app. */
export const factorProof = () => z.strictObject({ password: givenPassword, code: anyCode.optional() });
/** Of what only they have. */
export const appProof = () => z.strictObject({ password: givenPassword, code: anyCode });

/** An authenticator app about to be set up. It counts when its first code was confirmed. */
export const AuthenticatorSetup = z.object({
  type: z.literal('authenticator_setup'),
  uri: z.string().describe('What the app reads from the QR code.'),
  recovery_codes: z
    .array(z.string())
    .describe('Each signs in once where the app is lost. Shown now and never again.'),
});

export const RecoveryCodes = z.object({
  type: z.literal('recovery_codes'),
  recovery_codes: z.array(z.string()),
});

/** A passkey of the person. */
export const Passkey = z.object({
  id: z.string(),
  type: z.literal('passkey'),
  name: z.string(),
  created_at: timestamp,
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyList = z.object({ object: z.literal('list'), data: z.array(Passkey) });

const PASSKEY_CHARACTERS = 16_384;
const base64url = z.string().max(PASSKEY_CHARACTERS);

/** What a browser answers, in the JSON form of Web Authentication Level 3; what it means is checked by the ceremony. */
function browserResponse<Response extends z.ZodType>(response: Response) {
  return z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
    clientExtensionResults: z.record(z.string(), z.unknown()),
    response,
  });
}

export const passkeyAddition = (limits: LimitValues) =>
  z.strictObject({
    name: personName(limits),
    response: browserResponse(
      z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.array(z.string().max(32)).max(16).optional(),
      }),
    ),
  });

export const passkeyResponse = () =>
  z.strictObject({
    response: browserResponse(
      z.object({
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.nullish(),
      }),
    ),
  });

/** What a browser is to do with a passkey: the options of Web Authentication, as JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
