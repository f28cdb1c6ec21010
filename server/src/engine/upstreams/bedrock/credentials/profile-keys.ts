import type { AwsCredentials } from '#config';
import { vendorSourceOf } from '#kit';
import { EngineFault } from '../../../events.ts';
import { refusedKeys, type AwsKeys } from './aws-keys.ts';
import { assumeRole, assumeRoleWithToken, type TokenService } from './role-keys.ts';

type ProfileCredentials = Extract<AwsCredentials, { readonly type: 'profile' }>;

/**
 * The keys of a profile, whatever it names: keys, a role of another profile, a command, a session of single sign-on. The vendor's library
 * reads the files, and is loaded when it is needed; roles are asked for here, so that no other address than the configured one is.
 */
export async function fetchProfileKeys(
  credentials: ProfileCredentials,
  service: TokenService,
): Promise<AwsKeys> {
  const { profile, credentialsFile, configFile } = credentials;
  // Checked at the start too, but the files may have changed since.
  if (credentials.isPrivate && vendorSourceOf(credentials, profile) !== undefined) throw refusedKeys();
  let roleEndsAtMs: number | undefined;
  const toIdentity = ({ expiresAtMs, sessionToken = '', ...keys }: AwsKeys) => {
    roleEndsAtMs = expiresAtMs;
    return { ...keys, sessionToken };
  };
  const { fromIni } = await import('@aws-sdk/credential-provider-ini');
  const provider = fromIni({
    profile,
    filepath: credentialsFile,
    configFilepath: configFile,
    ignoreCache: true,
    roleAssumer: async (keys, { RoleArn, RoleSessionName, ExternalId, DurationSeconds }) =>
      toIdentity(
        await assumeRole(service, keys, {
          roleArn: RoleArn,
          sessionName: RoleSessionName,
          more: { ExternalId, DurationSeconds: DurationSeconds?.toString() },
        }),
      ),
    roleAssumerWithWebIdentity: async ({ RoleArn, RoleSessionName, WebIdentityToken }) =>
      toIdentity(
        await assumeRoleWithToken(service, {
          roleArn: RoleArn,
          sessionName: RoleSessionName,
          token: WebIdentityToken.trim(),
        }),
      ),
  });
  try {
    const { accessKeyId, secretAccessKey, sessionToken, expiration } = await provider();
    return { accessKeyId, secretAccessKey, sessionToken, expiresAtMs: roleEndsAtMs ?? expiration?.getTime() };
  } catch (error) {
    // The library's errors name files and profiles.
    throw error instanceof EngineFault ? error : refusedKeys();
  }
}
