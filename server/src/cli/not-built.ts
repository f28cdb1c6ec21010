import type { Command } from './command.ts';
import { USAGE } from './exit-codes.ts';

/** A command whose capability is still to come: it is listed, and says so instead of pretending. */
export function notBuilt(name: string, summary: string): Command {
  return {
    name,
    summary: `${summary} (not built yet)`,
    run({ terminal }) {
      terminal.err(`svc ${name} is not built yet.`);
      return Promise.resolve(USAGE);
    },
  };
}
