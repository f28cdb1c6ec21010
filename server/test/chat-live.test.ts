import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startMessages } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startMessages(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const user = (content: unknown) => ({ role: 'user', content });
const usage = {
  prompt_tokens: 20,
  completion_tokens: 8,
  prompt_tokens_details: { cached_tokens: 16 },
  completion_tokens_details: { reasoning_tokens: 3 },
};
const tools = [{ type: 'function', function: { name: 'f', strict: true, parameters: {} } }];
const reasoning = [{ text: 'hm', signature: 'v1' }];
/** Every field of the extensions, with values that they would refuse. */
const IGNORED = {
  stop: 5,
  user: 5,
  metadata: 5,
  temperature: 'hot',
  top_k: 0,
  response_format: 5,
  reasoning: { effort: 'huge' },
  context_management: 5,
  mcp_servers: [5],
  citations: 5,
  prompt_cache_key: '',
  prompt: {},
  parallel_tool_calls: 5,
  stream_options: { include_usage: false },
  seed: 'x',
  n: 5,
  logprobs: true,
  foo: 1,
};
const HISTORY = [
  user([{ type: 'text', text: 'a', foo: 1 }]),
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{' }, index: 0 }],
    reasoning,
    refusal: null,
  },
  { role: 'tool', tool_call_id: 'c', content: 'r', name: 'f' },
];

const calls = toolCalls(
  [
    { name: 'f', arguments: '{"a":1}' },
    { name: 'g', arguments: '' },
  ],
  { usage },
);
const thinking = streamOf(
  [chunk({ reasoning_content: 'hm' }), 'So ö.', chunk({ reasoning_content: 'ha' }), ' On.'],
  {
    finishReason: 'stop',
    usage,
  },
);
const broken = rawReply([sse(chunk({ content: 'half' })), DESTROY]);

const RESPONSES = [
  ['a text', textReply('one two', { usage }), {}],
  ['ignored fields', textReply('one'), IGNORED],
  ['calls', calls, { tools }],
  ['reasoning that is not shown', thinking, {}],
  ['a filtered reply', textReply('some', { finishReason: 'content_filter' }), {}],
  ['a history with more in it', textReply('ok'), { messages: HISTORY, tools }],
] as const;

const REFUSED: readonly (readonly [string, Record<string, unknown>])[] = [
  ['no messages', { messages: undefined }],
  ['too many messages', { messages: Array.from({ length: 501 }, () => user('x')) }],
  [
    'an image',
    { messages: [user([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }])] },
  ],
  ['a role', { messages: [{ role: 'bot', content: '' }] }],
  ['no content', { messages: [{ role: 'assistant', reasoning }] }],
  ['an answer to nothing', { messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }],
  ['an open call', { messages: [...HISTORY.slice(0, 2), user('x')] }],
  ['a model', { model: 5 }],
  ['a stream', { stream: 'yes' }],
  ['max_tokens', { max_tokens: 0 }],
  ['a built-in tool', { tools: [{ type: 'svc_web_search' }] }],
  ['a parameter', { tools: [{ type: 'function', function: { name: 'f', parameters: [] } }] }],
  ['required', { tools, tool_choice: 'required' }],
];

/** All bytes of a response except what differs each time: ids, dates and connection headers. */
async function responseTo(fields: object): Promise<string> {
  const response = await service.post('/v1/chat/completions', MAIN_KEY, { messages: [user('x')], ...fields });
  const text = await response.text();
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name),
  );
  return `${response.status}\n${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`
    .replaceAll(/\b(chatcmpl_|req_|call_)[0-9a-z]{26}/g, '$1ID')
    .replaceAll(/"created":\d+/g, '"created":0');
}

it('CHAT-82 D-33 without the flag no extension is visible: replies equal those recorded before the extensions existed', async () => {
  const recorded: string[] = [];
  for (const [name, reply, fields] of RESPONSES) {
    for (const stream of [true, false]) {
      upstream.script(reply);
      recorded.push(
        `=== ${name}, ${stream ? 'streamed' : 'whole'}\n${await responseTo({ ...fields, stream })}\n--- asked of the engine`,
      );
      // Which conversation it is, engines are told on every endpoint.
      const { prompt_cache_key: key, ...body } = upstream.requests.at(-1)!.body;
      expect(key).toMatch(/^[\w-]{43}$/);
      recorded.push(JSON.stringify(body));
    }
  }
  upstream.script(broken);
  recorded.push(`=== a stream that breaks\n${await responseTo({ stream: true })}`);
  upstream.script(errorReply(500));
  recorded.push(`=== an engine that fails\n${await responseTo({ stream: true })}`);
  for (const [name, fields] of REFUSED) recorded.push(`=== refused: ${name}\n${await responseTo(fields)}`);
  await expect(recorded.join('\n')).toMatchFileSnapshot('./chat/live-replies.txt');
});
