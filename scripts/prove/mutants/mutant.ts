import { join } from 'node:path';

/** What a mutant changes. */
export const OPERATORS = ['condition', 'comparison', 'logic', 'constant', 'statement', 'error'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One small change of a source file, as characters of its text. */
export interface Mutant {
  /** From the repository root. */
  readonly path: string;
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  /** What stands between `start` and `end` instead. */
  readonly text: string;
}

/** The text of the file with the change made. */
export function mutated(text: string, { start, end, text: inserted }: Mutant): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** Variables with which a process of Node runs with the change made. */
export function mutantEnvironment(root: string, mutant: Mutant): Readonly<Record<string, string>> {
  const preload = new URL('./apply-mutant.ts', import.meta.url).href;
  return {
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`,
    SVC_MUTANT: JSON.stringify({ ...mutant, path: join(root, mutant.path) }),
  };
}
