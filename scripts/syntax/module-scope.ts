import { posix } from 'node:path';
import type {
  ArrowFunctionExpression,
  Expression,
  Function as FunctionNode,
  Program,
  Statement,
} from 'oxc-parser';
import type { SourceFile } from '../check/source-files.ts';
import { parseSource } from './parse-source.ts';

export type AnyFunction = FunctionNode | ArrowFunctionExpression;

/** What a name stands for where it is used. */
export interface Declared {
  readonly file: SourceFile;
  readonly value: Expression | AnyFunction;
}

function isFunction({ type }: { readonly type: string }): boolean {
  return (
    type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
  );
}

/** The function of a declaration, whether written as one or as a constant. */
export function functionOf({ value }: Declared): AnyFunction | undefined {
  return isFunction(value) ? (value as AnyFunction) : undefined;
}

/** Statements of a module or function, exports unwrapped. */
function statementsOf(scope: Program | AnyFunction): readonly Statement[] {
  if (scope.type === 'Program') return scope.body;
  return scope.body?.type === 'BlockStatement' ? scope.body.body : [];
}

function declaredBy(statement: Statement, name: string): Expression | AnyFunction | undefined {
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (inner?.type === 'FunctionDeclaration' && inner.id?.name === name) return inner;
  if (inner?.type !== 'VariableDeclaration') return undefined;
  return inner.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)?.init ?? undefined;
}

/** The module and the name there that a name was imported or exported from, relative paths only. */
function originOf(
  file: SourceFile,
  name: string,
): { readonly path: string; readonly name: string } | undefined {
  for (const statement of parseSource(file).body) {
    if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') continue;
    const from = statement.source?.value;
    if (!from?.startsWith('.')) continue;
    for (const one of statement.specifiers) {
      const [own, other] =
        one.type === 'ImportSpecifier'
          ? [one.local, one.imported]
          : one.type === 'ExportSpecifier'
            ? [one.exported, one.local]
            : [];
      if (own?.type === 'Identifier' && own.name === name && other?.type === 'Identifier') {
        return { path: posix.join(posix.dirname(file.path), from), name: other.name };
      }
    }
  }
  return undefined;
}

/** Looks a name up in the functions around it, innermost first, then in its module, then where that imports it from. */
export function resolve(
  files: readonly SourceFile[],
  file: SourceFile,
  name: string,
  around: readonly AnyFunction[] = [],
): Declared | undefined {
  for (const scope of [...around.toReversed(), parseSource(file)]) {
    for (const statement of statementsOf(scope)) {
      const value = declaredBy(statement, name);
      if (value) return { file, value };
    }
  }
  const origin = originOf(file, name);
  const module = origin && files.find(({ path }) => path === origin.path);
  return module && resolve(files, module, origin.name);
}

/** Whether arguments from this one on are the members of a list, `...steps`. */
export function takesRestAt(declared: AnyFunction, position: number): boolean {
  const rest = declared.params.findIndex(({ type }) => type === 'RestElement');
  return rest >= 0 && position >= rest;
}

/** Names that a module exports from its files, types aside. */
export function exportedNames(file: SourceFile): string[] {
  return parseSource(file).body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.exportKind !== 'type'
      ? statement.specifiers.flatMap(({ exported, exportKind }) =>
          exported.type === 'Identifier' && exportKind !== 'type' ? [exported.name] : [],
        )
      : [],
  );
}
