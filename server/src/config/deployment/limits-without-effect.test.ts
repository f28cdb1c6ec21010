import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '@svc/contract';
import { expect, it } from 'vitest';
import { LIMITS_WITHOUT_EFFECT } from './limits-without-effect.ts';

const ROOTS = ['../../', '../../../../contract/src/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

/** The product without its tests and without the places that only list limits. */
function sources(): string {
  const files = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => root + name),
  );
  const read = files.filter(
    (path) =>
      path.endsWith('.ts') &&
      !/\.test\.ts$|limits-without-effect\.ts$|contract\/src\/(limits|resources)\//.test(path),
  );
  return read.map((path) => readFileSync(path, 'utf8')).join('\n');
}

it('knows every limit that nothing reads, and no other', () => {
  const words = new Set(sources().match(/\w+/g));
  const unread = Object.keys(LIMITS).filter((name) => !words.has(name));
  expect(LIMITS_WITHOUT_EFFECT.toSorted()).toEqual(unread.toSorted());
});
