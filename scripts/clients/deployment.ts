import {
  oneModel,
  openaiEngine,
  startFacade,
  startRunningService,
  startScriptedUpstream,
  type FacadeServer,
  type RunningService,
  type ScriptedUpstream,
} from '../../server/test-kit/index.ts';

const CHAT = '/compat/openai/v1/chat/completions';
const MODEL = 'Svc Standard';
const WINDOW_S = 60;
/** Until there is room again: longer than the slowest client takes to ask for the first time on a busy machine. */
const WAIT_S = 20;
const REQUESTS_A_MINUTE = 5;
/** The model is in this process, which may be busy. */
const PATIENT = { first_output_s: 60, silence_s: 60, total_s: 600 };
const secret = (digit: number): string => `sk_live_${String(digit).repeat(64)}`;

/** Keys that are served, whose rate and whose plan is used up, and one that nobody has. */
export const KEYS = { good: secret(1), limited: secret(2), exhausted: secret(3), wrong: secret(4) };
export type KeyKind = keyof typeof KEYS;

const CAPABILITIES = {
  tools: true,
  parallel_tool_calls: true,
  strict_tools: true,
  json_object: true,
  json_schema: true,
  vision: true,
  documents: true,
  reasoning: true,
  temperature: true,
  top_p: true,
  top_k: true,
  penalties: true,
  seed: true,
};

interface LoggedRequest {
  readonly msg: string;
  readonly route?: string;
  readonly status?: number;
  readonly code?: string;
}

/** A service before a scripted model, which the clients of this machine can reach. */
export class Deployment implements AsyncDisposable {
  readonly upstream: ScriptedUpstream;
  readonly #service: RunningService;
  readonly #facade: FacadeServer | undefined;

  private constructor(upstream: ScriptedUpstream, service: RunningService, facade?: FacadeServer) {
    this.upstream = upstream;
    this.#service = service;
    this.#facade = facade;
  }

  /** `engineType`: a vendor's API that stands between the service and the model. Without it the service asks the model itself. */
  static async start(engineType?: string): Promise<Deployment> {
    const upstream = await startScriptedUpstream();
    const facade = engineType === undefined ? undefined : await startFacade(engineType, upstream.baseUrl);
    const engine = facade
      ? { ...facade.facade.engine(facade.baseUrl), timeouts: PATIENT }
      : openaiEngine(upstream.baseUrl, { timeouts: PATIENT });
    const routes = facade && [{ engine: 'main', model: facade.modelName('scripted') }];
    const base = oneModel(engine) as { models: object[]; plans: object[] };
    const service = await startRunningService({
      deployment: {
        ...base,
        models: [{ ...base.models[0], ...(routes && { routes }), capabilities: CAPABILITIES }],
        plans: [...base.plans, { id: 'small', paid: true, monthly_tokens: 1, models: [MODEL] }],
      },
      provisioning: {
        organizations: [
          organization('Acme', 'pro', KEYS.good),
          organization('Slow', 'pro', KEYS.limited, {
            rate_limits: [{ model: MODEL, requests_per_minute: REQUESTS_A_MINUTE }],
          }),
          organization('Small', 'small', KEYS.exhausted),
        ],
      },
    });
    return new Deployment(upstream, service, facade);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#service.port}`;
  }

  /** How all requests of foreign clients were answered so far, in their order: a status, and the code of an error. */
  get outcomes(): readonly string[] {
    return this.#service.logLines.flatMap((line) => {
      const { msg, route, status, code } = JSON.parse(line) as LoggedRequest;
      return msg === 'request' && route?.startsWith('/compat/') ? [`${status} ${code ?? ''}`.trim()] : [];
    });
  }

  /** What the vendor refuses of what the service sent. */
  get refusals(): readonly string[] {
    return this.#facade?.refusals ?? [];
  }

  /** Uses up what a key is allowed. There is room again a few seconds later where it is a rate. */
  async useUp(kind: KeyKind): Promise<void> {
    if (kind !== 'limited' && kind !== 'exhausted') return;
    if (kind === 'limited') await this.#service.advance(WINDOW_S);
    const body = { model: MODEL, messages: [{ role: 'user', content: 'Hi' }] };
    for (let asked = 0; asked <= REQUESTS_A_MINUTE; asked++) {
      const reply = await this.#service.post(CHAT, KEYS[kind], body);
      await reply.text();
      if (reply.status !== 429) continue;
      if (kind === 'limited') await this.#service.advance(WINDOW_S - WAIT_S);
      return;
    }
    throw new Error(`nothing was used up of ${kind}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.stop();
    await this.#facade?.[Symbol.asyncDispose]();
    await this.upstream.close();
  }
}

function organization(name: string, plan: string, key: string, workspace: object = {}): object {
  const email = `ada@${name.toLowerCase()}.test`;
  return {
    name,
    plan,
    members: [{ email, name: 'Ada', role: 'primary_owner' }],
    workspaces: [{ name: 'Default', ...workspace }],
    keys: [{ name: 'main', kind: 'private', workspace: 'Default', created_by: email, secret: key }],
  };
}
