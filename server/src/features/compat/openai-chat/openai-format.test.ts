import { expect, it } from 'vitest';
import type { GenerationExchange } from '#exchange';
import { OpenAiFormat } from './openai-format.ts';

it('COMPG-14 a reply is one of calls if it has any, whatever the engine says of its end', () => {
  const form = new OpenAiFormat({ call: {} } as unknown as GenerationExchange);
  expect(form.finishReason('end_turn', true)).toBe('tool_calls');
  expect(form.finishReason('tool_call', false)).toBe('stop');
  expect(form.finishReason('max_tokens', true)).toBe('length');
  expect(form.finishReason('refusal', false)).toBe('content_filter');
});
