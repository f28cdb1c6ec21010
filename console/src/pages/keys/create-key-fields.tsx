import type { ApiKey } from '@svc/contract';
import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { AdvancedFields } from '../../ui/form/advanced-fields.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { useRefusal } from '../../ui/form/refusal.ts';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { LIMIT_PARAMS, LimitFields } from './limit-fields.tsx';
import { IpsField, OriginsField } from './restriction-fields.tsx';

const { form: words } = keyStrings;
/** Public keys are left out: no endpoint accepts one yet. */
const OFFERED_KINDS = ['private', 'svc_code'] as const satisfies readonly ApiKey['kind'][];
const ADVANCED_PARAMS = [...LIMIT_PARAMS, 'allowed_origins', 'allowed_ips'];

export function CreateKeyFields() {
  const error = useRefusal();
  const { workspaces } = useMe();
  const open = workspaces.filter(({ permissions }) => permissions['api_keys.create'] !== undefined);
  const [workspaceId, setWorkspaceId] = useState((open.find((one) => one.is_default) ?? open[0])?.id ?? '');
  return (
    <>
      <TextField label={words.name} hint={words.nameHint} name="name" maxLength={100} required param="name" />
      <WorkspaceChoice of={open} value={workspaceId} onChange={setWorkspaceId} />
      <ExpiryField />
      <AdvancedFields isRefused={ADVANCED_PARAMS.some((param) => fieldError(error, param) !== undefined)}>
        {(isOpen) => (
          <>
            <LimitFields workspaceId={workspaceId} areShown={isOpen} />
            <OriginsField />
            <IpsField />
            <KindChoice />
          </>
        )}
      </AdvancedFields>
    </>
  );
}

interface WorkspaceChoiceProps {
  /** Only workspaces in which this person may make keys. */
  readonly of: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function WorkspaceChoice({ of, value, onChange }: WorkspaceChoiceProps) {
  return (
    <SelectField
      label={words.workspace}
      name="workspace"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <NamedOptions of={of} />
    </SelectField>
  );
}

function KindChoice() {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-1.5 font-medium">{words.kind}</legend>
      {OFFERED_KINDS.map((one) => (
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
