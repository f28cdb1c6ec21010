import type { AuditEvent } from '@svc/contract';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { auditList } from '../../api/audit.ts';
import { usePagedList } from '../../api/pages.ts';
import { auditStrings as words } from '../../strings/audit.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { AuditEventDialog, actorName } from './audit-event-dialog.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { auditRoute } from './audit-route.ts';

const { columns: heads } = words;
const idOf = (event: AuditEvent) => event.id;
/** Of so many rows the names of events are offered as filters. */
const NAMED_ROWS = 500;

function auditColumns(open: (event: AuditEvent) => void): readonly Column<AuditEvent>[] {
  return [
    { header: heads.time, width: 'w-52', wide: true, cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: heads.event,
      cell: (event) => <EventButton event={event} onOpen={open} />,
    },
    { header: heads.actor, wide: true, cell: (event) => actorName(event) },
    {
      header: heads.resource,
      width: 'w-44',
      wide: true,
      cell: ({ resource }) => <code className="font-mono text-[13px] text-quiet">{resource.id}</code>,
    },
    {
      header: heads.address,
      width: 'w-32',
      wide: true,
      cell: ({ ip_address: ip }) => <span className="text-quiet">{ip}</span>,
    },
  ];
}

interface EventButtonProps {
  readonly event: AuditEvent;
  readonly onOpen: (event: AuditEvent) => void;
}

function EventButton({ event, onOpen }: EventButtonProps) {
  return (
    <button
      type="button"
      aria-label={words.detail.open(event.event)}
      onClick={() => onOpen(event)}
      className="max-w-full truncate rounded font-medium underline-offset-4 hover:underline"
    >
      {event.event}
    </button>
  );
}

export function AuditPage() {
  const filters = auditRoute.useSearch();
  const list = usePagedList(auditList(filters));
  const [open, setOpen] = useState<AuditEvent>();
  // The same ones from render to render: rows that stay are not drawn again.
  const columns = useMemo(() => auditColumns(setOpen), []);
  const events = useMemo(
    () => [...new Set(list.rows.slice(0, NAMED_ROWS).map(({ event }) => event))].toSorted(),
    [list.rows],
  );
  const empty = (
    <EmptyState icon={ScrollText} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page title={words.title} lead={words.lead}>
      <AuditFilterForm key={JSON.stringify(filters)} filters={filters} events={events} />
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {open && <AuditEventDialog event={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
