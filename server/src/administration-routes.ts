import { ADMINISTRATION_OPERATIONS, type AdministrationCall, type AdministrationOperationId, type PathParameter } from '@svc/contract';
import type { Exchange, Step } from '#exchange';
import type { Change } from '#features/audit';
import { answerChange, answerRead } from '#features/changes';
import type { Route } from '#http';
import { administration, judgeWithin } from '#pipelines';
import { OrganizationScope } from '#store';
import { administrationAnswers } from './administration-answers.ts';
import type { Rooms } from './rooms.ts';

/** What an answer is given of a request: all of it checked. */
export interface Call<C extends { path: string; body: unknown; query: unknown }> {
  readonly params: Readonly<Record<PathParameter<C['path']>, string>>;
  readonly body: C['body'];
  readonly query: C['query'];
}

type AnswerOf<C extends { method: string; path: string; body: unknown; query: unknown }> = C['method'] extends 'GET'
  ? (scope: OrganizationScope, call: Call<C>) => Promise<object>
  : (change: Change, call: Call<C>) => Promise<object>;

/** One answer per operation of the Admin API; an operation without one does not compile. */
export type AdministrationAnswers = { readonly [Id in AdministrationOperationId]: AnswerOf<AdministrationCall<Id>> };

export type AnyCall = Call<{ path: string; body: unknown; query: unknown }>;

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

const ID = /^\w{1,64}$/;

/** A parameter that cannot be an id, and might not even be text to the database, becomes one that nothing has. */
export function callOf({ params, input }: Exchange): AnyCall {
  const ids = Object.entries(params).map(([name, value]) => [name, ID.test(value) ? value : '']);
  return { params: Object.fromEntries(ids) as Record<string, string>, ...input };
}
