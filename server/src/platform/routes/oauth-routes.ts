import { OAUTH_OPERATIONS } from '@svc/contract';
import { oauthAnswers } from '#features/code-sessions';
import type { Route } from '#http';
import { oauth } from '#pipelines';
import type { AppServices } from '../app-services.ts';

export function oauthRoutes(services: AppServices): Route[] {
  const answers = oauthAnswers(services.codeSignIn);
  return OAUTH_OPERATIONS.map((operation) => ({
    operation,
    answer: oauth(services, operation, answers[operation.id]),
  }));
}
