import { describe, expect, it } from 'vitest';
import { ConversationKey } from '../conversation-key.ts';
import { EngineFault } from '../events.ts';
import { replies, failsWith, FakeEngine } from '../test-support/fake-engine.ts';
import { GenerationBench, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import type { Conversation, Turn } from '../turns.ts';

const OWNER = { organizationId: 'org_1', workspaceId: 'wrkspc_1' };
const text = (role: Turn['role'], words: string): Turn => ({ role, blocks: [{ type: 'text', text: words }] });

function conversation(words: string, more: Partial<Conversation> = {}): Conversation {
  return {
    turns: [text('system', 'Be brief.'), text('user', words)],
    tools: [],
    toolChoice: 'auto',
    ...more,
  };
}
const keyOf = (words: string, more: Partial<Conversation> = {}, owner = OWNER): ConversationKey =>
  new ConversationKey(owner, conversation(words, more));

describe('the key of a conversation', () => {
  it('is that of its beginning, whatever follows and however the same text is divided', () => {
    const first = keyOf('Hi').cacheKey;
    const { turns } = conversation('Hi');
    const longer = [...turns, text('assistant', 'Hello'), text('user', 'And?')];
    const divided: Turn[] = [
      text('system', 'Be '),
      text('system', 'brief.'),
      {
        role: 'user',
        blocks: [
          { type: 'text', text: 'H' },
          { type: 'text', text: 'i' },
        ],
      },
    ];
    expect(
      [keyOf('Hi', { turns: longer }), keyOf('Hi', { turns: divided })].map((key) => key.cacheKey),
    ).toEqual([first, first]);
    expect(first).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['another first turn', keyOf('Ho')],
    ['another tool', keyOf('Hi', { tools: [{ name: 'f' }] })],
    ['another system text', keyOf('Hi', { turns: [text('system', 'Be long.'), text('user', 'Hi')] })],
    ['another workspace', keyOf('Hi', {}, { ...OWNER, workspaceId: 'wrkspc_2' })],
    ['another organization', keyOf('Hi', {}, { ...OWNER, organizationId: 'org_2' })],
    ['a long text that goes on', keyOf('Hi'.repeat(20_000))],
  ])('differs with %s', (_name, other) => {
    expect(other.cacheKey).not.toBe(keyOf('Hi').cacheKey);
    expect(other.hash).not.toBe(keyOf('Hi').hash);
  });

  it("is the caller's own, else engines are told of the session", () => {
    expect(keyOf('Hi', { cacheScope: 'own', sessionScope: 'session' }).cacheKey).toBe('own');
    expect(keyOf('Hi', { sessionScope: 'session' }).cacheKey).toBe('session');
    expect(keyOf('Hi', { sessionScope: 'session' }).hash).toBe(keyOf('Hi').hash);
  });
});

describe('D-ENG-30 calls that begin alike', () => {
  const start = (bench: GenerationBench, key: ConversationKey): RecordingSink => {
    const lease = bench.generation.admit(bench.model, 'org', undefined, { conversation: key });
    if (lease instanceof Promise) throw new Error('a node that decides alone answered with a promise');
    const sink = new RecordingSink();
    bench.generation.run(lease, requestOf(), sink);
    return sink;
  };
  const ask = async (bench: GenerationBench, key: ConversationKey): Promise<string> => {
    const before = Object.entries(bench.engines).map(([name, { calls }]) => [name, calls.length] as const);
    await start(bench, key).done;
    return before.find(([name, calls]) => bench.engines[name]!.calls.length > calls)![0];
  };
  const engines = () => ({
    a: new FakeEngine(replies),
    b: new FakeEngine(replies),
    c: new FakeEngine(replies),
  });
  const ROUTES = [route('a'), route('b'), route('c')];
  const keys = Array.from({ length: 300 }, (_, i) => keyOf(`Question ${i}`));

  it('take the same route, on other nodes too', async () => {
    await using one = new GenerationBench(engines(), ROUTES);
    await using other = new GenerationBench(engines(), ROUTES.toReversed());
    for (const key of keys.slice(0, 50)) {
      const first = await ask(one, key);
      expect([await ask(one, key), await ask(other, key)]).toEqual([first, first]);
    }
  });

  it('are shared by weight', async () => {
    await using bench = new GenerationBench(engines(), [
      route('a', 1, 3),
      route('b', 1, 1),
      route('c', 1, 0),
    ]);
    for (const key of keys) await ask(bench, key);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => bench.engines[name]!.calls.length) as [
      number,
      number,
      number,
    ];
    expect([a + b, c]).toEqual([300, 0]);
    expect(a / 300).toBeGreaterThan(0.65);
    expect(a / 300).toBeLessThan(0.85);
  });

  it('leave a route that fails, others stay, and they return', async () => {
    await using bench = new GenerationBench(engines(), ROUTES);
    const before = new Map<ConversationKey, string>();
    for (const key of keys.slice(0, 60)) before.set(key, await ask(bench, key));
    bench.engines['a']!.behaviour = failsWith(new EngineFault('unreachable'));
    for (const key of before.keys()) {
      const sink = start(bench, key);
      await sink.done;
      expect(sink.ended).toBe(true);
    }
    for (const [key, name] of before) if (name !== 'a') expect(await ask(bench, key)).toBe(name);
    bench.engines['a']!.behaviour = replies;
    await using fresh = new GenerationBench(bench.engines, ROUTES);
    for (const [key, name] of before) expect(await ask(fresh, key)).toBe(name);
  });

  it('do not, where the model says so', async () => {
    await using bench = new GenerationBench(engines(), ROUTES);
    bench.generation.reconfigure({ ...bench.config, models: [{ ...bench.model, sticky: 'none' }] });
    const taken = new Set<string>();
    for (let i = 0; i < 100; i++) taken.add(await ask(bench, keys[0]!));
    expect(taken.size).toBeGreaterThan(1);
  });

  it('D-ENG-31 a route of weight 0 takes what others cannot', async () => {
    await using bench = new GenerationBench(engines(), [route('a', 1, 1), route('b', 1, 0)]);
    bench.engines['a']!.behaviour = failsWith(new EngineFault('unreachable'));
    for (const key of keys.slice(0, 5)) await start(bench, key).done;
    expect(bench.engines['b']!.calls).toHaveLength(5);
  });
});

