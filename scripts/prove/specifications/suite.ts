/** One thing that a suite asks for and that does not hold. */
export interface FailedCheck {
  readonly check: string;
  readonly detail: string;
}

/** How one run of a suite ended. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: readonly FailedCheck[];
}

/** A suite of conformance that others publish, or one that asks through a library of theirs. Rejects when it could not run. */
export interface Suite {
  /** As in the table of docs/compat.md. */
  readonly name: string;
  /** From npm. */
  readonly packages: readonly string[];
  /** `modules`: the `node_modules` in which the packages are. */
  run(modules: string): Promise<SuiteResult>;
}
