import type { Model } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { API_FORMAT_NAMES, type ApiFormat } from '../../../api/api-formats.ts';
import { userMessage } from '../composer/attached-file.ts';
import type { PlaygroundRequest } from '../conversation/chat-request.ts';
import { curlCode } from './curl-code.ts';
import { programCall } from './program-call.ts';
import { javascriptLiteral, pythonLiteral } from './literal.ts';
import { pythonCode } from './python-code.ts';
import { typescriptCode } from './typescript-code.ts';

const MODEL = { id: 'Svc Standard', max_output_tokens: 16_384 } as Model;
const ORIGIN = 'https://svc.example';
const NASTY = `It's "quoted" \\ \${HOME} \`id\` $(id) %s\n!line\t'; rm -rf / #  end\u2028 role: "x" """ \ud800 *\u0000`;
const files = [
  { id: 'file_1', filename: 'a.pdf', purpose: 'document' },
  { id: 'file_2', filename: 'b.png', purpose: 'vision' },
] as const;
const schema = { type: 'object', properties: { '1a': { type: 'string' }, __proto__x: {}, 'a-b': {} } };
const FULL: PlaygroundRequest = {
  model: 'Svc Standard',
  messages: [
    { role: 'system', content: NASTY },
    userMessage('Look', files),
    {
      role: 'assistant',
      content: null,
      reasoning: [{ text: 'Hm.', signature: 'signed' }],
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
        { id: 'call_2', type: 'function', function: { name: 'weather', arguments: 'no json' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '12' },
    { role: 'tool', tool_call_id: 'call_2', content: '13' },
    { role: 'assistant', content: 'Cold.' },
    { role: 'user', content: NASTY },
  ],
  max_tokens: 3000,
  temperature: 0.5,
  top_p: 0.9,
  top_k: 5,
  seed: 7,
  stop: ['END'],
  reasoning: { max_tokens: 2048 },
  tools: [
    { type: 'function', function: { name: 'weather', description: 'Of a city', parameters: schema } },
    { type: 'svc_web_search' },
    { type: 'svc_web_fetch' },
  ],
  response_format: { type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } },
};
const bodyOf = (format: ApiFormat, request = FULL) => programCall(format, ORIGIN, request, MODEL);

describe('the same call in each API format', () => {
  it('is the very request as a chat completion, with the flag for its additions', () => {
    expect(bodyOf('chat')).toMatchObject({
      body: { ...FULL, stream: true },
      leftOut: [],
      beta: 'chat-extensions-2026-12-01',
    });
    const plain = { model: 'Svc Standard', messages: [userMessage('Hi', [])] };
    expect(bodyOf('chat', plain)).not.toHaveProperty('beta');
  });

  it('has blocks as messages; the results of one reply are one turn', () => {
    const { body, leftOut } = bodyOf('messages');
    expect(body).toEqual({
      model: 'Svc Standard',
      max_tokens: 3000,
      system: NASTY,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source: { type: 'file', file_id: 'file_1' } },
            { type: 'image', source: { type: 'file', file_id: 'file_2' } },
            { type: 'text', text: 'Look' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm.', signature: 'signed' },
            { type: 'tool_call', id: 'call_1', name: 'weather', input: { city: 'Oslo' } },
            { type: 'tool_call', id: 'call_2', name: 'weather', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_call_id: 'call_1', content: '12' },
            { type: 'tool_result', tool_call_id: 'call_2', content: '13' },
          ],
        },
        { role: 'assistant', content: 'Cold.' },
        { role: 'user', content: NASTY },
      ],
      stop_sequences: ['END'],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      reasoning: { max_tokens: 2048 },
      tools: FULL.tools,
      response_format: FULL.response_format,
      stream: true,
    });
    expect(leftOut).toEqual(['seed']);
  });

  it('is in OpenAI’s words, and says what has none', () => {
    const { body, leftOut } = bodyOf('openai');
    expect(Object.keys(body)).toEqual(
      'model messages max_completion_tokens reasoning_effort tools web_search_options temperature top_p seed stop response_format stream'.split(
        ' ',
      ),
    );
    expect(body).toMatchObject({ reasoning_effort: 'medium', tools: [{ type: 'function' }] });
    expect(JSON.stringify(body['messages'])).not.toMatch(/signed|image_file/);
    expect(leftOut).toEqual(['top_k', 'reasoning.max_tokens', 'svc_web_fetch', 'image_file']);
  });

  it('is in Anthropic’s words, and says what has none', () => {
    const { body, leftOut } = bodyOf('anthropic');
    expect(body).toMatchObject({
      max_tokens: 3000,
      stop_sequences: ['END'],
      thinking: { type: 'enabled', budget_tokens: 2048 },
      output_config: { format: { type: 'json_schema', schema } },
      tools: [{ name: 'weather', input_schema: schema }, { name: 'web_search' }, { name: 'web_fetch' }],
    });
    expect(body).not.toHaveProperty('temperature');
    expect(leftOut).toEqual(['temperature', 'seed']);
    const low = { ...FULL, reasoning: { effort: 'low' } } as const;
    expect(bodyOf('anthropic', low).body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    });
  });

  it('has a limit of the reply where the API wants one, with room behind the reasoning', () => {
    const { max_tokens: _, ...unlimited } = FULL;
    expect(bodyOf('messages', unlimited).body['max_tokens']).toBe(4096 + 2048);
    expect(bodyOf('anthropic', { ...unlimited, reasoning: { max_tokens: 16_000 } }).body['max_tokens']).toBe(
      16_384,
    );
  });
});

describe('code of a call', () => {
  it('D-CONS-5 gives curl exactly the body in one word of the shell, whatever is said in it', () => {
    for (const format of API_FORMAT_NAMES) {
      const call = bodyOf(format);
      const [head, quoted = ''] = curlCode(call).split(` -d '`);
      expect(head).toContain(`curl -N ${ORIGIN}/`);
      expect(quoted.at(-1)).toBe("'");
      const parts = quoted.slice(0, -1).split(String.raw`'\''`);
      // Nothing is special to a shell between single quotes but another one.
      expect(parts.join('')).not.toContain("'");
      expect(JSON.parse(parts.join("'"))).toEqual(call.body);
    }
  });

  it('D-CONS-5 gives programs exactly the body as a literal', async () => {
    const value = {
      ...bodyOf('chat').body,
      odd: JSON.parse('{"__proto__": {"a": 1}, "2b": [], "c": {}}') as object,
    };
    const program = `data:text/javascript,${encodeURIComponent(`export default ${javascriptLiteral(value)}`)}`;
    const { default: read } = (await import(/* @vite-ignore */ program)) as { default: object };
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    expect(pythonLiteral({ a: [true, null, 'x"\n'], b: {}, c: [] })).toBe(
      '{\n    "a": [\n        True,\n        None,\n        "x\\"\\n",\n    ],\n    "b": {},\n    "c": [],\n}',
    );
  });

  it('never has a key in it', () => {
    for (const format of API_FORMAT_NAMES)
      for (const write of [curlCode, pythonCode, typescriptCode])
        expect(write(bodyOf(format))).toMatch(/\$SVC_KEY|environ\["SVC_KEY"\]|process\.env\.SVC_KEY/);
  });
});
