import { OAUTH_OPERATIONS } from '@svc/contract';
import { oauthAnswers } from '#features/code-sessions';
import type { Route } from '#http';
import { oauth } from '#pipelines';
import type { Rooms } from '../rooms.ts';

export function oauthRoutes(rooms: Rooms): Route[] {
  const answers = oauthAnswers(rooms.codeSignIn);
  return OAUTH_OPERATIONS.map((operation) => ({ operation, answer: oauth(rooms, operation, answers[operation.id]) }));
}
