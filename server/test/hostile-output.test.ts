import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { comparable, type Said } from './faces/conversation.ts';
import { COUNTED, ENGINE_KINDS } from './faces/engine-kinds.ts';
import { askFace, FACES, streamFace, toldBy, type Face } from './faces/faces.ts';
import { serveEngine } from './faces/serve-engine.ts';

/** What a model may be made to write so that a stream says something else than it was told. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an end of its own': 'a\n\ndata: [DONE]\n\nb',
  'an event of its own': 'a\r\n\r\nevent: message_stop\r\ndata: {"type":"message_stop"}\r\n\r\nb',
  'an error of its own': 'a\n\nevent: error\ndata: {"error":{"code":"x"}}\n\nb',
  'single carriage returns': 'a\r\rdata: [DONE]\r\rb',
  'other line ends': 'a\u2028data: x\u2029b\u0085c\u000bd\fe',
  'fields of the format': 'a\n:\nid: 1\nretry: 1\n: comment\nb',
  NUL: 'a\u0000b\u001b[2Jc',
  'half a character': 'a\ud800b\udc00c',
  'a byte order mark': '\ufeffa\ufeffb',
  'ends of chunks': 'a\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nb',
  'a closing script': '</script><!--b',
  'names of inherited members': '__proto__',
  'one of escapes': `k${'"\\\n'.repeat(60)}b`,
};

/** Every event is whole and on lines of its own; nothing is between them, and the only end is the last one. */
function expectFramed(text: string, face: string): void {
  const events = text.split('\n\n');
  expect(events.pop(), 'behind the last event').toBe('');
  for (const [index, event] of events.entries()) {
    const lines = event.split('\n');
    const data = lines.pop()!.replace(/^data: /, '');
    if (face === '/v1/messages')
      expect(lines).toEqual([`event: ${(JSON.parse(data) as { type: string }).type}`]);
    else expect(lines).toEqual([]);
    expect(event.includes('\r')).toBe(false);
    if (data !== '[DONE]') expect(JSON.parse(data)).toBeTypeOf('object');
    else expect([index, face]).toEqual([events.length - 1, '/v1/chat/completions']);
  }
}

async function streamText(service: RunningService, face: Face): Promise<string> {
  const body = { ...face.ask({ text: 'q', tools: ['weather'], reasoning: true }), stream: true };
  return (await service.post(face.path, MAIN_KEY, body, face.headers)).text();
}

describe.each(Object.entries(ENGINE_KINDS))('on an engine of type %s', (kindName, kind) => {
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

  describe.each(Object.entries(FACES))('through %s', (_faceName, face) => {
    const asked = face.ask({ text: 'q', tools: ['weather'], reasoning: true });

    it.each(Object.entries(HOSTILE))(
      'MSG-58 CHAT-60 %s in text, reasoning and arguments stays in its event',
      async (_name, hostile) => {
        const input = JSON.parse(
          JSON.stringify({ value: hostile }).replace('"value"', () => JSON.stringify(hostile)),
        ) as object;
        const said: Said = {
          reasoning: hostile,
          text: hostile,
          calls: [{ name: 'weather', input: { city: input, list: [hostile] } }],
        };
        const events = kind.events(said);
        upstream.script(rawReply([...events]));
        expectFramed(await streamText(service, face), face.path);
        upstream.script(rawReply([...events]));
        const streamed = toldBy(await streamFace(service, face, asked));
        upstream.script(kind.whole(said));
        for (const answer of [streamed, await askFace(service, face, asked)])
          expect(comparable(answer)).toEqual({
            text: said.text,
            calls: said.calls,
            stop: 'tool_call',
            inputTokens: COUNTED.input,
            outputTokens: COUNTED.output,
          });
      },
    );

    it.runIf(kindName === 'openai')(
      'arguments that are no JSON, in pieces of one unit, and ids of the engine stay there too',
      async () => {
        const hostile = HOSTILE['an end of its own']! + HOSTILE['half a character']!;
        const call = (fields: object): string => sse(chunk({ tool_calls: [{ index: 0, ...fields }] }));
        const pieces = hostile.split('').map((unit) => call({ function: { arguments: unit } }));
        const begin = call({ id: hostile, type: 'function', function: { name: 'weather', arguments: '' } });
        upstream.script(rawReply([begin, ...pieces, sse(chunk({}, 'tool_calls')), sse('[DONE]')]));
        const text = await streamText(service, face);
        expect(text).toContain('data: ');
        expectFramed(text, face.path);
      },
    );

    it.runIf(kindName === 'openai')('a name of a tool that nobody offered stays there too', async () => {
      const fields = {
        index: 0,
        id: 'up_1',
        type: 'function',
        function: { name: HOSTILE['an event of its own'], arguments: '{}' },
      };
      upstream.script(
        rawReply([sse(chunk({ tool_calls: [fields] })), sse(chunk({}, 'tool_calls')), sse('[DONE]')]),
      );
      const text = await streamText(service, face);
      expect(text).not.toBe('');
      if (text.startsWith('{')) expect(JSON.parse(text)).toHaveProperty('error');
      else expectFramed(text, face.path);
    });
  });
});
