import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jsonReply,
  MAIN_KEY,
  oneModel,
  rawReply,
  sse,
  startScriptedUpstream,
  type PlannedReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ENGINE_KINDS } from './api-formats/engine-kinds.ts';
import { serveEngine } from './api-formats/serve-engine.ts';
import { startBatches } from './batches/batches-fixture.ts';

const nested = (levels: number): string => `${'{"k":['.repeat(levels)}1.0${']}'.repeat(levels)}`;

/** Members that JSON.parse and JSON.stringify change: digits, repeated names, names that they sort, and depth. */
const HOSTILE: readonly string[] = [
  '"id":2512292042121000001',
  '"b":-9007199254740993.0',
  '"10":1.0',
  '"2":-0',
  '"1":1e400',
  '"e":1E3',
  '"f":0.1000000000000000055511151231257827',
  '"dup":1',
  '"dup":{"dup":2,"dup":[1.0,{}]}',
  '"esc\\"aped":"\\\\ \\" é"',
  '"\\u0064up":3',
  '"empty":{}',
  '"toString":[null,true,{"x":[]}]',
];
const PROTO = '"__proto__":{"x":[9007199254740993,{"__proto__":1.0}]}';
/** What engines are sent of a name that was written with an escape. */
const compactOf = (document: string): string => document.replaceAll('\\u0064', 'd');
const DOCUMENT = `{${[...HOSTILE, PROTO, `"deep":${nested(24)}`].join(',')}}`;
/** Tools and forms of replies: a schema with `type` at its end, or without. */
const SCHEMA = `{"properties":{"10":{"const":2512292042121000001},"2":{"default":1.0}},"x-more":{${HOSTILE.join(',')}},"type":"object"}`;
const UNTYPED = `{"properties":{"b":{"maximum":1e400,"minimum":-0},"1":{},${PROTO}}}`;

/** With white space wherever it may stand outside of strings. */
function spaced(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|([:,{}[\]])/g, (_, text?: string, mark?: string) =>
    mark === undefined ? text! : ` ${mark}\n\t`,
  );
}

interface Door {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The history holds a call with DOCUMENT as its input. `text`: of the user. */
  body(text: string): string;
  /** What engines are sent as the input. Doors where it is a text send that as it is. */
  readonly input: string;
}

const CHAT_CALL = (input: string): string =>
  `[{"id":"call_1","type":"function","function":{"name":"f","arguments":${input}}}]`;
const CHAT_TOOLS = (one: string, two: string): string =>
  `[{"type":"function","function":{"name":"f","parameters":${one}}},{"type":"function","function":{"name":"g","parameters":${two}}}]`;
const CHAT_FORMAT = (schema: string): string =>
  `{"type":"json_schema","json_schema":{"name":"n","schema":${schema}}}`;
const EXPECTED = compactOf(DOCUMENT);
const ASKED = spaced(DOCUMENT);

function chatBody(text: string, input: string, more: string): string {
  return `{"model":"Svc Standard","max_tokens":100,"tools":${CHAT_TOOLS(spaced(SCHEMA), UNTYPED)},"messages":[
    {"role":"user","content":${JSON.stringify(text)}},
    {"role":"assistant","content":null,"tool_calls":${CHAT_CALL(input)}},
    {"role":"tool","tool_call_id":"call_1","content":${JSON.stringify(DOCUMENT)}}]${more}}`;
}

function messagesBody(text: string, [call, result, id]: readonly string[], more: string): string {
  return `{"model":"Svc Standard","max_tokens":100,"messages":[
    {"role":"user","content":${JSON.stringify(text)}},
    {"role":"assistant","content":[{"type":"${call}","id":"call_1","name":"f","input":${ASKED}}]},
    {"role":"user","content":[{"type":"${result}","${id}":"call_1","content":${JSON.stringify(DOCUMENT)}}]}],${more}}`;
}

