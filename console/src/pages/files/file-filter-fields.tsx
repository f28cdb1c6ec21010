import { useNavigate } from '@tanstack/react-router';
import type { FilePurpose, FileStatus, Me } from '@svc/contract';
import type { FileFilters } from '../../api/files.ts';
import { fileStrings } from '../../strings/files.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

const { filters: words, purposes, statuses } = fileStrings;

interface FileFilterFieldsProps {
  readonly workspace: string;
  readonly workspaces: Me['workspaces'];
  readonly filters: FileFilters;
}

/** They are kept in the address, so that a filtered list can be gone back to and passed on. */
export function FileFilterFields({ workspace, workspaces, filters }: FileFilterFieldsProps) {
  const navigate = useNavigate({ from: '/files' });
  return (
    <div className="flex flex-wrap gap-3">
      {workspaces.length > 1 && (
        <SelectField
          label={words.workspace}
          value={workspace}
          onChange={({ target }) => void navigate({ search: { ...filters, workspace: target.value } })}
        >
          <NamedOptions of={workspaces} />
        </SelectField>
      )}
      <SelectField
        label={words.purpose}
        value={filters.purpose ?? ''}
        onChange={({ target }) =>
          void navigate({
            search: ({ purpose: _purpose, ...search }) =>
              target.value === '' ? search : { ...search, purpose: target.value as FilePurpose },
          })
        }
      >
        <option value="">{words.anyPurpose}</option>
        <Options of={purposes} />
      </SelectField>
      <SelectField
        label={words.status}
        value={filters.status ?? ''}
        onChange={({ target }) =>
          void navigate({
            search: ({ status: _status, ...search }) =>
              target.value === '' ? search : { ...search, status: target.value as FileStatus },
          })
        }
      >
        <option value="">{words.anyStatus}</option>
        <Options of={statuses} />
      </SelectField>
    </div>
  );
}

export function Options({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
