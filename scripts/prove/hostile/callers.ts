import type { RequestedOperation } from '../../../contract/src/index.ts';
import { BOUNDARY, takesForm } from './worst-bodies.ts';
import { ADMIN_KEY, EMAIL, HOSTILE_KEY, PASSWORD } from './hostile-deployment.ts';

const UNKNOWN_KEY = `sk_live_${'9'.repeat(64)}`;
const SIGN_IN = '/console/api/auth/sign_in';

export interface Caller {
  readonly who: string;
  /** Lines of the head. */
  readonly headers: readonly string[];
}

/** Who sends requests, with a credential and without. */
export class Callers {
  readonly #url: string;
  readonly #operatorKey: string;
  #cookie = '';
  #csrfToken = '';

  constructor(url: string, operatorKey: string) {
    this.#url = url;
    this.#operatorKey = operatorKey;
  }

  /** Somebody who may not call the operation, and last somebody who may. Nobody alone for operators' pages: their operations have keys, too. */
  async of(operation: RequestedOperation): Promise<readonly Caller[]> {
    const { credential } = operation;
    const common = this.#common(operation);
    const nobody = { who: 'nobody', headers: common };
    if (credential === 'none' || credential === 'operator_session') return [nobody];
    if (credential === 'console_session')
      return [nobody, { who: 'person', headers: [...common, ...(await this.#personHeaders())] }];
    const withKey = (key: string): string[] => [...common, `Authorization: Bearer ${key}`];
    return [
      { who: 'unknown key', headers: withKey(UNKNOWN_KEY) },
      { who: 'key', headers: withKey(this.#keyFor(credential)) },
    ];
  }

  #keyFor(credential: RequestedOperation['credential']): string {
    if (credential === 'operator') return this.#operatorKey;
    return credential === 'admin' ? ADMIN_KEY : HOSTILE_KEY;
  }

  #common(operation: RequestedOperation): string[] {
    const { path } = operation;
    return [
      'Host: svc',
      `Content-Type: ${mediaTypeOf(operation)}`,
      `Origin: ${this.#url.replace('127.0.0.1', 'localhost')}`,
      ...(path.startsWith('/v1/organizations') ? ['svc-beta: admin-2026-11-01'] : []),
      ...(path.endsWith('/count_tokens') ? ['svc-beta: chat-extensions-2026-12-01'] : []),
    ];
  }

  /** Signs in again where an operation of the sweep has ended the session. */
  async #personHeaders(): Promise<string[]> {
    const session = await fetch(`${this.#url}/console/api/auth/session`, {
      headers: { cookie: this.#cookie },
    });
    if (session.status !== 200) await this.#signIn();
    return [`Cookie: ${this.#cookie}`, `svc-csrf: ${this.#csrfToken}`];
  }

  async #signIn(): Promise<void> {
    const origin = this.#url.replace('127.0.0.1', 'localhost');
    const response = await fetch(this.#url + SIGN_IN, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    if (response.status !== 200)
      throw new Error(`signing in was ${response.status}: ${await response.text()}`);
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
    const session = await fetch(`${this.#url}/console/api/auth/session`, {
      headers: { cookie: this.#cookie },
    });
    this.#csrfToken = ((await session.json()) as { csrf_token: string }).csrf_token;
  }
}

function mediaTypeOf(operation: RequestedOperation): string {
  if (takesForm(operation)) return `multipart/form-data; boundary=${BOUNDARY}`;
  return operation.path.startsWith('/oauth/') ? 'application/x-www-form-urlencoded' : 'application/json';
}
