import type { CodePoint } from '#exchange';
import { scopeText, writtenOf } from './attribute-value.ts';
import { isTaken } from './code-metric.ts';
import { jsonAttributes } from './json-attributes.ts';
import { isObject, type JsonObject } from './json-object.ts';
import {
  lazyDigest,
  PointList,
  refusal,
  type OtlpMetric,
  type OtlpPoint,
  type TelemetrySettings,
} from './point-list.ts';

/** Of a point's `flags`: it has no value. */
const NO_VALUE = 1;
const WHOLE = /^-?\d{1,20}$/;

/** The points that count of an ExportMetricsServiceRequest in JSON. Throws what is wrong with it. */
export function decodeJson(body: unknown, { countLimit }: TelemetrySettings): readonly CodePoint[] {
  const list = new PointList(countLimit);
  for (const [param, ofResource] of objectsIn(body, 'resourceMetrics', '')) {
    const { resource } = ofResource;
    const origin = lazyDigest(() => writtenOf(attributesOf(resource)));
    for (const [place, ofScope] of objectsIn(ofResource, 'scopeMetrics', param)) {
      const { scope } = ofScope;
      const scopeOrigin = lazyDigest(() => [origin(), textOfScope(scope)]);
      for (const [metricParam, metric] of objectsIn(ofScope, 'metrics', place))
        addMetric(list, metric, scopeOrigin, metricParam);
    }
  }
  return list.points;
}

function addMetric(list: PointList, { name, sum }: JsonObject, origin: () => string, param: string): void {
  if (typeof name !== 'string' || !isTaken(name) || !isObject(sum)) return;
  const metric: OtlpMetric = { name, origin, temporality: sum['aggregationTemporality'], param };
  let index = 0;
  for (const [place, point] of objectsIn(sum, 'dataPoints', `${param}.sum`)) {
    if (hasValue(point)) list.add(metric, index, toPoint(point, place));
    index++;
  }
}

function hasValue({ flags = 0 }: JsonObject): boolean {
  return typeof flags !== 'number' || (flags & NO_VALUE) === 0;
}

function toPoint(point: JsonObject, param: string): OtlpPoint {
  const field = point['asInt'] === undefined && point['asDouble'] !== undefined ? 'asDouble' : 'asInt';
  const nanosIn = (name: string) => readNanos(point[name], `${param}.${name}`);
  return {
    attributes: attributesOf(point),
    startNanos: nanosIn('startTimeUnixNano'),
    endNanos: nanosIn('timeUnixNano'),
    value: readNumber(point[field]),
    field,
  };
}

/** The value is checked where all are. */
function readNumber(value: unknown): number {
  if (typeof value === 'string') return WHOLE.test(value) ? Number(value) : Number.NaN;
  return typeof value === 'number' ? value : Number.NaN;
}

function readNanos(value: unknown, param: string): bigint {
  if (value === undefined || value === null) return 0n;
  // More than 53 bits, which JSON rounds when it is no text: by less than a microsecond.
  const text = typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value;
  if (typeof text !== 'string' || !WHOLE.test(text) || text.startsWith('-'))
    throw refusal(param, 'must be nanoseconds since 1970, as a whole number or a text of digits');
  return BigInt(text);
}

function textOfScope(scope: unknown): string {
  const { name, version } = isObject(scope) ? scope : {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return scopeText(textOf(name), textOf(version), attributesOf(scope));
}

/** Of a resource, a scope or a point. */
function attributesOf(owner: unknown) {
  return jsonAttributes(isObject(owner) ? owner['attributes'] : undefined);
}

/** The objects of a list in an object, with their places in the body. */
function* objectsIn(parent: unknown, name: string, param: string): Generator<[string, JsonObject]> {
  if (!isObject(parent)) throw refusal(param === '' ? name : param, 'must be an object');
  const place = param === '' ? name : `${param}.${name}`;
  const list = parent[name] ?? [];
  if (!Array.isArray(list)) throw refusal(place, 'must be a list');
  for (const [index, each] of list.entries()) {
    if (!isObject(each)) throw refusal(`${place}[${index}]`, 'must be an object');
    yield [`${place}[${index}]`, each];
  }
}
