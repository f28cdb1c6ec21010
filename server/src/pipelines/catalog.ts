import { sequence, type Step } from '#exchange';
import { authenticate, type AuthenticateRooms } from './steps/credential/authenticate.ts';
import { countUse, type CountUseRooms } from './steps/credential/count-use.ts';
import { refuseWhenCurrent } from './steps/credential/judge-when-changed.ts';
import { limitRate, type LimitRateRooms } from './steps/limits/limit-rate.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface CatalogRooms extends AuthenticateRooms, CountUseRooms, LimitRateRooms {}

/** The path of a look into the model catalogue, which admin keys may take too (D-60). */
export function catalog(rooms: CatalogRooms, answer: Step): Step {
  const judge = authenticate(rooms, { admitsAdminKeys: true });
  return sequence(
    refuseWhenCurrent(rooms, judge), //   401 403
    countUse(rooms),
    limitRate(rooms, 'models', judge), // 429
    requireKnownBetas, //                 400
    requirePublishedVersion, //           400
    answer,
  );
}
