import type { z } from 'zod';
import type { BetaFlag } from '../betas.ts';
import type { ErrorName } from '../errors.ts';
import { LIMITS, type LimitName, type LimitValues } from '../limits.ts';
import type {
  BrowserAccess,
  CredentialKind,
  Method,
  Operation,
  OperationTag,
  SuccessStatus,
  Transfer,
} from './operation.ts';

/** A schema as the limits of a deployment bound it. */
export type BoundedSchema<S extends z.ZodType = z.ZodType> = (limits: LimitValues) => S;

/** An operation whose body and query are checked by schemas, with the types of all that it takes and answers. */
export interface CheckedOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  T extends Transfer = Transfer,
> extends Operation {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  /** Of the types, `never` says that there is none. */
  readonly bodyUnder?: BoundedSchema<Body>;
  readonly queryUnder?: BoundedSchema<Query>;
  readonly response: Result;
  readonly transfer: T;
  /** Errors that follow neither from its credential nor from its form: the ones that a mirror of it has too. */
  readonly ownErrors: readonly ErrorName[];
}

/** What is said of every operation where it is listed. */
interface OperationParts<Id, M, Path, Body extends z.ZodType, Query extends z.ZodObject, Result, T> {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  readonly summary: string;
  readonly tag?: OperationTag;
  readonly beta?: BetaFlag;
  readonly body?: BoundedSchema<Body>;
  readonly query?: BoundedSchema<Query>;
  /** Fields of the object that the body may not name: 400 `read_only_field`. */
  readonly readOnly?: readonly string[];
  readonly response: Result;
  readonly form?: BoundedSchema<z.ZodObject>;
  readonly responseType?: string;
  readonly successStatuses?: readonly SuccessStatus[];
  /** Absent: `json`. */
  readonly transfer?: T;
  /** Beyond those that follow from its credential and its form. */
  readonly errors?: readonly ErrorName[];
}

/** What the errors follow from that every operation of a preset has. */
export interface OperationShape {
  readonly method: Method;
  readonly beta?: BetaFlag;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

/** Errors of an operation: those that follow from the form, and its own. */
function errorsOf<Form>(
  usualErrors: (form: Form) => readonly ErrorName[],
  form: Form,
  own: readonly ErrorName[],
): readonly ErrorName[] {
  return [...new Set([...usualErrors(form), ...own])];
}

/** Errors of a mirror of an operation, for another credential. */
export function mirroredErrors(
  { method, bodyUnder, queryUnder, ownErrors }: CheckedOperation,
  usualErrors: (form: OperationShape) => readonly ErrorName[],
): readonly ErrorName[] {
  const form = { method, hasBody: bodyUnder !== undefined, hasQuery: queryUnder !== undefined };
  return errorsOf(usualErrors, form, ownErrors);
}

/** What operations of one API have in common. `Extra`: what each of them says besides. */
interface Preset<Credential extends CredentialKind, Extra> {
  readonly credential: Credential;
  /** Absent: each operation names its own. */
  readonly tag?: OperationTag;
  readonly beta?: BetaFlag;
  readonly browserAccess: BrowserAccess;
  readonly bodyLimit: LimitName;
  /** In the order the causes are looked at. */
  readonly usualErrors: (form: OperationShape & Extra) => readonly ErrorName[];
}

/** A function that makes operations of one preset. */
export function operationsOf<Credential extends CredentialKind, Extra extends object = object>({
  usualErrors,
  bodyLimit,
  ...preset
}: Preset<Credential, Extra>) {
  return function operation<
    const Id extends string,
    const M extends Method,
    const Path extends string,
    Result extends z.ZodType,
    Body extends z.ZodType = never,
    Query extends z.ZodObject = never,
    const T extends Transfer = 'json',
  >(listed: OperationParts<Id, M, Path, Body, Query, Result, T> & Extra) {
    const { body, query, errors = [], ...parts } = listed;
    const form = { ...listed, hasBody: body !== undefined, hasQuery: query !== undefined };
    const filledIn = {
      transfer: 'json',
      ...preset,
      status: 'preview',
      errorStyle: 'standard',
      ...parts,
      ownErrors: errors,
      ...(body ? { bodyUnder: body, request: body(LIMITS), bodyLimit } : {}),
      ...(query ? { queryUnder: query, query: query(LIMITS) } : {}),
      errors: errorsOf(usualErrors, form, errors),
    };
    // What is left of a generic object has no type that the compiler could follow.
    return filledIn as unknown as CheckedOperation<Id, M, Path, Body, Query, Result, T> &
      Extra & { readonly credential: Credential };
  };
}
