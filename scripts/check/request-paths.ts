import { pipelineSteps } from '../syntax/pipeline-steps.ts';
import { exportedNames } from '../syntax/module-scope.ts';
import type { SourceFile } from './source-files.ts';

const DOCUMENT = 'ARCHITECTURE.md';
const INDEX = 'server/src/pipelines/index.ts';
/** The pipeline that is drawn; the table has all of them. */
const DRAWN = 'inference';

/** The names at the line of the drawing, `  4 │  requireKnownBetas, requirePublishedVersion ─── 400`. What goes on a line above is further right. */
const DRAWN_STEPS = /^[ \d]*│ {2}([a-z]\w*(?:, [a-z]\w*)*)(?= {2,}| ─|$)/;

function drawnSteps(document: string): string[] {
  const [, after = ''] = document.split('## The path of a model call\n');
  const [, drawing = ''] = after.split('```');
  return drawing.split('\n').flatMap((line) => DRAWN_STEPS.exec(line)?.[1]?.split(', ') ?? []);
}

/** The table of steps: a column for each pipeline, a mark for each step it has, from top to bottom. */
function tableColumns(document: string): Map<string, string[]> {
  const [, table = ''] = document.split('\n| Step | ');
  const [head = '', , ...rows] = table.split('\n\n')[0]?.split('\n') ?? [];
  const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
  const names = cells(head).filter((name) => name !== '');
  const columns = new Map(names.map((name) => [name, [] as string[]]));
  for (const row of rows) {
    const [, step = '', ...marks] = cells(row);
    for (const [i, name] of names.entries()) if (marks[i]) columns.get(name)?.push(step);
  }
  return columns;
}

function difference(where: string, documented: readonly string[], run: readonly string[]): string[] {
  const at = Array.from({ length: Math.max(documented.length, run.length) }, (_, i) => i).find(
    (i) => documented[i] !== run[i],
  );
  if (at === undefined) return [];
  const was = `${documented[at] ?? 'nothing more'} after ${documented[at - 1] ?? 'the start'}`;
  return [`${DOCUMENT}: ${where} has ${was}; the code runs ${run.join(', ')}`];
}

/** One line for each pipeline whose steps ARCHITECTURE.md does not show as they are: one missing, one too many, another order. */
export function requestPaths(files: readonly SourceFile[]): string[] {
  const document = files.find(({ path }) => path === DOCUMENT)?.text ?? '';
  const index = files.find(({ path }) => path === INDEX);
  const code = files.filter(({ path }) => path.startsWith('server/src/') && path.endsWith('.ts'));
  const pipelines = index
    ? exportedNames(index).map((name) => ({ name, steps: pipelineSteps(code, index, name) }))
    : [];
  const lists = new Map(pipelines.flatMap(({ name, steps }) => (steps ? [[name, steps]] : [])));
  if (!lists.has(DRAWN))
    throw new Error(
      `${INDEX} exports no list of steps named ${DRAWN}: adapt this check to how pipelines are written.`,
    );
  const columns = tableColumns(document);
  const unknown = [...columns.keys()].filter((name) => !lists.has(name));
  return [
    ...difference('the drawing', drawnSteps(document), lists.get(DRAWN) ?? []),
    ...[...lists].flatMap(([name, steps]) =>
      difference(`the column ${name} of the table of steps`, columns.get(name) ?? [], steps),
    ),
    ...unknown.map(
      (name) => `${DOCUMENT}: the table of steps has a column ${name}, and ${INDEX} exports no such pipeline`,
    ),
  ];
}
