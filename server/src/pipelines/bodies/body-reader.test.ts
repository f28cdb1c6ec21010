import { gzipSync } from 'node:zlib';
import { ALL_OPERATIONS, LIMITS } from '@svc/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { promptBytes } from '#engine';
import type { BodyParser, InferenceCall, ParsedBodies } from '#exchange';
import { conversationLimits } from '#features/conversation';
import { cutMessages, fitPrompt } from '#features/prompt-templates';
import { BodyReader } from './body-reader.ts';

const limits = { ...LIMITS, waiting_body_bytes: 4_000_000, waiting_body_bytes_per_organization: 2_000_000 };
const bodies = new BodyReader(() => limits);
afterAll(() => bodies.close());

const conversation = {
  identityInstruction: 'You are Svc.',
  limits: conversationLimits(LIMITS, LIMITS.messages_turns),
};
const chat = { ...conversation, extended: false, counted: false };
const PARSERS = {
  chat: { name: 'chat', settings: chat },
  extendedChat: { name: 'chat', settings: { ...chat, extended: true } },
  countedChat: { name: 'chat', settings: { ...chat, counted: true } },
  messages: { name: 'messages', settings: conversation },
  embeddings: {
    name: 'embeddings',
    settings: {
      inputs: 2048,
      tokensPerInput: 8192,
      tokensPerRequest: 300_000,
      endUserIdCharacters: LIMITS.end_user_id_characters,
    },
  },
  operation: { name: 'operation', settings: { operationId: 'createWorkspace', limits: LIMITS } },
} satisfies Record<string, BodyParser>;
type ParserName = keyof typeof PARSERS;

async function read(
  name: ParserName,
  json: string,
  organizationId = 'org_1',
): Promise<ParsedBodies[keyof ParsedBodies]> {
  const exchange = { bytes: Buffer.from(json), tenant: organizationId };
  return bodies.read(exchange, PARSERS[name]);
}

/** The outcome of a body: its parsed form, or its refusal. */
async function outcome(name: ParserName, json: string): Promise<unknown> {
  try {
    return { parsed: await read(name, json) };
  } catch (error) {
    const { catalogName, options } = error as { catalogName?: string; options?: { cause?: unknown } };
    return { refused: catalogName, ...options, cause: undefined };
  }
}

/** Appended whitespace that makes a body large enough for the parser thread. */
const LARGE = ' '.repeat(200_000);

