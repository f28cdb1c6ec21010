import type { BatchProblem } from '@svc/contract';
import { batchStrings } from '../../strings/batches.ts';
import { Card } from '../../ui/page.tsx';
import { PlainTable } from './plain-table.tsx';

const { detail: words } = batchStrings;

export function InputProblems({ problems }: { readonly problems: readonly BatchProblem[] }) {
  const rows = problems.map(({ line, param, message }, index) => ({
    key: String(index),
    cells: [line ?? words.wholeFile, param ?? '', message],
  }));
  return (
    <Card title={words.problems}>
      <PlainTable label={words.problems} heads={[words.line, words.field, words.problem]} rows={rows} />
    </Card>
  );
}
