import { useNavigate } from '@tanstack/react-router';
import { searchNames } from '../../strings/search-names.ts';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import type { NowView } from './operator-now-route.ts';

/** Kept in the address, so that a view can be gone back to and passed on. */
export function NowControls({ view }: { readonly view: NowView }) {
  const navigate = useNavigate({ from: '/operator/now' });
  const show = (change: Partial<NowView>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <ChoiceField
        label={words.span}
        value={view.span}
        names={searchNames.trafficSpans}
        onChange={(span) => show({ span })}
      />
      <ChoiceField
        label={words.split}
        value={view.by}
        names={searchNames.trafficSplits}
        onChange={(by) => show({ by })}
      />
      <ChoiceField
        label={words.percentile}
        value={view.latency}
        names={searchNames.percentiles}
        onChange={(latency) => show({ latency })}
      />
    </div>
  );
}
