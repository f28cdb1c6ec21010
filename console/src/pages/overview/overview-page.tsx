import { useQuery } from '@tanstack/react-query';
import { weekOptions } from '../../api/overview.ts';
import { useCan, useMe } from '../../api/session.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { Page } from '../../ui/page.tsx';
import { AllowanceCard } from './allowance-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { FirstCallCard } from './first-call-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { WeekCharts } from './week-charts.tsx';

export function OverviewPage() {
  const { user } = useMe();
  const can = useCan();
  const { data: week } = useQuery({ ...weekOptions, enabled: can('usage.read') });
  const isCalling = week?.hasCalls === true;
  return (
    <Page lead={overviewStrings.greeting(user.name)}>
      {can('members.manage') && <FirstStepsCard />}
      {week && !isCalling && can('api_keys.create') && <FirstCallCard />}
      {can('usage.read') && <WeekCharts />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {can('billing.read') && <AllowanceCard />}
        {can('workspace_limits.read') && <LimitsCard />}
        {can('usage.read') && <FailuresCard />}
        {isCalling && can('api_keys.read') && <KeysCard />}
      </div>
    </Page>
  );
}
