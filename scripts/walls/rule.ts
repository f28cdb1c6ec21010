import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleTester } from 'oxlint/plugins-dev';

// oxlint exports its rule types only through the signature of its rule tester.
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>;
export type Context = Parameters<Rule['create']>[0];
export type Visitor = ReturnType<Rule['create']>;
/** Any node of the syntax tree, as `report` takes it. */
export type Node = NonNullable<Parameters<Context['report']>[0]['node']>;

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The linted file from the repository root, with forward slashes: the form `table.ts` is written in. */
export function pathOf(context: Context): string {
  return relative(repositoryRoot, context.filename).replaceAll('\\', '/');
}
