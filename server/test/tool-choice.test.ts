import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  openaiEngine,
  startScriptedUpstream,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { serveEngine } from './api-formats/serve-engine.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  // It obeys no choice, and calls everything.
  upstream.script(
    toolCalls(['read', 'list', 'write'].map((name) => ({ id: name, name, arguments: '{"p":1}' }))),
  );
  service = await serveEngine(openaiEngine(upstream.baseUrl));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const NAMES = ['read', 'list', 'write'];
const schema = { type: 'object', properties: {} };
const functions = NAMES.map((name) => ({ type: 'function', function: { name, parameters: schema } }));
const named = (name: string) => ({ type: 'function', function: { name } });
const allowed = (mode: string, ...names: string[]) => ({
  type: 'allowed_tools',
  allowed_tools: { mode, tools: names.map(named) },
});
const flat = (mode: string, ...names: string[]) => ({
  type: 'allowed_tools',
  mode,
  tools: names.map((name) => ({ type: 'function', name })),
});

interface Door {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** What a caller may choose, and the calls that it may get. */
  readonly choices: readonly (readonly [choice: object, calls: readonly string[]])[];
}

const messages = [{ role: 'user', content: 'q' }];
const chatChoices: Door['choices'] = [
  [{ tool_choice: 'auto' }, NAMES],
  [{ tool_choice: 'none' }, []],
  [{ tool_choice: named('list') }, ['list']],
];
const DOORS: Readonly<Record<string, Door>> = {
  chat: { path: '/v1/chat/completions', body: { messages, tools: functions }, choices: chatChoices },
  'chat with its additions': {
    path: '/v1/chat/completions',
    headers: { 'svc-beta': CHAT_EXTENSIONS_BETA },
    body: { messages, tools: functions },
    choices: [...chatChoices, [{ parallel_tool_calls: false }, ['read']]],
  },
  messages: {
    path: '/v1/messages',
    body: { messages, max_tokens: 100, tools: functions },
    choices: [
      [{ tool_choice: { type: 'auto' } }, NAMES],
      [{ tool_choice: { type: 'any' } }, NAMES],
      [{ tool_choice: { type: 'none' } }, []],
      [{ tool_choice: { type: 'tool', name: 'write' } }, ['write']],
      [{ tool_choice: { type: 'any' }, parallel_tool_calls: false }, ['read']],
    ],
  },
  'chat of OpenAI': {
    path: '/compat/openai/v1/chat/completions',
    body: { messages, tools: functions },
    choices: [
      ...chatChoices,
      [{ tool_choice: 'required' }, NAMES],
      [{ tool_choice: 'required', parallel_tool_calls: false }, ['read']],
      [{ tool_choice: allowed('auto', 'list') }, ['list']],
      [{ tool_choice: allowed('required', 'write', 'list') }, ['list', 'write']],
      [{ tool_choice: allowed('auto', 'list', 'write'), parallel_tool_calls: false }, ['list']],
      [{ tool_choice: allowed('none', 'list') }, []],
    ],
  },
  'Responses of OpenAI': {
    path: '/compat/openai/v1/responses',
    body: { input: 'q', tools: NAMES.map((name) => ({ type: 'function', name, parameters: schema })) },
    choices: [
      [{ tool_choice: 'auto' }, NAMES],
      [{ tool_choice: 'required' }, NAMES],
      [{ tool_choice: 'none' }, []],
      [{ tool_choice: { type: 'function', name: 'write' } }, ['write']],
      [{ tool_choice: flat('auto', 'list') }, ['list']],
      [{ tool_choice: flat('auto') }, []],
      [{ tool_choice: flat('required', 'write', 'list') }, ['list', 'write']],
      [{ tool_choice: flat('auto', 'list', 'write'), parallel_tool_calls: false }, ['list']],
    ],
  },
  'messages of Anthropic': {
    path: '/compat/anthropic/v1/messages',
    body: { messages, max_tokens: 100, tools: NAMES.map((name) => ({ name, input_schema: schema })) },
    choices: [
      [{ tool_choice: { type: 'auto' } }, NAMES],
      [{ tool_choice: { type: 'any' } }, NAMES],
      [{ tool_choice: { type: 'none' } }, []],
      [{ tool_choice: { type: 'tool', name: 'list' } }, ['list']],
      [{ tool_choice: { type: 'any', disable_parallel_tool_use: true } }, ['read']],
    ],
  },
};

describe.each(Object.entries(DOORS))('a caller of %s', (_name, { path, headers, body, choices }) => {
  it.each(choices)('who chooses %j gets no other call, whole and streamed', async (choice, calls) => {
    for (const stream of [false, true]) {
      const response = await service.post(
        path,
        MAIN_KEY,
        { model: 'Svc Standard', ...body, ...choice, stream },
        headers,
      );
      const text = await response.text();
      expect(response.status, text).toBe(200);
      // The answer repeats the request's tools in one form, without arguments.
      const said = text
        .replaceAll(/"tools":\[.*?\]\}?(?=,")/g, '')
        .replaceAll(/"tool_choice":\{.*?\}(?=,")/g, '');
      const called = NAMES.filter((name) => new RegExp(`"name":"${name}"`).test(said));
      expect(called, said).toEqual(calls);
      if (calls.length === 0) expect(said).not.toMatch(/(stop|finish)_reason":"tool/);
    }
  });
});
