import { describe, expect, it } from 'vitest';
import type { EngineMemory, SignedReply } from '../../engine-memory.ts';
import { requestOf, WEATHER_TOOL } from '../../test-support/requests.ts';
import type { Block, GenerateRequest, ImageBlock, ReasoningEffort, Turn } from '../../turns.ts';
import { DEFAULT_REQUEST_FORMAT } from '../http/request-format.ts';
import { SKIP_SIGNATURE } from '../http/skip-signature.ts';
import { toRequestBody } from './request-body.ts';

const FORMAT = DEFAULT_REQUEST_FORMAT;
interface Body {
  readonly contents: readonly { readonly role: string; readonly parts: readonly object[] }[];
  readonly generationConfig: object;
  readonly toolConfig?: object;
  readonly tools?: readonly object[];
  readonly systemInstruction?: object;
}

function bodyOf(request: Partial<GenerateRequest>, model = 'gemini-3-pro'): Body {
  return JSON.parse(
    toRequestBody(requestOf(request), { model, origin: 'o', format: FORMAT }) as string,
  ) as Body;
}

const turn = (role: Turn['role'], ...blocks: (Block | string)[]): Turn => ({
  role,
  blocks: blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)),
});
const call = (id: string, name = 'f', args = '{}'): Block => ({
  type: 'tool_call',
  id,
  name,
  arguments: args,
});
const result = (callId: string, text: string, more: object = {}): Block => ({
  type: 'tool_result',
  callId,
  text,
  ...more,
});
const image = (mediaType: ImageBlock['mediaType'], data: string): ImageBlock => ({
  type: 'image',
  mediaType,
  data,
});
const contentsOf = (turns: readonly Turn[], more: Partial<GenerateRequest> = {}, model?: string) =>
  bodyOf({ turns, ...more }, model).contents;
const sentCall = (id: string, name = 'f', args: object = {}) => ({ functionCall: { id, name, args } });
const resultOf = (id: string, output: string, name = 'f') => ({
  functionResponse: { id, name, response: { output } },
});

