import type { RequestSummary } from '@svc/contract';
import { useMemo } from 'react';
import { requestStrings as words } from '../../strings/requests.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { formatCount, formatDuration, formatShort, formatUsd } from '../../ui/text/format.ts';
import { KeyName, PersonName, useKeyNames, type KeyNames } from './caller-name.tsx';
import { formatCallCost, formatCallTime, formatExactTime } from './format-call.ts';
import { RequestStatus } from './request-status.tsx';

const { columns: heads } = words;

/**
 * These are the same in the operators' list. Beside the navigation a window of 768 to 1440 pixels leaves 450 to 1120 for a list: what it
 * has no room for is in the title of the row, so that who called keeps a place.
 */
export const FIRST_OUTPUT_COLUMN: Column<RequestSummary> = {
  header: heads.first,
  width: 'w-24 max-[90rem]:hidden',
  wide: true,
  align: 'right',
  cell: ({ first_output_ms: ms }) => <Milliseconds ms={ms} />,
};

export const DURATION_COLUMN: Column<RequestSummary> = {
  header: heads.duration,
  width: 'w-24 md:max-lg:hidden',
  align: 'right',
  cell: ({ duration_ms: ms }) => <Milliseconds ms={ms} />,
};

export const TOKENS_COLUMN: Column<RequestSummary> = {
  header: heads.tokens,
  width: 'w-28 max-[90rem]:hidden',
  wide: true,
  align: 'right',
  cell: ({ usage }) => <TokensCell usage={usage} />,
};

function requestColumns(newest: KeyNames): readonly Column<RequestSummary>[] {
  return [
    { header: heads.status, width: 'md:w-44 lg:w-56', cell: (request) => <StatusCell request={request} /> },
    { header: heads.time, width: 'w-48', wide: true, cell: (request) => <TimeCell request={request} /> },
    {
      header: heads.model,
      width: 'w-32 max-xl:hidden',
      wide: true,
      cell: ({ model }) => model,
    },
    {
      header: heads.caller,
      wide: true,
      cell: (request) => <CallerCell request={request} newest={newest} />,
    },
    FIRST_OUTPUT_COLUMN,
    DURATION_COLUMN,
    TOKENS_COLUMN,
    {
      header: heads.cost,
      width: 'w-28 max-xl:hidden',
      wide: true,
      align: 'right',
      cell: ({ cost_usd: cost }) => <Cost usd={cost} />,
    },
  ];
}

export function useRequestColumns(): readonly Column<RequestSummary>[] {
  const newest = useKeyNames();
  // The same ones from render to render: rows that stay are not drawn again.
  return useMemo(() => requestColumns(newest), [newest]);
}

interface CellProps {
  readonly request: RequestSummary;
}

/** What the row shows shortened. The link is over all of it, so this is seen wherever the mouse rests. */
function exactly({ created_at: at, model, usage, cost_usd: cost }: RequestSummary): string {
  const tokens = words.tokensNamed(formatCount(usage.input_tokens), formatCount(usage.output_tokens));
  return [formatExactTime(at), model ?? words.noModel, tokens, formatUsd(cost)].join(' · ');
}

/** Leads to the request from wherever the row is pressed. */
function StatusCell({ request }: CellProps) {
  const { id, error_code: code, unlisted_calls: unlisted } = request;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowLink
        list="/requests"
        id={id}
        title={exactly(request)}
        className="row-target flex min-w-0 items-center gap-2 rounded"
      >
        <RequestStatus {...request} />{' '}
        {code !== null && <code className="truncate font-mono text-[13px]">{code}</code>}
        <span className="sr-only">{words.openNamed(formatCallTime(request.created_at))}</span>
      </RowLink>
      {unlisted > 0 && (
        <span className="text-xs whitespace-nowrap text-quiet">{words.unlisted(formatShort(unlisted))}</span>
      )}
    </span>
  );
}

export function TimeCell({
  request: { created_at: at },
}: {
  readonly request: Pick<RequestSummary, 'created_at'>;
}) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatCallTime(at)}
    </time>
  );
}

interface CallerCellProps extends CellProps {
  readonly newest: KeyNames;
}

function CallerCell({ request: { api_key_id: key, user_id: user }, newest }: CallerCellProps) {
  if (key !== null) return <KeyName id={key} newest={newest} />;
  return user === null ? null : <PersonName id={user} />;
}

function Milliseconds({ ms }: { readonly ms: number | null }) {
  return ms === null ? null : <span className="tabular-nums">{formatDuration(ms)}</span>;
}

function Cost({ usd }: { readonly usd: string }) {
  const text = formatCallCost(usd);
  return text === '' ? null : <span className="tabular-nums">{text}</span>;
}

function TokensCell({ usage }: Pick<RequestSummary, 'usage'>) {
  const [input, output] = [usage.input_tokens, usage.output_tokens];
  if (input === 0 && output === 0) return null;
  return (
    <span className="tabular-nums">
      <span aria-hidden>
        {formatShort(input)} → {formatShort(output)}
      </span>
      <span className="sr-only">{words.tokensNamed(formatCount(input), formatCount(output))}</span>
    </span>
  );
}
