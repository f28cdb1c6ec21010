import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PAGE_HEADERS } from './page-headers.ts';
import { createStaticPages, isRead, isWithin, type Pages } from './static-pages.ts';

const BUILD = fileURLToPath(new URL('../../../../console/dist', import.meta.url));
const HOME = '/console';
const OPERATIONS = '/console/api';

/** The Console, to which browsers are led from `/`. The operations below `/console/api` are not its business. */
export function createConsolePages(directory = BUILD): Pages {
  const pages = createStaticPages({
    home: HOME,
    directory,
    unbuilt:
      'The Console is not built. Run `npm run build -w @svc/console` in the folder of the service and reload this page.\n',
    // Paths of no file are the pages' own: the router in the browser knows them. A missing asset is missing.
    find: (files, name) =>
      name.startsWith('assets/') ? undefined : { file: files.get('index.html')!, status: 200 },
  });
  return {
    handle(path, request, response) {
      if (path === '/' && wantsPage(request)) {
        response.writeHead(302, { ...PAGE_HEADERS, location: HOME, 'cache-control': 'no-store' }).end();
        return true;
      }
      return !isWithin(path, OPERATIONS) && pages.handle(path, request, response);
    },
  };
}

/** Scripts that ask for `/` keep getting the usual 404. */
function wantsPage(request: IncomingMessage): boolean {
  return isRead(request) && (request.headers.accept ?? '').includes('text/html');
}
