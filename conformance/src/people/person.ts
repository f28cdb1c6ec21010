import assert from 'node:assert/strict';
import type { Account } from '../deployments/credentials.ts';
import type { Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';
import { NotRun } from '../runner/not-run.ts';
import { oneTimeCode, timeStep } from './one-time-code.ts';

interface Session {
  readonly csrf_token: string;
  readonly user: { readonly second_factor: boolean };
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
}

/** A person at the Console, as their browser has it: cookies, the origin of the page, and the token against forged changes. */
export class Person {
  readonly #deployment: Deployment;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #csrfToken = '';
  #totpSecret: string | undefined;
  #lastStep = 0;

  constructor(deployment: Deployment, origin: string, { totp_secret: totpSecret }: Account) {
    this.#deployment = deployment;
    this.#origin = origin;
    this.#totpSecret = totpSecret;
  }

  /** A call of the Console's API as it comes. `path` is what follows `/console/api`; `headers` replace what the page would send. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpResponse> {
    const response = await this.#deployment.send(`/console/api${path}`, {
      method,
      headers: {
        origin: this.#origin,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'svc-csrf': this.#csrfToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers['set-cookie'] ?? []) this.#keep(cookie);
    return response;
  }

  /** One that must succeed. */
  async get<T>(path: string): Promise<T> {
    return succeeded<T>(`GET ${path}`, await this.ask('GET', path), 200);
  }

  /** A change that must succeed: 201 for what is created, else 200. */
  async change<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
    return succeeded<T>(`${method} ${path}`, await this.ask(method, path, body), status);
  }

  /** Throws NotRun where a code is asked for that the credentials file cannot give. */
  async signIn({ email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
    const { status } = await this.change<{ status: string }>('POST', '/auth/sign_in', { email, password });
    if (status === 'code_required') {
      if (this.#totpSecret === undefined)
        throw new NotRun(`the credentials file has no totp_secret of ${email}`);
      await this.change('POST', '/auth/sign_in/code', { code: await this.freshCode() });
    }
    await this.learnToken();
  }

  async isSignedIn(): Promise<boolean> {
    return this.#cookies.size > 0 && (await this.ask('GET', '/auth/session')).status === 200;
  }

  async learnToken(): Promise<void> {
    this.#csrfToken = (await this.get<Session>('/auth/session')).csrf_token;
  }

  /** The same browser in other hands, or before a cookie changed. */
  copy(): Person {
    const other = new Person(this.#deployment, this.#origin, { email: '', password: '' });
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    other.#csrfToken = this.#csrfToken;
    return other;
  }

  /** What their browser keeps and nobody else may see. */
  secrets(): readonly string[] {
    return [...this.#cookies.values()]
      .map((value) => decodeURIComponent(value).split('.')[0]!)
      .concat(this.#csrfToken);
  }

  /** Where they may act. */
  async workspaces(): Promise<readonly Place[]> {
    return (await this.get<{ workspaces: Place[] }>('/me')).workspaces;
  }

  /** A code of their authenticator app that was not sent before. Each is good once, half a minute early or late. */
  async freshCode(): Promise<string> {
    assert.ok(this.#totpSecret !== undefined, 'the person has an authenticator app');
    const { hasClock } = this.#deployment;
    if (hasClock) await this.#deployment.advanceClock(30);
    const now = timeStep(this.#deployment.nowMs());
    // The code before this one is good as well, and gone when its half minute ends on the way: only where time cannot be made.
    this.#lastStep = Math.max(this.#lastStep + 1, hasClock ? now : now - 1);
    if (this.#lastStep > now + 1)
      throw new NotRun('needs two more codes of the authenticator app than half a minute has');
    return oneTimeCode(this.#totpSecret, this.#lastStep);
  }

  /** Lets them have an authenticator app for as long as `work` runs, unless they have one. */
  async withAuthenticator(password: string, work: () => Promise<void>): Promise<void> {
    if (this.#totpSecret !== undefined) return work();
    this.#deployment.requireClock();
    const { uri } = await this.change<{ uri: string }>('POST', '/auth/authenticator', { password });
    this.#totpSecret = new URL(uri).searchParams.get('secret') ?? '';
    await this.change('POST', '/auth/authenticator/confirm', { code: await this.freshCode() });
    await this.learnToken();
    try {
      await work();
    } finally {
      await this.change('POST', '/auth/authenticator/remove', { password, code: await this.freshCode() });
      this.#totpSecret = undefined;
      await this.learnToken();
    }
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function succeeded<T>(what: string, response: HttpResponse, status: number): T {
  assert.equal(
    response.status,
    status,
    `${what} is answered ${response.status} ${response.text.slice(0, 300)}`,
  );
  return response.json<T>();
}

const signedIn = new WeakMap<Deployment, Map<string, Person>>();

/** Somebody of the credentials file, signed in. They stay so from check to check: only so many sign-ins are taken in a while. */
export async function personOf(deployment: Deployment, name: string): Promise<Person> {
  const account = deployment.account(name);
  const people = signedIn.get(deployment) ?? new Map<string, Person>();
  signedIn.set(deployment, people);
  const known = people.get(name);
  if (known && (await known.isSignedIn())) return known;
  const person = known ?? (await newBrowser(deployment, account));
  people.set(name, person);
  await person.signIn(account);
  return person;
}

/** A browser nobody is signed in with. */
export async function newBrowser(deployment: Deployment, account: Account): Promise<Person> {
  return new Person(deployment, new URL(await publicAddress(deployment)).origin, account);
}

/** The address the deployment goes by, which may be another than the one it is reached at. */
export async function publicAddress(deployment: Deployment): Promise<string> {
  const response = await deployment.send('/.well-known/oauth-authorization-server');
  return succeeded<{ issuer: string }>('the metadata', response, 200).issuer;
}
