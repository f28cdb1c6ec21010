import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import {
  assistant,
  EXTENSIONS,
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  startPromptsFixture,
  system,
  user,
  type PromptsFixture,
  type Reply,
} from './prompts-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))(
  'prompt templates in model calls on the $kind database',
  (database) => {
    let opened: OpenTestDatabase;
    let prompts: PromptsFixture;
    beforeAll(async () => {
      opened = await database.open();
      prompts = await startPromptsFixture(opened, {
        messages_turns: 6,
        chat_messages: 6,
        chat_body_bytes: 60_000,
      });
      await prompts.create({
        name: 'greet',
        messages: [system('Be {{ tone }}.'), user('Hello {{name}} and {{name}}')],
        labels: ['production'],
      });
      await prompts.create({ name: 'greet', messages: [user('Second {{name}}')], model: 'Svc Second' });
      await prompts.create({ name: 'plain', messages: [system('Only system')], labels: ['production'] });
      await prompts.create({
        name: 'shots',
        messages: [system('S1'), user('Q'), system('S2'), assistant('A')],
        labels: ['production'],
      });
      await prompts.create({ name: 'twice', messages: [user('a'), user('b')], labels: ['production'] });
    });
    afterAll(async () => {
      await prompts?.stop();
      await opened?.close();
    });

    const refusal = (reply: Reply): string => prompts.refusalOf(reply).join(' ');
    const GREET = { template: 'greet@production', variables: { tone: 'kind', name: 'Ada' } };

    it('PTPL-05 D-PTPL-5 are replaced by their messages, on messages and chat, with and without messages in the request', async () => {
      const greeting = user('Hello Ada and Ada');
      expect((await prompts.message({ prompt: GREET, system: 'Mine.' })).status).toBe(200);
      expect(prompts.sent()).toEqual([system('Be kind.'), system('Mine.'), greeting]);
      expect((await prompts.chat({ prompt: GREET })).status).toBe(200);
      expect(prompts.sent()).toEqual([system('Be kind.'), greeting]);
      const more = { prompt: GREET, messages: [assistant('Hi'), user('Go on')] };
      expect((await prompts.message(more)).status).toBe(200);
      expect(prompts.sent()).toEqual([system('Be kind.'), greeting, assistant('Hi'), user('Go on')]);
      expect((await prompts.chat({ ...more, messages: [user('Go on')] })).status).toBe(200);
      expect(prompts.sent()).toEqual([system('Be kind.'), greeting, user('Go on')]);
      const byVersion = { template: 'greet-v2', variables: { name: 'Bob' } };
      expect((await prompts.message({ prompt: byVersion, messages: [] })).status).toBe(200);
      expect(prompts.sent()).toEqual([user('Second Bob')]);
    });

    it('D-PTPL-5 put system text into the system field of messages, and leave it in place on chat', async () => {
      const prompt = { template: 'shots@production' };
      await prompts.message({ prompt, messages: [user('Next')] });
      expect(prompts.sent()).toEqual([system('S1'), system('S2'), user('Q'), assistant('A'), user('Next')]);
      await prompts.chat({ prompt, messages: [user('Next')] });
      expect(prompts.sent()).toEqual([system('S1'), user('Q'), system('S2'), assistant('A'), user('Next')]);
    });

    it('D-PTPL-5 provide the model only if the request names none', async () => {
      const prompt = { template: 'greet-v2', variables: { name: 'Bob' } };
      const modelOf = async (body: object): Promise<unknown> => (await prompts.message(body)).body['model'];
      expect(await modelOf({ prompt, model: null })).toBe('Svc Second');
      expect(await modelOf({ prompt })).toBe('Svc Standard');
      expect((await prompts.chat({ prompt })).body['model']).toBe('Svc Second');
      expect((await prompts.chat({ prompt: GREET })).body['model']).toBe('Svc Standard');
      expect(refusal(await prompts.message({ prompt: GREET, model: null }))).toBe(
        '400 invalid_request model',
      );
      expect(refusal(await prompts.message({ model: null, messages: [user('x')] }))).toBe(
        '400 invalid_request model',
      );
    });

    it('D-PTPL-6 insert values literally, and refuse missing and unknown variables', async () => {
      const ask = (variables: object, template = 'greet@production'): Promise<Reply> =>
        prompts.message({ prompt: { template, variables } });
      await ask({ tone: '{{name}}', name: '$& {{tone}}' });
      expect(prompts.sent()).toEqual([system('Be {{name}}.'), user('Hello $& {{tone}} and $& {{tone}}')]);
      expect(refusal(await ask({ tone: 'x' }))).toBe('400 missing_variable prompt.variables.name');
      expect((await ask({ tone: 'x' })).body['error'].message).toMatch(
        /needs a value for the variable name\./,
      );
      expect(refusal(await ask({ tone: 'x', nmae: 'y' }))).toBe('400 missing_variable prompt.variables.name');
      expect(refusal(await ask({ tone: 'x', name: 'y', __proto: 'z' }))).toBe(
        '400 unknown_variable prompt.variables.__proto',
      );
      expect(
        refusal(await prompts.message({ prompt: { template: 'plain@production', variables: { a: 'b' } } })),
      ).toBe('400 unknown_variable prompt.variables.a');
      expect(refusal(await ask({ tone: 'x', name: 3 }))).toBe('400 invalid_request prompt.variables.name');
      expect(refusal(await ask([]))).toBe('400 invalid_request prompt.variables');
    });

    it('D-PTPL-5 D-ERR-7 refuse unknown templates of the workspace', async () => {
      const ask = (template: unknown, key?: string): Promise<Reply> =>
        prompts.message({ prompt: { template } }, key === undefined ? {} : { key });
      for (const template of [
        'greet',
        'greet@',
        '@production',
        'greet-v0',
        'greet-v',
        'Greet@x',
        'a b@x',
        3,
        null,
      ])
        expect(refusal(await ask(template))).toBe('400 invalid_request prompt.template');
      const none = '404 prompt_template_not_found prompt.template';
      for (const template of ['nothing@production', 'greet@staging', 'greet@latest', 'nothing-v1'])
        expect(refusal(await ask(template))).toBe(none);
      expect((await ask('greet@staging')).body['error'].message).toMatch(
        /^The label staging of .* greet is not set\./,
      );
      expect((await ask('nothing@staging')).body['error'].message).toMatch(/^No such prompt template/);
      expect(refusal(await ask('greet-v3'))).toBe('404 prompt_template_version_not_found prompt.template');
      for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY])
        expect(refusal(await ask('greet@production', key))).toBe(none);
      expect(refusal(await prompts.message({ prompt: { ...GREET, version: 1 } }))).toBe(
        '400 unknown_parameter prompt.version',
      );
      expect(refusal(await prompts.message({ prompt: 'greet@production' }))).toBe(
        '400 invalid_request prompt',
      );
    });

    it('D-33 are ignored like any unknown field on live chat', async () => {
      const live = { headers: {} };
      expect(
        (await prompts.chat({ prompt: { template: 'nothing@x' }, messages: [user('x')] }, live)).status,
      ).toBe(200);
      expect(refusal(await prompts.chat({ prompt: GREET }, live))).toBe('400 messages_required ');
    });

    it('D-50 D-01 apply the same refusals in the same order as a body with the messages', async () => {
      const ask = (template: string, more: object = {}, variables: object = {}): Promise<Reply> =>
        prompts.message({ prompt: { template, variables }, ...more });
      expect(refusal(await ask('plain@production'))).toBe('400 messages_required messages');
      expect(refusal(await ask('plain@production', { messages: [assistant('x')] }))).toBe(
        '400 invalid_request messages[0].role',
      );
      expect(refusal(await ask('twice@production'))).toBe('400 invalid_request prompt');
      expect((await prompts.chat({ prompt: { template: 'twice@production' } })).status).toBe(200);
      expect(refusal(await ask('shots@production', { messages: [assistant('x')] }))).toBe(
        '400 invalid_request messages[0].role',
      );
      const empty = { tone: '', name: '' };
      expect((await ask('greet@production', {}, empty)).status).toBe(200);
      expect(refusal(await ask('greet-v2', { max_tokens: 0 }, { name: 'x' }))).toBe(
        '400 invalid_request max_tokens',
      );
      // Fields of the body, then the template, then the number of turns, then the model.
      const turns = [user('1'), assistant('2'), user('3'), assistant('4'), user('5')];
      expect(refusal(await ask('nothing@x', { messages: turns, color: 'red' }))).toBe(
        '400 unknown_parameter color',
      );
      expect(refusal(await ask('nothing@x', { messages: turns, model: 'none' }))).toBe(
        '404 prompt_template_not_found prompt.template',
      );
      expect(refusal(await ask('shots@production', { messages: turns, model: 'none' }))).toBe(
        '413 too_many_messages messages',
      );
      expect(refusal(await ask('shots@production', { model: 'none' }))).toBe('404 model_not_found model');
      expect(refusal(await prompts.chat({ prompt: { template: 'shots@production' }, messages: turns }))).toBe(
        '413 too_many_messages messages',
      );
      const long = { template: 'greet@production', variables: { tone: 'x', name: 'y'.repeat(40_000) } };
      const tooLarge = await prompts.chat({ prompt: long });
      expect([refusal(tooLarge), tooLarge.body['error'].max_bytes]).toEqual([
        '413 payload_too_large ',
        60_000,
      ]);
      const window = {
        template: 'greet@production',
        variables: { tone: 'x', name: 'wörd '.repeat(200_000) },
      };
      expect(refusal(await prompts.message({ prompt: window }))).toBe('400 context_length_exceeded messages');
    });

    it('MSG-13 D-39 keep their place before images, tool calls and compaction of the request', async () => {
      const call = { type: 'tool_call', id: 'call_1', name: 'look', input: {} };
      const result = { type: 'tool_result', tool_call_id: 'call_1', content: 'seen' };
      const tools = [{ type: 'function', function: { name: 'look' } }];
      const messages = [
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result] },
      ];
      expect((await prompts.message({ prompt: GREET, tools, messages })).status).toBe(200);
      expect(prompts.sent().map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
      const compacted = [
        { role: 'assistant', content: [{ type: 'compaction', summary: 'All of it.' }] },
        user('Next'),
      ];
      expect((await prompts.message({ prompt: GREET, messages: compacted })).status).toBe(200);
      expect(JSON.stringify(prompts.sent())).not.toContain('Hello Ada');
      expect(prompts.sent()[0]).toEqual(system('Be kind.'));
    });

    it('D-36 are counted as they would be sent', async () => {
      const count = (body: object): Promise<Reply> =>
        prompts.call('POST', '/v1/chat/completions/count_tokens', body, { headers: EXTENSIONS });
      const counted = await count({ prompt: GREET, messages: [user('Go on')] });
      const sent = await count({ messages: [system('Be kind.'), user('Hello Ada and Ada'), user('Go on')] });
      expect(counted.status).toBe(200);
      expect(counted.body['prompt_tokens']).toBe(sent.body['prompt_tokens']);
      expect(refusal(await count({ prompt: { template: 'greet' } }))).toBe(
        '400 invalid_request prompt.template',
      );
    });

    it('behave the same in a large body parsed on a thread', async () => {
      const large = 'y'.repeat(600_000);
      const prompt = { template: 'greet@production', variables: { tone: large, name: 'Ada' } };
      expect((await prompts.message({ prompt })).status).toBe(200);
      expect(prompts.sent()).toEqual([system(`Be ${large}.`), user('Hello Ada and Ada')]);
    });

    it('D-PTPL-4 follow a moved label and a new version with the next call', async () => {
      const ask = async (template: string): Promise<unknown> => {
        const reply = await prompts.message({ prompt: { template } });
        return reply.status === 200 ? prompts.sent()[0]!.content : refusal(reply);
      };
      await prompts.create({ name: 'moves', messages: [user('one')], labels: ['live'] });
      expect(await ask('moves@live')).toBe('one');
      expect(await ask('moves-v2')).toBe('404 prompt_template_version_not_found prompt.template');
      expect(await ask('moves@next')).toBe('404 prompt_template_not_found prompt.template');
      await prompts.create({ name: 'moves', messages: [user('two')], labels: ['live'] });
      expect(await ask('moves@live')).toBe('two');
      expect(await ask('moves-v2')).toBe('two');
      await prompts.label('moves', 'live', 1);
      await prompts.label('moves', 'next', 2);
      expect([await ask('moves@live'), await ask('moves@next')]).toEqual(['one', 'two']);
      await prompts.label('moves', 'live', null);
      expect(await ask('moves@live')).toBe('404 prompt_template_not_found prompt.template');
    });
  },
);
