import {
  type ArrayExpression,
  type BlockStatement,
  type CallExpression,
  type Expression,
  type ObjectExpression,
  type Program,
  type Statement,
  Visitor,
} from 'oxc-parser';
import type { SourceFile } from '../check/source-files.ts';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { type Figure, sourcesIn, type Tree } from './figure.ts';

/** So many entries make a list: three of a kind are a coincidence. */
const ENTRIES = 4;

/** The call a statement consists of, waited for or not, under a condition or not. */
function callOf(statement: Statement): CallExpression | undefined {
  if (statement.type !== 'ExpressionStatement') return undefined;
  let { expression } = statement as { expression: Expression };
  while (expression.type === 'AwaitExpression' || expression.type === 'ChainExpression') {
    expression = expression.type === 'AwaitExpression' ? expression.argument : expression.expression;
  }
  return expression.type === 'CallExpression' ? expression : undefined;
}

/** `this.keys`, `this.codeSignIn.codeSessions`: a part of the object whose code this is. */
function isOwnPart(expression: { readonly type: string } | null): boolean {
  let part = expression as Expression;
  if (part?.type !== 'MemberExpression') return false;
  while (part.type === 'MemberExpression') part = part.object;
  return part.type === 'ThisExpression';
}

/** Names by which features are imported, with the specifier each comes from. */
function importedFrom(program: Program): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
    for (const { local } of statement.specifiers) names.set(local.name, statement.source.value);
  }
  return names;
}

/** The same method called in the same way on many parts of objects: what is closed, dropped or invalidated one after the other. */
function callsOneMethodOnMany({ text }: SourceFile, calls: readonly CallExpression[]): boolean {
  const receivers = new Map<string, number>();
  for (const { callee, end } of calls) {
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') continue;
    const methodAndArguments = text.slice(callee.property.start, end);
    receivers.set(methodAndArguments, (receivers.get(methodAndArguments) ?? 0) + 1);
  }
  return [...receivers.values()].some((count) => count >= ENTRIES);
}

/** Functions of many features, called one after the other or each by an entry of an object. */
function callsManyFeatures(calls: readonly CallExpression[], imported: ReadonlyMap<string, string>): boolean {
  const features = calls.flatMap(({ callee }) => {
    const specifier = callee.type === 'Identifier' ? imported.get(callee.name) : undefined;
    return specifier?.startsWith('#features/') ? [specifier] : [];
  });
  return new Set(features).size >= ENTRIES;
}

/** What the entries of an object call, `{ mails: (nowMs) => dropMails(db, nowMs) }`. */
function callsOfEntries({ properties }: ObjectExpression): CallExpression[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property' || property.value.type !== 'ArrowFunctionExpression') return [];
    const { body } = property.value;
    return body.type === 'CallExpression' ? [body] : [];
  });
}

/** Parts of the object itself, or the same part of several: `[this.keys, this.accounts]`, `[deps.keys.job, deps.mail.job]`. */
function namesManyParts({ elements }: ArrayExpression): boolean {
  const parts = elements.filter((element) => element?.type === 'MemberExpression');
  if (elements.length >= ENTRIES && elements.every(isOwnPart)) return true;
  const names = parts.flatMap(({ object, property }) =>
    object.type === 'MemberExpression' && property.type === 'Identifier' ? [property.name] : [],
  );
  return [...Map.groupBy(names, (name) => name).values()].some(({ length }) => length >= ENTRIES);
}

/** Where a file keeps such lists. */
function listsIn(file: SourceFile): string[] {
  const program = parseSource(file);
  const imported = importedFrom(program);
  const found: string[] = [];
  new Visitor({
    BlockStatement({ start, body }: BlockStatement) {
      const calls = body.flatMap((statement) => callOf(statement) ?? []);
      if (callsOneMethodOnMany(file, calls) || callsManyFeatures(calls, imported))
        found.push(placeOf(file, start));
    },
    ObjectExpression(object) {
      if (callsManyFeatures(callsOfEntries(object), imported)) found.push(placeOf(file, object.start));
    },
    ArrayExpression(array) {
      if (namesManyParts(array)) found.push(placeOf(file, array.start));
    },
  }).visit(program);
  return found;
}

/** Lists in code that name many parts or features, each of which somebody must remember to add to. */
export function handKeptLists(tree: Tree): Figure[] {
  const sources = sourcesIn(tree, 'server/src');
  if (!sources.some(({ text }) => text.includes("from '#features/")))
    throw new Error('No file imports a feature: have their entry points new names?');
  const places = sources.flatMap(listsIn);
  return [{ name: 'hand-kept lists', value: places.length, places }];
}
