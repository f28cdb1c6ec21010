import type { BatchResult } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startScriptedUpstream, type ScriptedUpstream } from '#test-kit';
import { REPLY_FORMATS } from '../engine-variants/anthropic-streams.ts';
import { VARIANTS, type Variant } from '../engine-variants/anthropic-variants.ts';
import { chat, message, startBatches, type BatchesFixture } from './batches-fixture.ts';

const ALL = Object.values(VARIANTS);
const MARK = /variant (\d+)\./;

let upstream: ScriptedUpstream;
let batches: BatchesFixture;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  upstream.script(({ text, body }) => {
    const variant = ALL[Number(MARK.exec(text)?.[1])]!;
    return REPLY_FORMATS[body['stream'] === true ? 'in pieces' : 'whole']!(variant);
  });
  batches = await startBatches(undefined, {
    engine: { type: 'anthropic', base_url: upstream.baseUrl },
  });
});
afterAll(async () => {
  await batches[Symbol.asyncDispose]();
  await upstream.close();
});

interface Whole {
  readonly choices?: readonly {
    readonly message: { readonly content: string | null; readonly tool_calls?: readonly object[] };
  }[];
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

/** The text of a reply of either endpoint, and how many calls it makes. */
function contentOf(result: BatchResult['result']): unknown {
  if (result.type !== 'succeeded') return result;
  const { choices, content = [] } = result.body as Whole;
  if (choices) return [choices[0]!.message.content ?? '', choices[0]!.message.tool_calls?.length ?? 0];
  const texts = content.filter(({ type }) => type === 'text').map(({ text }) => text);
  return [texts.join(''), content.filter(({ type }) => type === 'tool_call').length];
}

const expectedContent = ({ means }: Variant): unknown => [means.text ?? '', means.calls?.length ?? 0];

it.each([
  ['chat completions', chat],
  ['messages', message],
])('lines of %s are answered by an engine of Anthropic’s form in all its variants', async (_name, lineOf) => {
  const lines = ALL.map((_, i) => lineOf(String(i), `variant ${i}.`));
  const batch = await batches.until((await batches.create(lines)).id);
  const results = await batches.outputOf(batch);
  const responses = results.map(({ custom_id: id, result }) => [id, contentOf(result)]);
  expect(responses).toEqual(ALL.map((variant, i) => [String(i), expectedContent(variant)]));
  expect(batch.usage).toEqual({
    input_tokens: 90 * ALL.length,
    cached_input_tokens: 30 * ALL.length,
    output_tokens: 9 * ALL.length,
  });
});
