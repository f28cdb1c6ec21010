import { type Command, usageOf } from './command.ts';

export function helpText(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length)) + 2;
  return [
    'Usage:',
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}${command.summary}`),
    `  ${'svc help [COMMAND]'.padEnd(width)}Show this help, or that of one command`,
    `  ${'svc --version'.padEnd(width)}Show the version`,
    '',
    'Settings come from environment variables and svc.yaml: see docs/configuration.md.',
    'If the service was started with SVC_DATA_DIR, set it for its commands, too.',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong command line.',
  ].join('\n');
}

/** What `svc COMMAND --help` prints, for each command the words may mean. */
export function commandHelp(commands: readonly Command[]): string {
  return commands.map((command) => `Usage: ${usageOf(command)}\n${command.summary}`).join('\n\n');
}
