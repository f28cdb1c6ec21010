import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PAGE_HEADERS } from './page-headers.ts';
import { readPageFiles, type PageFile, type PageFiles } from './page-files.ts';

export interface ConsolePages {
  /** True when the path was a page's, or a browser's wish for `/`, and has been answered. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

const BUILD = fileURLToPath(new URL('../../../../console/dist', import.meta.url));
const HOME = '/console';
const OPERATIONS = '/console/api';
const YEAR_S = 365 * 86_400;
const UNBUILT =
  'The Console is not built. Run `npm run build -w @svc/console` in the folder of the service and reload this page.\n';

/**
 * Serves the Console's files from memory. They are read when somebody first asks: most starts are of services nobody
 * browses. Outside the contract: no credential, no envelope, and the operations below `/console/api` are not its business.
 */
export function createConsolePages(directory = BUILD): ConsolePages {
  let files: PageFiles | undefined;
  return {
    answer(path, request, response) {
      if (path === '/' && wantsPage(request)) {
        response.writeHead(302, { ...PAGE_HEADERS, location: HOME, 'cache-control': 'no-store' }).end();
        return true;
      }
      if (!isWithin(path, HOME) || isWithin(path, OPERATIONS)) return false;
      files ??= readPageFiles(directory);
      if (!isRead(request)) sendText(response, 405, 'Request pages with GET.\n', { allow: 'GET, HEAD' });
      else if (!files) sendText(response, 503, UNBUILT);
      else sendPage(files, path.slice(HOME.length + 1), request, response);
      return true;
    },
  };
}

/** Paths of no file are the pages' own: the router in the browser knows them. A missing asset is missing. */
function sendPage(files: PageFiles, name: string, request: IncomingMessage, response: ServerResponse): void {
  const file = files.get(name) ?? (name.startsWith('assets/') ? undefined : files.get('index.html'));
  if (file) sendFile(file, request, response);
  else
    sendText(response, 404, 'There is no such file. Reload the page: the Console may have been updated.\n');
}

function sendFile(file: PageFile, request: IncomingMessage, response: ServerResponse): void {
  const headers = {
    ...PAGE_HEADERS,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
  };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const [coding, body] = encoded(file, request.headers['accept-encoding'] ?? '');
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': body.length,
    ...coding,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encoded(file: PageFile, accepted: string): [Record<string, string>, Buffer] {
  if (file.brotli && accepts(accepted, 'br')) return [{ 'content-encoding': 'br' }, file.brotli];
  if (file.gzip && accepts(accepted, 'gzip')) return [{ 'content-encoding': 'gzip' }, file.gzip];
  return [{}, file.plain];
}

function accepts(accepted: string, coding: string): boolean {
  return accepted.split(',').some((entry) => {
    const [name = '', weight = ''] = entry.split(';');
    return name.trim() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight);
  });
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  more: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...PAGE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...more,
  });
  response.end(text);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isRead(request: IncomingMessage): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Scripts that ask for `/` keep getting the usual 404. */
function wantsPage(request: IncomingMessage): boolean {
  return isRead(request) && (request.headers.accept ?? '').includes('text/html');
}
