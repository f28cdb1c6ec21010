import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  errorReply,
  httpDatabases,
  jsonReply,
  oneModel,
  openaiEngine,
  rawReply,
  readReply,
  type OpenTestDatabase,
  type RecordedRequest,
  type Reply as EngineReply,
  type RunningConsole,
  type ScriptedUpstream,
  sse,
  startConsoleNode,
  startScriptedUpstream,
  textReply,
} from '#test-kit';
import { refusal, startOperatorFixture, type OperatorFixture, type Reply } from './operator-fixture.ts';

const MODEL = 'Svc Standard';
const PROBE = '/engines/main/probe';
/** Longer than a probe may hold an engine. */
const LEASE_S = 331;

describe.each(await httpDatabases(import.meta.filename))('probes of engines on $kind', (database) => {
  let fixture: OperatorFixture;
  let opened: OpenTestDatabase | undefined;
  let second: RunningConsole | undefined;
  let upstream: ScriptedUpstream;
  /** Keys that the engine refuses. */
  let refused: readonly string[] = [];

  function replyTo({ method, headers }: RecordedRequest): EngineReply {
    if (method === 'GET') return jsonReply({ data: [{ id: 'upstream-standard', max_model_len: 4096 }] });
    if (refused.includes(headers.authorization?.slice(-5) ?? '')) return errorReply(401);
    return textReply('ok');
  }

  const deployment = () => {
    const keys = ['a', 'b'].map((name) => ({ name, api_key: `key-${name}`, weight: name === 'a' ? 1 : 0 }));
    const { models, ...rest } = oneModel({}) as { models: object[] };
    return {
      ...rest,
      engines: { main: openaiEngine(upstream.baseUrl, { keys, timeouts: PATIENT }) },
      models,
    };
  };
  const PATIENT = { first_output_s: 60, silence_s: 60, total_s: 120 };

  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    if (database.kind === 'postgres') opened = await database.open();
    fixture = await startOperatorFixture(
      opened ? { ...database, open: () => Promise.resolve(opened!) } : database,
      {},
      deployment(),
    );
    if (opened) second = await startConsoleNode(opened, { deployment: deployment() });
  });
  afterAll(async () => {
    await second?.stop();
    await fixture?.stop();
    await upstream?.close();
  });
  beforeEach(() => {
    refused = [];
    upstream.script((request) => replyTo(request));
  });

  const probe = (key?: string): Promise<Reply> => fixture.api('POST', PROBE, key ? { key } : {});
  /** The state of a key as a node has it. */
  const stateOf = async (service: RunningConsole = fixture.service, name = 'a'): Promise<unknown> => {
    const { body } = await readReply(
      await fetch(`http://127.0.0.1:${service.port}/operator/v1/node`, {
        headers: { authorization: `Bearer ${fixture.keys.operator}` },
      }),
    );
    const { keys } = (body as { engines: { keys: { name: string; state: string }[] }[] }).engines[0]!;
    return keys.find((one) => one.name === name)?.state;
  };
  const call = async (service: RunningConsole = fixture.service): Promise<number> =>
    (
      await service.post('/v1/chat/completions', fixture.secrets.pia, {
        model: MODEL,
        messages: [{ role: 'user', content: 'Hello' }],
      })
    ).status;

  it('D-ENG-34: answer what the engine, its keys and its routes were found to do', async () => {
    refused = ['key-b'];
    const { status, body } = await probe();
    expect([status, body]).toEqual([
      200,
      {
        type: 'engine_probe',
        name: 'main',
        engine_type: 'openai',
        status: 'degraded',
        reason: 'unauthorized',
        keys: [
          { name: 'a', state: 'ok', reason: null, until: null },
          { name: 'b', state: 'out', reason: 'unauthorized', until: null },
        ],
        routes: [
          expect.objectContaining({
            model: MODEL,
            status: 'ok',
            streams: true,
            tools: false,
            max_context_tokens: 4096,
            differs: expect.arrayContaining(['context_window']) as string[],
          }),
        ],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('key-');
  });

  it('D-ENG-29: bring a key back that was refused, on every node', async () => {
    const nodes = [fixture.service, ...(second ? [second] : [])];
    refused = ['key-a'];
    // A node may hear of an earlier good probe only now. Its next call is refused again.
    const expectOut = async (): Promise<void> => {
      for (const node of nodes)
        await expect
          .poll(async () => [await call(node), await stateOf(node)], { timeout: 30_000 })
          .toEqual([200, 'out']);
    };
    await expectOut();
    await probe();
    await expectOut();
    refused = [];
    expect((await probe()).status).toBe(200);
    expect(await stateOf()).toBe('ok');
    for (const node of nodes) await expect.poll(() => stateOf(node), { timeout: 30_000 }).toBe('ok');
    // Once: a key that is refused after it stays out.
    refused = ['key-a'];
    await expect.poll(async () => [await call(), await stateOf()], { timeout: 30_000 }).toEqual([200, 'out']);
    await fixture.service.advance(6);
    expect(await stateOf()).toBe('out');
    refused = [];
    await probe();
  });

  it('run one at a time for an engine, on all nodes, and not for ever', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked = upstream.requests.length;
    upstream.script(rawReply([{ until: promise }, sse(chunk({ content: 'ok' }, 'stop')), sse('[DONE]')]));
    const first = probe();
    await expect.poll(() => upstream.requests.length).toBeGreaterThan(asked);
    for (const port of [fixture.service.port, ...(second ? [second.port] : [])]) {
      const reply = await fetch(`http://127.0.0.1:${port}/operator/v1${PROBE}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fixture.keys.operator}` },
      });
      expect(refusal(await readReply(reply))).toBe('409 resource_conflict');
    }
    upstream.script((request) => replyTo(request));
    // What a dead node left behind.
    await fixture.service.advance(LEASE_S);
    expect((await probe()).status).toBe(200);
    resolve();
    expect((await first).status).toBe(200);
    expect((await probe()).status).toBe(200);
  });

  it('are told in the log of operators, and answered once for an idempotency key', async () => {
    const headers = { 'idempotency-key': `probe-${database.kind}` };
    const first = await fixture.api('POST', PROBE, { headers });
    const asked = upstream.requests.length;
    const again = await fixture.api('POST', PROBE, { headers });
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    expect(upstream.requests).toHaveLength(asked);
    const { data } = (await fixture.api('GET', '/events?limit=10')).body;
    expect(data.find(({ event }: { event: string }) => event === 'engine.probed')).toMatchObject({
      resource: { type: 'engine', id: 'main' },
      actor: { type: 'operator_key' },
    });
    expect(data).toContainEqual(
      expect.objectContaining({ event: 'request', details: { operation: 'probeEngine', status: 200 } }),
    );
  });

  it('are not for viewers, and not of engines that are none', async () => {
    const asked = upstream.requests.length;
    expect(refusal(await probe(fixture.keys.operator_viewer))).toBe('403 role_required');
    for (const name of ['other', '__proto__', 'constructor'])
      expect(refusal(await fixture.api('POST', `/engines/${name}/probe`))).toBe('404 engine_not_found');
    expect(upstream.requests).toHaveLength(asked);
  });
});
