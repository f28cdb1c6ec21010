import { useId, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import type { DocsPlace } from '../../strings/docs.ts';
import { fieldError } from '../../api/failure.ts';
import { DocsLink } from '../docs-link.tsx';
import { FieldProblem } from './field-refusal.tsx';
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
  /** What is said of it where it was left empty. */
  readonly missing?: string | undefined;
  readonly optional?: boolean;
}

/** A control with its label. `children` gets what ties them together. */
export function Field({
  label,
  hint,
  docs,
  error: ownError,
  param,
  missing,
  optional,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const refusal = useRefusal();
  const error = ownError ?? (param && fieldError(refusal, param, missing));
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
      {error && <FieldProblem id={`${id}-error`}>{error}</FieldProblem>}
    </div>
  );
}
