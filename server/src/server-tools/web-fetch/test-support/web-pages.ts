import { afterAll, afterEach, beforeAll } from 'vitest';
import { docx, httpSite, pdf, type TestSite } from '#test-kit';
import { ToolBench, type BenchOptions } from '../../test-support/tool-bench.ts';

const PARAGRAPH = '<p>A paragraph of the page, with words, commas, and more of both, as prose has them.</p>';
const PAGE = `<!doctype html><html><head><title>The page</title></head><body><nav>Menu</nav><article><h1>Heading</h1>${PARAGRAPH.repeat(6)}</article></body></html>`;

export let site: TestSite;
export let other: TestSite;
export const seen: { path: string; agent: string | undefined; host: string | undefined }[] = [];
const NO_ROBOTS = { status: 404, text: '' };
/** What the site answers when it is asked for robots.txt; absent again after each test. */
export const robots: { reply: { status: number; text: string; to?: string } | 'hang' } = {
  reply: NO_ROBOTS,
};

const benches: ToolBench[] = [];
/** A site with names: `site.test` and `sub.site.test` are the test machine. */
export function bench(options: BenchOptions = {}): ToolBench {
  const names = {
    'site.test': [['127.0.0.1']],
    'sub.site.test': [['127.0.0.1']],
    'other.test': [['127.0.0.1']],
    ...options.names,
  };
  const made = new ToolBench({ ...options, names });
  benches.push(made);
  return made;
}

export const at = (path: string, host = 'site.test'): string => `http://${host}:${site.port}${path}`;
export const fetchUrl = (url: string, lists: object = {}, from = bench()): ReturnType<ToolBench['use']> =>
  from.use({ type: 'svc_web_fetch', ...lists }, { url });

/** To be called once by a test file: the sites its pages are on. */
export function installPages(): void {
  beforeAll(async () => {
    other = await httpSite((_request, response) =>
      response.setHeader('content-type', 'text/plain').end('the other site'),
    );
    site = await httpSite((request, response) => {
      const url = new URL(request.url ?? '/', 'http://site');
      const { 'user-agent': agent, host } = request.headers;
      seen.push({ path: url.pathname, agent, host });
      const send = (type: string, body: string | Buffer): unknown =>
        response.setHeader('content-type', type).end(body);
      const to = url.searchParams.get('to');
      if (url.pathname === '/robots.txt') {
        const { reply } = robots;
        if (reply === 'hang') return;
        response
          .writeHead(reply.status, reply.to === undefined ? {} : { location: reply.to })
          .end(reply.text);
      } else if (to !== null) response.writeHead(302, { location: to }).end();
      else if (url.pathname === '/pdf') send('application/pdf', pdf(['Page one', 'Page two']));
      else if (url.pathname === '/docx')
        send('application/vnd.openxmlformats-officedocument.wordprocessingml.document', docx(['Word text']));
      else if (url.pathname === '/lying-pdf') send('application/pdf', 'not a pdf');
      else if (url.pathname === '/text')
        send('text/plain; charset=iso-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1'));
      else if (url.pathname === '/json') send('application/ld+json', '{"a":1}');
      else if (url.pathname === '/image') send('image/png', 'x');
      else if (url.pathname === '/empty') send('text/html', '');
      else if (url.pathname === '/big') send('text/plain', 'a'.repeat(200_000));
      else if (url.pathname === '/missing') response.writeHead(404).end('gone');
      else if (url.pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (url.pathname === '/hang') return;
      else if (url.pathname === '/drip')
        response.writeHead(200, { 'content-type': 'text/html' }).write('<p>a');
      else if (url.pathname === '/deep') send('text/html', '<div>'.repeat(300_000));
      else send('text/html; charset=utf-8', PAGE);
    });
  });

  afterEach(() => {
    for (const one of benches.splice(0)) one.close();
    seen.length = 0;
    robots.reply = NO_ROBOTS;
  });

  afterAll(() => Promise.all([site.close(), other.close()]));
}
