import { describe, expect, it } from 'vitest';
import { requestPaths } from './request-paths.ts';

const INDEX = `export { inference, type Deps } from './inference.ts';\nexport { other } from './other.ts';\nexport { Budget } from './budget.ts';`;
const INFERENCE = `
import { readBody } from './steps/read-body.ts';
export function inference(deps, answer) {
  return sequence(
    authenticate(deps), // 401
    requireBetas,
    ...readBody(deps),
    answer,
  );
}`;
const OTHER = 'export const other = (deps, answer) => sequence(authenticate(deps), answer);';
const READ_BODY = `export function readBody(deps) {\n  if (!deps) return [];\n  return [limitSize(() => [1]), requireJson];\n}`;

const DRAWING = `
  1 │  path and method ────── 404
    │                         http
  2 │  authenticate   key, address,
    │                 organization ── 401
    │  requireBetas, limitSize ────── 400
  4 │  requireJson    media type ──── 400
    │  answer
    ▼
  engine ──events──▶ caller`;
const TABLE = `| Step | \`inference\` | \`other\` |
| --- | --- | --- |
| \`authenticate\` | x | x |
| \`requireBetas\` | x | |
| \`limitSize\` | x | |
| \`requireJson\` | x | |
| \`answer\` | x | x |`;

const document = (drawing: string, table: string) =>
  `# A\n\n## The path of a model call\n\n\`\`\`${drawing}\n\`\`\`\n\nText.\n\n${table}\n\nMore.\n`;

interface Planted {
  readonly drawing?: string;
  readonly table?: string;
  readonly inference?: string;
  readonly index?: string;
  readonly more?: Readonly<Record<string, string>>;
}

function check({
  drawing = DRAWING,
  table = TABLE,
  inference = INFERENCE,
  index = INDEX,
  more = {},
}: Planted): string[] {
  const code = {
    index,
    inference,
    other: OTHER,
    'steps/read-body': READ_BODY,
    budget: 'export class Budget {}',
    ...more,
  };
  const files = Object.entries(code).map(([name, text]) => ({
    path: `server/src/pipelines/${name}.ts`,
    text,
  }));
  return requestPaths([...files, { path: 'ARCHITECTURE.md', text: document(drawing, table) }]);
}

describe('the paths of requests in ARCHITECTURE.md', () => {
  it('pass when they are those of the code', () => {
    expect(check({})).toEqual([]);
  });

  it.each([
    [
      'is missing in the drawing',
      { drawing: DRAWING.replace('requireBetas, ', '') },
      'the drawing has limitSize after authenticate',
    ],
    [
      'stands elsewhere in the drawing',
      { drawing: DRAWING.replace('requireBetas, limitSize', 'limitSize, requireBetas') },
      'the drawing has limitSize after',
    ],
    [
      'is in the drawing only',
      { drawing: DRAWING.replace('requireBetas,', 'requireBetas, requireFeature,') },
      'the drawing has requireFeature after',
    ],
    [
      'is missing at the end',
      { drawing: DRAWING.replace('answer', '') },
      'the drawing has nothing more after requireJson',
    ],
    [
      'is missing in the table',
      { table: TABLE.replace('| `requireJson` | x | |\n', '') },
      'the column inference of the table of steps has answer after',
    ],
    [
      'is in the table only',
      { table: TABLE.replace('`requireBetas` | x | |', '`requireBetas` | x | x |') },
      'the column other of the table of steps has requireBetas',
    ],
  ])('fail when a step %s', (_name, planted, message) => {
    expect(check(planted)).toEqual([expect.stringContaining(message)]);
  });

  it('fail when a pipeline has no column, and a column no pipeline', () => {
    expect(check({ table: TABLE.replaceAll(/ [^|]*\|$/gm, '') })).toEqual([
      expect.stringContaining('the column other of the table of steps'),
    ]);
    expect(check({ table: TABLE.replace('`other`', '`another`') })).toEqual([
      expect.stringContaining('the column other of the table of steps has nothing more after the start'),
      'ARCHITECTURE.md: the table of steps has a column another, and server/src/pipelines/index.ts exports no such pipeline',
    ]);
  });

  it('fail when there is no list to compare with', () => {
    expect(() => check({ inference: 'export function inference() { return run(); }' })).toThrow(
      'exports no list of steps named inference',
    );
  });
});

describe('lists of steps', () => {
  const body = (list: string, before = '') =>
    `import { readBody } from './steps/read-body.ts';\nexport function inference(deps, answer) {\n${before}\nreturn ${list};\n}`;

  it.each([
    ['typed', body('sequence<Has>()(authenticate(deps), requireBetas, ...readBody(deps), answer)')],
    [
      'in constants',
      body(
        'sequence(...first, ...readBody(deps), answer)',
        'const first = [authenticate(deps), requireBetas] as const;',
      ),
    ],
    ['of lists', body('sequence(sequence()(authenticate(deps), requireBetas), readBody(deps), answer)')],
    [
      'under a condition',
      body('sequence(authenticate(deps), requireBetas, ...(deps ? readBody(deps) : []), answer)'),
    ],
    [
      'of steps that return lists when they run',
      `function authenticate() { return (exchange) => { return [1, 2]; }; }\n${body('sequence(authenticate(deps), requireBetas, ...readBody(deps), answer)')}`,
    ],
    [
      'with functions in place',
      body('sequence((exchange) => deps.authenticate(exchange), requireBetas, ...readBody(deps), answer)'),
    ],
  ])('are read when they are %s', (_name, inference) => {
    expect(check({ inference })).toEqual([]);
  });

  const limited = {
    drawing: DRAWING.replace('requireBetas,', 'limit, requireBetas,'),
    table: TABLE.replace('| `requireBetas`', '| `limit` | x | |\n| `requireBetas`'),
  };

  it.each([
    [
      'one after the other',
      'function limit(deps, ...steps) { return (exchange) => 1; }',
      'limit(deps, requireBetas, ...readBody(deps))',
      '',
    ],
    [
      'as a list',
      'function limit(deps, steps) { return (exchange) => 1; }',
      'limit(deps, inner)',
      'const inner = sequence()(requireBetas, readBody(deps));',
    ],
  ])('are read when a step is given others %s', (_name, limit, step, before) => {
    expect(
      check({
        ...limited,
        inference: `${limit}\n${body(`sequence(authenticate(deps), ${step}, answer)`, before)}`,
      }),
    ).toEqual([]);
  });
});
