import { describe, expect, it } from 'vitest';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../../api-formats/api-formats.ts';
import { BedrockBench, CLAUDE, NOVA } from './bedrock-bench.ts';

const ROUNDS = 10;
const CALLS = [
  { name: 'weather', input: { city: 'Ulm' } },
  { name: 'clock', input: {} },
];
const bench = new BedrockBench();
const json = (value: unknown): string => JSON.stringify(value);

/** Ten rounds of two calls, in turn whole and streamed. */
async function playRounds(doorName: string, reasoning: boolean): Promise<void> {
  const format = API_FORMATS[doorName]!;
  bench.double.reply(({ round }) =>
    round < ROUNDS
      ? { reasoning: `Thought ${round}.`, text: `Round ${round}.`, calls: CALLS }
      : { text: 'Done.' },
  );
  let asked = format.ask({
    text: 'Weather and time?',
    system: 'Be brief.',
    tools: ['weather', 'clock'],
    ...(reasoning ? { reasoning: true as const } : {}),
  });
  for (let round = 0; round <= ROUNDS; round++) {
    const received =
      round % 2 === 0
        ? await askWhole(bench.service, format, asked)
        : requireReply(await askStreamed(bench.service, format, asked));
    expect(received.calls.map(({ name }) => name)).toEqual(round < ROUNDS ? ['weather', 'clock'] : []);
    asked = format.reply(asked, received, { weather: `sun ${round}`, clock: `noon ${round}` });
  }
}

describe('a tool loop of ten rounds', () => {
  it.each(
    Object.keys(API_FORMATS).flatMap((door) => [
      [door, 'Claude by InvokeModel', CLAUDE, true, 'invoke'] as const,
      [door, 'Claude by Converse', CLAUDE, false, 'converse'] as const,
      [door, 'Nova', NOVA, false, 'converse'] as const,
    ]),
  )(
    'D-ENG-17 D-ENG-21 through %s on %s keeps what was signed and the order of calls',
    async (door, _name, model, reasons, api) => {
      await bench.serve(model);
      await playRounds(door, reasons);
      expect(bench.refusals).toEqual([]);
      expect(bench.double.seen).toHaveLength(ROUNDS + 1);
      // Live chat has no reasoning to ask for.
      const expected = door === 'chat' ? 'converse' : api;
      expect(bench.double.seen.every(({ operation }) => operation.startsWith(expected))).toBe(true);
      const sent = json(bench.last.body);
      for (let round = 0; round < ROUNDS; round++) expect(sent.split(`Thought ${round}.`)).toHaveLength(2);
    },
  );

  it('D-ENG-17 returns signed reasoning to Converse where InvokeModel is not used', async () => {
    await bench.serve(CLAUDE, { anthropic_api: 'converse' });
    await playRounds('messages', true);
    expect(bench.refusals).toEqual([]);
    const { messages, additionalModelRequestFields } = bench.last.body as {
      messages: { role: string; content: object[] }[];
      additionalModelRequestFields: object;
    };
    expect(
      messages.filter(({ role }) => role === 'assistant').map(({ content }) => Object.keys(content[0]!)),
    ).toEqual(Array.from({ length: ROUNDS }, () => ['reasoningContent']));
    expect(additionalModelRequestFields).toHaveProperty('thinking');
  });
});

it('D-ENG-19 sends a tool name of 100 characters under another, and shows the caller its own', async () => {
  await bench.serve(NOVA);
  const name = `a.${'long_'.repeat(19)}`;
  bench.double.reply(({ body }) => {
    const { tools } = body['toolConfig'] as { tools: { toolSpec: { name: string } }[] };
    return { calls: [{ name: tools[0]!.toolSpec.name, input: {} }] };
  });
  const response = await bench.post('/compat/anthropic/v1/messages', {
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Go' }],
    tools: [{ name: name.replace('.', '_'), input_schema: { type: 'object' } }],
  });
  expect(response.status, await response.clone().text()).toBe(200);
  expect(json(await response.json())).toContain(name.replace('.', '_'));
  expect(bench.refusals).toEqual([]);
});

it('D-ENG-5 sends the ARN of an inference profile percent-encoded', async () => {
  const arn =
    'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
  await bench.serve(arn);
  expect(
    (await bench.post('/v1/chat/completions', { stream: false, messages: [{ role: 'user', content: 'Hi' }] }))
      .status,
  ).toBe(200);
  expect(bench.last.path).toBe(`/model/${encodeURIComponent(arn)}/converse`);
});
