import { issueWords } from '@svc/contract';
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
    return [
      { path: formatPath(issue.path), message: issueWords(issue).replace(/^is required$/, 'required') },
    ];
  });
}
