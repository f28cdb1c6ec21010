/** The header by which the library is told the caller's address. No request brings it: the headers it sees are made by us. */
export const ADDRESS_HEADER = 'x-svc-caller-address';
