import type { ErrorObject, ValidateFunction } from 'ajv';
import { findJson } from './find-json.ts';
import type { FormatResult, FormatJob } from './format-job.ts';
import type { FormatValidators } from './format-validators.ts';

const PROBLEMS_LIMIT = 8;
const PROBLEM_CHARACTERS = 300;

function describeProblem({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const path = instancePath === '' ? 'The answer' : instancePath;
  return `${path} ${message} ${JSON.stringify(params)}`.slice(0, PROBLEM_CHARACTERS);
}

function parse(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

function problemsOf(value: unknown, validate: ValidateFunction | undefined): readonly string[] {
  if (!validate)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? []
      : ['The answer is not a JSON object.'];
  return validate(value) ? [] : (validate.errors ?? []).slice(0, PROBLEMS_LIMIT).map(describeProblem);
}

/** Runs on the thread, where neither an endless pattern nor a large text blocks other requests. */
export function checkText({ schema, text, anywhere }: FormatJob, validators: FormatValidators): FormatResult {
  let validate: ValidateFunction | undefined;
  try {
    validate = schema === undefined ? undefined : validators.for(schema);
  } catch {
    return { problems: ['The schema cannot be followed.'] };
  }
  if (text === undefined) return { start: 0, end: 0 };
  // The first part that is JSON is the answer, valid or not: within it nothing else is looked for.
  for (const part of anywhere ? findJson(text) : [{ start: 0, end: text.length }]) {
    const parsed = parse(text.slice(part.start, part.end));
    if (!parsed) continue;
    const problems = problemsOf(parsed.value, validate);
    return problems.length === 0 ? part : { problems };
  }
  return { problems: ['The answer is not JSON.'] };
}
