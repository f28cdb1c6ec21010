import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeBlocks } from '../../site/index.ts';
import type { PageBlock } from './client.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The blocks of code of a client's page, in their order, with another service in them. */
export async function readPage(page: string, origin: string): Promise<PageBlock[]> {
  const blocks = codeBlocks(await readFile(join(ROOT, page), 'utf8'));
  return blocks.map(({ language, file, code }) => ({
    language,
    file,
    code: code.replaceAll('http://localhost:8080', origin),
  }));
}

/** The first block in a language that is no file; empty where there is none. */
export function blockIn(page: readonly PageBlock[], wanted: string): string {
  return page.find(({ language, file }) => language === wanted && file === undefined)?.code ?? '';
}
