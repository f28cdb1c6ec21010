import type { Me } from '@svc/contract';
import { modelCatalogueStrings } from '../../strings/model-catalogue.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { FILTER_CAPABILITIES, isFilterCapability } from './model-filter.ts';
import { modelsRoute } from './models-route.ts';

const { filters: words, capabilities: names } = modelCatalogueStrings;

interface ModelFilterBarProps {
  readonly workspaceId: string;
  readonly workspaces: Me['workspaces'];
}

/** What is chosen is part of the address. */
export function ModelFilterBar({ workspaceId, workspaces }: ModelFilterBarProps) {
  const filters = modelsRoute.useSearch();
  const navigate = modelsRoute.useNavigate();
  const change = (changed: typeof filters) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <div role="search" aria-label={words.label} className="flex flex-wrap gap-3 [&>*]:min-w-44">
      <TextField
        label={words.search}
        type="search"
        placeholder={words.searchPlaceholder}
        value={filters.search ?? ''}
        onChange={({ target }) => change({ search: target.value || undefined })}
      />
      <SelectField
        label={words.capability}
        value={filters.can ?? ''}
        onChange={({ target: { value } }) => change({ can: isFilterCapability(value) ? value : undefined })}
      >
        <option value="">{words.any}</option>
        {FILTER_CAPABILITIES.map((capability) => (
          <option key={capability} value={capability}>
            {names[capability]}
          </option>
        ))}
      </SelectField>
      {workspaces.length > 1 && (
        <SelectField
          label={words.workspace}
          value={workspaceId}
          onChange={({ target }) => change({ workspace: target.value })}
        >
          <NamedOptions of={workspaces} />
        </SelectField>
      )}
    </div>
  );
}
