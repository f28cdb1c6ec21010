import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { awsFiles, hasProfile, vendorSourceOf, type AwsFiles, type Secret } from '#kit';
import type { Problem } from '../../config-error.ts';
import { formatPath } from '../../format-path.ts';
import type { Path } from '../../read-loosely.ts';
import type { DeploymentDocument } from '../deployment-schema.ts';
import { DEFAULT_METADATA_URL, type BedrockCredential, type BedrockDocument } from './bedrock-engine.ts';
import { defaultAwsCredentials } from './default-aws-credentials.ts';

/** What makes AWS take requests, once it is known where it comes from. Paths are absolute. */
export type AwsCredentials =
  | { readonly type: 'bearer'; readonly token: Secret }
  | {
      readonly type: 'static';
      readonly accessKeyId: string;
      readonly secretAccessKey: Secret;
      readonly sessionToken?: Secret;
    }
  | {
      readonly type: 'web_identity';
      readonly roleArn: string;
      readonly tokenFile: string;
      readonly sessionName?: string;
    }
  | AwsProfileCredentials
  | {
      readonly type: 'container';
      /** Below the metadata address where it is a path. */
      readonly url: string;
      readonly authorization?: Secret;
      readonly authorizationFile?: string;
    }
  | { readonly type: 'instance' };

interface AwsProfileCredentials extends AwsFiles {
  readonly type: 'profile';
  readonly profile: string;
  /** The engine has addresses in place of AWS's, so that its keys may not come from a server of AWS either (D-ENG-3). */
  readonly isPrivate?: true;
}

/** Where files and variables are looked for. */
export interface AwsPlaces {
  /** Folder that relative paths in the configuration start at. */
  readonly directory: string;
  readonly variable: (name: string) => string | undefined;
}

/** What is found, or the field that is wrong and why. */
export type FoundAws = AwsCredentials | { readonly field: string; readonly message: string };

/** Credentials by the engine, or the key of one, that names them. */
export type FoundAwsCredentials = ReadonlyMap<BedrockCredential, AwsCredentials>;

interface FoundCredentials {
  readonly found: FoundAwsCredentials;
  readonly problems: readonly Problem[];
}

/** Finds out where the credentials of all engines on Bedrock and of their keys come from. */
export function readAwsCredentials(
  engines: DeploymentDocument['engines'] = {},
  places: AwsPlaces,
): FoundCredentials {
  const found = new Map<BedrockCredential, AwsCredentials>();
  const problems: Problem[] = [];
  for (const [name, engine] of Object.entries(engines)) {
    if (engine.type !== 'bedrock') continue;
    const path: Path = ['engines', name];
    const keys = engine.keys?.map((key, index) => [[...path, 'keys', index], key] as const);
    for (const [at, holder] of keys ?? [[path, engine] as const]) {
      const credentials = withAddresses(holder, engine, places);
      if ('type' in credentials) found.set(holder, credentials);
      else
        problems.push({
          path: formatPath([...at, 'credentials', credentials.field]),
          message: credentials.message,
        });
    }
  }
  return { found, problems };
}

/** As `locate`, but refuses a profile that leads to a server of AWS where the engine has addresses of its own. */
function withAddresses(holder: BedrockCredential, engine: BedrockDocument, places: AwsPlaces): FoundAws {
  const found = locate(holder, places);
  if (!('type' in found) || found.type !== 'profile' || !hasAddresses(engine)) return found;
  const source = vendorSourceOf(found, found.profile);
  if (source === undefined) return { ...found, isPrivate: true };
  return {
    field: holder.credentials?.profile === undefined ? 'from' : 'profile',
    message: `the profile "${found.profile}" has its keys from ${source}, which contacts a server of AWS, but this engine has addresses in place of AWS's. Use keys, a role or credential_process`,
  };
}

function hasAddresses({ base_url, control_url, sts_url, metadata_url }: BedrockDocument): boolean {
  return [base_url, control_url, sts_url].some(Boolean) || metadata_url !== DEFAULT_METADATA_URL;
}

function locate({ api_key: token, credentials = {} }: BedrockCredential, places: AwsPlaces): FoundAws {
  if (token) return { type: 'bearer', token };
  const {
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    session_token: sessionToken,
    profile,
    role_arn: roleArn,
    web_identity_token_file: file,
  } = credentials;
  if (accessKeyId !== undefined && secretAccessKey)
    return { type: 'static', accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  if (profile !== undefined) return ofProfile(profile, places);
  if (roleArn !== undefined && file !== undefined) {
    const tokenFile = resolve(places.directory, file);
    const message = unreadable(tokenFile);
    return message === undefined
      ? { type: 'web_identity', roleArn, tokenFile }
      : { field: 'web_identity_token_file', message };
  }
  return defaultAwsCredentials(places);
}

function ofProfile(profile: string, { variable }: AwsPlaces): FoundAws {
  const files = awsFiles(variable);
  if (hasProfile(files, profile)) return { type: 'profile', profile, ...files };
  return {
    field: 'profile',
    message: `there is no profile "${profile}" in ${files.credentialsFile} or ${files.configFile}`,
  };
}

function unreadable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? `${path} does not exist` : `${path} cannot be read (${code ?? 'error'})`;
  }
}
