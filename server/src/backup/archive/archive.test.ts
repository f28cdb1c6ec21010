import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BackupDamaged, BackupRefused } from '../backup-errors.ts';
import { MANIFEST_ENTRY, packArchive, type NewEntry } from './pack-archive.ts';
import { readArchive } from './read-archive.ts';

const BYTES = Buffer.from(Array.from({ length: 1500 }, (_, i) => i % 251));

async function* inChunks(bytes: Buffer, length = 700): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function* newEntries(): AsyncGenerator<NewEntry> {
  const file = (sizeBytes: number) => ({ sizeBytes, chunks: inChunks(BYTES) });
  yield { name: 'manifest.json', content: '{"format":1}' };
  yield { name: 'database/empty' };
  yield { name: 'database/whole', content: file(BYTES.length) };
  yield { name: 'database/grew', content: file(1000) };
  yield { name: 'database/shrank', content: file(2000) };
}

async function makeArchive(): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(packArchive(newEntries())));
}

async function read(archive: Buffer, length?: number): Promise<[string, string][]> {
  const entries: [string, string][] = [];
  for await (const entry of readArchive(inChunks(archive, length)))
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

/** As archives were before tar-stream wrote them: a manifest, an empty directory, a file of 600 x. */
const EARLIER =
  'G/8T4MfUpUawCiB/numXsUwVzfV/N/n7LYEzCqOIx9axTcLeiUpzPM8KCFIIapv3guDoNFRPQYPl3wTUkRImSAXgARAQgRAUbISvTmCYMm1AuPdN8cAIIPxvmhbtbd3xnzANxFsc7nILARDOh14SYKG+dTjWol/zRQEQDMkxa4wc6kBMf4/w0hZGFOPQ7/t1CysrXTeIZuVXr9903RfxSLs0th1VZcycs+fRKtxRuSiKldK5esvRR6w9erMxp49aZIQbaqxR06uhz9s=';

it('reads archives of earlier versions', async () => {
  expect(await read(brotliDecompressSync(Buffer.from(EARLIER, 'base64')))).toEqual([
    ['manifest.json', '{"format":1}'],
    ['database/empty/', ''],
    ['database/x', 'x'.repeat(600)],
  ]);
});

it('says what kept it from reading, and stops reading what nobody wants', async () => {
  const archive = await makeArchive();
  async function* failing() {
    yield archive.subarray(0, 3000);
    throw new Error('the disk is gone');
  }
  const readAll = async (): Promise<void> => {
    for await (const entry of readArchive(failing())) await buffer(entry.content());
  };
  await expect(readAll()).rejects.toThrow('the disk is gone');
  let isClosed = false;
  async function* watched() {
    try {
      yield* inChunks(archive, 100);
    } finally {
      isClosed = true;
    }
  }
  for await (const { name } of readArchive(watched())) if (name === MANIFEST_ENTRY) break;
  expect(isClosed).toBe(true);
});

it('says what kept it from writing, and closes what was opened where nobody reads on', async () => {
  let isClosed = false;
  async function* opened(): AsyncGenerator<NewEntry> {
    try {
      yield* newEntries();
      throw new Error('the database is gone');
    } finally {
      isClosed = true;
    }
  }
  await expect(Array.fromAsync(packArchive(opened()))).rejects.toThrow('the database is gone');
  isClosed = false;
  for await (const chunk of packArchive(opened())) if (chunk.length > 0) break;
  expect(isClosed).toBe(true);
});

it('skips the content of entries that nobody reads', async () => {
  const names = await Array.fromAsync(readArchive(inChunks(await makeArchive())), ({ name }) => name);
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
