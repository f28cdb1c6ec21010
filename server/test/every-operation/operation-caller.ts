import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS, type RequestedOperation } from '@svc/contract';
import { usualDatabase, type ApiBrowser } from '#test-kit';
import { ADMIN_SECRET } from '../console/console-fixture.ts';
import { startOperatorFixture, type OperatorFixture } from '../operators/operator-fixture.ts';

/** Rates and counts that a sweep would fill. */
export const RATES = Object.fromEntries(
  Object.keys(LIMITS)
    .filter((name) => /_per_(minute|hour|day)$|^directory_tokens$/.test(name))
    .map((name) => [name, 1_000_000]),
);
/** Where no name server is: the machine's own are none of a test's. */
const NO_DNS = { dns_servers: ['127.0.0.1:9'] };
const DOMAIN = 'acme.example';
/** Its provider is never asked. */
export const CONNECTION = {
  name: 'login',
  protocol: 'oidc',
  domains: [DOMAIN],
  oidc: { issuer: 'https://93.184.215.14', client_id: 'svc' },
};
const TRIES = 12;
const PAUSE_MS = 5000;

export interface OperationResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Calls any operation with a credential that may, in a service with two organizations and operators. */
export class OperationCaller {
  readonly fixture: OperatorFixture;
  /** Ids of objects that are there, by the names of path parameters. Those of the organization's webhooks are under `organization_webhook_id`. */
  readonly known: Readonly<Record<string, string>>;
  readonly #sessions = new Map<ApiBrowser, Promise<Record<string, string>>>();

  private constructor(fixture: OperatorFixture, known: Readonly<Record<string, string>>) {
    this.fixture = fixture;
    this.known = known;
  }

  /** `more`: settings of the deployment. */
  static async start(
    more: object = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<OperationCaller> {
    const settings = { sso: NO_DNS, ...more };
    const fixture = await startOperatorFixture(await usualDatabase(), RATES, settings, environment);
    return new OperationCaller(fixture, await knownIds(fixture));
  }

  stop(): Promise<void> {
    return this.fixture.stop();
  }

  /** The path of an operation, with `more` in place of known ids. */
  pathOf({ path }: RequestedOperation, more: Readonly<Record<string, string>> = {}): string {
    const isOrganizations = /^(\/v1\/organizations|\/console\/api)\/webhooks/.test(path);
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const known = isOrganizations ? this.known[`organization_${name}`] : this.known[name];
      return more[name] ?? encodeURIComponent(known ?? 'none');
    });
  }

  /** Sent again where the database takes longer than a statement may, as on a busy machine: that is no answer to the request. */
  async send(operation: RequestedOperation, path: string, body?: unknown): Promise<OperationResponse> {
    for (let tries = 1; ; tries++) {
      const response = await this.#sendOnce(operation, path, body);
      if (tries === TRIES || !response.text.includes('temporarily_unavailable')) return response;
      await delay(PAUSE_MS);
    }
  }

  async #sendOnce(operation: RequestedOperation, path: string, body: unknown): Promise<OperationResponse> {
    const headers = headersOf(operation);
    const browser = await this.#browserFor(operation);
    if (browser) {
      const response = await browser.send(operation.method, path, body as object | undefined, headers);
      return { status: response.status, headers: response.headers, text: JSON.stringify(response.body) };
    }
    const isForm = operation.path.startsWith('/oauth/');
    const response = await fetch(`http://127.0.0.1:${this.fixture.service.port}${path}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${this.bearerFor(operation)}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  #browserFor({ credential, path }: RequestedOperation): Promise<ApiBrowser> | ApiBrowser | undefined {
    const { operator, browserOf } = this.fixture;
    if (credential === 'operator_session' || path.startsWith('/console/api/operator/'))
      return operator.browser;
    return path.startsWith('/console/') ? browserOf('primary_owner') : undefined;
  }

  /** What is sent to say who calls: a key, or the cookies of a person or an operator who is signed in. */
  async credentialOf(operation: RequestedOperation): Promise<Record<string, string>> {
    if (operation.credential === 'none' && !operation.path.startsWith('/console/')) return {};
    const browser = await this.#browserFor(operation);
    if (!browser) return { authorization: `Bearer ${this.bearerFor(operation)}` };
    const session = this.#sessions.get(browser) ?? browser.sessionHeaders(sessionPath(operation));
    this.#sessions.set(browser, session);
    return session;
  }

  /** A key that may. */
  bearerFor({ credential }: RequestedOperation): string {
    if (credential === 'operator') return this.fixture.keys.operator;
    return credential === 'admin' ? ADMIN_SECRET : this.fixture.secrets.pia;
  }
}

/** Where the token against forged changes is read. */
export function sessionPath({ path }: RequestedOperation): string {
  return path.startsWith('/console/api/operator/')
    ? '/console/api/operator/session'
    : '/console/api/auth/session';
}

function headersOf({ beta, path }: RequestedOperation): Record<string, string> {
  const extensions = path.startsWith('/v1/chat') ? 'chat-extensions-2026-12-01' : undefined;
  const flags = [beta, extensions].filter((flag) => flag !== undefined);
  return flags.length === 0 ? {} : { 'svc-beta': flags.join() };
}

/** Objects that are there, so that what is behind the first id of a path is looked for, too. */
async function knownIds({ ids, organizations, as, admin, service }: OperatorFixture) {
  const first = async (path: string): Promise<string> => (await admin('GET', path)).body.data[0].id as string;
  const made = async (path: string, body: object): Promise<string> => {
    const response = await as('primary_owner', 'POST', path, body);
    if (response.status !== 201)
      throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body.id as string;
  };
  const secretOf = async (path: string, body: object): Promise<string> =>
    (await as('primary_owner', 'POST', path, body)).body.secret as string;
  await as('primary_owner', 'POST', '/domains', { domain: DOMAIN });
  const hook = { url: 'https://hooks.acme.example/a' };
  const workspace = `/workspaces/${ids['Default']}`;
  return {
    workspace_id: ids['Default']!,
    user_id: ids['second_developer']!,
    organization_id: organizations['Acme']!,
    api_key_id: await first('/api_keys'),
    key_id: await first('/admin_keys'),
    model: 'Svc Standard',
    model_id: 'Svc Standard',
    organization_webhook_id: await made('/webhooks', { ...hook, events: ['*'] }),
    webhook_id: await made(`${workspace}/webhooks`, { ...hook, events: ['*'] }),
    tunnel_id: await made(`${workspace}/tunnels`, {
      name: 'office',
      allowed_targets: ['http://10.0.0.5:8080/mcp'],
    }),
    agent_id: await made(`${workspace}/agents`, { name: 'Support', model: 'Svc Standard' }),
    email: 'new@acme.example',
    url: 'https://hooks.acme.example/a',
    domains: DOMAIN,
    sso_connection_id: await made('/sso_connections', CONNECTION),
    directory_group_id: await directoryGroup(
      service.port,
      await secretOf('/directory_tokens', { name: 'Okta' }),
    ),
  };
}

/** Only directories make groups. */
async function directoryGroup(port: number, token: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/scim/v2/Groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ displayName: 'Engineers' }),
  });
  return ((await response.json()) as { id: string }).id;
}
