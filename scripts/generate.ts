import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** One committed file that is made from the code. `path` is from the repository root. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** What every module of scripts/generate exports. Adding one is enough: this file finds it. */
export interface Generator {
  outputs(): Promise<readonly GeneratedFile[]>;
}

const root = fileURLToPath(new URL('..', import.meta.url));

async function allOutputs(): Promise<GeneratedFile[]> {
  const folder = join(root, 'scripts/generate');
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const files: GeneratedFile[] = [];
  for (const name of names.toSorted()) {
    const module = (await import(pathToFileURL(join(folder, name)).href)) as Partial<Generator>;
    // Modules without outputs are parts the generators share.
    if (module.outputs) files.push(...(await module.outputs()));
  }
  return files;
}

function committedText(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Where two texts part, as `path:line: what is there, what should be`. */
function firstDifference(file: GeneratedFile, committed: string | undefined): string {
  if (committed === undefined) return `${file.path}: missing`;
  const [was, is] = [committed.split('\n'), file.text.split('\n')];
  const line = is.findIndex((text, i) => text !== was[i]);
  const at = line < 0 ? is.length : line;
  return `${file.path}:${at + 1}: has ${JSON.stringify(was[at] ?? 'nothing')}, generated ${JSON.stringify(is[at] ?? 'nothing')}`;
}

const stale = (await allOutputs())
  .map((file) => ({ file, committed: committedText(file.path) }))
  .filter((one) => one.committed !== one.file.text);

if (process.argv.includes('--check')) {
  for (const { file, committed } of stale) console.error(firstDifference(file, committed));
  if (stale.length > 0) console.error('Run npm run generate and commit the result.');
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { file } of stale) {
    mkdirSync(dirname(join(root, file.path)), { recursive: true });
    writeFileSync(join(root, file.path), file.text);
    console.log(`wrote ${relative(process.cwd(), join(root, file.path))}`);
  }
}
