import { describe, expect, it } from 'vitest';
import type { Conversation, EngineEvent, ResponseFormat, StopReason } from '#engine';
import { FormatChecker } from './format-checker.ts';
import { FormatStage, type FormatVerdict } from './format-stage.ts';

const checker = new FormatChecker();
const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false };
const bestEffort: ResponseFormat = { type: 'json_schema', name: 'n', schema };
const strict: ResponseFormat = { ...bestEffort, strict: true };
const conversation: Conversation = {
  turns: [{ role: 'user', blocks: [{ type: 'text', text: 'Count.' }] }],
  tools: [],
  toolChoice: 'auto',
  responseFormat: strict,
};

function stageOf(format: ResponseFormat, passes = false): FormatStage {
  return new FormatStage({ checker, format, owner: 'o', passes });
}

const say = (text: string): EngineEvent => ({ type: 'text', text });
const stop = (reason: StopReason = 'end_turn'): EngineEvent => ({ type: 'stop', reason });
const call: EngineEvent = { type: 'tool_call_start', call: 0, id: 'c', name: 'weather' };
const send = (...events: EngineEvent[]): FormatVerdict => ({ outcome: 'send', events });
const refuse = (catalogName = 'output_schema_violation') => ({
  outcome: 'refuse',
  error: expect.objectContaining({ catalogName }) as unknown,
});

/** What came out at once, and the verdict. */
async function generate(stage: FormatStage, ...events: readonly EngineEvent[]): Promise<[EngineEvent[], FormatVerdict]> {
  const out = events.flatMap((event) => stage.event(event));
  return [out, await stage.finish(conversation)];
}

