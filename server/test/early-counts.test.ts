import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  messageEvents,
  messageSse,
  messageStream,
  openaiEngine,
  oneModel,
  oneOrganization,
  rawReply,
  sse,
  STALL,
  startRunningService,
  startScriptedUpstream,
  usageChunk,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';

let upstream: ScriptedUpstream;
let service: RunningService;

async function serve(engine: (baseUrl: string) => unknown): Promise<void> {
  upstream = await startScriptedUpstream();
  service = await startRunningService({
    deployment: oneModel(engine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
}

const ASK = { model: 'Svc Standard', max_tokens: 500, messages: [{ role: 'user', content: 'hi' }] };

async function ask(stream: boolean): Promise<unknown> {
  const response = await service.post('/v1/messages', MAIN_KEY, { ...ASK, stream });
  return response.text();
}

/** Reads until the first word, then leaves. */
async function leave(): Promise<void> {
  const response = await service.post('/v1/messages', MAIN_KEY, { ...ASK, stream: true });
  const reader = response.body!.getReader();
  let text = '';
  while (!text.includes('Hello')) text += Buffer.from((await reader.read()).value!).toString();
  await reader.cancel();
}

const CONTENT = [{ type: 'text', text: 'Hello you' }] as const;
const START = { input_tokens: 1200, cache_read_input_tokens: 800, output_tokens: 1 };

/** A stream whose first event counts the prompt, and whose last one says this. */
function messages(last: object): { readonly type: string }[] {
  return messageEvents(CONTENT).map((event) => {
    const { type } = event;
    if (type === 'message_start') return { type, message: { role: 'assistant', content: [], usage: START } };
    return type === 'message_delta' ? { ...event, usage: last } : event;
  });
}

const counted = (records: readonly Record<string, unknown>[]) =>
  records.map(({ input_tokens: input, cached_input_tokens: cached, output_tokens: output, estimated }) => ({
    input,
    cached,
    output,
    estimated,
  }));

describe('an engine of Anthropic’s form', () => {
  beforeAll(() => serve((base_url) => ({ type: 'anthropic', base_url })));
  afterAll(async () => {
    await upstream.close();
  });

  it('D-ENG-16 D-89 counts as much as it ever said, also for a caller who leaves', async () => {
    for (const last of [
      { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 9 },
      { input_tokens: 0, output_tokens: 9 },
      { output_tokens: 9 },
      { input_tokens: 1200, cache_read_input_tokens: 0, output_tokens: 9 },
      { input_tokens: 2000, cache_read_input_tokens: 0, output_tokens: 9 },
    ]) {
      upstream.script(messageStream(messages(last)));
      await ask(true);
    }
    // Its last count is missing: the output is estimated, the prompt is not.
    upstream.script(messageStream(messages({})));
    await ask(true);
    upstream.script(rawReply([...messages({}).slice(0, 4).map(messageSse), STALL]));
    await leave();
    const records = counted(await service.stopAndReadUsage());
    expect(records.slice(0, 5)).toEqual(
      Array.from({ length: 5 }, () => ({ input: 2000, cached: 800, output: 9, estimated: false })),
    );
    for (const record of records.slice(5))
      expect(record).toMatchObject({ input: 2000, cached: 800, estimated: true });
    expect(records).toHaveLength(7);
  });
});

describe('an engine of OpenAI’s form', () => {
  beforeAll(() => serve((base_url) => openaiEngine(base_url)));
  afterAll(async () => {
    await upstream.close();
  });

  it('BILL-08 D-89 keeps what it counted in its chunks for a caller who leaves, and believes no broken counter', async () => {
    const usage = {
      prompt_tokens: 2000,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 800 },
    };
    const end = [sse(chunk({}, 'stop')), sse('[DONE]')];
    const said = (count: object) =>
      rawReply([sse(chunk({ content: 'Hello' })), sse(usageChunk(count as never)), ...end]);
    upstream.script(rawReply([sse({ ...chunk({ content: 'Hello' }), usage }), STALL]));
    await leave();
    upstream.script(said({ prompt_tokens: 2000, completion_tokens: 9, prompt_cache_hit_tokens: 800 }));
    await ask(true);
    upstream.script(said({ prompt_tokens: 262_144, completion_tokens: 9 }));
    await ask(true);
    upstream.script(said({ prompt_tokens: 50, completion_tokens: 100_000 }));
    await ask(true);
    const records = counted(await service.stopAndReadUsage()) as {
      input: number;
      output: number;
    }[];
    expect(records.slice(0, 2)).toMatchObject([
      { input: 2000, cached: 800, estimated: true },
      { input: 2000, cached: 800, output: 9, estimated: false },
    ]);
    expect(records.slice(2)).toMatchObject([
      { output: 9, estimated: true },
      { input: 50, estimated: true },
    ]);
    expect(records[2]!.input).toBeLessThan(200);
    expect(records[3]!.output).toBeLessThan(20);
  });
});
