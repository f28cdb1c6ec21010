import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const NOT_SENDING = /\.test\.ts$|\/test-support\/|^server\/src\/kit\/outbound\//;

/**
 * Every method of the guard that asks for an address demands one of these two: the types say so. Found by them, a caller needs no
 * particular name for the guard it holds.
 */
const WITH_RESPONSE = /\bfirstByteMs\b/;
const WITHOUT_RESPONSE = /\.(?:notify|keep|verifyTarget)\([^;]*\ballowsHttp\b/;

/** Files of the server that hand addresses to the outbound guard. */
export function sendingFiles(): string[] {
  return globSync('server/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !NOT_SENDING.test(path))
    .filter((path) => {
      const text = readFileSync(resolve(ROOT, path), 'utf8');
      return WITH_RESPONSE.test(text) || WITHOUT_RESPONSE.test(text);
    })
    .toSorted();
}
