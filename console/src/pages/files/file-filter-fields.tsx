import { useNavigate } from '@tanstack/react-router';
import type { FilePurpose, FileStatus, Me } from '@svc/contract';
import type { FileFilters } from '../../api/files.ts';
import { fileStrings } from '../../strings/files.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';

const { filters: words, purposes, statuses } = fileStrings;

interface FileFilterFieldsProps {
  readonly workspace: string;
  readonly workspaces: Me['workspaces'];
  readonly filters: FileFilters;
}

/** They are kept in the address, so that a filtered list can be gone back to and passed on. */
export function FileFilterFields({ workspace, workspaces, filters }: FileFilterFieldsProps) {
  const navigate = useNavigate({ from: '/files' });
  const set = (changes: { readonly [Name in keyof FileFilters]?: FileFilters[Name] | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as FileFilters });
  return (
    <FilterBar
      active={[filters.purpose, filters.status].filter(Boolean).length}
      onClear={() => set({ purpose: undefined, status: undefined })}
    >
      {workspaces.length > 1 && (
        <FilterSelect
          label={words.workspace}
          value={workspace}
          none={workspace}
          onChoose={(chosen) => void navigate({ search: { ...filters, workspace: chosen } })}
        >
          <NamedOptions of={workspaces} />
        </FilterSelect>
      )}
      <FilterSelect
        label={words.purpose}
        value={filters.purpose ?? ''}
        onChoose={(chosen) => set({ purpose: (chosen || undefined) as FilePurpose | undefined })}
      >
        <option value="">{words.anyPurpose}</option>
        <ValueOptions of={purposes} />
      </FilterSelect>
      <FilterSelect
        label={words.status}
        value={filters.status ?? ''}
        onChoose={(chosen) => set({ status: (chosen || undefined) as FileStatus | undefined })}
      >
        <option value="">{words.anyStatus}</option>
        <ValueOptions of={statuses} />
      </FilterSelect>
    </FilterBar>
  );
}
