import type { SealedTable } from '#features/module';

export type LinePart = 'custom_id' | 'body' | 'result';

export const SEALED_LINES: SealedTable = {
  name: 'batch lines',
  purpose: 'svc batch lines',
  table: 'batch_lines',
  key: ['batch_id', 'line'],
  sealed: ['custom_id', 'body', 'result'] satisfies LinePart[],
  parent: { table: 'batches', idColumn: 'batch_id', fact: 'workspace_id' },
  placeOf: (row, column) => ({
    owner: `workspace:${String(row['workspace_id'])}`,
    aad: lineName(String(row['batch_id']), Number(row['line']), column as LinePart),
  }),
};

/** What a part of a line is bound to. */
export function lineName(batchId: string, line: number, part: LinePart): string {
  return `${batchId} ${line} ${part}`;
}
