import type { CodeTelemetryResult, LimitValues } from '@svc/contract';
import type { CodePoint, HttpExchange, KeyExchange } from '#exchange';
import { baseHeaders } from '#exchange';
import { lengthField, numberField, type Clock } from '#kit';
import { OrganizationScope, type Store } from '#store';
import { reporterOf } from './code-reporter.ts';
import { takePoints, type Rejected } from './take-points.ts';

export interface CodeTelemetryDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

/** Encodings of OTLP over HTTP. */
export type OtlpEncoding = 'json' | 'protobuf';

/** Of ExportMetricsServiceResponse and what it holds. */
const PARTIAL_SUCCESS = 1;
const [REJECTED_POINTS, ERROR_MESSAGE] = [1, 2] as const;

/** Takes the points of a request and answers as OTLP wants it, in the encoding of the request. */
export async function respondToTelemetry(
  { db, clock, limits }: CodeTelemetryDeps,
  exchange: KeyExchange,
  points: readonly CodePoint[],
  encoding: OtlpEncoding,
): Promise<void> {
  const { credential } = exchange;
  const scope = new OrganizationScope(db, credential.organizationId);
  const now = { limits: limits(), nowMs: clock.nowMs() };
  const rejected = points.length === 0 ? [] : await takePoints(scope, reporterOf(credential), points, now);
  if (encoding === 'json') exchange.sink.json(200, JSON.stringify(resultOf(rejected)), []);
  else sendProtobuf(exchange, rejected);
}

function resultOf(rejected: readonly Rejected[]): CodeTelemetryResult {
  if (rejected.length === 0) return {};
  return {
    partialSuccess: { rejectedDataPoints: String(countOf(rejected)), errorMessage: messageOf(rejected) },
  };
}

function sendProtobuf(exchange: HttpExchange, rejected: readonly Rejected[]): void {
  const { response } = exchange;
  if (response.destroyed) return;
  const body =
    rejected.length === 0
      ? Buffer.alloc(0)
      : lengthField(
          PARTIAL_SUCCESS,
          numberField(REJECTED_POINTS, countOf(rejected)),
          lengthField(ERROR_MESSAGE, messageOf(rejected)),
        );
  const ofBody = ['content-type', 'application/x-protobuf', 'content-length', String(body.length)];
  response.writeHead(200, [...baseHeaders(exchange), ...ofBody]).end(body);
}

function countOf(rejected: readonly Rejected[]): number {
  return rejected.reduce((sum, { points }) => sum + points, 0);
}

function messageOf(rejected: readonly Rejected[]): string {
  return rejected.map(({ points, why }) => `Not taken (${points}): points that ${why}.`).join(' ');
}
