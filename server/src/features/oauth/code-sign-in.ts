import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import { KeyedMutex, type Clock, type Log, type Secret } from '#kit';
import type { SealingRing } from '#sealing';
import type { Tables } from '#store';
import { AccessTokens } from './access-tokens.ts';
import { RefreshTokens } from './refresh-tokens.ts';
import { CodeSessionDirectory } from './session-directory.ts';
import { SigningKeys } from './signing-keys.ts';
import { UserCodes } from './user-codes.ts';

export interface CodeSignInParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataKey: Secret;
  readonly sealing: SealingRing;
  readonly limits: () => LimitValues;
  /** The service's public address, which is issuer and audience of every token. */
  readonly baseUrl: string;
  readonly credentialsChanged: CredentialsChanged;
}

/** Everything sign-in of code clients is made of. */
export interface CodeSignIn extends Omit<CodeSignInParts, 'dataKey' | 'sealing'> {
  readonly signingKeys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly userCodes: UserCodes;
  readonly codeSessions: CodeSessionDirectory;
  readonly mutex: KeyedMutex;
}

export function createCodeSignIn({ dataKey, sealing, ...parts }: CodeSignInParts): CodeSignIn {
  const signingKeys = new SigningKeys({ ...parts, sealing });
  return {
    ...parts,
    signingKeys,
    accessTokens: new AccessTokens({
      keys: signingKeys,
      clock: parts.clock,
      limits: parts.limits,
      issuer: parts.baseUrl,
    }),
    refreshTokens: new RefreshTokens(dataKey),
    userCodes: new UserCodes(dataKey),
    codeSessions: new CodeSessionDirectory(parts),
    mutex: new KeyedMutex(),
  };
}
