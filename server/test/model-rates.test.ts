import { afterAll, describe, expect, it } from 'vitest';
import { parseProvisioning } from '#config';
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

const upstream = await startScriptedUpstream();
afterAll(() => upstream.close());

interface RateOutcome {
  readonly status: number;
  readonly headers: Headers;
  readonly error: { code: string; message: string; scope?: string; retry_after_seconds?: number };
}

function organization(rateLimits?: readonly object[]): unknown {
  return oneOrganization({
    workspaces: [{ name: 'Default', ...(rateLimits ? { rate_limits: rateLimits } : {}) }],
  });
}

async function withRates(
  { tier, overrides, more }: { tier: object; overrides?: readonly object[]; more?: object },
  use: (service: RunningService, ask: (body?: object) => Promise<RateOutcome>) => Promise<void>,
): Promise<void> {
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl), { rate_tiers: { start: tier }, ...more }),
    provisioning: organization(overrides),
  });
  upstream.script(textReply('fine', { usage: { prompt_tokens: 10, completion_tokens: 20 } }));
  try {
    await use(service, async (body = {}) => {
      const response = await service.post('/v1/chat/completions', MAIN_KEY, {
        messages: [{ role: 'user', content: 'Hi' }],
        stream: false,
        ...body,
      });
      const parsed = (await response.json()) as { error?: RateOutcome['error'] };
      return {
        status: response.status,
        headers: response.headers,
        error: parsed.error ?? { code: '', message: '' },
      };
    });
  } finally {
    await service.stop();
  }
}

describe('rate limits of a model', () => {
  it('LIMIT-15 LIMIT-09 LIMIT-10 refuse above the requests per minute of the tier, and name the limit and its scope', async () => {
    await withRates({ tier: { requests_per_minute: 3 } }, async (service, ask) => {
      for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
      const { status, headers, error } = await ask();
      expect({ status, code: error.code, scope: error.scope }).toEqual({
        status: 429,
        code: 'rate_limited',
        scope: 'organization',
      });
      expect(error.message).toContain('limit of 3 requests per minute for the model "Svc Standard"');
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['3', '0']);
      const wait = Number(headers.get('retry-after'));
      expect([headers.get('x-ratelimit-reset-seconds'), error.retry_after_seconds]).toEqual([
        String(wait),
        wait,
      ]);
      await service.advance(wait);
      expect((await ask()).status).toBe(200);
    });
  });

  it('LIMIT-15 count the tokens that the engine counted', async () => {
    await withRates({ tier: { input_tokens_per_minute: 300 } }, async (_, ask) => {
      // Estimated at more than 200 with the identity instruction, and counted as 10: five would not fit
      // otherwise.
      const prompt = { messages: [{ role: 'user', content: 'x'.repeat(800) }] };
      for (let i = 0; i < 5; i++) expect((await ask(prompt)).status).toBe(200);
      const refused = await ask({ messages: [{ role: 'user', content: 'x'.repeat(1200) }] });
      expect(refused.error.message).toContain('limit of 300 input tokens per minute');
    });
    await withRates({ tier: { output_tokens_per_minute: 40 } }, async (_, ask) => {
      for (let i = 0; i < 2; i++) expect((await ask()).status).toBe(200);
      expect((await ask()).error.message).toContain('limit of 40 output tokens per minute');
    });
  });

  it('LIMIT-15 refuse after errors of the request, and before the plan is checked', async () => {
    const drained = { plans: [{ id: 'pro', paid: true, monthly_tokens: 8, models: ['Svc Standard'] }] };
    await withRates({ tier: { requests_per_minute: 1 }, more: drained }, async (_, ask) => {
      expect((await ask()).status).toBe(200);
      expect((await ask({ messages: [] })).error.code).toBe('messages_required');
      // The windows are full as well.
      expect((await ask()).error.code).toBe('rate_limited');
    });
  });

  it('LIMIT-15 RATE-14 RATE-17 apply lower limits of a workspace within 60 seconds of a change', async () => {
    const override = { model: 'Svc Standard', requests_per_minute: 1 };
    await withRates({ tier: { requests_per_minute: 100 } }, async (service, ask) => {
      expect((await ask()).status).toBe(200);
      const file = parseProvisioning(JSON.stringify(organization([override])), { source: 'test' });
      expect((await service.operator.provision(file, { update: true })).updated).toHaveLength(1);
      // What was counted before the limit existed belongs to the organization only.
      expect((await ask()).status).toBe(200);
      expect((await ask()).error).toMatchObject({ code: 'rate_limited', scope: 'workspace' });
      expect((await service.operator.provision(file, { update: true })).updated).toEqual([]);
      await service.operator.provision(
        parseProvisioning(JSON.stringify(organization([])), { source: 'test' }),
        {
          update: true,
        },
      );
      expect((await ask()).status).toBe(200);
    });
  });

  it('RATE-18 RATE-19 are provisioned for known models only, and at or below those of the organization', () => {
    const deployment = {
      models: [{ id: 'M' }],
      plans: [{ id: 'pro', tier: 'start' }],
      rate_tiers: { start: { requests_per_minute: 5 } },
    };
    const parse = (limit: object): unknown =>
      parseProvisioning(JSON.stringify(organization([limit])), {
        source: 'test',
        deployment: deployment as never,
      });
    expect(() => parse({ model: 'M', requests_per_minute: 6 })).toThrow('rate_limits[0].requests_per_minute');
    expect(() => parse({ model: 'N', requests_per_minute: 5 })).toThrow('there is no model "N"');
    expect(() => parse({ model: 'M' })).toThrow('must set at least one limit');
    expect(() => parse({ model: 'M', requests_per_minute: 5 })).not.toThrow();
  });
});
