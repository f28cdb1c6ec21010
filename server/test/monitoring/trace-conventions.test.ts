import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  errorReply,
  freePort,
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCollector, type CollectorStub } from './collector-stub.ts';
import { tracedDeployment } from './traced-deployment.ts';

let upstream: ScriptedUpstream;
let collector: CollectorStub;
let service: RunningService;

beforeAll(async () => {
  upstream = await startScriptedUpstream(
    textReply('fine', { usage: { prompt_tokens: 7, completion_tokens: 3 } }),
  );
  collector = await startCollector();
  const places = {
    upstreamUrl: upstream.baseUrl,
    deadPort: await freePort(),
    collectorUrl: collector.endpoint,
  };
  service = await startRunningService({
    deployment: tracedDeployment(places, { otlp: {}, failsOver: true }),
    provisioning: oneOrganization(),
  });
});
afterAll(async () => {
  await service?.stop();
  await upstream?.close();
  await collector?.close();
});

async function ask(messages: unknown): Promise<void> {
  await (await service.post('/v1/chat/completions', MAIN_KEY, { messages, stream: true })).text();
}

/** What the package of the conventions names: attributes, and the values of those that have a list of them. */
function conventional() {
  const all = Object.entries(conventions).flatMap(([constant, value]): [string, string][] =>
    typeof value === 'string' ? [[constant, value]] : [],
  );
  const attributes = all.filter(([constant]) => constant.startsWith('ATTR_'));
  const values = new Map<string, Set<unknown>>();
  for (const [constant, attribute] of attributes) {
    const prefix = `${constant.slice('ATTR_'.length)}_VALUE_`;
    const listed = all.filter(([name]) => name.startsWith(prefix)).map(([, value]) => value);
    if (listed.length > 0) values.set(attribute, new Set(listed));
  }
  // Beside its list an error type may be any class of error.
  values.delete(conventions.ATTR_ERROR_TYPE);
  return { names: new Set(attributes.map(([, attribute]) => attribute)), values };
}

it('spans have the names and values of the conventions that collectors know, and beside them only our own', async () => {
  const messages = [{ role: 'user', content: 'Hello' }];
  await ask(messages);
  await ask('wrong');
  upstream.script(errorReply(503));
  await ask(messages);
  await service.drain();
  const { names, values } = conventional();
  const attributes = collector.spans().flatMap((span) => Object.entries(span.attributes));
  const unknown = attributes.filter(([name]) => !name.startsWith('svc.') && !names.has(name));
  expect(unknown).toEqual([]);
  for (const [name, value] of attributes) {
    const known = values.get(name);
    if (known) expect([name, known.has(value)]).toEqual([name, true]);
  }
  expect(attributes.filter(([name]) => name.startsWith('gen_ai.')).length).toBeGreaterThan(5);
  expect(Object.keys(collector.resource()).filter((name) => !names.has(name))).toEqual([]);
});
