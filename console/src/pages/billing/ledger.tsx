import { useNavigate } from '@tanstack/react-router';
import type { LedgerEntry } from '@svc/contract';
import { BookOpen } from 'lucide-react';
import { ledgerList, type LedgerKind } from '../../api/billing.ts';
import { usePagedList } from '../../api/pages.ts';
import { billingStrings } from '../../strings/billing.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { Usd } from '../../ui/text/usd.tsx';
import { RequestLink } from '../../resources/requests/request-link.tsx';
import { billingRoute } from './billing-route.ts';

const { ledger: words } = billingStrings;
const { columns: heads } = words;
const idOf = (entry: LedgerEntry) => `${entry.kind} ${entry.id}`;

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { header: heads.time, width: 'md:w-54', cell: ({ created_at: at }) => <Moment at={at} /> },
  { header: heads.kind, width: 'w-40', wide: true, cell: ({ kind }) => words.kindNames[kind] },
  { header: heads.note, wide: true, cell: (entry) => <EntryNote entry={entry} /> },
  {
    header: heads.amount,
    align: 'right',
    width: 'w-28 md:w-36',
    cell: ({ amount_usd: amount }) => (
      <span className="font-medium">
        <Usd amount={amount} />
      </span>
    ),
  },
];

/** Of a call, its request id, which leads to what it took. */
function EntryNote({ entry: { kind, id, note } }: { readonly entry: LedgerEntry }) {
  if (kind === 'grant') return note;
  return <RequestLink id={id} />;
}

export function Ledger() {
  const { kind } = billingRoute.useSearch();
  const navigate = useNavigate({ from: '/billing' });
  const list = usePagedList(ledgerList(kind));
  const choose = (chosen: string) =>
    void navigate({ search: chosen === 'all' ? {} : { kind: chosen as LedgerKind } });
  const empty = (
    <EmptyState icon={BookOpen} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-[15px] font-semibold">{words.title}</h2>
          <p className="text-[13px] text-quiet">{words.lead}</p>
        </div>
        <div className="w-52">
          <SelectField
            label={words.kind}
            value={kind ?? 'all'}
            onChange={({ target }) => choose(target.value)}
          >
            <ValueOptions of={words.kinds} />
          </SelectField>
        </div>
      </div>
      <DataTable label={words.list} columns={COLUMNS} list={list} rowKey={idOf} empty={empty} />
    </section>
  );
}
