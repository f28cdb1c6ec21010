import type { NamedAuditEvent } from '@svc/contract';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { auditList } from '../../api/audit.ts';
import { useLog } from '../../api/use-log.ts';
import { auditStrings as words } from '../../strings/audit.ts';
import { auditEventName } from '../../strings/audit-events.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { formatDateTime } from '../../ui/text/format-time.ts';
import { Moment } from '../../ui/text/time.tsx';
import { AuditEventDialog, actorName } from './audit-event-dialog.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditResource } from './audit-resource.tsx';
import { auditRoute } from './audit-route.ts';

const { columns: heads } = words;
const idOf = (event: NamedAuditEvent) => event.id;

function auditColumns(open: (event: NamedAuditEvent) => void): readonly Column<NamedAuditEvent>[] {
  return [
    // As wide as the longest time of any language that was looked at: it is never cut.
    { header: heads.time, width: 'w-54', wide: true, cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: heads.event,
      cell: (event) => <EventButton event={event} onOpen={open} />,
    },
    {
      header: heads.actor,
      width: 'w-48',
      wide: true,
      cell: (event) => <span title={event.actor.email ?? undefined}>{actorName(event)}</span>,
    },
    {
      header: heads.resource,
      width: 'w-60',
      wide: true,
      cell: (event) => <AuditResource event={event} />,
    },
    {
      header: heads.address,
      width: 'w-34 max-xl:hidden',
      wide: true,
      cell: ({ ip_address: ip }) => <span className="text-quiet">{ip}</span>,
    },
  ];
}

interface EventButtonProps {
  readonly event: NamedAuditEvent;
  readonly onOpen: (event: NamedAuditEvent) => void;
}

/** Over all of the row: its title is what the row shows shortened. */
function EventButton({ event, onOpen }: EventButtonProps) {
  const name = auditEventName(event.event);
  const title = [name, actorName(event), event.ip_address, formatDateTime(event.created_at)];
  return (
    <button
      type="button"
      aria-label={words.detail.open(name)}
      title={title.filter(Boolean).join(' · ')}
      onClick={() => onOpen(event)}
      className="row-target max-w-full truncate rounded font-medium"
    >
      {name}
    </button>
  );
}

export function AuditPage() {
  const list = useLog(auditList(auditRoute.useSearch()));
  const [open, setOpen] = useState<NamedAuditEvent>();
  // The same ones from render to render: rows that stay are not drawn again.
  const columns = useMemo(() => auditColumns(setOpen), []);
  const empty = (
    <EmptyState icon={ScrollText} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page lead={words.lead}>
      <AuditFilters />
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {open && <AuditEventDialog event={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
