import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  oneModel,
  openaiEngine,
  rawReply,
  readReply,
  sse,
  startConsoleNode,
  startScriptedUpstream,
  httpDatabases,
  textReply,
  type OpenTestDatabase,
  type RunningConsole,
  type ScriptedUpstream,
} from '#test-kit';
import { refusal, startOperatorFixture, type OperatorFixture, type Reply } from './operator-fixture.ts';

const MODEL = 'Svc Standard';
const pathOf = (engine: string, model = MODEL) => `/routes/${encodeURIComponent(model)}/${engine}`;
const OUT = { in_service: false, reason: 'New graphics cards' };
const IN = { in_service: true, reason: null };
const WITHIN_MS = 2000;

describe.each(await httpDatabases(import.meta.filename))(
  'routes as operators set them on $kind',
  (database) => {
    let fixture: OperatorFixture;
    let opened: OpenTestDatabase | undefined;
    let second: RunningConsole | undefined;
    const upstreams: ScriptedUpstream[] = [];

    function deployment(): { engines: object; models: object[] } {
      const { models, ...rest } = oneModel({}) as { models: object[] };
      const [main, spare] = upstreams.map(({ baseUrl }) => openaiEngine(baseUrl));
      const routes = ['main', 'spare'].map((engine, i) => ({ engine, model: 'private', priority: i + 1 }));
      return { ...rest, engines: { main, spare }, models: models.map((model) => ({ ...model, routes })) };
    }

    beforeAll(async () => {
      upstreams.push(await startScriptedUpstream(), await startScriptedUpstream());
      if (database.kind === 'postgres') opened = await database.open();
      const { engines, models } = deployment();
      fixture = await startOperatorFixture(
        opened ? { ...database, open: () => Promise.resolve(opened!) } : database,
        {},
        { engines, models },
      );
      if (opened) second = await startConsoleNode(opened, { deployment: deployment() });
    });
    afterAll(async () => {
      await second?.stop();
      await fixture?.stop();
      for (const upstream of upstreams) await upstream.close();
    });
    beforeEach(async () => {
      for (const upstream of upstreams) upstream.script(textReply('fine'));
      for (const engine of ['main', 'spare']) await set(engine, IN);
    });

    const set = (engine: string, body: object, key?: string): Promise<Reply> =>
      fixture.api('PUT', pathOf(engine), { body, ...(key ? { key } : {}) });
    const ask = async (service: RunningConsole = fixture.service): Promise<Reply> =>
      readReply(
        await service.post('/v1/chat/completions', fixture.secrets.pia, {
          model: MODEL,
          stream: false,
          messages: [{ role: 'user', content: 'Hello' }],
        }),
      );
    /** Which engine answered the call. */
    const askWhich = async (service?: RunningConsole): Promise<string> => {
      const before = upstreams.map(({ requests }) => requests.length);
      const reply = await ask(service);
      if (reply.status !== 200) return refusal(reply);
      const at = upstreams.findIndex(({ requests }, i) => requests.length > before[i]!);
      return ['main', 'spare'][at] ?? 'none';
    };

    /** Values of the metric by engine. */
    const gauge = async (metric: string): Promise<Record<string, number>> => {
      const found = (await fixture.service.metrics()).find(({ name }) => name === metric);
      return Object.fromEntries(found!.values.map(({ labels, value }) => [String(labels['engine']), value]));
    };

    it('get no call from the next one on, and calls again once they are put in service', async () => {
      expect(await askWhich()).toBe('main');
      const taken = await set('main', OUT);
      expect([taken.status, taken.body]).toMatchObject([
        200,
        { type: 'route', model: MODEL, engine: 'main', ...OUT, is_configured: true },
      ]);
      expect(await askWhich()).toBe('spare');
      expect((await fixture.api('GET', pathOf('main'))).body).toEqual(taken.body);
      expect((await set('main', OUT)).body).toEqual(taken.body);
      expect((await fixture.api('GET', '/routes')).body.routes).toMatchObject([
        { engine: 'main', ...OUT },
        { engine: 'spare', ...IN, taken_out_at: null },
      ]);
      expect((await set('main', IN)).body).toMatchObject({ ...IN, taken_out_at: null });
      expect(await askWhich()).toBe('main');
    });

    it('refuse calls when none of the model is left, and are told apart from dead ones', async () => {
      await set('spare', OUT);
      expect(fixture.service.readiness()).toMatchObject({ status: 'ready', degraded: [] });
      await set('main', OUT);
      expect(await askWhich()).toBe('503 temporarily_unavailable');
      expect(fixture.service.readiness()).toMatchObject({ status: 'degraded', degraded: ['routes'] });
      const { models } = (await fixture.api('GET', '/node')).body;
      expect(models[0].routes).toMatchObject([
        { engine: 'main', breaker: 'closed', in_service: false },
        { engine: 'spare', breaker: 'closed', in_service: false },
      ]);
      expect(fixture.service.operator.downRoutes()).toMatchObject([
        { engine: 'main', why: 'out_of_service', isReplaced: false },
        { engine: 'spare', why: 'out_of_service', isReplaced: false },
      ]);
      expect(await gauge('svc_engine_route_out_of_service')).toEqual({ main: 1, spare: 1 });
      expect(await gauge('svc_engine_breaker')).toEqual({});
      await set('main', IN);
      expect(fixture.service.readiness()).toMatchObject({ status: 'ready', degraded: [] });
      expect(await gauge('svc_engine_route_out_of_service')).toEqual({ main: 0, spare: 1 });
      expect(await gauge('svc_engine_breaker')).toEqual({ main: 0 });
      expect(await askWhich()).toBe('main');
    });

    it('let a reply that has begun go on, and no other begin', async () => {
      const { promise: go, resolve } = Promise.withResolvers<void>();
      const first = sse(chunk({ content: 'begun, ' }));
      const rest = sse(chunk({ content: 'ended' }, 'stop'));
      upstreams[0]!.script(rawReply([first, { until: go }, rest, 'data: [DONE]\n\n']));
      const asked = upstreams[0]!.requests.length;
      const running = fixture.service.post('/v1/chat/completions', fixture.secrets.pia, {
        model: MODEL,
        stream: true,
        messages: [{ role: 'user', content: 'Hello' }],
      });
      await expect.poll(() => upstreams[0]!.requests.length).toBe(asked + 1);
      await set('main', OUT);
      expect(await askWhich()).toBe('spare');
      resolve();
      const text = await (await running).text();
      expect(text).toContain('begun, ');
      expect(text).toContain('ended');
      expect(text).toContain('[DONE]');
    });

    it('are no other route for a call whose own fails before its first output', async () => {
      const { promise: go, resolve } = Promise.withResolvers<void>();
      upstreams[0]!.script(rawReply([{ until: go }, DESTROY]));
      const asked = upstreams[0]!.requests.length;
      const running = ask();
      await expect.poll(() => upstreams[0]!.requests.length).toBe(asked + 1);
      await set('spare', OUT);
      resolve();
      expect((await running).status).toBeGreaterThanOrEqual(500);
    });

    it('are told apart by token counts that a reply cannot have, at the engine that counted them', async () => {
      const counts = async (): Promise<unknown> => {
        const { engines } = (await fixture.api('GET', '/node')).body;
        return engines.map((engine: Record<string, unknown>) => [
          engine['name'],
          engine['implausible_counts'],
        ]);
      };
      const reply = (promptTokens: number) =>
        rawReply([
          sse(chunk({ content: 'fine' }, 'stop')),
          sse({ choices: [], usage: { prompt_tokens: promptTokens, completion_tokens: 1 } }),
          sse('[DONE]'),
        ]);
      upstreams[0]!.script(reply(9));
      await ask();
      expect(await counts()).toEqual([
        ['main', 0],
        ['spare', 0],
      ]);
      upstreams[0]!.script(reply(262_144));
      await ask();
      expect(await counts()).toEqual([
        ['main', 1],
        ['spare', 0],
      ]);
    });

    it('hold on every node within two seconds, there and back', async () => {
      if (!second) return;
      for (const [setting, engine] of [
        [OUT, 'spare'],
        [IN, 'main'],
      ] as const) {
        await set('main', setting);
        await expect.poll(() => askWhich(second), { timeout: WITHIN_MS, interval: 50 }).toBe(engine);
      }
    });

    it('stay out of service over a reload, and for a node that starts', async () => {
      await set('main', OUT);
      await fixture.service.reload();
      expect(await askWhich()).toBe('spare');
      if (!opened) return;
      const third = await startConsoleNode(opened, { deployment: deployment() });
      expect(await askWhich(third)).toBe('spare');
      await third.stop();
    });

    it('are told in the log of operators, once for each change', async () => {
      await set('main', OUT);
      await set('main', OUT);
      await set('main', { ...OUT, reason: 'Still waiting for them' });
      await set('main', IN);
      const { data } = (await fixture.api('GET', '/events?limit=14')).body;
      const received = data.filter(({ event }: { event: string }) => event.startsWith('route.'));
      const about = { resource: { type: 'route', id: `main: ${MODEL}` } };
      expect(received.slice(0, 3)).toMatchObject([
        {
          ...about,
          event: 'route.put_in_service',
          changes: {
            in_service: { from: false, to: true },
            reason: { from: 'Still waiting for them', to: null },
          },
        },
        {
          ...about,
          event: 'route.taken_out_of_service',
          changes: { reason: { from: OUT.reason, to: 'Still waiting for them' } },
        },
        {
          ...about,
          event: 'route.taken_out_of_service',
          changes: { in_service: { from: true, to: false } },
        },
      ]);
    });

    it('name the field that is wrong, and are not for viewers', async () => {
      expect(refusal(await set('main', OUT, fixture.keys.operator_viewer))).toBe('403 role_required');
      expect((await fixture.api('GET', '/routes', { key: fixture.keys.operator_viewer })).status).toBe(200);
      expect(refusal(await set('main', {}))).toBe('400 invalid_parameter in_service');
      expect(refusal(await set('main', { ...IN, reason: 'none' }))).toBe('400 invalid_parameter reason');
      expect(refusal(await set('main', { ...OUT, reason: 'two\nlines' }))).toBe(
        '400 invalid_parameter reason',
      );
      expect(refusal(await set('nowhere', OUT))).toBe('404 route_not_found');
      expect(refusal(await fixture.api('GET', pathOf('main', 'No such model')))).toBe('404 route_not_found');
    });

    it('are listed when the configuration has them no more, and can be forgotten', async () => {
      await set('spare', OUT);
      const [model] = deployment().models as { routes: object[] }[];
      const file = join(fixture.service.dataDir, 'svc.yaml');
      const before = JSON.parse(await readFile(file, 'utf8')) as object;
      const fewer = [{ ...model, routes: model!.routes.slice(0, 1) }];
      await writeFile(file, JSON.stringify({ ...before, models: fewer }));
      await fixture.service.reload();
      const { routes } = (await fixture.api('GET', '/routes')).body;
      expect(routes).toMatchObject([
        { engine: 'main', is_configured: true },
        { engine: 'spare', ...OUT, is_configured: false },
      ]);
      expect((await set('spare', IN)).body).toMatchObject({ ...IN, is_configured: false });
      expect((await fixture.api('GET', '/routes')).body.routes).toHaveLength(1);
      expect(refusal(await set('spare', IN))).toBe('404 route_not_found');
    });
  },
);
