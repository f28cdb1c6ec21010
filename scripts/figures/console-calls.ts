import { posix } from 'node:path';
import { type Argument, Visitor } from 'oxc-parser';
import { parseSource, placeOf } from '../syntax/parse-source.ts';
import { importProblem } from '../walls/folders.ts';
import { type Figure, requireFile, sourcesIn, type Tree } from './figure.ts';
import { importsOf } from './import-graph.ts';

const CONSOLE = 'console/src';
const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

function isMethod(argument: Argument | undefined): boolean {
  return argument?.type === 'Literal' && METHODS.has(argument.value);
}

/** Calls that name an operation by method and path, which its id in the contract stands for. */
function pathTexts(tree: Tree): string[] {
  return sourcesIn(tree, CONSOLE).flatMap((file) => {
    const found: string[] = [];
    new Visitor({
      CallExpression({ start, arguments: [method, path] }) {
        if (isMethod(method) && path !== undefined) found.push(placeOf(file, start));
      },
      TemplateLiteral({ start, quasis: [first] }) {
        if (first?.value.raw.startsWith('/console/api/')) found.push(placeOf(file, start));
      },
    }).visit(parseSource(file));
    return found;
  });
}

function specifierOf(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** How the Console calls the service, and imports that its walls do not allow. */
export function consoleCalls(tree: Tree): Figure[] {
  requireFile(tree, `${CONSOLE}/api/client.ts`, /\bcreateClient\b/);
  const paths = pathTexts(tree);
  const arrows = importsOf(tree)
    .filter(({ from }) => from.startsWith(`${CONSOLE}/`))
    .filter(
      ({ from, to, typeOnly }) =>
        to.startsWith(`${CONSOLE}/`) && importProblem(from, specifierOf(from, to), typeOnly),
    )
    .map(({ from, to }) => `${from} -> ${to}`);
  return [
    { name: 'calls of the Console with path text', value: paths.length, places: paths },
    { name: "imports against the Console's order", value: arrows.length, places: arrows },
  ];
}
