import { describe, expect, it } from 'vitest';
import type { DialectName } from '#config';
import { requestOf } from '../../test-support/requests.ts';
import type { GenerateRequest } from '../../turns.ts';
import { fitRequest } from '../http/fit-request.ts';
import { configuredFormat } from '../http/request-format.ts';
import { DIALECTS } from './dialects.ts';
import { toRequestBody } from './request-body.ts';

const TOOL = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } };
const ASKED: Partial<GenerateRequest> = {
  turns: [
    { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', blocks: [{ type: 'text', text: 'Hi' }] },
    {
      role: 'assistant',
      blocks: [{ type: 'tool_call', id: 'call_0123456789', name: 'look_up', arguments: '{}' }],
    },
    { role: 'user', blocks: [{ type: 'tool_result', callId: 'call_0123456789', text: 'found' }] },
  ],
  tools: [TOOL],
  toolChoice: 'any',
  reasoning: { effort: 'low' },
  sampling: { temperature: 1, topP: 1, seed: 7 },
  stream: true,
};

interface Sent extends Readonly<Record<string, unknown>> {
  readonly messages: readonly {
    readonly role: string;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly { readonly id: string }[];
  }[];
}

function sentIn(dialect: DialectName | undefined, more: Partial<GenerateRequest> = {}): Sent {
  const format = configuredFormat(dialect && DIALECTS[dialect]);
  const request = requestOf({ ...ASKED, ...more });
  const body = toRequestBody(request, { model: 'm', origin: 'e m', formats: new Set(), format });
  return JSON.parse(body as string) as Sent;
}

/** What each dialect writes otherwise than a server of which nothing is known gets it. Null: not sent. */
const DEVIATIONS: Readonly<Record<DialectName, object>> = {
  openai: {},
  'openai-reasoning': {
    max_tokens: null,
    max_completion_tokens: 100,
    temperature: null,
    top_p: null,
    messages: [{ role: 'developer' }, {}, {}, {}],
  },
  'azure-openai': {},
  deepseek: {},
  mistral: {
    seed: null,
    random_seed: 7,
    tool_choice: 'any',
    stream_options: null,
    messages: [
      {},
      {},
      { tool_calls: [{ id: expect.stringMatching(/^[A-Za-z0-9]{9}$/) }] },
      { tool_call_id: expect.stringMatching(/^[A-Za-z0-9]{9}$/) },
    ],
  },
  // D-ENG-18
  gemini: {
    messages: [
      {},
      {},
      {
        tool_calls: [
          { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
        ],
      },
      {},
    ],
  },
  groq: { max_tokens: null, max_completion_tokens: 100 },
  openrouter: { reasoning_effort: null, reasoning: { effort: 'low' } },
  ollama: { tool_choice: null },
  vllm: {},
  sglang: {},
  'llama.cpp': {},
  anthropic: {},
};

describe('D-ENG-27 a request in the dialect', () => {
  const usual = sentIn(undefined);

  it('of nobody has the usual fields', () => {
    expect(usual).toMatchObject({
      max_tokens: 100,
      temperature: 1,
      top_p: 1,
      seed: 7,
      tool_choice: 'required',
      reasoning_effort: 'low',
      stream_options: { include_usage: true },
    });
  });

  it.each(Object.entries(DEVIATIONS) as [DialectName, object][])(
    '%s deviates as it must, and else in nothing',
    (dialect, deviations) => {
      const sent = sentIn(dialect);
      const removed = Object.entries(deviations).filter(([, value]) => value === null);
      const changed = Object.fromEntries(Object.entries(deviations).filter(([, value]) => value !== null));
      for (const [name] of removed) expect(sent).not.toHaveProperty(name);
      expect(sent).toMatchObject(changed);
      for (const [name, value] of Object.entries(usual))
        if (!(name in deviations)) expect(sent[name], name).toEqual(value);
      for (const name of Object.keys(sent)) if (!(name in usual)) expect(deviations).toHaveProperty([name]);
    },
  );

  it('D-ENG-19 mistral names a call and its result alike, and leaves ids that it takes', () => {
    const [, , { tool_calls: calls }, { tool_call_id: id }] = sentIn('mistral').messages as [
      object,
      object,
      Sent['messages'][number],
      Sent['messages'][number],
    ];
    expect(calls?.[0]?.id).toBe(id);
    const turns = JSON.parse(JSON.stringify(ASKED.turns).replaceAll('call_0123456789', 'abcDEF123'));
    expect(sentIn('mistral', { turns }).messages[3]?.tool_call_id).toBe('abcDEF123');
  });

  it.each([
    ['openai-reasoning', 'temperature', { temperature: 0.2 }],
    ['openai-reasoning', 'top_p', { topP: 0.5 }],
    ['openai-reasoning', 'top_k', { topK: 40 }],
    ['openai-reasoning', 'presence_penalty', { presencePenalty: 1 }],
    ['openai-reasoning', 'frequency_penalty', { frequencyPenalty: 1 }],
    ['openai', 'top_k', { topK: 40 }],
    ['azure-openai', 'top_k', { topK: 40 }],
    ['mistral', 'top_k', { topK: 40 }],
  ] as const)('%s refuses %s by its name, and doors leave it out', (dialect, refused, sampling) => {
    const format = configuredFormat(DIALECTS[dialect]);
    expect(fitRequest(requestOf({ sampling }), format)).toEqual({ request: undefined, refused });
    const fitted = requestOf({ sampling, lowersMaxTokens: true });
    expect(fitRequest(fitted, format).request).toBe(fitted);
    expect(sentIn(dialect, fitted)).not.toHaveProperty(refused);
  });
});
