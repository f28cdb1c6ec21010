import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorReply,
  freePort,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { documentedMetrics, scrape } from './scrape.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let metricsPort: number;

const route = (engine: string, priority: number) => ({ engine, model: 'private-name', priority });

beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('fine'));
  metricsPort = await freePort();
  const model = {
    id: 'Svc Standard',
    default: true,
    family: 'svc',
    routes: [route('dead', 1), route('spare', 2)],
    pricing: { currency: 'usd', input: 1, output: 1 },
  };
  service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl), {
      engines: {
        dead: openaiEngine(`http://127.0.0.1:${await freePort()}/v1`),
        spare: openaiEngine(upstream.baseUrl, { max_concurrency: 7 }),
      },
      models: [model],
      limits: { chat_requests_per_minute: 9 },
      rate_tiers: { start: { requests_per_minute: 7 } },
    }),
    provisioning: oneOrganization(),
    environment: { SVC_METRICS_PORT: String(metricsPort) },
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const ask = async (stream: boolean): Promise<number> => {
  const messages = [{ role: 'user', content: 'hello' }];
  const response = await service.post('/v1/chat/completions', MAIN_KEY, { messages, stream });
  await response.text();
  return response.status;
};

describe('metrics of engines', () => {
  it('count attempts, fail-overs, first outputs, limits, slots and breakers', async () => {
    for (let call = 0; call < 6; call++) expect(await ask(call > 0)).toBe(200);
    upstream.script(errorReply(404));
    expect(await ask(true)).toBe(500);
    // Above the requests of the model, and then above those of the key.
    for (let call = 0; call < 3; call++) expect(await ask(true)).toBe(429);
    const { value } = await scrape(metricsPort);
    const of = (engine: string) => ({ engine, model: 'Svc Standard' });
    expect({
      dead: value('svc_engine_attempts_total', { ...of('dead'), outcome: 'unreachable' }),
      spare: value('svc_engine_attempts_total', { ...of('spare'), outcome: 'completed' }),
      refused: value('svc_engine_attempts_total', { ...of('spare'), outcome: 'status_4xx' }),
      failovers: value('svc_engine_failovers_total', of('dead')),
      none: value('svc_engine_failovers_total', of('spare')),
      // One of the six was not streamed.
      firstOutputs: value('svc_engine_first_output_seconds_count', of('spare')),
      noOutput: value('svc_engine_first_output_seconds_count', of('dead')),
      open: value('svc_engine_breaker', of('dead')),
      closed: value('svc_engine_breaker', of('spare')),
      inUse: value('svc_engine_slots', { engine: 'spare', state: 'in_use' }),
      waiting: value('svc_engine_slots', { engine: 'spare', state: 'waiting' }),
      limit: value('svc_engine_slots_limit', { engine: 'spare' }),
      ofModel: value('svc_rate_limited_total', {
        model: 'Svc Standard',
        limit: 'requests',
        scope: 'organization',
      }),
      ofKey: value('svc_rate_limited_total', { model: 'other', limit: 'requests', scope: 'api_key' }),
    }).toEqual({
      dead: 5,
      spare: 6,
      refused: 1,
      failovers: 5,
      none: undefined,
      firstOutputs: 5,
      noOutput: undefined,
      open: 2,
      closed: 0,
      inUse: 0,
      waiting: 0,
      limit: 7,
      ofModel: 2,
      ofKey: 1,
    });
  });

  it('have a row each in docs/monitoring.md, with their labels, as have all others', async () => {
    const { metrics, samples } = await scrape(metricsPort);
    const documented = documentedMetrics();
    expect([...documented.keys()].toSorted()).toEqual(metrics.toSorted());
    for (const { metric, labels } of samples) {
      const names = Object.keys(labels).filter((label) => label !== 'le');
      expect([metric, names.toSorted()]).toEqual([metric, documented.get(metric)!.toSorted()]);
    }
  });
});
