import type { OfferedOperation } from '@svc/contract';
import { sequence, type Step } from '#exchange';
import { authenticatePerson, requireMembership } from './steps/credential/authenticate-person.ts';
import { limitPersonRate, type LimitPersonRateRooms } from './steps/limits/limit-person-rate.ts';
import { parseInput, type ParseInputRooms } from './steps/body/parse-input.ts';
import { readJsonBody } from './steps/body/read-json-body.ts';
import { requireConsoleOrigin, requireCsrfToken, type SameSiteRooms } from './steps/require-same-site.ts';

export interface ConsoleRooms extends ParseInputRooms, SameSiteRooms, LimitPersonRateRooms {}

/** The path of a request by which nobody is signed in yet. Behind it, in `answer`, attempts are counted: 429. */
export function doorstep(rooms: ConsoleRooms, operation: OfferedOperation, answer: Step): Step {
  return sequence(
    requireConsoleOrigin(rooms), //       403
    ...readJsonBody(rooms, operation), // 413 400 408
    parseInput(rooms, operation), //      400
    answer, //                            401 429
  );
}

/** The path of a request about the person's own account, which needs no organization. */
export function ownAccount(rooms: ConsoleRooms, operation: OfferedOperation, answer: Step): Step {
  return sequence(
    authenticatePerson(rooms), //         401 403
    requireConsoleOrigin(rooms), //       403
    requireCsrfToken(rooms), //           403
    ...readJsonBody(rooms, operation), // 413 400 408
    parseInput(rooms, operation), //      400
    answer, //                            403 404
  );
}

/** The path of a request about the organization the person looks at. Behind it, in `answer`: what their roles allow. */
export function inOrganization(rooms: ConsoleRooms, operation: OfferedOperation, answer: Step): Step {
  return sequence(
    authenticatePerson(rooms), //         401 403
    requireConsoleOrigin(rooms), //       403
    requireCsrfToken(rooms), //           403
    requireMembership, //                 403
    limitPersonRate(rooms), //            429
    ...readJsonBody(rooms, operation), // 413 400 408
    parseInput(rooms, operation), //      400
    answer, //                            403 404 409
  );
}
