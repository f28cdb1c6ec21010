import { readFile } from 'node:fs/promises';

let compiling: Promise<WebAssembly.Module> | undefined;

/**
 * The embedded database's WebAssembly module, compiled once and cached. A thread that reopens the database,
 * as after a crash, reuses the machine code instead of compiling for most of a second.
 */
export function embeddedModule(): Promise<WebAssembly.Module> {
  compiling ??= compile().catch((error: unknown) => {
    // Failures are not cached: too many open files, for example, may be temporary.
    compiling = undefined;
    throw error;
  });
  return compiling;
}

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(file));
}
