import { afterAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
} from '#test-kit';

const upstream = await startScriptedUpstream(textReply('fine'));
afterAll(() => upstream.close());

const ask = async (service: RunningService, key = MAIN_KEY) => {
  const response = await service.post('/v1/chat/completions', key, {
    messages: [{ role: 'user', content: 'Hi' }],
    stream: false,
  });
  const body = (await response.json()) as { error?: Record<string, unknown> };
  return { status: response.status, code: body.error?.['code'], feature: body.error?.['feature'] };
};

it('AUTH-37 D-94 disabled chat returns 403 feature_unavailable, after the credential check, and runs nothing', async () => {
  const before = upstream.requests.length;
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl), { chat: { enabled: false } }),
    provisioning: oneOrganization(),
  });
  expect(await ask(service)).toEqual({
    status: 403,
    code: 'feature_unavailable',
    feature: 'chat_completions',
  });
  expect(await ask(service, `sk_live_${'9'.repeat(64)}`)).toMatchObject({ status: 401 });
  const models = await fetch(`http://127.0.0.1:${service.port}/v1/models`, {
    headers: { authorization: `Bearer ${MAIN_KEY}` },
  });
  expect(models.status).toBe(200);
  expect(upstream.requests.length).toBe(before);
  await service.stop();
});

it.each(['model_unavailable', 'zero_retention_unavailable'] as const)(
  'AUTH-36 D-94 when no model has zero retention, a caller who requires it gets %s as configured',
  async (code) => {
    const { models, ...rest } = oneModel(openaiEngine(upstream.baseUrl), {
      chat: { without_retention_model: code },
    }) as {
      models: object[];
    };
    const service = await startRunningService({
      deployment: { ...rest, models: models.map((model) => ({ ...model, zero_data_retention: false })) },
      provisioning: oneOrganization({ zero_data_retention: true }),
    });
    expect(await ask(service)).toMatchObject({ code });
    await service.stop();
  },
);
