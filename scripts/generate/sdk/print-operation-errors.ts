import { ERRORS, type Operation } from '@svc/contract';

type Failing = Pick<Operation, 'id' | 'errors'>;

/** Those that every one of a group may answer with are said once. */
function printGroup(name: string, operations: readonly Failing[]): { common: string; rows: string } {
  const codes = operations.map(({ id, errors }) => ({
    id,
    set: new Set<string>(errors.map((row) => ERRORS[row].code)),
  }));
  const [first, ...others] = codes.map(({ set }) => set);
  const common = new Set([...first!].filter((code) => others.every((set) => set.has(code))));
  const rows = codes.map(({ id, set }) => {
    const own = [...set]
      .filter((code) => !common.has(code))
      .toSorted()
      .map((code) => ` | '${code}'`);
    return `  ${id}: ${name}Errors${own.join('')};\n`;
  });
  const shared = [...common].toSorted().map((code) => `\n  | '${code}'`);
  return { common: `export type ${name}Errors =${shared.join('')};\n`, rows: rows.join('') };
}

/** The codes of every operation, by its id, as types. */
export function printOperationErrors(groups: Readonly<Record<string, readonly Failing[]>>): string {
  const printed = Object.entries(groups).map(([name, operations]) => printGroup(name, operations));
  return `${printed.map(({ common }) => common).join('\n')}
/** The codes that an operation may answer with, by its id. */
export interface OperationErrors {
${printed.map(({ rows }) => rows).join('')}}
`;
}
