import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CalledTool, Client, PageBlock } from './client.ts';
import { STEPS } from './model-script.ts';
import { blockIn } from './read-page.ts';

const NOTE = (step: number): string => `note-${step}.txt`;

/** A tool of the client that reads a file: here one note after the other. */
export function readingTool(name: string, argumentsFor: (path: string) => object): CalledTool {
  return {
    call: (step, { folder }) => ({ name, arguments: JSON.stringify(argumentsFor(join(folder, NOTE(step)))) }),
    result: (step) => `Sun in city ${step}`,
  };
}

interface AgentOptions extends Partial<Pick<Client, 'tool' | 'turns' | 'lacks'>> {
  /** The command behind the lines of the page, and its arguments. The prompt follows them. */
  readonly command: readonly string[];
  /** Where the command is, in `node_modules`. Absent: where npm puts commands. */
  readonly commandFolder?: string;
  /** Another way in, which the page shows further down, and what the client is called over it. Absent: the first one. */
  readonly way?: { readonly name: string; readonly number: number };
}

/** A program for the terminal, named as its page and set up as it says: the lines for the shell are run, and named files are written. */
export function agent(
  path: string,
  packages: readonly string[],
  { command, commandFolder = '.bin', way, ...more }: AgentOptions,
): Client {
  return {
    name: way?.name ?? basename(path, '.md'),
    packages,
    page: path,
    turns: ['text', 'stream', 'tools'],
    ...more,
    async prepare(_turn, { folder, installed }, page) {
      const blocks = blocksOf(page, way?.number ?? 1);
      for (const { file, code } of blocks)
        if (file !== undefined) await write(join(folder, home(file)), code);
      for (let step = 0; step < STEPS; step++) await write(join(folder, NOTE(step)), `Sun in city ${step}\n`);
      const words = [...command, 'What is the capital of Norway?'].map((word) => `'${word}'`).join(' ');
      const commands = `PATH="${join(installed, 'node_modules', commandFolder)}:$PATH"`;
      return { program: 'bash', args: ['-c', `${commands}\n${blockIn(blocks, 'sh')}exec ${words}`] };
    },
  };
}

/** Of blocks that stand for the same file, or for the shell, those of the way in with this number. */
function blocksOf(page: readonly PageBlock[], number: number): PageBlock[] {
  const ways = Map.groupBy(page, ({ file, language }) => file ?? language);
  return [...ways.values()].flatMap((blocks) => blocks[number - 1] ?? []);
}

const home = (file: string): string => file.replace(/^~\//, '');

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
