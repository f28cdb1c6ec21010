import { OperatorError } from '#kit';

/** A control request that was understood and refused. The message is for the operator: no secret, no foreign text. */
export class ControlRefusal extends OperatorError {
  constructor(message: string) {
    super(message);
    this.name = 'ControlRefusal';
  }
}

/** The data directory belongs to a live process. `pid` is known when it answered. */
export class DataDirectoryBusyError extends OperatorError {
  readonly path: string;
  readonly pid: number | undefined;

  constructor(path: string, pid: number | undefined) {
    const owner = pid === undefined ? 'a running process' : `process ${pid}`;
    super(
      `The data directory ${path} is in use by ${owner}. Stop it first, or set SVC_DATA_DIR to another directory.`,
    );
    this.name = 'DataDirectoryBusyError';
    this.path = path;
    this.pid = pid;
  }
}
