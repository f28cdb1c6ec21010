import { hash } from 'node:crypto';
import { ApiError } from '@svc/contract';
import type { CodePoint } from '#exchange';
import { type OtlpAttribute, writtenOf } from './attribute-value.ts';
import { counterOf } from './code-metric.ts';

/** Digests are kept for days, and only have to differ within one person's: 132 bits. */
const DIGEST_CHARACTERS = 22;
/** More than any client has, so that digests take milliseconds. */
const MAX_POINTS = 2000;
const [DELTA, CUMULATIVE] = [1, 2] as const;
const NANOS_IN_US = 1000;

export interface TelemetrySettings {
  /** Each value is below it. */
  readonly countLimit: number;
}

/** What the points of a metric have in common. */
export interface OtlpMetric {
  readonly name: string;
  /** Digest of its resource and scope. Made when a metric is taken, since most are not. */
  readonly origin: () => string;
  readonly temporality: unknown;
  /** Where it is in the body. */
  readonly param: string;
}

/** A point as it was decoded. */
export interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly startNanos: bigint;
  /** 0: not told. */
  readonly endNanos: bigint;
  readonly value: number;
  /** Name of the field that has the value. */
  readonly field: string;
}

/** The points of a body that count, checked one by one. */
export class PointList {
  readonly points: CodePoint[] = [];
  readonly #countLimit: number;

  /** `countLimit`: each value is below it. */
  constructor(countLimit: number) {
    this.#countLimit = countLimit;
  }

  /** Drops the point if it counts nothing that is known. Throws what is wrong with it. */
  add(metric: OtlpMetric, index: number, point: OtlpPoint): void {
    const { attributes, startNanos, endNanos, value } = point;
    const counted = counterOf(metric.name, attributes);
    if (!counted) return;
    const param = `${metric.param}.sum.dataPoints[${index}]`;
    const isCumulative = this.#isCumulative(metric);
    this.#checkValue(value, `${param}.${point.field}`);
    if (endNanos === 0n)
      throw refusal(`${param}.timeUnixNano`, 'must be when the point ended, in nanoseconds since 1970');
    if (this.points.length === MAX_POINTS)
      throw refusal('resourceMetrics', `must have at most ${MAX_POINTS} points of counters that are taken`);
    this.points.push({
      ...counted,
      value,
      isCumulative,
      series: digestOf([
        metric.origin(),
        metric.name,
        String(metric.temporality),
        isCumulative ? String(Number(startNanos)) : '',
        ...writtenOf(attributes),
      ]),
      startUs: microseconds(startNanos),
      endUs: microseconds(endNanos),
      param: `${param}.${point.field}`,
    });
  }

  #isCumulative({ temporality, param }: OtlpMetric): boolean {
    if (temporality === DELTA || temporality === CUMULATIVE) return temporality === CUMULATIVE;
    throw refusal(`${param}.sum.aggregationTemporality`, 'must be 1 (delta) or 2 (cumulative)');
  }

  #checkValue(value: number, param: string): void {
    if (Number.isSafeInteger(value) && value >= 0 && value < this.#countLimit) return;
    throw refusal(param, `must be a whole number from 0 to ${this.#countLimit - 1}`);
  }
}

/** Rounded to a double first, as a time in JSON is that was written as a number: else it would be another time than the same one as text. */
function microseconds(nanos: bigint): number {
  return Math.floor(Number(nanos) / NANOS_IN_US);
}

/** The digest of what `parts` makes, once it is asked for. */
export function lazyDigest(parts: () => readonly string[]): () => string {
  let digest: string | undefined;
  return () => (digest ??= digestOf(parts()));
}

function digestOf(parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  return hash('sha256', text, 'base64url').slice(0, DIGEST_CHARACTERS);
}

/** `problem` follows the name of the parameter. */
export function refusal(param: string, problem: string): ApiError {
  return new ApiError('invalid_parameter', { param, message: `${param} ${problem}.` });
}
