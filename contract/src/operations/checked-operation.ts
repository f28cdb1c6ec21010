import type { z } from 'zod';
import type { ErrorName } from '../errors.ts';
import { LIMITS, type LimitName, type LimitValues } from '../limits.ts';
import type { Method, Operation, SuccessStatus } from './operation.ts';

/** A schema as the limits of a deployment bound it. */
export type BoundedSchema<S extends z.ZodType = z.ZodType> = (limits: LimitValues) => S;

/** What is said of every operation whose body and query are checked by schemas. */
export interface CheckedParts<Id, M, Path, Body, Query> {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  readonly summary: string;
  readonly body?: BoundedSchema<Body & z.ZodType>;
  readonly query?: BoundedSchema<Query & z.ZodObject>;
  /** Fields of the object that the body may not name: 400 `read_only_field`. */
  readonly readOnly?: readonly string[];
  readonly response: z.ZodType;
  readonly form?: BoundedSchema<z.ZodObject>;
  readonly answerType?: string;
  readonly successStatuses?: readonly SuccessStatus[];
  /** Beyond those that follow from its credential and its form. */
  readonly errors?: readonly ErrorName[];
}

/** An operation with the types its answer is checked against. */
export interface CheckedOperation<
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
  Body = unknown,
  Query = unknown,
> extends Operation {
  readonly id: Id;
  readonly method: M;
  readonly path: Path;
  readonly bodyUnder?: BoundedSchema<Body & z.ZodType>;
  readonly queryUnder?: BoundedSchema<Query & z.ZodObject>;
}

/** Body and query of an operation: as a deployment bounds them, and as the contract's own limits do. */
export function schemasOf<Body extends z.ZodType, Query extends z.ZodObject>(
  body: BoundedSchema<Body> | undefined,
  query: BoundedSchema<Query> | undefined,
  bodyLimit: LimitName = 'administration_body_bytes',
) {
  return {
    ...(body ? { bodyUnder: body, request: body(LIMITS), bodyLimit } : {}),
    ...(query ? { queryUnder: query, query: query(LIMITS) } : {}),
  };
}
