import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_HEADERS } from './page-headers.ts';
import { readPageFiles, type PageFile, type PageFiles } from './page-files.ts';

/** Part of the service that answers some paths by itself. */
export interface Pages {
  /** True when the path was a page's and has been answered. */
  handle(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

/** A folder of built files below one path. */
export interface StaticSite {
  /** Path of the first page, without a trailing slash. */
  readonly home: string;
  readonly directory: string;
  /** Text of the answer while there is no build. */
  readonly unbuilt: string;
  /** What answers a path that is no file's, and with which status; the name is relative to `home`. Undefined: a plain 404. */
  find(files: PageFiles, name: string): { readonly file: PageFile; readonly status: 200 | 404 } | undefined;
}

const YEAR_S = 365 * 86_400;

/**
 * Serves built files from memory. They are read when somebody first asks: most starts are of services nobody
 * browses. Outside the contract: no credential, no envelope.
 */
export function createStaticPages({ home, directory, unbuilt, find }: StaticSite): Pages {
  let files: PageFiles | undefined;
  return {
    handle(path, request, response) {
      if (!isWithin(path, home)) return false;
      files ??= readPageFiles(directory);
      if (!isRead(request)) sendText(response, 405, 'Request pages with GET.\n', { allow: 'GET, HEAD' });
      else if (!files) sendText(response, 503, unbuilt);
      else {
        const name = path.slice(home.length + 1);
        const file = files.get(name);
        sendFound(file ? { file, status: 200 } : find(files, name), request, response);
      }
      return true;
    },
  };
}

function sendFound(
  found: ReturnType<StaticSite['find']>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (found) sendFile(found.file, found.status, request, response);
  else sendText(response, 404, 'There is no such file. Reload the page: it may have been updated.\n');
}

function sendFile(
  file: PageFile,
  status: 200 | 404,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = {
    ...PAGE_HEADERS,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
  };
  if (status === 200 && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const [coding, body] = encoded(file, request.headers['accept-encoding'] ?? '');
  response.writeHead(status, {
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

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export function isRead(request: IncomingMessage): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}
