import { keyStrings } from '../../strings/keys.ts';
import { LinesField } from '../../ui/form/lines-field.tsx';

interface RestrictionFieldProps {
  readonly entries?: readonly string[] | undefined;
}

/** Says what the list does not do: it is the most common misunderstanding of it (CONS-17). */
export function OriginsField({ entries }: RestrictionFieldProps) {
  const hint = (
    <>
      {keyStrings.origins.hint} {keyStrings.origins.narrows}
    </>
  );
  return (
    <LinesField
      label={keyStrings.origins.label}
      name="origins"
      hint={hint}
      lines={entries}
      param="allowed_origins"
      optional
    />
  );
}

export function IpsField({ entries }: RestrictionFieldProps) {
  return (
    <LinesField
      label={keyStrings.ips.label}
      name="ips"
      hint={keyStrings.ips.hint}
      lines={entries}
      param="allowed_ips"
      optional
    />
  );
}
