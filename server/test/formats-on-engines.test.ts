import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DESTROY,
  hang,
  rawReply,
  STALL,
  startScriptedUpstream,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { writeTinyGguf } from '../test-kit/tiny-gguf.ts';
import { comparable, type Said } from './api-formats/conversation.ts';
import { COUNTED, ENGINE_KINDS } from './api-formats/engine-kinds.ts';
import { askWhole, API_FORMATS, askStreamed, requireReply } from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';

const ALL_FORMATS = Object.entries(API_FORMATS);

const SAID: Said = {
  reasoning: 'Wöll, 🙂 both.',
  text: 'I look "twice" 🎉.',
  calls: [
    { name: 'weather', input: { city: 'Ü🎉m', 'a\\b': [1, { c: null }] } },
    { name: 'clock', input: {} },
    { name: 'weather', input: { city: 'Oslo' } },
  ],
};
const QUESTION = {
  text: 'Weather and time?',
  system: 'Be brief.',
  tools: ['weather', 'clock'],
  reasoning: true,
} as const;
const RESULTS = { weather: 'sun ☀', clock: 'noon' };
const EXPECTED = {
  text: SAID.text,
  calls: SAID.calls,
  stop: 'tool_call',
  inputTokens: COUNTED.input,
  outputTokens: COUNTED.output,
};

describe.each(Object.entries(ENGINE_KINDS))('on an engine of type %s', (_kindName, kind) => {
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    service = await serveEngine(kind.engine(upstream.baseUrl));
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

  const bytes = Buffer.from(kind.events(SAID).join(''));
  const packets = (size: number): Buffer[] =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(size * i, size * (i + 1)),
    );

  describe.each(ALL_FORMATS)('through %s', (_formatName, format) => {
    it.each([1, 7, 1000, bytes.length])(
      'MSG-58 MSG-64 CHAT-60 D-27 streams in packets of %d bytes the same as the whole response',
      async (size) => {
        upstream.script(rawReply(packets(size)));
        const streamed = requireReply(await askStreamed(service, format, format.ask(QUESTION)));
        upstream.script(kind.whole(SAID));
        const whole = await askWhole(service, format, format.ask(QUESTION));
        for (const response of [streamed, whole]) {
          expect(comparable(response)).toEqual(EXPECTED);
          if (format.carries.reasoning) expect(response.reasoning).toBe(SAID.reasoning);
        }
      },
    );

    it('MSG-63 CHAT-68 CHAT-69 breaks off wherever the engine does', async () => {
      const events = kind.events(SAID);
      const seen = new Set<unknown>();
      for (let count = 0; count < events.length; count++) {
        upstream.script(rawReply([...events.slice(0, count), DESTROY]));
        const outcome = await askStreamed(service, format, format.ask(QUESTION));
        expect(['broken', 502], `after ${count} events: ${JSON.stringify(outcome)}`).toContain(outcome);
        seen.add(outcome);
        // An event cut in its middle.
        upstream.script(
          rawReply([Buffer.from(events.slice(0, count + 1).join('')).subarray(0, -9), DESTROY]),
        );
        expect(['broken', 502]).toContain(await askStreamed(service, format, format.ask(QUESTION)));
      }
      expect(seen).toEqual(new Set([502, 'broken']));
    });

    it('MSG-37 CHAT-39 continues after parallel calls, with the reasoning if the format carries it or the engine signed it', async () => {
      upstream.script(rawReply([bytes]));
      const first = requireReply(await askStreamed(service, format, format.ask(QUESTION)));
      upstream.script(kind.whole({ text: 'Sun at noon.' }));
      const next = format.reply(format.ask(QUESTION), first, RESULTS);
      expect(await askWhole(service, format, next)).toMatchObject({ text: 'Sun at noon.', stop: 'end_turn' });
      const { text } = upstream.requests.at(-1)!;
      for (const { id } of first.calls)
        expect(text.split(JSON.stringify(id)).length - 1, 'a call and its result').toBe(2);
      expect(text.split(RESULTS.weather).length - 1).toBe(2);
      // What an engine signed returns to it, whatever the format shows (D-ENG-17).
      if (kind.signs) expect(text).toContain(kind.signs(SAID.reasoning!));
      else expect(text.includes(SAID.reasoning!)).toBe(format.carries.reasoning);
    });

    it('D-14 gives up on an engine that falls silent, before and during its response', async () => {
      const events = kind.events({ text: 'a b c' });
      upstream.script(({ text }: RecordedRequest) =>
        text.includes('never') ? hang() : rawReply([...events.slice(0, -3), STALL]),
      );
      const ask = (text: string) => askStreamed(service, format, format.ask({ text }));
      expect(await Promise.all([ask('never'), ask('half')])).toEqual([504, 'broken']);
    });

    it('MSG-65 D-19 fails as overloaded when the engine reports that in its stream', async () => {
      const events = kind.events({ text: 'a b c' });
      upstream.script(rawReply([events[0]!, kind.overloaded]));
      expect(await askStreamed(service, format, format.ask({ text: 'q' }))).toBe(503);
      upstream.script(rawReply([...events.slice(0, -3), kind.overloaded]));
      expect(await askStreamed(service, format, format.ask({ text: 'q' }))).toBe('broken');
    });
  });
});

