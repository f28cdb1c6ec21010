import { RotateCw } from 'lucide-react';
import type { FailingEntry } from '../../api/operator-queues.ts';
import { operatorQueueStrings as words } from '../../strings/operator-queues.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { OrganizationLink } from '../../resources/organizations/organization-link.tsx';

const { columns: heads } = words;

/** What it is, and what tells it from others. */
function nameOf(entry: FailingEntry): { readonly first: string; readonly second: string } {
  if (entry.type === 'job') return { first: entry.kind, second: entry.id };
  if (entry.type === 'mail') return { first: entry.kind, second: entry.recipient_domain };
  return { first: entry.event_type, second: entry.webhook_host ?? entry.webhook_id };
}

function failureOf(entry: FailingEntry): string {
  const failure = entry.failure ?? '';
  return entry.type === 'webhook_delivery' && entry.status_code !== null
    ? words.answered(failure, entry.status_code)
    : failure;
}

/** `onRetry` is absent for who may not. */
export function failingColumns(
  onRetry: ((entry: FailingEntry) => void) | undefined,
): readonly Column<FailingEntry>[] {
  const columns: readonly Column<FailingEntry>[] = [
    { header: heads.what, cell: (entry) => <TwoLines {...nameOf(entry)} /> },
    { header: heads.failure, width: 'w-44', wide: true, cell: failureOf },
    {
      header: heads.organization,
      wide: true,
      cell: (entry) => <OrganizationLink id={entry.type === 'job' ? null : entry.organization_id} />,
    },
    {
      header: heads.attempts,
      width: 'w-24',
      wide: true,
      align: 'right',
      cell: ({ attempts }) => formatCount(attempts),
    },
    {
      header: heads.created,
      width: 'w-36',
      wide: true,
      cell: ({ created_at: at }) => (
        <span className="text-quiet">
          <Ago at={at} />
        </span>
      ),
    },
  ];
  if (!onRetry) return columns;
  return [
    ...columns,
    {
      header: heads.actions,
      hiddenHeader: true,
      width: 'w-24',
      align: 'right',
      cell: (entry) =>
        entry.type === 'webhook_delivery' && entry.redelivered_as !== null ? (
          <span className="text-[13px] text-quiet">{words.repeated}</span>
        ) : (
          <IconButton
            label={words.retry(nameOf(entry).first)}
            icon={RotateCw}
            onClick={() => onRetry(entry)}
          />
        ),
    },
  ];
}
