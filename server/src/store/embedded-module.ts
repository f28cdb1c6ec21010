import { readFile } from 'node:fs/promises';

let compiling: Promise<WebAssembly.Module> | undefined;

/**
 * The program of the embedded database. Compiled once and kept: a thread that opens the database again, as after a crash,
 * begins with the machine code that the ones before it ran, instead of spending most of a second on making its own.
 */
export function embeddedModule(): Promise<WebAssembly.Module> {
  compiling ??= compile().catch((error: unknown) => {
    // Not kept: too many open files, say, may be over at the next try.
    compiling = undefined;
    throw error;
  });
  return compiling;
}

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(file));
}
