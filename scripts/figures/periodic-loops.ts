import { type CallExpression, Visitor } from 'oxc-parser';
import { parseSource } from '../syntax/parse-source.ts';
import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';

/** A timer whose work is asynchronous, `setInterval(() => void this.run(), …)`. Sweeps over memory are not: they cannot overlap. */
function isAsynchronousTimer({ callee, arguments: [work] }: CallExpression): boolean {
  if (
    callee.type !== 'Identifier' ||
    callee.name !== 'setInterval' ||
    work?.type !== 'ArrowFunctionExpression'
  )
    return false;
  return work.async || (work.body.type === 'UnaryExpression' && work.body.operator === 'void');
}

/** A listener of the clock, which runs the same work when a test moves the time. */
function listensToClock({ callee }: CallExpression): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'onAdvance'
  );
}

/** Files that repeat asynchronous work by a timer and a clock listener of their own. The scheduler is one. */
export function periodicLoops(tree: Tree): Figure[] {
  requireFile(tree, 'server/src/kit/clock.ts', /\bonAdvance\(/);
  const places = sourcesIn(tree, 'server/src').filter((file) => {
    let found = false;
    new Visitor({
      CallExpression(call) {
        found ||= isAsynchronousTimer(call) || listensToClock(call);
      },
    }).visit(parseSource(file));
    return found;
  });
  return [
    { name: 'periodic loops made by hand', value: places.length, places: places.map(({ path }) => path) },
  ];
}
