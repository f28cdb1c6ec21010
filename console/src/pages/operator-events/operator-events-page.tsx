import { Link } from '@tanstack/react-router';
import type { OperatorEvent } from '@svc/contract';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { operatorEventList } from '../../api/operator-events.ts';
import { useLog } from '../../api/use-log.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { OperatorEventDialog, operatorName } from './operator-event-dialog.tsx';
import { operatorEventsRoute } from './operator-events-route.ts';
import { OrganizationLink } from '../../resources/organizations/organization-link.tsx';

const { events: words } = operatorStrings;
const { columns: heads } = words;
const idOf = ({ id }: OperatorEvent) => id;

function eventColumns(open: (event: OperatorEvent) => void): readonly Column<OperatorEvent>[] {
  return [
    { header: heads.time, width: 'w-52', wide: true, cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: heads.event,
      cell: (event) => (
        <button
          type="button"
          onClick={() => open(event)}
          className="row-target max-w-full truncate rounded text-left"
        >
          <TwoLines first={event.event} second={event.details.operation} />
        </button>
      ),
    },
    { header: heads.actor, wide: true, cell: operatorName },
    {
      header: heads.organization,
      wide: true,
      cell: ({ organization_id: id }) => <OrganizationLink id={id} />,
    },
    {
      header: heads.address,
      width: 'w-36',
      wide: true,
      cell: ({ ip_address: ip }) => <span className="text-quiet">{ip}</span>,
    },
  ];
}

export function OperatorEventsPage() {
  const { organization } = operatorEventsRoute.useSearch();
  const list = useLog(operatorEventList(organization));
  const [shown, setShown] = useState<OperatorEvent>();
  const columns = useMemo(() => eventColumns(setShown), []);
  const empty = (
    <EmptyState icon={ScrollText} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page lead={words.lead}>
      {organization !== undefined && (
        <p>
          {words.of(organization)}{' '}
          <Link to="/operator/events" className="rounded text-accent underline underline-offset-4">
            {words.all}
          </Link>
        </p>
      )}
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {shown && <OperatorEventDialog event={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}
