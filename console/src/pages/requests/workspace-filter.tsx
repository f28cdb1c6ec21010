import { useMe } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

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
    <SelectField label={words.workspace} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{words.any}</option>
      <NamedOptions of={workspaces} />
    </SelectField>
  );
}
