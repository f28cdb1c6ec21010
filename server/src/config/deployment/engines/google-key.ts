import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { headerSecret, httpUrl, secretText } from '../../schema-parts.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';

const text = () => z.string().min(1);

/** Sent in a header. */
const quotaProject = () => z.string().regex(/^[\x21-\x7e]+$/);

const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: text(),
  private_key: z.string().refine(isPrivateKey, 'is no private key').pipe(secretText()),
  private_key_id: text().optional(),
  token_uri: httpUrl().default(TOKEN_URL),
});

/** Of a person, as the gcloud command writes it. */
const authorizedUser = z.object({
  type: z.literal('authorized_user'),
  client_id: text(),
  client_secret: secretText(),
  refresh_token: secretText(),
  token_uri: httpUrl().default(TOKEN_URL),
  quota_project_id: quotaProject().optional(),
});

const format = z
  .object({ type: z.enum(['text', 'json']).default('text'), subject_token_field_name: text().optional() })
  .default({ type: 'text' });

/** Workload identity federation: a token of another party, from a file or an address, stands for an account. */
const externalAccount = z.object({
  type: z.literal('external_account'),
  audience: text(),
  subject_token_type: text(),
  token_url: httpUrl(),
  credential_source: z.union([
    z.object({ file: text(), format }),
    z.object({
      url: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), headerSecret()).default({}),
      format,
    }),
  ]),
  service_account_impersonation_url: httpUrl().optional(),
  service_account_impersonation: z
    .object({ token_lifetime_seconds: z.int().positive().optional() })
    .optional(),
  quota_project_id: quotaProject().optional(),
});

const googleKey = z.discriminatedUnion('type', [serviceAccount, authorizedUser, externalAccount]);

/** Credentials as the vendor writes them down. */
export type GoogleKey = z.output<typeof googleKey>;

/** What somebody wrote down for this engine may be an account of a service only, not of a person. */
const OF_SERVICES: ReadonlySet<GoogleKey['type']> = new Set(['service_account', 'external_account']);

/** The credentials in a JSON text, or what is wrong with it. Nothing of the text is quoted: it holds secrets. */
export function parseGoogleKey(json: string, mayBePerson: boolean): GoogleKey | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'must be the JSON of a service account, and is no JSON';
  }
  const parsed = googleKey.safeParse(value);
  if (parsed.success && (mayBePerson || OF_SERVICES.has(parsed.data.type))) return parsed.data;
  const [issue] = parsed.error?.issues ?? [];
  const field = issue?.path[0] === 'type' ? undefined : issue?.path.join('.');
  return field
    ? `must be the JSON of a service account, and its ${field} is missing or invalid`
    : 'must be the JSON of a service account: its type is service_account, or external_account';
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
