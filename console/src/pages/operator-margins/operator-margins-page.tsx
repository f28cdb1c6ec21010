import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { OrganizationMargin } from '@svc/contract';
import { ChartColumn } from 'lucide-react';
import { marginOptions, organizationMarginList, type MarginTime } from '../../api/operator-margins.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorMarginStrings as words } from '../../strings/operator-margins.ts';
import { searchNames } from '../../strings/search-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ORGANIZATION_MARGIN_COLUMNS } from '../../resources/margins/margin-columns.tsx';
import { MarginFigures } from '../../resources/margins/margin-figures.tsx';
import { MarginTimeFields } from '../../resources/margins/margin-time-fields.tsx';
import { ModelMargins } from '../../resources/margins/model-margins.tsx';
import { operatorMarginsRoute, type MarginView } from './operator-margins-route.ts';

const idOf = ({ organization_id: id }: OrganizationMargin) => id;

/** Kept in the address, so that a view can be gone back to and passed on. */
function useShow({ time, sort }: MarginView) {
  const navigate = useNavigate({ from: '/operator/margins' });
  return (change: Partial<MarginView>) => {
    const { time: shown, sort: order } = { time, sort, ...change };
    void navigate({
      search: {
        ...(shown.period === 'month' ? {} : { period: shown.period }),
        ...(shown.start === undefined ? {} : { start: shown.start }),
        ...(order === 'retail' ? {} : { sort: order }),
      },
      replace: true,
    });
  };
}

export function OperatorMarginsPage() {
  const view = operatorMarginsRoute.useLoaderDeps();
  const show = useShow(view);
  return (
    <Page lead={words.lead}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <MarginTimeFields time={view.time} onChange={(time) => show({ time })} />
      </div>
      <Report time={view.time} />
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <h2 className="text-[15px] font-semibold">{words.organizations}</h2>
          <ChoiceField
            label={words.sort}
            value={view.sort}
            names={searchNames.marginOrders}
            onChange={(sort) => show({ sort })}
          />
        </div>
        <p className="text-[13px] text-quiet">{words.changes}</p>
        <Organizations view={view} />
      </section>
    </Page>
  );
}

function Report({ time }: { readonly time: MarginTime }) {
  const { data: report, error, isPlaceholderData, refetch } = useQuery(marginOptions(time));
  if (!report)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-48" />
    );
  return (
    <div className={isPlaceholderData ? 'flex flex-col gap-6 opacity-60' : 'flex flex-col gap-6'}>
      <Card>
        <MarginFigures report={report} />
      </Card>
      {report.models.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-[15px] font-semibold">{words.models}</h2>
          <ModelMargins report={report} />
        </section>
      )}
    </div>
  );
}

function Organizations({ view: { time, sort } }: { readonly view: MarginView }) {
  const list = usePagedList(organizationMarginList(time, sort));
  const empty = (
    <EmptyState icon={ChartColumn} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <DataTable
      label={words.organizations}
      columns={ORGANIZATION_MARGIN_COLUMNS}
      list={list}
      rowKey={idOf}
      empty={empty}
    />
  );
}
