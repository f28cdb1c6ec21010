import type { Method, PlannedOperation } from './operation.ts';

type Family = Pick<PlannedOperation, 'credential' | 'beta' | 'tag'> &
  Partial<Pick<PlannedOperation, 'browserAccess'>>;
type Row = readonly [id: string, method: Method, path: string];

/** The operations of one family that are not offered yet, written as rows. All of them are previews. */
export function planned(family: Family, rows: readonly Row[]): readonly PlannedOperation[] {
  return rows.map(([id, method, path]) => ({
    id,
    method,
    path,
    errorStyle: 'standard',
    browserAccess: 'any_site',
    ...family,
    status: 'preview',
    offered: false,
  }));
}
