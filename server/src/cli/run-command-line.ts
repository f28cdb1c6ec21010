import { parseArgs } from 'node:util';
import { type Command, type Invocation, UsageError, usageOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type ExitCode, FAILED, OK, USAGE } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { helpText, version } from './help.ts';
import type { Terminal } from './terminal.ts';

/** Runs one `svc …` command line (without `node` and the script) and returns its exit code. Never throws. */
export async function runCommandLine(words: readonly string[], terminal: Terminal, commands = COMMANDS): Promise<ExitCode> {
  const [first] = words;
  if (first === 'help' || first === '--help' || first === '-h') {
    terminal.out(helpText(commands));
    return OK;
  }
  if (first === '--version' || first === '-v') {
    terminal.out(version());
    return OK;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) {
    terminal.err(first === undefined ? helpText(commands) : `There is no command "svc ${first}". See svc help.`);
    return USAGE;
  }
  try {
    return await command.run(parse(command, words, terminal));
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\nUsage: ${usageOf(command)}`);
      return USAGE;
    }
    terminal.err(explainError(error));
    return FAILED;
  }
}

function parse(command: Command, words: readonly string[], terminal: Terminal): Invocation {
  const expected = command.args ?? [];
  const rest = words.slice(command.name.split(' ').length);
  const { values, positionals } = parseStrictly(rest, command);
  const missing = expected[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  // Not quoted: it may be a secret that was meant for somewhere else.
  if (positionals.length > expected.length) throw new UsageError('There are too many arguments.');
  return { args: positionals, flags: values, terminal };
}

function parseStrictly(args: string[], command: Command) {
  try {
    return parseArgs({ args, options: command.options ?? {}, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message.split('.')[0]}.` : 'The options are wrong.');
  }
}
