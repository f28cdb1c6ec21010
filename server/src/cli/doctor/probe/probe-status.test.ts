import { describe, expect, it } from 'vitest';
import { embeddingsReply, errorReply, hang, hangUp, jsonReply, textReply, type Reply } from '#test-kit';
import {
  ableServer,
  deploymentOf,
  installProbedServer,
  modelOf,
  NEEDS,
  NO_IMAGES,
  patientEngine,
  questionOf,
  refused,
  type Fields,
} from '../test-support/probed-server.ts';
import { probeEngines } from './probe-engines.ts';

const server = installProbedServer();

const NOTHING = { streams: null, tools: null, vision: null, reasoning: null, usageInStreams: null };

describe('the states of routes and engines (D-ENG-34)', () => {
  it.each<[string, Reply, Fields]>([
    [
      'a missing model',
      refused('The model `up` does not exist', 404, { code: 'model_not_found' }),
      { status: 'failed', reason: 'model_not_found' },
    ],
    ['404 without words', jsonReply({}, { status: 404 }), { status: 'failed', reason: 'model_not_found' }],
    [
      'a missing model as 400',
      refused('invalid model: up', 400),
      { status: 'failed', reason: 'model_not_found' },
    ],
    ['401', errorReply(401), { status: 'failed', reason: 'unauthorized' }],
    ['403', errorReply(403), { status: 'failed', reason: 'unauthorized' }],
    [
      '400 with API_KEY_INVALID',
      refused('API key not valid', 400),
      { status: 'failed', reason: 'unauthorized' },
    ],
    ['429', errorReply(429), { status: 'degraded', reason: 'throttled' }],
    ['500', errorReply(500), { status: 'failed', reason: 'errors' }],
    ['400', errorReply(400), { status: 'failed', reason: 'errors' }],
    ['a reply that is none', jsonReply({}), { status: 'failed', reason: 'errors' }],
    ['a cut connection', hangUp(), { status: 'failed', reason: 'unreachable' }],
  ])('tells %s of a route and its engine, and asks no more', async (_, reply, expected) => {
    server.upstream.script(ableServer({ plain: reply, whole: reply }));
    const found = await server.one();
    expect(found).toMatchObject(expected);
    expect(found.routes[0]).toMatchObject({ ...expected, ...NOTHING, differs: [] });
    expect(new Set(server.asked())).not.toContain('vision');
  });

  it('ends a question after the time for a first output', async () => {
    server.upstream.script(ableServer({ plain: hang() }));
    const timeouts = { first_output_s: 1, silence_s: 60, total_s: 60 };
    expect(await server.one({ timeouts })).toMatchObject({ status: 'failed', reason: 'timeouts' });
    await server.upstream.requests.find((request) => questionOf(request) === 'plain')!.aborted;
  });

  it('tells an engine that is away', async () => {
    expect(await server.one({ base_url: 'http://127.0.0.1:1/v1' })).toMatchObject({
      status: 'failed',
      reason: 'unreachable',
    });
  });

  it('does not count an ability that is not offered as a contradiction', async () => {
    server.upstream.script(ableServer());
    expect(await server.route({}, [modelOf({ capabilities: {} })])).toMatchObject({
      tools: true,
      differs: [],
    });
  });

  it('asks a model of the engine once for all models that lead to it', async () => {
    server.upstream.script(ableServer({ vision: NO_IMAGES }));
    const other = modelOf({ id: 'N', default: false, capabilities: {} });
    const { routes } = await server.one({}, [modelOf(), other]);
    expect(routes).toMatchObject([
      { model: 'M', vision: false, differs: ['capabilities.vision'] },
      { model: 'N', vision: false, differs: [] },
    ]);
    expect(server.asked().filter((question) => question === 'plain')).toHaveLength(1);
  });

  it('is degraded while one of two routes fails', async () => {
    server.upstream.script(
      ableServer({ plain: ({ body }) => (body['model'] === 'up' ? textReply('ok') : errorReply(404)) }),
    );
    const second = modelOf({ id: 'N', default: false }, { model: 'gone' });
    expect(await server.one({}, [modelOf(), second])).toMatchObject({
      status: 'degraded',
      reason: 'model_not_found',
      routes: [{ status: 'ok' }, { status: 'failed', reason: 'model_not_found' }],
    });
  });

  it('asks a model that embeds for a vector, and nothing else', async () => {
    server.upstream.script(({ method }) => (method === 'GET' ? errorReply(404) : embeddingsReply()));
    const embedding = { id: 'E', kind: 'embedding', routes: [{ engine: 'main', model: 'e' }] };
    const chat = modelOf({ routes: [{ engine: 'other' }] });
    const engines = { main: patientEngine(server.upstream.baseUrl), other: { type: 'sandbox' } };
    const [main, sandbox] = await probeEngines(deploymentOf(engines, [chat, embedding]), undefined, NEEDS);
    expect(main!.routes).toMatchObject([{ model: 'E', status: 'ok', ...NOTHING }]);
    expect(server.upstream.requests.map(({ path }) => path).toSorted()).toEqual([
      '/v1/embeddings',
      '/v1/models',
    ]);
    expect(sandbox).toMatchObject({
      type: 'sandbox',
      status: 'ok',
      routes: [{ status: 'ok', streams: true }],
    });
  });

  it.each<[string, Reply, Fields]>([
    ['works', jsonReply({ data: [] }), { status: 'ok', reason: null }],
    ['has none', errorReply(404), { status: 'ok', reason: null }],
    ['refuses its credential', errorReply(401), { status: 'failed', reason: 'unauthorized' }],
    ['is throttled', errorReply(429), { status: 'degraded', reason: 'throttled' }],
  ])('asks an engine without routes for its list, which %s', async (_, list, expected) => {
    server.upstream.script(ableServer({ list }));
    const engines = { main: { type: 'sandbox' }, idle: patientEngine(server.upstream.baseUrl) };
    const found = await probeEngines(deploymentOf(engines, [modelOf()]), 'idle', NEEDS);
    expect(found).toMatchObject([{ name: 'idle', routes: [], ...expected }]);
    expect(server.asked()).toEqual(['list']);
  });

  it('asks two routes of an engine at once, and no more', async () => {
    let open = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const held = (): Reply => {
      most = Math.max(most, ++open);
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.push(() => {
        open--;
        resolve();
      });
      return {
        beforeHead: true,
        headers: { 'content-type': 'application/json' },
        status: 500,
        steps: [{ until: promise }, '{}'],
      };
    };
    server.upstream.script(ableServer({ plain: held }));
    const models = ['up', 'b', 'c', 'd', 'e'].map((name, index) =>
      modelOf({ id: index === 0 ? 'M' : name, default: index === 0 }, { model: name }),
    );
    const probing = server.one({}, models);
    for (let done = 0; done < 5; done++) {
      await expect.poll(() => gates.length, { timeout: 60_000 }).toBeGreaterThan(done);
      gates[done]!();
    }
    expect((await probing).routes.map(({ status }) => status)).toEqual(Array(5).fill('failed'));
    expect(most).toBe(2);
  });
});
