import { Writable } from 'node:stream';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Exchange, RunSummary } from '#exchange';
import { logRequest } from './access-log.ts';

const LIMITS = { client_request_id_characters: 20 };
const usage = { inputTokens: 7, cachedInputTokens: 1, outputTokens: 3, reasoningTokens: 0 };

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('a"b', 'back\\slash', 'key_1'),
);
const exchanges = fc.record({
  requestId: fc.constant('req_01kb'),
  method: fc.constantFrom('GET', 'POST'),
  operation: fc.record({ path: text }),
  sink: fc.record({ status: fc.option(fc.constantFrom(200, 503), { nil: undefined }) }),
  startedAt: fc.double({ min: 0, max: 1000, noNaN: true }),
  errorCode: fc.option(text, { nil: undefined }),
  credential: fc.option(fc.record({ keyId: fc.option(text), organizationId: text }), { nil: undefined }),
  admission: fc.option(fc.record({ model: fc.record({ id: text }) }), { nil: undefined }),
  policyMs: fc.option(fc.double({ min: 0, max: 9000, noNaN: true }), { nil: undefined }),
  clientRequestId: fc.option(fc.string({ unit: 'binary-ascii', maxLength: 30 }), { nil: undefined }),
});
const summaries: fc.Arbitrary<RunSummary> = fc.record({
  outcome: fc.constantFrom<RunSummary['outcome'][]>('completed', 'nothing'),
  usage: fc.option(fc.constant(usage), { nil: undefined }),
  estimated: fc.boolean(),
  fault: fc.constant(undefined),
  recorded: fc.boolean(),
  queuedMs: fc.constant(1),
  firstOutputMs: fc.constant(2),
});

/** The fields of the line, as the log writes an object. */
function fieldsOf(exchange: Exchange, summary: RunSummary | undefined): object {
  const { credential, admission, policyMs, clientRequestId, startedAt } = exchange;
  const sent = summary?.usage;
  return {
    request_id: exchange.requestId,
    method: exchange.method,
    route: exchange.operation.path,
    status: exchange.sink.status ?? 0,
    duration_ms: Math.round(performance.now() - startedAt),
    code: exchange.errorCode,
    key_id: credential?.keyId,
    organization_id: credential?.organizationId,
    model: admission?.model.id,
    policy_ms: policyMs === undefined ? undefined : Math.round(policyMs),
    outcome: summary?.outcome,
    input_tokens: sent?.inputTokens,
    output_tokens: sent?.outputTokens,
    estimated: sent && summary?.estimated,
    client_request_id: /^[\x20-\x7e]{1,20}$/.test(clientRequestId ?? '') ? clientRequestId : undefined,
  };
}

function openLog(level: string) {
  const lines: string[] = [];
  const sink = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(String(line)), done()) });
  const timestamp = () => ',"time":"now"';
  return { lines, log: pino({ level, base: { worker: 2 }, timestamp }, sink).child({ part: 'a "b"' }) };
}

beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1234.5));
afterEach(() => vi.restoreAllMocks());

it('writes the same line as the log would', () => {
  fc.assert(
    fc.property(exchanges, fc.option(summaries, { nil: undefined }), (parts, summary) => {
      const { log, lines } = openLog('info');
      const exchange = parts as unknown as Exchange;
      logRequest(log, exchange, summary, LIMITS);
      log.info(fieldsOf(exchange, summary), 'request');
      expect(JSON.parse(lines[0]!)).toEqual(JSON.parse(lines[1]!));
      expect(lines[0]).toBe(lines[1]);
    }),
  );
});

it('writes nothing below its level', () => {
  const { log, lines } = openLog('warn');
  const exchange = { operation: {}, sink: {} } as unknown as Exchange;
  logRequest(log, exchange, undefined, LIMITS);
  expect(lines).toEqual([]);
});

it('writes at level debug what pages of the Console read, and at info what they change or fail at', () => {
  const written = (credential: string, method: string, status: number, level = 'info') => {
    const { log, lines } = openLog(level);
    const exchange = { operation: { credential, path: '/p' }, method, sink: { status }, startedAt: 0 };
    logRequest(log, exchange as unknown as Exchange, undefined, LIMITS);
    return lines.map((line) => (JSON.parse(line) as { level: string }).level);
  };
  for (const session of ['console_session', 'operator_session']) {
    expect(written(session, 'GET', 200)).toEqual([]);
    expect(written(session, 'GET', 200, 'debug')).toHaveLength(1);
    expect(written(session, 'GET', 403)).toHaveLength(1);
    expect(written(session, 'POST', 200)).toHaveLength(1);
  }
  expect(written('admin', 'GET', 200)).toHaveLength(1);
});
