import { cp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CalledTool, Client, Turn } from './client.ts';
import { blockIn } from './read-page.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');

/** The tool of all programs in `programs/`. */
const WEATHER: CalledTool = {
  call: (step) => ({ name: 'weather', arguments: JSON.stringify({ city: `city ${step}` }) }),
  result: (step) => `Sun in city ${step}`,
};

/** A library, named as its page. The text turn is the program on the page; the others are in `programs/`. */
export function library(
  page: string,
  packages: readonly string[],
  /** Of its endpoints, below the service. */
  path: string,
  turns: readonly Turn[] = ['text', 'stream', 'tools', 'json'],
): Client {
  const name = basename(page, '.md');
  return {
    name,
    packages,
    page,
    turns,
    tool: WEATHER,
    async prepare(turn, { installed, origin }, blocks) {
      // Where imports find the packages.
      const programs = join(installed, 'programs');
      await cp(PROGRAMS, programs, { recursive: true });
      const file = join(programs, turn === 'text' ? 'page.mjs' : `${name}.mjs`);
      if (turn === 'text') await writeFile(file, blockIn(blocks, 'js'));
      return {
        program: process.execPath,
        args: [file, turn],
        environment: { SVC_BASE_URL: `${origin}${path}` },
      };
    },
  };
}
