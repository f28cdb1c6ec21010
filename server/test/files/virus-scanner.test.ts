import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EICAR_TEXT, pdf, startFakeClamd, zip, type FakeClamd } from '#test-kit';
import { startFilesFixture, textFile, type FilesFixture } from './files-fixture.ts';

const MINUTE_S = 60;

let clamd: FakeClamd;
let files: FilesFixture;
beforeAll(async () => {
  clamd = await startFakeClamd();
  files = await startFilesFixture({}, {}, { files: { clamd_url: clamd.url } });
});
afterEach(() => {
  clamd.behaviour = 'scan';
});
afterAll(async () => {
  await files.service.stop();
  await clamd.stop();
});

const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);
const outcome = async (purpose: string, sent: File) => {
  const { status, status_detail: detail } = await files.prepared(purpose, sent);
  return [status, detail];
};
const uploaded = async (sent: File): Promise<string> => {
  const { body } = await files.upload([
    ['purpose', 'document'],
    ['file', sent],
  ]);
  return body['id'];
};
const statusOf = async (id: string) => (await files.request('GET', `/v1/files/${id}`)).body['status'];
const contentOf = async (id: string) =>
  files.refusalOf(await files.request('GET', `/v1/files/${id}/content`));
const logged = (message: string): number =>
  files.service.logLines.filter((line) => line.includes(`"msg":"${message}"`)).length;

describe('files of a service with a virus scanner', () => {
  it('D-FILE-5 FILE-25 are scanned completely, whatever their purpose, except empty ones', async () => {
    const large = 'x'.repeat(700_000);
    expect(await outcome('document', textFile('a.txt', large))).toEqual(['ready', null]);
    expect(await outcome('document', file('a.pdf', pdf(['hello'])))).toEqual(['ready', null]);
    expect(await outcome('document', textFile('empty.txt', ''))).toEqual(['failed', 'empty_file']);
    expect(clamd.scannedBytes).toEqual([700_000, pdf(['hello']).length]);
    for (const purpose of ['code_input', 'document'])
      expect(await outcome(purpose, textFile('a.txt', EICAR_TEXT))).toEqual(['failed', 'malware_detected']);
    expect(logged('malware found in file')).toBe(2);
  });

  it('D-FILE-4 D-FILE-5 are scanned before anything parses them, and then checked as usual', async () => {
    const outside = [{ name: '../a', content: EICAR_TEXT }];
    // The scanner sees the text of a stored entry; this one is deflated and followed by the text.
    const both = Buffer.concat([Buffer.from(`PK\u0003\u0004${EICAR_TEXT}`, 'latin1'), zip(outside)]);
    expect(await outcome('skill', file('a.zip', both))).toEqual(['failed', 'malware_detected']);
    expect(await outcome('skill', file('a.zip', zip(outside)))).toEqual(['failed', 'unsafe_archive']);
    expect(await outcome('document', file('cut.pdf', '%PDF-1.7\n'))).toEqual(['failed', 'corrupt_file']);
  });

  it('D-FILE-5 fail when a limit of the scanner excludes part of them', async () => {
    clamd.behaviour = { limitBytes: 100_000 };
    expect(await outcome('document', textFile('a.txt', 'x'.repeat(700_000)))).toEqual([
      'failed',
      'processing_error',
    ]);
  });

  it('D-FILE-5 stay in processing and are retried while the scanner is unavailable, interrupted or wrong', async () => {
    await clamd.stop();
    const [clean, bad] = [await uploaded(textFile()), await uploaded(textFile('bad.txt', EICAR_TEXT))];
    // Longer than a failing job is retried.
    for (let hour = 0; hour < 5; hour++) await files.service.advance(60 * MINUTE_S);
    expect([await statusOf(clean), await statusOf(bad)]).toEqual(['processing', 'processing']);
    expect(await contentOf(clean)).toEqual([409, 'resource_conflict', null]);
    await clamd.start();
    for (const behaviour of ['cut', { reply: 'stream: no memory ERROR' }] as const) {
      clamd.behaviour = behaviour;
      await files.service.advance(10 * MINUTE_S);
      expect([await statusOf(clean), await statusOf(bad)]).toEqual(['processing', 'processing']);
    }
    clamd.behaviour = 'scan';
    await files.service.advance(10 * MINUTE_S);
    expect([await statusOf(clean), await statusOf(bad)]).toEqual(['ready', 'failed']);
    // However many files and attempts there were.
    expect(logged('virus scanner unavailable; files stay in processing')).toBe(1);
    expect(logged('virus scanner available again')).toBe(1);
  });

  it('D-FILE-5 are retried soon after a short outage of the scanner', async () => {
    clamd.behaviour = 'cut';
    const id = await uploaded(textFile());
    await files.service.advance(1);
    clamd.behaviour = 'scan';
    await files.service.advance(8);
    expect(await statusOf(id)).toBe('processing');
    await files.service.advance(4);
    expect(await statusOf(id)).toBe('ready');
  });
});
