import { fieldError } from '../../api/failure.ts';
import { useRefusal } from './refusal.ts';

interface FieldRefusalProps {
  /** The field of the request. */
  readonly param: string;
  /** What is said where nothing was chosen or typed. */
  readonly missing?: string;
}

/** What the service refused of a group of controls, which have no `<Field>` of their own. */
export function FieldRefusal({ param, missing }: FieldRefusalProps) {
  const error = fieldError(useRefusal(), param, missing);
  return error && <FieldProblem>{error}</FieldProblem>;
}

interface FieldProblemProps {
  readonly id?: string;
  readonly children: string;
}

export function FieldProblem({ id, children }: FieldProblemProps) {
  return (
    <p id={id} role="alert" className="text-[13px] text-danger">
      {children}
    </p>
  );
}
