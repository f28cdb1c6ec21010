import { SIGN_IN_OPERATIONS } from '@svc/contract';
import { sendJson, type Exchange, type Step } from '#exchange';
import type { Answered } from '#features/accounts';
import type { Route } from '#http';
import { doorstep, ownAccount } from '#pipelines';
import { callOf, type AnyCall } from './call.ts';
import type { Rooms } from '../rooms.ts';
import { signInAnswers } from './sign-in-answers.ts';

type AnyAnswer = (exchange: Exchange, call: AnyCall) => Promise<Answered<object>>;

export function signInRoutes(rooms: Rooms): Route[] {
  const answers = signInAnswers(rooms);
  return SIGN_IN_OPERATIONS.map((operation) => {
    // Which call belongs to which answer is known by the type of the answers, and lost where they stand in one list.
    const answer = stepOf(answers[operation.id] as AnyAnswer);
    return { operation, answer: operation.access === 'person' ? ownAccount(rooms, operation, answer) : doorstep(rooms, operation, answer) };
  });
}

function stepOf(answer: AnyAnswer): Step {
  return async (exchange) => {
    const { body, cookies } = await answer(exchange, callOf(exchange));
    const head = ['cache-control', 'no-store', ...cookies.flatMap((cookie) => ['set-cookie', cookie])];
    sendJson(exchange, 200, JSON.stringify(body), head);
  };
}
