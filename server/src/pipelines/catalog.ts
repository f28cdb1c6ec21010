import { sequence, type Step } from '#exchange';
import type { RequestRates } from '#features/limits';
import { authenticate, type AuthenticateRooms } from './steps/authenticate.ts';
import { limitRate } from './steps/limit-rate.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface CatalogRooms extends AuthenticateRooms {
  readonly rates: RequestRates;
}

/** The path of a look into the model catalogue, which admin keys may take too (D-60). */
export function catalog(rooms: CatalogRooms, answer: Step): Step {
  return sequence(
    authenticate(rooms, { admitsAdminKeys: true }), // 401 403
    limitRate(rooms.rates, 'models'), //               429
    requireKnownBetas, //                              400
    requirePublishedVersion, //                        400
    answer,
  );
}
