import type { Clock } from '#kit';
import { askTokenServer } from '../../http/credentials/ask-token-server.ts';
import { refusedKeys, toExpiration, type AwsKeys } from './aws-keys.ts';
import { signRequest } from './sign-request.ts';

/** The service that hands out the keys of roles. */
export interface TokenService {
  readonly url: string;
  readonly region: string;
  readonly clock: Clock;
}

interface Role {
  readonly roleArn: string;
  readonly sessionName?: string | undefined;
}

const API_VERSION = '2011-06-15';
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** For a token of an identity provider that the role trusts. Not signed. */
export async function assumeRoleWithToken(
  service: TokenService,
  { roleArn, sessionName, token }: Role & { readonly token: string },
): Promise<AwsKeys> {
  const body = toForm('AssumeRoleWithWebIdentity', {
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: token,
  });
  const headers = { 'content-type': FORM };
  return readRole(await askTokenServer(`${service.url}/`, { method: 'POST', headers, body }));
}

/** For other keys: those of the profile that a profile names as its source. */
export async function assumeRole(
  { url, region, clock }: TokenService,
  keys: AwsKeys,
  { roleArn, sessionName, more }: Role & { readonly more: Readonly<Record<string, string | undefined>> },
): Promise<AwsKeys> {
  const body = toForm('AssumeRole', { RoleArn: roleArn, RoleSessionName: sessionName, ...more });
  const { host, pathname: path } = new URL(`${url}/`);
  const request = { method: 'POST', host, path, contentType: FORM, body };
  const lines = await signRequest(request, keys, { region, service: 'sts', nowMs: clock.nowMs() });
  const headers = { 'content-type': FORM, ...lines };
  return readRole(await askTokenServer(`${url}/`, { method: 'POST', headers, body }));
}

const SESSION_NAME = 'svc';

function toForm(action: string, fields: Readonly<Record<string, string | undefined>>): string {
  const form = new URLSearchParams({ Action: action, Version: API_VERSION });
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  if (!form.has('RoleSessionName')) form.set('RoleSessionName', SESSION_NAME);
  return form.toString();
}

/** The answer is XML without anything that would have to be decoded. */
function readRole(xml: string): AwsKeys {
  const textOf = (name: string): string | undefined =>
    new RegExp(`<${name}>\\s*([^<\\s]+)\\s*</${name}>`).exec(xml)?.[1];
  const accessKeyId = textOf('AccessKeyId');
  const secretAccessKey = textOf('SecretAccessKey');
  const sessionToken = textOf('SessionToken');
  if (accessKeyId === undefined || secretAccessKey === undefined || sessionToken === undefined)
    throw refusedKeys();
  return { accessKeyId, secretAccessKey, sessionToken, ...toExpiration(textOf('Expiration')) };
}
