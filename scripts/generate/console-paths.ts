import {
  CONSOLE_OPERATIONS,
  CONSOLE_ROOT,
  MIRRORED_OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_CONSOLE_ROOT,
  OPERATOR_SIGN_IN_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type RequestedOperation,
} from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

const FOLDER = 'console/src/api/generated';
const HEAD = '// Printed from the contract by `npm run generate`; change it there.\n';

function printPaths(name: string, root: string, operations: readonly RequestedOperation[]): string {
  const rows = operations.map(({ id, method, path }) => `  ${id}: '${method} ${path.slice(root.length)}',\n`);
  return `${HEAD}
/** Method of each operation, and its path behind \`${root}\`. */
export const ${name} = {\n${rows.join('')}} as const;\n`;
}

/** Where the operations are that the Console calls, which has nothing but types of the contract. */
export function outputs(): Promise<GeneratedFile[]> {
  const people = [...SIGN_IN_OPERATIONS, ...CONSOLE_OPERATIONS, ...MIRRORED_OPERATIONS];
  const operators = [...OPERATOR_SIGN_IN_OPERATIONS, ...OPERATOR_CONSOLE_OPERATIONS];
  return Promise.resolve([
    { path: `${FOLDER}/console-paths.ts`, text: printPaths('CONSOLE_PATHS', CONSOLE_ROOT, people) },
    {
      path: `${FOLDER}/operator-paths.ts`,
      text: printPaths('OPERATOR_PATHS', OPERATOR_CONSOLE_ROOT, operators),
    },
  ]);
}
