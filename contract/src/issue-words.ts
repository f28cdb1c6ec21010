import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** How the schema library begins the sentences that are its own. What a schema says itself begins otherwise, and is kept. */
const LIBRARY_WORDS = /^(Invalid|Too small|Too big|Unrecognized)/;

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  record: 'an object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  datetime: 'a time such as 2026-11-01T00:00:00Z',
  date: 'a date such as 2026-11-01',
};

/**
 * What is wrong with a value, to follow its name: `must be a list`. No value is quoted: it may be a secret. The schema must have run with
 * `reportInput`, or a missing value cannot be told from one of the wrong type.
 */
export function issueWords(issue: Issue): string {
  if (!LIBRARY_WORDS.test(issue.message)) return issue.message;
  if (issue.input === undefined && issue.code !== 'invalid_key') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeof issue.input === 'number' && !Number.isFinite(issue.input) ? 'a finite number' : withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be ${inWords(issue.values.map(String))}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formatWords(issue);
    case 'invalid_union':
      return unionWords(issue);
    case 'invalid_key':
      return issue.issues[0] ? issueWords(issue.issues[0]) : 'has a name that is not accepted';
    default:
      return 'is not accepted';
  }
}

function withArticle(expected: string): string {
  return TYPES[expected] ?? (/^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`);
}

function formatWords({ format, ...issue }: z.core.$ZodIssueInvalidStringFormat): string {
  if (format === 'starts_with' && 'prefix' in issue) return `must begin with ${String(issue.prefix)}`;
  if (format === 'regex' && issue.pattern !== undefined) return `must match ${issue.pattern}`;
  return `must be ${FORMATS[format] ?? withArticle(format)}`;
}

/** The kinds that a union is told apart by, or what each of its forms would be. */
function unionWords(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && Array.isArray(issue.options))
    return `must be ${inWords(issue.options.map(String))}`;
  const forms = issue.errors.map(([first]) => (first?.path.length === 0 ? issueWords(first) : ''));
  if (forms.length > 0 && forms.every((words) => words.startsWith('must be ')))
    return `must be ${inWords(forms.map((words) => words.slice('must be '.length)))}`;
  return 'has none of the accepted forms';
}

function inWords(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const plural = Number(limit) === 1 ? '' : 's';
  if (origin === 'string') return `must have ${relation} ${limit} character${plural}`;
  if (origin === 'array') return `must have ${relation} ${limit} item${plural}`;
  return `must be ${relation} ${limit}`;
}
