import { useQuery } from '@tanstack/react-query';
import { trafficOptions } from '../../api/operator-health.ts';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeploymentProblems } from './deployment-problems.tsx';
import { JobsCard } from './jobs-card.tsx';
import { NodesCard } from './nodes-card.tsx';
import { NowControls } from './now-controls.tsx';
import { operatorNowRoute, type NowView } from './operator-now-route.ts';
import { TrafficReport } from './traffic-report.tsx';

/** Refreshes itself while it is seen: it is looked at while something is wrong. */
export function OperatorNowPage() {
  const view = operatorNowRoute.useLoaderDeps();
  return (
    <Page lead={words.lead}>
      <DeploymentProblems />
      <NowControls view={view} />
      <TrafficSection view={view} />
      <NodesCard />
      <JobsCard />
    </Page>
  );
}

function TrafficSection({ view }: { readonly view: NowView }) {
  const split = useQuery(trafficOptions(view.span, view.by));
  const codes = useQuery(trafficOptions(view.span, 'code'));
  const error = split.error ?? codes.error;
  // What was there stays when it cannot be refreshed.
  if (error && !(split.data && codes.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([split.refetch(), codes.refetch()])} />;
  if (!split.data || !codes.data) return <Skeleton className="h-80" />;
  return (
    <div className={split.isPlaceholderData ? 'opacity-50' : undefined}>
      <TrafficReport traffic={split.data} codes={codes.data} latency={view.latency} />
    </div>
  );
}
