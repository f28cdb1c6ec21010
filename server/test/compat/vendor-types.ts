import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const OPTIONS =
  '--noEmit --strict --skipLibCheck --ignoreConfig --target es2024 --module esnext --moduleResolution bundler --checkers 1 --pretty false'.split(
    ' ',
  );

export interface Sample {
  /** Shown where it does not fit. */
  readonly name: string;
  /** What it must be: an expression over `imports`. */
  readonly type: string;
  readonly value: unknown;
  /** Whether it may have fields that the type does not know. */
  readonly mayHaveMore?: boolean;
}

/** Of a module below `node_modules`, the types by name. */
export type Imports = Readonly<Record<string, readonly string[]>>;

/** Bodies of live replies, and the types of a client that they must be. */
export interface TypedBodies {
  readonly samples: readonly Sample[];
  readonly imports: Imports;
  /** Declarations of types that samples name. */
  readonly helpers?: string;
}

/**
 * What the compiler says about bodies as values of types that packages declare: fields that are missing, unknown or of another kind, each
 * behind the name of its sample. Empty where all of them fit. `modules`: where the packages are, if not in this repository.
 */
export async function typeFaults(
  { samples, imports, helpers = '' }: TypedBodies,
  modules = join(ROOT, 'node_modules'),
): Promise<string[]> {
  const heads = Object.entries(imports).map(
    ([module, names]) => `import type { ${names.join(', ')} } from '${join(modules, module)}';`,
  );
  const fits = 'declare function fits<T>(): <U extends T>(value: U) => void;';
  // One line for each, so that the line of a fault names its sample.
  const lines = samples.map(({ type, value, mayHaveMore }, i) => {
    const json = JSON.stringify(value);
    return mayHaveMore ? `fits<${type}>()(${json});` : `export const s${i}: ${type} = ${json};`;
  });
  const before = [...heads, fits, ...helpers.split('\n')];
  const folder = await mkdtemp(join(tmpdir(), 'svc-vendor-types-'));
  try {
    const file = join(folder, 'samples.ts');
    await writeFile(file, [...before, ...lines].join('\n'));
    const output = await compile(file);
    return output.map((line) => {
      const at = Number(/\((\d+),\d+\)/.exec(line)?.[1]) - 1 - before.length;
      return `${samples[at]?.name ?? 'types'}: ${line.replace(/^.*?error /, '')}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(file: string): Promise<string[]> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    await run(process.execPath, [tsc, ...OPTIONS, '--types', '', file], { maxBuffer: 16 * 1024 * 1024 });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    if (stdout === undefined || stdout === '') throw error;
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  }
}
