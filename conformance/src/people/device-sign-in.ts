import assert from 'node:assert/strict';
import { assertOAuthError } from '../http/assert-error.ts';
import type { Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';
import { personOf } from './person.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export interface Device {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

export interface Tokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

export interface Program {
  /** Its client_id. Default `svc-code`. */
  readonly client?: string;
  /** Who signs it in: a part of the credentials file. Default `developer`. */
  readonly as?: string;
  /** Whether its calls act in a workspace that is chosen, the first one the person has. Default no. */
  readonly inWorkspace?: boolean;
}

type Form = Readonly<Record<string, string>>;

/** A form sent to `/oauth/<endpoint>`. */
export function postForm(
  deployment: Deployment,
  endpoint: string,
  form: Form | string,
): Promise<HttpResponse> {
  return deployment.send(`/oauth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

export async function assertOAuthRefused(asked: Promise<HttpResponse>, error: string): Promise<void> {
  const response = await asked;
  assert.deepEqual([response.status, assertOAuthError(response)], [400, error]);
}

export async function beginSignIn(
  deployment: Deployment,
  { client = 'svc-code' }: Program = {},
): Promise<Device> {
  const response = await postForm(deployment, 'device_authorization', { client_id: client });
  assert.equal(response.status, 200, response.text);
  return response.json<Device>();
}

/** What a program asks again and again until its person has decided. */
export function poll(
  deployment: Deployment,
  { device_code }: Device,
  { client = 'svc-code' }: Program = {},
): Promise<HttpResponse> {
  return postForm(deployment, 'token', { client_id: client, grant_type: DEVICE_GRANT, device_code });
}

/** What the person does at the Console with the code their program shows. */
export async function decide(
  deployment: Deployment,
  { user_code: userCode }: Device,
  decision: 'approve' | 'deny',
  { as = 'developer', inWorkspace = false }: Program = {},
): Promise<void> {
  const person = await personOf(deployment, as);
  const { id } = await person.get<{ id: string }>(`/device_request?user_code=${userCode}`);
  const [workspace] = inWorkspace ? await person.workspaces() : [];
  assert.ok(workspace || !inWorkspace, `${as} has a workspace to act in`);
  const body = decision === 'approve' ? { workspace_id: workspace?.id ?? null } : undefined;
  await person.change('POST', `/device_requests/${id}/${decision}`, body);
}

export function assertTokens(response: HttpResponse): Tokens {
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers['cache-control'], 'no-store');
  const tokens = response.json<Tokens>();
  assert.deepEqual(Object.keys(tokens).toSorted(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  assert.deepEqual(
    [tokens.token_type, tokens.expires_in, tokens.scope],
    ['Bearer', 3600, 'inference'],
    'D-68',
  );
  return tokens;
}

/** Signs a program in for as long as `use` runs. */
export async function withProgram(
  deployment: Deployment,
  program: Program,
  use: (tokens: Tokens) => Promise<void>,
): Promise<void> {
  const device = await beginSignIn(deployment, program);
  await decide(deployment, device, 'approve', program);
  const tokens = assertTokens(await poll(deployment, device, program));
  try {
    await use(tokens);
  } finally {
    await revoke(deployment, tokens.refresh_token, program);
  }
}

export function refresh(
  deployment: Deployment,
  refreshToken: string,
  { client = 'svc-code' }: Program = {},
): Promise<HttpResponse> {
  return postForm(deployment, 'token', {
    client_id: client,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
}

export function revoke(
  deployment: Deployment,
  token: string,
  { client = 'svc-code' }: Program = {},
): Promise<HttpResponse> {
  return postForm(deployment, 'revoke', { client_id: client, token });
}
