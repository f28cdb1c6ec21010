import { posix } from 'node:path';
import { type PropertyKey, type Statement, Visitor } from 'oxc-parser';
import type { SourceFile } from '../check/source-files.ts';
import { parseSource, placeOf } from './parse-source.ts';

/** A name that other code can use: of a file, a type, a class, a function, a constant of a module, a method or a private field. */
export interface DeclaredName {
  readonly name: string;
  /** `path:line`. */
  readonly place: string;
}

/** Properties, parameters and variables of functions are left out: many have a name of the API, the database or a library. */
export function declaredNames(file: SourceFile): DeclaredName[] {
  const stem = posix.basename(file.path).split('.')[0]!;
  const names: DeclaredName[] = [{ name: stem, place: file.path }];
  const add = (id: { readonly name: string; readonly start: number } | null): void => {
    if (id) names.push({ name: id.name, place: placeOf(file, id.start) });
  };
  const { body } = parseSource(file);
  for (const statement of body) for (const id of constantsOf(statement)) add(id);
  new Visitor({
    FunctionDeclaration: ({ id }) => add(id),
    TSDeclareFunction: ({ id }) => add(id),
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    MethodDefinition: ({ key }) => add(nameOf(key)),
    TSMethodSignature: ({ key }) => add(nameOf(key)),
    PropertyDefinition: ({ key }) => key.type === 'PrivateIdentifier' && add(key),
  }).visit(parseSource(file));
  return names;
}

function nameOf(key: PropertyKey) {
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key : null;
}

function constantsOf(statement: Statement) {
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (inner?.type !== 'VariableDeclaration') return [];
  return inner.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id] : []));
}

/** `readHTTPAnswer`, `READ_ANSWER` and `read-answer` in words of lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _\-.$]+/)
    .filter((word) => word !== '');
}
