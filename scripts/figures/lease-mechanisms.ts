import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { Visitor } from 'oxc-parser';
import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';

const LEASES = 'server/src/leases/leases.ts';
/** Rooms whose leases are on rows of the database. Those of counts in Redis and of credits are lent and called back otherwise. */
const ROOMS = ['server/src/leases', 'server/src/jobs', 'server/src/features'];

/** Files that say until when a lease on a row lasts: each has a clock, a renewal and a judgement of its own. */
export function leaseMechanisms(tree: Tree): Figure[] {
  requireFile(tree, LEASES, /nowMs \+ leaseMs\b/);
  const places = new Map<string, string>();
  for (const file of sourcesIn(tree, ...ROOMS))
    new Visitor({
      BinaryExpression({ operator, right, start }) {
        const name =
          right.type === 'Identifier'
            ? right.name
            : right.type === 'MemberExpression' && right.property.type === 'Identifier'
              ? right.property.name
              : '';
        if (operator === '+' && /^(?:LEASE_MS|leaseMs)$/.test(name) && !places.has(file.path))
          places.set(file.path, placeOf(file, start));
      },
    }).visit(parseSource(file));
  return [{ name: 'mechanisms of leases on rows', value: places.size, places: [...places.values()] }];
}
