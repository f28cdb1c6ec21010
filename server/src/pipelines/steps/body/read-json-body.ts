import type { LimitName, LimitValues, OfferedOperation } from '@svc/contract';
import type { Step } from '#exchange';
import { limitDeclaredSize } from './limit-size.ts';
import { readBody } from './read-body.ts';
import { requireJson } from './require-json.ts';

const LIMIT: LimitName = 'administration_body_bytes';

/** Steps 5 to 7 (D-01) of an operation on stored objects, where it takes a body. */
export function readJsonBody({ limits }: { readonly limits: () => LimitValues }, operation: OfferedOperation): readonly Step[] {
  if (!operation.bodyUnder) return [];
  const limitBytes = (): number => limits()[LIMIT];
  return [limitDeclaredSize(limitBytes), requireJson, readBody(limitBytes)];
}
