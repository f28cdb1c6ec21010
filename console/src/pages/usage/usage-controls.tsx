import { useNavigate } from '@tanstack/react-router';
import type { Permission } from '@svc/contract';
import type { Dimension, Measure, UsageQuestion } from '../../api/usage.ts';
import { useCan } from '../../api/session.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import { DateRange } from '../../ui/form/date-range.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

/** What reading the names takes. Without it the split is not offered, as it would show bare ids. */
const NEEDED: Readonly<Partial<Record<Dimension, Permission>>> = {
  api_key_id: 'api_keys.read',
  user_id: 'members.manage',
};

/** Kept in the address, so that a view can be gone back to and passed on. */
export function UsageControls({ question }: { readonly question: UsageQuestion }) {
  const navigate = useNavigate({ from: '/usage' });
  const can = useCan();
  const { measure, by } = question;
  const splits = (Object.keys(words.dimensions) as Dimension[]).filter((one) => {
    const needed = NEEDED[one];
    return needed === undefined || can(needed) || one === by;
  });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="w-60 max-sm:w-full">
        <DateRange
          value={question}
          onChange={({ from, to }) => void navigate({ search: (search) => ({ ...search, from, to }) })}
        />
      </div>
      <div className="w-40">
        <SelectField
          label={words.measure}
          value={measure}
          onChange={({ target }) =>
            void navigate({ search: (search) => ({ ...search, show: target.value as Measure }) })
          }
        >
          <ValueOptions of={words.measures} />
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
          <ValueOptions of={words.dimensions} values={splits} />
        </SelectField>
      </div>
    </div>
  );
}
