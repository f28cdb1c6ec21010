import { expect, it } from 'vitest';
import type { Exchange, RunSummary } from '#exchange';
import type { CallRecord } from '#store';
import { RequestRecorder } from './request-recorder.ts';

const CREDENTIAL = { keyId: 'key_1', userId: 'user_1', organizationId: 'org_1', workspaceId: 'ws_1' };

function anExchange(changes: object = {}): Exchange {
  return {
    requestId: 'req_1',
    operation: { path: '/v1/messages', callsModel: true },
    credential: CREDENTIAL,
    serviceTier: 'standard',
    sink: { status: 429 },
    errorCode: 'rate_limited',
    receivedAtMs: 0,
    startedAt: performance.now(),
    ...changes,
  } as unknown as Exchange;
}

function startRecorder({ accepting = true, backlogBytes = 0, fails = false } = {}) {
  const records: CallRecord[] = [];
  const dropped: string[] = [];
  const recorder = new RequestRecorder({
    journal: {
      accepting,
      backlogBytes,
      append: (record, written) => {
        if (!fails) records.push(record);
        written(fails ? new Error('disk') : undefined, 0);
      },
    },
    clock: { monotonicMs: () => 0 },
    countDropped: (_, reason) => dropped.push(reason),
  });
  return { recorder, records, dropped };
}

it('records who called and how it ended', () => {
  const { recorder, records } = startRecorder();
  recorder.finished(anExchange(), undefined);
  expect(records).toEqual([
    {
      request_id: 'req_1',
      organization_id: 'org_1',
      workspace_id: 'ws_1',
      key_id: 'key_1',
      user_id: 'user_1',
      endpoint: '/v1/messages',
      outcome: 'refused',
      streamed: false,
      status: 429,
      error_code: 'rate_limited',
      duration_ms: expect.any(Number),
      created_at: '1970-01-01T00:00:00.000Z',
    },
  ]);
});

it('names the key of a refused credential, and its creator', () => {
  const { recorder, records } = startRecorder();
  const key = { id: 'key_2', organizationId: 'org_1', workspaceId: 'ws_1', creatorId: 'user_2' };
  recorder.finished(anExchange({ credential: undefined, key }), undefined);
  const session = { id: 'sess_1', organizationId: 'org_1', workspaceId: 'ws_1', userId: 'user_3' };
  recorder.finished(anExchange({ credential: undefined, key: session }), undefined);
  expect(records.map(({ key_id: id, user_id: user }) => [id, user])).toEqual([
    ['key_2', 'user_2'],
    [null, 'user_3'],
  ]);
});

it('records nothing of unknown keys, of requests that call no model, and of what has a usage record', () => {
  const { recorder, records } = startRecorder();
  recorder.finished(anExchange({ credential: undefined }), undefined);
  recorder.finished(anExchange({ operation: { path: '/v1/models' } }), undefined);
  recorder.finished(anExchange(), { recorded: true } as RunSummary);
  expect(records).toEqual([]);
  recorder.finished(anExchange({ operation: {}, metering: { endpoint: '/v1/prompts/generate' } }), undefined);
  expect(records.map(({ endpoint }) => endpoint)).toEqual(['/v1/prompts/generate']);
});

it('tells refusals from failures, and callers who left from both', () => {
  const run = { recorded: false, queuedMs: 3, firstOutputMs: undefined } as RunSummary;
  const cases: readonly (readonly [object, RunSummary | undefined, object])[] = [
    [{ sink: { status: 400 } }, undefined, { outcome: 'refused', status: 400 }],
    [{ sink: { status: 503 } }, undefined, { outcome: 'failed', status: 503 }],
    [{ sink: { status: 429 } }, run, { outcome: 'failed', status: 429, queued_ms: 3 }],
    [{ sink: {}, errorCode: undefined }, run, { outcome: 'client_closed', status: null }],
    [{ sink: {} }, undefined, { outcome: 'client_closed', status: null }],
  ];
  for (const [changes, summary, expected] of cases) {
    const { recorder, records } = startRecorder();
    recorder.finished(anExchange(changes), summary);
    expect(records).toMatchObject([expected]);
    if (records[0]!.status === null) expect(records[0]!.error_code).toBeUndefined();
  }
});

it('drops and counts what the journal cannot take, and never throws', () => {
  for (const [journal, reason] of [
    [{ accepting: false }, 'disk'],
    [{ fails: true }, 'disk'],
    [{ backlogBytes: 67_108_865 }, 'backlog'],
  ] as const) {
    const { recorder, records, dropped } = startRecorder(journal);
    recorder.finished(anExchange(), undefined);
    expect([records, dropped]).toEqual([[], [reason]]);
  }
});
