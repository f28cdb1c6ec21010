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
import { comparable, type Said } from './faces/conversation.ts';
import { COUNTED, ENGINE_KINDS } from './faces/engine-kinds.ts';
import { askFace, FACES, streamFace, toldBy } from './faces/faces.ts';
import { serveEngine } from './faces/serve-engine.ts';

const ALL_FACES = Object.entries(FACES);

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

  describe.each(ALL_FACES)('through %s', (_faceName, face) => {
    it.each([1, 7, 1000, bytes.length])(
      'MSG-58 MSG-64 CHAT-60 D-27 streams in packets of %d bytes what it answers whole',
      async (size) => {
        upstream.script(rawReply(packets(size)));
        const streamed = toldBy(await streamFace(service, face, face.ask(QUESTION)));
        upstream.script(kind.whole(SAID));
        const whole = await askFace(service, face, face.ask(QUESTION));
        for (const answer of [streamed, whole]) {
          expect(comparable(answer)).toEqual(EXPECTED);
          if (face.carries.reasoning) expect(answer.reasoning).toBe(SAID.reasoning);
        }
      },
    );

    it('MSG-63 CHAT-68 CHAT-69 breaks off wherever the engine does', async () => {
      const events = kind.events(SAID);
      const seen = new Set<unknown>();
      for (let count = 0; count < events.length; count++) {
        upstream.script(rawReply([...events.slice(0, count), DESTROY]));
        const outcome = await streamFace(service, face, face.ask(QUESTION));
        expect(['broken', 502], `after ${count} events: ${JSON.stringify(outcome)}`).toContain(outcome);
        seen.add(outcome);
        // An event cut in its middle.
        upstream.script(
          rawReply([Buffer.from(events.slice(0, count + 1).join('')).subarray(0, -9), DESTROY]),
        );
        expect(['broken', 502]).toContain(await streamFace(service, face, face.ask(QUESTION)));
      }
      expect(seen).toEqual(new Set([502, 'broken']));
    });

    it('MSG-37 CHAT-39 goes on from parallel calls, with what was reasoned where the shape carries it', async () => {
      upstream.script(rawReply([bytes]));
      const first = toldBy(await streamFace(service, face, face.ask(QUESTION)));
      upstream.script(kind.whole({ text: 'Sun at noon.' }));
      const next = face.answer(face.ask(QUESTION), first, RESULTS);
      expect(await askFace(service, face, next)).toMatchObject({ text: 'Sun at noon.', stop: 'end_turn' });
      const { text } = upstream.requests.at(-1)!;
      for (const { id } of first.calls)
        expect(text.split(JSON.stringify(id)).length - 1, 'a call and its result').toBe(2);
      expect(text.split(RESULTS.weather).length - 1).toBe(2);
      expect(text.includes(SAID.reasoning!)).toBe(face.carries.reasoning);
    });

    it('D-14 gives up on an engine that falls silent, before its answer and in its middle', async () => {
      const events = kind.events({ text: 'a b c' });
      upstream.script(({ text }: RecordedRequest) =>
        text.includes('never') ? hang() : rawReply([...events.slice(0, -3), STALL]),
      );
      const ask = (text: string) => streamFace(service, face, face.ask({ text }));
      expect(await Promise.all([ask('never'), ask('half')])).toEqual([504, 'broken']);
    });

    it('MSG-65 D-19 fails as an engine that is overloaded when it says so in its stream', async () => {
      const events = kind.events({ text: 'a b c' });
      upstream.script(rawReply([events[0]!, kind.overloaded]));
      expect(await streamFace(service, face, face.ask({ text: 'q' }))).toBe(503);
      upstream.script(rawReply([...events.slice(0, -3), kind.overloaded]));
      expect(await streamFace(service, face, face.ask({ text: 'q' }))).toBe('broken');
    });
  });
});

describe.each(ALL_FACES)('on the sandbox through %s', (_faceName, face) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await serveEngine({ type: 'sandbox' });
  });
  afterAll(() => service.stop());

  const asked = face.ask({
    ...QUESTION,
    text: '[[sandbox: tools=weather,clock,weather]] [[sandbox: say=I look 🎉.]]',
  });

  it('MSG-58 MSG-64 CHAT-60 streams what it answers whole, and goes on from its calls', async () => {
    const streamed = toldBy(await streamFace(service, face, asked));
    expect(comparable(streamed)).toEqual(comparable(await askFace(service, face, asked)));
    expect(streamed).toMatchObject({
      text: 'I look 🎉.',
      stop: 'tool_call',
      calls: [{ name: 'weather' }, { name: 'clock' }, { name: 'weather' }],
    });
    if (face.carries.reasoning) expect(streamed.reasoning).toContain('asked to reason');
    const next = toldBy(await streamFace(service, face, face.answer(asked, streamed, RESULTS)));
    expect(next.text).toContain('noon');
  });

  it('D-35 D-44 CHAT-52 CHAT-86 MSG-43 tells every outcome in the words of the shape, streamed and whole', async () => {
    for (const outcome of [
      'end_turn',
      'max_tokens',
      'context_window',
      'stop_sequence',
      'pause',
      'refusal',
      'content_filter',
    ]) {
      const ended = face.ask({ text: `[[sandbox: stop=${outcome}]] [[sandbox: say=Hi.]]` });
      expect((await askFace(service, face, ended)).stop).toBe(face.tells(outcome));
      expect(toldBy(await streamFace(service, face, ended)).stop).toBe(face.tells(outcome));
    }
  });

  it('MSG-63 CHAT-68 breaks off where it is told to', async () => {
    const broken = face.ask({
      ...QUESTION,
      text: '[[sandbox: fail=cut]] a longer text to be cut in its middle',
    });
    expect(await streamFace(service, face, broken)).toBe('broken');
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
    directory = await mkdtemp(join(tmpdir(), 'svc-faces-llama-'));
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

  it.each(ALL_FACES)(
    'MSG-58 CHAT-60 streams prose and a call through %s, and goes on from it',
    async (_faceName, face) => {
      const prose = toldBy(await streamFace(service, face, face.ask({ text: 'Once', maxTokens: 12 })));
      expect(prose.calls).toEqual([]);
      expect(prose.outputTokens).toBeLessThanOrEqual(12);
      const asked = face.ask({ text: 'Weather?', tools: ['weather'], forced: 'weather', maxTokens: 256 });
      const streamed = toldBy(await streamFace(service, face, asked));
      expect(streamed).toMatchObject({
        stop: 'tool_call',
        calls: [{ name: 'weather', input: { city: expect.stringMatching(/^(Ulm|Oslo)$/) } }],
      });
      const { tools: _tools, tool_choice: _choice, ...rest } = face.answer(asked, streamed, RESULTS);
      expect(
        toldBy(await streamFace(service, face, { ...rest, max_tokens: 12 })).outputTokens,
      ).toBeLessThanOrEqual(12);
    },
  );
});
