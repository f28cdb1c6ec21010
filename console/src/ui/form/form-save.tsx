import { Button } from '../button.tsx';
import { FormError } from './form-error.tsx';

interface FormSaveProps {
  /** The mutation that the form starts. */
  readonly save: { readonly error: Error | null; readonly isPending: boolean };
  readonly label: string;
}

/** How a form on a page ends: why it was refused, and the button that saves. */
export function FormSave({ save, label }: FormSaveProps) {
  return (
    <>
      <FormError error={save.error} />
      <div>
        <Button type="submit" busy={save.isPending}>
          {label}
        </Button>
      </div>
    </>
  );
}
