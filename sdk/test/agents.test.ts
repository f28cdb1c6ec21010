import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  type RunningService,
} from '../../server/test-kit/index.ts';
import { ConflictError, NotFoundError, Svc } from '../src/index.ts';

let service: RunningService;
let svc: Svc;
beforeAll(async () => {
  service = await startRunningService({
    deployment: oneModel({ type: 'sandbox' }),
    provisioning: oneOrganization(),
  });
  svc = new Svc({ apiKey: MAIN_KEY, baseUrl: `http://127.0.0.1:${service.port}` });
});
afterAll(() => service.stop());

it('AGENT-01 AGENT-15 AGENT-17 AGENT-18 SHARE-09 SHARE-10 creates, changes, lists, archives and deletes agents', async () => {
  const { agents } = svc;
  const { id } = await agents.create({ name: 'Support', model: 'Svc Standard' });
  expect(await agents.update(id, { system: 'Be brief.', version: 1 })).toMatchObject({ version: 2 });
  await expect(agents.update(id, { system: 'Be kind.', version: 1 })).rejects.toBeInstanceOf(ConflictError);
  expect([(await agents.retrieve(id)).system, (await agents.retrieve(id, { version: 1 })).system]).toEqual([
    'Be brief.',
    null,
  ]);
  const versions = [];
  for await (const { version } of agents.listVersions(id, { limit: 1 })) versions.push(version);
  expect(versions).toEqual([2, 1]);
  expect((await agents.archive(id)).archived_at).not.toBeNull();
  expect((await agents.list()).data).toEqual([]);
  expect((await agents.list({ include_archived: true })).data).toMatchObject([{ id }]);
  expect(await agents.delete(id)).toEqual({ id, type: 'agent', deleted: true });
  await expect(agents.retrieve(id)).rejects.toBeInstanceOf(NotFoundError);
});
