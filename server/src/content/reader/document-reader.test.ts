import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { docx, pdf, pdfOfStreams, pptx, xlsx } from '#test-kit';
import { DocumentReader } from './document-reader.ts';

const reader = new DocumentReader({ processes: 1, timeoutMs: 60_000 });
const requester = { organizationId: 'org_1', signal: new AbortController().signal };

afterAll(() => reader.close());

const read = (bytes: Buffer, from = reader): ReturnType<DocumentReader['read']> =>
  from.read(bytes, bytes.subarray(0, 2).toString() === 'PK' ? 'zip' : 'pdf', requester);

/** Process ids of a process's children that are document readers. */
function readers(parentId = process.pid): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const parent = / (\d+) /.exec(
        readFileSync(`/proc/${String(pid)}/stat`, 'utf8').replace(/^.*\) \S/s, ''),
      )?.[1];
      return (
        Number(parent) === parentId &&
        readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes('document-worker')
      );
    } catch {
      return false;
    }
  });
}

/** A page that draws one string of this many megabytes: pdf.js creates objects for its letters. */
const longString = (megabytes: number): Buffer =>
  pdfOfStreams([
    Buffer.concat([
      Buffer.from('BT /F1 12 Tf ('),
      Buffer.alloc(megabytes * 1_000_000, 'a'),
      Buffer.from(') Tj ET'),
    ]),
  ]);

/** A page with twice this many texts, all in two places. */
const manyTexts = (pairs: number): Buffer =>
  Buffer.from(`BT /F1 12 Tf 50 700 Td ${'0 -20 Td (a) Tj 0 20 Td (b) Tj '.repeat(pairs)}ET`);

