import type { Tunnel } from '@svc/contract';
import { tunnelStrings } from '../../strings/tunnels.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { form: words } = tunnelStrings;

export function TunnelFields({ tunnel }: { readonly tunnel?: Tunnel }) {
  return (
    <>
      <TextField
        label={words.name}
        name="name"
        defaultValue={tunnel?.name}
        maxLength={64}
        required
        param="name"
      />
      <LinesField
        label={words.targets}
        hint={words.targetsHint}
        docs="tunnelTargets"
        name="allowed_targets"
        lines={tunnel?.allowed_targets}
        param="allowed_targets"
        missing={words.targetsMissing}
      />
      <TextField
        label={words.description}
        name="description"
        defaultValue={tunnel?.description ?? ''}
        maxLength={200}
        optional
        param="description"
      />
    </>
  );
}

/** The settings in the form. */
export function settingsOf(values: FormValues): Pick<Tunnel, 'name' | 'allowed_targets' | 'description'> {
  const description = values('description').trim();
  return {
    name: values('name').trim(),
    allowed_targets: linesOf(values('allowed_targets')),
    description: description === '' ? null : description,
  };
}
