import { type CallExpression, type Expression, Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';

const EQUALITY: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);
const TEXT_METHODS: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'includes']);

function textOf(expression: { readonly type: string }): string | undefined {
  const literal = expression as Expression;
  return literal.type === 'Literal' && typeof literal.value === 'string' ? literal.value : undefined;
}

/** `path`, `operation.path`. */
function isPath(expression: { readonly type: string }): boolean {
  const named = expression as Expression;
  if (named.type === 'Identifier') return named.name === 'path';
  return (
    named.type === 'MemberExpression' &&
    named.property.type === 'Identifier' &&
    named.property.name === 'path'
  );
}

/** `path.startsWith('/v1')`. */
function asksForPath({ callee, arguments: [text] }: CallExpression): boolean {
  if (
    callee.type !== 'MemberExpression' ||
    callee.property.type !== 'Identifier' ||
    !TEXT_METHODS.has(callee.property.name)
  )
    return false;
  return isPath(callee.object) && text !== undefined && (textOf(text)?.startsWith('/') ?? false);
}

/** Files that tell operations apart by the text of their path or id, which the contract should say instead. */
export function textComparisons(tree: Tree): Figure[] {
  requireFile(tree, 'contract/src/operations/operation.ts', /\breadonly path\b/);
  const compares = (one: { readonly type: string }, text: string | undefined): boolean =>
    text !== undefined && (tree.operationIds.has(text) || (text.startsWith('/') && isPath(one)));
  const places = sourcesIn(tree, 'server/src').flatMap((file) => {
    const found: string[] = [];
    new Visitor({
      BinaryExpression({ start, operator, left, right }) {
        if (EQUALITY.has(operator) && (compares(left, textOf(right)) || compares(right, textOf(left))))
          found.push(placeOf(file, start));
      },
      SwitchCase({ start, test }) {
        if (test && tree.operationIds.has(textOf(test) ?? '')) found.push(placeOf(file, start));
      },
      CallExpression(call) {
        if (asksForPath(call)) found.push(placeOf(file, call.start));
      },
    }).visit(parseSource(file));
    return found;
  });
  const files = new Set(places.map((place) => place.replace(/:\d+$/, '')));
  return [{ name: 'files that compare a path or operation with text', value: files.size, places }];
}
