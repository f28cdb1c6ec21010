/** A JSON value as JavaScript, where names of fields need no quotes. */
export function javascriptLiteral(value: unknown): string {
  return (
    JSON.stringify(value, undefined, 2)
      // Written as a name, it would set what the object inherits from.
      .replaceAll(/^(\s*)"__proto__": /gm, '$1["__proto__"]: ')
      .replaceAll(/^(\s*)"([A-Za-z_]\w*)": /gm, '$1$2: ')
  );
}

const STEP = '    ';

/** A JSON value as Python. Texts of JSON are texts of Python, too. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = indent + STEP;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`);
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}

/** The fields as arguments of a call in Python. */
export function pythonArguments(fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `${STEP}${name}=${pythonLiteral(value, STEP)},\n`,
  );
  return `\n${lines.join('')}`;
}
