import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDeployment } from '#config';
import { mountSmallDisk } from '../../../test-kit/mount-small-disk.ts';
import { reportNode, type NodeReportDeps } from './report-node.ts';

const CONTEXT = {
  source: 'test',
  baseUrl: 'http://localhost:0',
  directory: '/',
  variable: () => undefined,
  severalNodes: false,
  sendsMail: true,
};
const { config } = parseDeployment('{}', CONTEXT);
const BACKLOG_BYTES = 16_777_216;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-node-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function report(deps: Partial<NodeReportDeps> = {}, backlog = {}) {
  const bytes = (backlogBytes: number) => ({ backlogBytes });
  const {
    state,
    problems,
    shared_counters: counters,
    disk,
  } = await reportNode(
    {
      deployment: () => config,
      generation: { stats: () => [], downRoutes: () => [] },
      journals: { usage: bytes(BACKLOG_BYTES), calls: bytes(0), audit: bytes(0), ...backlog },
      // Of which nothing is told, whatever is free on this machine.
      dataDir: join(directory, 'nowhere'),
      counters: undefined,
      unavailableDependencies: () => [],
      degraded: () => [],
      ...deps,
    },
    { version: '1.0.0', startedAtMs: 0 },
  );
  return { state, problems, counters, disk };
}

describe('what a node says of itself', () => {
  it('is ready without problems', async () => {
    expect(await report()).toEqual({ state: 'ready', problems: [], counters: 'unused', disk: null });
  });

  it.each(['usage', 'calls', 'audit'])('has a problem when more of %s waits than two files', async (name) => {
    const backlog = { [name]: { backlogBytes: BACKLOG_BYTES + 1 } };
    expect(await report({}, backlog)).toMatchObject({ state: 'degraded', problems: ['backlog'] });
  });

  it.each(['counters', 'engines', 'routes'] as const)('is degraded without %s', async (name) => {
    const degraded = () => [name];
    expect(await report({ degraded })).toMatchObject({ state: 'degraded', problems: [name] });
  });

  it.each(['database', 'disk'] as const)('is unavailable without its %s, whatever else', async (name) => {
    const deps = { unavailableDependencies: () => [name], degraded: () => ['routes' as const] };
    expect(await report(deps)).toMatchObject({ state: 'unavailable', problems: [name, 'routes'] });
  });

  it.each([
    [{ unavailable: true }, 'away'],
    [{ unavailable: false }, 'connected'],
  ])('tells of shared counters that are %j', async (counters, received) => {
    expect(await report({ counters })).toMatchObject({ counters: received });
  });

  it('has a problem when less than a twentieth of its disk is free', async (context) => {
    if (!mountSmallDisk(directory)) return context.skip('cannot mount a small file system');
    try {
      const dataDir = directory;
      expect(await report({ dataDir })).toMatchObject({ problems: [], disk: { total_bytes: 262_144 } });
      await writeFile(join(directory, 'data'), Buffer.alloc(262_144 - 12_288));
      expect(await report({ dataDir })).toMatchObject({ state: 'degraded', problems: ['disk_space'] });
    } finally {
      execFileSync('umount', [directory]);
    }
  });
});
