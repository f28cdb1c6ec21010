import { useNavigate } from '@tanstack/react-router';
import type { ApiKeyFilters, KeyStatusFilter } from '../../api/api-keys.ts';
import { useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

const { filters: words } = keyStrings;

/** They are kept in the address, so that a filtered list can be gone back to and passed on. */
export function KeyFilters({ filters }: { readonly filters: ApiKeyFilters }) {
  const { workspaces } = useMe();
  const navigate = useNavigate({ from: '/keys' });
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label={words.status}
        value={filters.status}
        onChange={({ target }) =>
          void navigate({ search: (search) => ({ ...search, status: target.value as KeyStatusFilter }) })
        }
      >
        {Object.entries(words.statuses).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </SelectField>
      {workspaces.length > 1 && (
        <SelectField
          label={words.workspace}
          value={filters.workspace ?? ''}
          onChange={({ target }) =>
            void navigate({
              search: ({ status }) => ({
                ...(status ? { status } : {}),
                ...(target.value === '' ? {} : { workspace: target.value }),
              }),
            })
          }
        >
          <option value="">{words.anyWorkspace}</option>
          <NamedOptions of={workspaces} />
        </SelectField>
      )}
    </div>
  );
}