describe.each(ALL_FORMATS)('on the sandbox through %s', (_formatName, format) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await serveEngine({ type: 'sandbox' });
  });
  afterAll(() => service.stop());

  const asked = format.ask({
    ...QUESTION,
    text: '[[sandbox: tools=weather,clock,weather]] [[sandbox: say=I look 🎉.]]',
  });

  it('MSG-58 MSG-64 CHAT-60 streams the same as the whole response, and continues from its calls', async () => {
    const streamed = requireReply(await askStreamed(service, format, asked));
    expect(comparable(streamed)).toEqual(comparable(await askWhole(service, format, asked)));
    expect(streamed).toMatchObject({
      text: 'I look 🎉.',
      stop: 'tool_call',
      calls: [{ name: 'weather' }, { name: 'clock' }, { name: 'weather' }],
    });
    if (format.carries.reasoning) expect(streamed.reasoning).toContain('asked to reason');
    const next = requireReply(await askStreamed(service, format, format.reply(asked, streamed, RESULTS)));
    expect(next.text).toContain('noon');
  });

  it('D-35 D-44 CHAT-52 CHAT-86 MSG-43 reports every outcome with the values of the format, streamed and whole', async () => {
    for (const outcome of [
      'end_turn',
      'max_tokens',
      'context_window',
      'stop_sequence',
      'pause',
      'refusal',
      'content_filter',
    ]) {
      const ended = format.ask({ text: `[[sandbox: stop=${outcome}]] [[sandbox: say=Hi.]]` });
      expect((await askWhole(service, format, ended)).stop).toBe(format.statusOfOutcome(outcome));
      expect(requireReply(await askStreamed(service, format, ended)).stop).toBe(
        format.statusOfOutcome(outcome),
      );
    }
  });

  it('MSG-63 CHAT-68 breaks off where the directive says', async () => {
    const broken = format.ask({
      ...QUESTION,
      text: '[[sandbox: fail=cut]] a longer text to be cut in its middle',
    });
    expect(await askStreamed(service, format, broken)).toBe('broken');
  });
});

const installed = await import('node-llama-cpp').then(
  () => true,
  () => false,
);

describe.skipIf(!installed)('on a model file', () => {
  let directory: string;
  let service: RunningService;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-formats-llama-'));
    const tiny = join(directory, 'tiny.gguf');
    writeTinyGguf(tiny);
    const path = process.env['TEST_GGUF_PATH'] || tiny;
    service = await serveEngine(
      { type: 'llama', model_path: path, context_size: 1024 },
      { context_window: 1024, max_output_tokens: 256 },
    );
  });
  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it.each(ALL_FORMATS)(
    'MSG-58 CHAT-60 streams prose and a call through %s, and continues from it',
    async (_formatName, format) => {
      const prose = requireReply(
        await askStreamed(service, format, format.ask({ text: 'Once', maxTokens: 12 })),
      );
      expect(prose.calls).toEqual([]);
      expect(prose.outputTokens).toBeLessThanOrEqual(12);
      const asked = format.ask({ text: 'Weather?', tools: ['weather'], forced: 'weather', maxTokens: 256 });
      const streamed = requireReply(await askStreamed(service, format, asked));
      expect(streamed).toMatchObject({
        stop: 'tool_call',
        calls: [{ name: 'weather', input: { city: expect.stringMatching(/^(Ulm|Oslo)$/) } }],
      });
      const { tools: _tools, tool_choice: _choice, ...rest } = format.reply(asked, streamed, RESULTS);
      const limit = Object.entries(format.ask({ text: 'Once', maxTokens: 12 })).filter(
        ([, value]) => value === 12,
      );
      const shorter = { ...rest, ...Object.fromEntries(limit) };
      expect(requireReply(await askStreamed(service, format, shorter)).outputTokens).toBeLessThanOrEqual(12);
    },
  );
});
