import { useNavigate } from '@tanstack/react-router';
import type { BatchStatus, Me } from '@svc/contract';
import type { BatchFilters } from '../../api/batches.ts';
import { batchStrings as words } from '../../strings/batches.ts';
import { FilterBar } from '../../ui/form/filter-bar.tsx';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { NamedOptions, ValueOptions } from '../../ui/form/named-options.tsx';

interface BatchFilterFieldsProps {
  readonly workspaceId: string;
  /** All that one may choose from. */
  readonly workspaces: Me['workspaces'];
  readonly filters: BatchFilters;
}

/** They are kept in the address, so that a filtered list can be gone back to and passed on. */
export function BatchFilterFields({ workspaceId, workspaces, filters }: BatchFilterFieldsProps) {
  const navigate = useNavigate({ from: '/batches' });
  const setStatus = (status: BatchStatus | undefined) =>
    void navigate({ search: ({ status: _status, ...search }) => (status ? { ...search, status } : search) });
  return (
    <FilterBar active={filters.status ? 1 : 0} onClear={() => setStatus(undefined)}>
      {workspaces.length > 1 && (
        <FilterSelect
          label={words.filters.workspace}
          value={workspaceId}
          none={workspaceId}
          onChoose={(chosen) => void navigate({ search: { ...filters, workspace: chosen } })}
        >
          <NamedOptions of={workspaces} />
        </FilterSelect>
      )}
      <FilterSelect
        label={words.filters.status}
        value={filters.status ?? ''}
        onChoose={(chosen) => setStatus((chosen || undefined) as BatchStatus | undefined)}
      >
        <option value="">{words.filters.anyStatus}</option>
        <ValueOptions of={words.statuses} />
      </FilterSelect>
    </FilterBar>
  );
}
