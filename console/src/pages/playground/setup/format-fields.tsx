import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { ValueOptions } from '../../../ui/form/named-options.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/text-field.tsx';
import type { SetupFieldsProps } from './parameters-card.tsx';
import { isBroken, type FormatChoice } from './reply-format.ts';

const { format: words } = playgroundSetupStrings;
const TYPES = ['text', 'json_object', 'json_schema'] as const;

export function FormatFields({ setup: { format }, model: { capabilities }, onChange }: SetupFieldsProps) {
  const types = TYPES.filter((type) => type === 'text' || capabilities[type]);
  if (types.length === 1) return null;
  const change = (changed: Partial<FormatChoice>) => onChange({ format: { ...format, ...changed } });
  return (
    <>
      <SelectField
        label={words.label}
        value={types.includes(format.type) ? format.type : 'text'}
        onChange={({ target }) => change({ type: target.value as FormatChoice['type'] })}
      >
        <ValueOptions of={words.types} values={types} />
      </SelectField>
      {format.type === 'json_schema' && capabilities.json_schema && (
        <>
          <TextAreaField
            label={words.schema}
            error={isBroken(format) ? words.broken : undefined}
            rows={8}
            spellCheck={false}
            className="font-mono text-[13px]"
            value={format.schema}
            onChange={({ target }) => change({ schema: target.value })}
          />
          <CheckField
            label={words.strict}
            hint={words.strictHint}
            checked={format.strict}
            onChange={({ target }) => change({ strict: target.checked })}
          />
        </>
      )}
    </>
  );
}
