import { readProfile, type AwsFiles, type AwsProfile } from './aws-files.ts';

/** Where a profile has its keys from, if AWS's library asks for them at an address that the configuration cannot change. */
export type VendorSource = 'single sign-on' | 'login_session' | 'credential_source';

const SSO_FIELDS = ['sso_start_url', 'sso_account_id', 'sso_session', 'sso_region', 'sso_role_name'];

/**
 * Follows a profile to the one that its keys come from, in the order in which the library does. Keys, tokens in files and commands need
 * no server of the vendor, and roles are asked for at `sts_url`.
 */
export function vendorSourceOf(files: AwsFiles, name: string): VendorSource | undefined {
  const seen = new Set<string>();
  let next: string | undefined = name;
  while (next !== undefined && !seen.has(next)) {
    const profile = readProfile(files, next);
    const isSource = seen.size > 0;
    seen.add(next);
    const hasKeys = profile.has('aws_access_key_id') && profile.has('aws_secret_access_key');
    if (hasKeys && (isSource || !profile.has('role_arn'))) return undefined;
    const sourceProfile = profile.get('source_profile');
    if (sourceProfile === undefined || profile.has('credential_source')) return sourceOf(profile);
    next = sourceProfile;
  }
  return undefined;
}

function sourceOf(profile: AwsProfile): VendorSource | undefined {
  const source = profile.get('credential_source');
  if (source !== undefined) return source === 'Environment' ? undefined : 'credential_source';
  if (profile.has('web_identity_token_file') || profile.has('credential_process')) return undefined;
  if (SSO_FIELDS.some((field) => profile.has(field))) return 'single sign-on';
  return profile.has('login_session') ? 'login_session' : undefined;
}
