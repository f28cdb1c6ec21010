import type { z } from 'zod';
import type { Problem } from './config-error.ts';
import { formatPath } from './format-path.ts';

type Issue = z.core.$ZodIssue;

/** The issues of one schema run as problems in our own words. No value is quoted: it may be a secret. */
export function problemsOf(issues: readonly Issue[]): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: 'unknown key' }));
    }
    return [{ path: formatPath(issue.path), message: sentence(issue) }];
  });
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'required';
      return `must be ${typeof issue.input === 'number' && !Number.isFinite(issue.input) ? 'a finite number' : article(issue.expected)}`;
    case 'invalid_value':
      return `must be ${list(issue.values.map(String))}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be ${list(issue.options.map(String))}`
        : issue.message;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'not a usable name';
    default:
      return issue.message;
  }
}

function article(expected: string): string {
  const names: Record<string, string> = {
    int: 'a whole number',
    record: 'an object',
    array: 'a list',
    string: 'text',
    boolean: 'true or false',
  };
  return names[expected] ?? (/^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`);
}

function list(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'string') return `must have ${relation} ${limit} characters`;
  if (origin === 'array') return `must have ${relation} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  return `must be ${relation} ${limit}`;
}
