import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDeployment, loadEnvironment } from '../index.ts';
import { parse, problemsIn, problemsOf } from '../test-support/problems.ts';

const BUCKET = 'type: s3, bucket: svc-files, access_key: "${ID}", secret_key: "${SECRET}"';
const KEYS = { ID: 'id-of-key', SECRET: 'hunter2' };

describe('storage', () => {
  it('is a folder that the environment names unless the file does', () => {
    expect(parse('').config.storage).toEqual({ type: 'local', shared: false });
    expect(parse('storage: { type: local, path: files }').config.storage).toMatchObject({
      path: '/conf/files',
    });
    expect(loadEnvironment({ SVC_DATA_DIR: '/d' }).filesDir).toBe('/d/files');
  });

  it('is a bucket, whose keys are secrets from the environment', () => {
    const { config, digest } = parse(`storage: { ${BUCKET}, endpoint: "http://127.0.0.1:9000/" }`, KEYS);
    expect(config.storage).toMatchObject({
      type: 's3',
      bucket: 'svc-files',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9000/',
      path_style: false,
    });
    expect(JSON.stringify(config)).not.toMatch(/id-of-key|hunter2/);
    expect(digest).not.toBe(parse('').digest);
  });

  it.each([
    ['type: ftp', 'storage.type: must be local or s3'],
    ['type: s3', 'storage.bucket: required'],
    [`${BUCKET}, bucket: Files`, 'storage.bucket: must have 3 to 63 lower-case letters'],
    [`${BUCKET}, endpoint: "ftp://x"`, 'storage.endpoint: must be an http or https address'],
    [`${BUCKET}, shared: true`, 'storage.shared: unknown key'],
    ['type: local, bucket: files', 'storage.bucket: unknown key'],
  ])('refuses { %s }', (storage, problem) => {
    const written = storage.replace(/bucket: svc-files, (.*bucket: Files)/, '$1');
    expect(problemsOf(`storage: { ${written} }`, KEYS).join('\n')).toContain(problem);
  });
});

describe('storage of several nodes', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-storage-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const problemsWith = (text: string | undefined, environment: Record<string, string>): string[] => {
    if (text !== undefined) writeFileSync(join(directory, 'svc.yaml'), text);
    return problemsIn(() => loadDeployment(loadEnvironment({ ...KEYS, ...environment }, directory)));
  };
  const REDIS = { REDIS_URL: 'redis://cache' };
  const REFUSAL =
    'storage.shared: must be true with REDIS_URL, which several nodes have, once storage.path is one folder for all of them; or set storage.type to s3';

  it('is refused as a folder that is not said to be shared', () => {
    expect(problemsWith(undefined, {})).toEqual([]);
    expect(problemsWith(undefined, REDIS)).toEqual([REFUSAL]);
    expect(problemsWith('storage: { type: local, path: /mnt/files }', REDIS)).toEqual([REFUSAL]);
    expect(problemsWith('storage: { type: local, shared: false }', REDIS)).toEqual([REFUSAL]);
    expect(problemsWith('storage: { type: local, shared: false }', {})).toEqual([]);
  });

  it('may be a shared folder or a bucket', () => {
    expect(problemsWith('storage: { type: local, path: /mnt/files, shared: true }', REDIS)).toEqual([]);
    expect(problemsWith(`storage: { ${BUCKET} }`, REDIS)).toEqual([]);
  });
});
