import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';

let files: FilesFixture;
beforeAll(async () => {
  files = await startFilesFixture();
});
afterAll(() => files.service.stop());

const uploadAs = (name: string) =>
  files.upload([
    ['purpose', 'document'],
    ['file', textFile(name)],
  ]);

describe('an upload', () => {
  it.each([
    ['control characters', 'a\u0001b.txt'],
    ['an escape', 'a\u001b[31m.txt'],
    ['a NUL', 'a\0.txt'],
    ['a C1 control', 'a\u0085.txt'],
    ['a line separator', 'a\u2028b.txt'],
    ['a right-to-left override', 'a\u202etxt.exe'],
    ['a right-to-left mark', 'a\u200f.txt'],
    ['an Arabic letter mark', 'a\u061c.txt'],
    ['an isolate', 'a\u2066b.txt'],
    ['a byte order mark', '\ufeffa.txt'],
    ['256 characters', `${'x'.repeat(252)}.txt`],
    ['10 KB', `${'x'.repeat(10_000)}.txt`],
    ['nothing but folders', '../../'],
    ['two dots', '..'],
  ])('FILE-10 a name with %s', async (_name, filename) => {
    const [status, code] = files.refusalOf(await uploadAs(filename));
    expect([status, code]).toEqual([400, 'invalid_parameter']);
    expect((await files.request('GET', '/v1/files')).body['data']).toEqual([]);
  });
});
