import { Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';

/** Places that start a thread themselves, and so have to notice when it fails. Others have a `WorkerHost`. */
export function startedThreads(tree: Tree): Figure[] {
  requireFile(tree, 'server/src/threads/worker-thread.ts', /\bnew Worker\(/);
  const places = sourcesIn(tree, 'server/src').flatMap((file) => {
    const found: string[] = [];
    new Visitor({
      NewExpression({ callee, start }) {
        if (callee.type === 'Identifier' && callee.name === 'Worker') found.push(placeOf(file, start));
      },
    }).visit(parseSource(file));
    return found;
  });
  return [{ name: 'places that start a thread', value: places.length, places }];
}
