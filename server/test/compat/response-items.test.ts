import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  onDatabase,
  oneModel,
  openaiEngine,
  startScriptedUpstream,
  streamOf,
  httpDatabases,
  textReply,
  toolCalls,
  type OpenTestDatabase,
  type ScriptedUpstream,
} from '#test-kit';
import {
  ADMIN_KEY,
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  startFilesFixture,
  ZERO_RETENTION_KEY,
  type FilesFixture,
} from '../files/files-fixture.ts';
import {
  finalResponse,
  readResponseEvents,
  RESPONSES,
  type Item,
  type ResponseBody,
} from './responses-fixture.ts';

type Fields = Readonly<Record<string, unknown>>;

const HOUR_S = 3600;
const refer = (id: string) => ({ type: 'item_reference', id });
const user = (content: string) => ({ role: 'user', content });
const FUNCTION = { type: 'function', name: 'f', parameters: { type: 'object' } };
const NAMESPACE = { type: 'namespace', name: 'n', tools: [{ ...FUNCTION, name: 'g' }] };
const PATCH = { type: 'custom', name: 'patch' };

describe.each(await httpDatabases(import.meta.filename))(
  'items of responses on the $kind database',
  (database) => {
    let upstream: ScriptedUpstream;
    let opened: OpenTestDatabase;
    let files: FilesFixture;
    beforeAll(async () => {
      upstream = await startScriptedUpstream();
      opened = await database.open();
      const { models } = oneModel({}) as { models: { capabilities: object }[] };
      const capabilities = { ...models[0]!.capabilities, reasoning: true };
      files = await startFilesFixture({}, onDatabase(opened), {
        engines: { main: openaiEngine(upstream.baseUrl) },
        models: [{ ...models[0], capabilities }],
        compat: { openai: { keep_items_hours: 2 } },
        identity_instruction: '',
      });
    });
    afterAll(async () => {
      await files?.service.stop();
      await opened?.close();
      await upstream.close();
    });
    beforeEach(() => upstream.script(textReply('Hello.')));

    const ask = (fields: Fields, key = MAIN_KEY): Promise<Response> =>
      files.service.post(RESPONSES, key, { model: 'Svc Standard', input: 'Hi', ...fields });
    const respond = async (fields: Fields = {}, key = MAIN_KEY): Promise<ResponseBody> => {
      const reply = await ask(fields, key);
      const text = await reply.text();
      expect(reply.status, text).toBe(200);
      return fields['stream'] ? finalResponse(readResponseEvents(text)) : (JSON.parse(text) as ResponseBody);
    };
    const refusal = async (input: readonly unknown[], key = MAIN_KEY): Promise<string> => {
      const reply = await ask({ input }, key);
      const { error } = (await reply.json()) as {
        error?: { code: string; param: string | null; message: string };
      };
      return `${reply.status} ${error?.code} ${error?.param} ${error?.message}`;
    };
    /** What the engine was sent last. */
    const turns = () => upstream.requests.at(-1)!.body['messages'] as Fields[];
    const idOf = (body: ResponseBody, type: string): string =>
      body.output.find((item: Item) => item.type === type)!.id;

    it.each([false, true])('COMPR-21 are found by the next request, streamed: %s', async (stream) => {
      const first = await respond({ stream });
      expect(first).toMatchObject({ store: true });
      const input = [user('Hi'), refer(first.output[0]!.id), user('Go on')];
      expect(await respond({ stream, input })).toMatchObject({ status: 'completed', store: true });
      expect(turns()).toEqual([user('Hi'), { role: 'assistant', content: 'Hello.' }, user('Go on')]);
    });

    it.each([{}, { type: null }])(
      'COMPR-21 are found where a reference has no type, but %j',
      async (type) => {
        const { output } = await respond();
        await respond({ input: [user('Hi'), { ...type, id: output[0]!.id }, user('Go on')] });
        expect(turns()).toEqual([user('Hi'), { role: 'assistant', content: 'Hello.' }, user('Go on')]);
        expect(await refusal([user('Hi'), { ...type, id: 'msg_none' }])).toMatch(/^400 \S+ input\[1\]\.id /);
        expect(await refusal([user('Hi'), { ...type }])).toMatch(/^400 \S+ input\[1\]\.type /);
      },
    );

    it('COMPR-21 the log has the status of replies that waited for them', async () => {
      for (const stream of [false, true]) {
        const reply = await ask({ stream });
        await reply.text();
        const id = reply.headers.get('x-request-id')!;
        const logged = () =>
          files.service.logLines.filter((line) => line.includes(id) && line.includes('"status"'));
        await expect.poll(logged).toHaveLength(1);
        expect(JSON.parse(logged()[0]!)).toMatchObject({ status: 200, outcome: 'completed' });
      }
    });

    it('COMPR-21 say in every event of a stream that they are kept', async () => {
      const events = readResponseEvents(await (await ask({ stream: true })).text());
      const stores = events.flatMap(({ response }) => (response ? [response['store']] : []));
      expect(stores).toEqual([true, true, true]);
      // Everything but the final event went out before they were written.
      expect(events.at(-2)!.type).toBe('response.output_item.done');
    });

    it('COMPR-21 COMPR-07 COMPR-13 calls of every kind pair with their results, whatever is sent beside them', async () => {
      upstream.script(
        toolCalls([
          { name: 'f', arguments: '{"a":1}' },
          { name: 'n__g', arguments: '{}' },
          { name: 'patch', arguments: '{"input":"***"}' },
        ]),
      );
      const tools = [FUNCTION, NAMESPACE, PATCH];
      const called = await respond({ tools });
      const results = called.output.map(({ type, call_id }) => ({
        type: `${type}_output`,
        call_id,
        output: 'done',
      }));
      upstream.script(textReply('Fine.'));
      await respond({ tools, input: [user('Hi'), ...called.output.map(({ id }) => refer(id)), ...results] });
      const referring = turns();
      await respond({ tools, input: [user('Hi'), ...called.output, ...results] });
      expect(referring).toEqual(turns());
      expect(referring[1]).toMatchObject({
        tool_calls: [
          { function: { name: 'f', arguments: '{"a":1}' } },
          { function: { name: 'n__g', arguments: '{}' } },
          { function: { name: 'patch', arguments: '{"input":"***"}' } },
        ],
      });
      const [first] = called.output;
      expect(await refusal([user('Hi'), refer(first!.id), user('Go on')])).toMatch(
        /^400 invalid_request input /,
      );
    });

    it('COMPR-21 COMPR-09 COMPG-12 reasoning comes back to the model that wrote it, though the caller never had it', async () => {
      upstream.script(streamOf([chunk({ reasoning_content: 'hm' }), 'So.'], { finishReason: 'stop' }));
      const thought = await respond({ reasoning: { effort: 'low' } });
      expect(thought.output[0]).toEqual({ id: idOf(thought, 'reasoning'), type: 'reasoning', summary: [] });
      upstream.script(textReply('Fine.'));
      const input = [user('Hi'), ...thought.output.map(({ id }) => refer(id)), user('Go on')];
      await respond({ input, reasoning: { effort: 'low' } });
      expect(turns()[1]).toMatchObject({ role: 'assistant', content: 'So.', reasoning_content: 'hm' });
    });

    it('COMPR-21 COMPR-18 count like the items they stand for', async () => {
      upstream.script(textReply('one two three four five six seven eight nine ten'));
      const { output } = await respond();
      const count = async (item: object): Promise<unknown> => {
        const input = [user('Hi'), item, user('Go on')];
        const reply = await files.service.post(`${RESPONSES}/input_tokens`, MAIN_KEY, {
          model: 'Svc Standard',
          input,
        });
        return reply.json();
      };
      expect(await count(refer(output[0]!.id))).toEqual(await count(output[0]!));
    });

    it('COMPR-21 COMPR-20 are not kept where the caller or the organization wants none kept', async () => {
      for (const [fields, key] of [
        [{ store: false }, MAIN_KEY],
        [{}, ZERO_RETENTION_KEY],
        [{ store: true }, ZERO_RETENTION_KEY],
      ] as const) {
        const body = await respond(fields, key);
        expect(body).toMatchObject({ store: false });
        const { id } = body.output[0]!;
        expect(await refusal([user('Hi'), refer(id)], key)).toMatch(
          `400 invalid_request input[1].id Item with id '${id}' not found.`,
        );
      }
      expect(await refusal([refer('msg_1')], ZERO_RETENTION_KEY)).toContain('set `store` to false');
      expect((await ask({ store: 'yes' })).status).toBe(400);
    });

    it('COMPR-21 are found by their workspace only', async () => {
      const { id } = (await respond()).output[0]!;
      for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY, ZERO_RETENTION_KEY])
        expect(await refusal([user('Hi'), refer(id)], key)).toMatch(/^400 invalid_request input\[1\]\.id /);
      expect((await ask({ input: [user('Hi'), refer(id)] })).status).toBe(200);
    });

    it('COMPR-21 COMPR-20 an id that is none is refused where it stands, and the response before stays unknown', async () => {
      for (const id of ['msg_1', '', null, 5, 'x'.repeat(5000)])
        expect(await refusal([user('Hi'), { type: 'item_reference', id }])).toMatch(
          /^400 invalid_request input\[1\]\.id Item with id '.{0,64}' not found\. Items of replies are kept for 2 hours/,
        );
      const { id } = await respond();
      const reply = await ask({ previous_response_id: id });
      expect([reply.status, await reply.json()]).toMatchObject([
        400,
        { error: { code: 'previous_response_not_found' } },
      ]);
    });

    it('COMPR-21 are gone after the hours of the deployment', async () => {
      const { id } = (await respond()).output[0]!;
      await files.service.advance(2 * HOUR_S - 60);
      expect((await ask({ input: [user('Hi'), refer(id)] })).status).toBe(200);
      await files.service.advance(61);
      expect(await refusal([user('Hi'), refer(id)])).toMatch(/^400 /);
    });

    it('COMPR-21 are forgotten when their workspace is archived', async () => {
      const { id } = (await respond({}, OTHER_KEY)).output[0]!;
      const admin = (method: string, path: string) =>
        files.request(method, `/v1/organizations${path}`, {
          key: ADMIN_KEY,
          headers: { 'svc-beta': 'admin-2026-11-01' },
        });
      const { body } = await admin('GET', '/workspaces');
      const { id: workspace } = (body['data'] as { id: string; name: string }[]).find(
        ({ name }) => name === 'Other',
      )!;
      expect((await admin('POST', `/workspaces/${workspace}/archive`)).status).toBe(200);
      await files.service.advance(HOUR_S);
      expect((await admin('POST', `/workspaces/${workspace}/unarchive`)).status).toBe(200);
      expect(await refusal([user('Hi'), refer(id)], OTHER_KEY)).toMatch(
        /^400 invalid_request input\[1\]\.id /,
      );
    });

    it('COMPR-21 a reference in a large body, which is parsed on a thread, is the same', async () => {
      const { id } = (await respond()).output[0]!;
      await respond({ input: [user('Hi'), refer(id), user('x '.repeat(100_000))] });
      expect(turns()[1]).toEqual({ role: 'assistant', content: 'Hello.' });
    });
  },
);
