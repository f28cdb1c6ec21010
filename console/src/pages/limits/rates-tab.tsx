import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useCan, useChosenWorkspace } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { limitsRoute } from './limits-route.ts';
import { TierCard } from './tier-card.tsx';
import { UsePanel } from './use-panel.tsx';

const { use: words } = limitStrings;
/** Of a select: the value that stands for no workspace. */
const ALL = '';

/** What is used of the limits of the organization, or of one workspace. */
export function RatesTab() {
  const { workspace: named } = limitsRoute.useSearch();
  const navigate = useNavigate({ from: '/limits' });
  const seesAll = useCan()('limits.read');
  const { workspace: first, workspaces } = useChosenWorkspace('workspace_limits.read', named);
  const workspaceId = seesAll && named === undefined ? undefined : first?.id;
  if (workspaceId === undefined && !seesAll)
    return (
      <EmptyState icon={SlidersHorizontal} title={words.none.title}>
        {words.none.text}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-6">
      {workspaces.length + Number(seesAll) > 1 && (
        <div className="w-full sm:w-72">
          <SelectField
            label={words.scope}
            value={workspaceId ?? ALL}
            onChange={({ target: { value } }) =>
              void navigate({ search: value === ALL ? {} : { workspace: value } })
            }
          >
            {seesAll && <option value={ALL}>{words.organization}</option>}
            <NamedOptions of={workspaces} />
          </SelectField>
        </div>
      )}
      <UsePanel key={workspaceId} workspaceId={workspaceId} />
      {workspaceId === undefined && <TierCard />}
    </div>
  );
}