describe('a request of generateContent', () => {
  it('has instructions apart, and contents that begin with a user', () => {
    const { systemInstruction, contents } = bodyOf({
      turns: [
        turn('system', 'Be brief.'),
        turn('assistant', 'Hello'),
        turn('system', 'And kind.'),
        turn('user', 'Hi', ''),
      ],
    });
    expect(systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }, { text: 'And kind.' }] });
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'Begin.' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Hi' }] },
    ]);
    expect(contentsOf([])).toEqual([{ role: 'user', parts: [{ text: 'Begin.' }] }]);
  });

  it('has images and documents as parts', () => {
    const document: Block = { type: 'document', title: 'Notes', text: 'One.' };
    expect(contentsOf([turn('user', image('image/png', 'aW1n'), document)])).toEqual([
      {
        role: 'user',
        parts: [{ inlineData: { mimeType: 'image/png', data: 'aW1n' } }, { text: 'Notes\n\nOne.\n\n' }],
      },
    ]);
  });

  it('D-ENG-21 has the results of a turn together, in the order of the calls', () => {
    const turns = [
      turn('user', 'q'),
      turn('assistant', 'Both.', call('a'), call('b', 'g')),
      turn('user', result('b', 'two')),
      turn('user', 'Now?', result('a', 'broke', { isError: true })),
    ];
    expect(contentsOf(turns).slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'Both.' },
          { ...sentCall('a'), thoughtSignature: SKIP_SIGNATURE },
          sentCall('b', 'g'),
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'f', response: { error: 'broke' } } },
          resultOf('b', 'two', 'g'),
          { text: 'Now?' },
        ],
      },
    ]);
  });

  it('sends a result of no call as text, which would be refused otherwise', () => {
    expect(contentsOf([turn('user', result('gone', 'words'))])).toEqual([
      { role: 'user', parts: [{ text: 'words' }] },
    ]);
  });

  const withImages = [
    turn('user', 'q'),
    turn('assistant', call('a'), call('b')),
    turn(
      'user',
      result('a', 'seen', { images: [image('image/png', 'cG5n'), image('image/gif', 'Z2lm')] }),
      result('b', 'no'),
    ),
  ];
  const png = { inlineData: { mimeType: 'image/png', data: 'cG5n' } };
  const gif = { inlineData: { mimeType: 'image/gif', data: 'Z2lm' } };

  it('D-ENG-21 has an image inside its result where the model takes it', () => {
    const { functionResponse } = resultOf('a', 'seen');
    expect(contentsOf(withImages).at(-1)!.parts).toEqual([
      { functionResponse: { ...functionResponse, parts: [png] } },
      resultOf('b', 'no'),
      gif,
    ]);
  });

  it.each(['gemini-2.5-pro', 'gemini-flash-latest'])(
    'D-ENG-21 has it beside the results in the same turn for %s',
    (model) => {
      expect(contentsOf(withImages, {}, model).at(-1)!.parts).toEqual([
        resultOf('a', 'seen'),
        resultOf('b', 'no'),
        png,
        gif,
      ]);
    },
  );

  it('has the input of calls digit by digit, and invalid JSON as its text', () => {
    const turns = [turn('user', 'q'), turn('assistant', call('a', 'f', '{"id":2512292042121000001}'))];
    const sent = toRequestBody(requestOf({ turns }), { model: 'm', origin: 'o', format: FORMAT });
    expect(sent).toContain('"args":{"id":2512292042121000001}');
    expect(
      contentsOf([turn('user', 'q'), turn('assistant', call('a', 'f', '{"x'))]).at(-1)!.parts,
    ).toMatchObject([{ functionCall: { args: { arguments: '{"x' } } }]);
  });

  it('has reasoning of a turn with calls, and of the one that goes on, but not earlier', () => {
    const thought = (text: string): Block => ({ type: 'reasoning', text });
    const turns = [
      turn('user', 'q'),
      turn('assistant', thought('old'), 'Said.'),
      turn('user', 'r'),
      turn('assistant', thought('hm'), call('a')),
      turn('user', result('a', 's')),
      turn('assistant', thought('so'), 'It'),
    ];
    const models = contentsOf(turns).filter(({ role }) => role === 'model');
    expect(models.map(({ parts }) => parts[0])).toEqual([
      { text: 'Said.' },
      { text: 'hm', thought: true },
      { text: 'so', thought: true },
    ]);
  });

  it.each([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['any', { mode: 'ANY' }],
    [{ name: 'weather' }, { mode: 'ANY', allowedFunctionNames: ['weather'] }],
  ] as const)('has tools as they were declared, and the choice %j', (toolChoice, functionCallingConfig) => {
    const body = bodyOf({ tools: [WEATHER_TOOL], toolChoice });
    expect(body.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'weather',
            description: 'Looks it up',
            parametersJsonSchema: { type: 'object', properties: {} },
          },
        ],
      },
    ]);
    expect(body.toolConfig).toEqual({ functionCallingConfig });
  });

  it('asks for arguments that keep to the schema of strict tools, and writes the schema as it was', () => {
    const tool = {
      ...WEATHER_TOOL,
      strict: true,
      parametersText: '{"type":"object","maximum":9007199254740993}',
    } as const;
    const sent = toRequestBody(requestOf({ tools: [tool] }), { model: 'm', origin: 'o', format: FORMAT });
    expect(sent).toContain('"parametersJsonSchema":{"type":"object","maximum":9007199254740993}');
    expect(sent).toContain('"mode":"VALIDATED"');
    expect(bodyOf({}).tools).toBeUndefined();
  });

  it('has sampling under its names, but for what the model is known to refuse', () => {
    const sampling = {
      temperature: 0,
      topP: 0.5,
      topK: 7,
      presencePenalty: 1,
      frequencyPenalty: -1,
      seed: 3,
    };
    expect(bodyOf({ sampling }).generationConfig).toEqual({ maxOutputTokens: 100, ...sampling });
    const format = { ...FORMAT, omitted: new Set(['presence_penalty', 'frequency_penalty']) };
    const sent = toRequestBody(requestOf({ sampling }), { model: 'm', origin: 'o', format }) as string;
    const { presencePenalty: _one, frequencyPenalty: _two, ...others } = sampling;
    expect((JSON.parse(sent) as Body).generationConfig).toEqual({ maxOutputTokens: 100, ...others });
  });

  const effort = (level: 'low' | 'medium' | 'high'): ReasoningEffort => ({ effort: level });
  it.each([
    ['gemini-3-pro-preview', effort('low'), { thinkingLevel: 'LOW' }],
    ['gemini-3-pro-preview', effort('medium'), { thinkingLevel: 'MEDIUM' }],
    ['gemini-3.1-flash', effort('high'), { thinkingLevel: 'HIGH' }],
    ['gemini-10-pro', effort('high'), { thinkingLevel: 'HIGH' }],
    ['gemini-2.5-flash', effort('low'), { thinkingBudget: 1024 }],
    ['gemini-2.5-flash', effort('medium'), { thinkingBudget: 8192 }],
    ['gemini-2.5-flash', effort('high'), { thinkingBudget: 24_576 }],
    ['gemini-flash-latest', effort('low'), { thinkingBudget: 1024 }],
    ['gemini-2.5-flash', { maxTokens: 77 }, { thinkingBudget: 77 }],
    ['gemini-3-pro', { maxTokens: 77 }, { thinkingBudget: 77 }],
  ])('D-ENG-22 of %s, asked for %j, thinks with %j', (model, reasoning, thinking) => {
    expect(bodyOf({ reasoning }, model).generationConfig).toMatchObject({
      thinkingConfig: { includeThoughts: true, ...thinking },
    });
    expect(bodyOf({}, model).generationConfig).not.toHaveProperty('thinkingConfig');
  });

  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const format = { type: 'json_schema', name: 'n', schema } as const;

  it('D-ENG-23 has a schema as it is, with its media type', () => {
    expect(bodyOf({ responseFormat: format }).generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    });
    const { generationConfig } = bodyOf({ responseFormat: { type: 'json_object' } });
    expect(generationConfig).toEqual({ maxOutputTokens: 100, responseMimeType: 'application/json' });
  });

  it.each([
    ['gemini-2.5-pro', false],
    ['gemini-3-pro', true],
  ])('D-ENG-23 has it beside tools for %s: %s', (model, isSent) => {
    const { generationConfig } = bodyOf({ responseFormat: format, tools: [WEATHER_TOOL] }, model);
    expect('responseJsonSchema' in generationConfig).toBe(isSent);
  });
});

