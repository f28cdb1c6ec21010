import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DRAIN_MS } from '../src/connector.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const README = read('README.md');
const UNIT = /```ini\n(?<unit>[^`]*)```/.exec(README)!.groups!['unit']!;

/** Of settings that are in comments too. */
function settingsOf(name: string): string[] {
  return [...UNIT.matchAll(new RegExp(`^(?:# )?${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
}

it('D-TUN-10 the systemd unit starts the command of the package, and waits until it has drained', () => {
  const { bin } = JSON.parse(read('package.json')) as { bin: object };
  expect(settingsOf('ExecStart')).toEqual(Object.keys(bin).map((command) => `/usr/bin/env ${command}`));
  expect(settingsOf('KillSignal')).toEqual(['SIGTERM']);
  expect(Number(settingsOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(DRAIN_MS);
  expect(settingsOf('Restart')).toEqual(['always']);
});

it('TUN-30 TUN-31 the systemd unit has variables that the connector reads, and keeps secrets from others', () => {
  const [path] = settingsOf('EnvironmentFile');
  expect(README).toContain(`install -m 600 /dev/stdin ${path}`);
  const known = new Set([...read('src/settings.ts').matchAll(/SVC_TUNNEL_[A-Z_]+/g)].map(([name]) => name));
  const named = [...README.matchAll(/\b(SVC_TUNNEL_[A-Z_]+)=/g)].map(([, name]) => name!);
  expect(named).toContain('SVC_TUNNEL_CERT');
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(settingsOf('LoadCredential')).toHaveLength(2);
  expect([...settingsOf('DynamicUser'), ...settingsOf('NoNewPrivileges')]).toEqual(['yes', 'yes']);
  expect(settingsOf('ProtectSystem')).toEqual(['strict']);
});

it('D-TUN-10 the container runs node itself, which so receives SIGTERM, as a user without privileges', () => {
  const lines = read('Dockerfile').split('\n');
  const entry = lines.find((line) => line.startsWith('ENTRYPOINT '))!;
  expect(JSON.parse(entry.slice('ENTRYPOINT '.length))).toEqual(['node', 'lib/main.js']);
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 1000:1000');
  expect(lines).toContain('STOPSIGNAL SIGTERM');
});
