import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSmallFileSync } from '#kit';
import type { Problem } from '../../config-error.ts';
import { formatPath } from '../../format-path.ts';
import type { Path } from '../../read-loosely.ts';
import type { DeploymentDocument } from '../deployment-schema.ts';
import { parseGoogleKey, type GoogleKey } from './google-key.ts';
import type { FoundCredentials } from './resolve-vertex.ts';
import type { VertexCredentials } from './vertex-engine.ts';

/** Credentials as they were found: written down somewhere, or handed out by the metadata server. */
export type GoogleCredentials = GoogleKey | { readonly type: 'metadata' };

/** Where files and variables are looked for. */
export interface CredentialPlaces {
  /** Folder that relative paths in the configuration start at. */
  readonly directory: string;
  readonly variable: (name: string) => string | undefined;
}

/** Reads the credentials of all engines that have such ones, so that a reload takes a file that has changed. */
export function readGoogleCredentials(
  engines: DeploymentDocument['engines'] = {},
  places: CredentialPlaces,
): { readonly found: FoundCredentials; readonly problems: readonly Problem[] } {
  const found = new Map<VertexCredentials, GoogleCredentials>();
  const problems: Problem[] = [];
  for (const [name, engine] of Object.entries(engines)) {
    if (engine.type !== 'vertex') continue;
    const { credentials: own, keys = [] } = engine;
    const path: Path = ['engines', name];
    const all: (readonly [Path, VertexCredentials])[] = keys.map((key, index) => [
      [...path, 'keys', index],
      key.credentials,
    ]);
    if (own) all.push([path, own]);
    for (const [at, credentials] of all) {
      const [key, value] = locate(credentials, places);
      if (typeof value === 'object') found.set(credentials, value);
      else problems.push({ path: formatPath([...at, 'credentials', key]), message: value });
    }
  }
  return { found, problems };
}

type Located = readonly [key: keyof VertexCredentials, value: GoogleCredentials | string];

function locate({ file, json }: VertexCredentials, places: CredentialPlaces): Located {
  if (file !== undefined) return ['file', readKeyFile(resolve(places.directory, file), false)];
  if (json !== undefined) return ['json', parseGoogleKey(json.reveal(), false)];
  return ['from', usualCredentials(places)];
}

/** In the order of the vendor's clients (D-ENG-2). */
function usualCredentials({ variable }: CredentialPlaces): GoogleCredentials | string {
  const named = variable('GOOGLE_APPLICATION_CREDENTIALS');
  if (named) {
    const key = readKeyFile(resolve(named), true);
    return typeof key === 'string' ? `GOOGLE_APPLICATION_CREDENTIALS: ${key}` : key;
  }
  const gcloud = gcloudFile(variable);
  return gcloud !== undefined && existsSync(gcloud) ? readKeyFile(gcloud, true) : { type: 'metadata' };
}

function gcloudFile(variable: CredentialPlaces['variable']): string | undefined {
  const home = variable('HOME');
  const folder = variable('CLOUDSDK_CONFIG') || (home && resolve(home, '.config/gcloud'));
  return folder ? resolve(folder, 'application_default_credentials.json') : undefined;
}

function readKeyFile(path: string, mayBePerson: boolean): GoogleKey | string {
  let json: string;
  try {
    json = readSmallFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT'
      ? `${path} does not exist`
      : `${path} cannot be read (${code ?? 'unknown error'})`;
  }
  const key = parseGoogleKey(json, mayBePerson);
  return typeof key === 'string' ? `${path} ${key}` : key;
}