const DOORS: Readonly<Record<string, Door>> = {
  chat: {
    path: '/v1/chat/completions',
    headers: { 'svc-beta': 'chat-extensions-2026-12-01' },
    body: (text) =>
      chatBody(text, JSON.stringify(DOCUMENT), `,"response_format":${CHAT_FORMAT(spaced(SCHEMA))}`),
    input: DOCUMENT,
  },
  'live chat': {
    path: '/v1/chat/completions',
    body: (text) => chatBody(text, JSON.stringify(DOCUMENT), ''),
    input: DOCUMENT,
  },
  messages: {
    path: '/v1/messages',
    body: (text) =>
      messagesBody(
        text,
        ['tool_call', 'tool_result', 'tool_call_id'],
        `"tools":${CHAT_TOOLS(spaced(SCHEMA), UNTYPED)},"response_format":${CHAT_FORMAT(spaced(SCHEMA))}`,
      ),
    input: EXPECTED,
  },
  'openai chat': {
    path: '/compat/openai/v1/chat/completions',
    body: (text) =>
      chatBody(text, JSON.stringify(DOCUMENT), `,"response_format":${CHAT_FORMAT(spaced(SCHEMA))}`),
    input: DOCUMENT,
  },
  'openai chat with arguments as an object': {
    path: '/compat/openai/v1/chat/completions',
    body: (text) => chatBody(text, ASKED, ''),
    input: EXPECTED,
  },
  responses: {
    path: '/compat/openai/v1/responses',
    body: (text) => `{"model":"Svc Standard","store":false,"input":[
      {"role":"user","content":${JSON.stringify(text)}},
      {"type":"function_call","call_id":"call_1","name":"f","arguments":${JSON.stringify(DOCUMENT)}},
      {"type":"function_call_output","call_id":"call_1","output":${JSON.stringify(DOCUMENT)}}],
      "tools":[{"type":"function","name":"f","parameters":${spaced(SCHEMA)}},{"type":"function","name":"g","parameters":${UNTYPED}}],
      "text":{"format":{"type":"json_schema","name":"n","schema":${spaced(SCHEMA)}}}}`,
    input: DOCUMENT,
  },
  anthropic: {
    path: '/compat/anthropic/v1/messages',
    body: (text) =>
      messagesBody(
        text,
        ['tool_use', 'tool_result', 'tool_use_id'],
        `"tools":[{"name":"f","input_schema":${spaced(SCHEMA)}},{"name":"g","input_schema":${UNTYPED}}],
         "output_config":{"format":{"type":"json_schema","schema":${spaced(SCHEMA)}}}`,
      ),
    input: EXPECTED,
  },
};
const BATCHED = ['chat', 'live chat', 'messages'];
/** Parsed at once, and on a thread. */
const SIZES = { small: '', large: 'word '.repeat(24_000) };

/** Under which names the protocols have the input of a call and the schema of a tool. */
const FIELD_NAMES: Readonly<Record<string, { inputAs: string; schemaAs: string }>> = {
  openai: { inputAs: 'arguments', schemaAs: 'parameters' },
  anthropic: { inputAs: 'input', schemaAs: 'input_schema' },
  responses: { inputAs: 'arguments', schemaAs: 'parameters' },
  gemini: { inputAs: 'args', schemaAs: 'parametersJsonSchema' },
};

/** What stands under the name of an input, a schema or a form in a request to an engine. */
function expectExact(kind: string, sent: string, { input, body }: Door): void {
  const { inputAs, schemaAs } = FIELD_NAMES[kind]!;
  const isOfOpenAi = kind === 'openai' || kind === 'responses';
  const inputs = isOfOpenAi ? JSON.stringify(input) : input;
  expect(sent).toContain(`"${inputAs}":${inputs}`);
  const schema = `"${schemaAs}":`;
  expect(sent).toContain(`${schema}${compactOf(SCHEMA)}`);
  const untyped = kind === 'anthropic' ? `{"type":"object",${UNTYPED.slice(1)}` : UNTYPED;
  expect(sent).toContain(`${schema}${untyped}`);
  expect(sent).toContain(JSON.stringify(DOCUMENT));
  if (!/response_format|"format"/.test(body(''))) return;
  // Engines of Anthropic's form are told of the form in words, and so are models of Gemini beside tools.
  const form = isOfOpenAi ? `"schema":${compactOf(SCHEMA)}` : JSON.stringify(compactOf(SCHEMA)).slice(1, -1);
  expect(sent).toContain(form);
}

const OUTPUT = '{"10":2512292042121000001,"2":1.0,"dup":1,"dup":-0,"big":1e400}';

