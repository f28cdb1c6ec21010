import { LIMITS } from '@svc/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonBounds, readJson, toRefusal, type BodyParser, type ParsedBodies } from '#exchange';
import { conversationLimits } from '#features/conversation';
import { BODY_PARSERS } from './body-parsers.ts';
import { BodyReader } from './body-reader.ts';

const bodies = new BodyReader(() => LIMITS);
afterAll(() => bodies.close());

const conversation = {
  identityInstruction: 'You are Svc.',
  limits: conversationLimits(LIMITS, LIMITS.messages_turns),
};
const embeddings = {
  inputs: 2048,
  tokensPerInput: 8192,
  tokensPerRequest: 300_000,
  endUserIdCharacters: LIMITS.end_user_id_characters,
};
const user = (content: string) => [{ role: 'user', content }];

/** Those that read a body. A template is filled in from what is stored, and has a test of its own. */
type Name = Exclude<keyof ParsedBodies, 'rendered_prompt'>;

interface Row {
  readonly settings: object;
  /** A body with so long a text. */
  bytes(text: string): Buffer;
}

const json = (value: (text: string) => unknown): Row['bytes'] => {
  return (text) => Buffer.from(JSON.stringify(value(text)));
};

/** A field of protobuf that no reader knows, as long as the text. */
function unknownField(text: string): Buffer {
  const length: number[] = [];
  for (let rest = Buffer.byteLength(text); rest > 0; rest >>>= 7)
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([0x7a, ...length]), Buffer.from(text)]);
}

const ROWS: { readonly [Each in Name]: Row } = {
  chat: {
    settings: { ...conversation, extended: false, counted: false },
    bytes: json((text) => ({ messages: user(text) })),
  },
  messages: {
    settings: conversation,
    bytes: json((text) => ({ model: 'm', max_tokens: 1, messages: user(text) })),
  },
  openai_chat: { settings: conversation, bytes: json((text) => ({ model: 'm', messages: user(text) })) },
  openai_responses: { settings: conversation, bytes: json((text) => ({ model: 'm', input: text })) },
  anthropic: {
    settings: conversation,
    bytes: json((text) => ({ model: 'm', max_tokens: 1, messages: user(text) })),
  },
  embeddings: { settings: embeddings, bytes: json((text) => ({ model: 'm', input: ['a', text] })) },
  openai_embeddings: { settings: embeddings, bytes: json((text) => ({ model: 'm', input: ['a', text] })) },
  code_telemetry: {
    settings: { countLimit: LIMITS.code_telemetry_daily_count },
    bytes: json((text) => ({ resourceMetrics: [{ resource: { attributes: [] }, schemaUrl: text }] })),
  },
  code_telemetry_protobuf: {
    settings: { countLimit: LIMITS.code_telemetry_daily_count },
    bytes: unknownField,
  },
  directory: {
    settings: { kind: 'user', maxMembers: LIMITS.directory_group_members },
    bytes: json((text) => ({ userName: 'a@acme.test', title: text })),
  },
  operation: {
    settings: { operationId: 'createPromptTemplate', limits: LIMITS },
    bytes: json((text) => ({ name: 'a', messages: user(text) })),
  },
};

/** Parsed by the event loop in one chunk, whatever its size. */
function parseHere(name: Name, bytes: Buffer): unknown {
  const { read, parse, withSources } = BODY_PARSERS[name];
  const body = read ? read(bytes) : readJson(bytes, jsonBounds(LIMITS), { withSources });
  return parse(body, ROWS[name].settings as never);
}

/** What is known of the bytes of a text comes with those from the thread only. */
const plain = (parsed: unknown): unknown =>
  JSON.parse(JSON.stringify(parsed, (key, value: unknown) => (key === 'known' ? undefined : value)));

async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return plain(await work());
  } catch (error) {
    return { refused: toRefusal(error) };
  }
}

describe.each(Object.keys(ROWS) as Name[])('the parser of %s', (name) => {
  it.each([10, 20_000, 99_000, 150_000, 3_000_000])(
    'makes the same of a body with a text of %i characters on the thread as here',
    async (characters) => {
      const bytes = ROWS[name].bytes(`é${'word "\\n '.repeat(characters)}`.slice(0, characters));
      const parser: BodyParser = { name, settings: ROWS[name].settings };
      const here = await outcome(() => parseHere(name, Buffer.from(bytes)));
      const exchange = { bytes: Buffer.from(bytes), tenant: 'org_1' };
      expect(await outcome(() => bodies.read(exchange, parser))).toEqual(here);
      expect(exchange.bytes).toBeUndefined();
      if (name !== 'operation') expect(here).not.toHaveProperty('refused');
    },
  );
});
