import {
  ApiBrowser,
  oneModel,
  oneOrganization,
  openaiEngine,
  startConsoleNode,
  startScriptedUpstream,
  textReply,
  type OpenTestDatabase,
  type RunningConsole,
  type ScriptedUpstream,
  type TestDatabase,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
export const STANDARD = 'Svc Standard';
export const SMALL = 'Svc Small';
/** A model without a price. */
export const FREE = 'Svc Free';
export const EMBED = 'svc-embed-1';
/** What a call costs: 10 tokens at 3 dollars and 20 at 15 dollars per million. */
export const COST_USD = 0.00033;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, field by field, with what is expected
type AnyBody = Record<string, any>;

export interface KeyResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnyBody;
}

export interface MadeKey {
  readonly id: string;
  readonly secret: string;
}

/** Two chat models and one for embeddings, a plan that pays nothing, and members who can sign in. */
function deployment(upstream: ScriptedUpstream): unknown {
  const fixture = oneModel(openaiEngine(upstream.baseUrl), {
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1 }],
    links: { upgrade: 'https://svc.test/upgrade', add_credit: 'https://svc.test/credit' },
  }) as { models: object[] };
  fixture.models.push(
    { ...fixture.models[0], id: SMALL, default: false },
    {
      ...fixture.models[0],
      id: FREE,
      default: false,
      pricing: { currency: 'usd', input: 0, cached_input: 0, output: 0, batch_discount: 0 },
    },
    {
      id: EMBED,
      kind: 'embedding',
      routes: [{ engine: 'main', model: 'upstream-embed' }],
      pricing: { input: '20' },
      zero_data_retention: true,
    },
  );
  return fixture;
}

function provisioning(): unknown {
  const member = (name: string, role: string) => ({
    email: `${name}@acme.test`,
    name,
    role,
    password: PASSWORD,
  });
  return oneOrganization({
    credits: { enabled: true, balance_usd: '1000' },
    members: [member('ada', 'primary_owner'), member('dora', 'developer'), member('dirk', 'developer')],
    admin_keys: [{ name: 'ops', created_by: 'ada@acme.test', secret: ADMIN_SECRET }],
  });
}

const ADMIN_SECRET = `sk_admin_${'a'.repeat(64)}`;

/** One node with an owner and two developers who are signed in. */
export class RestrictedKeys implements AsyncDisposable {
  readonly service: RunningConsole;
  readonly upstream: ScriptedUpstream;
  readonly #browsers = new Map<string, ApiBrowser>();
  readonly #close: () => Promise<void>;

  constructor(service: RunningConsole, upstream: ScriptedUpstream, close: () => Promise<void>) {
    this.service = service;
    this.upstream = upstream;
    this.#close = close;
  }

  async as(someone: string, method: string, path: string, body?: object): Promise<KeyResponse> {
    let browser = this.#browsers.get(someone);
    if (!browser) {
      browser = new ApiBrowser(this.service.baseUrl);
      this.#browsers.set(someone, browser);
      await browser.signIn(`${someone}@acme.test`, PASSWORD);
    }
    return browser.send(method, `/console/api${path}`, body);
  }

  async admin(method: string, path: string, body?: object): Promise<KeyResponse> {
    return this.call(method, `/v1/organizations${path}`, { secret: ADMIN_SECRET, body });
  }

  async make(settings: object, someone = 'ada'): Promise<MadeKey> {
    const { body: workspaces } = await this.as('ada', 'GET', '/workspaces');
    const { status, body } = await this.as(someone, 'POST', '/api_keys', {
      name: 'robot',
      workspace_id: workspaces['data'][0].id,
      ...settings,
    });
    if (status !== 201) throw new Error(`no key was made: ${status} ${JSON.stringify(body)}`);
    return body as unknown as MadeKey;
  }

  async change(key: MadeKey, update: object): Promise<AnyBody> {
    const { status, body } = await this.as('ada', 'PATCH', `/api_keys/${key.id}/restrictions`, update);
    if (status !== 200) throw new Error(`nothing was changed: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async read(key: MadeKey): Promise<AnyBody> {
    return (await this.as('ada', 'GET', `/api_keys/${key.id}/restrictions`)).body;
  }

  async call(
    method: string,
    path: string,
    {
      secret,
      body,
      headers,
    }: { secret: string; body?: object | undefined; headers?: Record<string, string> },
  ): Promise<KeyResponse> {
    const response = await fetch(`http://127.0.0.1:${this.service.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'svc-beta': 'admin-2026-11-01,chat-extensions-2026-12-01',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(await response.text()) as AnyBody,
    };
  }

  /** A chat completion that is sent without waiting for its end. */
  chat(key: MadeKey, more: object = {}): Promise<KeyResponse> {
    const body = {
      model: SMALL,
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      max_tokens: 20,
      ...more,
    };
    return this.call('POST', '/v1/chat/completions', { secret: key.secret, body });
  }

  embed(key: MadeKey, input: readonly string[] = ['hello']): Promise<KeyResponse> {
    return this.call('POST', '/v1/embeddings', {
      secret: key.secret,
      body: { model: EMBED, input, input_type: 'query' },
    });
  }

  /** Moves the clock to the first moment of the next month, UTC. */
  async enterNextMonth(): Promise<void> {
    const now = new Date(this.service.nowMs());
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    await this.service.advance(Math.ceil((next - now.getTime()) / 1000) + 1);
    // Nobody stays signed in for so long.
    this.#browsers.clear();
  }

  /** What is wrong with the books. */
  async ledgerFindings(): Promise<readonly string[]> {
    return (await this.service.operator.checkLedger()).flatMap(({ broken }) => broken);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.stop();
    await this.#close();
  }
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
}

/** A node of its own on a new database. */
export async function startRestrictedKeys(
  database: TestDatabase,
  { environment = {} }: StartOptions = {},
): Promise<RestrictedKeys> {
  const upstream = await startScriptedUpstream();
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const service = await startNode(opened, upstream, environment);
  upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
  return new RestrictedKeys(service, upstream, async () => {
    await upstream.close();
    await opened?.close();
  });
}

export function startNode(
  opened: OpenTestDatabase | undefined,
  upstream: ScriptedUpstream,
  environment: Readonly<Record<string, string>>,
): Promise<RunningConsole> {
  return startConsoleNode(opened, {
    deployment: deployment(upstream),
    provisioning: provisioning(),
    environment,
  });
}

/** `402 quota_exhausted`: what a refusal says in short. */
export function refusal({ status, body }: KeyResponse): string {
  const { code, param } = (body['error'] ?? {}) as { code?: string; param?: string | null };
  return [status, code, param].filter((part) => part !== undefined && part !== null).join(' ');
}
