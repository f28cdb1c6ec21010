import { Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { type Figure, sourcesIn, type Tree } from './figure.ts';

/** Class fields with `!:`, whose value the compiler takes on trust. */
export function definiteFields(tree: Tree): Figure[] {
  let fields = 0;
  const places = sourcesIn(tree, 'contract/src', 'server/src', 'console/src', 'sdk/src').flatMap((file) => {
    const found: string[] = [];
    new Visitor({
      PropertyDefinition(field) {
        fields += 1;
        if (field.definite) found.push(placeOf(file, field.start));
      },
    }).visit(parseSource(file));
    return found;
  });
  if (fields === 0) throw new Error('No class has a field: is the source elsewhere now?');
  return [{ name: 'fields with definite assignment (`!:`)', value: places.length, places }];
}
