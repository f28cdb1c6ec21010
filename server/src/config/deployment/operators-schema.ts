import { z } from 'zod';
import { headerSecret } from '../schema-parts.ts';

const OPENID_SCOPE = /(^| )openid( |$)/;
const line = (limit: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'must be text on one line')
    .max(limit);

const issuer = z
  .string()
  .max(1000)
  .refine(
    isIssuer,
    'must be an https address without user, password, query or fragment, as the provider writes it',
  );

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https:\/\/[^\s?#@]+$/.test(text);
}

const groupRole = z
  .strictObject({
    group: line(300).describe('A value of the groups claim, compared whole and in its case.'),
    role: z.enum(['operator', 'viewer']).describe('What people of the group may do.'),
  })
  .describe('A group of the provider and the role of its people.');

const sso = z
  .strictObject({
    name: line(40)
      .default('single sign-on')
      .describe('What the sign-in page calls it: "Sign in with <name>".'),
    issuer: issuer.describe(
      "The provider's issuer, exactly as its metadata has it. HTTPS only; private addresses are fine.",
    ),
    client_id: line(300).describe('Id of the client that is registered at the provider.'),
    client_secret: headerSecret()
      .optional()
      .describe('Its secret, best as ${NAME}. Default: none, for a public client; PKCE is always used.'),
    scopes: line(1000)
      .regex(OPENID_SCOPE, 'must contain openid')
      .default('openid email profile')
      .describe(
        'Scopes to ask for, separated by spaces. Add the one that gives groups, if the provider has one.',
      ),
    groups_claim: line(200).default('groups').describe('The claim of the ID token that lists groups.'),
    roles: z
      .array(groupRole)
      .min(1)
      .max(100)
      .describe('Who gets in. People of several groups get the higher role, people of none are refused.'),
    trust_second_factor: z
      .boolean()
      .default(false)
      .describe(
        'Do not ask for the code of an authenticator app when the provider says that it used a second factor (mfa in the amr claim).',
      ),
  })
  .optional()
  .describe('Sign-in of operators through one provider of OpenID Connect. A reload is enough. Default: off.');

/** People who run the deployment. */
export const operatorsSchema = z
  .strictObject({ sso })
  .prefault({})
  .describe('The people who run the deployment.');
