import assert from 'node:assert/strict';
import { assertError } from '../http/assert-error.ts';
import type { Fields, List } from './admin-call.ts';
import type { Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

interface ResourceCall {
  /** Name in the credentials file. Default `main`. */
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Request = readonly [method: string, path?: string, body?: unknown];
type Refusal = readonly [status: number, code: string, param?: string];

/** Calls to one kind of object, with its flags. */
export class ResourceCalls {
  readonly #rootOf: (as: string) => string;
  readonly #flags: string;

  /** `rootOf`: the path of the list, by the credential that asks. */
  constructor(rootOf: (as: string) => string, flags: string) {
    this.#rootOf = rootOf;
    this.#flags = flags;
  }

  /** One as it comes; `path` is what follows the list. */
  ask(
    deployment: Deployment,
    method: string,
    path = '',
    { as = 'main', body, headers = {} }: ResourceCall = {},
  ): Promise<HttpResponse> {
    return deployment.send(this.#rootOf(as) + path, {
      method,
      headers: {
        authorization: `Bearer ${deployment.credential(as)}`,
        'svc-beta': this.#flags,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** One that must succeed. */
  async call<T = Fields>(
    deployment: Deployment,
    [method, path = '', body]: Request,
    { status = 200, as = 'main' }: { readonly status?: number; readonly as?: string } = {},
  ): Promise<T> {
    const response = await this.ask(deployment, method, path, body === undefined ? { as } : { as, body });
    assert.equal(
      response.status,
      status,
      `${method} ${path} is answered ${response.status} ${response.text.slice(0, 300)}`,
    );
    return response.json<T>();
  }

  /** One that must be refused. */
  async assertRefused(
    deployment: Deployment,
    [method, path, body]: Request,
    [status, code, param]: Refusal,
    as = 'main',
  ): Promise<void> {
    const response = await this.ask(deployment, method, path, body === undefined ? { as } : { as, body });
    assertError(response, { status, code, param: param ?? null });
  }

  /** Ids of all of them. */
  async ids(deployment: Deployment, as = 'main'): Promise<unknown[]> {
    const { data } = await this.call<List>(deployment, ['GET', '?limit=100'], { as });
    return data.map(({ id }) => id);
  }
}
