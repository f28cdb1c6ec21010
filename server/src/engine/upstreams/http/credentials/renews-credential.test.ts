import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock, Secret } from '#kit';
import {
  errorReply,
  startScriptedUpstream,
  textReply,
  type ScriptedUpstream,
} from '../../../../../test-kit/fakes/scripted-upstream.ts';
import type { Engine } from '../../../events.ts';
import { Generation } from '../../../generation/generation.ts';
import { admitSync, engineConfig, route } from '../../../test-support/generation-bench.ts';
import { RecordingSink } from '../../../test-support/recording-sink.ts';
import { requestOf } from '../../../test-support/requests.ts';
import { silentLog } from '../../../test-support/silent-log.ts';
import { createOpenAiEngine } from '../../openai.ts';
import type { Credential } from './credential.ts';

const MODEL = { id: 'm', routes: [route('main')] };

/** Another token for each request. Every one seems worth a repeat, as it does while the server takes other operations with it. */
class EndlessTokens implements Credential {
  made = 0;

  async authorize(): Promise<string> {
    await Promise.resolve();
    return `authorization: Bearer t${++this.made}\r\n`;
  }

  accepted(): void {}

  refused(): boolean {
    return true;
  }
}

let up: ScriptedUpstream;
let tokens: EndlessTokens;
let generation: Generation;
beforeEach(async () => {
  up = await startScriptedUpstream();
  tokens = new EndlessTokens();
  generation = new Generation({
    config: { engines: { main: engineConfig() }, models: [MODEL] },
    clock: createClock(),
    log: silentLog,
    createEngine,
  });
});
afterEach(async () => {
  await generation.close();
  await up.close();
});

function createEngine(): Engine {
  return createOpenAiEngine({
    name: 'main',
    baseUrl: up.baseUrl,
    credential: tokens,
    headers: { identity: new Secret('ours') },
    maxConnections: 4,
    embeddingsPerRequest: 256,
    responseFormats: [],
    clock: createClock(),
  });
}

const ways: Readonly<Record<string, (sink: RecordingSink) => { abort(): void }>> = {
  'a generation': (sink) => generation.run(admitSync(generation, MODEL, 'org'), requestOf(), sink),
  embeddings: (sink) =>
    generation.embed(admitSync(generation, MODEL, 'org'), { inputs: ['a'], dimensions: 3 }, sink),
};

describe.each(Object.entries(ways))('D-ENG-4 a call with a token: %s', (_name, start) => {
  it('is repeated once with another, however good that looks', async () => {
    let calls = 0;
    up.script(() => (++calls > 20 ? errorReply(500) : errorReply(401)));
    const sink = new RecordingSink();
    start(sink);
    await sink.done;
    expect(sink.fault).toMatchObject({ status: 401 });
    expect(up.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('that was aborted while it waited for one is not sent, and holds no slot', async () => {
    up.script(textReply('Hello'));
    const sink = new RecordingSink();
    start(sink).abort();
    expect(generation.stats()).toMatchObject([{ inFlight: 0 }]);
    const next = new RecordingSink();
    start(next);
    await next.done;
    expect(up.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t2']);
    expect([sink.events, sink.fault]).toEqual([[], undefined]);
  });

  it('has every header of the operator', async () => {
    up.script(errorReply(400));
    const sink = new RecordingSink();
    start(sink);
    await sink.done;
    expect(up.requests[0]?.headers).toMatchObject({ identity: 'ours', 'accept-encoding': 'identity' });
  });
});
