import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorSentence } from '../../api/failure.ts';
import { modelsOptions } from '../../api/models.ts';
import { keyStrings } from '../../strings/keys.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FieldRefusal } from '../../ui/form/field-refusal.tsx';
import type { FormValues } from '../../ui/form/form.tsx';

const { limits: words } = keyStrings;
const ANY: readonly string[] = [];

interface ModelsFieldProps {
  readonly workspaceId: string;
  /** What is chosen so far; empty: any. */
  readonly chosen?: readonly string[];
  /** Whether the models of the workspace are offered: to load them costs a sign-in of its own. */
  readonly isShown: boolean;
}

/** All models or some. What is chosen goes with the form as one value. */
export function ModelsField({ workspaceId, chosen = ANY, isShown }: ModelsFieldProps) {
  const [limited, setLimited] = useState(chosen.length > 0);
  const [names, setNames] = useState(chosen);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{words.models}</legend>
      <input type="hidden" name="models" value={JSON.stringify(limited ? names : [])} />
      <CheckField
        type="radio"
        name="models of"
        label={words.allModels}
        checked={!limited}
        onChange={() => setLimited(false)}
      />
      <CheckField
        type="radio"
        name="models of"
        label={words.someModels}
        checked={limited}
        onChange={() => setLimited(true)}
      />
      {limited && isShown && <ModelChoice workspaceId={workspaceId} chosen={names} onChange={setNames} />}
      <FieldRefusal param="allowed_models" />
    </fieldset>
  );
}

interface ModelChoiceProps {
  readonly workspaceId: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function ModelChoice({ workspaceId, chosen, onChange }: ModelChoiceProps) {
  const { data, error } = useQuery(modelsOptions(workspaceId));
  if (error) return <p className="pl-6 text-danger">{errorSentence(error)}</p>;
  if (!data) return <p className="pl-6 text-quiet">{words.loadingModels}</p>;
  // One that has left the catalog can still be taken off the list.
  const ids = [...new Set([...data.map(({ id }) => id), ...chosen])];
  return (
    <div className="grid max-h-48 gap-1.5 overflow-y-auto py-1 pl-6 sm:grid-cols-2">
      {ids.map((id, index) => (
        <CheckField
          key={id}
          label={id}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
          // None chosen would mean any.
          ref={(box) => {
            if (index === 0) box?.setCustomValidity(chosen.length === 0 ? words.modelsRequired : '');
          }}
        />
      ))}
    </div>
  );
}

/** The ids that the field sends with its form. Empty: any. */
export function modelsOf(values: FormValues): string[] {
  return JSON.parse(values('models') || '[]') as string[];
}
