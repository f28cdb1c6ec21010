import { CAPABILITIES } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import type { ModelCapabilities } from '#config';
import type { InferenceCall } from '#exchange';
import { fitToModel } from './fit-to-model.ts';

const flags = (value: boolean) =>
  ({
    ...Object.fromEntries(CAPABILITIES.map((name) => [name, value])),
    server_tools: [],
  }) as unknown as ModelCapabilities;
const ABLE = { capabilities: flags(true), max_output_tokens: 8000 };
const PLAIN = { capabilities: flags(false), max_output_tokens: 8000 };
const CALL: InferenceCall = {
  requestedModel: 'm',
  stream: false,
  maxTokens: 4000,
  turns: [],
  tools: [{ name: 'f', strict: true }],
  toolChoice: 'auto',
  parallelToolCalls: true,
  sampling: { temperature: 0, topP: 1, topK: 2, seed: 3, presencePenalty: 1, frequencyPenalty: 1 },
  reasoning: { effort: 'high' },
};

describe('fitToModel', () => {
  it('COMPG-09 leaves out what the model cannot do', () => {
    expect(fitToModel(CALL, ABLE, 1024)).toEqual(CALL);
    const { sampling: _sampling, reasoning: _reasoning, parallelToolCalls: _parallel, ...rest } = CALL;
    expect(fitToModel(CALL, PLAIN, 1024)).toEqual({ ...rest, tools: [{ name: 'f' }] });
    expect(fitToModel({ ...CALL, parallelToolCalls: false }, PLAIN, 1024).parallelToolCalls).toBe(false);
  });

  it('COMPG-08 lowers the budget of reasoning below the limit of the reply', () => {
    const budget = (maxTokens: number, replyTokens: number | undefined) =>
      fitToModel({ ...CALL, maxTokens: replyTokens, reasoning: { maxTokens } }, ABLE, 1024).reasoning;
    expect(budget(2000, 4000)).toEqual({ maxTokens: 2000 });
    expect(budget(32_000, 4000)).toEqual({ maxTokens: 3999 });
    expect(budget(32_000, undefined)).toEqual({ maxTokens: 7999 });
    expect(budget(32_000, 1024)).toEqual({ effort: 'low' });
  });

  it('COMPG-09 a model that reads text only is told of the pictures in results', () => {
    const image = { type: 'image', mediaType: 'image/png', data: '' } as const;
    const call: InferenceCall = {
      ...CALL,
      turns: [
        {
          role: 'user',
          blocks: [{ type: 'tool_result', callId: '1', text: 'here', images: [image, image] }],
        },
      ],
      pending: [
        { position: { turn: 0, block: 0, image: 1 } },
        { position: { turn: 1, block: 0 } },
      ] as unknown as NonNullable<InferenceCall['pending']>,
    };
    const omitted = '[image omitted: this model reads text only]';
    const fitted = fitToModel(call, PLAIN, 1024);
    expect(fitted.turns[0]!.blocks).toEqual([
      { type: 'tool_result', callId: '1', text: `here\n${omitted}\n${omitted}` },
    ]);
    expect(fitted.pending).toEqual([{ position: { turn: 1, block: 0 } }]);
    expect(fitToModel(call, ABLE, 1024)).toEqual(call);
  });
});
