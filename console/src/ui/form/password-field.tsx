import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { IconButton } from '../button.tsx';
import { controlClass } from './control-class.ts';
import { Field, type FieldProps } from './field.tsx';

/** A password that can be looked at: typing blind is what makes people choose short ones. */
export function PasswordField({
  label,
  hint,
  error,
  param,
  optional = false,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} param={param} optional={optional}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={controlClass('pr-10')}
          />
          <IconButton
            label={shown ? uiStrings.hidePassword : uiStrings.showPassword}
            icon={shown ? EyeOff : Eye}
            className="absolute top-0 right-0"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
