import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  chunk,
  FACADE_NAMES,
  jsonReply,
  oneModel,
  oneOrganization,
  openaiEngine,
  startFacade,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  type FacadeServer,
  type RecordedRequest,
  type ScriptedUpstream,
} from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../api-formats/api-formats.ts';
import type { ReceivedReply } from '../api-formats/conversation.ts';

const ROUNDS = 10;
const IMAGE = Buffer.from('\x89PNG\r\n\x1a\n of a round', 'latin1').toString('base64');
const EACH_ROUND = Array.from({ length: ROUNDS }, (_, round) => round);
const REASONING_TOKENS = 6;
const TOOLS = ['weather', 'clock'];
const FORMAT = API_FORMATS['messages of Anthropic']!;
/** How the vendor's form marks what is cached. The others have no form for it. */
const MARKERS: Readonly<Record<string, RegExp>> = {
  anthropic: /"cache_control"/g,
  'bedrock-invoke': /"cache_control"/g,
  'vertex-claude': /"cache_control"/g,
  'bedrock-converse': /"cachePoint"/g,
};

let upstream: ScriptedUpstream;
let vendor: FacadeServer | undefined;
beforeEach(async () => {
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  await vendor?.[Symbol.asyncDispose]();
  vendor = undefined;
  await upstream.close();
});

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly object[];
}

const messagesOf = ({ body }: RecordedRequest): readonly Message[] => body['messages'] as Message[];

function usageOf(round: number) {
  return { input: 1000 + 100 * round, cached: 90 * round, output: 40 + round };
}

/** Each round reasons, speaks and makes two calls at once; the last one makes none. */
function replyTo(request: RecordedRequest) {
  const round = messagesOf(request).filter(({ role }) => role === 'assistant').length;
  const isLast = round === ROUNDS;
  const counts = usageOf(round);
  const usage = {
    prompt_tokens: counts.input,
    completion_tokens: counts.output,
    prompt_tokens_details: { cached_tokens: counts.cached },
    completion_tokens_details: { reasoning_tokens: REASONING_TOKENS },
  };
  const calls = TOOLS.map((name, i) => ({
    id: `up_${round}_${i}`,
    type: 'function',
    function: { name, arguments: `{"city":"Ulm","round":${round}}` },
  }));
  const said = { reasoning_content: `Hm ${round}.`, content: `Look ${round}.` };
  const finishReason = isLast ? 'stop' : 'tool_calls';
  if (request.body['stream'] !== true) {
    const message = { role: 'assistant', ...said, ...(isLast ? {} : { tool_calls: calls }) };
    return jsonReply({ choices: [{ index: 0, message, finish_reason: finishReason }], usage });
  }
  const starts = isLast ? [] : calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] }));
  const words = [{ reasoning_content: said.reasoning_content }, { content: said.content }];
  return streamOf([...words.map((delta) => chunk(delta)), ...starts], { finishReason, usage });
}

/** The results of a round's calls, the first with an image and the last marked as the end of what is cached. */
function resultsOf({ calls }: ReceivedReply, round: number): object {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE } };
  const content = calls.map(({ id, name }, i) => ({
    type: 'tool_result',
    tool_use_id: id.replace('call_', 'toolu_'),
    content: [{ type: 'text', text: `${name} of ${round}` }, ...(i === 0 ? [image] : [])],
    ...(i === calls.length - 1 ? { cache_control: { type: 'ephemeral' } } : {}),
  }));
  return { role: 'user', content };
}

type Service = Awaited<ReturnType<typeof startRunningService>>;

async function converse(service: Service, stream: boolean): Promise<ReceivedReply[]> {
  const question = { text: 'Weather and time?', system: 'Be brief.', tools: TOOLS, reasoning: true } as const;
  const { messages, ...asked } = FORMAT.ask(question);
  const turns = messages as object[];
  const replies: ReceivedReply[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const body = { ...asked, messages: turns };
    const reply = stream
      ? requireReply(await askStreamed(service, FORMAT, body))
      : await askWhole(service, FORMAT, body);
    replies.push(reply);
    turns.push(reply.reply, resultsOf(reply, round));
  }
  return replies;
}

