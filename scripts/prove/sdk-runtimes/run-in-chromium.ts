import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../../console/test/index.ts';
import { bundle } from '../../../sdk/test/packed/bundle.ts';

const PAGE = `<!doctype html><script type="importmap">{"imports":{"@svc/sdk":"/node_modules/@svc/sdk/index.js"}}</script>`;
const MODULE = "export * as sdk from '@svc/sdk'; export { runProgram } from './program.mjs';";

export interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What the program gives in a page of another origin, with the files of the package and with what a bundler makes of them. Undefined without Chromium. */
export async function runInChromium(
  project: string,
  service: Service,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const browser = await launchChromium();
  if (!browser) return undefined;
  const { code } = await bundle(project, MODULE);
  const site = await serve(project, { '/': PAGE, '/files.mjs': MODULE, '/bundled.mjs': code });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    return {
      'Chromium, files': await runModule(page, '/files.mjs', service),
      'Chromium, bundled': await runModule(page, '/bundled.mjs', service),
    };
  } finally {
    await browser.close();
    site.close();
  }
}

/** In the page, `import()` is the browser's own. */
function runModule(page: Page, url: string, service: Service): Promise<unknown> {
  return page.evaluate(
    `import(${JSON.stringify(url)}).then(({ sdk, runProgram }) => runProgram(sdk, ${JSON.stringify(service)}))`,
  );
}

/** These texts, and the files of the project. */
function serve(project: string, texts: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const text: Promise<string | Buffer> =
      texts[path] === undefined ? readFile(join(project, path)) : Promise.resolve(texts[path]);
    const type = path === '/' ? 'text/html' : 'text/javascript';
    text.then(
      (body) => response.setHeader('content-type', type).end(body),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
