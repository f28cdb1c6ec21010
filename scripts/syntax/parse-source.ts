import { parseSync, type Program } from 'oxc-parser';
import type { SourceFile } from '../check/source-files.ts';

const parsed = new WeakMap<SourceFile, Program>();

/** The syntax tree of a TypeScript file, parsed once. Throws where it does not parse, since counting would pass over it. */
export function parseSource(file: SourceFile): Program {
  const known = parsed.get(file);
  if (known) return known;
  const { program, errors } = parseSync(file.path, file.text);
  const [error] = errors;
  if (error) throw new Error(`${file.path}: ${error.message}`);
  parsed.set(file, program);
  return program;
}

/** `path:line` of a place in a file. */
export function placeOf(file: SourceFile, offset: number): string {
  return `${file.path}:${file.text.slice(0, offset).split('\n').length}`;
}
