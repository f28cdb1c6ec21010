import { ADMINISTRATION_OPERATIONS, type AdministrationCall, type AdministrationOperationId } from '@svc/contract';
import type { Step } from '#exchange';
import type { Change } from '#features/audit';
import { answerChange, answerRead } from '#features/changes';
import type { Route } from '#http';
import { administration, judgeWithin } from '#pipelines';
import { OrganizationScope } from '#store';
import { administrationAnswers } from './administration-answers.ts';
import { callOf, type AnyCall, type Call } from './call.ts';
import type { Rooms } from '../rooms.ts';

type AnswerOf<C extends { method: string; path: string; body: unknown; query: unknown }> = C['method'] extends 'GET'
  ? (scope: OrganizationScope, call: Call<C>) => Promise<object>
  : (change: Change, call: Call<C>) => Promise<object>;

/** One answer per operation of the Admin API; an operation without one does not compile. */
export type AdministrationAnswers = { readonly [Id in AdministrationOperationId]: AnswerOf<AdministrationCall<Id>> };

export function administrationRoutes(rooms: Rooms): Route[] {
  const answers = administrationAnswers(rooms);
  return ADMINISTRATION_OPERATIONS.map((operation) => {
    // Which call belongs to which answer is known by the type above, and lost where they stand in one list.
    const answer = answers[operation.id] as (context: unknown, call: AnyCall) => Promise<object>;
    return { operation, answer: administration(rooms, operation, stepOf(rooms, operation.method === 'GET', answer)) };
  });
}

function stepOf(rooms: Rooms, reads: boolean, answer: (context: unknown, call: AnyCall) => Promise<object>): Step {
  if (!reads) return answerChange(rooms, judgeWithin(rooms), (change, exchange) => answer(change, callOf(exchange)));
  return answerRead((exchange) => answer(new OrganizationScope(rooms.db, exchange.credential.organizationId), callOf(exchange)));
}