function serve(engine: unknown, model: string): Promise<Service> {
  const deployment = oneModel(engine) as { models: object[]; plans: object[] };
  const able = ['tools', 'parallel_tool_calls', 'vision', 'reasoning'];
  const capabilities = Object.fromEntries(able.map((name) => [name, true]));
  const models = deployment.models.map((known) => ({
    ...known,
    capabilities,
    routes: [{ engine: 'main', model }],
  }));
  // Credits pay, so that the ledger has every call.
  const plans = deployment.plans.map((known) => ({ ...known, monthly_tokens: 1 }));
  return startRunningService({
    deployment: { ...deployment, models, plans },
    provisioning: oneOrganization({ credits: { enabled: true, balance_usd: '100' } }),
  });
}

/** What the model is asked in the last round: every call with its result, and each image once. */
function expectWholeConversation(request: RecordedRequest): void {
  const messages = messagesOf(request);
  const assistant = messages.filter(({ role }) => role === 'assistant');
  expect(assistant.map(({ tool_calls: calls }) => calls?.length)).toEqual(Array(ROUNDS).fill(2));
  const results = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content));
  const expected = EACH_ROUND.flatMap((round) => TOOLS.map((name) => `${name} of ${round}`));
  expect(results).toEqual(expected.map((text) => expect.stringContaining(text)));
  expect(request.text.split(IMAGE).length - 1).toBe(ROUNDS);
}

/** The reasoning of every round comes back. In Responses it is encrypted, so that the model behind the double does not see it. */
function expectReasoning(request: RecordedRequest, type: string): void {
  if (type.endsWith('responses')) {
    expect(vendor?.lastCall?.text.match(/"encrypted_content":"[^"]+"/g)).toHaveLength(ROUNDS);
    return;
  }
  const thoughts = messagesOf(request).flatMap(({ reasoning_content: thought }) => thought ?? []);
  expect(thoughts).toEqual(EACH_ROUND.map((round) => `Hm ${round}.`));
}

it.each(['openai', ...FACADE_NAMES])(
  'ten rounds of parallel calls on %s are counted and priced as everywhere, streamed and whole',
  async (type) => {
    upstream.script(replyTo);
    if (type !== 'openai') vendor = await startFacade(type, upstream.baseUrl);
    const engine = vendor?.facade.engine(vendor.baseUrl) ?? openaiEngine(upstream.baseUrl);
    const service = await serve(engine, vendor?.modelName('m') ?? 'm');
    try {
      for (const stream of [false, true]) {
        const replies = await converse(service, stream);
        for (const [round, { text, calls, inputTokens, outputTokens }] of replies.entries()) {
          const { input, output } = usageOf(round);
          const names = round === ROUNDS ? [] : TOOLS;
          expect([text, calls.map(({ name }) => name)]).toEqual([`Look ${round}.`, names]);
          expect([inputTokens, outputTokens], `round ${round}`).toEqual([input, output]);
        }
        const last = upstream.requests.at(-1)!;
        expectWholeConversation(last);
        expectReasoning(last, type);
        if (vendor) {
          const markers = vendor.lastCall?.text.match(MARKERS[type] ?? /cache_?(control|point)/gi) ?? [];
          // Of the ten markers the vendor takes the last four.
          expect(markers).toHaveLength(type in MARKERS ? 4 : 0);
        }
      }
      expect([vendor?.refusals ?? [], vendor?.inexpressible ?? []]).toEqual([[], []]);

      const { records, entries } = await service.drainAndRead(async (db) => ({
        records: await db.selectFrom('usage_records').selectAll().orderBy('created_at').execute(),
        entries: await db.selectFrom('ledger_entries').selectAll().where('kind', '=', 'usage').execute(),
      }));
      const expected = [0, 1].flatMap(() => Array.from({ length: ROUNDS + 1 }, (_, round) => usageOf(round)));
      // Dollars for a million tokens: 3 for input, 0.3 for cached input, 15 for output.
      const costs = expected.map((n) => (n.input - n.cached) * 3000 + n.cached * 300 + n.output * 15_000);
      expect(
        records.map((row) => [row.input_tokens, row.cached_input_tokens, row.output_tokens, row.cost_nanos]),
      ).toEqual(expected.map(({ input, cached, output }, i) => [input, cached, output, costs[i]]));
      const reasoned = [...new Set(records.map((row) => row.reasoning_tokens))];
      // Converse does not count reasoning, so that it is estimated from its text, the same for each round.
      expect(reasoned).toEqual([type === 'bedrock-converse' ? expect.any(Number) : REASONING_TOKENS]);
      const paid = entries.filter(({ account }) => account === 'wallet');
      expect(paid.reduce((sum, { amount_nanos: nanos }) => sum - nanos, 0)).toBe(
        costs.reduce((sum, cost) => sum + cost, 0),
      );
    } finally {
      await service.stop();
    }
  },
);
