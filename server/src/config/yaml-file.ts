import { readFileSync, statSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigError, type Problem } from './config-error.ts';

/** Larger files are refused unread: a configuration is written by people. */
const FILE_LIMIT_BYTES = 1024 * 1024;
/** How often aliases may repeat what they point to, in all. Bounds files that grow exponentially when expanded. */
const ALIAS_LIMIT = 1000;

/** The text of a configuration file. ConfigError when it is missing, no file, or over 1 MiB. */
export function readConfigText(path: string): string {
  const refuse = (message: string): never => {
    throw new ConfigError(path, [{ path: '', message }]);
  };
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return refuse('is not a file');
    if (stat.size > FILE_LIMIT_BYTES) return refuse('is larger than 1 MiB');
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    return refuse(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown error'})`);
  }
}

/**
 * YAML (so JSON too) as plain values. An empty file is an empty object. Duplicate keys, unknown tags, several documents
 * and exploding aliases are refused. ConfigError names line and column but never quotes the text, which holds secrets.
 */
export function parseYaml(text: string, source: string): unknown {
  if (Buffer.byteLength(text) > FILE_LIMIT_BYTES)
    throw new ConfigError(source, [{ path: '', message: 'is larger than 1 MiB' }]);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter, merge: true, strict: true });
  const faults = relevantFaults([...document.errors, ...document.warnings]);
  if (faults.length > 0) {
    throw new ConfigError(
      source,
      faults.map(({ code, pos }): Problem => {
        const { line, col } = lineCounter.linePos(pos[0]);
        return {
          path: `line ${line}, column ${col}`,
          message: explain(code, text.split('\n')[line - 1] ?? ''),
        };
      }),
    );
  }
  try {
    return (document.toJS({ maxAliasCount: ALIAS_LIMIT }) as unknown) ?? {};
  } catch {
    // The library's message names the alias; what matters is that some alias is unknown or expands without bound.
    throw new ConfigError(source, [
      { path: '', message: 'has aliases (*name) that are undefined or expand too much' },
    ]);
  }
}

/** What is wrong in a file the parser could follow to its end. Any other code is a syntax error. */
const SENTENCES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'duplicate key',
  MULTIPLE_DOCS: 'the file must hold one document',
  TAG_RESOLVE_FAILED: 'unknown YAML tag',
};

/** After a syntax error the parser has lost its place, so what it reports from there on is noise: the first one alone counts. */
function relevantFaults<T extends { readonly code: string; readonly pos: readonly [number, number] }>(
  faults: readonly T[],
): readonly T[] {
  const [first] = faults.filter(({ code }) => !(code in SENTENCES)).toSorted((a, b) => a.pos[0] - b.pos[0]);
  return first ? [first] : faults;
}

function explain(code: string, line: string): string {
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  const hint = line.includes('${') ? '; inside { } and [ ] a ${NAME} must be quoted: "${NAME}"' : '';
  return `not valid YAML (${code.toLowerCase().replaceAll('_', ' ')})${hint}`;
}
