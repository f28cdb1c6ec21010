import type { BatchProgress } from '@svc/contract';
import { batchStrings } from '../../strings/batches.ts';
import { Card } from '../../ui/page.tsx';
import { PlainTable } from './plain-table.tsx';

const { detail: words } = batchStrings;

export function ErroredLines({ lines }: { readonly lines: BatchProgress['errored_lines'] }) {
  const rows = lines.map(({ line, custom_id: id, status_code: status, code }) => ({
    key: String(line),
    cells: [line, id, status ?? '', code ?? ''],
  }));
  const heads = [words.line, words.customId, words.statusCode, words.code];
  return (
    <Card title={words.errors} lead={words.errorsLead}>
      <PlainTable label={words.errors} heads={heads} rows={rows} />
    </Card>
  );
}
