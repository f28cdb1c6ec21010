import { timeOfDay } from './clock.ts';

/** Makes another line of a line of the log. Both have their line end. */
export type LineFormat = (line: string) => string;

type Fields = Readonly<Record<string, unknown>>;

/** A terminal obeys these, or shows nothing: control characters, and those that turn text around or have no width. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Fields with a place of their own in every line. */
const PLACED: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'worker', 'request_id']);

/** Those in the line of a request that have a place of their own, or are of no use at a terminal. All are in the JSON. */
const PLACED_OF_REQUEST: ReadonlySet<string> = new Set([
  'method',
  'route',
  'status',
  'duration_ms',
  'model',
  'organization_id',
  'estimated',
]);

const CODES = { dim: '2', red: '31', green: '32', yellow: '33', bold: '1' } as const;
type Paint = (style: keyof typeof CODES, text: string) => string;

const PLAIN: Paint = (_style, text) => text;
const COLORED: Paint = (style, text) => `\u001b[${CODES[style]}m${text}\u001b[0m`;

/** A line of the log for people: `12:04:31 POST /v1/messages 200 412 ms Svc Standard key=key_1 req_1`. */
export function prettyLine(line: string, colors: boolean): string {
  const paint = colors ? COLORED : PLAIN;
  const fields = parseLine(line);
  // Not of the log: a library that prints.
  if (!fields) return `${printable(line.trimEnd())}\n`;
  const head = [
    paint('dim', timeOfDay(String(fields['time']))),
    ...levelOf(fields, paint),
    ...workerOf(fields),
  ];
  const text = fields['msg'] === 'request' ? requestOf(fields, paint) : [shown(fields['msg'], true)];
  const rest = detailsOf(fields).map(([name, value]) => paint('dim', `${printable(name)}=${shown(value)}`));
  const id = fields['request_id'] === undefined ? [] : [paint('dim', shown(fields['request_id']))];
  return `${[...head, ...text, ...rest, ...id].join(' ')}\n${stackOf(fields, paint)}`;
}

function parseLine(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Most lines have the level info, which says nothing. */
function levelOf({ level }: Fields, paint: Paint): string[] {
  if (level === 'info') return [];
  const name = shown(level).toUpperCase();
  if (level === 'warn') return [paint('yellow', name)];
  return [paint(level === 'error' || level === 'fatal' ? 'red' : 'dim', name)];
}

function workerOf({ worker }: Fields): string[] {
  return worker === undefined ? [] : [`[${shown(worker)}]`];
}

function requestOf({ method, route, status, duration_ms: tookMs, model }: Fields, paint: Paint): string[] {
  const style = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  const parts = [paint('bold', `${shown(method)} ${shown(route)}`), paint(style, shown(status))];
  parts.push(`${shown(tookMs)} ms`);
  return model === undefined ? parts : [...parts, shown(model, true)];
}

function detailsOf(fields: Fields): [string, unknown][] {
  const isRequest = fields['msg'] === 'request';
  return Object.entries(fields).flatMap<[string, unknown]>(([name, value]) => {
    if (PLACED.has(name) || (isRequest && PLACED_OF_REQUEST.has(name))) return [];
    if (value === null || (name === 'outcome' && value === 'completed')) return [];
    if (name === 'key_id') return [['key', value]];
    return [[name, name === 'error' ? withoutStack(value) : value]];
  });
}

function withoutStack(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  return Object.fromEntries(Object.entries(error).filter(([name]) => name !== 'stack'));
}

/** Where an error happened, each frame in a line of its own as everybody reads it. */
function stackOf({ error }: Fields, paint: Paint): string {
  const stack = (error as { stack?: unknown } | null | undefined)?.stack;
  if (typeof stack !== 'string') return '';
  return stack
    .split('\n')
    .map((frame) => `${paint('dim', printable(frame))}\n`)
    .join('');
}

/** `free`: may have spaces. Everything else that could be taken for two values is quoted. */
function shown(value: unknown, free = false): string {
  if (typeof value === 'string' && (free || /^[^\s"={}[\]]+$/.test(value))) return printable(value);
  return printable(JSON.stringify(value) ?? 'undefined');
}

function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
