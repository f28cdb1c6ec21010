/** Closes the part once no request runs any more, those that were adopted last first. Returns the part. */
export type Closing = <Part extends { close(): void | Promise<void> }>(part: Part) => Part;
