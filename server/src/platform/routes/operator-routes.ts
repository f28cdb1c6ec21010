import {
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_OPERATIONS,
  OPERATOR_SIGN_IN_OPERATIONS,
  type OperatorOperation,
} from '@svc/contract';
import type { HttpExchange, OperatorExchange, Step } from '#exchange';
import type { OperatorHandlers } from '#features/module';
import {
  handleOperatorChange,
  handleOperatorInquiry,
  handleOperatorRead,
  confirmOperator,
  noteRefusals,
  operatorSignInHandlers,
} from '#features/operators';
import type { Route } from '#http';
import { consolePublic, operatorAccount, operatorApi, operatorConsole } from '#pipelines';
import type { AppServices } from '../app-services.ts';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';
import { respondWithCookies, type AnySignInHandler } from './sign-in-routes.ts';

/** What operators do, by key and in the Console: the handlers are the same. */
export function operatorRoutes(services: AppServices): Route[] {
  const handlers: OperatorHandlers = handlersOf(services.modules, 'operator');
  const routeOf = (operation: OperatorOperation, pipeline: typeof operatorApi): Route => {
    // The type above says which call belongs to which handler; in a list it is lost.
    const handler = handlers[operation.id as keyof OperatorHandlers] as unknown as AnyHandler;
    const step = pipeline(services, operation, stepOf(services, operation, handler));
    return { operation, handle: noteRefusals(services, step) as Route['handle'] };
  };
  return [
    ...OPERATOR_OPERATIONS.map((operation) => routeOf(operation, operatorApi)),
    ...OPERATOR_CONSOLE_OPERATIONS.map((operation) => routeOf(operation, operatorConsole)),
    ...operatorSignInRoutes(services),
  ];
}

function stepOf(
  services: AppServices,
  { method, changes, needsSecondFactor, isLive }: OperatorOperation,
  handler: AnyHandler,
): Step<OperatorExchange> {
  if (method === 'GET')
    return handleOperatorRead(services, (exchange) => handler(services.db, callOf(exchange), undefined), {
      isNoted: !isLive,
    });
  if (changes === false)
    return handleOperatorInquiry(services, (inquiry, exchange) =>
      handler(inquiry, callOf(exchange), undefined),
    );
  return handleOperatorChange(
    services,
    (made, exchange) => handler(made, callOf(exchange), undefined),
    needsSecondFactor ? confirmOperator(services) : undefined,
  );
}

function operatorSignInRoutes(services: AppServices): Route[] {
  const steps = operatorSignInHandlers(services);
  return OPERATOR_SIGN_IN_OPERATIONS.map((operation: OperatorOperation) => {
    const step: unknown = steps[operation.id as keyof typeof steps];
    return {
      operation,
      handle:
        operation.credential === 'none'
          ? consolePublic(services, operation, respondWithCookies(step as AnySignInHandler<HttpExchange>))
          : operatorAccount(
              services,
              operation,
              respondWithCookies(step as AnySignInHandler<OperatorExchange>),
            ),
    };
  });
}
