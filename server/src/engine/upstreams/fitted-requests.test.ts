import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonReply, messageReply, textReply } from '../../../test-kit/fakes/scripted-upstream.ts';
import { PickyEngine } from '../test-support/picky-engine.ts';
import { refusal } from '../test-support/refused-fields.ts';
import type { GenerateRequest } from '../turns.ts';

let engine: PickyEngine;
afterEach(() => engine[Symbol.asyncDispose]());

describe('an output limit that is too high for the engine', () => {
  it.each(['openai', 'anthropic'] as const)(
    'is lowered to its ceiling, which is remembered: %s',
    async (type) => {
      engine = await PickyEngine.start(type);
      const hello = type === 'openai' ? textReply('Hello') : messageReply([{ type: 'text', text: 'Hello' }]);
      engine.refuse(
        (body) =>
          Number(body['max_tokens']) > 8192
            ? refusal('max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for x')
            : undefined,
        hello,
      );
      for (let calls = 0; calls < 2; calls++)
        expect(await engine.ask({ maxOutputTokens: 64_000, maxTokens: 64_000 })).toMatchObject({
          text: 'Hello',
        });
      expect(engine.up.requests.map(({ body }) => body['max_tokens'])).toEqual([64_000, 8192, 8192]);
    },
  );

  it('finds the room of a prompt that the engine did not count to its end', async () => {
    engine = await PickyEngine.start('openai');
    const [window, prompt] = [8192, 7500];
    engine.refuse((body) => {
      const limit = Number(body['max_tokens']);
      return prompt + limit <= window
        ? undefined
        : refusal(
            `This model's maximum context length is ${window} tokens. However, you requested ${limit} output tokens and your prompt contains at least ${window - limit + 1} input tokens, for a total of at least ${window + 1} tokens.`,
          );
    });
    expect(await engine.ask({ maxOutputTokens: 4096 })).toMatchObject({ text: 'Hello' });
    expect(engine.up.requests.length).toBeLessThan(6);
  });
});

describe('sampling for an engine of the anthropic form', () => {
  const sent = async (sampling: GenerateRequest['sampling'], more: Partial<GenerateRequest> = {}) => {
    const { fault } = await engine.ask({ sampling: sampling!, ...more });
    return { fault, body: engine.up.requests.at(-1)?.body ?? {} };
  };
  beforeEach(async () => {
    engine = await PickyEngine.start('anthropic');
    engine.refuse(() => undefined, messageReply([{ type: 'text', text: 'Hello' }]));
  });

  it('leaves out a top_p that changes nothing', async () => {
    const { body } = await sent({ temperature: 0.3, topP: 1 });
    expect([body['temperature'], 'top_p' in body]).toEqual([0.3, false]);
    expect((await sent({ topP: 0.9 })).body).toMatchObject({ top_p: 0.9 });
  });

  it('refuses a temperature above its range by name, and asks nobody', async () => {
    const { fault } = await sent({ temperature: 1.5 });
    expect(fault).toMatchObject({
      kind: 'status',
      status: 400,
      refusal: { reason: 'parameter', parameters: ['temperature'] },
      isUnsent: true,
    });
    expect(engine.up.requests).toEqual([]);
  });

  it('sends a temperature without a top_p where the model takes one of them, if the request is fitted to it', async () => {
    engine.refuse(
      (body) =>
        'temperature' in body && 'top_p' in body
          ? jsonReply(
              {
                type: 'error',
                error: {
                  type: 'invalid_request_error',
                  message:
                    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
                },
              },
              { status: 400 },
            )
          : undefined,
      messageReply([{ type: 'text', text: 'Hello' }]),
    );
    const both = { temperature: 0.3, topP: 0.9 };
    const { fault, body } = await sent(both, { lowersMaxTokens: true });
    expect([fault, body['temperature'], 'top_p' in body]).toEqual([undefined, 0.3, false]);
    // What it takes alone it still gets.
    expect((await sent({ topP: 0.9 })).body).toMatchObject({ top_p: 0.9 });
    const before = engine.up.requests.length;
    await sent(both, { lowersMaxTokens: true });
    expect(engine.up.requests.length - before).toBe(1);
  });
});
