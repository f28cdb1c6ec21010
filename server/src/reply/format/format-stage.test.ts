import { describe, expect, it } from 'vitest';
import type { Conversation, EngineEvent, ResponseFormat, StopReason } from '#engine';
import { FormatChecker } from './format-checker.ts';
import { FormatStage, type FormatVerdict } from './format-stage.ts';

const checker = new FormatChecker();
const schema = {
  type: 'object',
  properties: { a: { type: 'integer' } },
  required: ['a'],
  additionalProperties: false,
};
const bestEffort: ResponseFormat = { type: 'json_schema', name: 'n', schema };
const strict: ResponseFormat = { ...bestEffort, strict: true };
const conversation: Conversation = {
  turns: [{ role: 'user', blocks: [{ type: 'text', text: 'Count.' }] }],
  tools: [],
  toolChoice: 'auto',
  responseFormat: strict,
};

/** A stage, what came out of it, and generations that go in. */
function open(format: ResponseFormat, passes = false, by: Pick<FormatChecker, 'check'> = checker) {
  const out: unknown[] = [];
  let hidden = '';
  const sink = {
    event: (event: EngineEvent) => void out.push(event.type === 'text' ? event.text : event),
    hidden: (text: string) => void (hidden += text),
    flush: () => true,
  };
  const stage = new FormatStage({ checker: by, format, owner: 'o', passes }, sink);
  /** Texts and other events; then the verdict, and what came out until then. */
  const generate = async (
    stop: StopReason,
    ...events: readonly (string | EngineEvent)[]
  ): Promise<FormatVerdict> => {
    for (const event of events)
      stage.event(typeof event === 'string' ? { type: 'text', text: event } : event);
    const callsCaller = events.includes(call);
    const verdict = await stage.evaluate({ stop, callsCaller }, conversation);
    if (verdict.outcome !== 'send') stage.discard();
    return verdict;
  };
  const released = (): unknown[] => {
    stage.release();
    return out;
  };
  return { stage, out, generate, released, hidden: () => hidden };
}

const call: EngineEvent = { type: 'tool_call_start', call: 0, id: 'c', name: 'weather' };
const SEND = { outcome: 'send' };
const refusal = (catalogName = 'output_schema_violation') => ({
  outcome: 'refuse',
  error: expect.objectContaining({ catalogName }) as unknown,
});

