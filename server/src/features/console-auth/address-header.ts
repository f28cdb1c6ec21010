/** The header that gives better-auth the caller's address. No request can send it: the service builds the headers it sees. */
export const ADDRESS_HEADER = 'x-svc-caller-address';
