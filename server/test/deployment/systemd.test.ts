import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DRAIN_SECONDS, KNOWN_VARIABLES, readFromRoot } from './files.ts';

const UNIT = readFromRoot('deploy/systemd/svc.service');
const MAX_EXPOSURE = 3;

function settingsOf(name: string): string[] {
  return [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
}

it('the unit starts the service, waits until it has drained, and gives it one directory', () => {
  expect(settingsOf('ExecStart')).toEqual(['/opt/svc/node_modules/.bin/svc start']);
  expect(Number(settingsOf('TimeoutStopSec')[0])).toBeGreaterThan(DRAIN_SECONDS + 30);
  expect(settingsOf('KillMode')).toEqual(['mixed']);
  const [directory] = settingsOf('StateDirectory');
  expect(settingsOf('Environment').join(' ')).toContain(`SVC_DATA_DIR=/var/lib/${directory}`);
});

it('the unit and its example of variables name variables that the service reads', () => {
  const set = settingsOf('Environment').join(' ');
  const example = readFromRoot('deploy/systemd/svc.env.example');
  const names = [...`${set}\n${example}`.matchAll(/(?:^|[\s#])([A-Z][A-Z_]+)=/g)].map(([, name]) => name!);
  expect(names).toContain('SVC_DATA_DIR');
  expect(names).toContain('SVC_DATA_KEY');
  expect(names.filter((name) => name !== 'PATH' && !KNOWN_VARIABLES.has(name))).toEqual([]);
});

/** Skips where systemd is not installed, as on macOS. */
function analyze(context: { skip: (reason: string) => never }, words: readonly string[]) {
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  if (error) context.skip('systemd-analyze not found');
  return { status, output: stdout + stderr };
}

it('systemd takes the unit as it is', (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-unit-'));
  try {
    // It wants to see the program.
    const program = join(directory, 'node_modules/.bin/svc');
    mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true });
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    const unit = join(directory, 'svc.service');
    writeFileSync(unit, UNIT.replaceAll('/opt/svc', directory));
    const { status, output } = analyze(context, ['verify', '--man=no', unit]);
    expect([status, output]).toEqual([0, '']);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it('the sandbox of the unit leaves little open', (context) => {
  const { output } = analyze(context, ['security', '--offline=true', 'deploy/systemd/svc.service']);
  const [, exposure] = /Overall exposure level for svc\.service: ([\d.]+)/.exec(output) ?? [];
  // Older versions look at running units only.
  if (exposure === undefined) context.skip('systemd-analyze cannot judge a file');
  expect(Number(exposure)).toBeLessThan(MAX_EXPOSURE);
});
