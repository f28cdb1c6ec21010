import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../native/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../.bench/native/', import.meta.url));

export type NativeProgram = 'load' | 'mock';

const built = new Map<NativeProgram, string | undefined>();

/**
 * Compiles a program of bench/native, once in a process, and returns its path. Undefined where there is no compiler or no epoll: then the
 * same is done in JavaScript, with the collector and the compiler of V8 beside what is measured. Throws when the compiler refuses it.
 */
export function buildNative(program: NativeProgram): string | undefined {
  if (!built.has(program)) built.set(program, compile(program));
  return built.get(program);
}

function compile(program: NativeProgram): string | undefined {
  if (process.platform !== 'linux' || spawnSync('cc', ['--version']).status !== 0) return undefined;
  mkdirSync(BUILT, { recursive: true });
  const path = join(BUILT, program);
  // Renamed when it is whole: other processes may build and run the same one now.
  const unfinished = `${path}-${process.pid}`;
  const { status, stderr } = spawnSync('cc', ['-O2', '-o', unfinished, join(SOURCES, `${program}.c`)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`bench/native/${program}.c was not compiled:\n${stderr}`);
  renameSync(unfinished, path);
  return path;
}
