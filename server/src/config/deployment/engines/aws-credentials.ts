import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import type { Secret } from '#kit';
import type { Problem } from '../../config-error.ts';
import { formatPath } from '../../format-path.ts';
import type { Path } from '../../read-loosely.ts';
import type { DeploymentDocument } from '../deployment-schema.ts';
import { awsFiles, hasProfile, type AwsFiles } from './aws-files.ts';
import type { BedrockCredential } from './bedrock-engine.ts';
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
  | ({ readonly type: 'profile'; readonly profile: string } & AwsFiles)
  | {
      readonly type: 'container';
      /** Below the metadata address where it is a path. */
      readonly url: string;
      readonly authorization?: Secret;
      readonly authorizationFile?: string;
    }
  | { readonly type: 'instance' };

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
      const credentials = locate(holder, places);
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
