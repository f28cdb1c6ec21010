import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  type RunningService,
} from '../../server/test-kit/index.ts';
import { NotFoundError, Svc } from '../src/index.ts';

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

const allowed_targets = ['http://inside:8080/mcp'];

it('TUN-10 TUN-11 TUN-17 creates, lists, changes, rotates and deletes tunnels', async () => {
  const { tunnels } = svc;
  const { id, connector_token: token } = await tunnels.create({ name: 'office', allowed_targets });
  expect(token).toMatch(/^stn_/);
  expect((await tunnels.retrieve(id)).name).toBe('office');
  expect((await tunnels.update(id, { status: 'disabled' })).status).toBe('disabled');
  const listed: string[] = [];
  for await (const tunnel of tunnels.list({ status: 'disabled' })) listed.push(tunnel.id);
  expect(listed).toEqual([id]);
  const rotated = await tunnels.rotateToken(id, { grace_seconds: 60 });
  expect(rotated.connector_token).not.toBe(token);
  expect((await tunnels.listConnections(id)).data).toEqual([]);
  expect(await tunnels.delete(id)).toEqual({ id, type: 'tunnel', deleted: true });
  await expect(tunnels.retrieve(id)).rejects.toBeInstanceOf(NotFoundError);
});

it('TUN-24 TUN-25 TUN-26 issues, lists, reads and revokes certificates', async () => {
  const { tunnels } = svc;
  const { id } = await tunnels.create({ name: 'plant', allowed_targets, auth_mode: 'mtls' });
  const issued = await tunnels.issueCertificate(id, { name: 'gateway' });
  expect(issued.private_key_pem).toContain('PRIVATE KEY');
  expect((await tunnels.listCertificates(id)).data.map((one) => one.id)).toEqual([issued.id]);
  expect((await tunnels.retrieveCertificate(id, issued.id)).private_key_pem).toBeNull();
  expect((await tunnels.revokeCertificate(id, issued.id)).status).toBe('revoked');
});
