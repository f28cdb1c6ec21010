import { codeOf } from '../store-unavailable.ts';

/**
 * True when a record's own content was refused: data exceptions, constraints, size limits. Anything else (a missing
 * table, a missing right) would be refused for every record alike and must wait until it is repaired.
 */
export function isContentRefusal(error: unknown): boolean {
  const sqlClass = codeOf(error)?.slice(0, 2);
  return sqlClass === '22' || sqlClass === '23' || sqlClass === '54';
}
