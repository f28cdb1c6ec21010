import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EICAR_TEXT, zip } from '#test-kit';
import { startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';

const CLAMD = ['/usr/sbin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path));

/**
 * clamd with a single signature of our own, so that it loads no others, and a socket in a separate folder.
 */
async function startClamd(folder: string): Promise<ChildProcess> {
  await writeFile(
    join(folder, 'test.ndb'),
    `Svc.Test.Eicar:0:*:${Buffer.from(EICAR_TEXT).toString('hex')}\n`,
  );
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${folder}/clamd.sock`,
    'AlertExceedsMax yes',
    'MaxFileSize 500000',
    '',
  ];
  await writeFile(join(folder, 'clamd.conf'), settings.join('\n'));
  const child = spawn(CLAMD!, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  while (!existsSync(join(folder, 'clamd.sock'))) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`);
    await delay(20);
  }
  return child;
}

async function stopClamd(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

describe('files of a service with an installed clamd', () => {
  let folder: string;
  let clamd: ChildProcess | undefined;
  let files: FilesFixture | undefined;
  beforeAll(async () => {
    if (!CLAMD) return;
    folder = await mkdtemp(join(tmpdir(), 'svc-clamd-'));
    clamd = await startClamd(folder);
    files = await startFilesFixture({}, {}, { files: { clamd_url: `unix://${folder}/clamd.sock` } });
  });
  afterAll(async () => {
    if (!clamd) return;
    await files?.service.stop();
    await stopClamd(clamd);
    await rm(folder, { recursive: true, force: true });
  });

  it('D-FILE-5 pass the scan, fail by its result and its limits, and wait for it', async (context) => {
    if (!files) return context.skip('clamd not found');
    const outcome = async (purpose: string, name: string, content: Buffer | string) => {
      const sent = new File([content as BlobPart], name);
      const { status, status_detail: detail } = await files!.prepared(purpose, sent);
      return [status, detail];
    };
    expect(await outcome('document', 'a.txt', 'hello'.repeat(50_000))).toEqual(['ready', null]);
    expect(await outcome('document', 'bad.txt', EICAR_TEXT)).toEqual(['failed', 'malware_detected']);
    const packed = zip([{ name: 'SKILL.md', content: EICAR_TEXT }]);
    expect(await outcome('skill', 'bad.zip', packed)).toEqual(['failed', 'malware_detected']);
    const tooLarge = ['failed', 'processing_error'];
    expect(await outcome('document', 'large.txt', 'x'.repeat(600_000))).toEqual(tooLarge);
    await stopClamd(clamd!);
    await rm(join(folder, 'clamd.sock'), { force: true });
    const { body } = await files.upload([
      ['purpose', 'document'],
      ['file', textFile()],
    ]);
    await files.service.advance(60);
    const status = async () => (await files!.request('GET', `/v1/files/${body['id']}`)).body['status'];
    expect(await status()).toBe('processing');
    clamd = await startClamd(folder);
    await files.service.advance(120);
    expect(await status()).toBe('ready');
  });
});
