import { useNavigate } from '@tanstack/react-router';
import { searchNames } from '../../strings/search-names.ts';
import { operatorNowStrings as words } from '../../strings/operator-now.ts';
import { SelectField } from '../../ui/form/text-field.tsx';
import type { NowView } from './operator-now-route.ts';

/** Kept in the address, so that a view can be gone back to and passed on. */
export function NowControls({ view }: { readonly view: NowView }) {
  const navigate = useNavigate({ from: '/operator/now' });
  const show = (change: Partial<NowView>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <Choice
        label={words.span}
        value={view.span}
        names={searchNames.trafficSpans}
        onChange={(span) => show({ span })}
      />
      <Choice
        label={words.split}
        value={view.by}
        names={searchNames.trafficSplits}
        onChange={(by) => show({ by })}
      />
      <Choice
        label={words.percentile}
        value={view.latency}
        names={searchNames.percentiles}
        onChange={(latency) => show({ latency })}
      />
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly names: Readonly<Record<Name, string>>;
  readonly onChange: (name: Name) => void;
}

function Choice<Name extends string>({ label, value, names, onChange }: ChoiceProps<Name>) {
  return (
    <div className="w-44 max-sm:w-full">
      <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value as Name)}>
        {(Object.entries(names) as [Name, string][]).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
