import { ADMINISTRATION_BETA, type OfferedOperation } from '@svc/contract';
import { sequence, type Step } from '#exchange';
import { authenticate, type AuthenticateRooms } from './steps/credential/authenticate.ts';
import { countUse, type CountUseRooms } from './steps/credential/count-use.ts';
import { refuseWhenCurrent } from './steps/credential/judge-when-changed.ts';
import { limitRate, type LimitRateRooms } from './steps/limits/limit-rate.ts';
import { parseInput, type ParseInputRooms } from './steps/body/parse-input.ts';
import { readJsonBody } from './steps/body/read-json-body.ts';
import { requireBeta, requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface AdministrationRooms extends AuthenticateRooms, CountUseRooms, LimitRateRooms, ParseInputRooms {}

/**
 * The path of a call to the Admin API. The order is contract (D-ERR-3). Behind it, in `answer`: 403 `role_required`, 404,
 * 409. Everything is read through the organization of the key, so whatever belongs to another one does not exist.
 */
export function administration(rooms: AdministrationRooms, operation: OfferedOperation, answer: Step): Step {
  const judge = authenticate(rooms, { admitsAdminKeys: true, admitsInferenceKeys: false });
  return sequence(
    refuseWhenCurrent(rooms, judge), //                      401 403
    countUse(rooms),
    limitRate(rooms, 'admin_api', judge, 'organization'), // 429
    requireKnownBetas, //                                    400
    requireBeta(ADMINISTRATION_BETA), //                     400
    requirePublishedVersion, //                              400
    ...readJsonBody(rooms, operation), //                    413 400 408
    parseInput(rooms, operation), //                         400
    answer, //                                               403 404 409
  );
}
