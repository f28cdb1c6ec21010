import { useState } from 'react';
import { CheckField } from '../check-field.tsx';
import { FieldRefusal } from '../field-refusal.tsx';
import { FormError } from '../form-error.tsx';
import { linesOf } from '../lines-field.tsx';
import type { Row } from './row.ts';

interface IdsRow {
  readonly legend: string;
  readonly hint?: string;
  /** What can be chosen. `more` is shown below the name. */
  readonly of: readonly { readonly id: string; readonly name: string; readonly more?: string }[];
  /** Those that are not among `of` stay chosen. */
  readonly initial: readonly string[];
  /** Why `of` could not be loaded. */
  readonly error?: unknown;
}

/** Some of the things that people know by their names. Sends their ids, sorted. */
export function idsRow(row: IdsRow): Row<string[]> {
  return {
    render: (name) => <IdChecks row={row} name={name} />,
    read: (values, name) => linesOf(values(name)).toSorted(),
  };
}

interface IdChecksProps {
  readonly row: IdsRow;
  readonly name: string;
}

function IdChecks({ row: { legend, hint, of, initial, error }, name }: IdChecksProps) {
  const [chosen, setChosen] = useState(initial);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      {hint !== undefined && <p className="text-[13px] text-quiet">{hint}</p>}
      <FormError error={error} />
      <input type="hidden" name={name} value={chosen.join('\n')} />
      <div className="flex max-h-64 flex-col gap-2.5 overflow-y-auto">
        {of.map(({ id, name: label, more }) => (
          <CheckField
            key={id}
            label={label}
            hint={more}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
      <FieldRefusal param={name} />
    </fieldset>
  );
}
