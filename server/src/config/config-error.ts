import { OperatorError } from '#kit';

/** One thing wrong. `path` is the offending key as written in the file (`models[0].routes[1].engine`) or the variable. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** The environment variable that is missing, when that is the problem. */
  readonly missingVariable?: string;
}

/**
 * Everything that is wrong with a file or the environment, at once. The message lists each problem on a line of its
 * own and never quotes a value that may be a secret, so it may be printed and logged.
 */
export class ConfigError extends OperatorError {
  readonly source: string;
  readonly problems: readonly Problem[];

  constructor(source: string, problems: readonly Problem[]) {
    const lines = problems.map(({ path, message }) => `  ${path ? `${path}: ` : ''}${message}`);
    super(
      `${source} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${lines.join('\n')}`,
    );
    this.name = 'ConfigError';
    this.source = source;
    this.problems = problems;
  }
}
