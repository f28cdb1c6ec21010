import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  STALL,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  textReply,
  type RunningService,
  type Step,
} from '#test-kit';

const ASK = { messages: [{ role: 'user', content: 'tell me' }] };

/** Starts a stream and returns once `events` of its events have arrived. */
async function openStream(
  service: RunningService,
  events: number,
): Promise<{ outgoing: ClientRequest; response: IncomingMessage; id: string }> {
  const outgoing = request(`http://127.0.0.1:${service.port}/v1/chat/completions`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {});
  outgoing.end(JSON.stringify(ASK));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  const enough = Promise.withResolvers<void>();
  let text = '';
  response.on('data', (part: Buffer) => {
    text += part.toString();
    if (text.split('\n\n').length > events) enough.resolve();
  });
  await enough.promise;
  return { outgoing, response, id: String(response.headers['x-request-id']) };
}

it('writes one record per request with output, measured if the engine counted and otherwise estimated', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  const ask = (body: object = {}) => service.post('/v1/chat/completions', MAIN_KEY, { ...ASK, ...body });
  const ids: Record<string, string> = {};
  const note = async (name: string, result: Response): Promise<string> => {
    ids[name] = result.headers.get('x-request-id') ?? '';
    return result.text();
  };

  const usage = { prompt_tokens: 40, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 32 } };
  upstream.script(textReply('a b c', { usage }));
  await note('whole', await ask({ stream: false }));
  await note('streamed', await ask());
  upstream.script(textReply('one two three four', { usage: null }));
  await note('uncounted', await ask());
  upstream.script(rawReply([sse(chunk({ content: 'five six' })), DESTROY]));
  expect(await note('cut', await ask())).toContain('stream_error');
  upstream.script(errorReply(500));
  await note('refused by engine', await ask());
  await note('refused by us', await ask({ stream: 'no' }));

  const held = Promise.withResolvers<void>();
  const steps: Step[] = ['alpha ', 'beta ', 'gamma '].map((content) => sse(chunk({ content })));
  upstream.script(
    rawReply([...steps, { until: held.promise }, sse(chunk({ content: 'never billed' })), STALL]),
  );
  const left = await openStream(service, 4);
  ids['left'] = left.id;
  const leavingAt = performance.now();
  left.outgoing.destroy();
  const asked = upstream.requests.at(-1)!;
  expect((await asked.aborted) - leavingAt).toBeLessThan(100);
  held.resolve();

  upstream.script({ steps: [STALL], beforeHead: true });
  const silent = request(`http://127.0.0.1:${service.port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
  });
  silent.on('error', () => {});
  silent.end(JSON.stringify(ASK));
  await expect.poll(() => upstream.requests.length).toBe(7);
  silent.destroy();
  await upstream.requests.at(-1)!.aborted;

  const records = new Map((await service.stopAndReadUsage()).map((record) => [record.request_id, record]));
  const of = (name: string) => records.get(ids[name]!);
  // BILL-01: the record equals the usage.
  expect(of('whole')).toMatchObject({
    input_tokens: 40,
    cached_input_tokens: 32,
    output_tokens: 7,
    estimated: false,
    outcome: 'completed',
  });
  expect(of('streamed')).toMatchObject({
    input_tokens: 40,
    output_tokens: 7,
    estimated: false,
    model: 'Svc Standard',
    endpoint: '/v1/chat/completions',
  });
  expect(of('uncounted')).toMatchObject({ output_tokens: 4, estimated: true, outcome: 'completed' });
  expect(of('cut')).toMatchObject({ output_tokens: 2, estimated: true, outcome: 'failed' });
  // BILL-04, BILL-05, BILL-06: the output up to then, and none after.
  expect(of('left')).toMatchObject({ estimated: true, outcome: 'client_closed' });
  expect(of('left')!.output_tokens).toBeGreaterThanOrEqual(3);
  expect(of('left')!.output_tokens).toBeLessThanOrEqual(6);
  expect(of('left')!.input_tokens).toBeGreaterThan(5);
  // BILL-12: refusals and failures without output leave no record.
  expect(records.size).toBe(5);
});

it('BILL-07 charges an identical request that produced output again', async () => {
  await using upstream = await startScriptedUpstream(textReply('same'));
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  for (let i = 0; i < 2; i++)
    await (await service.post('/v1/chat/completions', MAIN_KEY, ASK, { 'idempotency-key': 'same' })).text();
  expect(await service.stopAndReadUsage()).toHaveLength(2);
});

it('BILL-04 bills the generated output at whichever chunk the client leaves', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  const words = ['one ', 'two ', 'three ', 'four ', 'five ', 'six '];
  const expected = new Map<string, number>();
  for (let stop = 1; stop <= words.length; stop++) {
    upstream.script(rawReply([...words.slice(0, stop).map((content) => sse(chunk({ content }))), STALL]));
    const stream = await openStream(service, stop + 1);
    stream.outgoing.destroy();
    await upstream.requests.at(-1)!.aborted;
    expected.set(stream.id, stop);
  }
  const records = await service.stopAndReadUsage();
  expect(records).toHaveLength(words.length);
  for (const record of records) {
    const spoken = expected.get(record.request_id)!;
    expect(record.output_tokens).toBeGreaterThanOrEqual(spoken);
    expect(record.output_tokens).toBeLessThanOrEqual(spoken + 1);
  }
});

it('keeps memory flat when a client reads slowly, and stops reading from the engine', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  const event = sse(chunk({ content: 'x'.repeat(4000) }));
  let produced = 0;
  function* endless(): Generator<string> {
    for (; produced < 20_000; produced++) yield event;
  }
  upstream.script(rawReply(endless()));
  // The runaway guard would cut a model with a high ceiling, so here the ceiling stops the producer first.
  const { response, outgoing } = await openStream(service, 1);
  response.pause();
  const sent = upstream.requests.at(-1)!.bytesSent;
  let before = -1;
  await expect.poll(() => before === (before = sent()), { interval: 300 }).toBe(true);
  expect(sent()).toBeLessThan(12_000_000);
  outgoing.destroy();
  await upstream.requests.at(-1)!.aborted;
  await service.stop();
});

it('parses a stream in one packet and one byte by byte alike', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl)),
    provisioning: oneOrganization(),
  });
  const reply = streamOf(['héllo ', 'wörld 🎉'], {
    finishReason: 'stop',
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  });
  const whole = [...(reply.steps as Iterable<string>)].join('');
  const texts = [];
  for (const steps of [[whole], [...Buffer.from(whole)].map((byte) => Buffer.from([byte]))]) {
    upstream.script(rawReply(steps));
    const text = await (await service.post('/v1/chat/completions', MAIN_KEY, ASK)).text();
    texts.push(text.replaceAll(/chatcmpl_\w+|"created":\d+/g, ''));
  }
  expect(texts[0]).toContain('wörld 🎉');
  expect(texts[1]).toBe(texts[0]);
  await service.stop();
});
