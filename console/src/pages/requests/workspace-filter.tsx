import { useMe } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';

const { filters: words } = requestStrings;

interface WorkspaceFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (workspaceId: string) => void;
}

/** Not there for who has one workspace. */
export function WorkspaceFilter({ chosen = '', onChoose }: WorkspaceFilterProps) {
  const { workspaces } = useMe();
  if (workspaces.length < 2) return null;
  return (
    <FilterSelect label={words.workspace} value={chosen} onChoose={onChoose}>
      <option value="">{words.any}</option>
      <NamedOptions of={workspaces} />
    </FilterSelect>
  );
}
