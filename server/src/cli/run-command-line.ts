import { parseArgs } from 'node:util';
import { version } from '#kit';
import { type Command, type Invocation, UsageError, usageOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type ExitCode, FAILED, OK, USAGE } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { commandHelp, helpText } from './help.ts';
import type { Terminal } from './terminal.ts';

/** Runs one `svc …` command line (without `node` and the script) and returns its exit code. Never throws. */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
  commands = COMMANDS,
): Promise<ExitCode> {
  const [first] = words;
  if (first === 'help' || words.some((word) => HELP_OPTIONS.has(word)))
    return help(words, terminal, commands);
  if (first === '--version' || first === '-v') {
    if (words.length > 1) return refuse(terminal, 'There are too many arguments.\nUsage: svc --version');
    terminal.out(version());
    return OK;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) return refuse(terminal, first === undefined ? helpText(commands) : unknown(first, commands));
  try {
    return await command.run(parse(command, words, terminal));
  } catch (error) {
    if (error instanceof UsageError) return refuse(terminal, `${error.message}\nUsage: ${usageOf(command)}`);
    terminal.err(explainError(error));
    return FAILED;
  }
}

const HELP_OPTIONS: ReadonlySet<string> = new Set(['--help', '-h']);

function refuse(terminal: Terminal, message: string): ExitCode {
  terminal.err(message);
  return USAGE;
}

/** `svc help`, `svc help keys revoke`, `svc keys revoke --help`, and `svc keys --help` for all that begin so. */
function help(words: readonly string[], terminal: Terminal, commands: readonly Command[]): ExitCode {
  const asked = words.filter((word, index) => !HELP_OPTIONS.has(word) && (index > 0 || word !== 'help'));
  const [first] = asked;
  if (first === undefined) {
    terminal.out(helpText(commands));
    return OK;
  }
  const meant = commands.filter(({ name }) =>
    name.split(' ').every((word, index) => (asked[index] ?? word) === word),
  );
  if (meant.length === 0) return refuse(terminal, unknown(first, commands));
  terminal.out(commandHelp(meant));
  return OK;
}

function unknown(first: string, commands: readonly Command[]): string {
  const near = commands.filter(({ name }) => name.startsWith(`${first} `)).map((command) => usageOf(command));
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'See svc help.';
  return `There is no command "svc ${first}". ${hint}`;
}

function parse(command: Command, words: readonly string[], terminal: Terminal): Invocation {
  const expected = command.args ?? [];
  const rest = words.slice(command.name.split(' ').length);
  const { values, positionals } = parseStrictly(rest, command);
  const missing = expected[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  // Not quoted: it may be a secret that was meant for somewhere else.
  if (positionals.length > expected.length && command.furtherArgs === undefined)
    throw new UsageError('There are too many arguments.');
  return { args: positionals, flags: values, terminal };
}

function parseStrictly(args: string[], command: Command) {
  try {
    return parseArgs({ args, options: command.options ?? {}, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? `${error.message.split('.')[0]}.` : 'The options are wrong.',
    );
  }
}
