import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { expect, it } from 'vitest';
import { countTokens } from '#engine';
import {
  chunk,
  MAIN_KEY,
  rawReply,
  sse,
  textReply,
  toolCalls,
  type RecordedRequest,
  type Reply,
  type UsageRow,
} from '#test-kit';
import { startToolsFixture, type ToolsFixture } from './tools/tools-fixture.ts';

// Creating an embedded database takes long on a busy machine.

const CHUNKS = ['{"words":"a', ...Array.from({ length: 10 }, () => ' word'), '"}'];
const POSITIONS = CHUNKS.map((_, position) => position);
/** An engine not stopped by then continues. */
const UNSTOPPED_MS = 2000;
const BALANCE_NANOS = 100e9;
/** Nano-dollars per token, and per search. */
const RATES = { input: 3000, output: 15_000, search: 10_000_000 };
const FIRST = { prompt_tokens: 30, completion_tokens: 4 };

/** What precedes the text of a reply, and its cost. */
interface Before {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The engine's reply to a request of the service that precedes the answer. */
  readonly first?: { readonly isAsked: (messages: string) => boolean; readonly reply: Reply };
  readonly nanos?: number;
  /** Chunks of the answer received before the client leaves. By default all. */
  readonly positions?: readonly number[];
}

const schema = {
  type: 'object',
  properties: { words: { type: 'string' } },
  required: ['words'],
  additionalProperties: false,
};
const BEFORE: Readonly<Record<string, Before>> = {
  'a form the engine takes': {
    fields: { response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } },
  },
  'a repair': {
    fields: {
      stream: false,
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict: true } },
    },
    first: {
      isAsked: (messages) => !messages.includes('must have required property'),
      reply: textReply('{"letters":"a"}', { usage: FIRST }),
    },
    positions: [0],
  },
  'a search': {
    fields: { tools: [{ type: 'svc_web_search' }] },
    first: {
      isAsked: (messages) => !messages.includes('"role":"tool"'),
      reply: toolCalls([{ name: 'svc_web_search', arguments: '{"query":"fjords"}' }], { usage: FIRST }),
    },
    nanos: RATES.search,
  },
  'a summary': {
    fields: {
      context_management: { edits: [{ type: 'compact', trigger: { type: 'input_tokens', value: 200 } }] },
    },
    first: {
      isAsked: (messages) => messages.includes('Write a summary'),
      reply: textReply('they met', { usage: FIRST }),
    },
  },
};

interface Shape {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** A chunk of the answer in the stream. */
  readonly chunk: RegExp;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  messages: {
    path: '/v1/messages',
    headers: {},
    body: { model: 'Svc Standard' },
    chunk: /"text_delta","text":("(?:[^"\\]|\\.)+")/g,
  },
  'chat with its additions': {
    path: '/v1/chat/completions',
    headers: { 'svc-beta': CHAT_EXTENSIONS_BETA },
    body: {},
    chunk: /"content":("(?:[^"\\]|\\.)+")/g,
  },
};

/**
 * Sends a request, reads this many chunks of the answer and leaves. `asked`: the engine received the request
 * for it.
 */