describe('what the engine signed', () => {
  const remember = (...replies: SignedReply[]): EngineMemory => ({
    find: (id) => replies.find(({ calls }) => calls.includes(id)),
    keep: () => {},
  });
  const part = (callNumber: number, value: object) => ({ call: callNumber, afterText: false, value });
  const onCall = (signature: string) => ({ on: 'call', thoughtSignature: signature });
  const history = [
    turn('user', 'q'),
    turn('assistant', { type: 'reasoning', text: 'shown' }, 'Look: ', call('a'), call('b')),
    turn('user', result('a', '1'), result('b', '2')),
  ];
  const modelParts = (memory: EngineMemory) => contentsOf(history, { memory })[1]!.parts;

  it('D-ENG-17 returns on its parts, thoughts in place of the words that callers see', () => {
    const parts = [
      part(0, { on: 'thought', text: 'kept', thoughtSignature: 's0' }),
      part(0, { on: 'text', isApart: false, thoughtSignature: 's1' }),
      part(0, onCall('s2')),
      part(1, onCall('s3')),
      part(2, { on: 'text', isApart: true, thoughtSignature: 's4' }),
    ];
    expect(modelParts(remember({ origin: 'o', calls: ['a', 'b'], parts }))).toEqual([
      { text: 'kept', thought: true, thoughtSignature: 's0' },
      { text: 'Look: ', thoughtSignature: 's1' },
      { ...sentCall('a'), thoughtSignature: 's2' },
      { ...sentCall('b'), thoughtSignature: 's3' },
      { text: '', thoughtSignature: 's4' },
    ]);
  });

  it.each([
    [
      'of the first call',
      { origin: 'o', calls: ['a', 'b'], parts: [part(0, onCall('s'))] },
      ['s', undefined],
    ],
    ['of the second call', { origin: 'o', calls: ['b'], parts: [part(0, onCall('s'))] }, [undefined, 's']],
    [
      'of another engine',
      { origin: 'other', calls: ['a', 'b'], parts: [part(0, onCall('s'))] },
      [SKIP_SIGNATURE, undefined],
    ],
    ['that is not known', undefined, [SKIP_SIGNATURE, undefined]],
  ])('D-ENG-18 a signature %s', (_which, reply, expected) => {
    const parts = modelParts(reply ? remember(reply) : remember());
    const calls = parts.filter((one) => 'functionCall' in one);
    expect(calls.map((one) => (one as { thoughtSignature?: string }).thoughtSignature)).toEqual(expected);
  });

  it('D-ENG-18 is missed once in each turn', () => {
    const turns = [
      ...history,
      turn('assistant', call('c'), call('d')),
      turn('user', result('c', '3'), result('d', '4')),
    ];
    const body = JSON.stringify(contentsOf(turns));
    expect(body.split(SKIP_SIGNATURE)).toHaveLength(3);
  });
});
