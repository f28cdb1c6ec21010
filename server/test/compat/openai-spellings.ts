import fc from 'fast-check';

/** A conversation as both endpoints can say it. */
export interface Conversation {
  readonly system: readonly string[];
  readonly rounds: readonly Round[];
  readonly last: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

interface Round {
  readonly user: readonly string[];
  readonly said: string | undefined;
  readonly calls: readonly { readonly name: string; readonly input: unknown; readonly result: string }[];
  readonly reply: readonly string[];
}

type Message = Readonly<Record<string, unknown>>;

const TOOLS = ['weather', 'clock'] as const;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const texts = fc.array(text, { minLength: 1, maxLength: 3 });
const round: fc.Arbitrary<Round> = fc.record({
  user: texts,
  said: fc.option(text, { nil: undefined }),
  calls: fc.array(
    fc.record({ name: fc.constantFrom(...TOOLS), input: fc.dictionary(text, fc.jsonValue()), result: text }),
    { maxLength: 2 },
  ),
  reply: texts,
});

export const conversations: fc.Arbitrary<Conversation> = fc.record({
  system: fc.array(text, { maxLength: 3 }),
  rounds: fc.array(round, { maxLength: 3 }),
  last: texts,
  settings: fc.record(
    {
      temperature: fc.double({ min: 0, max: 1, noNaN: true }),
      top_p: fc.double({ min: 0.1, max: 1, noNaN: true }),
      max_tokens: fc.integer({ min: 1, max: 100 }),
      tool_choice: fc.constantFrom('auto', 'none', { type: 'function', function: { name: 'clock' } }),
    },
    { requiredKeys: [] },
  ),
});

const tools = TOOLS.map((name) => ({
  type: 'function',
  function: { name, description: `Tells the ${name}.`, parameters: { type: 'object', properties: {} } },
}));

/** What was said in messages of their own is kept apart by an empty line (COMPG-11). */
const joined = (parts: readonly string[]): string => parts.join('\n\n');

/** The body for `/v1/chat/completions`: one message for each turn. */
export function toOwnBody({ system, rounds, last, settings }: Conversation): object {
  const messages: Message[] = system.length === 0 ? [] : [{ role: 'system', content: joined(system) }];
  for (const [i, { user, said, calls, reply: response }] of rounds.entries()) {
    messages.push({ role: 'user', content: joined(user) });
    if (calls.length > 0) messages.push(...callMessages(i, said, calls));
    messages.push({ role: 'assistant', content: joined(response) });
  }
  messages.push({ role: 'user', content: joined(last) });
  return { model: 'Svc Standard', messages, tools, stream: false, ...settings };
}

function callMessages(at: number, said: string | undefined, calls: Round['calls']): Message[] {
  const id = (i: number): string => `call_${at}_${i}`;
  return [
    {
      role: 'assistant',
      content: said ?? null,
      tool_calls: calls.map(({ name, input }, i) => ({
        id: id(i),
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    },
    ...calls.map(({ result }, i) => ({ role: 'tool', tool_call_id: id(i), content: result })),
  ];
}

/** The same for OpenAI's protocol, in one of the ways in which clients write it; `choose` picks among them. */
export function toOpenAiBody(conversation: Conversation, choose: (most: number) => number): object {
  const spell = new Spelling(choose);
  const { system, rounds, last, settings } = conversation;
  const messages = system.flatMap((content) => spell.message(spell.oneOf('system', 'developer'), content));
  for (const [i, { user, said, calls, reply: response }] of rounds.entries()) {
    messages.push(...user.flatMap((content) => spell.message('user', content)));
    if (calls.length > 0) messages.push(...callMessages(i, said, calls).map((one) => spell.fields(one)));
    messages.push(...response.flatMap((content) => spell.message('assistant', content)));
  }
  messages.push(...last.flatMap((content) => spell.message('user', content)));
  const { max_tokens: most, ...others } = settings;
  return spell.fields({
    model: spell.oneOf('Svc Standard', 'svc-standard', 'gpt-4o'),
    messages,
    tools: tools.map((tool) => spell.fields(tool)),
    ...(most === undefined
      ? {}
      : spell.oneOf({ max_tokens: most }, { max_tokens: 1, max_completion_tokens: most })),
    ...spell.oneOf({}, { n: 1 }, { stream: null }, { logit_bias: {}, functions: [] }, { store: true }),
    ...others,
  });
}

/** One way to write what has several. */
class Spelling {
  readonly #choose: (most: number) => number;

  constructor(choose: (most: number) => number) {
    this.#choose = choose;
  }

  oneOf<T>(...ways: readonly [T, ...T[]]): T {
    return ways[this.#choose(ways.length - 1)]!;
  }

  /** Messages that say this: a text, parts of it, or with a message beside it that says nothing. */
  message(role: string, content: string): Message[] {
    const characters = Array.from(content);
    const half = Math.floor(characters.length / 2);
    const part = (from: number, to?: number): object =>
      this.fields({ type: 'text', text: characters.slice(from, to).join('') });
    const written = this.oneOf<unknown>(content, [part(0)], [part(0, half), part(half)]);
    const message = this.fields({ role, content: written });
    return role === 'assistant' ? this.oneOf([message], [message, { role, content: null }]) : [message];
  }

  /** With fields that say nothing. */
  fields(some: Message): Message {
    return this.oneOf<Message>(
      some,
      { ...some, unknown: { deep: [1] } },
      { ...some, refusal: null, audio: null, annotations: [], reasoning_content: '' },
    );
  }
}
