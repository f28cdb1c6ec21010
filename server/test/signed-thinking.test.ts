import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  onDatabase,
  oneModel,
  oneOrganization,
  startRunningService,
  testDatabases,
  type RunningService,
  type TestDatabase,
} from '#test-kit';
import {
  API_FORMATS,
  askStreamed,
  askWhole,
  requireReply,
  type ApiFormat,
} from './api-formats/api-formats.ts';
import type { ReceivedReply } from './api-formats/conversation.ts';
import { startAnthropicDouble, type AnthropicDouble } from './engine-doubles/anthropic-double.ts';

const ROUNDS = 10;
type Fields = Record<string, unknown>;
type Wanted = 'level' | 'budget';

/** How each door asks for reasoning. Live chat and budgets through OpenAI's forms do not exist. */
const LEVELS: Readonly<Record<string, Fields | undefined>> = {
  messages: { reasoning: { effort: 'high' } },
  'chat with its additions': { reasoning: { effort: 'high' } },
  'chat of OpenAI': { reasoning_effort: 'high' },
  'Responses of OpenAI': { reasoning: { effort: 'high' } },
  'messages of Anthropic': { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
};
const BUDGETS: Readonly<Record<string, Fields | undefined>> = {
  messages: { reasoning: { max_tokens: 2048 } },
  'chat with its additions': { reasoning: { max_tokens: 2048 } },
  'messages of Anthropic': { thinking: { type: 'enabled', budget_tokens: 2048 } },
};
const WANTED: Readonly<Record<Wanted, typeof LEVELS>> = { level: LEVELS, budget: BUDGETS };

const CALLS = [
  { name: 'weather', input: { city: 'Ulm' } },
  { name: 'clock', input: {} },
];
/** Redacted, thought, said, called, thought again, called again. */
const PARTS = ['redacted_thinking', 'thinking', 'text', 'tool_use', 'thinking', 'tool_use'];
const thoughts = (round: number): string[] => [`First "${round}" ü.`, `Then ${round}.`];

const cases = Object.entries(API_FORMATS).flatMap(([name, format]) =>
  (['level', 'budget'] as const).flatMap((wanted) =>
    WANTED[wanted][name] ? [{ name, format, wanted, fields: WANTED[wanted][name] }] : [],
  ),
);

let double: AnthropicDouble;
beforeEach(async () => {
  double = await startAnthropicDouble();
  double.reply((round) => ({
    calls: CALLS,
    text: `Round ${round}.`,
    thoughts: thoughts(round),
    redacted: true,
  }));
});
afterEach(() => double.close());

function deployment(): unknown {
  const base = oneModel({ type: 'anthropic', base_url: double.baseUrl, api_key: 'k' }) as {
    models: object[];
  };
  const able = ['tools', 'parallel_tool_calls', 'reasoning'];
  const capabilities = Object.fromEntries(able.map((name) => [name, true]));
  return { ...base, models: base.models.map((model) => ({ ...model, capabilities })) };
}

const serve = (
  environment: Record<string, string> = {},
  organization: object = {},
): Promise<RunningService> =>
  startRunningService({
    deployment: deployment(),
    provisioning: oneOrganization(organization as Fields),
    environment,
  });

/** A question with as many reasoning fields as the door has. */
function begin(format: ApiFormat, fields: Fields): Fields {
  const {
    reasoning: _one,
    reasoning_effort: _two,
    thinking: _three,
    ...asked
  } = format.ask({
    text: 'Weather and time?',
    system: 'Be brief.',
    tools: ['weather', 'clock'],
    maxTokens: 4000,
  });
  return { ...asked, ...fields };
}

async function playRound(
  service: RunningService,
  format: ApiFormat,
  asked: Fields,
  isStream: boolean,
): Promise<Fields> {
  const received: ReceivedReply = isStream
    ? requireReply(await askStreamed(service, format, asked))
    : await askWhole(service, format, asked);
  expect(JSON.stringify(received)).not.toContain('"signature":"ey');
  return format.reply(asked, received, { weather: 'sun', clock: 'noon' });
}

/** That the last request had all thinking of the rounds before, where it stood, and asked for more of it. */
function expectReturned(wanted: Wanted, rounds: number): void {
  const { body, refusal } = double.seen.at(-1)!;
  expect(refusal).toBeUndefined();
  const { messages, thinking } = body as {
    messages: { role: string; content: { type: string; thinking?: string }[] }[];
    thinking?: Fields;
  };
  expect(thinking?.['type']).toBe(wanted === 'level' ? 'adaptive' : 'enabled');
  const replies = messages.filter(({ role }) => role === 'assistant');
  expect(replies.map(({ content }) => content.map(({ type }) => type))).toEqual(
    Array.from({ length: rounds }, () => PARTS),
  );
  expect(replies.map(({ content }) => content.flatMap((block) => block.thinking ?? []))).toEqual(
    Array.from({ length: rounds }, (_, i) => thoughts(i)),
  );
}

describe('thinking that an engine signed', () => {
  it.each(cases)(
    'D-ENG-17 D-37 returns to it over ten rounds through $name with a $wanted',
    async ({ format, wanted, fields }) => {
      const service = await serve();
      try {
        let asked = begin(format, fields);
        for (let i = 0; i < ROUNDS; i++) {
          asked = await playRound(service, format, asked, i % 2 === 0);
          expectReturned(wanted, i);
        }
        expect(double.seen).toHaveLength(ROUNDS);
      } finally {
        await service.stop();
      }
    },
  );

  it('D-ENG-17 returns although the client sends back id, name and arguments alone', async () => {
    expect.hasAssertions();
    const service = await serve();
    const format = API_FORMATS['messages of Anthropic']!;
    try {
      let asked = begin(format, BUDGETS['messages of Anthropic']!);
      for (let i = 0; i < 3; i++) {
        asked = await playRound(service, format, asked, false);
        expectReturned('budget', i);
        const messages = asked['messages'] as { role: string; content: Fields[] }[];
        const bare = messages.map((message) => ({
          ...message,
          content: Array.isArray(message.content)
            ? message.content.filter(({ type }) => type !== 'thinking')
            : message.content,
        }));
        asked = { ...asked, messages: bare };
      }
    } finally {
      await service.stop();
    }
  });

  it('D-ENG-17 D-37 is left out where it is not known, and no budget is asked for then', async () => {
    const format = API_FORMATS['messages of Anthropic']!;
    const first = await serve();
    const asked = await playRound(first, format, begin(format, BUDGETS['messages of Anthropic']!), false);
    await first.stop();
    const other = await serve();
    await askWhole(other, format, asked);
    await other.stop();
    const { text, body, refusal } = double.seen.at(-1)!;
    expect([refusal, body['thinking']]).toEqual([undefined, undefined]);
    expect(text).not.toContain('"type":"thinking"');
  });
});

describe.each(await testDatabases())('what is kept of it on the $kind database', (database: TestDatabase) => {
  const format = API_FORMATS['chat of OpenAI']!;
  const fields = LEVELS['chat of OpenAI']!;
  const OTHER = `sk_live_${'7'.repeat(64)}`;

  /** What is stored after one round and `days`. */
  async function storedAfter(days: number, organization: object = {}): Promise<readonly Buffer[]> {
    const opened = database.kind === 'postgres' ? await database.open() : undefined;
    const environment = { ...onDatabase(opened), SVC_DATA_KEY: randomBytes(32).toString('base64') };
    const service = await serve(environment, organization);
    try {
      await playRound(service, format, begin(format, fields), true);
      if (days > 0) await service.advance(days * 86_400);
      const rows = await service.drainAndRead((db) =>
        db.selectFrom('signed_replies').select('sealed').execute(),
      );
      return rows.map(({ sealed }) => sealed);
    } finally {
      await service.stop();
      await opened?.close();
    }
  }

  it('D-ENG-17 is sealed, goes after a week, and is nothing with zero data retention', async () => {
    const [sealed, ...others] = await storedAfter(0);
    expect([sealed!.length > 100, sealed!.toString('latin1').includes('First'), others]).toEqual([
      true,
      false,
      [],
    ]);
    expect(await storedAfter(8)).toEqual([]);
    expect(await storedAfter(0, { zero_data_retention: true })).toEqual([]);
  });

  describe.runIf(database.kind === 'postgres')('with several nodes', () => {
    it.each(cases)(
      'D-ENG-17 returns after a restart and on another node through $name with a $wanted',
      async ({ format: door, wanted, fields: reasoning }) => {
        expect.hasAssertions();
        const opened = await database.open();
        const environment = { ...onDatabase(opened), SVC_DATA_KEY: randomBytes(32).toString('base64') };
        let node = await serve(environment);
        const other = await serve(environment);
        let asked = begin(door, reasoning);
        for (let i = 0; i < 4; i++) {
          asked = await playRound(i % 2 === 0 ? node : other, door, asked, i % 2 === 0);
          expectReturned(wanted, i);
        }
        await node.stop();
        node = await serve(environment);
        await playRound(node, door, asked, true);
        expectReturned(wanted, 4);
        await Promise.all([node.stop(), other.stop()]);
        await opened.close();
      },
    );

    it('D-ENG-17 is not found by another organization', async () => {
      const opened = await database.open();
      const environment = { ...onDatabase(opened), SVC_DATA_KEY: randomBytes(32).toString('base64') };
      const { organizations } = oneOrganization() as { organizations: { name: string; keys: Fields[] }[] };
      const [acme] = organizations;
      const rival = { ...acme!, name: 'Rival', keys: acme!.keys.map((key) => ({ ...key, secret: OTHER })) };
      const service = await startRunningService({
        deployment: deployment(),
        provisioning: { organizations: [acme, rival] },
        environment,
      });
      const asked = await playRound(service, format, begin(format, fields), true);
      const stolen = await service.post(format.path, OTHER, asked);
      expect(stolen.status, await stolen.text()).toBe(200);
      expect(double.seen.at(-1)!.text).not.toContain('"type":"thinking"');
      await service.stop();
      await opened.close();
    });
  });
});
