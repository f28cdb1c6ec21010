import { OperatorError } from '#kit';

/** The file asks for something that what is stored rules out. Printable: names only, never a secret. */
export class ProvisioningError extends OperatorError {
  constructor(organization: string, problem: string) {
    super(`organization "${organization}": ${problem}`);
    this.name = 'ProvisioningError';
  }
}
