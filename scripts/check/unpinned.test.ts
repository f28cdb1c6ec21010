import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';
import { unpinned } from './unpinned.ts';

const lock = (packages: object) => [{ path: 'package-lock.json', text: JSON.stringify({ packages }) }];
const image = (text: string) => [{ path: 'Dockerfile', text }];

describe('what is not pinned', () => {
  it('is nothing in this tree', () => {
    expect(unpinned(sourceFiles())).toEqual([]);
  });

  it.each([
    ['a package', {}],
    ['a package with a weak checksum', { integrity: 'sha1-x' }],
    ['an optional package for every system', { optional: true }],
    [
      'an optional package for a supported system',
      { optional: true, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    ],
    ['a package for another system that is not optional', { os: ['darwin'] }],
  ])('is %s without integrity', (_name, entry) => {
    expect(unpinned(lock({ 'node_modules/a': entry }))).toEqual([
      expect.stringContaining('node_modules/a has no integrity'),
    ]);
  });

  it.each([
    ['node_modules/a', { integrity: 'sha512-x' }],
    ['node_modules/a', { optional: true, os: ['darwin'], cpu: ['arm64'] }],
    ['node_modules/a', { optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['node_modules/a', { optional: true, os: ['linux'], cpu: ['riscv64'] }],
    ['node_modules/@svc/a', { resolved: 'a', link: true }],
    ['a', {}],
  ])('is not %s with %o', (path, entry) => {
    expect(unpinned(lock({ [path]: entry }))).toEqual([]);
  });

  it('is an image by its tag, and not one by digest, by variable or of an earlier stage', () => {
    const others = 'ARG NODE_IMAGE\nFROM ${NODE_IMAGE} AS built\nFROM built AS again\nFROM node@sha256:12\n';
    expect(unpinned(image(`${others}FROM node:24-slim AS last\n`))).toEqual([
      'Dockerfile: node:24-slim has no digest',
    ]);
    expect(unpinned(image(others))).toEqual([]);
  });
});
