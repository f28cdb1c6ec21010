import type { SignedIn } from '@svc/contract';
import type { Exchange } from '#exchange';
import type { AccountRooms } from './account.ts';
import { withinPasswordLimit } from './attempts.ts';
import { callLibrary, IN_THE_ACCOUNT } from './call-library.ts';
import { endOtherSessions, type OwnSessionsRooms } from './own-sessions.ts';
import { resume } from './resume.ts';
import type { Answered, SignInRooms } from './sign-in.ts';

/**
 * Whatever was signed in with the old password ends, programs included: who knew it may have signed them in. This session goes on as a
 * new one.
 */
export async function changePassword(
  rooms: SignInRooms & AccountRooms & OwnSessionsRooms,
  exchange: Exchange,
  { current_password: currentPassword, new_password: newPassword }: { readonly current_password: string; readonly new_password: string },
): Promise<Answered<SignedIn>> {
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  const { cookies } = await withinPasswordLimit(rooms, exchange.person, () =>
    callLibrary(exchange, IN_THE_ACCOUNT, (request) => rooms.library.api.changePassword({ ...request, body })),
  );
  const resumed = await resume(rooms, exchange.person, cookies);
  await endOtherSessions(rooms, exchange, resumed.body.id);
  return resumed;
}
