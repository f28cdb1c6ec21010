import { SignOnFailure, type ProvidedPerson, type SignOnReason } from '#features/single-sign-on';

/** The provider vouches for a person who does not get in. The log has their email. */
export class OperatorRefused extends SignOnFailure {
  readonly email: string;

  constructor(reason: SignOnReason, { email }: ProvidedPerson) {
    super(reason);
    this.name = 'OperatorRefused';
    this.email = email;
  }
}
