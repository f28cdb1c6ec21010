import { createClock } from '#kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  chunk,
  messageSse,
  rawReply,
  sse,
  startScriptedUpstream,
  STALL,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import { beginAt } from '../test-support/engine-call.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { createAnthropicEngine } from './anthropic.ts';
import { createOpenAiEngine } from './openai.ts';

let up: ScriptedUpstream;
beforeEach(async () => {
  up = await startScriptedUpstream();
});
afterEach(() => up.close());

class ListeningSink extends RecordingSink {
  readonly lives = Promise.withResolvers<void>();
  alive(): void {
    this.lives.resolve();
  }
}

const SIGNS: readonly (readonly [name: string, type: 'openai' | 'anthropic', bytes: string])[] = [
  ['a comment', 'openai', ': ping\n\n'],
  ['a comment with words', 'openai', ': OPENROUTER PROCESSING\n\n'],
  ['half a comment', 'openai', ': pi'],
  ['an empty line', 'openai', '\n'],
  ['a role', 'openai', sse(chunk({ role: 'assistant', content: '' }))],
  ['an empty delta', 'openai', sse(chunk({}))],
  ['progress of the prompt', 'openai', sse({ choices: [], prompt_progress: { total: 10, processed: 5 } })],
  ['a ping', 'anthropic', messageSse({ type: 'ping' })],
  ['a comment', 'anthropic', ': keep-alive\n\n'],
  ['a start', 'anthropic', messageSse({ type: 'message_start', message: { usage: {} } } as never)],
];

it.each(SIGNS)(
  'D-14 %s of an engine of the kind %s is a sign of life, and no output',
  async (_name, type, bytes) => {
    up.script(rawReply([bytes, STALL]));
    const options = {
      name: 'main',
      baseUrl: up.baseUrl,
      headers: {},
      maxConnections: 1,
      clock: createClock(),
    };
    const engine =
      type === 'anthropic'
        ? createAnthropicEngine({ ...options, promptCaching: 'auto' })
        : createOpenAiEngine({ ...options, embeddingsPerRequest: 1, responseFormats: [] });
    const sink = new ListeningSink();
    const { run } = beginAt(engine, {}, sink);
    await sink.lives.promise;
    expect(sink).toMatchObject({ events: [], flushes: 0, fault: undefined });
    run.abort();
    await engine.close();
  },
);
