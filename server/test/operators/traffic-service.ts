import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  readReply,
  startConsoleNode,
  type HttpReply,
  type OpenTestDatabase,
  type RunningConsole,
  type ScriptedUpstream,
  freePort,
} from '#test-kit';

/** A service with two models and two engines, and what its operators are told. */
export interface TrafficService {
  readonly service: RunningConsole;
  /** Calls a model, and answers with the id of the request. */
  ask(body?: object): Promise<string>;
  operator(path: string): Promise<HttpReply>;
  /** Has everything so far counted. */
  count(): Promise<void>;
}

const pricing = { currency: 'usd', input: 1, output: 1 };

/** One model of one engine, and one whose first engine is dead. */
async function twoModels(baseUrl: string): Promise<unknown> {
  const route = (engine: string, priority = 1) => ({ engine, model: 'private-name', priority });
  return oneModel(openaiEngine(baseUrl), {
    engines: {
      dead: openaiEngine(`http://127.0.0.1:${await freePort()}/v1`),
      main: openaiEngine(baseUrl),
      spare: openaiEngine(baseUrl, { max_concurrency: 7 }),
    },
    models: [
      { id: 'Svc Standard', default: true, family: 'svc', pricing, routes: [route('main')] },
      { id: 'Svc Large', family: 'svc', pricing, routes: [route('dead'), route('spare', 2)] },
    ],
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000, models: ['Svc Standard', 'Svc Large'] }],
  });
}

export async function startTrafficService(
  opened: OpenTestDatabase | undefined,
  upstream: ScriptedUpstream,
): Promise<TrafficService> {
  const service = await startConsoleNode(opened, {
    deployment: await twoModels(upstream.baseUrl),
    provisioning: oneOrganization(),
  });
  const key = await service.operator.createOperatorKey({
    name: 'test',
    role: 'operator_viewer',
    allowed_ips: [],
  });
  return {
    service,
    async ask(body = {}) {
      const messages = [{ role: 'user', content: 'hello' }];
      const response = await service.post('/v1/chat/completions', MAIN_KEY, {
        messages,
        stream: true,
        ...body,
      });
      await response.text();
      return response.headers.get('x-svc-request-id')!;
    },
    operator: async (path) =>
      readReply(
        await fetch(`http://127.0.0.1:${service.port}/operator/v1${path}`, {
          headers: { authorization: `Bearer ${key.secret}` },
        }),
      ),
    async count() {
      await service.flushUsage();
      // The records of refused calls have a journal of their own, which is delivered every fraction of a second.
      await service.advance(1);
    },
  };
}
