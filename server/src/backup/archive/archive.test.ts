import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { BackupDamaged, BackupRefused } from '../backup-errors.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { readArchive } from './read-archive.ts';

const BYTES = Buffer.from(Array.from({ length: 1500 }, (_, i) => i % 251));

async function* inPieces(bytes: Buffer, length = 700): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function makeArchive(): Promise<Buffer> {
  const archive = new ArchiveWriter();
  async function* pieces() {
    yield* archive.text('manifest.json', '{"format":1}');
    yield* archive.directory('database/empty');
    yield* archive.file('database/whole', BYTES.length, inPieces(BYTES));
    yield* archive.file('database/grew', 1000, inPieces(BYTES));
    yield* archive.file('database/shrank', 2000, inPieces(BYTES));
    yield* archive.end();
  }
  return Buffer.concat(await Array.fromAsync(pieces()));
}

async function read(archive: Buffer, length?: number): Promise<[string, string][]> {
  const entries: [string, string][] = [];
  for await (const entry of readArchive(inPieces(archive, length)))
    entries.push([entry.name, (await buffer(entry.content())).toString('latin1')]);
  return entries;
}

it('gives back what was written, files of exactly the size that was announced', async () => {
  const archive = await makeArchive();
  const expected = [
    ['manifest.json', '{"format":1}'],
    ['database/empty/', ''],
    ['database/whole', BYTES.toString('latin1')],
    ['database/grew', BYTES.toString('latin1', 0, 1000)],
    ['database/shrank', BYTES.toString('latin1') + '\0'.repeat(500)],
  ];
  for (const length of [1, 511, 512, 513, 100_000]) expect(await read(archive, length)).toEqual(expected);
});

it('skips the content of entries that nobody reads', async () => {
  const names = await Array.fromAsync(readArchive(inPieces(await makeArchive())), ({ name }) => name);
  expect(names.at(-1)).toBe('database/shrank');
});

it('is a tar file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-archive-'));
  try {
    writeFileSync(join(directory, 'b.tar'), await makeArchive());
    execFileSync('tar', ['-xf', 'b.tar'], { cwd: directory });
    const listed = execFileSync('tar', ['-tvf', 'b.tar'], { cwd: directory }).toString();
    expect(listed).toMatch(/^drwx------ 0\/0 +0 \S+ \S+ database\/empty\/$/m);
    expect(listed).toMatch(/^-rw------- 0\/0 +1500 \S+ \S+ database\/whole$/m);
    expect(execFileSync('cat', [join(directory, 'database/whole')])).toEqual(BYTES);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('finds out that an archive was cut, wherever', async () => {
  const archive = await makeArchive();
  for (let length = 0; length < archive.length; length += 37)
    await expect(read(archive.subarray(0, length)), `${length} bytes`).rejects.toThrow(
      'The backup is incomplete: it ends too early. Nothing was restored.',
    );
});

it('finds out that any byte was changed, or that something was added', async () => {
  const archive = await makeArchive();
  for (let place = 0; place < archive.length; place += 23) {
    const changed = Buffer.from(archive);
    changed[place]! ^= 0x10;
    // The first header says what the file is.
    const error = place < 512 ? BackupRefused : BackupDamaged;
    await expect(read(changed), `byte ${place}`).rejects.toBeInstanceOf(error);
  }
  await expect(read(Buffer.concat([archive, Buffer.from('x')]))).rejects.toThrow(
    'The backup is damaged: its content does not match its checksum. Nothing was restored.',
  );
});

it('refuses another file', async () => {
  const other = Buffer.from('#!/bin/sh\n'.repeat(200));
  await expect(read(other)).rejects.toThrow(
    'This file was not made by svc backup. If it is compressed, decompress it first. Nothing was restored.',
  );
});
