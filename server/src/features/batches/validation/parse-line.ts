import { ApiError, type LineEndpoint } from '@svc/contract';
import { readJson, type JsonBounds } from '#exchange';
import { lineFormatOf } from './batch-line-format.ts';
import { invalidField, type LineProblem } from './line-problem.ts';
import { sliceMember } from './slice-member.ts';

export interface LineRules {
  readonly bounds: JsonBounds;
  readonly customIdCharacters: number;
  /** Every line must name this endpoint, in the form that belongs to it. Undefined: each line may name any of our own. */
  readonly endpoint: LineEndpoint | undefined;
}

export interface ParsedLine {
  readonly customId: string;
  readonly endpoint: LineEndpoint;
  /** As sent, but with `stream` false. */
  readonly body: Buffer;
}

/** Put before the members of the caller, which override it: the last of duplicate members wins. */
const NOT_STREAMED = Buffer.from('{"stream":false');

/** One line of the input, or all its problems (D-BATCH-3). The body is validated by the endpoint. */
export function parseLine(bytes: Buffer, rules: LineRules): ParsedLine | readonly LineProblem[] {
  let fields: unknown;
  try {
    fields = readJson(bytes, rules.bounds);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [problem(error.code, null, LINE_REFUSALS[error.code] ?? 'The line is not valid.')];
  }
  if (!isObject(fields)) return [problem('invalid_json', null, 'The line must be a JSON object.')];
  const format = lineFormatOf(rules.endpoint);
  const { custom_id: customId, body } = fields;
  const problems = [
    ...Object.keys(fields).flatMap((name) => unknownField(name, format.fields)),
    ...customIdProblems(customId, rules.customIdCharacters),
    ...format.endpointProblems(fields, rules.endpoint),
    ...bodyProblems(body),
  ];
  if (problems.length > 0) return problems;
  return {
    customId: customId as string,
    endpoint: format.endpoint(fields),
    body: notStreamed(sliceMember(bytes, 'body')!, Object.keys(body as object).length === 0),
  };
}

const LINE_REFUSALS: Readonly<Record<string, string>> = {
  invalid_json: 'The line is not valid JSON, or is nested too deeply.',
  invalid_request: 'A string in the line contains an unpaired surrogate.',
};

function unknownField(name: string, known: readonly string[] | undefined): LineProblem[] {
  if (!known || known.includes(name)) return [];
  const shown = name.slice(0, 100);
  return [
    problem('unknown_parameter', shown, 'A line has the fields custom_id, endpoint and body, and no other.'),
  ];
}

function customIdProblems(value: unknown, mostCharacters: number): LineProblem[] {
  if (typeof value === 'string' && value !== '' && value.length <= mostCharacters) return [];
  return [invalidField('custom_id', `The custom_id must be text of 1 to ${mostCharacters} characters.`)];
}

function bodyProblems(value: unknown): LineProblem[] {
  if (!isObject(value))
    return [invalidField('body', 'The body must be a JSON object, as the endpoint takes it.')];
  return value['stream'] === true
    ? [invalidField('body.stream', 'Answers in a batch are not streamed. Leave stream out.')]
    : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problem(code: string, param: string | null, message: string): LineProblem {
  return { code, message, param };
}

function notStreamed(body: Buffer, isEmpty: boolean): Buffer {
  return Buffer.concat([NOT_STREAMED, Buffer.from(isEmpty ? '' : ','), body.subarray(1)]);
}
