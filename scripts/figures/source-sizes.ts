import { type Figure, sourcesIn, type Tree } from './figure.ts';

/** Lines of source files without tests: the middle one, the 95th of a hundred, and the largest. */
export function sourceSizes(tree: Tree): Figure[] {
  const sizes = sourcesIn(
    tree,
    'contract/src',
    'server/src',
    'console/src',
    'sdk/src',
    'conformance/src',
    'bench/src',
    'scripts',
  )
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .toSorted((a, b) => a.lines - b.lines);
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))];
  const [median, high, largest] = [at(0.5), at(0.95), sizes.at(-1)];
  if (!median || !high || !largest)
    throw new Error('There are no source files: are their folders elsewhere now?');
  return [
    { name: 'source files', value: sizes.length, places: [] },
    {
      name: 'lines of the median source file, of the 95th percentile',
      value: `${median.lines}, ${high.lines}`,
      places: [],
    },
    { name: 'lines of the largest source file', value: largest.lines, places: [largest.path] },
  ];
}
