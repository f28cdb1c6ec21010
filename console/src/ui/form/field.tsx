import { useId, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import type { DocsPlace } from '../../strings/docs.ts';
import { classNames } from '../class-names.ts';
import { fieldError } from '../../api/failure.ts';
import { DocsLink } from '../docs-link.tsx';
import { useRefusal } from './refusal.ts';

/** What ties a control to its label, hint and error. Spread it on the control. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Where the documentation explains the field. */
  readonly docs?: DocsPlace | undefined;
  readonly error?: string | undefined;
  /** The field of the request that it is for. What the service refuses of that is shown here. */
  readonly param?: string | undefined;
  readonly optional?: boolean;
}

/** A control with its label. `children` gets what ties them together. */
export function Field({
  label,
  hint,
  docs,
  error: ownError,
  param,
  optional,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const refusal = useRefusal();
  const error = ownError ?? (param && fieldError(refusal, param));
  const described = [(hint || docs) && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-quiet"> ({uiStrings.optional})</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {(hint || docs) && (
        <p id={`${id}-hint`} className="text-[13px] text-quiet">
          {hint} {docs && <DocsLink to={docs} />}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[13px] text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Looks of everything one types or chooses in. */
export function controlClass(more?: string): string {
  return classNames(
    'min-h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-2.5 py-1.5 text-ink placeholder:text-quiet',
    'disabled:opacity-60 aria-invalid:border-danger',
    more,
  );
}
