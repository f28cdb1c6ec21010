import assert from 'node:assert/strict';
import { assertError } from '../http/assert-error.ts';
import type { Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

/** An object of the Admin API, or any part of one. */
export type Fields = Readonly<Record<string, unknown>>;

export interface List {
  readonly object: string;
  readonly data: readonly Fields[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

export interface AdminCall {
  /** Name of the admin key in the credentials file. Default `admin`. */
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly localAddress?: string;
}

/** A call to the Admin API as it comes, with its flag; `path` is what follows `/v1/organizations`. */
export function askAdmin(
  deployment: Deployment,
  method: string,
  path: string,
  call: AdminCall = {},
): Promise<HttpResponse> {
  const { as = 'admin', body, headers = {}, localAddress } = call;
  return deployment.send(`/v1/organizations${path}`, {
    method,
    headers: {
      authorization: `Bearer ${deployment.credential(as)}`,
      'svc-beta': 'admin-2026-11-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(localAddress === undefined ? {} : { localAddress }),
  });
}

/** One that must succeed: 201 for what is created, else 200. */
export async function admin<T = Fields>(
  deployment: Deployment,
  method: string,
  path: string,
  body?: unknown,
  status = 200,
): Promise<T> {
  const response = await askAdmin(deployment, method, path, body === undefined ? {} : { body });
  assert.equal(
    response.status,
    status,
    `${method} ${path} is answered ${response.status} ${response.text.slice(0, 300)}`,
  );
  return response.json<T>();
}

/** One that must be refused with `refusal`: status, code and, where a field is at fault, its name. */
export async function assertAdminRefused(
  deployment: Deployment,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  refusal: readonly [status: number, code: string, param?: string],
): Promise<void> {
  const [status, code, param] = refusal;
  const response = await askAdmin(deployment, method, path, body === undefined ? {} : { body });
  assertError(response, { status, code, param: param ?? null });
}

/** Every item of a list, page by page. */
export async function listAll(deployment: Deployment, path: string): Promise<Fields[]> {
  const items: Fields[] = [];
  const join = path.includes('?') ? '&' : '?';
  for (let more = ''; ; more = `&after_id=${items.at(-1)?.['id'] as string}`) {
    const page = await admin<List>(deployment, 'GET', `${path}${join}limit=100${more}`);
    items.push(...page.data);
    if (!page.has_more) return items;
  }
}

/** The key object of a secret of the credentials file, by its ends. */
export async function keyOf(deployment: Deployment, name: string): Promise<Fields & { readonly id: string }> {
  const secret = deployment.credential(name);
  const keys = await listAll(deployment, '/api_keys?status=all');
  const found = keys.find(
    ({ prefix, hint }) => secret.startsWith(String(prefix)) && secret.endsWith(String(hint)),
  );
  assert.ok(found, `the key "${name}" is in the list`);
  return found as Fields & { readonly id: string };
}

/** Nothing else in any run has this name. */
export function newName(): string {
  return `check ${crypto.randomUUID().slice(0, 18)}`;
}

export function assertKeys(object: unknown, names: string): void {
  assert.deepEqual(Object.keys(object as Fields).toSorted(), names.split(' ').toSorted());
}

export const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
