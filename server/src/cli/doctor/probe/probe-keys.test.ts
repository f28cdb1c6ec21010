import { describe, expect, it } from 'vitest';
import { errorReply, textReply, type Reply } from '#test-kit';
import {
  ableServer,
  installProbedServer,
  modelOf,
  REFUSES_MAX_TOKENS,
  type Fields,
} from '../test-support/probed-server.ts';

const server = installProbedServer();

describe('keys in svc doctor --probe (D-ENG-34)', () => {
  const keys = ['a', 'b'].map((name) => ({ name, api_key: `secret-${name}` }));
  const ofKey = (replies: Readonly<Record<string, Reply>>, otherwise = ableServer()) => {
    server.upstream.script((request) => {
      const key = request.headers.authorization?.at(-1) ?? '';
      return replies[key] ?? otherwise(request);
    });
  };
  const OK = { state: 'ok', reason: null, untilMs: null };
  it.each<[string, Readonly<Record<string, Reply>>, Fields[], Fields]>([
    ['keys that work', {}, [OK, OK], { status: 'ok', reason: null }],
    [
      'a refused key',
      { a: errorReply(401) },
      [{ state: 'out', reason: 'unauthorized', untilMs: null }, OK],
      { status: 'degraded', reason: 'unauthorized' },
    ],
    [
      'a forbidden key',
      { b: errorReply(403) },
      [OK, { state: 'out', reason: 'unauthorized', untilMs: null }],
      { status: 'degraded', reason: 'unauthorized' },
    ],
    [
      'a throttled key',
      { b: errorReply(429, { 'retry-after': '30' }) },
      [OK, { state: 'cooling', reason: 'throttled', untilMs: expect.any(Number) }],
      { status: 'degraded', reason: 'throttled' },
    ],
    [
      'keys that are all refused',
      { a: errorReply(401), b: errorReply(401) },
      [{ state: 'out' }, { state: 'out' }],
      { status: 'failed', reason: 'unauthorized' },
    ],
    [
      'errors that are not the key’s',
      { b: errorReply(500) },
      [OK, { state: null, reason: 'errors', untilMs: null }],
      { status: 'degraded', reason: 'errors' },
    ],
  ])('tells %s', async (_, replies, states, verdict) => {
    ofKey(replies);
    const found = await server.one({ keys });
    expect(found.keys).toMatchObject([
      { name: 'a', ...states[0] },
      { name: 'b', ...states[1] },
    ]);
    expect(found).toMatchObject(verdict);
    expect(found.routes[0]).toMatchObject({ status: verdict['status'] === 'failed' ? 'failed' : 'ok' });
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('a throttled key cools for the hint of its engine, a minute at most', async () => {
    ofKey({ a: errorReply(429, { 'retry-after': '30' }), b: errorReply(429, { 'retry-after': '3600' }) });
    const before = Date.now();
    const { keys: found } = await server.one({ keys });
    const after = Date.now();
    for (const [index, restMs] of [30_000, 60_000].entries()) {
      expect(found[index]!.untilMs).toBeGreaterThanOrEqual(before + restMs - 1);
      expect(found[index]!.untilMs).toBeLessThanOrEqual(after + restMs + 1);
    }
  });

  it('finds the dialect with a key that was asked before', async () => {
    ofKey({}, ableServer(REFUSES_MAX_TOKENS));
    expect((await server.one({ keys })).routes[0]).toMatchObject({
      dialect: 'openai-reasoning',
      dialectFrom: 'probe',
    });
  });

  it('asks for a key’s next model while what fails is the model', async () => {
    server.upstream.script(
      ableServer({ plain: ({ body }) => (body['model'] === 'up' ? errorReply(404) : textReply('ok')) }),
    );
    const second = modelOf({ id: 'N', default: false }, { model: 'there' });
    const { keys: found } = await server.one({ keys }, [modelOf(), second]);
    expect(found).toMatchObject([OK, OK]);
  });
});
