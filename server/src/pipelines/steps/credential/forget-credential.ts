import type { Exchange } from '#exchange';
import type { AccountBook } from '#features/billing';
import type { AdminKeyDirectory, KeyDirectory } from '#features/keys';
import type { RateOverrides } from '#features/limits';
import type { ModelAccess } from '#features/models';
import type { OrganizationDirectory } from '#features/organization';
import type { CodeSignIn } from '#features/code-sessions';
import { fingerprint } from '#kit';
import { readBearer } from './bearer.ts';

export interface ForgetCredentialRooms {
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
  readonly codeSignIn: CodeSignIn;
  readonly organizations: OrganizationDirectory;
  readonly access: ModelAccess;
  readonly rateOverrides: RateOverrides;
  readonly accounts: AccountBook;
}

/** The request's credential was changed elsewhere: what is cached of it and its organization goes. */
export function forgetCredential(rooms: ForgetCredentialRooms, { request, key }: Exchange, organizationId: string): void {
  const { kind, secret } = readBearer(request);
  if (kind === 'sign_in_token') rooms.codeSignIn.codeSessions.invalidate(key!.id);
  else (kind === 'admin' ? rooms.adminKeys : rooms.keys).invalidate(fingerprint(secret));
  rooms.organizations.invalidateOrganization(organizationId);
  rooms.access.invalidateOrganization(organizationId);
  rooms.rateOverrides.invalidateOrganization(organizationId);
  rooms.accounts.invalidateOrganization(organizationId);
}
