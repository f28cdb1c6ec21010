import { randomBytes } from 'node:crypto';
import { zip, zipWithOverlaps } from '#test-kit';

export const KIB = 1024;
export const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

type ZipEntry = Parameters<typeof zip>[0][number];
const zeros = (name: string, bytes: number): ZipEntry => ({ name, content: Buffer.alloc(bytes) });
const claims = (name: string, claimedBytes: number): ZipEntry => ({
  name,
  content: 'a',
  claimedBytes,
});
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** An archive whose end record was changed. */
function withEnd(archive: Buffer, change: (end: Buffer) => void): Buffer {
  change(archive.subarray(archive.length - 22));
  return archive;
}

const OUTSIDE = [
  '../a',
  'a/../../b',
  '/etc/passwd',
  '\\windows\\a',
  'C:\\a',
  'c:a',
  '..\\a',
  'a\\..\\..\\b',
  'a/..',
  '..',
  'a\0/b',
];
/** As a skill, which will be unpacked: name, archive, expected fault. */
export const BOMBS: readonly (readonly [string, Buffer, string])[] = [
  ...[1, 2, 4, 8, 16].map(
    (mib) => [`${mib} MiB of zeros`, zip([zeros('z', mib * MIB)]), 'unsafe_archive'] as const,
  ),
  ...[2, 16, 256].map(
    (count) =>
      [
        `${count} entries of zeros`,
        zip(times(count, (i) => zeros(`z${i}`, 64 * KIB))),
        'unsafe_archive',
      ] as const,
  ),
  ...[0.25, 1, 2, 4].map(
    (gib) =>
      [
        `a claim of ${gib} GiB`,
        zip([claims('a', Math.min(gib * GIB, 2 ** 32 - 1))]),
        'unsafe_archive',
      ] as const,
  ),
  [
    'claims of 2 GiB and a byte behind 22 MiB of noise',
    zip([{ name: 'noise', content: randomBytes(22 * MIB) }, claims('a', 2 * GIB - 22 * MIB + 1)]),
    'unsafe_archive',
  ],
  ['claims that add up', zip(times(200, (i) => claims(`${i}`, 10 * MIB))), 'unsafe_archive'],
  ...[100, 1000, 4000].map(
    (count) =>
      [
        `${count} entries that are the same bytes`,
        zipWithOverlaps(zip([{ name: 'a', content: 'a' }]), count, 64 * KIB),
        'unsafe_archive',
      ] as const,
  ),
  ...OUTSIDE.map(
    (name) => [`an entry ${JSON.stringify(name)}`, zip([{ name, content: 'a' }]), 'unsafe_archive'] as const,
  ),
  [
    'a bomb behind 5,000 honest entries',
    zip([...times(5000, (i) => ({ name: `${i}`, content: 'a' })), zeros('z', 64 * MIB)]),
    'unsafe_archive',
  ],
  ['an encrypted entry', zip([{ name: 'a', content: 'a', encrypted: true }]), 'encrypted_file'],
  ['an encrypted bomb', zip([{ ...zeros('z', MIB), encrypted: true }]), 'encrypted_file'],
  [
    'fewer entries counted than there are',
    withEnd(zip(times(3, (i) => ({ name: `${i}`, content: 'a' }))), (end) => end.writeUInt16LE(1, 10)),
    'corrupt_file',
  ],
  [
    'more entries counted than there are',
    withEnd(zip([zeros('z', 10)]), (end) => end.writeUInt16LE(2, 10)),
    'corrupt_file',
  ],
  [
    '65,535 entries counted',
    withEnd(zip([zeros('z', 10)]), (end) => end.writeUInt16LE(65_535, 10)),
    'corrupt_file',
  ],
  [
    'a directory of the 64-bit form',
    withEnd(zip([zeros('z', MIB)]), (end) => end.fill(0xff, 8, 20)),
    'corrupt_file',
  ],
  [
    'a directory before the beginning',
    withEnd(zip([zeros('z', 10)]), (end) => end.writeUInt32LE(4_000_000_000, 16)),
    'corrupt_file',
  ],
  [
    'a second directory in front',
    Buffer.concat([zip([zeros('z', 10)]), zip([zeros('y', 10)])]),
    'corrupt_file',
  ],
  [
    'bytes in front of it',
    Buffer.concat([Buffer.from('PK\u0003\u0004junk'), zip([zeros('z', 10)])]),
    'corrupt_file',
  ],
  ['no directory', zip([zeros('z', MIB)]).subarray(0, 900), 'corrupt_file'],
  ['an end without its last byte', zip([zeros('z', 10)]).subarray(0, -1), 'corrupt_file'],
];
