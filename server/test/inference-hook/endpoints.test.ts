import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_OPERATIONS, type Operation, type RequestedOperation } from '@svc/contract';
import {
  embeddingsReply,
  freePort,
  openaiEngine,
  readReply,
  startScriptedUpstream,
  httpDatabases,
  textReply,
  type HttpReply,
  type ScriptedUpstream,
} from '#test-kit';
import { startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';
import { embeddingFixture } from '../embeddings/embedding-fixture.ts';
import { scrape } from '../monitoring/scrape.ts';
import { startHookServer, type HookServer } from './hook-server.ts';
import { WITH_LOCAL_HOOKS } from './policy-fixture.ts';

type Called = RequestedOperation & Partial<Operation>;

const WRITTEN = {
  working: 'w',
  system: 's',
  messages: [{ role: 'user', content: 'hi' }],
  variables: {},
  notes: [],
};
const SAID = [{ role: 'user', content: 'tell me' }];
const MESSAGE = { model: 'Svc Standard', max_tokens: 100, messages: SAID };

describe.each(await httpDatabases(import.meta.filename))(
  'the inference hook on the $kind database',
  (database) => {
    let upstream: ScriptedUpstream;
    let hook: HookServer;
    let metricsPort: number;
    let fixture: ConsoleFixture;

    beforeAll(async () => {
      [upstream, hook, metricsPort] = await Promise.all([
        startScriptedUpstream(),
        startHookServer(),
        freePort(),
      ]);
      const { models, plans } = embeddingFixture(upstream.baseUrl) as { models: object[]; plans: object[] };
      fixture = await startConsoleFixture(
        database,
        {},
        { engines: { main: openaiEngine(upstream.baseUrl) }, models, plans, ...WITH_LOCAL_HOOKS },
        { SVC_METRICS_PORT: String(metricsPort) },
      );
      await fixture.admin('PUT', '/inference_hook', { url: hook.url, mode: 'enforce' });
    });
    afterAll(async () => {
      await fixture?.stop();
      await Promise.all([upstream?.close(), hook?.close()]);
    });
    beforeEach(() => {
      hook.reply({ action: 'allow' });
      hook.take();
      upstream.script(textReply(JSON.stringify(WRITTEN)));
    });

    async function post(
      path: string,
      body: object,
      flag?: string,
      key: string = fixture.secrets.pia,
    ): Promise<HttpReply> {
      const response = await fetch(`http://127.0.0.1:${fixture.service.port}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(flag === undefined ? {} : { 'svc-beta': flag }),
        },
        body: JSON.stringify(body),
      });
      return readReply(response);
    }

    const embed = (path = '/v1/embeddings'): Promise<HttpReply> => {
      upstream.script(embeddingsReply());
      return post(path, { model: 'svc-embed-1', input: ['first text', 'second text'] });
    };
    const useTool = (name: string, body: object): Promise<HttpReply> =>
      post(`/v1/prompts/${name}`, body, 'prompt-tools-2026-12-01');
    const useToolInConsole = (name: string, body: object): Promise<HttpReply> =>
      fixture.as('primary_owner', 'POST', `/workspaces/${fixture.ids['Default']}/prompts/${name}`, body);
    const TOOLS: readonly (readonly [string, object])[] = [
      ['generate', { task: 'Greet a customer' }],
      ['improve', { messages: SAID, problem: 'Too long' }],
      ['templatize', { messages: SAID }],
    ];
    const play = async (): Promise<HttpReply> => {
      const { body } = await fixture.as('member', 'POST', '/playground/credential', {
        workspace_id: fixture.ids['Default'],
      });
      return post(
        '/v1/chat/completions',
        { messages: SAID, stream: false },
        undefined,
        body.access_token as string,
      );
    };
    const calls: [string, () => Promise<HttpReply>][] = [
      ['/v1/chat/completions', () => post('/v1/chat/completions', { messages: SAID, stream: false })],
      ['/v1/messages', () => post('/v1/messages', MESSAGE)],
      ['/v1/embeddings', () => embed()],
      ...TOOLS.map(([name, body]): [string, () => Promise<HttpReply>] => [
        `/v1/prompts/${name}`,
        () => useTool(name, body),
      ]),
      [
        '/compat/openai/v1/chat/completions',
        () => post('/compat/openai/v1/chat/completions', { model: 'Svc Standard', messages: SAID }),
      ],
      [
        '/compat/openai/v1/responses',
        () => post('/compat/openai/v1/responses', { model: 'Svc Standard', input: 'tell me' }),
      ],
      [
        '/compat/openai/v1/responses/compact',
        () => post('/compat/openai/v1/responses/compact', { model: 'Svc Standard', input: SAID }),
      ],
      ['/compat/openai/v1/embeddings', () => embed('/compat/openai/v1/embeddings')],
      ['/compat/anthropic/v1/messages', () => post('/compat/anthropic/v1/messages', MESSAGE)],
    ];

    it('POLICY-07 every operation that runs a model is in the table', () => {
      const running = ALL_OPERATIONS.filter(
        ({ id, path, callsModel }: Called) =>
          callsModel || id === 'compatOpenAiCompact' || /^\/v1\/prompts\/\w+$/.test(path),
      ).filter(({ path, method }) => method === 'POST' && !path.endsWith('/templates'));
      expect(calls.map(([path]) => path).toSorted()).toEqual(running.map(({ path }) => path).toSorted());
    });

    it.each(calls)(
      'POLICY-07 POLICY-20 is asked once about a call of %s, and denies it before the engine hears of it',
      async (path, call) => {
        expect((await call()).status).toBe(200);
        expect(hook.take().map(({ body }) => [body.type, body.endpoint])).toEqual([['prompt', path]]);
        hook.reply({ action: 'deny', message: 'No.' });
        const asked = upstream.requests.length;
        const denied = await call();
        expect(denied.status).toBe(403);
        expect(JSON.stringify(denied.body)).toMatch(/policy/);
        expect(upstream.requests.length).toBe(asked);
      },
    );

    it('POLICY-07 is asked about the playground, in the name of the person', async () => {
      expect((await play()).status).toBe(200);
      const [question] = hook.take();
      expect(question!.body.actor).toEqual({ type: 'user', id: fixture.ids['member'] });
    });

    it('POLICY-07 POLICY-19 is asked about the texts of embeddings', async () => {
      await embed();
      const [question] = hook.take();
      expect(question!.body.messages).toEqual([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'first text' },
            { type: 'text', text: 'second text' },
          ],
        },
      ]);
    });

    it.each(TOOLS)('POLICY-07 POLICY-20 is asked about the tool %s in the Console', async (name, body) => {
      expect((await useToolInConsole(name, body)).status).toBe(200);
      expect(hook.take().map((question) => question.body.actor)).toEqual([
        { type: 'user', id: fixture.ids['primary_owner'] },
      ]);
      hook.reply({ action: 'deny' });
      expect((await useToolInConsole(name, body)).status).toBe(403);
    });

    it.each([
      ['/v1/chat/completions/count_tokens', { messages: SAID }],
      ['/compat/openai/v1/responses/input_tokens', { input: SAID }],
      ['/compat/anthropic/v1/messages/count_tokens', { messages: SAID }],
    ])('POLICY-07 is not asked about counting by %s', async (path, body) => {
      const counted = await post(path, { model: 'Svc Standard', ...body }, 'chat-extensions-2026-12-01');
      expect(counted.status).toBe(200);
      expect(hook.take()).toEqual([]);
    });

    it('POLICY-23 measures its latency apart from the engine’s', async () => {
      await post('/v1/messages', MESSAGE);
      const { value } = await scrape(metricsPort);
      const before = value('svc_engine_first_output_seconds_sum') ?? 0;
      hook.reply((response) => void setTimeout(() => response.end('{"action":"allow"}'), 1000));
      await post('/v1/messages', { ...MESSAGE, stream: true }).catch(() => undefined);
      const after = await scrape(metricsPort);
      const asked = { type: 'prompt', result: 'allow' };
      expect(after.value('svc_inference_hook_duration_seconds_sum', asked)).toBeGreaterThan(0.9);
      expect((after.value('svc_engine_first_output_seconds_sum') ?? 0) - before).toBeLessThan(0.9);
    });

    it('POLICY-10 releases the hold: a denied call leaves no charge', async () => {
      const balance = async () =>
        (await fixture.as('owner', 'GET', '/billing')).body.credits.balance_usd as string;
      const before = await balance();
      hook.reply({ action: 'deny' });
      for (let i = 0; i < 5; i++) await post('/v1/messages', MESSAGE);
      expect(await balance()).toBe(before);
    });
  },
);
