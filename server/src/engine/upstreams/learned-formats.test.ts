import { afterEach, describe, expect, it } from 'vitest';

import { PickyEngine } from '../test-support/picky-engine.ts';
import { REFUSED_FIELDS, refusal, roles, SYSTEM } from '../test-support/refused-fields.ts';

let engine: PickyEngine;
afterEach(() => engine[Symbol.asyncDispose]());

describe('D-ENG-28 a field that an engine refuses by name', () => {
  it.each(REFUSED_FIELDS)(
    'is spelled otherwise or left out, once, and remembered: %s',
    async (_name, request, refused, reply) => {
      engine = await PickyEngine.start('openai');
      engine.refuse((body) => (refused(body) ? reply : undefined));
      expect(await engine.ask(request)).toMatchObject({ text: 'Hello', fault: undefined });
      expect(engine.up.requests).toHaveLength(2);
      expect(await engine.ask(request)).toMatchObject({ text: 'Hello' });
      expect(engine.up.requests).toHaveLength(3);
      const [first, last] = [engine.up.requests[0]!.body, engine.up.requests[2]!.body];
      expect(JSON.stringify(last).length).not.toBe(JSON.stringify(first).length);
      expect(last['max_tokens'] ?? last['max_completion_tokens']).toBe(100);
      // An engine that takes it is no failing one.
      expect(engine.generation.stats()[0]!.faults.status).toBe(0);
    },
  );

  it('and several of them, one after the other', async () => {
    engine = await PickyEngine.start('openai');
    engine.refuse((body) => REFUSED_FIELDS.find(([, , refused]) => refused(body))?.[3]);
    const request = {
      turns: SYSTEM,
      sampling: { temperature: 1, topP: 1 },
      cacheScope: 'key',
      reasoning: { effort: 'low' },
      lowersMaxTokens: true,
    } as const;
    expect(await engine.ask(request)).toMatchObject({ text: 'Hello', fault: undefined });
    const before = engine.up.requests.length;
    expect(await engine.ask(request)).toMatchObject({ text: 'Hello' });
    expect(engine.up.requests.length - before).toBe(1);
  });

  it('tries another role, and another', async () => {
    engine = await PickyEngine.start('openai');
    engine.refuse((body) => {
      const role = ['system', 'developer'].find((name) => roles(body).includes(name));
      return role === undefined
        ? undefined
        : refusal(`'messages[0].role' does not support '${role}' with this model.`);
    });
    expect(await engine.ask({ turns: SYSTEM })).toMatchObject({ text: 'Hello' });
    expect(engine.up.requests.map(({ body }) => roles(body)[0])).toEqual(['system', 'developer', 'user']);
  });

  it('is refused by its name where leaving it out would change the reply', async () => {
    engine = await PickyEngine.start('openai');
    engine.refuse((body) =>
      'temperature' in body
        ? refusal("'temperature' does not support 0.2 with this model.", { param: 'temperature' })
        : undefined,
    );
    for (let calls = 0; calls < 2; calls++)
      expect((await engine.ask({ sampling: { temperature: 0.2 } })).fault).toMatchObject({
        refusal: { reason: 'parameter', parameters: ['temperature'] },
      });
    expect(engine.up.requests).toHaveLength(2);
    // Now it is known, and nothing is asked in vain.
    await engine.ask({ sampling: { temperature: 1 } });
    const before = engine.up.requests.length;
    expect((await engine.ask({ sampling: { temperature: 0.2 } })).fault).toMatchObject({ status: 400 });
    expect(engine.up.requests.length).toBe(before);
  });

  it('is remembered until the configuration is read again, even if that is the same', async () => {
    engine = await PickyEngine.start('openai');
    engine.refuse(({ stream_options }) =>
      stream_options
        ? refusal("Unsupported parameter: 'stream_options'", { param: 'stream_options' })
        : undefined,
    );
    await engine.ask();
    await engine.ask();
    expect(engine.up.requests).toHaveLength(3);
    engine.generation.reconfigure({ ...engine.config });
    await engine.ask();
    expect(engine.up.requests).toHaveLength(5);
  });

  it('is repeated once if that does not help', async () => {
    engine = await PickyEngine.start('openai');
    engine.up.script(refusal("Unsupported parameter: 'stream_options'", { param: 'stream_options' }));
    expect((await engine.ask()).fault).toMatchObject({ status: 400 });
    expect(engine.up.requests).toHaveLength(2);
  });

  it('is asked for as configured from the first call on', async () => {
    engine = await PickyEngine.start('openai', {
      request: {
        max_tokens_as: 'max_completion_tokens',
        system_as: 'developer',
        omit: ['stream_options', 'prompt_cache_key'],
      },
    });
    await engine.ask({ turns: SYSTEM, cacheScope: 'key' });
    const { body } = engine.up.requests[0]!;
    expect(body).toMatchObject({ max_completion_tokens: 100 });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['max_tokens']));
    expect([roles(body)[0], 'stream_options' in body, 'prompt_cache_key' in body]).toEqual([
      'developer',
      false,
      false,
    ]);
  });

  it.each([
    ['temperature is not supported', { sampling: { temperature: 0.7 } }, { temperature: 0.7 }],
    ['max_tokens: 9 > 1', {}, { max_tokens: 100 }],
    ['max_tokens is not supported', {}, { max_tokens: 100 }],
  ])('is not what an error repeats of one caller’s request: %s', async (written, request, sent) => {
    engine = await PickyEngine.start('openai');
    engine.refuse(({ tools }) =>
      tools
        ? refusal(`Invalid schema for function 'f': In context=('properties', '${written}').`, {
            param: 'tools[0].function.parameters',
          })
        : undefined,
    );
    const parameters = { type: 'object', properties: { [written]: {} } };
    const tools = [{ name: 'f', parameters }];
    const { fault } = await engine.ask({ tools, sampling: { temperature: 1 } });
    expect(fault).toMatchObject({ status: 400 });
    expect(await engine.ask(request)).toMatchObject({ text: 'Hello', fault: undefined });
    expect(engine.up.requests.at(-1)!.body).toMatchObject(sent);
  });

  it('stays amended when something else of it is refused afterwards', async () => {
    engine = await PickyEngine.start('openai');
    const tooLong =
      "This model's maximum context length is 100 tokens. However, you requested 110 tokens (10 in the messages, 100 in the completion).";
    engine.refuse((body) => {
      if (body['max_tokens'] === 100) return refusal(tooLong, { code: 'context_length_exceeded' });
      return 'stream_options' in body ? refusal("Unsupported parameter: 'stream_options'") : undefined;
    });
    expect(await engine.ask()).toMatchObject({ text: 'Hello', fault: undefined });
    expect(engine.up.requests.map(({ body }) => body['max_tokens'])).toEqual([100, 90, 90]);
  });
});
