import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  errorReply,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type PlannedReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { DOORS, type Door } from './doors.ts';

const TIMEOUTS = { first_output_s: 600, silence_s: 600, total_s: 600 };
const SILENCE_MS = 1000;

let first: ScriptedUpstream;
let second: ScriptedUpstream;
beforeAll(async () => {
  first = await startScriptedUpstream();
  second = await startScriptedUpstream(textReply('other'));
});
afterAll(async () => {
  await first.close();
  await second.close();
});

/** Two routes, the second of which is asked when the first fails. */
function start(): Promise<RunningService> {
  const base = oneModel(openaiEngine(first.baseUrl, { timeouts: TIMEOUTS })) as {
    engines: object;
    models: { readonly routes: object[] }[];
  };
  const [model] = base.models;
  return startRunningService({
    deployment: {
      ...base,
      engines: { ...base.engines, spare: openaiEngine(second.baseUrl, { timeouts: TIMEOUTS }) },
      models: [{ ...model, routes: [...model!.routes, { engine: 'spare', model: 'm', priority: 2 }] }],
      limits: { chat_requests_per_minute: 1_000_000, keep_alive_s: SILENCE_MS / 1000 },
    },
    provisioning: oneOrganization(),
  });
}

/** An engine that accepts the request and says nothing until the promise resolves. */
function silentUntil(until: Promise<void>, { status, headers, steps }: PlannedReply): PlannedReply {
  return {
    ...(status === undefined ? {} : { status }),
    ...(headers === undefined ? {} : { headers }),
    beforeHead: true,
    steps: (async function* () {
      yield { until };
      yield* steps;
    })(),
  };
}

/** Reads a stream to its end and calls `silent` once its first word has arrived. */
async function read(response: Response, door: Door, silent: () => void): Promise<string> {
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (door.word.test(text)) silent();
  }
  return text;
}

const HELLO = rawReply([
  sse(chunk({ content: 'Hello' })),
  sse(chunk({ content: ' there' })),
  sse({ ...chunk({}, 'stop'), usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } }),
  'data: [DONE]\n\n',
]);

describe.each(Object.entries(DOORS))(
  'D-28 D-49 MSG-61 COMPR-16 while an engine is silent before its first output, %s',
  (_name, door) => {
    let service: RunningService;
    beforeEach(async () => {
      service = await start();
    });

    const ask = (signal?: AbortSignal): Promise<Response> =>
      fetch(service.baseUrl + door.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${MAIN_KEY}`,
          'x-api-key': MAIN_KEY,
          'content-type': 'application/json',
          ...(door.path.includes('anthropic') ? { 'anthropic-version': '2023-06-01' } : {}),
        },
        body: JSON.stringify(door.body),
        ...(signal ? { signal } : {}),
      });

    /** Stops the service. */
    const stopAndRead: RunningService['drainAndRead'] = async (query) => {
      try {
        return await service.drainAndRead(query);
      } finally {
        await service.stop();
      }
    };
    const records = () => stopAndRead((db) => db.selectFrom('request_records').selectAll().execute());

    it('sends the head and keep-alives, and then the reply', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      first.script(silentUntil(promise, HELLO));
      const response = await ask();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const text = await read(response, door, resolve);
      expect(text.slice(0, text.search(door.word))).toMatch(door.opening);
      expect([...text.matchAll(door.chunk)].map(([, piece]) => piece).join('')).toBe('Hello there');
      expect(text).toMatch(door.end);
      const [record, ...others] = await records();
      expect(others).toEqual([]);
      expect(record).toMatchObject({ status: 200, outcome: 'completed', error_code: null });
      // Of the real output, not of the head.
      expect(record!.first_output_ms).toBeGreaterThanOrEqual(SILENCE_MS);
    });

    it('goes on to another engine when the silent one fails', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      first.script(silentUntil(promise, errorReply(500)));
      const response = await ask();
      expect(response.status).toBe(200);
      const text = await read(response, door, resolve);
      expect([...text.matchAll(door.chunk)].map(([, piece]) => piece).join('')).toBe('other');
      expect(text).toMatch(door.end);
      expect(await records()).toMatchObject([{ status: 200, outcome: 'completed', error_code: null }]);
    });

    it('reports a later failure of every engine in the stream, and charges nothing', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      first.script(silentUntil(promise, errorReply(500)));
      second.script(errorReply(503));
      const response = await ask();
      expect(response.status).toBe(200);
      const text = await read(response, door, resolve);
      second.script(textReply('other'));
      expect(text).toMatch(door.failure);
      const [usage, calls] = await stopAndRead((db) =>
        Promise.all([
          db.selectFrom('usage_records').selectAll().execute(),
          db.selectFrom('request_records').selectAll().execute(),
        ]),
      );
      expect(usage).toEqual([]);
      expect(calls).toMatchObject([{ status: 200, outcome: 'failed', first_output_ms: null }]);
      expect(calls[0]!.error_code).not.toBeNull();
    });

    it('charges nothing to a caller who leaves', async () => {
      first.script(silentUntil(new Promise(() => undefined), HELLO));
      const leaving = new AbortController();
      const response = await ask(leaving.signal);
      const left = first.requests.at(-1)!.aborted;
      await read(response, door, () => leaving.abort()).catch(() => undefined);
      await left;
      expect(await records()).toMatchObject([
        { status: 200, outcome: 'client_closed', error_code: null, first_output_ms: null },
      ]);
    });

    it('keeps the status of a failure before that', async () => {
      first.script(errorReply(500));
      second.script(errorReply(503));
      const response = await ask();
      second.script(textReply('other'));
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(await records()).toMatchObject([{ status: response.status, outcome: 'failed' }]);
    });
  },
);
