/** Thrown by a check that cannot be made against this deployment. Reported with its reason and never counted as passed. */
export class NotRun extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotRun';
  }
}
