export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on stdout. Never log secrets, bodies, or more of a URL than its origin. */
export class Log {
  readonly #most: number;
  readonly #write: (line: string) => void;

  constructor(level: LogLevel, write: (line: string) => void = (line) => void process.stdout.write(line)) {
    this.#most = LOG_LEVELS.indexOf(level);
    this.#write = write;
  }

  error(message: string, fields: object = {}): void {
    this.#line('error', message, fields);
  }

  warn(message: string, fields: object = {}): void {
    this.#line('warn', message, fields);
  }

  info(message: string, fields: object = {}): void {
    this.#line('info', message, fields);
  }

  debug(message: string, fields: object = {}): void {
    this.#line('debug', message, fields);
  }

  #line(level: LogLevel, msg: string, fields: object): void {
    if (LOG_LEVELS.indexOf(level) > this.#most) return;
    this.#write(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`);
  }
}
