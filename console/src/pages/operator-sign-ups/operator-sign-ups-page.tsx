import { useNavigate } from '@tanstack/react-router';
import type { SignUp } from '@svc/contract';
import { operatorSignUpStrings as words } from '../../strings/operator-sign-ups.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { operatorSignUpsRoute } from './operator-sign-ups-route.ts';
import { SignUpsTab } from './sign-ups-tab.tsx';

/** The tabs, in their order. */
const STATUSES = Object.keys(words.statuses) as readonly SignUp['status'][];

export function OperatorSignUpsPage() {
  const { status = 'waiting' } = operatorSignUpsRoute.useSearch();
  const navigate = useNavigate({ from: '/operator/sign-ups' });
  return (
    <Page lead={words.lead}>
      <Tabs
        label={words.tabs}
        value={status}
        onChange={(next) => void navigate({ search: { status: next as SignUp['status'] } })}
        tabs={STATUSES.map((value) => ({
          value,
          label: words.statuses[value],
          content: <SignUpsTab status={value} />,
        }))}
      />
    </Page>
  );
}
