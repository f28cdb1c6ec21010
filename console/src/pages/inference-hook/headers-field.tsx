import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/form/field-refusal.tsx';
import { useRefusal } from '../../ui/form/refusal.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';

const { headers: words } = inferenceHookStrings.form;

interface HeadersFieldProps {
  /** Of the headers so far. Their values are never shown. */
  readonly names: readonly string[];
}

/** Names and values, of which the service returns the names alone: each value is typed with every save. */
export function HeadersField({ names }: HeadersFieldProps) {
  const error = useRefusal();
  const [rows, setRows] = useState<readonly number[]>(names.map((_, row) => row));
  const [nextRow, setNextRow] = useState(names.length);
  const adding = useRef<HTMLButtonElement>(null);
  const add = () => {
    setRows([...rows, nextRow]);
    setNextRow(nextRow + 1);
  };
  const remove = (row: number) => {
    setRows(rows.filter((one) => one !== row));
    adding.current?.focus();
  };
  const errors = rows.map((_, index) => errorsOf(error, index));
  const ofAll = errors.some(({ name, value }) => name ?? value) ? undefined : fieldError(error, 'headers');
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium">{words.legend}</legend>
      <input type="hidden" name="header rows" value={JSON.stringify(rows)} />
      {names.length > 0 ? (
        <Notice>{words.again}</Notice>
      ) : (
        <p className="text-[13px] text-quiet">{words.hint}</p>
      )}
      {rows.map((row, index) => (
        <HeaderRow
          key={row}
          row={row}
          number={index + 1}
          name={names[row]}
          errors={errors[index]!}
          onRemove={() => remove(row)}
        />
      ))}
      {ofAll && <FieldProblem>{ofAll}</FieldProblem>}
      <div>
        <Button ref={adding} icon={Plus} onClick={add}>
          {words.add}
        </Button>
      </div>
    </fieldset>
  );
}

interface HeaderErrors {
  readonly name: string | undefined;
  readonly value: string | undefined;
}

function errorsOf(error: unknown, index: number): HeaderErrors {
  return {
    name: fieldError(error, `headers[${index}].name`),
    value: fieldError(error, `headers[${index}].value`),
  };
}

interface HeaderRowProps {
  readonly row: number;
  readonly number: number;
  /** Undefined: a new one. */
  readonly name: string | undefined;
  readonly errors: HeaderErrors;
  readonly onRemove: () => void;
}

function HeaderRow({ row, number, name, errors, onRemove }: HeaderRowProps) {
  return (
    <fieldset className="grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-3 sm:grid-cols-[2fr_3fr_auto]">
      <legend className="sr-only">{words.one(number)}</legend>
      <TextField
        label={words.name}
        name={`header name ${row}`}
        defaultValue={name}
        autoFocus={name === undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        error={errors.name}
      />
      <div className="max-sm:order-1">
        <PasswordField
          label={words.value}
          name={`header value ${row}`}
          autoComplete="off"
          required
          error={errors.value}
        />
      </div>
      <IconButton label={words.remove(number)} icon={Trash2} className="mt-6.5" onClick={onRemove} />
    </fieldset>
  );
}