describe.each(Object.entries(ENGINE_KINDS))('with an engine of type %s', (kindName, kind) => {
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    service = await serveEngine(kind.engine(upstream.baseUrl), {
      capabilities: { tools: true, json_schema: true },
    });
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });
  const ask = (door: Door, body: string): Promise<Response> =>
    fetch(`${service.baseUrl}${door.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json', ...door.headers },
      body,
    });

  describe.each(Object.entries(DOORS))('through %s', (_name, door) => {
    it.each(Object.entries(SIZES))(
      'passes every object on as it was sent, in a %s body',
      async (_size, text) => {
        upstream.script(kind.whole({ text: '{}' }));
        const response = await ask(door, door.body(`Hi. ${text}`));
        expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
        expectExact(kindName, upstream.requests.at(-1)!.text, door);
      },
    );

    it.each(objectReplies(kindName))(
      'returns the input of a call as the engine wrote it: $title',
      async ({ reply, isStream }) => {
        upstream.script(reply);
        const asked = door
          .body('Hi.')
          .replace(/"response_format":[\s\S]*\}$/, '"stream":false}')
          .replace(/,\s*"(text|output_config)":\{"format"[\s\S]*\}$/, '}');
        const response = await ask(door, isStream ? asked.replace(/\}$/, ',"stream":true}') : asked);
        const text = await response.text();
        expect(response.status, text).toBe(200);
        const asText = JSON.stringify(OUTPUT).slice(1, -1);
        expect(text.includes(OUTPUT) || text.includes(asText), text).toBe(true);
      },
    );
  });

  it('passes on the objects in lines of batches as they were sent', async () => {
    expect.hasAssertions();
    const { engines, models } = oneModel(kind.engine(upstream.baseUrl)) as {
      engines: object;
      models: object[];
    };
    const able = models.map((model) => ({ ...model, capabilities: { tools: true, json_schema: true } }));
    await using batches = await startBatches(undefined, { deployment: { engines, models: able } });
    for (const name of BATCHED) {
      const door = DOORS[name]!;
      upstream.script(kind.whole({ text: '{}' }));
      const body = door.body('Hi.').replaceAll('\n', ' ');
      const line = `{"custom_id":"a","endpoint":"${door.path}","body":${body}}`;
      const { id } = await batches.upload([line]);
      const created = await batches.request(
        'POST',
        '/v1/batches',
        { input_file_id: id },
        { headers: door.headers ?? {} },
      );
      await batches.until(created.body['id']);
      expectExact(kindName, upstream.requests.at(-1)!.text, door);
    }
  });
});

interface ObjectReply {
  readonly title: string;
  readonly isStream: boolean;
  readonly reply: PlannedReply;
}

/** Replies with OUTPUT as an object, which only some servers of OpenAI's form send. */
function objectReplies(kind: string): ObjectReply[] {
  if (kind === 'responses') return [];
  const raw = (json: string): PlannedReply => {
    return { ...jsonReply({}), steps: [json] };
  };
  if (kind === 'openai') {
    const message = `{"role":"assistant","tool_calls":[{"id":"u","function":{"name":"f","arguments":${OUTPUT}}}]}`;
    const usage = '"usage":{"prompt_tokens":9,"completion_tokens":9}';
    const chunk = `{"choices":[{"index":0,"delta":${message},"finish_reason":"tool_calls"}],${usage}}`;
    return [
      {
        title: 'whole',
        isStream: false,
        reply: raw(`{"choices":[{"index":0,"message":${message},"finish_reason":"tool_calls"}],${usage}}`),
      },
      { title: 'streamed', isStream: true, reply: rawReply([`data: ${chunk}\n\n`, sse('[DONE]')]) },
    ];
  }
  if (kind === 'gemini') {
    const call = `{"functionCall":{"name":"f","args":${OUTPUT}}}`;
    const answer = `{"candidates":[{"content":{"parts":[${call}]},"finishReason":"STOP"}]}`;
    return [
      { title: 'whole', isStream: false, reply: raw(answer) },
      { title: 'streamed', isStream: true, reply: rawReply([`data: ${answer}\n\n`]) },
    ];
  }
  const block = `{"type":"tool_use","id":"t","name":"f","input":${OUTPUT}}`;
  const events = [
    '{"type":"message_start","message":{"usage":{"input_tokens":9}}}',
    `{"type":"content_block_start","index":0,"content_block":${block}}`,
    '{"type":"content_block_stop","index":0}',
    '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}',
    '{"type":"message_stop"}',
  ];
  return [
    {
      title: 'whole',
      isStream: false,
      reply: raw(
        `{"type":"message","content":[${block}],"stop_reason":"tool_use","usage":{"input_tokens":9,"output_tokens":9}}`,
      ),
    },
    { title: 'streamed', isStream: true, reply: rawReply(events.map((event) => `data: ${event}\n\n`)) },
  ];
}
