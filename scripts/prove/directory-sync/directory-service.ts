import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint, fingerprintBytes } from '../../../server/src/kit/index.ts';
import type { Store } from '../../../server/src/store/index.ts';
import { oneModel, oneOrganization } from '../../../server/test-kit/index.ts';
import { prepareFolder, type ServiceFolder } from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

const TOKEN = `scim_${'7'.repeat(64)}`;
const REQUESTS = 1_000_000_000;

export interface DirectoryFolder extends ServiceFolder {
  remove(): Promise<void>;
}

/** A deployment whose directory may send as fast as it is answered. */
export async function prepareDirectoryFolder(databaseUrl: string): Promise<DirectoryFolder> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-directory-'));
  const limits = { directory_requests_per_minute: REQUESTS, chat_requests_per_minute: REQUESTS };
  const folder = prepareFolder(directory, oneModel({ type: 'sandbox' }, { limits }), oneOrganization(), {
    SVC_DATA_KEY: DATA_KEY,
    DATABASE_URL: databaseUrl,
  });
  return { ...folder, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Verifies the domain of the people and makes the token, as an owner would. */
export async function openDirectory({ db }: Pick<Store, 'db'>): Promise<void> {
  const owner = await db
    .selectFrom('members')
    .select(['organization_id', 'user_id'])
    .executeTakeFirstOrThrow();
  const nowMs = Date.now();
  await db
    .insertInto('domains')
    .values({
      id: 'dom_1',
      organization_id: owner.organization_id,
      domain: 'acme.test',
      status: 'verified',
      txt_value: '-',
      verified_at: nowMs,
      created_at: nowMs,
    })
    .execute();
  await db
    .insertInto('directory_tokens')
    .values({
      id: 'dirtok_1',
      organization_id: owner.organization_id,
      name: 'Directory',
      fingerprint: fingerprintBytes(fingerprint(TOKEN)),
      created_by: owner.user_id,
      created_at: nowMs,
    })
    .execute();
}

/** One request of the directory. Throws on any status but `expected`. Returns the id of the response. */
export async function callDirectory(
  serviceUrl: string,
  request: { readonly method: string; readonly path: string; readonly body: object },
  expected: number,
): Promise<string> {
  const response = await fetch(`${serviceUrl}/scim/v2${request.path}`, {
    method: request.method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(request.body),
  });
  const body = (await response.json()) as { readonly id: string };
  if (response.status !== expected)
    throw new Error(`${request.method} ${request.path}: ${response.status} ${JSON.stringify(body)}`);
  return body.id;
}
