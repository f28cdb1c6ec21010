import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadEnvironment } from '#config';
import { createLog } from '#kit';
import { lendDatabase } from '../../test-kit/embedded/reuse-databases.ts';
import { startService } from './running-service.ts';

it('has the first key announced before it says that it is ready', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'svc-announce-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const environment = loadEnvironment({ HOST: '127.0.0.1', PORT: '0', SVC_DATA_DIR: directory }, directory);
  lendDatabase(directory);
  const announced: unknown[] = [];
  const service = await startService({
    environment,
    log: createLog('silent'),
    announce: (started) => announced.push([started.firstKey?.organization, started.readiness().status]),
  });
  expect(announced).toEqual([['Default', 'starting']]);
  expect(service.readiness().status).toBe('ready');
  await service.drain();
});