describe('the document reader', () => {
  it('MSG-29 D-42 reads a PDF page by page', async () => {
    const pages = ['First page\nwith two paragraphs', 'Second page'];
    expect(await read(pdf(pages))).toMatchObject({
      format: 'pdf',
      pages: pages.map((text, at) => ({ number: at + 1, text })),
    });
  });

  it('MSG-29 D-42 reads Office files: slides and sheets are pages, a text is one', async () => {
    const table =
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';
    const word = await read(docx(['Grüße 𝄞', 'second'], { body: table }));
    expect(word.format).toBe('docx');
    expect(word.pages).toHaveLength(1);
    expect(word.pages[0]?.text).toMatch(/^Grüße 𝄞\nsecond\n\s*\| a \| b \|$/);
    const book = await read(
      xlsx({
        Sales: [
          ['Month', '12.5'],
          ['May', '7'],
        ],
        Costs: [['1']],
      }),
    );
    expect(book).toMatchObject({
      format: 'xlsx',
      pages: [
        { number: 1, text: 'Sales\nMonth\t12.5\nMay\t7' },
        { number: 2, text: 'Costs\n1' },
      ],
    });
    expect(await read(pptx(['First slide', 'Second slide']))).toMatchObject({
      format: 'pptx',
      pages: [
        { number: 1, text: 'First slide' },
        { number: 2, text: 'Second slide' },
      ],
    });
  });

  it('reads 300 pages without blocking this process', async () => {
    const pages = Array.from({ length: 300 }, (_, at) =>
      Array.from({ length: 30 }, (_line, line) => `Page ${at + 1} line ${line} of some text`).join('\n'),
    );
    const bytes = pdf(pages);
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const reading = await read(bytes);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
    expect(reading.pages.map(({ number }) => number)).toEqual(pages.map((_, at) => at + 1));
    expect(reading.pages[299]?.text).toBe(pages[299]);
  });

  it.each<[string, () => Buffer, string]>([
    ['an encrypted PDF', () => pdf(['secret'], { encrypted: true }), 'encrypted'],
    ['a PDF without text', () => pdf([' ']), 'unreadable'],
    ['a PDF of nothing but its header', () => Buffer.from('%PDF-1.7\n'), 'unreadable'],
    ['a PDF cut in its first object', () => pdf(['a']).subarray(0, 30), 'unreadable'],
    ['a DOCX cut short', () => docx(['a']).subarray(0, 300), 'unreadable'],
    ['a DOCX with broken XML', () => docx(['<w:t>']), 'unreadable'],
    ['an archive that declares a gigabyte', () => docx(['a'], { claimedBytes: 1_000_000_000 }), 'too_large'],
    [
      'an archive that lies about 300 MB',
      () => docx(['a'.repeat(300_000_000)], { claimedBytes: 1000 }),
      'too_large',
    ],
    ['a PDF that draws 100,000 texts in 7 KB', () => pdfOfStreams([manyTexts(50_000)]), 'too_large'],
    ['three million elements in 30 KB', () => docx(['a'], { body: '<w:p/>'.repeat(3_000_000) }), 'too_large'],
  ])('D-53 refuses %s', async (_name, make, reason) => {
    await expect(read(make())).rejects.toMatchObject({ name: 'DocumentFault', reason });
  });

  it('D-53 survives a PDF that kills its process, by heap or by buffers, and reads the next document', async () => {
    const small = new DocumentReader({ processes: 1, memoryMb: 128, timeoutMs: 120_000 });
    try {
      await read(pdf(['before']), small);
      const before = readers();
      await expect(read(longString(40), small)).rejects.toMatchObject({ reason: 'too_large' });
      expect(await read(pdf(['after']), small)).toMatchObject({ pages: [{ text: 'after' }] });
      expect(readers()).not.toEqual(before);
      await expect(read(pdfOfStreams([Buffer.alloc(400_000_000, ' ')]), small)).rejects.toMatchObject({
        reason: 'too_large',
      });
      expect(await read(pdf(['again']), small)).toMatchObject({ pages: [{ text: 'again' }] });
    } finally {
      small.close();
    }
  });

  it.runIf(process.platform === 'linux')('replaces a process that was killed from outside', async () => {
    await read(pdf(['a']));
    const pids = readers();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${String(pid)}`))).toEqual([]);
    expect(await read(pdf(['b']))).toMatchObject({ pages: [{ text: 'b' }] });
  });

  it.runIf(process.platform === 'linux')('gives the process no environment variables', async () => {
    await read(pdf(['a']));
    expect(readFileSync(`/proc/${String(readers()[0])}/environ`, 'latin1')).not.toMatch(/PATH|HOME|SVC/);
  });

  it.runIf(process.platform === 'linux')(
    'ends the process when this one is killed, however busy it is',
    async () => {
      const parent = fork(new URL('../test-support/read-forever.ts', import.meta.url), {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const [reading] = (await once(parent, 'message')) as [number];
      parent.kill('SIGKILL');
      await expect.poll(() => existsSync(`/proc/${String(reading)}`)).toBe(false);
    },
  );

  it('ends a document that takes too long, and an abandoned one', async () => {
    const hasty = new DocumentReader({ processes: 1, memoryMb: 1024, timeoutMs: 300 });
    const leaving = new AbortController();
    try {
      await expect(read(longString(30), hasty)).rejects.toMatchObject({ reason: 'too_large' });
      const patient = new DocumentReader({ processes: 1, memoryMb: 1024 });
      const left = patient.read(longString(30), 'pdf', { ...requester, signal: leaving.signal });
      const waiting = patient.read(pdf(['next']), 'pdf', { ...requester, signal: leaving.signal });
      const both = Promise.allSettled([left, waiting]);
      leaving.abort(new Error('left'));
      expect((await both).map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual([
        'left',
        'left',
      ]);
      patient.close();
    } finally {
      hasty.close();
    }
  });

  it('reads the document of one organization while slow ones of another run and wait', async () => {
    const shared = new DocumentReader({ processes: 2 });
    const leaving = new AbortController();
    let settled = 0;
    const slow = [1, 2, 3].map(() =>
      shared
        .read(longString(30), 'pdf', { organizationId: 'org_2', signal: leaving.signal })
        .catch(() => undefined)
        .finally(() => settled++),
    );
    try {
      expect(await read(pdf(['mine']), shared)).toMatchObject({ pages: [{ text: 'mine' }] });
      expect(settled).toBeLessThan(2);
    } finally {
      leaving.abort(new Error('left'));
      await Promise.all(slow);
      shared.close();
    }
  });

  it('refuses documents beyond the queue limit, and all once it is closed', async () => {
    const busy = new DocumentReader({ processes: 1, waiting: 1 });
    const first = read(pdf(['1']), busy);
    const second = read(pdf(['2']), busy);
    await expect(read(pdf(['3']), busy)).rejects.toMatchObject({ catalogName: 'temporarily_unavailable' });
    expect((await Promise.all([first, second])).map(({ pages }) => pages[0]?.text)).toEqual(['1', '2']);
    busy.close();
    await expect(read(pdf(['4']), busy)).rejects.toMatchObject({ catalogName: 'temporarily_unavailable' });
  });
});