describe('FormatStage', () => {
  it('D-38 holds text until it is known to be valid, and lets all else by', async () => {
    const reasoning: EngineEvent = { type: 'reasoning', text: 'Hm.' };
    const told = await generate(stageOf(strict), reasoning, say('{"a"'), say(':1}'), stop());
    expect(told).toEqual([[reasoning], send(say('{"a":1}'), stop())]);
  });

  it('D-38 takes JSON out of a code fence and from between words', async () => {
    for (const text of ['```json\n{"a":1}\n```', 'Here it is: {"a":1} Enjoy!', 'So:\n```\n{"a":1}```\nand {so on}'])
      expect((await generate(stageOf(strict), say(text), stop()))[1]).toMatchObject({
        outcome: 'send',
        events: [{ text: expect.stringMatching(/^{"a":1}\s*$/) }, {}],
      });
  });

  it('D-38 asks once for a repair that names what was wrong, and sends its result in place of the first', async () => {
    const stage = stageOf(strict);
    const [out, verdict] = await generate(stage, say('{"a":"x","b":2}'), stop());
    expect(out).toEqual([]);
    if (verdict.outcome !== 'repair') throw new Error(verdict.outcome);
    const [first, reply, request] = verdict.conversation.turns;
    expect([first, reply]).toEqual([conversation.turns[0], { role: 'assistant', blocks: [{ type: 'text', text: '{"a":"x","b":2}' }] }]);
    expect(request).toMatchObject({
      role: 'user',
      blocks: [
        { text: expect.stringMatching(/\/a must be integer.*additional properties.*"b"|additional properties.*"b".*\/a must be integer/s) },
      ],
    });
    expect(verdict.conversation).toMatchObject({ toolChoice: 'none', responseFormat: strict });
    expect(await generate(stage, say('{"a":2}'), stop())).toEqual([[], send(say('{"a":2}'), stop())]);
  });

  it('D-38 refuses a strict reply that is invalid after its repair, and sends any other as it is', async () => {
    for (const [format, verdict] of [
      [strict, refuse()],
      [bestEffort, send(say('still no'), stop())],
      [{ type: 'json_object' }, send(say('still no'), stop())],
    ] as const) {
      const stage = stageOf(format);
      expect((await generate(stage, say('no'), stop()))[1].outcome).toBe('repair');
      expect((await generate(stage, say('still no'), stop()))[1]).toEqual(verdict);
    }
  });

  it('D-38 without the repair it asked for refuses or sends the first reply', async () => {
    for (const [format, verdict] of [
      [strict, refuse()],
      [bestEffort, send(say('no'), stop())],
    ] as const) {
      const stage = stageOf(format);
      await generate(stage, say('no'), stop());
      expect(stage.withoutRepair()).toEqual(verdict);
    }
  });

  it('D-38 passes text on where engines keep the form, and tells a violation at the end', async () => {
    const words = [say('{"a"'), say(':'), say('1}')];
    expect(await generate(stageOf(strict, true), ...words, stop())).toEqual([words, send(stop())]);
    // What was sent cannot be taken out of a fence.
    const fence = say('```\n{"a":1}\n```');
    expect(await generate(stageOf(strict, true), fence, stop())).toEqual([[fence], refuse()]);
    expect(await generate(stageOf(bestEffort, true), fence, stop())).toEqual([[fence], send(stop())]);
  });

  it.each(['max_tokens', 'context_window', 'stop_sequence', 'refusal', 'content_filter'] as const)(
    'D-38 a reply that %s ended is not repaired: it is valid, refused as strict, or sent as it is',
    async (reason) => {
      const cut = [say('{"a":'), stop(reason)];
      expect((await generate(stageOf(strict), ...cut))[1]).toEqual(refuse());
      expect((await generate(stageOf(bestEffort), ...cut))[1]).toEqual(send(...cut));
      expect((await generate(stageOf(strict), say('{"a":1}'), stop(reason)))[1]).toEqual(send(say('{"a":1}'), stop(reason)));
    },
  );

  it('D-38 does not check a reply with calls, or one that pauses', async () => {
    const before = say('Let me look.');
    const told = await generate(stageOf(strict), before, call, say('Late.'), stop('tool_call'));
    expect(told).toEqual([[before, call, say('Late.')], send(stop('tool_call'))]);
    expect(await generate(stageOf(strict), before, stop('pause'))).toEqual([[], send(before, stop('pause'))]);
  });

  it('D-38 leaves out what was said before calls of our own tools', async () => {
    const stage = stageOf(strict);
    stage.event(say('I will search.'));
    stage.event(stop('tool_call'));
    stage.nextRound();
    expect((await generate(stage, say('{"a":3}'), stop()))[1]).toEqual(send(say('{"a":3}'), stop()));
  });

  it('D-38 takes an object for json_object and nothing else', async () => {
    const verdict = async (text: string) => (await generate(stageOf({ type: 'json_object' }), say(text), stop()))[1].outcome;
    expect(await Promise.all(['{}', ' {"a":[1]}\n', '[]', 'null', '"{}"', ''].map(verdict))).toEqual([
      'send',
      'send',
      'repair',
      'repair',
      'repair',
      'repair',
    ]);
  });

  it('D-38 goes on from a reply that was begun by the caller', async () => {
    const begun: Conversation = {
      ...conversation,
      turns: [...conversation.turns, { role: 'assistant', blocks: [{ type: 'text', text: 'Well' }] }],
    };
    const stage = stageOf(strict);
    stage.event(say('?'));
    stage.event(stop());
    expect(await stage.finish(begun)).toMatchObject({
      conversation: { turns: [{ role: 'user' }, { role: 'assistant', blocks: [{ text: 'Well' }, { text: '?' }] }, { role: 'user' }] },
    });
  });

  it('D-38 keeps no more than a bounded text: beyond, a strict reply is refused and another is sent on', async () => {
    const long = say('x'.repeat(3_000_000));
    expect(await generate(stageOf(strict), long, long, long, stop())).toEqual([[], refuse()]);
    const [out, verdict] = await generate(stageOf(bestEffort), long, long, long, stop());
    expect(out.map((event) => 'text' in event && event.text.length)).toEqual([6_000_000, 3_000_000]);
    expect(verdict).toEqual(send(stop()));
    expect(await generate(stageOf(strict, true), long, long, stop())).toEqual([[long, long], refuse()]);
  });

  it('D-38 does not say that a reply is wrong which nobody had time to check', async () => {
    const busy = { check: () => Promise.resolve('busy') } as unknown as FormatChecker;
    const verdictOf = async (format: ResponseFormat) =>
      (await generate(new FormatStage({ checker: busy, format, owner: 'o', passes: false }), say('{}'), stop()))[1];
    expect(await verdictOf(strict)).toEqual(refuse('temporarily_unavailable'));
    expect(await verdictOf(bestEffort)).toEqual(send(say('{}'), stop()));
  });
});
