import { afterAll, describe, expect, it } from 'vitest';
import { pdf } from '#test-kit';
import { DocumentReader } from './document-reader.ts';

const reader = new DocumentReader({ processes: 1, timeoutMs: 60_000 });
const requester = { organizationId: 'org_1', signal: new AbortController().signal };

afterAll(() => reader.close());

const page = (html: string | Buffer, encoding?: string): ReturnType<DocumentReader['readPage']> =>
  reader.readPage(Buffer.from(html), encoding, requester);

const PARAGRAPH =
  '<p>A paragraph with <b>some</b> words, and commas, and more of both so that it is taken for prose.</p>';

describe('reading a web page', () => {
  it('D-41 returns the title and the article without menus, scripts and styles', async () => {
    const reading =
      await page(`<!doctype html><html><head><title> The &amp;\n title </title><style>p{}</style></head><body>
      <nav><ul><li><a href="/">Home</a></li></ul></nav><article><h1>Heading</h1>${PARAGRAPH.repeat(5)}
      <ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table></article><script>alert(1)</script></body></html>`);
    expect(reading.title).toBe('The & title');
    expect(reading.text).toContain('Heading\n\nA paragraph with some words');
    expect(reading.text).toContain('- one\n- two');
    expect(reading.text).toContain('a\tb');
    expect(reading.text).not.toMatch(/alert|Home|p\{\}/);
  });

  it('D-41 returns the whole text of a page without an article', async () => {
    const links = Array.from(
      { length: 50 },
      (_, at) => `<div><a href="/${at}">Headline number ${at}</a></div>`,
    ).join('');
    const reading = await page(`<html><body>${links}</body></html>`);
    expect(reading.text.split('\n').filter((line) => line !== '')).toHaveLength(50);
    expect(reading.title).toBeNull();
  });

  it.each([
    ['a fragment', '<p>x</p><p>y</p>', 'x\n\ny'],
    ['a text', 'just text', 'just text'],
    ['a page without a body element', '<!doctype html><title>t</title><p>x', 'x'],
    ['a page that never ends', '<html><body><div><p>x', 'x'],
  ])('reads %s', async (_name, html, text) => {
    expect((await page(html)).text).toBe(text);
  });

  it.each([
    ['the header', Buffer.from('<p>Gr\xfc\xdfe', 'latin1'), 'iso-8859-1', 'Grüße'],
    ['the page', Buffer.from('<meta charset="windows-1252"><p>Gr\xfc\xdfe', 'latin1'), undefined, 'Grüße'],
    ['its first bytes', Buffer.from('\uFEFF<p>Grüße', 'utf16le'), 'utf-8', 'Grüße'],
    ['nobody', Buffer.from('<p>Grüße'), undefined, 'Grüße'],
    ['somebody who errs', Buffer.from('<meta charset=klingon><p>Grüße'), undefined, 'Grüße'],
  ])('takes the encoding from %s', async (_name, bytes, encoding, text) => {
    expect((await page(bytes, encoding)).text).toBe(text);
  });

  it('refuses a page without text', async () => {
    await expect(page('<html><body><script>1</script></body></html>')).rejects.toMatchObject({
      reason: 'unreadable',
    });
  });

  it('survives pages made to crash readers, and reads the next document', async () => {
    const hasty = new DocumentReader({ processes: 1, timeoutMs: 2000, memoryMb: 128 });
    try {
      for (const hostile of [
        '<div>'.repeat(200_000),
        '<table>'.repeat(100_000),
        `<a ${'b=c '.repeat(1_000_000)}>x`,
        '<p>a'.repeat(1_200_000),
      ])
        await hasty
          .readPage(Buffer.from(hostile), undefined, requester)
          .catch(({ name }: Error) => expect(name).toBe('DocumentFault'));
      // On a busy machine even an honest document may exceed this reader's time limit.
      const next = (): Promise<unknown> =>
        hasty.read(pdf(['after']), 'pdf', requester).catch(() => undefined);
      await expect.poll(next, { timeout: 60_000 }).toMatchObject({ pages: [{ text: 'after' }] });
    } finally {
      hasty.close();
    }
  }, 120_000);
});

describe('robots.txt rules', () => {
  const allows = (robots: string, path: string, agent = 'svc-web-fetch'): Promise<boolean> =>
    reader.allowsRobot(Buffer.from(robots), { url: `https://a.test${path}`, agent }, requester);

  it('D-41 apply to everybody or to our agent by name, and the longest rule wins', async () => {
    const rules =
      'User-agent: *\nDisallow: /private\n\nUser-agent: svc-web-fetch\nDisallow: /no\nAllow: /no/but\nDisallow: /*.zip$';
    const paths = ['/', '/private', '/no', '/no/x', '/no/but/this', '/a.zip', '/a.zip?x'];
    expect(await Promise.all(paths.map((path) => allows(rules, path)))).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(await Promise.all(paths.slice(0, 3).map((path) => allows(rules, path, 'other/1.0')))).toEqual([
      true,
      false,
      true,
    ]);
    expect(await allows('', '/a')).toBe(true);
    expect(await allows('<html>no rules</html>', '/a')).toBe(true);
  });

  it('cannot block the service: an expensive file ends the process at most', async () => {
    const hostile =
      Array.from({ length: 25_000 }, (_, at) => `user-agent: a${at}\n`).join('') +
      'allow: /\n'.repeat(25_000);
    const hasty = new DocumentReader({ processes: 1, timeoutMs: 2000, memoryMb: 128 });
    try {
      await expect(
        hasty.allowsRobot(Buffer.from(hostile), { url: 'https://a.test/', agent: 'x' }, requester),
      ).rejects.toMatchObject({
        name: 'DocumentFault',
      });
    } finally {
      hasty.close();
    }
  });
});
