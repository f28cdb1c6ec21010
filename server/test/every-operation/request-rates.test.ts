import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_OPERATIONS, type LimitName, type RequestedOperation } from '@svc/contract';
import { usualDatabase } from '#test-kit';
import { ADMIN_SECRET, startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';

interface Family {
  readonly limit: LimitName;
  /** Whose requests are counted. */
  readonly scope: 'api_key' | 'organization';
  has(operation: RequestedOperation): boolean;
}

const COUNTS = /count_tokens$|input_tokens$/;
const CATALOG = /^(\/v1|\/compat\/\w+\/v1)\/models/;
/** Which requests share a count (platform contract §8, D-76, D-ERR-8, COMPG-02). */
const FAMILIES: readonly Family[] = [
  {
    limit: 'admin_requests_per_minute',
    scope: 'organization',
    has: ({ credential }) => credential === 'admin',
  },
  {
    limit: 'files_batches_models_requests_per_minute',
    scope: 'organization',
    has: ({ credential }) => credential === 'workspace',
  },
  { limit: 'models_requests_per_minute', scope: 'api_key', has: ({ path }) => CATALOG.test(path) },
  {
    limit: 'token_counting_requests_per_minute',
    scope: 'api_key',
    has: ({ path }) => COUNTS.test(path),
  },
  {
    limit: 'chat_requests_per_minute',
    scope: 'api_key',
    has: ({ path, credential }) =>
      credential === 'inference' &&
      /(completions|messages|responses|compact)$/.test(path) &&
      !CATALOG.test(path),
  },
];
/** Embeddings count tokens and refusals, and telemetry is sent by other keys. */
const OTHERS = /\/embeddings$|^\/v1\/code\/telemetry$/;
const KEYED = ALL_OPERATIONS.filter(({ credential }) =>
  ['inference', 'inference_or_admin', 'workspace', 'admin'].includes(credential),
);

const LIMIT = 2;

type RateResponse = Readonly<{
  status: number;
  headers: Headers;
  error: Readonly<Record<string, string | number>>;
}>;

describe('rates of every route', () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    const limits = Object.fromEntries(FAMILIES.map(({ limit }) => [limit, LIMIT]));
    fixture = await startConsoleFixture(await usualDatabase(), limits);
  });
  afterAll(() => fixture?.stop());

  async function ask({ method, path, credential }: RequestedOperation): Promise<RateResponse> {
    const key = credential === 'admin' ? ADMIN_SECRET : fixture.secrets.pia;
    const url = `http://127.0.0.1:${fixture.service.port}${path.replaceAll(/\{\w+\}/g, 'none')}`;
    const { status, headers, ...reply } = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
    }).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      ...((await response.json()) as { error?: RateResponse['error'] }),
    }));
    return { status, headers, error: reply.error ?? {} };
  }

  it('D-ERR-8 every route of keys is in one family', () => {
    const families = KEYED.filter(({ path }) => !OTHERS.test(path)).map((operation) => [
      operation.id,
      FAMILIES.filter(({ has }) => has(operation)).map(({ limit }) => limit),
    ]);
    expect(families.filter(([, limits]) => limits!.length !== 1)).toEqual([]);
  });

  it.each(FAMILIES)(
    'LIMIT-09 LIMIT-10 LIMIT-14 COMPE-10 D-01 D-76 D-ERR-8 every route refuses what is over $limit',
    async ({ has, scope }) => {
      const routes = KEYED.filter((operation) => has(operation) && !OTHERS.test(operation.path));
      // Whichever is asked, they fill one count: what is wrong with their fields is told behind it.
      for (let i = 0; i < LIMIT; i++) expect((await ask(routes[i % routes.length]!)).status).not.toBe(429);
      const responses = await Promise.all(
        routes.map(async (route) => [route.id, rateFacts(await ask(route))]),
      );
      expect(responses).toEqual(routes.map((route) => [route.id, expected(route, scope)]));
    },
  );
});

const SECONDS = /^[1-9]\d?$/;

/** What an answer says of the rate, whatever the words of its protocol. */
function rateFacts({ status, headers, error }: RateResponse): Record<string, unknown> {
  const after = headers.get('retry-after') ?? '';
  const rate = [...headers].filter(([name]) => name.includes('ratelimit'));
  return {
    status,
    type: error['type'],
    code: error['code'],
    scope: error['scope'],
    isSoon: SECONDS.test(after),
    sameTimes: [
      error['retry_after'],
      error['retry_after_seconds'],
      headers.get('x-ratelimit-reset-seconds') ?? undefined,
    ].map((time) => time === undefined || String(time) === after),
    times: [error['retry_after'], error['retry_after_seconds']].filter((time) => time !== undefined).length,
    rate: rate.filter(([name]) => !name.endsWith('reset') && !name.includes('reset-')),
  };
}

function expected({ errorStyle }: RequestedOperation, scope: string): Record<string, unknown> {
  const rate = (prefix: string, suffix: string) => [
    [`${prefix}-limit${suffix}`, String(LIMIT)],
    [`${prefix}-remaining${suffix}`, '0'],
  ];
  const common = { status: 429, scope: undefined, isSoon: true, sameTimes: [true, true, true], times: 0 };
  switch (errorStyle) {
    case 'openai':
    case 'openai_responses':
      return {
        ...common,
        type: 'requests',
        code: 'rate_limit_exceeded',
        rate: rate('x-ratelimit', '-requests'),
      };
    case 'anthropic':
      return {
        ...common,
        type: 'rate_limit_error',
        code: undefined,
        rate: rate('anthropic-ratelimit-requests', ''),
      };
    default:
      return {
        ...common,
        type: 'rate_limit_error',
        code: 'rate_limited',
        scope,
        times: 2,
        rate: rate('x-ratelimit', ''),
      };
  }
}