async function leaveAfter(
  fixture: ToolsFixture,
  shape: Shape,
  fields: object,
  position: number,
  asked: Promise<RecordedRequest>,
): Promise<string> {
  const outgoing = request(`${fixture.service.baseUrl}${shape.path}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json', ...shape.headers },
  });
  outgoing.on('error', () => {});
  const received = Promise.withResolvers<string>();
  outgoing.on('response', (response) => {
    response.on('error', () => {});
    let text = '';
    response.setEncoding('utf8').on('data', (arrived: string) => {
      text += arrived;
      const chunks = [...text.matchAll(shape.chunk)].map((match) => JSON.parse(match[1]!) as string);
      // The summary is text too, and comes first.
      const said = chunks.join('').replace(/^they met/, '');
      if (said === CHUNKS.slice(0, position).join('')) received.resolve(said);
    });
  });
  if (position === 0) received.resolve('');
  outgoing.end(JSON.stringify({ ...shape.body, stream: true, max_tokens: 1000, ...fields }));
  const [incoming, said] = await Promise.all([asked, received.promise]);
  outgoing.destroy();
  await Promise.race([incoming.aborted, delay(UNSTOPPED_MS)]);
  return said;
}

/** Leaves at every position of the answer. */
async function leaveEverywhere(
  fixture: ToolsFixture,
  shape: Shape,
  name: string,
  { fields, first, positions = POSITIONS }: Before,
): Promise<void> {
  const left = POSITIONS.map(() => Promise.withResolvers<void>());
  const asked = POSITIONS.map(() => Promise.withResolvers<RecordedRequest>());
  fixture.upstream.script((incoming: RecordedRequest) => {
    const messages = JSON.stringify(incoming.body['messages']);
    if (first?.isAsked(messages)) return first.reply;
    const position = Number(/leave after (\d+)/.exec(messages)?.[1]);
    asked[position]!.resolve(incoming);
    const [said, rest] = [CHUNKS.slice(0, position), CHUNKS].map((chunks) =>
      chunks.map((content) => sse(chunk({ content }))),
    );
    return rawReply([
      ...said!,
      { until: left[position]!.promise },
      ...rest!,
      sse(chunk({}, 'stop')),
      sse('[DONE]'),
    ]);
  });
  const talk = [
    { role: 'user', content: 'word '.repeat(400) },
    { role: 'assistant', content: 'yes' },
  ];
  await Promise.all(
    positions.map(async (position) => {
      const messages = [...talk, { role: 'user', content: `leave after ${position}` }];
      const metadata = { case: name, position: String(position) };
      const said = await leaveAfter(
        fixture,
        shape,
        { ...fields, messages, metadata },
        position,
        asked[position]!.promise,
      );
      expect(said).toBe(CHUNKS.slice(0, position).join(''));
      left[position]!.resolve();
    }),
  );
}

/**
 * Checks that each client that left after output has one record, with exactly the output generated by then.
 */
function checkRecords(
  records: readonly UsageRow[],
  name: string,
  { first, nanos = 0, positions = POSITIONS }: Before,
): void {
  const before = first ? FIRST : { prompt_tokens: 0, completion_tokens: 0 };
  const ours = records.filter(({ metadata }) => (metadata as { case: string }).case === name);
  const recorded = ours
    .map(({ metadata }) => Number((metadata as { position: string }).position))
    .toSorted((a, b) => a - b);
  expect(recorded, name).toEqual(first ? positions : positions.slice(1));
  for (const record of ours) {
    const position = Number((record.metadata as { position: string }).position);
    expect(record, name).toMatchObject({
      outcome: 'client_closed',
      estimated: position > 0,
      billing_source: 'api_credit',
    });
    expect(record.output_tokens, `${name} after ${position}`).toBe(
      before.completion_tokens + countTokens(CHUNKS.slice(0, position).join('')),
    );
    // A client that leaves before the answer pays what the engine counted until then; for an answer that
    // began, its prompt counts.
    if (position === 0) expect(record.input_tokens).toBe(before.prompt_tokens);
    else expect(record.input_tokens).toBeGreaterThan(before.prompt_tokens);
    expect(record.cost_nanos).toBe(
      record.input_tokens * RATES.input + record.output_tokens * RATES.output + nanos,
    );
  }
}

it('BILL-04 BILL-05 BILL-06 D-38 D-39 D-41 D-89 bills structured output, repairs, server tools and summaries to the token, at whichever piece the client leaves', async () => {
  const fixture = await startToolsFixture({
    limits: { compaction_trigger_min_tokens: 100 },
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
  });
  const cases = Object.entries(SHAPES).flatMap(([shapeName, shape]) =>
    Object.entries(BEFORE).flatMap(([name, before]) =>
      // Chat does not support summaries.
      name === 'a summary' && shapeName !== 'messages'
        ? []
        : [{ name: `${name} on ${shapeName}`, shape, before }],
    ),
  );
  for (const { name, shape, before } of cases) await leaveEverywhere(fixture, shape, name, before);
  for (const { property, broken } of await fixture.service.operator.checkLedger())
    expect(broken, property).toEqual([]);
  const { records, wallets, leases } = await fixture.service.drainAndRead(async (db) => ({
    records: await db.selectFrom('usage_records').selectAll().execute(),
    wallets: await db.selectFrom('wallets').select('balance_nanos').execute(),
    leases: await db.selectFrom('wallet_leases').selectAll().execute(),
  }));
  for (const { name, before } of cases) checkRecords(records, name, before);
  const cost = records.reduce((sum, { cost_nanos: nanos }) => sum + nanos, 0);
  expect([wallets, leases]).toEqual([[{ balance_nanos: BALANCE_NANOS - cost }], []]);
  await fixture.stop();
});
