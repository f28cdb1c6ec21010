import { type ObjectProperty, Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { type Figure, sourcesIn, type Tree } from './figure.ts';

function keyOf({ key, computed }: ObjectProperty): string | undefined {
  if (computed) return undefined;
  return key.type === 'Identifier' ? key.name : undefined;
}

/** Whether the value of a property is code or a name for some: not a text, number or list. */
function isHandler({ value }: ObjectProperty): boolean {
  return [
    'ArrowFunctionExpression',
    'FunctionExpression',
    'Identifier',
    'CallExpression',
    'MemberExpression',
  ].includes(value.type);
}

/**
 * The name of a handler that an operation of the organization shares with one of a workspace: both have webhooks, and the same code
 * answers for them.
 */
function sharedName(id: string): string {
  return id.replace(/Organization(?=[A-Z])/, '');
}

/** Operations whose answer, `id: (…) => handler(…)`, uses no function that is named as the operation. */
export function handlerNames(tree: Tree): Figure[] {
  const { operationIds } = tree;
  const named = new Set<string>();
  const responded = new Map<string, string>();
  for (const file of sourcesIn(tree, 'server/src')) {
    new Visitor({
      Property(property) {
        const id = keyOf(property as ObjectProperty);
        if (id === undefined || !operationIds.has(id) || !isHandler(property as ObjectProperty)) return;
        responded.set(id, placeOf(file, property.start));
        const value = file.text.slice(property.value.start, property.value.end);
        if (property.method || new RegExp(`\\b(?:${id}|${sharedName(id)})\\b`).test(value)) named.add(id);
      },
    }).visit(parseSource(file));
  }
  const unanswered = [...operationIds].filter((id) => !responded.has(id));
  if (unanswered.length > 0)
    throw new Error(
      `Nothing in server/src answers ${unanswered.join(', ')}: has the form of the answers changed?`,
    );
  const places = [...responded].filter(([id]) => !named.has(id)).map(([id, place]) => `${place} ${id}`);
  return [
    {
      name: 'handlers not named as their operation',
      value: `${places.length} of ${operationIds.size}`,
      places,
    },
  ];
}
