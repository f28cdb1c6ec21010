import { useNavigate } from '@tanstack/react-router';
import { useCan } from '../../api/session.ts';
import { limitStrings as words } from '../../strings/limits.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { limitsRoute } from './limits-route.ts';
import { RatesTab } from './rates-tab.tsx';
import { SpendTab } from './spend-tab.tsx';

export function LimitsPage() {
  const { tab = 'rates' } = limitsRoute.useSearch();
  const navigate = useNavigate({ from: '/limits' });
  const can = useCan();
  return (
    <Page lead={words.lead}>
      {can('spend_limits.manage') ? (
        <Tabs
          label={words.tabs.label}
          value={tab}
          onChange={(next) => void navigate({ search: next === 'spend' ? { tab: next } : {} })}
          tabs={[
            { value: 'rates', label: words.tabs.rates, content: <RatesTab /> },
            { value: 'spend', label: words.tabs.spend, content: <SpendTab /> },
          ]}
        />
      ) : (
        <RatesTab />
      )}
    </Page>
  );
}
