import type { BatchProblem } from '@svc/contract';

/** A problem of a line, without its number. */
export type LineProblem = Omit<BatchProblem, 'line'>;

export function invalidField(param: string, message: string): LineProblem {
  return { code: 'invalid_parameter', message, param };
}
