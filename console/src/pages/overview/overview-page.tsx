import { useCan, useMe } from '../../api/session.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { Page } from '../../ui/page.tsx';
import { AllowanceCard } from './allowance-card.tsx';
import { FirstCallCard } from './first-call-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { WeekCard } from './week-card.tsx';

export function OverviewPage() {
  const { user } = useMe();
  const can = useCan();
  return (
    <Page title={overviewStrings.title} lead={overviewStrings.greeting(user.name)}>
      {can('members.manage') && <FirstStepsCard />}
      {can('usage.read') && <WeekCard />}
      {can('billing.read') && <AllowanceCard />}
      {can('api_keys.create') && <FirstCallCard />}
    </Page>
  );
}
