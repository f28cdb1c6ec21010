import {
  SIGN_IN_OPERATIONS,
  SIGN_UP_OPERATIONS,
  type SignInCall,
  type SingleSignOnOperationId,
} from '@svc/contract';
import { sequence, type HttpExchange, type SignedInExchange, type Step } from '#exchange';
import { signInHandlers, type SignInHandler, type WithCookies } from '#features/console-auth';
import { beginSignIn } from '#features/single-sign-on';
import { requireSignUp, signUpHandlers } from '#features/sign-up';
import type { Route } from '#http';
import { consolePublic, consoleAccount } from '#pipelines';
import { callOf, type AnyCall } from './call.ts';
import type { AppServices } from '../app-services.ts';

export type AnySignInHandler<E> = (exchange: E, call: AnyCall) => Promise<WithCookies<object>>;

export function signInRoutes(services: AppServices): Route[] {
  const handlers = { ...signInHandlers(services), ...signUpHandlers(services), ...singleSignOn(services) };
  const routes = SIGN_IN_OPERATIONS.map((operation): Route => {
    // The type of the answers says which call belongs to which; in a list it is lost.
    const handler: unknown = handlers[operation.id];
    return {
      operation,
      handle:
        operation.credential === 'none'
          ? consolePublic(services, operation, respondWithCookies(handler as AnySignInHandler<HttpExchange>))
          : consoleAccount(
              services,
              operation,
              respondWithCookies(handler as AnySignInHandler<SignedInExchange>),
            ),
    };
  });
  return routes.map((route) => (isSignUp(route) ? whileOpen(services, route) : route));
}

function singleSignOn(services: AppServices) {
  return {
    beginSignIn: async (_exchange, { body }) => ({ body: await beginSignIn(services, body), cookies: [] }),
  } satisfies { [Id in SingleSignOnOperationId]: SignInHandler<SignInCall<Id>> };
}

function isSignUp({ operation }: Route): boolean {
  return SIGN_UP_OPERATIONS.some(({ id }) => id === operation.id);
}

/** A route that looks as if it were not there while nobody may sign up. */
function whileOpen(services: AppServices, route: Route): Route {
  return { ...route, handle: sequence<HttpExchange>()(requireSignUp(services), route.handle) };
}

export function respondWithCookies<E extends HttpExchange>(handler: AnySignInHandler<E>): Step<E> {
  return async (exchange) => {
    const { body, cookies } = await handler(exchange, callOf(exchange));
    const head = ['cache-control', 'no-store', ...cookies.flatMap((cookie) => ['set-cookie', cookie])];
    exchange.sink.json(200, JSON.stringify(body), head);
  };
}
