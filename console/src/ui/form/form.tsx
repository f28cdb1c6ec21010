import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { RefusalProvider } from './refusal.ts';

interface FormProps {
  /** Gets what was typed, by the names of the fields. */
  readonly onSubmit: (values: FormValues) => void;
  readonly children: ReactNode;
  /** What the last try was refused with: fields with a `param` show what is about it. */
  readonly refusal?: unknown;
  readonly className?: string;
}

/** Texts of a form's fields. A field that is not there is empty. */
export type FormValues = (name: string) => string;

export function Form({ onSubmit, children, refusal, className }: FormProps) {
  return (
    <form
      className={classNames('flex flex-col gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        onSubmit((name) => {
          const value = values.get(name);
          return typeof value === 'string' ? value : '';
        });
      }}
    >
      <RefusalProvider value={refusal}>{children}</RefusalProvider>
    </form>
  );
}
