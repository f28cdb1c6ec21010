import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Block, Turn } from '#engine';
import { writeQuestion, type HookQuestion } from './hook-question.ts';

const QUESTION: HookQuestion = {
  id: 'hook_1',
  type: 'prompt',
  created_at: '2026-11-01T00:00:00Z',
  organization_id: 'org_1',
  workspace_id: 'wrkspc_1',
  request_id: 'req_1',
  endpoint: '/v1/messages',
  model: 'Svc Standard',
  actor: { type: 'api_key', id: 'key_1' },
  end_user_id: null,
};
const LIMIT_BYTES = 8 * 1_048_576;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

async function shown(turns: readonly Turn[], tool?: Parameters<typeof writeQuestion>[2]) {
  const body = await writeQuestion(QUESTION, { turns, tools: [{ name: 'look_up' }] }, tool);
  expect(Buffer.byteLength(body)).toBeLessThan(LIMIT_BYTES + 1000);
  return JSON.parse(body) as Record<string, unknown> & { messages: { role: string; content: object[] }[] };
}

const user = (...blocks: Block[]): Turn => ({ role: 'user', blocks });

it('POLICY-19 shows the prompt as the model gets it, system first', async () => {
  const image = Buffer.from('not really a picture');
  const question = await shown([
    { role: 'system', blocks: [{ type: 'text', text: 'You are\u0000 "Svc".' }] },
    user(
      { type: 'text', text: 'look' },
      { type: 'image', mediaType: 'image/png', data: image.toString('base64') },
      { type: 'document', title: undefined, text: 'Grüße' },
    ),
    {
      role: 'assistant',
      blocks: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool_call', id: 'call_1', name: 'look_up', arguments: '{"a": 1}' },
        { type: 'tool_call', id: 'call_2', name: 'look_up', arguments: 'no json' },
      ],
    },
    user({ type: 'tool_result', callId: 'call_1', text: 'found', isError: true }),
    user({ type: 'compaction', text: 'so far' }),
  ]);
  expect(question).toEqual({
    ...QUESTION,
    tools: ['look_up'],
    truncated: false,
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'You are\u0000 "Svc".' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image', media_type: 'image/png', size_bytes: image.length, sha256: sha256(image) },
          { type: 'document', title: null, size_bytes: 7, sha256: sha256('Grüße'), text: 'Grüße' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'tool_call', id: 'call_1', name: 'look_up', input: { a: 1 } },
          { type: 'tool_call', id: 'call_2', name: 'look_up', input: 'no json' },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_call_id: 'call_1',
            is_error: true,
            content: [{ type: 'text', text: 'found' }],
          },
        ],
      },
      { role: 'user', content: [{ type: 'compaction', summary: 'so far' }] },
    ],
  });
});

it('POLICY-18 adds the tool that is to run', async () => {
  const tool = { name: 'site__echo', kind: 'mcp', input: '{"text":"hi"}' };
  const question = await shown([user({ type: 'text', text: 'go' })], tool);
  expect(question['tool']).toEqual({ name: 'site__echo', kind: 'mcp', input: { text: 'hi' } });
});

it.each([
  ['{"q":"card 4111","q":""}', 'a name twice'],
  ['{"a":[{"q":"card 4111","\\u0071":""}]}', 'a name twice, once escaped'],
  ['['.repeat(100_000) + ']'.repeat(100_000), 'more depth than a reader takes'],
])('POLICY-19 shows the text itself of an input that hides something: %#', async (input) => {
  const question = await shown([user({ type: 'tool_call', id: 'c', name: 'n', arguments: input })]);
  expect(question.messages[0]!.content).toEqual([{ type: 'tool_call', id: 'c', name: 'n', input }]);
});

it('POLICY-19 shows an input as the JSON it is, whatever stands in its texts', async () => {
  const input = '{ "a:b": "{\\"x\\": 1}:", "__proto__": [1.0, {"\\u00e9": null}], "": {} }';
  const question = await shown([user({ type: 'tool_call', id: 'c', name: 'n', arguments: input })]);
  expect(JSON.stringify(question.messages[0]!.content)).toContain(JSON.stringify(JSON.parse(input)));
});

it('POLICY-19 cuts what is over 8 MiB and says so', async () => {
  const whole = 'a'.repeat(LIMIT_BYTES - 1000);
  expect(await shown([user({ type: 'text', text: whole })])).toMatchObject({ truncated: false });
  const turns = [user({ type: 'text', text: 'é'.repeat(5_000_000) }), user({ type: 'text', text: 'more' })];
  const { messages, truncated } = await shown(turns);
  expect(truncated).toBe(true);
  expect(messages.length).toBe(1);
  const blocks: Block[] = Array.from({ length: 300_000 }, () => ({ type: 'text', text: 'many' }));
  expect(await shown([{ role: 'user', blocks }])).toMatchObject({ truncated: true });
  const input = JSON.stringify({ text: 'x'.repeat(9_000_000) });
  const call: Block = { type: 'tool_call', id: 'c', name: 'n', arguments: input };
  expect(await shown([user(call)])).toMatchObject({ truncated: true });
});

it('POLICY-19 never holds the event loop, whatever the prompt is made of', async () => {
  const call: Block = { type: 'tool_call', id: 'c', name: 'n', arguments: '{}' };
  const blocks: Block[] = [
    ...Array.from({ length: 100_000 }, () => call),
    { ...call, arguments: `"${'a'.repeat(200_000)}` },
    { type: 'text', text: '\u0001'.repeat(4_000_000) },
  ];
  const longestMs = async (): Promise<number> => {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    await writeQuestion(QUESTION, { turns: [{ role: 'user', blocks }], tools: [] });
    delays.disable();
    return delays.max / 1e6;
  };
  // In one go it takes a second and more. A busy machine may stop the whole process once, hence three times.
  expect(Math.min(await longestMs(), await longestMs(), await longestMs())).toBeLessThan(200);
});

it('POLICY-19 writes every text so that it reads the same', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(text, fc.nat(100), async (sample, before) => {
      // Around the places where a long text is taken in chunks.
      const long = 'x'.repeat(65_536 - before) + sample;
      const { messages } = await shown([user({ type: 'text', text: long })]);
      expect(messages[0]!.content).toEqual([{ type: 'text', text: long }]);
    }),
    { numRuns: 50 },
  );
});