describe('FormatStage', () => {
  it('D-38 holds text until it is known to be valid, and lets all else by', async () => {
    const { generate, out, released, hidden } = open(strict);
    const reasoning: EngineEvent = { type: 'reasoning', text: 'Hm.' };
    expect(await generate('end_turn', reasoning, '{"a"', ':1}')).toEqual(SEND);
    expect([out, hidden()]).toEqual([[reasoning], '']);
    expect(released()).toEqual([reasoning, '{"a":1}']);
  });

  it('D-38 gives a sign of life when it begins to hold', () => {
    let signs = 0;
    const stage = new FormatStage(
      { checker, format: strict, owner: 'o', passes: false },
      { event: () => {}, hidden: () => signs++, flush: () => true },
    );
    for (const text of ['{', '"a"', ':1}']) stage.event({ type: 'text', text });
    expect(signs).toBe(1);
  });

  it('D-38 takes JSON out of a code fence and from between words', async () => {
    for (const text of [
      '```json\n{"a":1}```',
      'Here it is: {"a":1} Enjoy!',
      'So:\n```\n{"a":1}```\nand {so on}',
    ]) {
      const { generate, released } = open(strict);
      expect(await generate('end_turn', text)).toEqual(SEND);
      expect(released()).toEqual(['{"a":1}']);
    }
  });

  it('D-38 asks once for a repair that names what was wrong, and sends its result in place of the first', async () => {
    const { generate, out, released, hidden } = open(strict);
    const verdict = await generate('end_turn', '{"a":"x","b":2}');
    if (verdict.outcome !== 'repair') throw new Error(verdict.outcome);
    const [first, reply, request] = verdict.conversation.turns;
    expect([first, reply]).toEqual([
      conversation.turns[0],
      { role: 'assistant', blocks: [{ type: 'text', text: '{"a":"x","b":2}' }] },
    ]);
    const words = request?.blocks[0]?.type === 'text' ? request.blocks[0].text : '';
    expect(words).toContain('/a must be integer');
    expect(words).toContain('must NOT have additional properties {"additionalProperty":"b"}');
    expect(verdict.conversation).toMatchObject({ toolChoice: 'none', responseFormat: strict });
    // Written in vain, and paid for.
    expect([out, hidden()]).toEqual([[], '{"a":"x","b":2}']);
    expect(await generate('end_turn', '{"a":2}')).toEqual(SEND);
    expect(released()).toEqual(['{"a":2}']);
  });

  it('D-38 refuses a strict reply that is invalid after its repair, and sends any other as it is', async () => {
    for (const [format, verdict, sent] of [
      [strict, refusal(), []],
      [bestEffort, SEND, ['still no']],
      [{ type: 'json_object' }, SEND, ['still no']],
    ] as const) {
      const { generate, out, released } = open(format);
      expect((await generate('end_turn', 'no')).outcome).toBe('repair');
      expect(await generate('end_turn', 'still no')).toEqual(verdict);
      expect(verdict === SEND ? released() : out).toEqual(sent);
    }
  });

  it('D-38 without the repair it asked for refuses or sends the first reply', async () => {
    for (const [format, verdict] of [
      [strict, refusal()],
      [bestEffort, SEND],
    ] as const) {
      const { generate, stage, released } = open(format);
      await generate('end_turn', 'no');
      stage.event({ type: 'text', text: 'cut' });
      expect(stage.withoutRepair()).toEqual(verdict);
      if (verdict === SEND) expect(released()).toEqual(['no']);
    }
  });

  it('D-38 passes text on where engines keep the form, and tells a violation at the end', async () => {
    const good = open(strict, true);
    expect(await good.generate('end_turn', '{"a"', ':', '1}')).toEqual(SEND);
    expect(good.released()).toEqual(['{"a"', ':', '1}']);
    // What was sent cannot be taken out of a fence.
    const fence = '```\n{"a":1}\n```';
    expect(await open(strict, true).generate('end_turn', fence)).toEqual(refusal());
    const lax = open(bestEffort, true);
    expect(await lax.generate('end_turn', fence)).toEqual(SEND);
    expect(lax.released()).toEqual([fence]);
  });

  it.each(['max_tokens', 'context_window', 'stop_sequence', 'refusal', 'content_filter'] as const)(
    'D-38 a reply that %s ended is not repaired: it is valid, refused as strict, or sent as it is',
    async (reason) => {
      expect(await open(strict).generate(reason, '{"a":')).toEqual(refusal());
      expect(await open(strict).generate(reason, '{"a":1}')).toEqual(SEND);
      const lax = open(bestEffort);
      expect(await lax.generate(reason, '{"a":')).toEqual(SEND);
      expect(lax.released()).toEqual(['{"a":']);
    },
  );

  it('D-ENG-7 sends the outcome of a filtered prompt, which has no text that could have a form', async () => {
    expect(await open(strict).generate('content_filter')).toEqual(SEND);
    expect(await open(strict).generate('end_turn')).not.toEqual(SEND);
  });

  it('D-38 does not check a reply with calls, or one that pauses', async () => {
    const calling = open(strict);
    expect(await calling.generate('tool_call', 'Let me look.', call, 'Late.')).toEqual(SEND);
    expect(calling.out).toEqual(['Let me look.', call, 'Late.']);
    const pausing = open(strict);
    expect(await pausing.generate('pause', 'So far.')).toEqual(SEND);
    expect(pausing.released()).toEqual(['So far.']);
  });

  it('D-38 leaves out what was said before calls of our own tools', async () => {
    const { stage, generate, released, hidden } = open(strict);
    stage.event({ type: 'text', text: 'I will search.' });
    stage.discard();
    expect(await generate('end_turn', '{"a":3}')).toEqual(SEND);
    expect([released(), hidden()]).toEqual([['{"a":3}'], 'I will search.']);
  });

  it('D-38 takes an object for json_object and nothing else', async () => {
    const outcome = async (text: string) =>
      (await open({ type: 'json_object' }).generate('end_turn', text)).outcome;
    const outcomes = await Promise.all(['{}', ' {"a":[1]}\n', '[]', 'null', '"{}"', ''].map(outcome));
    expect(outcomes).toEqual(['send', 'send', 'repair', 'repair', 'repair', 'repair']);
  });

  it('D-38 goes on from a reply that was begun by the caller', async () => {
    const begun: Conversation = {
      ...conversation,
      turns: [...conversation.turns, { role: 'assistant', blocks: [{ type: 'text', text: 'Well' }] }],
    };
    const { stage } = open(strict);
    stage.event({ type: 'text', text: '?' });
    expect(await stage.evaluate({ stop: 'end_turn', callsCaller: false }, begun)).toMatchObject({
      conversation: {
        turns: [
          { role: 'user' },
          { role: 'assistant', blocks: [{ text: 'Well' }, { text: '?' }] },
          { role: 'user' },
        ],
      },
    });
  });

  it('D-38 keeps no more than a bounded text: beyond, a strict reply is refused and another is sent on', async () => {
    const long = 'x'.repeat(3_000_000);
    const held = open(strict);
    expect(await held.generate('end_turn', long, long, long)).toEqual(refusal());
    expect(held.out).toEqual([]);
    const lax = open(bestEffort);
    expect(await lax.generate('end_turn', long, long, long)).toEqual(SEND);
    expect(lax.released()).toEqual([long + long, long]);
  });

  it('D-38 does not say that a reply is wrong which nobody had time to check', async () => {
    const busy = { check: () => Promise.resolve('busy' as const) };
    expect(await open(strict, false, busy).generate('end_turn', '{}')).toEqual(
      refusal('temporarily_unavailable'),
    );
    expect(await open(bestEffort, false, busy).generate('end_turn', '{}')).toEqual(SEND);
  });
});
