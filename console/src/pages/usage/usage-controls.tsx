import { useNavigate } from '@tanstack/react-router';
import type { Dimension, Measure, UsageQuestion } from '../../api/usage.ts';
import { useCan } from '../../api/session.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import { DateRange } from '../../ui/form/date-range.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

/** Kept in the address, so that a view can be gone back to and passed on. */
export function UsageControls({ question }: { readonly question: UsageQuestion }) {
  const navigate = useNavigate({ from: '/usage' });
  const can = useCan();
  const { measure, by } = question;
  const splits = (Object.keys(words.dimensions) as Dimension[]).filter(
    (one) => one !== 'api_key_id' || (measure !== 'cost' && can('api_keys.read')),
  );
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="w-60 max-sm:w-full">
        <DateRange
          value={question}
          onChange={({ from, to }) => void navigate({ search: (search) => ({ ...search, from, to }) })}
        />
      </div>
      <div className="w-32">
        <SelectField
          label={words.measure}
          value={measure}
          onChange={({ target }) =>
            void navigate({ search: (search) => ({ ...search, show: target.value as Measure }) })
          }
        >
          {Object.entries(words.measures).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="w-36">
        <SelectField
          label={words.by}
          value={by}
          onChange={({ target }) =>
            void navigate({ search: (search) => ({ ...search, by: target.value as Dimension }) })
          }
        >
          {splits.map((one) => (
            <option key={one} value={one}>
              {words.dimensions[one]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}
