import { INFERENCE_OPERATIONS } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_OWN_RATES, type Authenticated, type Exchange } from '#exchange';
import { chooseChatModel, chooseNamedModel } from '#features/models';
import { modelCall, modelEndpoints } from '#pipelines';
import {
  BufferedExchange,
  chunk,
  oneModel,
  openaiEngine,
  rawReply,
  sse,
  STALL,
  startScriptedUpstream,
  httpDatabases,
  textReply,
  type OpenTestDatabase,
} from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from './code-sign-in/code-sign-in-node.ts';

const operationOf = (id: string) => INFERENCE_OPERATIONS.find((operation) => operation.id === id)!;
const COUNTED = textReply('a b c', { usage: { prompt_tokens: 40, completion_tokens: 7 } });
const PLANS = [
  { id: 'free', monthly_tokens: 10 },
  { id: 'pro', paid: true, monthly_tokens: 50_000_000 },
];
const SAY_HELLO = { messages: [{ role: 'user', content: 'hello' }] };

describe.each(await httpDatabases(import.meta.filename))(
  'a model call without a connection on $kind',
  (database) => {
    let opened: OpenTestDatabase;
    let node: CodeSignInNode;
    let upstream: Awaited<ReturnType<typeof startScriptedUpstream>>;
    let credential: Authenticated['credential'];

    beforeAll(async () => {
      upstream = await startScriptedUpstream();
      opened = await database.open();
      const tier = {
        requests_per_minute: 6,
        input_tokens_per_minute: 1_000_000,
        output_tokens_per_minute: 1_000_000,
      };
      const deployment = oneModel(openaiEngine(upstream.baseUrl), {
        rate_tiers: { start: tier },
        plans: PLANS,
      });
      node = await startCodeSignInNode({ store: opened.store, deployment });
      const { userId, organizationId } = await node.person('pia@acme.test');
      credential = {
        kind: 'private',
        keyId: null,
        userId,
        organizationId,
        workspaceId: await node.workspace('Default', organizationId),
        plan: 'pro',
        ownRates: NO_OWN_RATES,
        zeroDataRetention: false,
        pinnedVersion: undefined,
        surface: null,
        isFreeDesktop: false,
        restrictions: null,
      };
    });
    afterAll(async () => {
      await node?.close();
      await opened?.close();
      await upstream?.[Symbol.asyncDispose]();
    });

    /** Runs the steps of live calls, from the parsed body to the journal. */
    function start(
      id: 'createChatCompletion' | 'createMessage',
      body: object,
      by = credential,
    ): BufferedExchange {
      const { services } = node;
      const endpoints = modelEndpoints(services);
      const exchange = new BufferedExchange({ operation: operationOf(id), credential: by, body });
      const run =
        id === 'createMessage'
          ? modelCall(services, endpoints.createMessage, chooseNamedModel)
          : modelCall(services, endpoints.createChatCompletion, chooseChatModel);
      const call = async (): Promise<void> => run(exchange as Exchange & Authenticated);
      call().catch((cause: unknown) => services.errors.send(exchange, cause));
      return exchange;
    }

    async function runCall(...asked: Parameters<typeof start>): Promise<BufferedExchange> {
      const exchange = start(...asked);
      await exchange.closed;
      return exchange;
    }

    const recordOf = (requestId: string) =>
      opened.store.db
        .selectFrom('usage_records')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirst();

    it('BILL-01 returns the whole response, paid from the plan and recorded', async () => {
      upstream.script(COUNTED);
      const { sink, requestId } = await runCall('createChatCompletion', { ...SAY_HELLO, stream: false });
      expect([sink.status, sink.broken]).toEqual([200, false]);
      expect(sink.headers).toContain('x-svc-billing-source');
      expect(JSON.parse(sink.text)).toMatchObject({
        object: 'chat.completion',
        usage: { prompt_tokens: 40, completion_tokens: 7 },
      });
      await expect
        .poll(() => recordOf(requestId))
        .toMatchObject({
          organization_id: credential.organizationId,
          endpoint: '/v1/chat/completions',
          billing_source: 'subscription',
          input_tokens: 40,
          output_tokens: 7,
          outcome: 'completed',
        });
    });

    it('MSG-40 streams events into the buffer', async () => {
      upstream.script(COUNTED);
      const { sink, requestId } = await runCall('createMessage', {
        ...SAY_HELLO,
        model: 'Svc Standard',
        max_tokens: 20,
        stream: true,
      });
      const events = [...sink.text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
      expect([sink.status, events[0], events.at(-1)]).toEqual([200, 'message_start', 'message_stop']);
      await expect
        .poll(() => recordOf(requestId))
        .toMatchObject({ endpoint: '/v1/messages', output_tokens: 7 });
    });

    it('BILL-04 cancels the engine and bills the generated output when its caller abandons it', async () => {
      const held = Promise.withResolvers<void>();
      upstream.script(rawReply([sse(chunk({ content: 'one two' })), { until: held.promise }, STALL]));
      const exchange = start('createChatCompletion', { ...SAY_HELLO, stream: true });
      await expect.poll(() => exchange.sink.text).toContain('one two');
      exchange.leave();
      await upstream.requests.at(-1)!.aborted;
      held.resolve();
      await expect
        .poll(() => recordOf(exchange.requestId))
        .toMatchObject({ outcome: 'client_closed', estimated: true, output_tokens: 2 });
    });

    it('D-01 is refused with the same messages in the same order, and leaves nothing behind', async () => {
      const { sink, requestId } = await runCall('createMessage', {
        ...SAY_HELLO,
        model: 'None',
        max_tokens: 20,
      });
      expect([sink.status, JSON.parse(sink.text)]).toMatchObject([
        404,
        { error: { code: 'model_not_found', param: 'model' } },
      ]);
      const invalid = await runCall('createMessage', { model: 'None', max_tokens: 20 });
      expect(JSON.parse(invalid.sink.text)).toMatchObject({ error: { code: 'messages_required' } });
      expect(await recordOf(requestId)).toBeUndefined();
    });

    it('D-88 is refused once its plan is used up and nothing else pays', async () => {
      const { userId, organizationId } = await node.person('fay@free.test');
      const workspaceId = await node.workspace('Default', organizationId);
      const freeloader = { ...credential, userId, organizationId, workspaceId, plan: 'free' };
      const statuses: (number | undefined)[] = [];
      for (let i = 0; i < 2; i++) {
        upstream.script(COUNTED);
        statuses.push(
          (await runCall('createChatCompletion', { ...SAY_HELLO, stream: false }, freeloader)).sink.status,
        );
      }
      expect(statuses).toEqual([200, 402]);
    });

    it('D-77 counts against the rates of the model', async () => {
      const statuses: (number | undefined)[] = [];
      for (let i = 0; i < 6; i++) {
        upstream.script(COUNTED);
        statuses.push((await runCall('createChatCompletion', { ...SAY_HELLO, stream: false })).sink.status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(3);
      expect(statuses.at(-1)).toBe(429);
    });
  },
);
