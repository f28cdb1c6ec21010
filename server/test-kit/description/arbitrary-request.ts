import fc from 'fast-check';
import { arbitraryValue, knownId } from './arbitrary-value.ts';
import type { DescribedApi, DescribedOperation, DescribedParameter, Json } from './described-api.ts';
import type { DescribedRequest } from './send-described.ts';

export interface FuzzedRequest extends Omit<DescribedRequest, 'body'> {
  readonly operation: DescribedOperation;
  readonly body?: unknown;
  /** The body is sent as a form. */
  readonly isForm: boolean;
}

/** Requests to any operation: most as the description wants them, some with one thing changed. */
export function arbitraryRequest(api: DescribedApi): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...api.operations).chain((operation) => requestTo(operation, api));
}

function requestTo(operation: DescribedOperation, api: DescribedApi): fc.Arbitrary<FuzzedRequest> {
  const resolve = (schema: Json): Json => api.resolve(schema);
  const parametersIn = (place: string, isSent: (one: DescribedParameter) => boolean = () => true) =>
    operation.parameters.filter((one) => one.in === place && isSent(one));
  const json = operation.body['application/json'];
  const form = operation.body['multipart/form-data'];
  const content = form ?? json;
  return fc.record({
    operation: fc.constant(operation),
    path: fc.record(Object.fromEntries(parametersIn('path').map((one) => [one.name, pathValue(one)]))),
    query: record(parametersIn('query'), (one) => sometimesWrong(arbitraryValue(one.schema, resolve))),
    headers: record(
      parametersIn('header', ({ name, required }) => required === true || name === 'idempotency-key'),
      (one) => headerValue(one),
    ),
    body: content ? mutated(arbitraryValue(content.schema, resolve)) : fc.constant(undefined),
    isForm: fc.constant(form !== undefined),
  }) as fc.Arbitrary<FuzzedRequest>;
}

function record(
  parameters: readonly DescribedParameter[],
  valueOf: (parameter: DescribedParameter) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(parameters.map((one) => [one.name, valueOf(one)])), {
    requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) as never[],
  });
}

function pathValue({ name, example }: DescribedParameter): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: knownId(name) },
    { weight: 1, arbitrary: fc.constant(String(example)) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text)),
    },
  );
}

function headerValue({ name, example }: DescribedParameter): fc.Arbitrary<string> {
  if (name === 'idempotency-key') return fc.stringMatching(/^[a-z]{1,2}$/);
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(String(example)) },
    { weight: 1, arbitrary: fc.constantFrom('', 'unknown-2026-01-01') },
  );
}

function sometimesWrong(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) });
}

type MutationContext = 'none' | 'add' | 'remove' | 'replace';

/** A body as it should be, or with one field added, removed or replaced. */
function mutated(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.oneof(
    { weight: 7, arbitrary: fc.constant<MutationContext>('none') },
    { weight: 3, arbitrary: fc.constantFrom<MutationContext>('add', 'remove', 'replace') },
  );
  return fc
    .tuple(body, change, fc.nat({ max: 20 }), fc.jsonValue({ maxDepth: 2 }))
    .map(([value, kind, index, other]) => {
      if (kind === 'none' || typeof value !== 'object' || value === null) return value;
      const names = Object.keys(value);
      const name = kind === 'add' ? `unknown_${index}` : names[index % Math.max(1, names.length)];
      if (name === undefined) return value;
      const { [name]: _removed, ...rest } = value as Record<string, unknown>;
      return kind === 'remove' ? rest : { ...rest, [name]: other };
    });
}
