import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FieldRefusal } from '../../ui/form/field-refusal.tsx';
import { nameWorkspace } from './name-workspace.ts';

const { form: words, settings: names } = inferenceHookStrings;
const NONE: readonly string[] = [];

interface WorkspacesFieldProps {
  /** Null: all. */
  readonly chosen: readonly string[] | null;
}

/** All workspaces or some. What is chosen goes with the form as one value. */
export function WorkspacesField({ chosen }: WorkspacesFieldProps) {
  const [limited, setLimited] = useState(chosen !== null);
  const [ids, setIds] = useState(chosen ?? NONE);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{names.workspaces}</legend>
      <input type="hidden" name="workspaces" value={JSON.stringify(limited ? ids : null)} />
      <CheckField
        type="radio"
        name="workspaces of"
        label={words.allWorkspaces}
        checked={!limited}
        onChange={() => setLimited(false)}
      />
      <CheckField
        type="radio"
        name="workspaces of"
        label={words.someWorkspaces}
        checked={limited}
        onChange={() => setLimited(true)}
      />
      {limited && <WorkspaceChoice chosen={ids} onChange={setIds} />}
      <FieldRefusal param="workspace_ids" missing={words.workspaceRequired} />
    </fieldset>
  );
}

interface WorkspaceChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function WorkspaceChoice({ chosen, onChange }: WorkspaceChoiceProps) {
  const { workspaces } = useMe();
  // One that was archived can still be taken off the list.
  const offered = [...new Set([...workspaces.map(({ id }) => id), ...chosen])];
  return (
    <div className="grid max-h-48 gap-1.5 overflow-y-auto py-1 pl-6 sm:grid-cols-2">
      {offered.map((id, index) => (
        <CheckField
          key={id}
          label={nameWorkspace(workspaces, id)}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
          ref={(box) => {
            if (index === 0) box?.setCustomValidity(chosen.length === 0 ? words.workspaceRequired : '');
          }}
        />
      ))}
    </div>
  );
}
