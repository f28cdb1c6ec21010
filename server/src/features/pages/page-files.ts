import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the build as it is answered. */
export interface PageFile {
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

/** By path below that of the first page. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
};

/** The whole build, read into memory. Undefined when there is none. Files of other types are not answered. */
export function readPageFiles(directory: string): PageFiles | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const path = join(directory, name);
    const plain = readFileSync(path);
    files.set(name, {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      immutable: name.startsWith('assets/'),
      plain,
      gzip: readIfThere(`${path}.gz`),
      brotli: readIfThere(`${path}.br`),
    });
  }
  return files;
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
