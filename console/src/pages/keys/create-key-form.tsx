import type { ApiKey } from '@svc/contract';
import { fieldError } from '../../api/failure.ts';
import { useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { DAY_MS } from '../../ui/text/day-range.ts';
import { DialogActions } from '../../ui/overlay/dialog.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { IpsField, OriginsField } from './restriction-fields.tsx';

const { form: words } = keyStrings;
const EXPIRY_DAYS: Readonly<Record<string, number>> = { d30: 30, d90: 90, d365: 365 };

/** When a key ends that is made now. Null: never. */
export function expiryOf(choice: string, nowMs: number): string | null {
  const days = EXPIRY_DAYS[choice];
  return days === undefined ? null : new Date(nowMs + days * DAY_MS).toISOString();
}

interface CreateKeyFormProps {
  readonly onSubmit: (values: FormValues) => void;
  readonly onCancel: () => void;
  readonly busy: boolean;
  readonly error: unknown;
}

export function CreateKeyForm({ onSubmit, onCancel, busy, error }: CreateKeyFormProps) {
  return (
    <Form onSubmit={onSubmit}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        name="name"
        maxLength={100}
        required
        error={fieldError(error, 'name')}
      />
      <WorkspaceChoice />
      <KindChoice />
      <SelectField label={words.expiry} name="expiry">
        {Object.entries(words.expiries).map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </SelectField>
      <OriginsField error={fieldError(error, 'allowed_origins')} />
      <IpsField error={fieldError(error, 'allowed_ips')} />
      <FormError error={error} />
      <DialogActions>
        <Button onClick={onCancel}>{uiStrings.cancel}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {words.submit}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Only workspaces in which this person may make keys. */
function WorkspaceChoice() {
  const { workspaces } = useMe();
  const open = workspaces.filter(({ permissions }) => permissions['api_keys.create'] !== undefined);
  return (
    <SelectField
      label={words.workspace}
      name="workspace"
      defaultValue={open.find((one) => one.is_default)?.id}
    >
      <NamedOptions of={open} />
    </SelectField>
  );
}

function KindChoice() {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-1.5 font-medium">{words.kind}</legend>
      {(Object.keys(keyStrings.kinds) as ApiKey['kind'][]).map((one) => (
        <CheckField
          key={one}
          type="radio"
          name="kind"
          value={one}
          defaultChecked={one === 'private'}
          label={keyStrings.kinds[one].name}
          hint={keyStrings.kinds[one].hint}
        />
      ))}
    </fieldset>
  );
}