describe('D-ENG-29 routes that are throttled', () => {
  const throttled = (seconds?: number): EngineFault =>
    new EngineFault('status', { status: 429, ...(seconds !== undefined && { retryAfterSeconds: seconds }) });
  const both = (a: EngineFault, b: EngineFault) => ({
    a: new FakeEngine(failsWith(a)),
    b: new FakeEngine(failsWith(b)),
  });

  it('rest, and others answer meanwhile', async () => {
    const engines = { a: new FakeEngine(failsWith(throttled(30))), b: new FakeEngine(replies) };
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)]);
    for (let i = 0; i < 3; i++) expect(await bench.complete()).toMatchObject({ text: 'answer' });
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([1, 3]);
  });

  it('all of them: the shortest rest is what callers are told, and nobody is asked', async () => {
    const engines = both(throttled(30), throttled(7));
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)]);
    expect((await bench.complete()).fault!.retryAfterSeconds).toBeCloseTo(7, 1);
    expect(() => bench.run()).toThrow(expect.objectContaining({ catalogName: 'model_busy' }));
    expect([engines.a.calls.length, engines.b.calls.length]).toEqual([1, 1]);
  });

  it('a lone one is always asked', async () => {
    const engines = { a: new FakeEngine(failsWith(throttled(30))) };
    await using bench = new GenerationBench(engines, [route('a')]);
    for (let i = 0; i < 3; i++) await bench.complete();
    expect(engines.a.calls).toHaveLength(3);
  });

  it('give more hope than one that only the operator can put right', async () => {
    const engines = both(throttled(3), new EngineFault('status', { status: 401 }));
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 2)]);
    expect((await bench.complete()).fault).toMatchObject({ status: 429 });
  });
});