const text = [{ role: 'user', content: 'hello' }];
const image = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAA' },
};
const document = { type: 'document', source: { type: 'base64', media_type: 'text/plain', data: 'aGVsbG8=' } };
const tool = {
  type: 'function',
  function: { name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
};

const BODIES: readonly (readonly [ParserName, string, unknown])[] = [
  ['chat', 'a conversation', { messages: text, tools: [tool], stream: false }],
  ['chat', 'no message', { messages: [] }],
  ['chat', 'too many messages', { messages: Array(501).fill(text[0]) }],
  [
    'extendedChat',
    'the additions',
    { messages: text, metadata: { a: 'b' }, response_format: { type: 'json_object' } },
  ],
  ['extendedChat', 'an unknown field', { messages: text, typo: 1 }],
  ['countedChat', 'what only a reply has', { messages: text, stream: 'no', max_tokens: -1 }],
  [
    'messages',
    'blocks',
    {
      model: 'm',
      max_tokens: 1,
      messages: [{ role: 'user', content: [image, document, { type: 'text', text: 'a' }] }],
    },
  ],
  [
    'messages',
    'an earlier reply',
    { model: 'm', max_tokens: 1, messages: [text[0], { role: 'assistant', content: 'b' }, text[0]] },
  ],
  ['messages', 'no tokens', { model: 'm', messages: text }],
  ['embeddings', 'texts', { model: 'm', input: ['a', 'b'], dimensions: 256, user: 'u' }],
  ['embeddings', 'numbers', { model: 'm', input: [1, 2] }],
  ['embeddings', 'bad dimensions', { model: 'm', input: 'a', dimensions: 1 }],
  ['operation', 'a checked body', { name: 'a' }],
  ['operation', 'a wrong field', { name: 1 }],
  ['operation', 'an unknown field', { name: 'a', typo: 1 }],
];

describe('BodyReader', () => {
  it.each(BODIES)('D-01 %s: %s is the same whatever the size of its body', async (name, _what, value) => {
    const json = JSON.stringify(value);
    expect(await outcome(name, json + LARGE)).toEqual(await outcome(name, json));
  });

  it.each(Object.keys(PARSERS) as ParserName[])(
    'D-08 %s: invalid or oversized JSON is refused before its fields',
    async (name) => {
      const deep = `{"typo":${'['.repeat(64)}${']'.repeat(64)}}`;
      const many = `{"typo":[${'1,'.repeat(LIMITS.json_values)}1]}`;
      const longName = `{"${'a'.repeat(LIMITS.json_key_bytes + 1)}":1}`;
      for (const json of [deep, many, longName, '{"typo":1', '[1', '{"typo":"\\ud800"', '{"typo":"\\x"}']) {
        expect(await outcome(name, json + LARGE)).toMatchObject({ refused: 'invalid_json' });
      }
      expect(await outcome(name, deep)).toMatchObject({
        refused: 'invalid_json',
        message: 'The body is nested too deeply.',
      });
      expect(await outcome(name, `{"typo":"\\ud800"}${LARGE}`)).toMatchObject({ refused: 'invalid_request' });
    },
  );

  it('D-08 accepts a body with exactly the maximum of values, levels and name length', async () => {
    const properties = { ['a'.repeat(LIMITS.json_key_bytes)]: { enum: Array(90_000).fill(1) } };
    const body = {
      model: 'm',
      max_tokens: 1,
      messages: text,
      tools: [{ type: 'function', function: { name: 'f', parameters: { properties } } }],
    };
    expect(await outcome('messages', JSON.stringify(body))).toHaveProperty('parsed');
    const input = Array(2048).fill('x'.repeat(500));
    expect(await outcome('embeddings', JSON.stringify({ model: 'm', input }))).toMatchObject({
      parsed: { inputs: input },
    });
  });

  it('D-40 secrets arrive unchanged', async () => {
    const mcp_servers = [
      { name: 'a', url: 'https://a.test', authorization_token: 'sesame' },
      { name: 'b', url: 'https://b.test' },
    ];
    const body = JSON.stringify({ model: 'm', max_tokens: 1, messages: text, mcp_servers });
    const call = (await read('messages', body + LARGE)) as ParsedBodies['messages'];
    expect(call.mcpServers!.map(({ authorizationToken }) => authorizationToken?.reveal())).toEqual([
      'sesame',
      undefined,
    ]);
  });

  it('waiting bodies are limited per organization and in total, until they are read', async () => {
    const body = JSON.stringify({ messages: text }).padEnd(900_000);
    const send = (...organizations: string[]) =>
      Promise.allSettled(organizations.map((organization) => read('chat', body, organization)));
    const refusals = async (...organizations: string[]) =>
      (await send(...organizations)).map((result) =>
        result.status === 'rejected' ? (result.reason as { code: string }).code : 'read',
      );
    const own = ['read', 'read', 'temporarily_unavailable'];
    expect(await refusals('a', 'a', 'a', 'b')).toEqual([...own, 'read']);
    expect(await refusals('a', 'a', 'a', 'b', 'b', 'c')).toEqual([
      ...own,
      'read',
      'read',
      'temporarily_unavailable',
    ]);
    expect(await refusals('a', 'a')).toEqual(['read', 'read']);
  });

  it('a large body waits for at most one of each other organization', async () => {
    const body = JSON.stringify({ messages: text }).padEnd(150_000);
    const order: string[] = [];
    const send = (organization: string) =>
      read('chat', body, organization).then(() => order.push(organization));
    await Promise.all([...Array.from({ length: 10 }, () => send('a')), send('b'), send('b'), send('c')]);
    expect(order.indexOf('b')).toBeLessThan(4);
    expect(order.indexOf('c')).toBeLessThan(5);
    expect(order.lastIndexOf('b')).toBeLessThan(7);
  });

  it('every operation with a body has a parser of its own name', () => {
    const schemas = new Map<string, Set<unknown>>();
    for (const operation of ALL_OPERATIONS) {
      if (!('bodyUnder' in operation)) continue;
      schemas.set(operation.id, (schemas.get(operation.id) ?? new Set()).add(operation.bodyUnder));
    }
    expect([...schemas].filter(([, own]) => own.size > 1)).toEqual([]);
  });
});

describe('a compressed body', () => {
  const telemetry = { name: 'code_telemetry', settings: { countLimit: 10 } } as const;
  const send = async (bytes: Buffer, inflateTo: number, tenant = 'org_zip'): Promise<unknown> =>
    bodies.read({ bytes, tenant }, telemetry, { inflateTo });

  it('is decompressed on the thread, and never beyond the limit', async () => {
    expect(await send(gzipSync('{"resourceMetrics":[]}'), 1000)).toEqual([]);
    await expect(send(gzipSync(Buffer.alloc(10_000_000)), 1000)).rejects.toMatchObject({
      catalogName: 'payload_too_large',
    });
    await expect(send(Buffer.from('{}'), 1000)).rejects.toMatchObject({ catalogName: 'invalid_request' });
  });

  it('reserves what may come of it before it is decompressed', async () => {
    const small = gzipSync('{}');
    const sent = Array.from({ length: 3 }, () => send(small, 800_000));
    const results = await Promise.allSettled(sent);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((results[2] as PromiseRejectedResult).reason).toMatchObject({
      catalogName: 'temporarily_unavailable',
    });
    expect(await send(small, 800_000)).toEqual([]);
  });
});

describe('a prompt template', () => {
  const prompt = (count: number, value: string, name = 'a') => {
    const source = JSON.stringify([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: `{{${name}}}`.repeat(count) },
    ]);
    const messages = cutMessages(source);
    const uses = new Map([[name, count]]);
    const variables = [{ name, value }];
    const call = { template: 'x-v1', variables, turnsAt: 0, messages: 0 };
    return fitPrompt(
      { model: null, version: { source, messages, uses, bytes: 9 }, characters: source.length },
      call,
      2_100_000,
    );
  };

  it('is filled in by the event loop where it is small, and in its turn on the thread where it is not', async () => {
    const small = bodies.render('org_p', prompt(10, 'xy'));
    expect(small).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'xy'.repeat(10) },
    ]);
    const value = `é😀\ud800${'x'.repeat(200)}`;
    const large = bodies.render('org_p', prompt(9000, value));
    expect(large).toBeInstanceOf(Promise);
    const filled = value.repeat(9000);
    expect(await large).toEqual([
      { role: 'system', text: 'Be brief.', known: { characters: 9, bytes: 9 } },
      {
        role: 'user',
        text: filled,
        known: { characters: filled.length, bytes: Buffer.byteLength(filled) },
      },
    ]);
  });

  it('is judged by what it becomes before a character of it is written', () => {
    expect(prompt(1000, 'ab').bytes).toBe(2009);
    expect(prompt(1000, 'é').bytes).toBe(2009);
    expect(() => prompt(10_000, 'x'.repeat(3200))).toThrow(
      expect.objectContaining({ catalogName: 'payload_too_large' }),
    );
    // Bytes of it, not characters.
    expect(() => prompt(10_000, 'é'.repeat(150))).toThrow(
      expect.objectContaining({ catalogName: 'payload_too_large' }),
    );
  });

  it('counts as waiting with what it becomes', async () => {
    const sent = ['org_q', 'org_q', 'org_r'].map(async (tenant) =>
      bodies.render(tenant, prompt(9000, 'x'.repeat(150))),
    );
    const results = await Promise.allSettled(sent);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a text as long as a body', () => {
  const message = (content: unknown) =>
    JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content }] });

  it('comes in pieces, with its bytes counted', async () => {
    const long = `é😀${'a word '.repeat(260_000)}`;
    const call = (await read(
      'messages',
      message([
        { type: 'text', text: 'before' },
        { type: 'text', text: long },
        { type: 'text', text: 'after' },
      ]),
      'org_l',
    )) as InferenceCall;
    expect(call.turns.at(-1)!.blocks).toEqual([
      { type: 'text', text: 'before' },
      { type: 'text', text: long, known: { characters: long.length, bytes: Buffer.byteLength(long) } },
      { type: 'text', text: 'after' },
    ]);
    const counted = promptBytes(call);
    const uncounted = call.turns.map((turn) => ({
      ...turn,
      blocks: turn.blocks.map((block) => ({ ...block, known: undefined })),
    }));
    expect(counted).toBe(promptBytes({ ...call, turns: uncounted as never }));
  });

  it('is bytes where it was base64', async () => {
    const bytes = Buffer.alloc(300_000, 'document');
    const block = (data: string) => ({
      type: 'document',
      source: { type: 'base64', media_type: 'text/plain', data },
    });
    const call = (await read(
      'messages',
      message([block(bytes.toString('base64')), block(`!!!!${'A'.repeat(200_000)}`), block('aGk=')]),
      'org_l',
    )) as InferenceCall;
    const data = call.pending!.map(({ source }) => (source.type === 'base64' ? source.data : undefined));
    expect(Buffer.from(data[0] as Uint8Array).equals(bytes)).toBe(true);
    expect([(data[1] as Uint8Array).length, data[2]]).toEqual([0, 'aGk=']);
  });
});
