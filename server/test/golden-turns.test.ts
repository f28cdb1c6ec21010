import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startScriptedUpstream, type RunningService, type ScriptedUpstream } from '#test-kit';
import { comparable, type Question, type Said } from './api-formats/conversation.ts';
import { AZURE_KINDS } from './api-formats/azure-kinds.ts';
import { BEDROCK_KINDS } from './api-formats/bedrock-kinds.ts';
import { COUNTED, ENGINE_KINDS } from './api-formats/engine-kinds.ts';
import {
  askWhole,
  API_FORMATS,
  askStreamed,
  requireReply,
  type ApiFormat,
} from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';

/**
 * What each kind of engine is sent of a conversation of three rounds, byte for byte but for ids: in golden/*.json, one
 * file for all formats. After a change that is meant, write the files again, look at the difference, and run once more, so that
 * formats that differ are found:
 *
 *   npx vitest run server/test/golden-turns.test.ts --update && git diff server/test/golden && npx vitest run server/test/golden-turns.test.ts
 */
const QUESTIONS: Readonly<
  Record<string, { question: Question; canBeSaidBy: (format: ApiFormat) => boolean }>
> = {
  /** What every format can express. */
  tools: {
    question: { text: 'Weather and time?', system: 'Be brief.', tools: ['weather', 'clock'] },
    canBeSaidBy: () => true,
  },
  'tools-reasoning-image': {
    question: {
      text: 'Where is this?',
      system: 'Be brief.',
      tools: ['weather', 'clock'],
      reasoning: true,
      image: 'iVBORw0KGgoAAAANSUhEUgAA',
    },
    canBeSaidBy: ({ carries }) => carries.reasoning && carries.images,
  },
};

const ASKS: Said = {
  text: 'I look.',
  calls: [
    { name: 'weather', input: { city: 'Ulm', days: [1, 2] } },
    { name: 'clock', input: {} },
  ],
};
const REPLY: Said = { text: 'Sun ☀ at noon.' };
const RESULTS = { weather: 'sun ☀', clock: 'noon' };

/** Engines reason when they are asked to. */
function said(what: Said, question: Question, thought: string): Said {
  return question.reasoning ? { ...what, reasoning: thought } : what;
}

/** Ids are made again in each run: they are numbered as they appear. */
function withoutIds(bodies: readonly object[]): string {
  const ids = new Map<string, string>();
  const text = JSON.stringify(bodies, null, 2).replaceAll(/call_[0-9a-z]{26}/g, (id) => {
    if (!ids.has(id)) ids.set(id, `call_${ids.size + 1}`);
    return ids.get(id)!;
  });
  const keys: string[] = [];
  // Of a workspace, whose id is new in each run.
  const masked = text.replaceAll(/(?<="prompt_cache_key": ")[\w-]{43}/g, (key) => {
    if (!keys.includes(key)) keys.push(key);
    return `key ${keys.indexOf(key) + 1}`;
  });
  return `${masked}\n`;
}

const KINDS = { ...ENGINE_KINDS, ...AZURE_KINDS, ...BEDROCK_KINDS };

describe.each(Object.entries(KINDS))('to an engine of type %s', (kindName, kind) => {
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const { model = 'upstream-standard' } = kind;
    service = await serveEngine(kind.engine(upstream.baseUrl), { routes: [{ engine: 'main', model }] });
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

  const cases = Object.entries(QUESTIONS).flatMap(([title, { question, canBeSaidBy }]) =>
    Object.entries(API_FORMATS).flatMap(([formatName, format]) =>
      canBeSaidBy(format) ? [{ title, question, formatName, format }] : [],
    ),
  );

  it.each(cases)(
    'CHAT-05 CHAT-39 MSG-37 D-45 $title becomes the same turns through $formatName, and comes back the same',
    async ({ title, question, format }) => {
      const before = upstream.requests.length;
      const asked = format.ask(question);
      upstream.script(kind.whole(said(ASKS, question, 'Both at once.')));
      const first = await askWhole(service, format, asked);
      const responded = format.reply(asked, first, RESULTS);
      upstream.script(kind.whole(said(REPLY, question, 'That is all.')));
      const second = await askWhole(service, format, responded);
      await askWhole(service, format, format.goOn(responded, second, 'And tomorrow?'));
      const sent = upstream.requests.slice(before).map(({ body }) => body);
      const file = `${title}.${kindName.replaceAll(', ', '-').toLowerCase()}.json`;
      await expect(withoutIds(sent)).toMatchFileSnapshot(`./golden/${file}`);

      const counted = { inputTokens: COUNTED.input, outputTokens: COUNTED.output };
      expect(comparable(first)).toEqual({ ...ASKS, stop: 'tool_call', ...counted });
      expect(comparable(second)).toEqual({ ...REPLY, calls: [], stop: 'end_turn', ...counted });
      // What is asked for as a stream is the same but for the form.
      upstream.script(kind.whole(REPLY));
      expect(comparable(requireReply(await askStreamed(service, format, responded)))).toEqual(
        comparable(second),
      );
      const { stream: _stream, stream_options: _options, ...streamed } = upstream.requests.at(-1)!.body;
      const { stream: _whole, ...whole } = sent[1]!;
      expect(streamed).toEqual(whole);
    },
  );
});
