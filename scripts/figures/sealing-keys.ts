import { Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';

const FOLDER = 'server/src/sealing/';
/** What makes a key that seals, from the data key or from what a thread was sent. */
const KEYS: ReadonlySet<string> = new Set(['AeadBox', 'SealingKey', 'PurposeKeys']);

/** Places that make keys of their own to seal with, past the ring: no key of a workspace would reach them. */
export function sealingKeys(tree: Tree): Figure[] {
  requireFile(tree, `${FOLDER}sealing-ring.ts`, /\bnew SealingKey\(/);
  const places = sourcesIn(tree, 'server/src').flatMap((file) => {
    const found: string[] = [];
    if (file.path.startsWith(FOLDER)) return found;
    new Visitor({
      NewExpression({ callee, start }) {
        if (callee.type === 'Identifier' && KEYS.has(callee.name)) found.push(placeOf(file, start));
      },
    }).visit(parseSource(file));
    return found;
  });
  return [{ name: 'sealing keys made outside of the ring', value: places.length, places }];
}
