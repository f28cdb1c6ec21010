import { createClock, Secret } from '#kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  rawReply,
  sse,
  startScriptedUpstream,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import type { Engine } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { beginAt, completeAt, type EngineCall } from '../test-support/engine-call.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { createOpenAiEngine } from './openai.ts';

let up: ScriptedUpstream;
let engine: Engine;

function engineAt(baseUrl: string): Engine {
  const headers = { 'x-extra': new Secret('extra') };
  return createOpenAiEngine({
    baseUrl,
    apiKey: new Secret('engine-key'),
    headers,
    maxConnections: 4,
    name: 'main',
    embeddingsPerRequest: 256,
    responseFormats: ['json_object', 'json_schema'],
    clock: createClock(),
  });
}

beforeEach(async () => {
  up = await startScriptedUpstream();
  engine = engineAt(up.baseUrl);
});

afterEach(async () => {
  await engine.close();
  await up.close();
});

const begin = (request?: Partial<GenerateRequest>, sink?: RecordingSink): EngineCall =>
  beginAt(engine, request, sink);
const complete = (request?: Partial<GenerateRequest>): Promise<RecordingSink> => completeAt(engine, request);
const USAGE = {
  prompt_tokens: 7,
  completion_tokens: 2,
  prompt_tokens_details: { cached_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 1 },
};

describe('back-pressure', () => {
  it('a pause stops reading, memory stays flat, and resume continues', async () => {
    const chunks = 2000;
    const events = Array.from({ length: chunks }, () => sse(chunk({ content: 'x'.repeat(16_000) })));
    up.script(rawReply([...events, sse(chunk({}, 'stop'))]));
    const sink = new RecordingSink();
    sink.ready = false;
    const { run } = begin({ maxOutputTokens: 10_000_000 }, sink);
    const request = await up.nextRequest();
    await sink.first;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const received = sink.events.length;
    expect(received).toBeLessThan(50);
    // Data in transit fits into both ends' socket buffers, far less than the whole 32 MB.
    expect(request.bytesSent()).toBeLessThan(12_000_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sink.events).toHaveLength(received);
    sink.ready = true;
    run.resume();
    await sink.done;
    expect(sink.text).toHaveLength(chunks * 16_000);
    expect(sink.ended).toBe(true);
  });
});

describe('a stream cut anywhere', () => {
  it('gives the same events at every split', async () => {
    const stream = Buffer.from(
      [
        chunk({ content: 'wörd 🙂' }),
        chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }),
        chunk({}, 'tool_calls'),
        { choices: [], usage: USAGE },
        '[DONE]',
      ]
        .map(sse)
        .join(''),
    );
    up.script(rawReply([stream]));
    // Call ids differ in each run.
    const outcomeText = (sink: { readonly outcome: unknown }): string =>
      JSON.stringify(sink.outcome).replaceAll(/call_\w{26}/g, 'call');
    const outcome = outcomeText(await complete());
    for (let cut = 1; cut < stream.length; cut += 7) {
      up.script(rawReply([stream.subarray(0, cut), stream.subarray(cut)]));
      const sink = await complete();
      expect(outcomeText(sink), `cut at ${cut}`).toBe(outcome);
      expect(sink.late).toBe(0);
    }
  });
});
