/** The file asks for something that what is stored rules out. Printable: names only, never a secret. */
export class ProvisioningError extends Error {
  constructor(organization: string, problem: string) {
    super(`organization "${organization}": ${problem}`);
    this.name = 'ProvisioningError';
  }
}
